//! One database's storage below SQL, and the trait by which the access methods interpret their
//! records.

use crate::change_records::ChangeRecords;
use crate::checkpoint_state::{Checkpoints, LastCheckpoint};
use crate::cleanup::Cleanup;
use crate::data_space::DataSpace;
use crate::decisions::Decisions;
use crate::delayed::DelayedCommits;
use crate::error::StorageError;
use crate::lock::{LockManager, OwnerId};
use crate::page_writes::PageWrites;
use crate::pending::PendingReleases;
use crate::record::Record;
use crate::redo_pages::{Before, RedoPages};
use crate::table::{Active, TransactionTable};
use crate::transaction::{Started, Transaction};
use crate::undo_chain::UndoChain;
use crate::versions::VersionStore;
use sluice_base::clock::Clock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, FilegroupId, Lsn, PageId, TxnId};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_wal::{Log, Space};
use std::fmt;
use std::time::Duration;

/// Redo, undo and release of the records of kind [`crate::FIRST_HANDLER_KIND`] and above.
/// Implemented by the access methods.
pub trait LogHandler: Send + Sync {
    /// Redoes the record on each of its pages by [`RedoPages::change`], from the record and that
    /// page alone (the rule of [`crate::redo_pages`]). Several threads call this for the same
    /// record, each with its own share of pages.
    fn redo(&self, record: &Record<'_>, pages: &mut RedoPages<'_>) -> Result<(), StorageError>;

    /// Calls `note` with each page that the redo of the record changes, as long as the record can
    /// be read. [`LogHandler::redo`] reports the error of a record that can't.
    fn redone_pages(&self, record: &Record<'_>, note: &mut dyn FnMut(PageId, Before));

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

/// A database's use of its log, chosen when the database is opened: [`crate::recovered`],
/// [`crate::temporary`] or [`crate::unrecovered`]. Callers serialize as the methods of [`Storage`]
/// with the same names say.
pub(crate) trait LogPolicy: Send + Sync {
    /// Whether the next start redoes and undoes the log.
    fn is_replayed(&self) -> bool;

    /// Whether the database may be changed at all.
    fn takes_changes(&self) -> bool {
        true
    }

    /// Whether the database is a snapshot of another one.
    fn is_snapshot(&self) -> bool {
        false
    }

    /// Begins the registered transaction `active`, under its own lock.
    fn begin(&self, db: &Storage, active: &mut Active) -> Result<Begun, StorageError>;

    /// Logs a compensation of `undone`, under the transaction's own lock.
    fn compensate(
        &self,
        db: &Storage,
        active: &mut Active,
        undone: &UndoChain<'_>,
        record: PageRecord<'_>,
        space: Space,
    ) -> Result<Compensated, StorageError>;

    /// Logs a record without a transaction. Returns its LSN, or the log's end if the policy logs
    /// none.
    fn system(&self, db: &Storage, record: PageRecord<'_>, space: Space) -> Result<Lsn, StorageError>;

    /// Commits a transaction with changes. Returns the LSN of the commit record, or NONE if the
    /// policy logs none.
    fn commit(&self, db: &Storage, started: Started, durability: CommitDurability) -> Result<Lsn, StorageError>;

    /// Ends a transaction whose changes are undone.
    fn end_undone(&self, db: &Storage, started: Started) -> Result<(), StorageError>;

    /// Waits until the log is on disk up to `lsn`, if a start would need it.
    fn harden(&self, db: &Storage, lsn: Lsn) -> Result<(), StorageError>;

    /// Makes the length of a data file durable, if a start would need it.
    fn settle_length(&self, db: &Storage, file: FileId) -> Result<(), StorageError>;

    /// Whether an automatic checkpoint is due.
    fn is_checkpoint_due(&self, db: &Storage) -> bool;

    /// Takes a checkpoint, under the lock of `last`.
    fn checkpoint(&self, db: &Storage, last: &mut LastCheckpoint, pages: CheckpointPages) -> Result<(), StorageError>;

    /// Writes every page whose oldest unwritten change is at or before `lsn`, and takes a
    /// checkpoint.
    fn checkpoint_past(&self, db: &Storage, lsn: Lsn) -> Result<(), StorageError>;

    /// Writes some of the oldest pages if redo would take too long. Returns whether more may
    /// remain.
    fn shorten_redo(&self, db: &Storage) -> Result<bool, StorageError>;

    /// Ends the log.
    fn close(&self, db: &Storage) -> Result<(), StorageError>;
}

/// A record of one page, or of no page (`PageId::NONE`). The pieces of the payload are written one
/// after another.
pub(crate) struct PageRecord<'a> {
    pub(crate) kind: u8,
    pub(crate) page: PageId,
    pub(crate) payload: &'a [&'a [u8]],
}

/// A transaction's state after its begin.
pub(crate) struct Begun {
    /// The begin record, or NONE.
    pub(crate) last: Lsn,
    /// The log space reserved for the last record, in bytes.
    pub(crate) reserved: u32,
    /// The time of the begin record, in nanoseconds since 1970; 0 without one.
    pub(crate) at_ns: i64,
}

/// The LSNs after a compensation.
pub(crate) struct Compensated {
    /// The LSN for the page.
    pub(crate) stamp: Lsn,
    /// The last record of the transaction's chain.
    pub(crate) last: Lsn,
}

/// The pages that a checkpoint writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckpointPages {
    /// All that were dirty before.
    All,
    /// Those that hold redo back too far.
    Oldest,
}

/// The parts of a [`Storage`] to open.
pub struct StorageParts {
    /// The id of this opening; see [`Storage::id`].
    pub id: DatabaseId,
    /// The instance's buffer pool; the database is not attached yet.
    pub pool: Arc<BufferPool>,
    /// The data files, without the log.
    pub data: DatabaseFiles,
    /// The filegroups of the data files outside PRIMARY.
    pub filegroups: Vec<(FileId, FilegroupId)>,
    /// The handler of the access methods' records.
    pub handler: Arc<dyn LogHandler>,
    /// The clock for begin and commit records.
    pub clock: Arc<dyn Clock>,
    /// The database's counters.
    pub counters: Arc<DatabaseCounters>,
    /// The instance's lock manager.
    pub locks: Arc<LockManager>,
    /// The instance's version store.
    pub versions: Arc<VersionStore>,
}

/// The result of recovery, from which a [`Storage`] starts. A new database has the state after its
/// creation. `policy` decides what is logged; `coordinator` is `None` if the database decides for
/// itself.
pub(crate) struct Start {
    pub(crate) policy: &'static dyn LogPolicy,
    pub(crate) log: Arc<Log>,
    pub(crate) next_txn: TxnId,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) coordinator: Option<Arc<Storage>>,
}

/// One database's storage below SQL. Recovery is complete once it exists. Sessions share it.
/// Closing is explicit; dropping it doesn't write anything.
pub struct Storage {
    /// The id by which the pool, the lock manager and the version store know this opening of the
    /// database: the database's id, or a spare id while an earlier opening is still referenced. So
    /// a late reference to a closed database reaches no page and no lock of the next opening.
    pub id: DatabaseId,
    /// The buffer pool.
    pub pool: Arc<BufferPool>,
    /// The log.
    pub log: Arc<Log>,
    /// The space of the data files.
    pub space: DataSpace,
    /// The instance's lock manager.
    pub locks: Arc<LockManager>,
    /// The instance's version store.
    pub versions: Arc<VersionStore>,
    /// The database's counters.
    pub counters: Arc<DatabaseCounters>,
    pub(crate) handler: Arc<dyn LogHandler>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) policy: &'static dyn LogPolicy,
    /// The parts of a change's record, as the policy requires them.
    pub(crate) changes: ChangeRecords,
    pub(crate) transactions: Transactions,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) page_writes: PageWrites,
    pub(crate) coordination: Coordination,
    /// See [`Storage::keeps_versions`].
    pub(crate) keeps_versions: AtomicBool,
    /// Whether no transaction may change the database.
    is_read_only: AtomicBool,
}

/// The transactions that have changed the database.
pub(crate) struct Transactions {
    pub(crate) active: TransactionTable,
    /// The deferred releases of committed transactions.
    pub(crate) releases: PendingReleases,
    pub(crate) cleanup: Cleanup,
    /// The first failure of a rollback for lack of a file or of memory.
    pub(crate) failed_undo: Mutex<Option<Arc<str>>>,
    /// Whether a transaction's end has failed: the next recovery decides on it.
    pub(crate) has_doubt: AtomicBool,
    /// The commits that a power cut could still take.
    pub(crate) delayed: DelayedCommits,
}

/// The database's part in transactions across databases (see `together`).
pub(crate) struct Coordination {
    /// The identity of the database, wherever its files are.
    pub(crate) guid: DatabaseGuid,
    /// The database that decides; `None` for this database itself.
    pub(crate) coordinator: Option<Arc<Storage>>,
    /// The decisions of this database as a coordinator.
    pub(crate) decisions: Decisions,
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
    /// Assembles the storage after recovery, or of a new database. Starts no thread and reads
    /// nothing. No transaction is active yet, and versions aren't kept.
    pub(crate) fn new(parts: StorageParts, start: Start) -> Arc<Storage> {
        let StorageParts { id, pool, data: files, filegroups, handler, clock, counters, locks, versions } = parts;
        let Start { policy, log, next_txn, checkpoints, coordinator } = start;
        let page_writes = PageWrites::new(pool.failure_flag(id));
        Arc::new(Storage {
            id,
            pool,
            log,
            space: DataSpace::new(files.data, files.secondary, &filegroups),
            locks,
            versions,
            counters,
            handler,
            clock,
            policy,
            changes: ChangeRecords { are_replayed: policy.is_replayed() },
            transactions: Transactions {
                active: TransactionTable::new(next_txn),
                releases: PendingReleases::default(),
                cleanup: Cleanup::new(),
                failed_undo: Mutex::default(),
                has_doubt: AtomicBool::new(false),
                delayed: DelayedCommits::new(),
            },
            checkpoints,
            page_writes,
            coordination: Coordination { guid: files.guid, coordinator, decisions: Decisions::default() },
            keeps_versions: AtomicBool::new(false),
            is_read_only: AtomicBool::new(false),
        })
    }

    /// Returns the identity of the database, wherever its files are.
    pub fn guid(&self) -> DatabaseGuid {
        self.coordination.guid
    }

    /// Whether the database is created at every start: nothing in it is recovered, and commits in
    /// it never flush.
    pub fn is_temporary(&self) -> bool {
        !self.policy.is_replayed()
    }

    /// Whether each change of a page gives it a new LSN. In a temporary database a change by a
    /// system record gives it the log's end.
    pub fn stamps_each_change(&self) -> bool {
        self.policy.is_replayed()
    }

    /// Waits until the record `lsn` of a change is on disk. Returns at once in a temporary
    /// database, which never needs it.
    pub fn harden_change(&self, lsn: Lsn) -> Result<(), StorageError> {
        self.policy.harden(self, lsn)
    }

    /// Makes the length of a data file durable, so that a logged growth never names a page that
    /// is lost with the length. A temporary database does not need it.
    pub fn settle_length(&self, file: FileId) -> Result<(), StorageError> {
        self.policy.settle_length(self, file)
    }

    /// Sets whether transactions are refused their first change with [`StorageError::ReadOnly`]. A
    /// database opened without recovery always refuses. The caller ensures that no transaction is
    /// active. Checkpoints and the log's header are still written.
    pub fn set_read_only(&self, is_read_only: bool) {
        self.is_read_only.store(is_read_only || self.is_unrecovered(), Ordering::Release);
    }

    /// Whether the database was opened without recovery, to be read alone
    /// ([`Storage::open_unrecovered`]).
    pub fn is_unrecovered(&self) -> bool {
        !self.policy.takes_changes()
    }

    /// Fails if no transaction may change the database: it is read-only or was not recovered, or
    /// its pages can't be written any more.
    #[inline]
    pub fn check_changes(&self) -> Result<(), StorageError> {
        if self.is_read_only.load(Ordering::Acquire) {
            let is_unrecovered = self.is_unrecovered() && !self.policy.is_snapshot();
            return Err(if is_unrecovered { StorageError::Unrecovered } else { StorageError::ReadOnly });
        }
        self.check_page_writes()
    }

    /// Begins a transaction of the engine itself, which waits for no other. It costs nothing until
    /// its first change but a count in `counters`.
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
        self.transactions.delayed.newest()
    }

    /// Sets the maximum age of acknowledged commits at risk when a delayed commit returns. Beyond
    /// it, delayed commits wait for the disk (WRITELOG). The default is 100 ms.
    pub fn bound_delayed(&self, limit: Duration) {
        self.transactions.delayed.set_limit(limit);
    }

    /// Hardens the delayed commits appended so far. Called in the background, several times within
    /// the bound. Does nothing if the newest is on disk. Also notes the time, from which the bound
    /// counts. Fails if the log can't be written.
    pub fn harden_delayed(&self) -> Result<(), StorageError> {
        let began_ns = self.clock.monotonic_ns();
        // Only delayed commits are hardened here. An open transaction's records can wait for its
        // commit; hardening them would be an unneeded flush (L2).
        if self.last_delayed() >= self.log.durable() && !self.log.persist()? {
            self.log.flush_tail()?;
        }
        self.transactions.delayed.hardened(began_ns);
        Ok(())
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage")
            .field("id", &self.id)
            .field("transactions", &self.transactions.active)
            .finish_non_exhaustive()
    }
}
