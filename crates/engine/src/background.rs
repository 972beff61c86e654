//! The background work of one open database, in two lanes that run beside each other.
//!
//! The log's lane writes full log blocks, hardens delayed commits in time and completes growths.
//! The pages' lane writes the oldest pages, takes checkpoints (which truncate the log) and cleans
//! up ghost records. The lanes are separate because page writes may take long and the log must not
//! wait for them. Both only call functions of lower layers. A turn is short and never waits for
//! another turn, so that a few threads serve all databases (`background_pool`).

use crate::failures::{Failures, is_final};
use sluice_base::clock::Clock;
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::ids::Lsn;
use sluice_base::probe::Probe;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex, reached};
use sluice_table::{Database, NO_AUTOMATIC_CHECKPOINTS, TraceFlags};
use sluice_txn::{Storage, StorageError};
use std::time::Duration;

/// The two kinds of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    Log,
    Pages,
}

/// The needs of a lane after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Another turn at once, after those of other databases.
    Again,
    /// A turn when the time for it has come.
    Later,
    /// Nothing, until the log wakes: [`DatabaseWork::rest`] may put the database to rest.
    Rest,
    /// Nothing any more: the log has failed.
    Never,
}

/// The services that the work of all databases uses.
pub(crate) struct Services {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) trace_flags: Arc<TraceFlags>,
    pub(crate) error_log: Arc<ErrorLog>,
    /// Signals that a database must be restarted.
    pub(crate) failures: Arc<Failures>,
    /// Whether the log says that the system refuses overlapped batches.
    pub(crate) is_refusal_noted: AtomicBool,
    /// The interval of the turns.
    pub(crate) turn: Duration,
}

impl Services {
    /// Logs once that the system refuses overlapped batches of reads and writes.
    fn note_refusal(&self) {
        let Some(why) = sluice_vfs::machine::batch_refusal() else { return };
        if !self.is_refusal_noted.swap(true, Ordering::Relaxed) {
            let text = format_args!("The system refuses io_uring ({why}). Batches of pages use blocking calls.");
            self.error_log.information(LogSource::Server, text);
        }
    }
}

/// The work of one database. Each lane has its own lock, held for a turn.
pub(crate) struct DatabaseWork {
    storage: Arc<Storage>,
    services: Arc<Services>,
    notes: Notes,
    log: Mutex<LogLane>,
    pages: Mutex<PageLane>,
}

/// The state of the log's lane. One thread at a time uses it.
struct LogLane {
    hardened_ns: u64,
    growths: u64,
    /// The end of the log at the last turn, and the turns since it has changed.
    tail: Lsn,
    quiet_turns: u32,
}

/// The state of the pages' lane. One thread at a time uses it.
#[derive(Default)]
struct PageLane {
    /// The turns to skip after an error.
    skipped: u32,
    has_failed: bool,
}

impl DatabaseWork {
    /// Returns the work of a database whose log counts as hardened now.
    pub(crate) fn new(database: &Database, services: &Arc<Services>) -> DatabaseWork {
        let storage = &database.storage;
        let log = LogLane {
            hardened_ns: services.clock.monotonic_ns(),
            growths: storage.counters.log_growths.get(),
            tail: storage.log.tail(),
            quiet_turns: 0,
        };
        DatabaseWork {
            storage: storage.clone(),
            services: services.clone(),
            notes: Notes { log: services.error_log.clone(), database: database.name.clone() },
            log: Mutex::new(log),
            pages: Mutex::default(),
        }
    }

    /// Runs one turn of a lane. Returns when the lane needs its next turn.
    pub(crate) fn turn(&self, lane: Lane) -> Next {
        match lane {
            Lane::Log => self.log_turn(),
            Lane::Pages => self.page_turn(),
        }
    }

    /// Puts the log to rest, if nothing is left to do in the background. Returns whether it rests.
    /// A failed checkpoint, ghosts to clean up and a due checkpoint are work. The buffer pool's
    /// part rests too. A turn of the pages' lane in progress counts as work.
    pub(crate) fn rest(&self) -> bool {
        let automatic = !self.services.trace_flags.is_on(NO_AUTOMATIC_CHECKPOINTS);
        let has_work = self.pages.try_lock().is_none_or(|pages| pages.has_failed)
            || self.storage.needs_tidying()
            || automatic && self.storage.checkpoint_due();
        let rests = !has_work && self.storage.log.rest();
        if rests {
            self.storage.pool.rest(self.storage.id);
        }
        rests
    }

    fn log_turn(&self) -> Next {
        let mut lane = self.log.lock();
        // A log that failed once is poisoned. Sessions report the error, and the lane ends.
        match self.write_log(&mut lane) {
            Ok(true) => return Next::Again,
            Ok(false) => {}
            Err(error) => {
                self.notes.log_failed(&error);
                self.services.failures.raise();
                return Next::Never;
            }
        }
        let tail = self.storage.log.tail();
        lane.quiet_turns = if tail == lane.tail { lane.quiet_turns + 1 } else { 0 };
        lane.tail = tail;
        if lane.quiet_turns < QUIET_TURNS { Next::Later } else { Next::Rest }
    }

    /// Writes full blocks and hardens delayed commits. Returns whether more may be left to write.
    fn write_log(&self, lane: &mut LogLane) -> Result<bool, StorageError> {
        let storage = &*self.storage;
        if storage.is_temporary() {
            // Cleans up first, so that the checkpoint writes less.
            storage.checkpoint()?;
        }
        let mut has_more = true;
        for _ in 0..BLOCKS_PER_TURN {
            // Alternates: a growth of the log is long, and full blocks must not wait for all of it.
            has_more = storage.log.background_turn()? | storage.log.growth_turn()?;
            if !has_more {
                break;
            }
        }
        if storage.counters.log_growths.get() != lane.growths {
            lane.growths = storage.counters.log_growths.get();
            self.notes.log_grew(storage);
        }
        let now_ns = self.services.clock.monotonic_ns();
        if now_ns.saturating_sub(lane.hardened_ns) >= self.services.turn.as_nanos() as u64 {
            lane.hardened_ns = now_ns;
            storage.harden_delayed()?;
        }
        Ok(has_more)
    }

    fn page_turn(&self) -> Next {
        let mut lane = self.pages.lock();
        if lane.skipped > 0 {
            lane.skipped -= 1;
            return Next::Later;
        }
        self.services.note_refusal();
        sluice_access::tidy(&self.storage);
        // The rollback of a session that ends has nobody to report its failure to.
        if self.storage.failure().is_some() {
            self.services.failures.raise();
        }
        match self.look_after_pages() {
            Ok(has_more) => {
                lane.has_failed = false;
                if has_more { Next::Again } else { Next::Later }
            }
            // The database must be opened again.
            Err(error) if is_final(&error) => {
                self.notes.checkpoint_failed(&error);
                self.services.failures.raise();
                Next::Never
            }
            // Sessions report the error when they meet it. A temporary error (a failed write of
            // pages, no log space for the record, all pages in use) is retried.
            Err(error) => {
                // The retries that fail too are not logged.
                if !std::mem::replace(&mut lane.has_failed, true) {
                    self.notes.checkpoint_failed(&error);
                }
                lane.skipped = PAUSE_AFTER_ERROR.as_millis().div_ceil(self.services.turn.as_millis().max(1)) as u32;
                Next::Later
            }
        }
    }

    /// Writes some of the oldest pages, and takes a checkpoint if one is due. Returns whether more
    /// old pages may be left.
    fn look_after_pages(&self) -> Result<bool, StorageError> {
        // An eviction may have met the failure.
        self.storage.check_page_writes()?;
        // With the trace flag, no checkpoint is automatic.
        if self.services.trace_flags.is_on(NO_AUTOMATIC_CHECKPOINTS) {
            return Ok(false);
        }
        if self.storage.shorten_redo()? {
            return Ok(true);
        }
        if self.storage.checkpoint_due() {
            self.storage.automatic_checkpoint()?;
            reached(Probe::BackgroundCheckpoint);
        }
        Ok(false)
    }
}

/// Returns the interval of the turns: a little less than half the time at risk, from 1 ms to
/// [`TURN_MAX`]. A delayed commit is hardened after at most two turns and a write: within the time
/// at risk, if the disk keeps up.
pub(crate) fn turn_within(at_risk_max: Duration) -> Duration {
    at_risk_max.mul_f64(0.45).clamp(Duration::from_millis(1), TURN_MAX)
}

/// Writes what happens to a database to the error log.
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

/// The longest interval of the turns: with the default time at risk of 100 ms.
const TURN_MAX: Duration = Duration::from_millis(45);
/// The pause of the pages' lane after an error.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);
/// The turns without a new record before a database rests: about a second.
const QUIET_TURNS: u32 = 20;
/// The log blocks written in one turn.
const BLOCKS_PER_TURN: u32 = 16;
