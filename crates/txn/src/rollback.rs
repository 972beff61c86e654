//! Rollback, whole or to a savepoint, live or after a crash, along one path (rule 4).
//!
//! The chain of the transaction's records is walked backwards through the log. A compensation
//! record names the next record to undo, so nothing is undone twice, however often undo was
//! interrupted. Neighbours in the chain may be undone together (`undo_chain`). Memory use: one
//! piece of the log at a time.

use crate::error::StorageError;
use crate::record::{self, Record};
use crate::storage::Storage;
use crate::table::Phase;
use crate::transaction::{Savepoint, Started, Transaction};
use crate::undo_chain::UndoChain;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_wal::{LogSegment, Space};

impl Storage {
    /// Returns a point to which [`Storage::rollback_to`] can return.
    pub fn savepoint(&self, txn: &Transaction) -> Savepoint {
        Savepoint(txn.started.as_ref().map_or(Lsn::NONE, |started| started.last))
    }

    /// Undoes the changes after the savepoint; the transaction stays active. After an error, a
    /// second call continues where the first stopped.
    pub fn rollback_to(&self, txn: &mut Transaction, savepoint: Savepoint) -> Result<(), StorageError> {
        self.undo_after(txn, savepoint.0, Arc::default())
    }

    /// Undoes all changes and ends the transaction. Nothing is flushed: if a crash loses the
    /// compensation, recovery undoes the transaction from the records that are left. After an error
    /// the transaction stays in the table, and the next recovery undoes it ([`Storage::failure`]).
    pub fn rollback(&self, txn: Transaction) -> Result<(), StorageError> {
        self.rollback_knowing(txn, Arc::default())
    }

    /// Rolls back as [`Storage::rollback`] does, with the segments `known` of the log in memory. An
    /// undo that fails leaves the transaction in doubt; its changes are undone at the next start.
    pub(crate) fn rollback_knowing(&self, mut txn: Transaction, known: Arc<[LogSegment]>) -> Result<(), StorageError> {
        let undone = self.undo_after(&mut txn, Lsn::NONE, known);
        let Some(mut started) = txn.end() else { return Ok(()) };
        if let Err(error) = undone {
            self.undo_failed(&error);
            return Err(self.in_doubt(&started, error));
        }
        self.forget_versions(&mut started);
        self.policy.end_undone(self, started)
    }

    /// Logs the end of a transaction whose changes are undone, takes it out of the table, and wakes
    /// those that wait for its end. Its locks stay; the session releases them.
    ///
    /// Doesn't wait for the disk. If a crash loses the record, recovery rolls the transaction back
    /// once more, as far as compensation records were lost too. If the log was full, takes a
    /// checkpoint so that the next transaction finds room. A failure of that checkpoint isn't
    /// returned. If the record can't be logged, fails, and the transaction stays in the table, in
    /// doubt.
    pub(crate) fn log_rolled_back(&self, mut started: Started) -> Result<(), StorageError> {
        let kept = started.take(u32::MAX);
        let mut active = started.lock();
        if let Err(error) = self.append_chained(&mut active, record::ROLLED_BACK, &[], Space::Reserved(kept)) {
            drop(active);
            return Err(self.in_doubt(&started, error));
        }
        active.phase = Phase::RolledBack;
        drop(active);
        self.log.release(started.reserved);
        self.leave(started.slot);
        if self.checkpoints.was_log_full() {
            // This transaction may have filled the log, so the next one should find room. A failed
            // checkpoint is retried by the next one.
            let _tried_again_later = self.checkpoint();
        }
        Ok(())
    }

    /// Notes that a transaction can end only in a new opening of the database. Damage is no reason
    /// to open it again: the next recovery would meet it too, and refuse all other data with it.
    #[cold]
    fn undo_failed(&self, error: &StorageError) {
        if !matches!(error, StorageError::Damaged { .. }) {
            self.transactions.failed_undo.lock().get_or_insert_with(|| Arc::from(error.to_string()));
        }
    }

    /// Undoes the transaction's records with LSNs greater than `stop`, newest first.
    fn undo_after(&self, txn: &mut Transaction, stop: Lsn, known: Arc<[LogSegment]>) -> Result<(), StorageError> {
        let Some(started) = &txn.started else { return Ok(()) };
        let id = started.id;
        let (mut next, first) = {
            let active = started.lock();
            (active.last, active.first)
        };
        let mut reader = self.log.reader(first.max(stop)).with_known(known);
        while next > stop {
            let (raw, reader) = reader.reach(next)?;
            let record = Record::decode(raw.lsn, raw.kind, raw.body)
                .map_err(|bad| StorageError::damaged_record(self.log.path(), next, format!("{bad:?}")))?;
            if record.txn != id {
                let what = format!("it belongs to {:?}, but is in the chain of {id:?}", record.txn);
                return Err(StorageError::damaged_record(self.log.path(), next, what));
            }
            next = if record.compensation {
                record.undo_next
            } else {
                self.undo(txn, &mut UndoChain::new(reader, record, stop))?
            };
        }
        Ok(())
    }

    /// Undoes a record and the group before it. Returns the next record to examine.
    fn undo(&self, txn: &mut Transaction, chain: &mut UndoChain<'_>) -> Result<Lsn, StorageError> {
        let record = chain.newest();
        match record.kind {
            record::BEGIN | record::PREPARED => {}
            record::INTENT => self.withdraw(txn, chain)?,
            _ if record.is_handlers() => self.handler.undo(self, txn, chain)?,
            kind => {
                let what = format!("a record of kind {kind} in the chain of an active transaction");
                return Err(StorageError::damaged_record(self.log.path(), record.lsn, what));
            }
        }
        Ok(chain.next())
    }
}
