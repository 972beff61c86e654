//! The system's messages in the form of `sys.messages`.

use super::filling::FIRST_OF_USERS;
use sluice_session::StoredMessage;
use sluice_types::error::catalogue::{self, Message, find};

/// Returns the system message with this number, unless it is a number for users' messages.
pub(crate) fn stored(number: i32) -> Option<StoredMessage> {
    find(number).filter(|_| number < FIRST_OF_USERS).map(listed)
}

/// Returns all system messages, sorted by number.
pub(crate) fn all() -> Vec<StoredMessage> {
    catalogue::all().filter(|message| message.number < FIRST_OF_USERS).map(listed).collect()
}

fn listed(message: &Message) -> StoredMessage {
    StoredMessage {
        number: message.number,
        severity: message.listed_severity,
        is_logged: message.is_logged,
        text: message.listed_text().into(),
    }
}
