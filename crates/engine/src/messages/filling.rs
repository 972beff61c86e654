//! The text of an error, from `sluice_types::error::catalogue`.

use sluice_types::SqlError;
use sluice_types::error::catalogue::find;

/// Returns the text of `error`. A number without a text shows its arguments, so that no information
/// is lost. Numbers of users' messages have their text as the argument.
pub fn text(error: &SqlError) -> String {
    match find(error.number) {
        Some(message) => message.fill(&error.args, error.line),
        // Messages raised by THROW and RAISERROR have their text as an argument.
        None if error.number >= FIRST_OF_USERS && error.args.len() == 1 => error.args[0].clone(),
        None if error.args.is_empty() => format!("Error {}.", error.number),
        None => format!("Error {}: {}.", error.number, error.args.join("; ")),
    }
}

/// Returns whether `number` has a text.
pub fn known(number: i32) -> bool {
    find(number).is_some()
}

/// The first number of user messages.
pub(super) const FIRST_OF_USERS: i32 = 50000;
