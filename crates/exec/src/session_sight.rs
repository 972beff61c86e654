//! What others may see of a session while it lives.

use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::atomic::{AtomicU16, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::WaitCells;

/// What a session shows of itself.
#[derive(Debug)]
pub struct SessionSight {
    /// Its id.
    pub id: SessionId,
    /// What it has waited for.
    pub waits: Arc<WaitCells>,
    database: AtomicU16,
    // The batch that it was given last; empty before the first.
    input: Mutex<String>,
}

impl SessionSight {
    /// Of a session that begins in a database.
    pub fn new(id: SessionId, database: DatabaseId) -> SessionSight {
        let database = AtomicU16::new(database.0);
        SessionSight { id, waits: Arc::default(), database, input: Mutex::default() }
    }

    /// Its current database.
    pub fn database(&self) -> DatabaseId {
        DatabaseId(self.database.load(Ordering::Relaxed))
    }

    /// It has another current database.
    pub fn set_database(&self, database: DatabaseId) {
        self.database.store(database.0, Ordering::Relaxed);
    }

    /// It is given a batch.
    pub fn take_input(&self, batch: &str) {
        let mut input = self.input.lock();
        input.clear();
        let is_short = batch.len() <= INPUT_SHOWN;
        let end = if is_short { None } else { batch.char_indices().nth(INPUT_SHOWN).map(|(place, _)| place) };
        input.push_str(&batch[..end.unwrap_or(batch.len())]);
    }

    /// The beginning of the batch that it was given last.
    pub fn input(&self) -> Option<String> {
        Some(self.input.lock().clone()).filter(|input| !input.is_empty())
    }
}

/// How many characters of a batch DBCC INPUTBUFFER shows.
const INPUT_SHOWN: usize = 4000;
