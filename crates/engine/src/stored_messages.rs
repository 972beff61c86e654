//! User messages (`sp_addmessage`), stored in master.
//!
//! | boot slot of master | object id | key | value |
//! |---|---|---|---|
//! | 13 | 61 | the message's number, u32 big-endian | severity, `LOGGED`, u8; then text, UTF-8 |

use crate::master_tree::MasterTree;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Mutex;
use sluice_session::{StoredMessage, UserMessages};
use sluice_txn::{Storage, StorageError};
use std::sync::Arc;

/// User messages in memory and on disk. The disk changes first.
pub(crate) struct StoredMessages {
    pub(crate) values: UserMessages,
    tree: MasterTree,
    /// Held while a message is written.
    changing: Mutex<()>,
}

impl StoredMessages {
    /// Reads the messages. A row that cannot be decoded is damage.
    pub(crate) fn open(master: &Arc<Storage>) -> Result<StoredMessages, StorageError> {
        let tree = MasterTree::open(master, SLOT, OBJECT)?;
        let rows = tree.rows("a row of sysmessages can't be read", |key, value| {
            let number = u32::from_be_bytes(key.try_into().ok()?) as i32;
            let (severity, text) = value.split_first()?;
            Some(StoredMessage {
                number,
                severity: *severity & !LOGGED,
                is_logged: *severity & LOGGED != 0,
                text: std::str::from_utf8(text).ok()?.into(),
            })
        })?;
        let values = UserMessages::default();
        rows.into_iter().for_each(|message| values.put(message));
        Ok(StoredMessages { values, tree, changing: Mutex::new(()) })
    }

    /// Stores a message, durably. Replaces one with the same number.
    pub(crate) fn keep(&self, message: StoredMessage) -> Result<(), StorageError> {
        let _changing = self.changing.lock();
        let severity = message.severity | if message.is_logged { LOGGED } else { 0 };
        let value = [&[severity], message.text.as_bytes()].concat();
        self.tree.replace(&message.number.to_be_bytes(), &value)?;
        self.values.put(message);
        Ok(())
    }

    /// Removes a message, durably.
    pub(crate) fn forget(&self, number: i32) -> Result<(), StorageError> {
        let _changing = self.changing.lock();
        self.tree.delete(&number.to_be_bytes())?;
        self.values.remove(number);
        Ok(())
    }
}

/// The bit beside the severity, which is at most 25, of a message that goes to the error log.
const LOGGED: u8 = 0x80;

/// The slot of master's boot page.
const SLOT: u8 = 13;
const OBJECT: ObjectId = ObjectId(61);
