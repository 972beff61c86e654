//! Temporary databases (tempdb): created at every start, never recovered (T1, T2).
//!
//! The log of such a database serves live rollback alone:
//! 1. Only a transaction's own changes are logged, without their redo-only part. There is no begin,
//!    end, compensation, system record or checkpoint. An undone change leaves the chain by the
//!    slot's last LSN.
//! 2. Nothing is ever hardened. A block leaves the log buffer when it is full, and the file is not
//!    synced.
//! 3. Pages have no log: they are written back when the pool needs the frame, without regard to the
//!    log.
//! 4. Undo appends nothing, so a change reserves no log space.
//! 5. The log below every active transaction's first record is truncated as soon as there is enough
//!    of it.

use crate::data_growth::DataGrowth;
use crate::decisions::Decisions;
use crate::delayed::DelayedCommits;
use crate::error::StorageError;
use crate::leftovers::Leftovers;
use crate::lock::LockManager;
use crate::pending::PendingReleases;
use crate::redo_distance::REDO_MAX_DEFAULT;
use crate::storage::{LastCheckpoint, LogHandler, Storage};
use crate::table::TransactionTable;
use crate::transaction::Started;
use crate::versions::VersionStore;
use sluice_base::clock::Clock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseId, Lsn, TxnId};
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_wal::Log;

/// The parts of a temporary [`Storage`] to open.
pub struct TemporaryParts {
    /// The database's id.
    pub id: DatabaseId,
    /// The instance's buffer pool; the database is not attached yet.
    pub pool: Arc<BufferPool>,
    /// The new log.
    pub log: Arc<Log>,
    /// The data files, just formatted; without a log and without double-write.
    pub data: DatabaseFiles,
    /// The handler of the access methods' records.
    pub handler: Arc<dyn LogHandler>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The database's counters.
    pub counters: Arc<DatabaseCounters>,
    /// The instance's lock manager.
    pub locks: Arc<LockManager>,
    /// The instance's version store.
    pub versions: Arc<VersionStore>,
}

impl Storage {
    /// Attaches a temporary database with new files to the pool.
    pub fn open_temporary(parts: TemporaryParts) -> Result<Arc<Storage>, StorageError> {
        let TemporaryParts { id, pool, log, data, handler, clock, counters, locks, versions } = parts;
        assert!(
            data.log.is_none() && !data.double_write,
            "pages of a temporary database have no log and no second copy"
        );
        pool.attach(id, data.clone())?;
        Ok(Arc::new(Storage {
            id,
            pool,
            checkpointed: AtomicU64::new(log.tail().0),
            log,
            guid: data.guid,
            data: data.data,
            handler,
            clock,
            counters,
            table: TransactionTable::new(TxnId(1)),
            pending: PendingReleases::default(),
            delayed: DelayedCommits::new(),
            checkpoint_wanted: AtomicBool::new(false),
            was_full: AtomicBool::new(false),
            leftovers: Leftovers::default(),
            pages_failed: AtomicBool::new(false),
            redo_max: AtomicU64::new(REDO_MAX_DEFAULT),
            checkpoints: Mutex::new(LastCheckpoint { record: Lsn::NONE, keep_from: Lsn::NONE }),
            temporary: true,
            keeps_versions: AtomicBool::new(false),
            data_growth: DataGrowth::default(),
            locks,
            coordinator: None,
            decisions: Decisions::default(),
            versions,
        }))
    }

    /// Whether the database is created at every start: nothing in it is recovered, and commits in
    /// it never flush.
    #[inline]
    pub fn is_temporary(&self) -> bool {
        self.temporary
    }

    /// Ends a transaction that has committed or undone all changes. Its releases run at once, since
    /// no rollback can follow.
    pub(crate) fn end_temporary(&self, started: Started) {
        let intents = std::mem::take(&mut started.slot.lock().intents);
        let releases = !intents.is_empty();
        self.pending.add(intents);
        self.leave(started.slot);
        if releases {
            // A failed release is retried by the next checkpoint.
            let _tried_again_later = self.run_releases();
        }
        let since = self.log.tail().block().saturating_sub(Lsn(self.checkpointed.load(Ordering::Relaxed)).block());
        if since * Lsn::BLOCK_UNIT >= TRUNCATE_BYTES {
            self.truncate_temporary();
        }
    }

    /// Truncates the log below the records of active transactions.
    pub(crate) fn truncate_temporary(&self) {
        // The end is read first, then the table. A transaction that reads the log's end later,
        // under its slot's lock, finds the same end or a later one.
        let tail = self.log.tail();
        self.checkpointed.store(tail.0, Ordering::Relaxed);
        let oldest = self.table.snapshot().iter().map(|active| active.first).min();
        self.log.release_below(oldest.unwrap_or(tail));
    }
}

/// The log written between two truncations, in bytes.
const TRUNCATE_BYTES: u64 = 1 << 20;
