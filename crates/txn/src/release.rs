//! Deferred releases: deallocation after the commit, so that a rollback has nothing to restore
//! (rule 5).
//!
//! An intent is logged in the transaction; a rollback withdraws it by a compensation record. When
//! the commit record is on disk, the handler releases the pages of the intent and a drop-done
//! record is logged. Recovery repeats releases without a drop-done record; checkpoints carry
//! pending intents.

use crate::checkpoint_record::INTENT_MAX;
use crate::cleanup::{Cleaning, NoCleaning};
use crate::error::StorageError;
use crate::record;
use crate::storage::Storage;
use crate::table::Intent;
use crate::transaction::Transaction;
use crate::undo_chain::UndoChain;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_wal::Space;

impl Storage {
    /// Registers a call of [`crate::LogHandler::release`] with `intent` (at most 4,096 bytes) after
    /// the commit is on disk. A rollback of the transaction, or to an earlier savepoint, cancels
    /// it. Fails with `TooLong` for a longer intent. The record is logged now; the log space of its
    /// withdrawal is reserved.
    pub fn defer_release(&self, txn: &mut Transaction, intent: &[u8]) -> Result<(), StorageError> {
        if intent.len() > INTENT_MAX {
            return Err(StorageError::TooLong { bytes: intent.len() as u64, max: INTENT_MAX as u64 });
        }
        let started = self.started(txn)?;
        let reserve = self.undo_reserve(started, WITHDRAWAL_BYTES);
        let mut active = started.lock();
        let lsn = self.append_chained(&mut active, record::INTENT, &[intent], Space::Reserving(reserve))?;
        active.intents.push(Intent { lsn, bytes: Arc::from(intent) });
        drop(active);
        started.last = lsn;
        started.reserved += u64::from(reserve);
        started.releases = true;
        Ok(())
    }

    /// Undoes an intent: logs its withdrawal and removes it from the transaction's slot, so that no
    /// release follows.
    pub(crate) fn withdraw(&self, txn: &mut Transaction, intent: &UndoChain<'_>) -> Result<(), StorageError> {
        let lsn = intent.newest().lsn;
        let payload: [u8; WITHDRAWAL_BYTES] = lsn.0.to_le_bytes();
        self.append_compensation(txn, intent, PageId::NONE, record::INTENT_WITHDRAWN, &[&payload], |active| {
            // A rollback withdraws the newest intent first.
            if let Some(place) = active.intents.iter().rposition(|kept| kept.lsn == lsn) {
                active.intents.remove(place);
            }
        })?;
        Ok(())
    }

    /// Returns the intents of active transactions and of releases that are not done.
    pub fn intents(&self) -> Vec<Arc<[u8]>> {
        let of_active = self.transactions.active.snapshot().into_iter().flat_map(|active| active.intents);
        of_active.chain(self.transactions.releases.snapshot()).map(|intent| intent.bytes).collect()
    }

    /// Whether cleaning up in the background may have something to do: leaves with ghosts, or
    /// pending releases.
    pub fn needs_tidying(&self) -> bool {
        self.space.leftovers.has_leaves() || !self.transactions.releases.is_empty()
    }

    /// Runs the pending releases that no other thread is running. Returns the number done, or the
    /// first error once all were tried. A release that fails stays pending. It is retried by the
    /// next commit with a release, the background, the next checkpoint or the next start. A release
    /// that comes too early is retried so once every snapshot sees its transaction. During a check
    /// ([`Storage::keep_cleaning_away`]) all stay pending. They also do so beside a transaction
    /// whose end has failed, until recovery has undone it: its session has given up the locks, and
    /// its undo needs the pages of a table that was dropped since.
    pub fn run_releases(&self) -> Result<u64, StorageError> {
        if self.transactions.has_doubt.load(Ordering::SeqCst) {
            return Ok(0);
        }
        let Some(_cleaning) = self.begin_cleaning() else { return Ok(0) };
        let releases = &self.transactions.releases;
        let mut first_error = None;
        let mut done = 0;
        let mut after = Lsn::NONE;
        releases.wake(self.versions.oldest_snapshot());
        while let Some(release) = releases.take(after) {
            after = release.intent.lsn;
            match self.run_release(&release.intent) {
                Ok(true) => done += 1,
                Ok(false) => releases.postpone(release),
                Err(error) => {
                    releases.give_up(release);
                    first_error.get_or_insert(error);
                }
            }
        }
        first_error.map_or(Ok(done), Err)
    }

    /// Begins to clean up pages. Returns `None` during a check.
    pub fn begin_cleaning(&self) -> Option<Cleaning<'_>> {
        self.transactions.cleanup.begin()
    }

    /// Waits until no release runs and no tree is cleaned up, and keeps both away until the result
    /// is dropped. For a check that reads all pages. Releases that a failure interrupted half-way
    /// are tried once more before.
    pub fn keep_cleaning_away(&self) -> NoCleaning<'_> {
        if self.check_changes().is_ok() {
            let _checked_half_way = self.run_releases();
        }
        self.transactions.cleanup.keep_away()
    }

    fn run_release(&self, intent: &Intent) -> Result<bool, StorageError> {
        let _no_shrink = self.space.resizing.read();
        if !self.handler.release(self, &intent.bytes)? {
            return Ok(false);
        }
        let payload = intent.lsn.0.to_le_bytes();
        self.transactions
            .releases
            .done(intent.lsn, || self.append_system(record::DROP_DONE, PageId::NONE, &[&payload], Space::Reserved(0)))
            .map(|()| true)
    }
}

/// The payload length of an intent's compensation.
const WITHDRAWAL_BYTES: usize = 8;
