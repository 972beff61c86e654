//! The definitions of event sessions, stored in master.
//!
//! The tree has the boot slot 22 of master and the object id 57. A key is the session's id, u32
//! big-endian, and the part's number, u16 big-endian. A value is a part of the statement CREATE
//! EVENT SESSION.
//!
//! The row with the id 0 has the id of the next session as decimal digits. It exists in every
//! instance that has had event sessions, so a dropped `system_health` stays dropped.

use crate::master_tree::MasterTree;
use crate::well_known::MASTER;
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::ids::ObjectId;
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_events::{EventSessions, FileEnvironment, SessionStore, StartFailure};
use sluice_txn::{Storage, StorageError};
use sluice_types::SqlError;
use std::collections::BTreeMap;

struct StoredEventSessions(MasterTree);

/// Opens the event sessions of an instance. None of them runs yet.
pub(crate) fn open(
    master: &Arc<Storage>,
    (waits, broker): (&Arc<Waits>, &Arc<MemoryBroker>),
    files: FileEnvironment,
) -> Result<Arc<EventSessions>, StorageError> {
    let tree = MasterTree::open(master, SLOT, OBJECT)?;
    let parts = tree.rows("a row of an event session can't be read", |key, value| {
        let id = u32::from_be_bytes(key.get(..4)?.try_into().ok()?);
        Some((id, value.to_vec()))
    })?;
    let mut texts: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    parts.into_iter().for_each(|(id, part)| texts.entry(id).or_default().extend(part));
    let read = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
    let next = texts.remove(&NEXT).and_then(|digits| read(digits).parse().ok());
    let stored = texts.into_iter().map(|(id, bytes)| (id, read(bytes)));
    Ok(EventSessions::open((waits, broker), files, Box::new(StoredEventSessions(tree)), stored, next))
}

/// Starts the event sessions with STARTUP_STATE = ON. Logs those that can't be started.
pub(crate) fn begin(sessions: &Arc<EventSessions>, log: &ErrorLog) {
    for failure in sessions.begin() {
        match failure {
            StartFailure::Unreadable(id) => log.error(
                LogSource::Server,
                format_args!(
                    "The stored definition of the event session with the id {id} can't be read. Create it anew."
                ),
            ),
            StartFailure::Failed(name, error) => {
                let text = crate::messages::text(&error);
                log.error(LogSource::Server, format_args!("Event session \"{name}\" failed to start: {text}"));
            }
        }
    }
}

impl SessionStore for StoredEventSessions {
    fn put(&self, id: u32, statement: &str) -> Result<(), SqlError> {
        self.replace(id, Some(statement))
    }

    fn remove(&self, id: u32) -> Result<(), SqlError> {
        self.replace(id, None)
    }

    fn set_next(&self, id: u32) -> Result<(), SqlError> {
        self.replace(NEXT, Some(&id.to_string()))
    }
}

impl StoredEventSessions {
    fn replace(&self, id: u32, text: Option<&str>) -> Result<(), SqlError> {
        let replaced = self.0.replace_long(&id.to_be_bytes(), text.map(str::as_bytes));
        replaced.map_err(|error| sluice_table::storage_error::sql_error(&error, MASTER))
    }
}

const SLOT: u8 = 22;
const OBJECT: ObjectId = ObjectId(57);
/// The id of the row with the next session's id.
const NEXT: u32 = 0;
