//! One database's storage as the layers above hold it, and the trait by which the access methods explain their records.

use crate::crew::Crew;
use crate::data_growth::DataGrowth;
use crate::decisions::Decisions;
use crate::delayed::DelayedCommits;
use crate::error::StorageError;
use crate::leftovers::Leftovers;
use crate::lock::{LockManager, OwnerId};
use crate::pending::PendingReleases;
use crate::record::Record;
use crate::redo_pages::RedoPages;
use crate::table::TransactionTable;
use crate::transaction::Transaction;
use crate::undo_chain::UndoChain;
use crate::versions::VersionStore;
use sluice_base::clock::Clock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn};
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_vfs::File;
use sluice_wal::{Log, LogFile};
use std::fmt;
use std::time::Duration;

/// What the records of kind [`crate::FIRST_HANDLER_KIND`] and above mean. Implemented by the access methods.
pub trait LogHandler: Send + Sync {
    /// Has `pages` do again what the record says, on every page that it is about, each with what the record says of that
    /// page alone (the rule of [`crate::redo_pages`]). Several threads call this for the same record, each with pages
    /// of its own.
    fn redo(&self, record: &Record<'_>, pages: &mut RedoPages<'_>) -> Result<(), StorageError>;

    /// Undoes the newest record of `chain`, and as many of those before it as it takes from there, and logs that by exactly
    /// one [`Storage::compensate`] of the chain. System records that it needs on the way (a split) come before that one.
    /// Called for records of [`Storage::log_change`] only.
    fn undo(&self, db: &Storage, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<(), StorageError>;

    /// Releases what the intent names, by system records. Called when the commit is on disk; again after a crash, as long as the
    /// log does not say that it is done. It must therefore find out by itself how much of it is done already, also when
    /// another object uses the pages by then (an object's id is never given again). False, and nothing done: it is too early, since
    /// somebody still reads what is to go; then it is asked again.
    fn release(&self, db: &Storage, intent: &[u8]) -> Result<bool, StorageError>;
}

/// What a [`Storage`] is opened from.
pub struct StorageParts {
    /// The database.
    pub id: DatabaseId,
    /// The instance's pages; the database is not attached yet.
    pub pool: Arc<BufferPool>,
    /// Its log, opened but not started.
    pub log: LogFile,
    /// Its data files; without the log, which recovery starts.
    pub data: DatabaseFiles,
    /// What its records mean.
    pub handler: Arc<dyn LogHandler>,
    /// For the times of begin and commit records.
    pub clock: Arc<dyn Clock>,
    /// What it counts.
    pub counters: Arc<DatabaseCounters>,
    /// The instance's locks.
    pub locks: Arc<LockManager>,
    /// Who lends threads to recovery.
    pub crew: Arc<dyn Crew>,
    /// The database that decides on transactions across databases, open; none: this one itself.
    pub coordinator: Option<Arc<Storage>>,
    /// The instance's row versions.
    pub versions: Arc<VersionStore>,
}

/// One database's storage below SQL: all that access methods need. Recovery is done when it exists.
pub struct Storage {
    /// The database.
    pub id: DatabaseId,
    /// Its pages.
    pub pool: Arc<BufferPool>,
    /// Its log.
    pub log: Arc<Log>,
    /// Its primary data file: for growing it; pages are read and written by the pool alone.
    pub data: Arc<dyn File>,
    /// The instance's locks.
    pub locks: Arc<LockManager>,
    /// Where deletes have left something.
    pub leftovers: Leftovers,
    /// The instance's row versions.
    pub versions: Arc<VersionStore>,
    pub(crate) handler: Arc<dyn LogHandler>,
    pub(crate) clock: Arc<dyn Clock>,
    /// What it counts.
    pub counters: Arc<DatabaseCounters>,
    pub(crate) table: TransactionTable,
    pub(crate) pending: PendingReleases,
    /// Held for the length of a checkpoint, so that there is never a second one, and by whoever changes for whom the log is kept.
    pub(crate) checkpoints: Mutex<LastCheckpoint>,
    pub(crate) delayed: DelayedCommits,
    /// Writing pages has failed; see [`StorageError::PagesFailed`].
    pub(crate) pages_failed: AtomicBool,
    /// How many bytes of log a recovery may have to redo.
    pub(crate) redo_max: AtomicU64,
    /// A checkpoint is to be taken, however little was logged since the last: a record found the log full, or a recovery had work.
    pub(crate) checkpoint_wanted: AtomicBool,
    /// A record found the log full since the last checkpoint.
    pub(crate) was_full: AtomicBool,
    /// Which database it is, wherever its files are.
    pub(crate) guid: DatabaseGuid,
    /// Who decides on transactions across databases; none: itself.
    pub(crate) coordinator: Option<Arc<Storage>>,
    /// What it has decided, as a coordinator.
    pub(crate) decisions: Decisions,
    /// Where the log ended when the last checkpoint was done.
    pub(crate) checkpointed: AtomicU64,
    /// See [`Storage::is_temporary`].
    pub(crate) temporary: bool,
    /// See [`Storage::keeps_versions`].
    pub(crate) keeps_versions: AtomicBool,
    /// By how much the data file grows.
    pub data_growth: DataGrowth,
}

/// The checkpoint that was taken last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastCheckpoint {
    /// Its record; NONE if there is none.
    pub(crate) record: Lsn,
    /// Where the log begins to be needed by the recovery that begins at it.
    pub(crate) keep_from: Lsn,
}

/// When a commit returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommitDurability {
    /// When its commit record is on disk.
    Full,
    /// When its commit record is in the log buffer. A power cut may lose it and all that came after it, never one before.
    Delayed,
}

impl Storage {
    /// A new transaction of the engine's own, which waits for no other. It costs nothing until its first change.
    pub fn begin(&self) -> Transaction {
        self.begin_for(OwnerId::NONE)
    }

    /// A new transaction of a session: `owner` has its locks. It costs nothing until its first change.
    pub fn begin_for(&self, owner: OwnerId) -> Transaction {
        self.counters.transactions.add(1);
        Transaction::new(owner)
    }

    /// Now, in local nanoseconds since 1970, as exact as GETDATE() is.
    pub fn local_ns(&self) -> i64 {
        let utc_ns = self.clock.utc_coarse_ns();
        utc_ns + i64::from(self.clock.local_offset_s(utc_ns)) * 1_000_000_000
    }

    /// The newest delayed commit's record; NONE if there was none. While it is not durable, the tail of the log waits to be
    /// hardened in the background.
    pub fn last_delayed(&self) -> Lsn {
        self.delayed.newest()
    }

    /// Sets how old what a power cut could still take may be when a delayed commit returns: beyond it, delayed commits wait for the
    /// disk (WRITELOG). 100 ms unless set.
    pub fn bound_delayed(&self, limit: Duration) {
        self.delayed.set_limit(limit);
    }

    /// Hardens what delayed commits have appended so far. To be called in the background, some times within the bound.
    pub fn harden_delayed(&self) -> Result<(), StorageError> {
        let began_ns = self.clock.monotonic_ns();
        // Only delayed commits are hardened here: an open transaction's records can wait for its commit, and
        // hardening them would be a flush that nothing asked for (L2).
        if self.last_delayed() >= self.log.durable() {
            self.log.flush_tail()?;
        }
        self.delayed.hardened(began_ns);
        Ok(())
    }

    /// How far, in bytes of log, the end of the log is beyond the last checkpoint.
    pub(crate) fn logged_since_checkpoint(&self) -> u64 {
        let last = Lsn(self.checkpointed.load(Ordering::Relaxed));
        (self.log.tail().block().saturating_sub(last.block())) * Lsn::BLOCK_UNIT
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("id", &self.id).field("table", &self.table).finish_non_exhaustive()
    }
}
