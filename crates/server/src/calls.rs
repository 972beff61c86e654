//! RPC calls: named procedures, and numbered ones such as `sp_executesql`, `sp_prepare` and
//! `sp_cursoropen`, which are ordinary procedures of the engine.

use crate::answer::Answer;
use sluice_engine::{
    Request, RequestArgument, RequestRows, RequestValue, Session, SessionEnded, Sink, SqlError, Value,
};
use sluice_tds::request::{Argument, ArgumentValue, Call, ParameterFlags, Procedure, SystemProcedure, TableHead};
use sluice_tds::{Put, ReturnValue, TypeInfo, WireCollation};
use sluice_types::{DataType, Length, convert};

/// Makes the call and sends its return values. Errors of the procedure go to the client; only the
/// session's end is an error. A call marked as not to be executed only gets its DONE.
pub(crate) fn run(call: Call, session: &mut Session, answer: &mut Answer<'_>) -> Result<(), SessionEnded> {
    if !call.is_executed {
        answer.end_call(None, &[]);
        return Ok(());
    }
    answer.set_known(call.head.is_without_metadata);
    let system = system_procedure(&call.head.procedure);
    let (request, own) = match (system, call.head.procedure) {
        (Some(procedure), _) | (None, Procedure::System(procedure)) => {
            (Request::new(procedure.name()), own_arguments(procedure))
        }
        (None, Procedure::Named(name)) => (Request::new(&name), 0),
    };
    make(request, call.arguments, own, session, answer)
}

/// Returns the number of a system procedure's own parameters, which precede those of the statement
/// it runs.
fn own_arguments(procedure: SystemProcedure) -> usize {
    match procedure {
        SystemProcedure::ExecuteSql | SystemProcedure::PrepExecRpc => 2,
        SystemProcedure::Prepare => 4,
        SystemProcedure::PrepExec => 3,
        SystemProcedure::Execute | SystemProcedure::Unprepare => 1,
        SystemProcedure::Cursor | SystemProcedure::CursorFetch => 4,
        SystemProcedure::CursorOpen | SystemProcedure::CursorPrepare => 6,
        SystemProcedure::CursorExecute => 5,
        SystemProcedure::CursorPrepExec => 7,
        SystemProcedure::CursorOption => 3,
        SystemProcedure::CursorClose | SystemProcedure::CursorUnprepare => 1,
    }
}

/// Calls `request` with `arguments`. The first `own` arguments are positional, whatever their
/// names.
fn make(
    mut request: Request,
    mut arguments: Vec<Argument>,
    own: usize,
    session: &mut Session,
    answer: &mut Answer<'_>,
) -> Result<(), SessionEnded> {
    if let Some(error) = arguments.iter().enumerate().find_map(database_of_type) {
        refuse(error, answer);
        return Ok(());
    }
    let declared: Vec<(String, WireCollation)> = arguments.iter().map(name_and_collation).collect();
    for argument in arguments.iter_mut().take(own) {
        argument.name.clear();
        // The text of a statement is read into memory.
        if let ArgumentValue::Scalar(_, value) = &mut argument.value
            && let Err(error) = make_whole(value)
        {
            refuse(error, answer);
            return Ok(());
        }
    }
    if let Err(error) = arguments.iter_mut().try_for_each(parse_documents) {
        refuse(error, answer);
        return Ok(());
    }
    request.arguments.extend(arguments.into_iter().map(argument));
    let reply = session.call(&request, answer)?;
    let version = answer.line.out.version();
    let value = reply.function_value.map(|(data_type, value)| {
        let collation = data_type.code_page().map_or(WireCollation::DEFAULT, WireCollation::of_page);
        let info = TypeInfo::for_client(data_type, version, true, collation);
        let value = version.value_for_client(&value, data_type)?;
        Ok(ReturnValue { ordinal: 0, name: String::new(), is_of_function: true, info, value })
    });
    let returned = reply.outputs.into_iter().map(|output| {
        let (name, collation) = declared[output.place].clone();
        let info = TypeInfo::for_client(output.data_type, version, true, collation);
        let value = version.value_for_client(&output.value, output.data_type)?;
        Ok(ReturnValue { ordinal: output.place as u16, name, is_of_function: false, info, value })
    });
    match value.into_iter().chain(returned).collect::<Result<Vec<_>, SqlError>>() {
        Ok(returned) => answer.end_call(reply.status, &returned),
        Err(error) => refuse(error, answer),
    }
    Ok(())
}

/// Returns the error of a table-valued argument whose type is named with a database.
fn database_of_type((place, argument): (usize, &Argument)) -> Option<SqlError> {
    match &argument.value {
        ArgumentValue::Table(head, _) if !head.database.is_empty() => {
            Some(SqlError::table_type_has_database(place + 1, &argument.name))
        }
        _ => None,
    }
}

fn make_whole(value: &mut Value) -> Result<(), SqlError> {
    *value = std::mem::take(value).into_whole()?;
    Ok(())
}

/// Parses the xml values of an argument, which come as text or bytes. Fails with 94xx if one isn't
/// well formed.
fn parse_documents(argument: &mut Argument) -> Result<(), SqlError> {
    match &mut argument.value {
        ArgumentValue::Scalar(info, value) => parse_document(value, info.data_type),
        ArgumentValue::Table(head, rows) => {
            let columns = head.columns.as_deref().unwrap_or_default();
            let types: Vec<_> = head.cells.iter().map(|place| columns[usize::from(*place)].info.data_type).collect();
            let mut cells = rows.iter_mut().flat_map(|row| row.iter_mut().zip(&types));
            cells.try_for_each(|(value, data_type)| parse_document(value, *data_type))
        }
    }
}

fn parse_document(value: &mut Value, data_type: DataType) -> Result<(), SqlError> {
    let from = match value {
        Value::Str(_) if data_type == DataType::Xml => DataType::NVarChar(Length::Max),
        Value::Bytes(_) if data_type == DataType::Xml => DataType::VarBinary(Length::Max),
        _ => return Ok(()),
    };
    *value = convert(value, &from, &DataType::Xml)?;
    Ok(())
}

fn refuse(error: SqlError, answer: &mut Answer<'_>) {
    answer.message(sluice_engine::Message::Error(error.at_line(1)));
    answer.end_call(None, &[]);
}

fn name_and_collation(argument: &Argument) -> (String, WireCollation) {
    let collation = match &argument.value {
        ArgumentValue::Scalar(info, _) => info.collation,
        ArgumentValue::Table(..) => WireCollation::default(),
    };
    (argument.name.clone(), collation)
}

fn argument(argument: Argument) -> RequestArgument {
    let name = match argument.name {
        name if name.is_empty() => None,
        name if name.starts_with('@') => Some(name),
        // tiberius omits the `@`.
        name => Some(format!("@{name}")),
    };
    let is_default = argument.flags.has(ParameterFlags::DEFAULT);
    let value = match argument.value {
        _ if is_default => RequestValue::Default,
        ArgumentValue::Scalar(info, value) => RequestValue::Scalar(info.data_type, value),
        // A NULL table counts as an empty one, which is the default of every table-valued
        // parameter.
        ArgumentValue::Table(TableHead { columns: None, .. }, _) => RequestValue::Default,
        ArgumentValue::Table(head, rows) => RequestValue::Table(table(head, rows)),
    };
    RequestArgument { name, value, is_output: argument.flags.has(ParameterFlags::OUTPUT) }
}

/// Returns the rows with their values in column order.
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
    let quoted = sluice_types::bracketed;
    let type_name = match (head.schema.as_str(), head.name.as_str()) {
        (_, "") => String::new(),
        ("", name) => quoted(name),
        (schema, name) => format!("{}.{}", quoted(schema), quoted(name)),
    };
    RequestRows { type_name, columns: types.collect(), rows }
}

/// Returns the numbered procedure, whether it is called by number or by name.
fn system_procedure(procedure: &Procedure) -> Option<SystemProcedure> {
    match procedure {
        Procedure::System(procedure) => Some(*procedure),
        Procedure::Named(name) => by_name(name),
    }
}

/// Returns the numbered procedure with the name.
fn by_name(name: &str) -> Option<SystemProcedure> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let last = last.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(last);
    SystemProcedure::ALL.into_iter().find(|procedure| procedure.name().eq_ignore_ascii_case(last))
}
