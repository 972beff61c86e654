//! Active writers: whether a row's writer is active, and the wait for a writer's end.
//!
//! A row's stamp is its writer's lock. Under the page's latch the answer is exact. A writer is
//! active before its stamp is on the page. A writer that has left the table has committed its rows
//! (in full: hardened, L3a) or undone them.

use crate::error::StorageError;
use crate::lock::{LockOwner, OwnerId};
use crate::storage::Storage;
use crate::table::{Slot, Writers};
use crate::transaction::Started;
use crate::writer_sight::WriterSight;
use sluice_base::ids::TxnId;
use sluice_base::sync::atomic::Ordering;
use sluice_base::sync::{self, Arc};
use sluice_base::waits::WaitType;

/// A reader's knowledge of active writers. Stale knowledge is safe: a finished writer stays
/// finished.
#[derive(Clone, Debug)]
pub struct ActiveWriters(Writers);

impl ActiveWriters {
    /// Starts with the shared knowledge: every refresh by any reader advances it for all readers.
    /// The list of active writers is empty before the first refresh.
    pub fn new(storage: &Storage) -> ActiveWriters {
        ActiveWriters(Writers { settled: storage.transactions.active.settled(), ..Writers::default() })
    }

    /// Whether the writer is known to be finished, without a refresh.
    #[inline]
    pub fn is_settled(&self, writer: TxnId) -> bool {
        writer < self.0.settled
    }

    /// Reads the active writers again.
    pub fn refresh(&mut self, storage: &Storage) {
        storage.transactions.active.writers(&mut self.0);
    }

    /// Whether the writer was active at the last refresh and is not `reader`'s own transaction.
    /// Exact for the writer of a row that was latched at that time.
    pub fn is_in_the_way(&self, writer: TxnId, reader: OwnerId) -> bool {
        !self.is_settled(writer) && self.0.active.iter().any(|(id, owner)| *id == writer && *owner != reader)
    }
}

impl Storage {
    /// Whether the transaction that wrote a row is active: neither committed (and hardened, if in
    /// full) nor rolled back. A transaction in doubt counts as active.
    pub fn is_active(&self, writer: TxnId) -> bool {
        self.transactions.active.find(writer).is_some()
    }

    /// Returns the active transactions that have changed the database, each with its owner. A
    /// transaction in doubt is included, with the owner NONE.
    pub fn active_transactions(&self) -> Vec<(TxnId, OwnerId)> {
        let mut writers = Writers::default();
        self.transactions.active.writers(&mut writers);
        writers.active
    }

    /// Returns a [`WriterSight`] of each transaction that has changed the database. The
    /// transactions are read one after the other, so each sight is as of its own moment.
    pub fn writer_sights(&self) -> Vec<WriterSight> {
        self.transactions.active.sights()
    }

    /// Waits until the transaction that wrote a row has ended, and counts the wait as `wait_type`.
    /// The caller holds no latch. Fails with `Deadlock`, `Cancelled` and `LockTimeout` as
    /// [`LockOwner::lock`] does, and with `Poisoned` if the writer's end has failed and its outcome
    /// is unknown. Returns at once if the writer isn't active.
    pub fn wait_for_writer(&self, reader: &LockOwner, writer: TxnId, wait_type: WaitType) -> Result<(), StorageError> {
        let Some(slot) = self.transactions.active.find(writer) else { return Ok(()) };
        let holder = {
            let mut active = slot.lock();
            if active.id != writer {
                return Ok(());
            }
            // The end of the transaction reads this flag under the same lock and wakes the waiters.
            active.awaited = true;
            slot.owner()
        };
        let is_active = || slot.id() == writer && !slot.is_in_doubt();
        reader.manager().wait_for_transaction(reader, (self.id, writer, holder), wait_type, is_active)?;
        if slot.id() == writer && slot.is_in_doubt() {
            return Err(StorageError::Poisoned(Arc::from(IN_DOUBT)));
        }
        Ok(())
    }

    /// Waits until every other transaction that has changed the database by now has ended. Later
    /// transactions are not waited for. They see everything written before this call. It finds the
    /// writers again after each wait. Fails as [`Storage::wait_for_writer`] does.
    pub fn wait_for_all(&self, reader: &LockOwner) -> Result<(), StorageError> {
        let line = self.transactions.active.draw_line();
        let mut writers = Writers::default();
        loop {
            self.transactions.active.writers(&mut writers);
            let other = |(id, owner): &&(TxnId, OwnerId)| *id < line && *owner != reader.id();
            match writers.active.iter().find(other) {
                Some((writer, _)) => self.wait_for_writer(reader, *writer, WaitType::LockSharedTransactionRead)?,
                // A transaction is drawing its id, for a moment, and the id may lie below the line.
                None if writers.drawing.is_some_and(|bound| bound < line) => sync::spin_hint(),
                None => return Ok(()),
            }
        }
    }

    /// Takes a transaction out of the table and wakes the waiters for its end. Its releases become
    /// pending: the intents move under the slot's lock (see `pending`). Returns whether there are
    /// some to run.
    pub(crate) fn leave(&self, slot: Arc<Slot>) -> bool {
        let mut active = slot.lock();
        let id = active.id;
        let releases = !active.intents.is_empty();
        if releases {
            self.transactions.releases.add(active.intents.drain(..), slot.number());
        }
        let awaited = active.clear();
        drop(active);
        self.give_back(slot, id, awaited);
        releases
    }

    /// Does the second half of [`Storage::leave`], for a cleared slot.
    #[inline]
    pub(crate) fn give_back(&self, slot: Arc<Slot>, id: TxnId, awaited: bool) {
        self.transactions.active.give_back(slot);
        if awaited {
            self.locks.transaction_ended(self.id, id);
        }
    }

    /// Marks a transaction whose end has failed. It stays in the table for recovery, and waiters
    /// give up. Pending releases of the database stay pending until then. Returns `error`
    /// unchanged.
    #[cold]
    pub(crate) fn in_doubt(&self, started: &Started, error: StorageError) -> StorageError {
        self.slot_in_doubt(started);
        error
    }

    /// Marks as [`Storage::in_doubt`] does, for an error of another database.
    #[cold]
    pub(crate) fn slot_in_doubt(&self, started: &Started) {
        started.slot.set_in_doubt();
        self.transactions.has_doubt.store(true, Ordering::SeqCst);
        self.locks.transaction_ended(self.id, started.id);
    }
}

const IN_DOUBT: &str = "the transaction that wrote a row could not be ended; open the database again to recover it";

#[cfg(test)]
mod tests;
