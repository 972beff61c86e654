//! Who is active: what a reader asks of a row's writer, and the wait for a writer's end.
//!
//! A row's stamp is its writer's lock. Under the page's latch the answer is exact: a writer is active before its stamp is on
//! the page; when it has left the table, its rows are committed (in full: hardened, L3a) or taken back.

use crate::error::StorageError;
use crate::lock::{LockOwner, OwnerId};
use crate::storage::Storage;
use crate::table::{Slot, Writers};
use crate::transaction::Started;
use crate::writer_sight::WriterSight;
use sluice_base::ids::TxnId;
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;

/// What a reader knows of writers. It grows stale, but only to the safe side: who was finished stays so.
#[derive(Clone, Debug)]
pub struct ActiveWriters(Writers);

impl ActiveWriters {
    /// What anybody knows of the storage's writers: whoever has found out who is finished has found it out for all.
    pub fn of(storage: &Storage) -> ActiveWriters {
        ActiveWriters(Writers { active: Vec::new(), settled: storage.table.settled() })
    }

    /// Whether the writer is known to be finished, by what was known last.
    #[inline]
    pub fn is_settled(&self, writer: TxnId) -> bool {
        writer < self.0.settled
    }

    /// Looks again who is active.
    pub fn refresh(&mut self, storage: &Storage) {
        storage.table.writers(&mut self.0);
    }

    /// Whether the writer was active at the last look, and not `reader`'s own transaction. Exact for the writer of a row that was
    /// latched then.
    pub fn is_in_the_way(&self, writer: TxnId, reader: OwnerId) -> bool {
        !self.is_settled(writer) && self.0.active.iter().any(|(id, owner)| *id == writer && *owner != reader)
    }
}

impl Storage {
    /// Whether the transaction that wrote a row is active: neither committed (and hardened, if in full) nor rolled back.
    pub fn is_active(&self, writer: TxnId) -> bool {
        self.table.find(writer).is_some()
    }

    /// The transactions that have changed something and are not over, each with its owner.
    pub fn active_transactions(&self) -> Vec<(TxnId, OwnerId)> {
        let mut writers = Writers::default();
        self.table.writers(&mut writers);
        writers.active
    }

    /// What may be seen of them, each as of a moment of its own.
    pub fn writer_sights(&self) -> Vec<WriterSight> {
        self.table.sights()
    }

    /// Waits until the transaction that wrote a row is over, as `wait_type`. The caller holds no latch. `Deadlock`, `Cancelled` and `LockTimeout` as in
    /// [`LockOwner::lock`]; `Poisoned` if the writer's end has failed, so that nobody can tell what became of it.
    pub fn wait_for_writer(&self, reader: &LockOwner, writer: TxnId, wait_type: WaitType) -> Result<(), StorageError> {
        let Some(slot) = self.table.find(writer) else { return Ok(()) };
        let holder = {
            let mut active = slot.lock();
            if active.id != writer {
                return Ok(());
            }
            // Whoever ends the transaction finds this under the same lock, and wakes those who wait.
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

    /// Waits until every other transaction has ended that has changed something by now; of those that come later nobody is waited for.
    /// What was written before this call, they have seen.
    pub fn wait_for_all(&self, reader: &LockOwner) -> Result<(), StorageError> {
        let line = self.table.draw_line();
        let mut writers = Writers::default();
        loop {
            self.table.writers(&mut writers);
            let other = |(id, owner): &&(TxnId, OwnerId)| *id < line && *owner != reader.id();
            let Some((writer, _)) = writers.active.iter().find(other) else { return Ok(()) };
            self.wait_for_writer(reader, *writer, WaitType::LockSharedTransactionRead)?;
            // One that is just drawing its id shows another for a moment.
            std::hint::spin_loop();
        }
    }

    /// Takes a transaction out of the table, and wakes those who wait for that.
    pub(crate) fn leave(&self, slot: Arc<Slot>) {
        let mut active = slot.lock();
        let id = active.id;
        let awaited = active.clear();
        drop(active);
        self.give_back(slot, id, awaited);
    }

    /// The second half of [`Storage::leave`], for a slot that has been cleared.
    #[inline]
    pub(crate) fn give_back(&self, slot: Arc<Slot>, id: TxnId, awaited: bool) {
        self.table.give_back(slot);
        if awaited {
            self.locks.transaction_ended(self.id, id);
        }
    }

    /// A transaction's end has failed: it stays in the table for recovery, and nobody is to wait for it.
    #[cold]
    pub(crate) fn in_doubt(&self, started: &Started, error: StorageError) -> StorageError {
        self.slot_in_doubt(started);
        error
    }

    /// The same, where the error is another database's.
    #[cold]
    pub(crate) fn slot_in_doubt(&self, started: &Started) {
        started.slot.set_in_doubt();
        self.locks.transaction_ended(self.id, started.id);
    }
}

const IN_DOUBT: &str = "the transaction that wrote a row could not be ended; open the database again to recover it";

#[cfg(test)]
mod tests;
