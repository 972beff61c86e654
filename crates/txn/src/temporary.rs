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

use crate::checkpoint_state::{Checkpoints, LastCheckpoint};
use crate::error::StorageError;
use crate::storage::{
    Begun, CheckpointPages, CommitDurability, Compensated, LogPolicy, PageRecord, Start, Storage, StorageParts,
};
use crate::table::Active;
use crate::transaction::Started;
use crate::undo_chain::UndoChain;
use sluice_base::ids::{FileId, Lsn, TxnId};
use sluice_base::sync::Arc;
use sluice_wal::{Log, Space};

/// The log of a temporary database, for live rollback alone.
struct TemporaryLog;

impl LogPolicy for TemporaryLog {
    fn is_replayed(&self) -> bool {
        false
    }

    fn begin(&self, db: &Storage, active: &mut Active) -> Result<Begun, StorageError> {
        // This LSN is below all later records of the transaction, and set under its lock. So a
        // concurrent truncation that misses the transaction keeps all its records.
        active.first = db.log.tail();
        Ok(Begun { last: Lsn::NONE, reserved: 0, at_ns: 0 })
    }

    fn compensate(
        &self,
        _: &Storage,
        _: &mut Active,
        undone: &UndoChain<'_>,
        _: PageRecord<'_>,
        _: Space,
    ) -> Result<Compensated, StorageError> {
        Ok(Compensated { stamp: undone.newest().lsn, last: undone.next() })
    }

    fn system(&self, db: &Storage, _: PageRecord<'_>, _: Space) -> Result<Lsn, StorageError> {
        Ok(db.log.tail())
    }

    fn commit(&self, db: &Storage, mut started: Started, _: CommitDurability) -> Result<Lsn, StorageError> {
        db.publish(&mut started);
        end(db, started);
        Ok(Lsn::NONE)
    }

    fn end_undone(&self, db: &Storage, started: Started) -> Result<(), StorageError> {
        end(db, started);
        Ok(())
    }

    fn harden(&self, _: &Storage, _: Lsn) -> Result<(), StorageError> {
        Ok(())
    }

    fn settle_length(&self, _: &Storage, _: FileId) -> Result<(), StorageError> {
        Ok(())
    }

    fn is_checkpoint_due(&self, _: &Storage) -> bool {
        false
    }

    /// Only truncates the log: no recovery begins here.
    fn checkpoint(&self, db: &Storage, _: &mut LastCheckpoint, _: CheckpointPages) -> Result<(), StorageError> {
        truncate(db);
        Ok(())
    }

    fn checkpoint_past(&self, _: &Storage, _: Lsn) -> Result<(), StorageError> {
        Ok(())
    }

    fn shorten_redo(&self, _: &Storage) -> Result<bool, StorageError> {
        Ok(false)
    }

    fn close(&self, _: &Storage) -> Result<(), StorageError> {
        Ok(())
    }
}

impl Storage {
    /// Attaches a temporary database with new files and the new log `log` to the pool. The data
    /// files are just formatted. Panics if `parts.data` has a log or double-write.
    pub fn open_temporary(parts: StorageParts, log: Arc<Log>) -> Result<Arc<Storage>, StorageError> {
        let data = &parts.data;
        assert!(
            data.log.is_none() && !data.double_write,
            "pages of a temporary database have no log and no second copy"
        );
        parts.pool.attach(parts.id, data.clone())?;
        let checkpoints = Checkpoints::new(LastCheckpoint::NONE, log.tail());
        let start = Start { policy: &TemporaryLog, log, next_txn: TxnId(1), checkpoints, coordinator: None };
        Ok(Storage::new(parts, start))
    }
}

/// Ends a transaction that has committed or undone all changes. Its releases run at once, since no
/// rollback can follow.
fn end(db: &Storage, started: Started) {
    if db.leave(started.slot) {
        // A failed release is retried by the next checkpoint.
        let _tried_again_later = db.run_releases();
    }
    if db.checkpoints.room_taken_since(db.log.tail()) >= TRUNCATE_BYTES {
        truncate(db);
    }
}

/// Truncates the log below the records of active transactions.
fn truncate(db: &Storage) {
    // The end is read first, then the table. A transaction that reads the log's end later, under
    // its slot's lock, finds the same end or a later one.
    let tail = db.log.tail();
    db.checkpoints.finish(tail);
    let oldest = db.transactions.active.snapshot().iter().map(|active| active.first).min();
    db.log.release_below(oldest.unwrap_or(tail));
}

/// The log written between two truncations, in bytes.
const TRUNCATE_BYTES: u64 = 1 << 20;
