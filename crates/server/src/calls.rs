//! Calls by RPC: procedures by their names, `sp_executesql`, and prepared statements. What else has a number is refused by its name.

use crate::answer::Answer;
use crate::prepared::{Prepared, Statement};
use sluice_engine::{
    Request, RequestArgument, RequestRows, RequestValue, Session, SessionEnded, Sink, SqlError, Value,
};
use sluice_tds::request::{Argument, ArgumentValue, Call, ParameterFlags, Procedure, SystemProcedure, TableHead};
use sluice_tds::{ReturnValue, TypeInfo, WireCollation};
use sluice_types::{DataType, Length};

/// Makes the call, and tells what it gives back.
pub(crate) fn run(
    call: Call,
    session: &mut Session,
    prepared: &mut Prepared,
    answer: &mut Answer<'_>,
) -> Result<(), SessionEnded> {
    if !call.is_executed {
        answer.end_call(None, &[]);
        return Ok(());
    }
    let system = system_procedure(&call.head.procedure);
    let mut arguments = call.arguments;
    match (system, call.head.procedure) {
        (Some(SystemProcedure::ExecuteSql), _) => {
            // The first two are meant by their places, by whatever names they come.
            arguments.iter_mut().take(2).for_each(|argument| argument.name.clear());
            make(Request::of(EXECUTE_SQL), arguments, 0, Vec::new(), session, answer)
        }
        (Some(SystemProcedure::Prepare), _) => {
            match statement(&arguments) {
                Ok(statement) => {
                    let returned = handle_of(prepared.add(statement), &arguments);
                    answer.end_call(Some(0), &[returned]);
                }
                Err(error) => refuse(error, answer),
            }
            Ok(())
        }
        (Some(SystemProcedure::PrepExec), _) => match statement(&arguments) {
            Ok(statement) => {
                let request = request_of(&statement);
                let returned = vec![handle_of(prepared.add(statement), &arguments)];
                let values = arguments.split_off(arguments.len().min(3));
                make(request, values, 3, returned, session, answer)
            }
            Err(error) => {
                refuse(error, answer);
                Ok(())
            }
        },
        (Some(SystemProcedure::Execute), _) => match handle(&arguments, prepared) {
            Ok((_, statement)) => {
                let values = arguments.split_off(1);
                make(request_of(&statement), values, 1, Vec::new(), session, answer)
            }
            Err(error) => {
                refuse(error, answer);
                Ok(())
            }
        },
        (Some(SystemProcedure::Unprepare), _) => {
            match handle(&arguments, prepared) {
                Ok((handle, _)) => {
                    prepared.remove(handle);
                    answer.end_call(Some(0), &[]);
                }
                Err(error) => refuse(error, answer),
            }
            Ok(())
        }
        (Some(other), _) => {
            refuse(SqlError::new(40517, 16, 1, vec![other.name().to_owned()]), answer);
            Ok(())
        }
        (None, Procedure::Named(name)) => make(Request::of(&name), arguments, 0, Vec::new(), session, answer),
        // Each number has its name above.
        (None, Procedure::System(_)) => Ok(()),
    }
}

/// Calls `request` with `arguments` behind its own, which stand in the client's call from `first` on.
fn make(
    mut request: Request,
    arguments: Vec<Argument>,
    first: usize,
    mut returned: Vec<ReturnValue>,
    session: &mut Session,
    answer: &mut Answer<'_>,
) -> Result<(), SessionEnded> {
    let own = request.arguments.len();
    let told: Vec<(String, WireCollation)> = arguments.iter().map(name_and_collation).collect();
    request.arguments.extend(arguments.into_iter().map(argument));
    let reply = session.call(&request, answer)?;
    for output in reply.outputs {
        let Some(place) = output.place.checked_sub(own) else { continue };
        let (name, collation) = told[place].clone();
        let info = TypeInfo::of(output.data_type, true, collation);
        let ordinal = (first + place) as u16;
        returned.push(ReturnValue { ordinal, name, is_of_function: false, info, value: output.value });
    }
    answer.end_call(reply.status, &returned);
    Ok(())
}

pub(crate) fn refuse(error: SqlError, answer: &mut Answer<'_>) {
    answer.message(sluice_engine::Message::Error(error.at_line(1)));
    answer.end_call(None, &[]);
}

/// What a client wants to have prepared: its parameters' declarations are the second argument, its text is the third.
fn statement(arguments: &[Argument]) -> Result<Statement, SqlError> {
    let text = text_of(arguments.get(2));
    let text = text.ok_or_else(|| SqlError::new(214, 16, 3, vec!["@stmt".into(), "ntext/nchar/nvarchar".into()]))?;
    Ok(Statement { text, declarations: text_of(arguments.get(1)).unwrap_or_default() })
}

pub(crate) fn text_of(argument: Option<&Argument>) -> Option<String> {
    match &argument?.value {
        ArgumentValue::Scalar(_, value) => value.as_str().map(str::to_owned),
        ArgumentValue::Table(..) => None,
    }
}

/// The statement whose handle is the first argument (8179 if there is none).
pub(crate) fn handle(arguments: &[Argument], prepared: &Prepared) -> Result<(i32, Statement), SqlError> {
    let handle = match arguments.first().map(|argument| &argument.value) {
        Some(ArgumentValue::Scalar(_, Value::Int(handle))) => *handle,
        _ => 0,
    };
    let found = prepared.get(handle).map(|statement| (handle, statement.clone()));
    found.ok_or_else(|| SqlError::new(8179, 16, 2, vec![handle.to_string()]))
}

pub(crate) fn handle_of(handle: i32, arguments: &[Argument]) -> ReturnValue {
    let name = arguments.first().map(|argument| argument.name.clone()).unwrap_or_default();
    let info = TypeInfo::of(DataType::Int, true, WireCollation::default());
    ReturnValue { ordinal: 0, name, is_of_function: false, info, value: Value::Int(handle) }
}

pub(crate) fn request_of(statement: &Statement) -> Request {
    let text = DataType::NVarChar(Length::Max);
    let request = Request::of(EXECUTE_SQL).with(text, Value::text(statement.text.as_str()));
    if statement.declarations.is_empty() {
        request
    } else {
        request.with(text, Value::text(statement.declarations.as_str()))
    }
}

fn name_and_collation(argument: &Argument) -> (String, WireCollation) {
    let collation = match &argument.value {
        ArgumentValue::Scalar(info, _) => info.collation,
        ArgumentValue::Table(..) => WireCollation::default(),
    };
    (argument.name.clone(), collation)
}

pub(crate) fn argument(argument: Argument) -> RequestArgument {
    let name = match argument.name {
        name if name.is_empty() => None,
        name if name.starts_with('@') => Some(name),
        // tiberius leaves it out.
        name => Some(format!("@{name}")),
    };
    let is_default = argument.flags.has(ParameterFlags::DEFAULT);
    let value = match argument.value {
        _ if is_default => RequestValue::Default,
        ArgumentValue::Scalar(info, value) => RequestValue::Scalar(info.data_type, value),
        ArgumentValue::Table(head, rows) => RequestValue::Table(table(head, rows)),
    };
    RequestArgument { name, value, is_output: argument.flags.has(ParameterFlags::OUTPUT) }
}

/// The rows, with their values in the order of the columns.
fn table(head: TableHead, mut rows: Vec<Vec<Value>>) -> RequestRows {
    let mut order: Vec<usize> = (0..head.cells.len()).collect();
    order.sort_by_key(|place| head.cells[*place]);
    if !order.is_sorted() {
        for row in &mut rows {
            *row = order.iter().map(|place| row[*place].clone()).collect();
        }
    }
    let columns = head.columns.unwrap_or_default();
    let types = columns.iter().enumerate();
    let types = types.map(|(place, column)| head.cells.contains(&(place as u16)).then_some(column.info.data_type));
    let quoted = |name: &str| format!("[{}]", name.replace(']', "]]"));
    let type_name = match head.schema.as_str() {
        "" => quoted(&head.name),
        schema => format!("{}.{}", quoted(schema), quoted(&head.name)),
    };
    RequestRows { type_name, columns: types.collect(), rows }
}

/// The procedure with a number, however it is called.
pub(crate) fn system_procedure(procedure: &Procedure) -> Option<SystemProcedure> {
    match procedure {
        Procedure::System(procedure) => Some(*procedure),
        Procedure::Named(name) => by_name(name),
    }
}

/// The procedure with a number that is called by its name.
fn by_name(name: &str) -> Option<SystemProcedure> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let last = last.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(last);
    SystemProcedure::ALL.into_iter().find(|procedure| procedure.name().eq_ignore_ascii_case(last))
}

const EXECUTE_SQL: &str = "sp_executesql";
