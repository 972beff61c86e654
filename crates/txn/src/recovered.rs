//! The log policy of recovered databases: a start redoes and undoes the log.
//!
//! Every step of a transaction is logged. The bodies stand with the operations: `change`, `commit`,
//! `rollback`, `checkpoint`, `redo_distance`.

use crate::checkpoint_state::LastCheckpoint;
use crate::error::StorageError;
use crate::record::{self, END_PAYLOAD};
use crate::storage::{Begun, CheckpointPages, CommitDurability, Compensated, LogPolicy, PageRecord, Storage};
use crate::table::Active;
use crate::transaction::Started;
use crate::undo_chain::UndoChain;
use sluice_base::ids::{FileId, Lsn};
use sluice_wal::{Harden, Space};

/// The log of a database that is recovered at the next start.
pub(crate) struct RecoveredLog;

impl LogPolicy for RecoveredLog {
    fn is_replayed(&self) -> bool {
        true
    }

    fn begin(&self, db: &Storage, active: &mut Active) -> Result<Begun, StorageError> {
        let reserved = record::space_max(active.id, END_PAYLOAD);
        let at_ns = db.clock.utc_coarse_ns();
        let last = db.append_chained(active, record::BEGIN, &[&at_ns.to_le_bytes()], Space::Reserving(reserved))?;
        Ok(Begun { last, reserved, at_ns })
    }

    fn compensate(
        &self,
        db: &Storage,
        active: &mut Active,
        undone: &UndoChain<'_>,
        record: PageRecord<'_>,
        space: Space,
    ) -> Result<Compensated, StorageError> {
        let lsn = db.append_undoing(active, undone, record, space)?;
        Ok(Compensated { stamp: lsn, last: lsn })
    }

    fn system(&self, db: &Storage, record: PageRecord<'_>, space: Space) -> Result<Lsn, StorageError> {
        db.append_alone(record, space)
    }

    fn commit(&self, db: &Storage, started: Started, durability: CommitDurability) -> Result<Lsn, StorageError> {
        db.commit_logged(started, durability)
    }

    fn end_undone(&self, db: &Storage, started: Started) -> Result<(), StorageError> {
        db.log_rolled_back(started)
    }

    fn harden(&self, db: &Storage, lsn: Lsn) -> Result<(), StorageError> {
        Ok(db.log.harden(lsn, Harden::Request)?)
    }

    fn settle_length(&self, db: &Storage, file: FileId) -> Result<(), StorageError> {
        // The pool syncs the file: it knows whether an earlier sync failed and the file's length is
        // unreliable.
        Ok(db.pool.sync_file(db.id, file)?)
    }

    fn is_checkpoint_due(&self, db: &Storage) -> bool {
        db.has_logged_enough() || db.log_needs_room()
    }

    fn checkpoint(&self, db: &Storage, last: &mut LastCheckpoint, pages: CheckpointPages) -> Result<(), StorageError> {
        let before = match pages {
            CheckpointPages::Oldest if !db.log_needs_room() => db.redo_target(),
            _ => db.log.tail(),
        };
        *last = db.checkpoint_locked(before, *last)?;
        Ok(())
    }

    fn checkpoint_past(&self, db: &Storage, lsn: Lsn) -> Result<(), StorageError> {
        while db.pool.min_rec_lsn(db.id).is_some_and(|oldest| oldest <= lsn) {
            db.pool.write_back(db.id, Lsn(lsn.0 + 1))?;
        }
        // Later changes have later LSNs.
        db.checkpoint()
    }

    fn shorten_redo(&self, db: &Storage) -> Result<bool, StorageError> {
        db.write_oldest_pages()
    }

    fn close(&self, db: &Storage) -> Result<(), StorageError> {
        db.close_log()
    }
}
