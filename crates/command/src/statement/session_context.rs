//! `sp_set_session_context`
//! (`relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md`).

use super::Env;
use super::command::{Command, CommandError, Compilation, procedure};
use super::procedure_arguments::{CommandParameter, CommandProcedure, arguments, emit, emit_given};
use crate::statement::event::EventSource;
use sluice_functions::session_values::ContextValue;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::Execute;
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

/// `sp_set_session_context`.
pub static SESSION_CONTEXT: CommandProcedure = CommandProcedure {
    name: "sp_set_session_context",
    parameters: &[
        CommandParameter::required("@key", DataType::SYSNAME),
        CommandParameter::required("@value", DataType::SqlVariant),
        CommandParameter::optional("@read_only", DataType::Bit),
    ],
    compile,
};

/// Compiles a call. The return status is 0.
fn compile(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [Some(key), Some(value), read_only] = arguments(&SESSION_CONTEXT, &execute.arguments)? else {
        unreachable!("both are required")
    };
    let call = SessionContextCall {
        key: emit(to, key, &SESSION_CONTEXT.parameters[0])?,
        value: emit(to, value, &SESSION_CONTEXT.parameters[1])?,
        read_only: emit_given(to, read_only, &SESSION_CONTEXT.parameters[2])?,
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

const PAGE: &str = "relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md";
