//! One database's storage below SQL, and the trait by which the access methods interpret their
//! records.

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

/// Redo, undo and release of the records of kind [`crate::FIRST_HANDLER_KIND`] and above.
/// Implemented by the access methods.
pub trait LogHandler: Send + Sync {
    /// Redoes the record on each of its pages by [`RedoPages::change`], from the record and that
    /// page alone (the rule of [`crate::redo_pages`]). Several threads call this for the same
    /// record, each with its own share of pages.
    fn redo(&self, record: &Record<'_>, pages: &mut RedoPages<'_>) -> Result<(), StorageError>;

    /// Undoes the newest record of `chain` and the earlier records it takes from the chain. Logs
    /// this with exactly one [`Storage::compensate`]. System records needed on the way (a split)
    /// come before that record. Called only for records of [`Storage::log_change`].
    fn undo(&self, db: &Storage, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<(), StorageError>;

    /// Releases the pages the intent names, by system records. Called when the commit is on disk,
    /// and again after a crash until the log has the drop-done record. So the implementation must
    /// detect how much is already done, even if another object uses the pages by then (object ids
    /// are never reused). Returns false, without any effect, if a reader still needs the pages; the
    /// call is repeated later.
    fn release(&self, db: &Storage, intent: &[u8]) -> Result<bool, StorageError>;
}

/// The parts of a [`Storage`] to open.
pub struct StorageParts {
    /// The database's id.
    pub id: DatabaseId,
    /// The instance's buffer pool; the database is not attached yet.
    pub pool: Arc<BufferPool>,
    /// The log, opened but not started.
    pub log: LogFile,
    /// The data files, without the log, which recovery starts.
    pub data: DatabaseFiles,
    /// The handler of the access methods' records.
    pub handler: Arc<dyn LogHandler>,
    /// The clock for begin and commit records.
    pub clock: Arc<dyn Clock>,
    /// The database's counters.
    pub counters: Arc<DatabaseCounters>,
    /// The instance's lock manager.
    pub locks: Arc<LockManager>,
    /// The threads for recovery.
    pub crew: Arc<dyn Crew>,
    /// The open database that decides transactions across databases; `None` for this database
    /// itself.
    pub coordinator: Option<Arc<Storage>>,
    /// The instance's version store.
    pub versions: Arc<VersionStore>,
}

/// One database's storage below SQL. Recovery is complete once it exists.
pub struct Storage {
    /// The database's id.
    pub id: DatabaseId,
    /// The buffer pool.
    pub pool: Arc<BufferPool>,
    /// The log.
    pub log: Arc<Log>,
    /// The primary data file, for growth. Pages are read and written by the pool alone.
    pub data: Arc<dyn File>,
    /// The instance's lock manager.
    pub locks: Arc<LockManager>,
    /// Pages in which deletes have left room or ghosts.
    pub leftovers: Leftovers,
    /// The instance's version store.
    pub versions: Arc<VersionStore>,
    pub(crate) handler: Arc<dyn LogHandler>,
    pub(crate) clock: Arc<dyn Clock>,
    /// The database's counters.
    pub counters: Arc<DatabaseCounters>,
    pub(crate) table: TransactionTable,
    pub(crate) pending: PendingReleases,
    /// Held during a checkpoint, so that only one runs, and during changes of the log's retention.
    pub(crate) checkpoints: Mutex<LastCheckpoint>,
    pub(crate) delayed: DelayedCommits,
    /// Whether writing pages has failed; see [`StorageError::PagesFailed`].
    pub(crate) pages_failed: AtomicBool,
    /// The maximum redo distance, in bytes of log.
    pub(crate) redo_max: AtomicU64,
    /// Requests a checkpoint regardless of the log written: a record found the log full, or a
    /// recovery had work.
    pub(crate) checkpoint_wanted: AtomicBool,
    /// Whether a record found the log full since the last checkpoint.
    pub(crate) was_full: AtomicBool,
    /// The identity of the database, wherever its files are.
    pub(crate) guid: DatabaseGuid,
    /// The coordinator of transactions across databases; `None` for this database itself.
    pub(crate) coordinator: Option<Arc<Storage>>,
    /// The decisions of this database as a coordinator.
    pub(crate) decisions: Decisions,
    /// The end of the log at the last checkpoint.
    pub(crate) checkpointed: AtomicU64,
    /// See [`Storage::is_temporary`].
    pub(crate) temporary: bool,
    /// See [`Storage::keeps_versions`].
    pub(crate) keeps_versions: AtomicBool,
    /// The growth settings of the data file.
    pub data_growth: DataGrowth,
}

/// The last checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastCheckpoint {
    /// The checkpoint record; NONE if there is none.
    pub(crate) record: Lsn,
    /// The first LSN that recovery from this checkpoint needs.
    pub(crate) keep_from: Lsn,
}

/// The point at which a commit returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommitDurability {
    /// When its commit record is on disk.
    Full,
    /// When its commit record is in the log buffer. A power cut may lose it and all later records,
    /// never an earlier one.
    Delayed,
}

impl Storage {
    /// Begins a transaction of the engine itself, which waits for no other. It costs nothing until
    /// its first change.
    pub fn begin(&self) -> Transaction {
        self.begin_for(OwnerId::NONE)
    }

    /// Begins a transaction of a session; `owner` has its locks. It costs nothing until its first
    /// change.
    pub fn begin_for(&self, owner: OwnerId) -> Transaction {
        self.counters.transactions.add(1);
        Transaction::new(owner)
    }

    /// Returns the local time in nanoseconds since 1970, with the precision of GETDATE().
    pub fn local_ns(&self) -> i64 {
        let utc_ns = self.clock.utc_coarse_ns();
        utc_ns + i64::from(self.clock.local_offset_s(utc_ns)) * 1_000_000_000
    }

    /// Returns the newest delayed commit's record, or NONE. While it is not durable, the background
    /// must harden the log's tail.
    pub fn last_delayed(&self) -> Lsn {
        self.delayed.newest()
    }

    /// Sets the maximum age of acknowledged commits at risk when a delayed commit returns. Beyond
    /// it, delayed commits wait for the disk (WRITELOG). The default is 100 ms.
    pub fn bound_delayed(&self, limit: Duration) {
        self.delayed.set_limit(limit);
    }

    /// Hardens the delayed commits appended so far. Called in the background, several times within
    /// the bound.
    pub fn harden_delayed(&self) -> Result<(), StorageError> {
        let began_ns = self.clock.monotonic_ns();
        // Only delayed commits are hardened here. An open transaction's records can wait for its
        // commit; hardening them would be an unneeded flush (L2).
        if self.last_delayed() >= self.log.durable() {
            self.log.flush_tail()?;
        }
        self.delayed.hardened(began_ns);
        Ok(())
    }

    /// Returns the bytes of log written since the last checkpoint.
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
