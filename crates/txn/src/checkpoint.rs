//! Checkpoints: fuzzy, beside running transactions; and the clean end.
//!
//! 1. Pages that were dirty before are written: all, where somebody asked for the checkpoint or the log needs room; else only
//!    those that hold redo back too far (`redo_distance`), of which the background has left few.
//! 2. `begin` is the log's end; only then the oldest dirty page's LSN is asked for, and the transactions, releases and decisions are
//!    copied, each under its own lock. A change whose record lies before `begin` had its page marked dirty and its
//!    transaction registered before that (rules 1 and 2), so neither is missed; what lies after it, recovery reads.
//! 3. The checkpoint record is appended and hardened.
//! 4. Only then the log's header names it, and lets go of what no redo and no undo will read.

use crate::checkpoint_record::{CheckpointData, Entry};
use crate::error::StorageError;
use crate::record;
use crate::storage::{LastCheckpoint, Storage};
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::atomic::Ordering;
use sluice_wal::{Harden, Space};

impl Storage {
    /// Takes a checkpoint; waits for one that is under way, and then takes its own. Releases that an earlier failure left
    /// pending are tried first. A temporary database only gives up log: no recovery will begin there.
    pub fn checkpoint(&self) -> Result<(), StorageError> {
        let mut last = self.checkpoints.lock();
        // What fails here stays pending, and is in the checkpoint record.
        let _tried_again_later = self.run_releases();
        if self.temporary {
            self.truncate_temporary();
            return Ok(());
        }
        *last = self.checkpoint_locked(self.log.tail())?;
        Ok(())
    }

    /// Takes a checkpoint of the background's own accord, which writes no more than it must; see [`Storage::checkpoint_due`].
    pub fn automatic_checkpoint(&self) -> Result<(), StorageError> {
        if self.temporary || self.log_needs_room() {
            return self.checkpoint();
        }
        let mut last = self.checkpoints.lock();
        let _tried_again_later = self.run_releases();
        *last = self.checkpoint_locked(self.redo_target())?;
        Ok(())
    }

    /// Writes every page whose oldest unwritten change is not behind `lsn`, and takes a checkpoint: redo will begin behind `lsn`, whatever
    /// happens. For changes that are on pages alone, so that the log could not bring them back. In a temporary database, which is never
    /// redone, there is nothing to do.
    pub fn checkpoint_past(&self, lsn: Lsn) -> Result<(), StorageError> {
        if self.temporary {
            return Ok(());
        }
        while self.pool.min_rec_lsn(self.id).is_some_and(|oldest| oldest <= lsn) {
            self.pool.write_back(self.id, Lsn(lsn.0 + 1))?;
        }
        // What is changed from here on is so behind `lsn`.
        self.checkpoint()
    }

    /// Whether a checkpoint is asked for: by a recovery that had work, or by the log, which was full, or has grown by 64 MB since
    /// the last one, or more than 70 % of the
    /// file is in use (and a tenth of it since the last one, lest an old transaction that holds the log makes checkpoints
    /// without end). Only the first counts while the log waits for a backup: a checkpoint would make no room then, and take some.
    /// Never in a temporary database.
    pub fn checkpoint_due(&self) -> bool {
        if self.temporary {
            return false;
        }
        self.logged_since_checkpoint() >= DUE_BYTES || self.log_needs_room()
    }

    /// Whether a checkpoint is to make room in the log.
    fn log_needs_room(&self) -> bool {
        if self.log.waits_for_backup() {
            return false;
        }
        if self.checkpoint_wanted.load(Ordering::Relaxed) {
            return true;
        }
        let usage = self.log.usage();
        let since = self.logged_since_checkpoint();
        usage.used_bytes * 10 > usage.total_bytes * 7 && since * 10 > usage.total_bytes
    }

    /// The clean end: a checkpoint, and the clean flag in the log's header if no transaction is left. Nothing is rolled back
    /// here: the engine has ended its sessions, and their transactions, before; one whose rollback failed is undone by the next recovery, as
    /// after a crash. Nobody may use the storage afterwards.
    pub fn close(&self) -> Result<(), StorageError> {
        // Another database may get its id.
        self.versions.forget_database(self.id);
        if self.temporary {
            return Ok(());
        }
        let _only_one = self.checkpoints.lock();
        let _left_to_recovery = self.run_releases();
        let LastCheckpoint { record, keep_from } = self.checkpoint_locked(self.log.tail())?;
        match self.table.snapshot().is_empty() {
            true => Ok(self.log.close(record, keep_from)?),
            // A transaction that is still open can't commit any more: another instance may have the files by then.
            false => Ok(self.log.stop()?),
        }
    }

    /// Writes the pages that were changed before `before` first. The caller holds `checkpoints`, and notes the result there.
    pub(crate) fn checkpoint_locked(&self, before: Lsn) -> Result<LastCheckpoint, StorageError> {
        self.checkpoint_wanted.store(false, Ordering::Relaxed);
        self.was_full.store(false, Ordering::Relaxed);
        self.forget_decisions();
        self.pool.write_back(self.id, before).map_err(|error| self.pages_error(error.into()))?;
        let begin = self.log.tail();
        let min_rec = self.pool.min_rec_lsn(self.id).map_or(begin, |oldest| oldest.min(begin));
        let active = self.table.snapshot();
        let oldest_first = active.iter().map(|active| active.first).min().unwrap_or(begin);
        let mut entries: Vec<Entry> = active.into_iter().flat_map(Entry::of_active).collect();
        entries.extend(self.pending.snapshot().into_iter().map(Entry::Pending));
        entries.extend(self.pool.newest_copies(self.id).map(Entry::Copies));
        entries.extend(self.decisions.snapshot().into_iter().map(|(lsn, who)| Entry::Decision(lsn, who)));
        let data = CheckpointData { begin, min_rec, next_txn: self.table.next_id(), entries };
        let mut head = Lsn::NONE;
        for payload in data.encode() {
            // From the reservation, though there is none: a checkpoint is what makes room in a log that is full.
            head = self.append_system(record::CHECKPOINT, PageId::NONE, &[&payload], Space::Reserved(0))?;
        }
        self.log.harden(head, Harden::Checkpoint)?;
        let keep_from = min_rec.min(oldest_first);
        self.log.set_checkpoint(head, keep_from)?;
        self.checkpointed.store(self.log.tail().0, Ordering::Relaxed);
        Ok(LastCheckpoint { record: head, keep_from })
    }
}

const DUE_BYTES: u64 = 64 << 20;
