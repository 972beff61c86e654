//! Deferred releases: deallocation that waits for the commit, so that a rollback has nothing to bring back (rule 5).
//!
//! An intent is logged in the transaction; a rollback withdraws it by a compensation record. Once the commit record is on
//! disk, the handler releases what the intent names, and a drop-done record says so. Recovery does again what has no
//! drop-done record; checkpoints carry it.

use crate::change::Entry;
use crate::checkpoint_record::INTENT_MAX;
use crate::error::StorageError;
use crate::record;
use crate::storage::Storage;
use crate::table::Intent;
use crate::transaction::Transaction;
use crate::undo_chain::UndoChain;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_wal::Space;

impl Storage {
    /// Has [`crate::LogHandler::release`] called with `intent` (at most 4,096 bytes) once the transaction's commit is on disk;
    /// forgotten if the transaction, or the part of it after an earlier savepoint, is rolled back.
    pub fn defer_release(&self, txn: &mut Transaction, intent: &[u8]) -> Result<(), StorageError> {
        if intent.len() > INTENT_MAX {
            return Err(StorageError::TooLong { bytes: intent.len() as u64, max: INTENT_MAX as u64 });
        }
        let started = self.started(txn)?;
        let reserve = self.undo_reserve(intent.len());
        let entry =
            Entry { kind: record::INTENT, page: PageId::NONE, undo_next: None, space: Space::Reserving(reserve) };
        let mut active = started.slot.lock();
        let lsn = self.append_chained(&mut active, entry, &[intent])?;
        active.intents.push(Intent { lsn, bytes: Arc::from(intent) });
        drop(active);
        started.reserved += u64::from(reserve);
        Ok(())
    }

    /// Undoes an intent.
    pub(crate) fn withdraw(&self, txn: &mut Transaction, intent: &UndoChain<'_>) -> Result<(), StorageError> {
        let lsn = intent.newest().lsn;
        let payload = lsn.0.to_le_bytes();
        self.append_compensation(txn, intent, PageId::NONE, record::INTENT_WITHDRAWN, &[&payload], |active| {
            active.intents.retain(|kept| kept.lsn != lsn);
        })?;
        Ok(())
    }

    /// Does what is pending and nobody else is at. What fails stays pending, for the next checkpoint or the next start; the
    /// first error is told.
    pub(crate) fn run_releases(&self) -> Result<u64, StorageError> {
        let mut first_error = None;
        let mut done = 0;
        let mut after = Lsn::NONE;
        while let Some(intent) = self.pending.take(after) {
            after = intent.lsn;
            match self.run_release(&intent) {
                Ok(()) => done += 1,
                Err(error) => {
                    self.pending.give_up(intent.lsn);
                    first_error.get_or_insert(error);
                }
            }
        }
        first_error.map_or(Ok(done), Err)
    }

    fn run_release(&self, intent: &Intent) -> Result<(), StorageError> {
        self.handler.release(self, &intent.bytes)?;
        if self.temporary {
            return self.pending.done(intent.lsn, || Ok(Lsn::NONE));
        }
        let payload = intent.lsn.0.to_le_bytes();
        self.pending
            .done(intent.lsn, || self.append_system(record::DROP_DONE, PageId::NONE, &[&payload], Space::Reserved(0)))
    }
}
