//! `sp_set_session_context`
//! (`relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md`).

use super::command::{Command, CommandError, Compilation, procedure};
use super::{Env, procedure_arguments};
use crate::statement::event::EventSource;
use sluice_functions::session_values::ContextValue;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, ExecuteArgument};
use sluice_types::{DataType, SqlError, Value};

/// A compiled call: the registers of its arguments.
struct SessionContextCall {
    /// `@key`.
    key: Reg,
    /// `@value`, a sql_variant.
    value: Reg,
    /// `@read_only`.
    read_only: Option<Reg>,
}

/// Compiles a call. Fails with 201 if the key or the value is missing. The values are converted to
/// sysname, sql_variant and bit. Wrong arguments fail as in `procedure_arguments`. The return
/// status is 0.
pub fn compile_session_context(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [key, value, read_only] = procedure_arguments::arguments(SET, PARAMETERS, &execute.arguments)?;
    let needed = |argument: Option<_>, place: usize| {
        argument.ok_or_else(|| procedure_arguments::missing(SET, PARAMETERS[place]))
    };
    let (key, value): (&ExecuteArgument, &ExecuteArgument) = (needed(key, 0)?, needed(value, 1)?);
    let call = SessionContextCall {
        key: procedure_arguments::emit(to, key, DataType::SYSNAME)?,
        value: procedure_arguments::emit(to, value, DataType::SqlVariant)?,
        read_only: read_only.map(|argument| procedure_arguments::emit(to, argument, DataType::Bit)).transpose()?,
    };
    to.add(Box::new(call));
    to.set_status(execute)
}

impl Command for SessionContextCall {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody(PAGE)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        procedure(env, |env| session_context(env, self).map(|()| 0))
    }

    fn has_end(&self) -> bool {
        false
    }
}

/// Runs a call. Fails with 225 without a key and with 15664 if the key was set as read-only.
fn session_context(env: &mut Env<'_, '_>, call: &SessionContextCall) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let key = env.frame.get(call.key).as_str().filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| SqlError::invalid_procedure_parameters("sp_set_session_context"))?;
    let read_only = call.read_only.is_some_and(|read_only| *env.frame.get(read_only) == Value::Bit(true));
    let value = match env.frame.get(call.value) {
        Value::Variant(inner) => {
            Some(ContextValue { value: inner.value.clone(), data_type: inner.data_type, read_only })
        }
        _ => None,
    };
    if env.state.values.set_context(key, value) {
        return Ok(());
    }
    Err(SqlError::session_context_key_is_read_only(key))
}

/// Name of the procedure.
const SET: &str = "sp_set_session_context";
const PARAMETERS: [&str; 3] = ["@key", "@value", "@read_only"];
const PAGE: &str = "relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md";
