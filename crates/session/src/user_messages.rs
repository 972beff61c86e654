//! The type of the messages in `sys.messages`, and a cache of all user messages (`sp_addmessage`).
//! Messages have one language. Callers check the numbers, and the engine writes the messages to
//! master before it changes the cache.

use sluice_base::sync::{Arc, Mutex};
use std::collections::BTreeMap;

/// A system or user message, in the one supported language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMessage {
    /// Message number.
    pub number: i32,
    /// Severity from 1 to 25.
    pub severity: u8,
    /// The column `is_event_logged` of `sys.messages`.
    pub is_logged: bool,
    /// Text with printf-style placeholders. Those of system messages include `%S_MSG`.
    pub text: Arc<str>,
}

/// Cache of all user messages.
#[derive(Debug, Default)]
pub struct UserMessages {
    messages: Mutex<BTreeMap<i32, StoredMessage>>,
}

impl UserMessages {
    /// Returns the message with this number, or `None`.
    pub fn get(&self, number: i32) -> Option<StoredMessage> {
        self.messages.lock().get(&number).cloned()
    }

    /// Returns all messages, in the order of their numbers.
    pub fn all(&self) -> Vec<StoredMessage> {
        self.messages.lock().values().cloned().collect()
    }

    /// Adds or replaces a message.
    pub fn put(&self, message: StoredMessage) {
        self.messages.lock().insert(message.number, message);
    }

    /// Removes a message. Does nothing if there is none.
    pub fn remove(&self, number: i32) {
        self.messages.lock().remove(&number);
    }
}

/// Number of ad-hoc messages; numbers of user messages are greater.
pub const NO_MESSAGE: i32 = 50_000;
/// Greatest length of a user message, in characters.
pub const TEXT_LENGTH_MAX: u16 = 255;
