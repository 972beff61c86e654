//! Messages as `sys.messages` has them: the system's, and those that users add (`sp_addmessage`), which master keeps.

use sluice_base::sync::{Arc, Mutex};
use std::collections::BTreeMap;

/// A message, in the one language that there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMessage {
    /// Its number.
    pub number: i32,
    /// How grave it is, from 1 to 25.
    pub severity: u8,
    /// Its text: of the system's `%1!` stands for the first value, in users' places are as in C's printf.
    pub text: Arc<str>,
}

/// The users' messages in memory.
#[derive(Debug, Default)]
pub struct UserMessages {
    messages: Mutex<BTreeMap<i32, StoredMessage>>,
}

impl UserMessages {
    /// The message `number`, if there is one.
    pub fn get(&self, number: i32) -> Option<StoredMessage> {
        self.messages.lock().get(&number).cloned()
    }

    /// All, in the order of their numbers.
    pub fn all(&self) -> Vec<StoredMessage> {
        self.messages.lock().values().cloned().collect()
    }

    /// Puts one in, in the place of one with its number.
    pub fn put(&self, message: StoredMessage) {
        self.messages.lock().insert(message.number, message);
    }

    /// Takes one out.
    pub fn remove(&self, number: i32) {
        self.messages.lock().remove(&number);
    }
}

/// The number of a message that has none of its own; those of users are beyond it.
pub const NO_MESSAGE: i32 = 50_000;
/// How many characters a user's message has at most.
pub const TEXT_LENGTH_MAX: u16 = 255;
