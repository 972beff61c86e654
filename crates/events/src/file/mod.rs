//! Event files: the target `event_file`, and the reader of its files.
//!
//! A raising thread only appends an event to a list in memory. The instance's background thread, or
//! the statement that stops the session, writes the list.
//!
//! # Invariants
//! - A file is diagnostics: it is written through the system's cache and never synced. Recovery
//!   needs nothing of it.
//! - A failed write loses the events of the block, which are counted. It never fails a statement.
//! - A file is never continued by a later start, so only its last block can be torn.

mod format;
mod names;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

pub use format::StoredEvent;
pub use reader::{FileEvents, ReadEvent};

pub(crate) use writer::EventFile;

use sluice_base::error_log::ErrorLog;
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_vfs::Vfs;
use std::path::PathBuf;
use std::time::Duration;

/// The services of the instance that event files use.
pub struct FileEnvironment {
    /// The file system.
    pub vfs: Arc<dyn Vfs>,
    /// The folder of relative names.
    pub folder: PathBuf,
    /// Receives one line for each failure of a file.
    pub error_log: Arc<ErrorLog>,
    /// Wakes the thread that writes.
    pub call: WriterCall,
}

/// The call of the thread that writes event files.
#[derive(Default)]
pub struct WriterCall {
    is_called: Mutex<bool>,
    called: Condvar,
}

impl WriterCall {
    /// Wakes the writer. Waits for nothing.
    pub fn call(&self) {
        *self.is_called.lock() = true;
        self.called.notify_one();
    }

    /// Waits for a call, at most `limit`; without end if it is `None`.
    pub(crate) fn wait(&self, limit: Option<Duration>) {
        let mut is_called = self.is_called.lock();
        if !*is_called {
            is_called = match limit {
                Some(limit) => self.called.wait_timeout(is_called, limit),
                None => self.called.wait(is_called),
            };
        }
        *is_called = false;
    }
}
