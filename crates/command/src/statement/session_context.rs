//! `sp_set_session_context`
//! (`relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md`).

use super::Env;
use sluice_functions::session_values::ContextValue;
use sluice_query::code::Reg;
use sluice_types::{SqlError, Value};

/// A compiled call: the registers of its arguments.
#[derive(Clone, Copy, Debug)]
pub struct SessionContextCall {
    /// `@key`.
    pub key: Reg,
    /// `@value`, a sql_variant.
    pub value: Reg,
    /// `@read_only`.
    pub read_only: Option<Reg>,
}

/// Runs a call. Fails with 225 without a key and with 15664 if the key was set as read-only.
pub fn session_context(env: &mut Env<'_, '_>, call: &SessionContextCall) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let key = env.frame.get(call.key).as_str().filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| SqlError::new(225, 16, 1, vec!["sp_set_session_context".to_owned()]))?;
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
    Err(SqlError::new(15664, 16, 1, vec![key.to_owned()]))
}
