//! The background threads of one open database.
//!
//! One thread writes full log blocks and hardens delayed commits in time. The other writes the
//! oldest pages, takes checkpoints (which truncate the log) and cleans up ghost records. They are
//! separate because page writes may take long and the log must not wait for them. Both only call
//! functions of lower layers in a loop.

use crate::storage::Resources;
use sluice_base::clock::Clock;
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::sync::{Arc, Condvar, Mutex, thread};
use sluice_table::{Database, NO_AUTOMATIC_CHECKPOINTS, TraceFlags};
use sluice_txn::{Storage, StorageError};
use std::time::Duration;

pub(crate) struct Background {
    end: Arc<End>,
    storage: Arc<Storage>,
    threads: [thread::JoinHandle<()>; 2],
}

/// The signal that ends the threads.
#[derive(Default)]
struct End {
    is_over: Mutex<bool>,
    changed: Condvar,
}

impl Background {
    pub(crate) fn start(database: &Database, resources: &Resources) -> Background {
        let end = Arc::new(End::default());
        let storage = &database.storage;
        let (clock, flags) = (resources.clock.clone(), resources.trace_flags.clone());
        let notes = Notes { log: resources.error_log.clone(), database: database.name.clone() };
        let notes_of_pages = notes.clone();
        let turn = resources.delayed_at_risk_max.mul_f64(0.45).clamp(Duration::from_millis(1), TURN);
        let (of_log, ending) = (storage.clone(), end.clone());
        let log = thread::spawn(move || write_log(&of_log, clock.as_ref(), turn, &ending, &notes));
        let (of_pages, ending) = (storage.clone(), end.clone());
        let checkpoints = thread::spawn(move || make_checkpoints(&of_pages, &flags, &ending, &notes_of_pages));
        Background { end, storage: storage.clone(), threads: [log, checkpoints] }
    }

    /// Ends the threads and waits for them. A thread that has panicked has nothing left to do:
    /// sessions have met the same fault, or will.
    pub(crate) fn stop(self) {
        self.end.set();
        self.storage.log.wake();
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

impl End {
    fn set(&self) {
        *self.is_over.lock() = true;
        self.changed.notify_all();
    }

    fn is_set(&self) -> bool {
        *self.is_over.lock()
    }

    /// Waits at most `limit` for the signal. Returns whether it was given.
    fn is_set_within(&self, limit: Duration) -> bool {
        let is_over = self.is_over.lock();
        *is_over || *self.changed.wait_timeout(is_over, limit)
    }
}

/// Writes what happens to a database to the error log.
#[derive(Clone)]
struct Notes {
    log: Arc<ErrorLog>,
    database: String,
}

impl Notes {
    fn log_grew(&self, storage: &Storage) {
        let (name, megabytes) = (&self.database, storage.log.usage().total_bytes >> 20);
        let text = format_args!("The log of database '{name}' grew to {megabytes} MB.");
        self.log.information(LogSource::Server, text);
    }

    fn log_failed(&self, error: &StorageError) {
        let name = &self.database;
        let text = format_args!("The log of database '{name}' failed, and the database accepts no commits: {error}.");
        self.log.error(LogSource::Server, text);
    }

    fn checkpoint_failed(&self, error: &StorageError) {
        let text = format_args!("A checkpoint of database '{}' failed: {error}.", self.database);
        self.log.error(LogSource::Server, text);
    }
}

fn write_log(storage: &Storage, clock: &dyn Clock, turn: Duration, end: &End, notes: &Notes) {
    let mut hardened_ns = clock.monotonic_ns();
    let mut growths = storage.counters.log_growths.get();
    let mut work = || -> Result<(), StorageError> {
        if storage.is_temporary() {
            // Cleans up first, so that the checkpoint writes less.
            storage.checkpoint()?;
        }
        // Alternates: a growth of the log is long, and full blocks must not wait for all of it.
        while storage.log.background_turn()? | storage.log.growth_turn()? {}
        if storage.counters.log_growths.get() != growths {
            growths = storage.counters.log_growths.get();
            notes.log_grew(storage);
        }
        let now_ns = clock.monotonic_ns();
        if now_ns.saturating_sub(hardened_ns) >= turn.as_nanos() as u64 {
            hardened_ns = now_ns;
            storage.harden_delayed()?;
        }
        Ok(())
    };
    while !end.is_set() {
        storage.log.wait_for_sealed(turn);
        // A log that failed once is poisoned. Sessions report the error, and this thread ends.
        if let Err(error) = work() {
            notes.log_failed(&error);
            return;
        }
    }
}

fn make_checkpoints(storage: &Storage, flags: &TraceFlags, end: &End, notes: &Notes) {
    let (mut pause, mut has_failed) = (TURN, false);
    while !end.is_set_within(pause) {
        sluice_access::tidy(storage);
        pause = match look_after_pages(storage, flags, end) {
            Ok(()) => {
                has_failed = false;
                TURN
            }
            // A log that failed once accepts nothing until the database is reopened.
            Err(StorageError::Poisoned(_)) => return,
            // Sessions report the error when they meet it. A temporary error (no log space for the
            // record, all pages in use) is retried; for a permanent one the retries are cheap.
            Err(error) => {
                // The retries that fail too are not logged.
                if !std::mem::replace(&mut has_failed, true) {
                    notes.checkpoint_failed(&error);
                }
                PAUSE_AFTER_ERROR
            }
        };
    }
}

fn look_after_pages(storage: &Storage, flags: &TraceFlags, end: &End) -> Result<(), StorageError> {
    // An eviction may have met the failure.
    storage.check_page_writes()?;
    // With the trace flag, no checkpoint is automatic.
    if flags.is_on(NO_AUTOMATIC_CHECKPOINTS) {
        return Ok(());
    }
    while storage.shorten_redo()? && !end.is_set() {}
    if storage.checkpoint_due() { storage.automatic_checkpoint() } else { Ok(()) }
}

/// The interval of the threads' work. A delayed commit is hardened after at most two turns and a
/// write: within 100 ms, if the disk keeps up.
const TURN: Duration = Duration::from_millis(45);

/// The pause of the page-writing thread after an error.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);
