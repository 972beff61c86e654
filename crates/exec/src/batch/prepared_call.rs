//! `sp_prepare`, `sp_prepexec`, `sp_execute` and `sp_unprepare`: prepared statements with handles
//! (`relational-databases/system-stored-procedures/sp-prepare-transact-sql` and related pages).
//!
//! Preparation reports syntax errors and binding errors, except for names that an earlier statement
//! of the text may define. Error 8180 follows, and no handle is returned.

use super::Batch;
use super::body::within;
use super::call::{refuse, take_handle};
use super::ending::Ending;
use super::interpreter::Turn;
use super::parameter::{self, Argument, ArgumentValue, Binding, Parameter, ParameterDefault};
use super::prepare::prepare;
use super::program::{Program, Step};
use crate::prepared::PreparedStatement;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_query::code::Reg;
use sluice_types::{DataType, Length, SqlError, Value};

/// A procedure for prepared statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PreparedProcedure {
    /// `sp_prepare`.
    Prepare,
    /// `sp_prepexec`.
    PrepExec,
    /// `sp_execute`.
    Execute,
    /// `sp_unprepare`.
    Unprepare,
}

/// A call of such a procedure.
pub(super) struct PreparedCall {
    /// The procedure.
    pub procedure: PreparedProcedure,
    /// The procedure's own arguments, followed by the statement's arguments.
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

impl PreparedProcedure {
    /// Returns the procedure called `name`, in any case.
    pub(super) fn named(name: &str) -> Option<PreparedProcedure> {
        ALL.into_iter().find(|procedure| procedure.name().eq_ignore_ascii_case(name))
    }

    /// Returns the names of all procedures.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        ALL.into_iter().map(PreparedProcedure::name)
    }

    fn name(self) -> &'static str {
        match self {
            PreparedProcedure::Prepare => "sp_prepare",
            PreparedProcedure::PrepExec => "sp_prepexec",
            PreparedProcedure::Execute => "sp_execute",
            PreparedProcedure::Unprepare => "sp_unprepare",
        }
    }

    /// Returns the number of the procedure's own arguments, which precede the statement's
    /// arguments.
    pub(super) fn own_arguments(self) -> usize {
        let is_alone = matches!(self, PreparedProcedure::Prepare | PreparedProcedure::Unprepare);
        if is_alone { usize::MAX } else { self.parameters().len() }
    }

    /// Returns the procedure's own parameters.
    fn parameters(self) -> Vec<Parameter> {
        let of = |name: &str, data_type, is_output, default| Parameter {
            name: name.into(),
            data_type,
            is_output,
            default,
            rows: None,
            is_cursor: false,
            user_type: None,
        };
        let text = DataType::NVarChar(Length::Max);
        let handle = |is_output| of("@handle", DataType::Int, is_output, None);
        let statement = [of("@params", text, false, None), of("@stmt", text, false, None)];
        match self {
            PreparedProcedure::Execute | PreparedProcedure::Unprepare => vec![handle(false)],
            PreparedProcedure::PrepExec => [handle(true)].into_iter().chain(statement).collect(),
            PreparedProcedure::Prepare => {
                let options = of("@options", DataType::Int, false, Some(ParameterDefault::Constant(Value::Null)));
                [handle(true)].into_iter().chain(statement).chain([options]).collect()
            }
        }
    }
}

impl Turn<'_, '_, '_, '_> {
    /// Runs a call. Errors in its own arguments are attributed to the called procedure.
    pub(super) fn call_prepared(&mut self, call: &PreparedCall) -> Result<Ending, SqlError> {
        let name = call.procedure.name();
        let of_procedure = |error: SqlError| error.in_procedure(Some(name.into()));
        let parameters = call.procedure.parameters();
        let own = call.procedure.own_arguments().min(call.arguments.len());
        let (own, rest) = call.arguments.split_at(own);
        let missing =
            |parameter: &Parameter| SqlError::new(201, 16, 4, vec![name.to_owned(), parameter.name.to_string()]);
        self.check_texts(&parameters, own).map_err(of_procedure)?;
        let bound = parameter::bind(name, (&parameters, own), self.env.frame, missing).map_err(of_procedure)?;
        let Binding { values, outputs, .. } = bound;
        let handle = values[0].as_i64().and_then(|handle| i32::try_from(handle).ok()).unwrap_or_default();
        let text = |place: usize| values[place].as_str().unwrap_or_default().to_owned();
        match call.procedure {
            PreparedProcedure::Prepare => {
                let statement = PreparedStatement { text: text(2), declarations: text(1) };
                let tells = values[3].as_i64().is_some_and(|options| options & RETURN_METADATA != 0);
                self.env.sink.enter_procedure();
                let looked = self.look_at(&statement, tells);
                self.env.sink.leave_procedure(looked.is_ok().then_some(0));
                if let Err(errors) = looked {
                    return Ok(refuse(self.env, self.calls, errors));
                }
                let handle = self.env.state.prepared.add(statement);
                take_handle(self.env, &outputs, handle)?;
            }
            PreparedProcedure::PrepExec => {
                // A statement that the handle replaces is unprepared.
                self.env.state.prepared.remove(handle);
                let statement = PreparedStatement { text: text(2), declarations: text(1) };
                if let Err(errors) = self.look_at(&statement, false) {
                    return Ok(refuse(self.env, self.calls, errors));
                }
                let handle = self.env.state.prepared.add(statement.clone());
                take_handle(self.env, &outputs, handle)?;
                let ending = self.run_statement((&statement.text, &statement.declarations), rest, call.status);
                if !matches!(ending, Ok(Ending::Returned)) {
                    // The client hasn't received a usable handle.
                    self.env.state.prepared.remove(handle);
                }
                return ending;
            }
            PreparedProcedure::Execute => {
                let statement = self.env.state.prepared.get(handle).map(Arc::clone);
                let statement = statement.ok_or_else(|| of_procedure(unknown(handle).at_line(1)))?;
                return self.run_statement((&statement.text, &statement.declarations), rest, call.status);
            }
            PreparedProcedure::Unprepare => {
                let is_known = self.env.state.prepared.remove(handle);
                self.env.sink.enter_procedure();
                self.env.sink.leave_procedure(is_known.then_some(0));
                if !is_known {
                    return Err(of_procedure(unknown(handle).at_line(1)));
                }
            }
        }
        if let Some((register, data_type)) = call.status {
            super::call::give_back_status(self.env, (register, data_type, Value::Int(0)))?;
        }
        Ok(Ending::Returned)
    }

    /// Fails with 214 if a text argument isn't a Unicode string. NULL may be of any type.
    fn check_texts(&self, parameters: &[Parameter], arguments: &[Argument]) -> Result<(), SqlError> {
        for (place, argument) in arguments.iter().enumerate() {
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|parameter| same(&parameter.name, name)),
                None => parameters.get(place),
            };
            let (Some(parameter), ArgumentValue::Value(register, data_type)) = (parameter, &argument.value) else {
                continue;
            };
            let is_text = matches!(data_type, DataType::NChar(_) | DataType::NVarChar(_));
            if matches!(parameter.data_type, DataType::NVarChar(_))
                && !is_text
                && !self.env.frame.get(*register).is_null()
            {
                let args = vec![parameter.name.to_string(), "ntext/nchar/nvarchar".to_owned()];
                return Err(SqlError::new(214, 16, 3, args));
            }
        }
        Ok(())
    }

    /// Compiles and binds a statement. Fails with its errors, followed by 8180. On request sends
    /// the columns of the first result.
    fn look_at(&mut self, statement: &PreparedStatement, tells: bool) -> Result<(), Vec<SqlError>> {
        let PreparedStatement { text, declarations } = statement;
        let taken = self.calls.plans.take(text, declarations, self.env.state);
        let looked = taken.and_then(|mut batch: Batch| {
            let looked = within(self.env, &mut batch, |program, env| look(program, env, tells));
            self.calls.plans.put(text, batch);
            looked
        });
        looked.map_err(|mut errors| {
            errors.push(SqlError::new(8180, 16, 1, Vec::new()).at_line(1));
            errors
        })
    }
}

/// Binds the statements. A single statement is bound at once, since no other statement can define
/// its names.
fn look(program: &mut Program, env: &mut Env<'_, '_>, tells: bool) -> Result<(), Vec<SqlError>> {
    prepare(program, env)?;
    let database = Arc::clone(&env.state.database);
    if let [Step::Bound(slot)] = &mut program.steps[..]
        && !slot.is_bound()
    {
        slot.bind(&database, env).map_err(|error| vec![error.at_line(1)])?;
    }
    if tells && let Some(Step::Bound(slot)) = program.steps.first_mut() {
        let columns = slot.columns(env).map_err(|error| vec![error.at_line(1)])?;
        if let Some(columns) = columns {
            env.sink.columns(&columns);
            env.sink.done(None);
        }
    }
    Ok(())
}

/// Returns error 8179: unknown handle of a prepared statement.
fn unknown(handle: i32) -> SqlError {
    SqlError::new(8179, 16, 2, vec![handle.to_string()])
}

const ALL: [PreparedProcedure; 4] =
    [PreparedProcedure::Prepare, PreparedProcedure::PrepExec, PreparedProcedure::Execute, PreparedProcedure::Unprepare];
/// The bit of `@options` that requests the result columns.
const RETURN_METADATA: i64 = 1;
