//! THROW and RAISERROR.

use super::Env;
use super::command::{Command, CommandError, Compilation, Constants, Description};
use crate::statement::event::EventSource;
use sluice_base::error_log::{LogLevel, LogSource};
use sluice_catalog::security::codes;
use sluice_functions::message_format;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_syntax::ast::{self, RaiseOption};
use sluice_types::{DataType, Length, SqlError, Value};

/// THROW.
enum Throw {
    /// THROW of the number, the message and the state in registers.
    New([Reg; 3]),
    /// THROW without operands: raises the enclosing CATCH block's error again.
    Again,
}

/// RAISERROR.
struct RaiseError {
    /// The text or the message number.
    message: Reg,
    /// The severity.
    severity: Reg,
    /// The state.
    state: Reg,
    /// The arguments of the text and their types.
    arguments: Vec<(Reg, DataType)>,
    /// SETERROR: `@@ERROR` is set at any severity.
    sets_error: bool,
    /// NOWAIT: the message is sent at once, with all pending output.
    goes_at_once: bool,
    /// LOG: the message goes to the error log.
    is_logged: bool,
}

/// Compiles THROW. Its number, message and state become expressions. Without operands it must be in
/// a CATCH block, otherwise fails with 10704.
pub(in crate::statement) fn compile_throw(
    throw: Option<&ast::Throw>,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let throw = match throw {
        Some(ast::Throw { number, message, state }) => {
            let number = to.emit(number, DataType::Int)?;
            let message = to.emit(message, DataType::NVarChar(Length::Limited(2048)))?;
            Throw::New([number, message, to.emit(state, DataType::TinyInt)?])
        }
        None if to.is_in_catch() => Throw::Again,
        // 10704: THROW without operands is allowed only inside a CATCH block.
        None => return Err(SqlError::throw_outside_catch()),
    };
    to.add(Box::new(throw));
    Ok(())
}

/// Compiles RAISERROR. Fails with 2747 for more than 20 arguments, and with 206 for a message that
/// is neither text nor number. The message number, severity and format are checked at the run.
pub(in crate::statement) fn compile_raise_error(
    raise: &ast::RaiseError,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    if raise.arguments.len() > ARGUMENTS_MAX {
        // 2747: too many substitution parameters.
        return Err(SqlError::too_many_raiserror_arguments(ARGUMENTS_MAX));
    }
    let (message, data_type) = to.emit_untyped(&raise.message)?;
    if !data_type.is_string() && !data_type.is_numeric() {
        // 2748 doesn't cover the message operand, so 206 reports the clash.
        return Err(SqlError::type_clash(data_type.operand_name(), "varchar"));
    }
    let severity = to.emit(&raise.severity, DataType::Int)?;
    let state = to.emit(&raise.state, DataType::Int)?;
    let arguments = raise.arguments.iter().map(|argument| to.emit_untyped(argument));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let sets_error = raise.options.contains(&RaiseOption::SetError);
    let goes_at_once = raise.options.contains(&RaiseOption::NoWait);
    let is_logged = raise.options.contains(&RaiseOption::Log);
    to.add(Box::new(RaiseError { message, severity, state, arguments, sets_error, goes_at_once, is_logged }));
    Ok(())
}

impl Command for Throw {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("t-sql/language-elements/throw-transact-sql.md")
    }

    /// The class of errors in the operands. The thrown error has the class `Throw`.
    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Err(CommandError::Thrown(match self {
            Throw::New(operands) => thrown(env, *operands),
            Throw::Again => {
                let caught = env.context.caught_error().expect("a CATCH block was entered for an error");
                (*caught).clone()
            }
        }))
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Ends
    }
}

impl Command for RaiseError {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        if self.is_logged {
            return rights.server_or(codes::ALTER_TRACE, SqlError::raiserror_with_log_needs_sysadmin());
        }
        rights.everybody("t-sql/language-elements/raiserror-transact-sql.md")
    }

    /// The class of errors in the operands. The raised error has the class `RaiseError`.
    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    /// Sends a message of severity 10 or lower, and raises an error of higher severity. Fails with
    /// 2732, 18054, 2754 or an error of [`message_format::format`] if RAISERROR itself is wrong.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        if let Some(error) = self.error(env)? {
            if self.is_logged || is_always_logged(env, &error) {
                log(env, &error);
            }
            if error.severity > MESSAGE_SEVERITY_MAX {
                return Err(CommandError::Raised { error, goes_at_once: self.goes_at_once });
            }
            self.send(env, error);
        }
        env.end_statement("");
        Err(CommandError::Sent)
    }

    fn description(&self, constants: Constants<'_>) -> Description {
        let severity = constants.iter().find(|(register, _)| *register == self.severity);
        match severity.and_then(|(_, severity)| severity.as_i64()) {
            Some(severity) if severity <= i64::from(MESSAGE_SEVERITY_MAX) => Description::Continues,
            _ => Description::Ends,
        }
    }
}

/// Returns the error of a THROW with number, message and state in registers. Returns 35100 if the
/// number is below 50000.
fn thrown(env: &Env<'_, '_>, [number, message, state]: [Reg; 3]) -> SqlError {
    let number = env.frame.get(number).as_i64().and_then(|number| i32::try_from(number).ok()).unwrap_or_default();
    if number < FIRST_OF_USERS {
        return SqlError::throw_number_out_of_range(number);
    }
    let message = env.frame.get(message).as_str().unwrap_or_default().replace("%%", "%");
    let state = env.frame.get(state).as_i64().and_then(|state| u8::try_from(state).ok()).unwrap_or_default();
    SqlError::new(number, THROWN, state, vec![message])
}

impl RaiseError {
    /// Returns the error or message; `None` for a text that is NULL.
    fn error(&self, env: &Env<'_, '_>) -> Result<Option<SqlError>, SqlError> {
        let number = |register: Reg| env.frame.get(register).as_i64().unwrap_or_default();
        let (id, written) = (env.frame.get(self.message).as_i64(), number(self.severity));
        let message = id.filter(|id| (13_000..=i64::from(i32::MAX)).contains(id) && *id != i64::from(FIRST_OF_USERS));
        let message = message.and_then(|id| env.context.host.message(i32::try_from(id).ok()?));
        // -1 means the severity of the stored message.
        let severity = match &message {
            Some(message) if written == -1 => message.severity,
            _ => written.clamp(0, 25) as u8,
        };
        let state = match number(self.state) {
            state @ 0..=255 => state as u8,
            _ => 1,
        };
        if severity > SEVERITY_MAX && !self.is_logged {
            // 2754: a higher severity needs WITH LOG and an administrator.
            return Err(SqlError::severity_needs_sysadmin(SEVERITY_MAX));
        }
        let text = match env.frame.get(self.message) {
            Value::Str(text) => text.clone(),
            Value::Null => return Ok(None),
            id => {
                let id = id.as_i64().unwrap_or_default();
                if !(13_000..=i64::from(i32::MAX)).contains(&id) || id == i64::from(FIRST_OF_USERS) {
                    // 2732: the number can't be raised.
                    return Err(SqlError::invalid_error_number(id));
                }
                if let Some(message) = message {
                    let values = arguments(env, self)?;
                    let args = match message.number < FIRST_OF_USERS {
                        true => values.iter().map(message_format::written).collect(),
                        false => vec![message_format::format(&message.text, &values)?],
                    };
                    return Ok(Some(SqlError::new(message.number, severity, state, args)));
                }
                // 18054: the message doesn't exist.
                return Err(SqlError::unknown_message_raised(id, severity, state));
            }
        };
        let text = message_format::format(&text, &arguments(env, self)?)?;
        Ok(Some(SqlError::new(FIRST_OF_USERS, severity, state, vec![text])))
    }

    /// Sends a message of severity 10 or lower.
    fn send(&self, env: &mut Env<'_, '_>, mut message: SqlError) {
        env.frame.globals.row_count = 0;
        env.frame.globals.error = if self.sets_error { message.number } else { 0 };
        // The protocol sends severity 10 as 0.
        if message.severity == MESSAGE_SEVERITY_MAX {
            message.severity = 0;
        }
        env.sink.message(Message::Error(message.at_line(env.frame.globals.line)));
        if self.goes_at_once {
            env.sink.flush();
        }
    }
}

/// Whether a user message was stored with `@with_log = 'TRUE'`.
fn is_always_logged(env: &Env<'_, '_>, error: &SqlError) -> bool {
    let stored = || env.context.host.message(error.number);
    error.number > FIRST_OF_USERS && stored().is_some_and(|message| message.is_logged)
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
            return Err(SqlError::invalid_raiserror_argument_type(data_type.name(), place + 1));
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
/// The highest severity of a message that isn't an error.
const MESSAGE_SEVERITY_MAX: u8 = 10;
/// Maximum number of RAISERROR's substitution arguments.
const ARGUMENTS_MAX: usize = 20;
