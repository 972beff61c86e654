//! Databases opened without recovery and without their log (EMERGENCY).
//!
//! The files may be damaged, and the log may be lost, so the pages are shown as they are: changes
//! of unfinished transactions are there, and changes that only the log has are not. A page that a
//! power cut has torn is reported as damaged, since its copy would need the log.
//!
//! Nothing is changed, so that a later recovery finds the files as the failure left them: no
//! transaction begins, no record of any kind is logged, and so no page becomes dirty.

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

/// The log of a database that takes no change.
struct UnrecoveredLog {
    /// Whether the database is a snapshot, whose files were recovered when it was made.
    is_snapshot: bool,
}

impl LogPolicy for UnrecoveredLog {
    fn is_replayed(&self) -> bool {
        true
    }

    fn takes_changes(&self) -> bool {
        false
    }

    fn is_snapshot(&self) -> bool {
        self.is_snapshot
    }

    fn begin(&self, _: &Storage, _: &mut Active) -> Result<Begun, StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn compensate(
        &self,
        _: &Storage,
        _: &mut Active,
        _: &UndoChain<'_>,
        _: PageRecord<'_>,
        _: Space,
    ) -> Result<Compensated, StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn system(&self, _: &Storage, _: PageRecord<'_>, _: Space) -> Result<Lsn, StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn commit(&self, _: &Storage, _: Started, _: CommitDurability) -> Result<Lsn, StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn end_undone(&self, _: &Storage, _: Started) -> Result<(), StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn harden(&self, _: &Storage, _: Lsn) -> Result<(), StorageError> {
        Ok(())
    }

    fn settle_length(&self, _: &Storage, _: FileId) -> Result<(), StorageError> {
        Err(StorageError::Unrecovered)
    }

    fn is_checkpoint_due(&self, _: &Storage) -> bool {
        false
    }

    /// Does nothing, since no page is dirty.
    fn checkpoint(&self, _: &Storage, _: &mut LastCheckpoint, _: CheckpointPages) -> Result<(), StorageError> {
        Ok(())
    }

    fn checkpoint_past(&self, _: &Storage, _: Lsn) -> Result<(), StorageError> {
        Ok(())
    }

    fn shorten_redo(&self, _: &Storage) -> Result<bool, StorageError> {
        Ok(false)
    }

    /// Leaves the files as they were found.
    fn close(&self, _: &Storage) -> Result<(), StorageError> {
        Ok(())
    }
}

impl Storage {
    /// Attaches a database to the pool without recovery, to be read alone. `log` is a log without
    /// records ([`sluice_wal::without_log`]). The storage is read-only; changes of a snapshot are
    /// refused as those of a read-only database. Panics if `parts.data` has a log or double-write.
    pub fn open_unrecovered(
        parts: StorageParts,
        log: Arc<Log>,
        is_snapshot: bool,
    ) -> Result<Arc<Storage>, StorageError> {
        let data = &parts.data;
        assert!(data.log.is_none() && !data.double_write, "no page of an unrecovered database is written");
        parts.pool.attach(parts.id, data.clone())?;
        let checkpoints = Checkpoints::new(LastCheckpoint::NONE, log.tail());
        // Every writer of a row counts as ended: no transaction has such an id.
        let policy: &'static UnrecoveredLog = match is_snapshot {
            true => &UnrecoveredLog { is_snapshot: true },
            false => &UnrecoveredLog { is_snapshot: false },
        };
        let start = Start { policy, log, next_txn: TxnId(u64::MAX / 2), checkpoints, coordinator: None };
        let storage = Storage::new(parts, start);
        storage.set_read_only(true);
        Ok(storage)
    }
}
