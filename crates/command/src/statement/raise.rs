//! THROW and RAISERROR.

use super::Env;
use sluice_base::error_log::{LogLevel, LogSource};
use sluice_functions::message_format;
use sluice_query::code::Reg;
use sluice_session::sink::Message;
use sluice_types::{DataType, SqlError, Value};

/// A compiled RAISERROR.
pub struct RaiseError {
    /// The text or the message number.
    pub message: Reg,
    /// The severity.
    pub severity: Reg,
    /// The state.
    pub state: Reg,
    /// The arguments of the text and their types.
    pub arguments: Vec<(Reg, DataType)>,
    /// SETERROR: `@@ERROR` is set at any severity.
    pub sets_error: bool,
    /// NOWAIT: the message is sent at once, with all pending output.
    pub goes_at_once: bool,
    /// LOG: the message goes to the error log.
    pub is_logged: bool,
}

/// Result of a RAISERROR.
pub enum Raised {
    /// A message, already sent.
    Message,
    /// An error.
    Error(SqlError),
}

/// Returns the error of a THROW with number, message and state in registers. Returns 35100 if the
/// number is below 50000.
pub fn thrown(env: &Env<'_, '_>, [number, message, state]: [Reg; 3]) -> SqlError {
    let number = env.frame.get(number).as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or_default();
    if number < FIRST_OF_USERS {
        return SqlError::new(35100, 16, 10, vec![number.to_string()]);
    }
    let message = env.frame.get(message).as_str().unwrap_or_default().replace("%%", "%");
    let state = env.frame.get(state).as_i64().and_then(|state| u8::try_from(state).ok()).unwrap_or_default();
    SqlError::new(number, THROWN, state, vec![message])
}

/// Runs RAISERROR. Sends a message of severity 10 or lower, and returns an error of higher
/// severity. Fails with 2732, 18054, 2754 or an error of [`message_format::format`] if RAISERROR
/// itself is wrong.
pub fn raise_error(env: &mut Env<'_, '_>, raise: &RaiseError) -> Result<Raised, SqlError> {
    let number = |register: Reg| env.frame.get(register).as_i64().unwrap_or_default();
    let (id, written) = (env.frame.get(raise.message).as_i64(), number(raise.severity));
    let message = id.filter(|id| (13_000..=i64::from(i32::MAX)).contains(id) && *id != i64::from(FIRST_OF_USERS));
    let message = message.and_then(|id| env.context.host.message(i32::try_from(id).ok()?));
    // -1 means the severity of the stored message.
    let severity = match &message {
        Some(message) if written == -1 => message.severity,
        _ => written.clamp(0, 25) as u8,
    };
    let state = match number(raise.state) {
        state @ 0..=255 => state as u8,
        _ => 1,
    };
    if severity > SEVERITY_MAX && !raise.is_logged {
        // 2754: a higher severity needs WITH LOG and an administrator.
        return Err(SqlError::new(2754, 16, 1, vec![SEVERITY_MAX.to_string()]));
    }
    let text = match env.frame.get(raise.message) {
        Value::Str(text) => text.clone(),
        Value::Null => return Ok(Raised::Message),
        id => {
            let id = id.as_i64().unwrap_or_default();
            if !(13_000..=i64::from(i32::MAX)).contains(&id) || id == i64::from(FIRST_OF_USERS) {
                // 2732: the number can't be raised.
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
            // 18054: the message doesn't exist.
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

/// Returns an error, or sends a message.
fn raised(env: &mut Env<'_, '_>, raise: &RaiseError, mut error: SqlError) -> Raised {
    if raise.is_logged {
        log(env, &error);
    }
    if error.severity > 10 {
        return Raised::Error(error);
    }
    env.frame.globals.row_count = 0;
    env.frame.globals.error = if raise.sets_error { error.number } else { 0 };
    // The protocol sends severity 10 as 0.
    if error.severity == 10 {
        error.severity = 0;
    }
    env.sink.message(Message::Error(error));
    if raise.goes_at_once {
        env.sink.flush();
    }
    Raised::Message
}

/// Writes an error to the error log. Its text is cut at 440 bytes, as documented.
fn log(env: &Env<'_, '_>, error: &SqlError) {
    let (host, source) = (env.context.host, LogSource::Session(env.state.id));
    let mut text = host.message_text(error);
    text.truncate(text.floor_char_boundary(LOGGED_BYTES_MAX));
    host.error_log().sql_error(LogLevel::Information, source, (error.number, error.severity, error.state), &text);
}

/// Returns the arguments of the text. Fails with 2748 for a type that a message can't show.
fn arguments(env: &Env<'_, '_>, raise: &RaiseError) -> Result<Vec<Value>, SqlError> {
    let mut values = Vec::with_capacity(raise.arguments.len());
    for (place, (register, data_type)) in raise.arguments.iter().enumerate() {
        let value = env.frame.get(*register);
        let is_allowed = value.is_null()
            || data_type.is_string()
            || matches!(value, Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_) | Value::BigInt(_));
        if !is_allowed {
            return Err(SqlError::new(2748, 16, 1, vec![data_type.name().to_owned(), (place + 1).to_string()]));
        }
        values.push(value.clone());
    }
    Ok(values)
}

/// The first number for user messages, and the number of an unnumbered message.
const FIRST_OF_USERS: i32 = 50000;
/// The severity of THROW.
const THROWN: u8 = 16;
/// The greatest length of a logged text in bytes.
const LOGGED_BYTES_MAX: usize = 440;
/// The highest severity without WITH LOG.
const SEVERITY_MAX: u8 = 18;
