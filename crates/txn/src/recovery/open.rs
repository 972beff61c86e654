//! Opening a database: the order of recovery's steps (see the module's head).

use crate::data_growth::DataGrowth;
use crate::decisions::Decisions;
use crate::delayed::DelayedCommits;
use crate::error::StorageError;
use crate::leftovers::Leftovers;
use crate::pending::PendingReleases;
use crate::recovery::history::{self, History, Workplace};
use crate::recovery::{in_doubt, undo};
use crate::redo_distance::REDO_MAX_DEFAULT;
use crate::storage::{LastCheckpoint, Storage, StorageParts};
use crate::table::TransactionTable;
use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};

/// What a recovery did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RecoveryReport {
    /// Whether the database had been closed properly, with nothing left to do.
    pub clean: bool,
    /// Log blocks that a killed process had not written, saved from the log's ring.
    pub tail_blocks: u64,
    /// Pages mended from the double-write area.
    pub repaired_pages: u64,
    /// Log records read by analysis.
    pub records: u64,
    /// Records handed to redo.
    pub redone: u64,
    /// Transactions across databases that were prepared, and that the coordinator had committed.
    pub in_doubt_committed: u64,
    /// Transactions rolled back.
    pub undone_txns: u64,
    /// Deferred releases done.
    pub releases: u64,
    /// Bytes of log between the start of redo and the log's end.
    pub log_bytes: u64,
}

impl Storage {
    /// Attaches the database to the pool, recovers it, and has it ready for transactions. If there was anything to recover,
    /// [`Storage::checkpoint_due`] holds then, so that the next start need not do it again. On an error the database is
    /// detached again, and what is on disk is as good as before for another try.
    pub fn open(parts: StorageParts) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
        let (id, pool) = (parts.id, parts.pool.clone());
        pool.attach(id, parts.data.clone())?;
        let opened = recover(parts);
        if opened.is_err() {
            pool.detach(id);
        }
        opened
    }
}

fn recover(parts: StorageParts) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
    let StorageParts { id, pool, log: log_file, data, handler, clock, counters, locks, crew, versions, coordinator } =
        parts;
    if !log_file.was_clean() {
        // A killed process may have left log blocks and pages that can be read and yet be lost to a power cut. Redo lets pages
        // go to disk that hold what those blocks say, and takes pages that it finds up to date for written; so whatever
        // can be read is made durable first.
        log_file.settle()?;
        data.data.sync().map_err(StorageError::File)?;
    }
    let place = Workplace { pool: &pool, database: id, data: data.data.path(), handler: &*handler, crew: &*crew };
    let History { mut analysis, repaired_pages, redone, tail_blocks, end, known } = history::repeat(&log_file, &place)?;
    let committed = in_doubt::ask(&mut analysis, data.guid, coordinator.as_deref())?;
    let mut report = RecoveryReport {
        tail_blocks,
        repaired_pages,
        records: analysis.records,
        redone,
        log_bytes: end.lsn().block().saturating_sub(analysis.redo_from.block()) * Lsn::BLOCK_UNIT,
        clean: log_file.was_clean(),
        in_doubt_committed: committed.len() as u64,
        ..RecoveryReport::default()
    };
    let last = LastCheckpoint { record: log_file.checkpoint(), keep_from: Lsn::NONE };
    // From here on the log has a new epoch, durably: what this recovery appends can not be confused with blocks beyond the
    // end that the crash left behind.
    let log = log_file.start(end)?;
    pool.set_log(id, log.clone());
    let storage = Arc::new(Storage {
        id,
        pool,
        // What was redone counts as logged since: the next start would have to read it, too.
        checkpointed: AtomicU64::new(last.record.0),
        log,
        guid: data.guid,
        data: data.data,
        locks,
        versions,
        handler,
        clock,
        counters,
        table: TransactionTable::new(analysis.next_txn),
        pending: PendingReleases::default(),
        delayed: DelayedCommits::new(),
        checkpoint_wanted: AtomicBool::new(false),
        was_full: AtomicBool::new(false),
        leftovers: Leftovers::default(),
        pages_failed: AtomicBool::new(false),
        redo_max: AtomicU64::new(REDO_MAX_DEFAULT),
        checkpoints: Mutex::new(last),
        temporary: false,
        coordinator,
        decisions: Decisions::default(),
        keeps_versions: AtomicBool::new(false),
        data_growth: DataGrowth::default(),
    });
    storage.decisions.adopt(std::mem::take(&mut analysis.decisions));
    in_doubt::commit(&storage, committed)?;
    let undone = undo::undo(&storage, analysis, known)?;
    report.undone_txns = undone.txns;
    report.releases = undone.releases;
    report.clean &= redone == 0 && undone.txns == 0 && undone.releases == 0 && report.in_doubt_committed == 0;
    storage.checkpoint_wanted.store(!report.clean, Ordering::Relaxed);
    if report.in_doubt_committed > 0 {
        // The coordinator may forget it from here on.
        storage.log.flush_tail()?;
    }
    // Everything that was decided before is settled here, on disk: nothing of it will be asked for again.
    let coordinator = storage.coordinator.as_ref().unwrap_or(&storage);
    coordinator.decisions.settle(|database| database == storage.guid);
    Ok((storage, report))
}
