//! THROW and RAISERROR: the errors and messages of a script's own.

use super::Env;
use crate::code::Reg;
use crate::sink::Message;
use sluice_functions::message_format;
use sluice_types::{DataType, SqlError, Value};

/// A RAISERROR, compiled.
pub struct RaiseError {
    /// The text, or a message's number.
    pub message: Reg,
    /// How grave it is.
    pub severity: Reg,
    /// Its state.
    pub state: Reg,
    /// What goes into the text, and of which type it is.
    pub arguments: Vec<(Reg, DataType)>,
    /// Whether `@@ERROR` is set whatever the severity.
    pub sets_error: bool,
    /// Whether it goes to the client at once, with all that was sent before.
    pub goes_at_once: bool,
}

/// What a RAISERROR comes to.
pub enum Raised {
    /// A message, which has been sent.
    Message,
    /// An error.
    Error(SqlError),
}

/// THROW of a number, a message and a state, which are in registers: the error that it raises, or what is wrong with it.
pub fn thrown(env: &Env<'_, '_>, [number, message, state]: [Reg; 3]) -> SqlError {
    let number = env.frame.get(number).as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or_default();
    if number < FIRST_OF_USERS {
        // 35100: it is none of the numbers that are free for users.
        return SqlError::new(35100, 16, 10, vec![number.to_string()]);
    }
    let message = env.frame.get(message).as_str().unwrap_or_default().replace("%%", "%");
    let state = env.frame.get(state).as_i64().and_then(|state| u8::try_from(state).ok()).unwrap_or_default();
    SqlError::new(number, THROWN, state, vec![message])
}

/// RAISERROR: a message up to severity 10 is sent and done with, an error is the caller's. 2732, 18054, 2754 and those of
/// [`message_format::format`] for what is wrong with it itself.
pub fn raise_error(env: &mut Env<'_, '_>, raise: &RaiseError) -> Result<Raised, SqlError> {
    let number = |register: Reg| env.frame.get(register).as_i64().unwrap_or_default();
    let (id, written) = (env.frame.get(raise.message).as_i64(), number(raise.severity));
    let message = id.filter(|id| (13_000..=i64::from(i32::MAX)).contains(id) && *id != i64::from(FIRST_OF_USERS));
    let message = message.and_then(|id| env.context.host.message(i32::try_from(id).ok()?));
    // -1 is the severity that the message has.
    let severity = match &message {
        Some(message) if written == -1 => message.severity,
        _ => written.clamp(0, 25) as u8,
    };
    let state = match number(raise.state) {
        state @ 0..=255 => state as u8,
        _ => 1,
    };
    if severity > SEVERITY_MAX {
        // 2754: beyond that only with LOG, by an administrator.
        return Err(SqlError::new(2754, 16, 1, vec![SEVERITY_MAX.to_string()]));
    }
    let text = match env.frame.get(raise.message) {
        Value::Str(text) => text.clone(),
        Value::Null => return Ok(Raised::Message),
        id => {
            let id = id.as_i64().unwrap_or_default();
            if !(13_000..=i64::from(i32::MAX)).contains(&id) || id == i64::from(FIRST_OF_USERS) {
                // 2732: it is no number of a message that can be raised.
                return Err(SqlError::new(2732, 16, 1, vec![id.to_string()]));
            }
            if let Some(message) = message {
                let values = arguments(env, raise)?;
                let args = match message.number < FIRST_OF_USERS {
                    true => values.iter().map(message_format::written).collect(),
                    false => vec![message_format::format(&message.text, &values)?],
                };
                return Ok(raised(env, raise, SqlError::new(message.number, severity, state, args)));
            }
            // 18054: there is no such message.
            return Err(SqlError::new(
                18054,
                16,
                1,
                [id, severity.into(), state.into()].map(|n| n.to_string()).to_vec(),
            ));
        }
    };
    let text = message_format::format(&text, &arguments(env, raise)?)?;
    Ok(raised(env, raise, SqlError::new(FIRST_OF_USERS, severity, state, vec![text])))
}

/// An error is the caller's, a message is sent.
fn raised(env: &mut Env<'_, '_>, raise: &RaiseError, mut error: SqlError) -> Raised {
    if error.severity > 10 {
        return Raised::Error(error);
    }
    env.frame.globals.row_count = 0;
    env.frame.globals.error = if raise.sets_error { error.number } else { 0 };
    // Severity 10 is 0 on its way to the client.
    if error.severity == 10 {
        error.severity = 0;
    }
    env.sink.message(Message::Error(error));
    if raise.goes_at_once {
        env.sink.flush();
    }
    Raised::Message
}

/// What goes into the text: 2748 for a value that has no place in one.
fn arguments(env: &Env<'_, '_>, raise: &RaiseError) -> Result<Vec<Value>, SqlError> {
    let mut values = Vec::with_capacity(raise.arguments.len());
    for (place, (register, data_type)) in raise.arguments.iter().enumerate() {
        let value = env.frame.get(*register);
        let is_allowed = value.is_null()
            || data_type.is_string()
            || matches!(value, Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_) | Value::BigInt(_));
        if !is_allowed {
            // 2748: a value of that type has no place in a message.
            return Err(SqlError::new(2748, 16, 1, vec![data_type.name().to_owned(), (place + 1).to_string()]));
        }
        values.push(value.clone());
    }
    Ok(values)
}

/// The number of a message that has none of its own; users' own begin here.
const FIRST_OF_USERS: i32 = 50000;
/// The severity of what THROW raises.
const THROWN: u8 = 16;
/// The highest severity that RAISERROR may give.
const SEVERITY_MAX: u8 = 18;
