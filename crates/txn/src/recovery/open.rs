//! Opening a database: the steps of recovery in order (see the parent module).

use crate::checkpoint_state::{Checkpoints, LastCheckpoint};
use crate::crew::Crew;
use crate::error::StorageError;
use crate::recovered::RecoveredLog;
use crate::recovery::history::{self, History, Workplace};
use crate::recovery::{analysis, in_doubt, pairing, undo};
use crate::storage::{Start, Storage, StorageParts};
use sluice_base::ids::Lsn;
use sluice_base::probe::Probe;
use sluice_base::sync::{Arc, reached};
use sluice_buffer::LogEpoch;
use sluice_wal::LogFile;

/// The log of a database to recover, and the helpers of its recovery.
pub struct RecoveryParts {
    /// The log, opened but not started.
    pub log: LogFile,
    /// The threads for recovery.
    pub crew: Arc<dyn Crew>,
    /// The open database that decides transactions across databases; `None` for this database
    /// itself.
    pub coordinator: Option<Arc<Storage>>,
    /// Whether the log is a copy as of a moment (`freeze`). No commit record before that moment
    /// means no commit, so prepared transactions are rolled back and no coordinator is asked.
    pub is_snapshot: bool,
}

/// The work done by a recovery.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RecoveryReport {
    /// Whether the database had been closed properly, with nothing left to do.
    pub clean: bool,
    /// The number of log blocks saved from the tail ring of a killed process.
    pub tail_blocks: u64,
    /// The number of pages repaired from the double-write area.
    pub repaired_pages: u64,
    /// The number of log records read by analysis.
    pub records: u64,
    /// The number of records passed to redo.
    pub redone: u64,
    /// The number of prepared transactions that the coordinator had committed.
    pub in_doubt_committed: u64,
    /// The number of transactions rolled back.
    pub undone_txns: u64,
    /// The number of deferred releases done.
    pub releases: u64,
    /// The bytes of log between the start of redo and the end of the log.
    pub log_bytes: u64,
    /// The time of analysis and redo, which read the log together.
    pub redo_ns: u64,
    /// The time of undo.
    pub undo_ns: u64,
}

impl Storage {
    /// Attaches the database to the pool and recovers it. If there was work to do,
    /// [`Storage::checkpoint_due`] is true afterwards, so that the next start need not repeat it.
    /// On an error the database is detached, and the files are ready for another attempt.
    pub fn open(parts: StorageParts, recovery: RecoveryParts) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
        let (id, pool) = (parts.id, parts.pool.clone());
        pool.attach(id, parts.data.clone())?;
        let opened = recover(parts, recovery);
        if opened.is_err() {
            pool.detach(id);
        }
        opened
    }
}

fn recover(parts: StorageParts, recovery: RecoveryParts) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
    let RecoveryParts { log: log_file, crew, coordinator, is_snapshot } = recovery;
    let StorageParts { id, pool, data, handler, clock, .. } = &parts;
    let began_ns = clock.monotonic_ns();
    let checkpoint = analysis::read_checkpoint(&log_file, log_file.path())?;
    let last = LastCheckpoint { record: log_file.checkpoint(), at_ns: checkpoint.at_ns(), keep_from: Lsn::NONE };
    let pairs = pool.read_pairs(*id)?;
    pool.read_changed_extents(*id)?;
    let log_file = pairing::check(log_file, last.generation(), &pairs)?;
    let was_clean = log_file.was_clean();
    if !was_clean {
        // Log blocks and pages of a killed process may be readable and yet be lost in a power cut.
        // Redo writes pages that depend on those blocks, and takes up-to-date pages for written. So
        // all readable bytes are made durable first.
        log_file.settle()?;
        let secondary = data.secondary.iter().map(|(_, file)| file);
        for file in [&data.data].into_iter().chain(secondary) {
            file.sync().map_err(StorageError::File)?;
        }
    }
    let redo_from = checkpoint.min_rec.min(checkpoint.begin);
    pool.inherit_copies(*id, log_file.epoch(), redo_from)?;
    let place = Workplace { pool, database: *id, handler: &**handler, crew: &*crew };
    let History { mut analysis, repaired_pages, redone, tail_blocks, end, known } =
        history::repeat(&log_file, &place, checkpoint)?;
    pool.end_inheritance(*id, end.lsn());
    let redone_ns = clock.monotonic_ns();
    if is_snapshot {
        in_doubt::roll_back(&mut analysis);
    }
    let is_asking = in_doubt::is_any(&analysis);
    let committed = in_doubt::ask(&mut analysis, data.guid, coordinator.as_deref())?;
    let mut report = RecoveryReport {
        tail_blocks,
        repaired_pages,
        records: analysis.records,
        redone,
        log_bytes: end.lsn().block().saturating_sub(analysis.redo_from.block()) * Lsn::BLOCK_UNIT,
        clean: was_clean,
        in_doubt_committed: committed.len() as u64,
        redo_ns: redone_ns - began_ns,
        ..RecoveryReport::default()
    };
    // From here on the log has a durable new epoch. So records of this recovery cannot be confused
    // with blocks that the crash left beyond the end.
    let log = log_file.start(end)?;
    // Rule 4: the losers had reserved the room for their rollback. Nothing else takes it.
    log.set_undoing(true);
    pool.set_log(*id, log.clone());
    let start = Start {
        policy: &RecoveredLog,
        log,
        next_txn: analysis.next_txn,
        // The redone log counts as logged since the checkpoint: the next start would have to read
        // it, too.
        checkpoints: Checkpoints::new(last, last.record),
        coordinator,
    };
    let storage = Storage::new(parts, start);
    let epoch = LogEpoch {
        number: storage.log.epoch(),
        first: storage.log.epoch_first(),
        at_ns: storage.clock.utc_coarse_ns(),
    };
    storage.pool.begin_log_epoch(storage.id, epoch)?;
    if pairs.iter().all(|pair| pair.found.is_some()) {
        // Before the first commit: a log of an earlier epoch lacks what is committed from here on.
        storage.pair(last, last, storage.log.epoch_first())?;
    }
    storage.coordination.decisions.adopt(std::mem::take(&mut analysis.decisions));
    in_doubt::commit(&storage, committed)?;
    let undone = undo::undo(&storage, analysis, known)?;
    // The pages that redo could not write are lost to this opening.
    storage.check_page_writes()?;
    storage.log.set_undoing(false);
    report.undo_ns = storage.clock.monotonic_ns() - redone_ns;
    report.undone_txns = undone.txns;
    report.releases = undone.releases;
    report.clean &= redone == 0 && undone.txns == 0 && undone.releases == 0 && report.in_doubt_committed == 0;
    if !report.clean {
        storage.checkpoints.request();
    }
    if is_asking {
        // The coordinator may forget its answers after this flush, commits and rollbacks alike.
        storage.log.flush_tail()?;
    }
    // All earlier answers are applied here, on disk, so this database will not ask for them again.
    let coordinator = storage.coordination.coordinator.as_ref().unwrap_or(&storage);
    coordinator.coordination.decisions.settle(|database| database == storage.coordination.guid);
    if !was_clean {
        reached(Probe::Recovery);
    }
    Ok((storage, report))
}
