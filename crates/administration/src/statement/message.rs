//! `sp_addmessage`, `sp_altermessage` and `sp_dropmessage`
//! (`relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md` and related
//! pages).

use sluice_command::statement::Env;
use sluice_functions::{LANGUAGES, language_named};
use sluice_plan::unsupported;
use sluice_session::user_messages::{NO_MESSAGE, StoredMessage};
use sluice_types::SqlError;

/// The arguments of `sp_addmessage`, with the procedure's defaults for those that are not given.
/// `None` is NULL.
pub struct NewMessage<'a> {
    /// `@msgnum`.
    pub number: Option<i64>,
    /// `@severity`.
    pub severity: Option<i64>,
    /// `@msgtext`.
    pub text: Option<&'a str>,
    /// `@lang`.
    pub language: Option<&'a str>,
    /// `@with_log`.
    pub with_log: Option<&'a str>,
    /// `@replace`.
    pub replace: Option<&'a str>,
}

/// Adds a message, durably. Fails with 15071 without number, severity, text or `with_log`, and for
/// a word that the procedure doesn't know. Fails with 15040 or 15041 if number or severity is
/// invalid, and with 15043 if the message exists and `@replace` isn't given. Fails with 15002
/// within a transaction, and with 40517 for another language.
pub fn add_message(env: &mut Env<'_, '_>, new: &NewMessage<'_>) -> Result<(), SqlError> {
    outside_transaction(env, "sys.sp_addmessage")?;
    let (Some(number), Some(severity), Some(text)) = (new.number, new.severity, new.text) else {
        return Err(usage());
    };
    let number = of_user(number).ok_or_else(SqlError::message_number_too_small)?;
    let severity = u8::try_from(severity).map_err(|_| SqlError::message_severity_out_of_range())?;
    if !(1..=25).contains(&severity) {
        return Err(SqlError::message_severity_out_of_range());
    }
    check_language(new.language, "sp_addmessage")?;
    let is = |given: Option<&str>, word: &str| given.is_some_and(|given| given.trim_end().eq_ignore_ascii_case(word));
    let is_logged = is(new.with_log, "TRUE");
    if !is_logged && !is(new.with_log, "FALSE") || new.replace.is_some() && !is(new.replace, "replace") {
        return Err(usage());
    }
    let host = env.context.host;
    if host.message(number).is_some() && new.replace.is_none() {
        // 15043: REPLACE is required.
        return Err(SqlError::message_exists());
    }
    host.keep_message(StoredMessage { number, severity, is_logged, text: text.into() })
}

/// Sets whether a message goes to the error log, durably. `value` is TRUE or FALSE in any case.
/// Fails with 15179 if the message doesn't exist, and with 40517 for another value and for a change
/// of a system message.
pub fn alter_message(env: &mut Env<'_, '_>, number: Option<i64>, value: Option<&str>) -> Result<(), SqlError> {
    let found = number.and_then(|number| env.context.host.message(i32::try_from(number).ok()?));
    let message = found.ok_or_else(|| not_there(number))?;
    let is_logged = match value.map(|value| value.trim_end().to_lowercase()).as_deref() {
        Some("true") => true,
        Some("false") => false,
        _ => return Err(unsupported("sp_altermessage with another value than TRUE and FALSE")),
    };
    match of_user(message.number.into()) {
        _ if message.is_logged == is_logged => Ok(()),
        Some(_) => env.context.host.keep_message(StoredMessage { is_logged, ..message }),
        None => Err(unsupported("sp_altermessage of a system message")),
    }
}

/// Drops a message. Fails with 15179 if the message doesn't exist and with 15040 for a system
/// message. Fails with 15002 within a transaction, and with 40517 for another language. Durable on
/// return.
pub fn drop_message(env: &mut Env<'_, '_>, number: Option<i64>, language: Option<&str>) -> Result<(), SqlError> {
    outside_transaction(env, "sys.sp_dropmessage")?;
    let Some(id) = number.and_then(of_user) else { return Err(SqlError::message_number_too_small()) };
    check_language(language.filter(|language| !language.eq_ignore_ascii_case("all")), "sp_dropmessage")?;
    if env.context.host.message(id).is_none() {
        return Err(not_there(number));
    }
    env.context.host.forget_message(id)
}

/// Fails with 15002 inside a transaction: messages are written to master at once and can't be
/// rolled back.
fn outside_transaction(env: &Env<'_, '_>, procedure: &str) -> Result<(), SqlError> {
    match env.is_autocommit() {
        true => Ok(()),
        false => Err(SqlError::procedure_in_transaction(procedure)),
    }
}

fn of_user(number: i64) -> Option<i32> {
    i32::try_from(number).ok().filter(|number| *number > NO_MESSAGE)
}

fn check_language(language: Option<&str>, procedure: &str) -> Result<(), SqlError> {
    match language {
        Some(language) if !is_own_language(language) => Err(unsupported(&format!("{procedure} in {language}"))),
        _ => Ok(()),
    }
}

/// 15071: usage error.
fn usage() -> SqlError {
    SqlError::addmessage_usage()
}

/// 15179: no message has that number.
fn not_there(number: Option<i64>) -> SqlError {
    let number = number.map_or("NULL".to_owned(), |number| number.to_string());
    SqlError::message_not_found(number)
}

/// Whether `name` is the language of the messages.
fn is_own_language(name: &str) -> bool {
    language_named(name).is_some_and(|language| *language == LANGUAGES[0])
}
