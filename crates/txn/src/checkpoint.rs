//! Fuzzy checkpoints beside running transactions, and the clean end. Steps of a checkpoint:
//! 1. Pages that were dirty before are written. A requested checkpoint, or one for log space,
//!    writes all. An automatic checkpoint writes only those that hold redo back too far
//!    (`redo_distance`); the background leaves few of them.
//! 2. `begin` is the end of the log. After that, the oldest dirty page's LSN is read, and
//!    transactions, releases and decisions are copied, each under its own lock. A change with a
//!    record before `begin` marked its page dirty and registered its transaction before (rules 1
//!    and 2), so neither is missed. Recovery reads the later records.
//!    The buffer pool extension then writes its directory: its copies are as of `begin` or later,
//!    and recovery reads the log from `begin` or earlier.
//! 3. The checkpoint record is appended and hardened.
//! 4. Each data file names the checkpoint, durably, so that an older copy of either file is
//!    recognized at the next start.
//! 5. Then the log's header names it, and the log is truncated below the needs of redo and undo.

use crate::checkpoint_record::{CheckpointData, Entry};
use crate::checkpoint_state::LastCheckpoint;
use crate::error::StorageError;
use crate::record;
use crate::storage::{CheckpointPages, Storage};
use sluice_base::events::EventKind;
use sluice_base::ids::{FileId, Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::pair::Pair;
use sluice_vfs::File;
use sluice_wal::{Harden, Space};

impl Storage {
    /// Takes a checkpoint, after waiting for one in progress. Pending releases are retried first;
    /// their failure isn't returned. A temporary database only truncates its log: no recovery
    /// begins there.
    pub fn checkpoint(&self) -> Result<(), StorageError> {
        let mut last = self.checkpoints.lock();
        // A release that fails here stays pending, and is in the checkpoint record.
        let _tried_again_later = self.run_releases();
        self.policy.checkpoint(self, &mut last, CheckpointPages::All)
    }

    /// Takes an automatic checkpoint, which writes no more pages than needed; see
    /// [`Storage::checkpoint_due`]. Pending releases are run first; if that fails, it is tried
    /// again later.
    pub fn automatic_checkpoint(&self) -> Result<(), StorageError> {
        let mut last = self.checkpoints.lock();
        let _tried_again_later = self.run_releases();
        self.policy.checkpoint(self, &mut last, CheckpointPages::Oldest)
    }

    /// Writes every page whose oldest unwritten change is at or before `lsn`, and takes a
    /// checkpoint. So redo begins after `lsn`, whatever happens. For changes on pages alone, which
    /// the log could not redo. Does nothing in a temporary database, which is never redone.
    pub fn checkpoint_past(&self, lsn: Lsn) -> Result<(), StorageError> {
        self.policy.checkpoint_past(self, lsn)
    }

    /// Whether a checkpoint is due. A recovery with work, 64 MB of log since the last checkpoint,
    /// or a log short of room request one. The log is short of room if it was full, or if more than
    /// 70 % of the file is in use. The second case also needs a tenth of the file written since the
    /// last checkpoint, so that an old transaction does not cause endless checkpoints. While the
    /// log waits for a backup, only the 64 MB count: a checkpoint would free no room and take some.
    /// Never true in a temporary database.
    pub fn checkpoint_due(&self) -> bool {
        self.policy.is_checkpoint_due(self)
    }

    /// Whether 64 MB of log have been written since the last checkpoint. Padding counts a
    /// sixteenth, as it does in a recovery.
    pub(crate) fn has_logged_enough(&self) -> bool {
        self.log.redo_cost_since(self.checkpoints.log_end()) >= DUE_BYTES
    }

    /// Whether a checkpoint should free room in the log. True if one was requested after the log
    /// was full. Also true if more than 70 % of the log is in use and more than a tenth of its size
    /// was appended since the last one. False while the log waits for a backup, since a checkpoint
    /// would free nothing.
    pub(crate) fn log_needs_room(&self) -> bool {
        if self.log.waits_for_backup() {
            return false;
        }
        if self.checkpoints.is_requested() {
            return true;
        }
        let usage = self.log.usage();
        let since = self.checkpoints.room_taken_since(self.log.tail());
        usage.used_bytes * 10 > usage.total_bytes * 7 && since * 10 > usage.total_bytes
    }

    /// Closes the database: takes a checkpoint, and sets the clean flag in the log's header if no
    /// transaction is left. Nothing is rolled back: the engine has ended its sessions and their
    /// transactions before. A transaction whose rollback failed is undone by the next recovery, as
    /// after a crash. The storage must not be used afterwards.
    pub fn close(&self) -> Result<(), StorageError> {
        // Another database may get the same id.
        self.versions.forget_database(self.id);
        self.policy.close(self)
    }

    /// Takes the last checkpoint and ends the log. Runs outstanding releases first; those that fail
    /// are left to recovery. With an open transaction the log is stopped without a clean end, so
    /// that the next start recovers.
    pub(crate) fn close_log(&self) -> Result<(), StorageError> {
        let last = self.checkpoints.lock();
        let _left_to_recovery = self.run_releases();
        let taken = self.unnamed_checkpoint(self.log.tail(), *last)?;
        if self.transactions.active.snapshot().is_empty() {
            // The end of the log names the checkpoint.
            self.log.close(taken.record, taken.keep_from)?;
            self.raise(EventKind::CheckpointEnd);
            return Ok(());
        }
        self.name_checkpoint(taken)?;
        // An open transaction can no longer commit: another instance may own the files by then.
        Ok(self.log.stop()?)
    }

    /// Writes the pages changed before `before` first. The caller holds `checkpoints` with the
    /// `last` checkpoint, and stores the result there. Then appends the checkpoint's records,
    /// hardens the head and frees log before the oldest change that redo or undo may need. Without
    /// success the old checkpoint stays valid.
    pub(crate) fn checkpoint_locked(&self, before: Lsn, last: LastCheckpoint) -> Result<LastCheckpoint, StorageError> {
        let taken = self.unnamed_checkpoint(before, last)?;
        self.name_checkpoint(taken)?;
        Ok(taken)
    }

    /// Takes the steps of a checkpoint up to the fourth one: the log's header doesn't name it yet.
    fn unnamed_checkpoint(&self, before: Lsn, last: LastCheckpoint) -> Result<LastCheckpoint, StorageError> {
        self.checkpoints.begin();
        self.raise(EventKind::CheckpointBegin);
        self.forget_decisions();
        self.pool.write_back(self.id, before)?;
        let begin = self.log.tail();
        self.pool.save_copies();
        let min_rec = self.pool.min_rec_lsn(self.id).map_or(begin, |oldest| oldest.min(begin));
        let active = self.transactions.active.snapshot();
        let oldest_first = active.iter().map(|active| active.first).min().unwrap_or(begin);
        let mut entries: Vec<Entry> = active.into_iter().flat_map(Entry::of_active).collect();
        entries.extend(self.transactions.releases.snapshot().into_iter().map(Entry::Pending));
        let at_ns = self.clock.utc_coarse_ns();
        entries.push(Entry::Time(at_ns));
        entries.extend(self.pool.newest_copies(self.id).into_iter().map(|(file, as_of)| Entry::Copies(file, as_of)));
        entries.extend(self.coordination.decisions.snapshot().into_iter().map(|(lsn, who)| Entry::Decision(lsn, who)));
        let data = CheckpointData { begin, min_rec, next_txn: self.transactions.active.next_id(), entries };
        let keep_from = min_rec.min(oldest_first);
        // A checkpoint must fit into a full log to free room. Its space counts as reserved then,
        // though nothing is.
        let space = if self.log.would_free(keep_from) { Space::Reserved(0) } else { Space::Spare };
        let mut head = Lsn::NONE;
        for payload in data.encode() {
            head = self.append_system(record::CHECKPOINT, PageId::NONE, &[&payload], space)?;
        }
        self.log.harden(head, Harden::Checkpoint)?;
        let taken = LastCheckpoint { record: head, at_ns, keep_from };
        self.pair(taken, last, self.log.durable())?;
        Ok(taken)
    }

    /// Names a checkpoint in the log's header.
    fn name_checkpoint(&self, taken: LastCheckpoint) -> Result<(), StorageError> {
        self.log.set_checkpoint(taken.record, taken.keep_from)?;
        self.checkpoints.finish(self.log.tail());
        self.raise(EventKind::CheckpointEnd);
        Ok(())
    }

    fn raise(&self, kind: EventKind) {
        let events = self.log.events();
        events.raise(kind, || vec![events.database_of(self.id)]);
    }

    /// Attaches a new data file, without a use, and makes durable in it that it belongs to this
    /// log. No checkpoint comes between, so the file is of the log's generation from then on.
    pub fn attach_file(&self, id: FileId, file: Arc<dyn File>) -> Result<(), StorageError> {
        let last = self.checkpoints.lock();
        self.pool.add_file(self.id, id, file)?;
        self.pair(*last, *last, self.log.durable())
    }

    /// Detaches a data file whose pages no one uses and no redo needs. Does nothing if the file is
    /// not attached.
    pub fn detach_file(&self, id: FileId) -> Result<(), StorageError> {
        let _no_checkpoint = self.checkpoints.lock();
        Ok(self.pool.remove_file(self.id, id)?)
    }

    /// Makes durable in each data file that it belongs to this log with the checkpoint `current`,
    /// or `previous` after a crash, and with every record below `end` (`sluice_buffer::pair`).
    pub(crate) fn pair(&self, current: LastCheckpoint, previous: LastCheckpoint, end: Lsn) -> Result<(), StorageError> {
        let (current, previous) = (current.generation(), previous.generation());
        Ok(self.pool.write_pair(self.id, &Pair { current, previous, epoch: self.log.epoch(), end })?)
    }
}

/// The cost of redo after which a checkpoint is due.
const DUE_BYTES: u64 = 64 << 20;
