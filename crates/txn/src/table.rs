//! The table of active transactions: what a checkpoint must know of them.
//!
//! Each transaction has a slot with a lock of its own, under which it appends its records (rule 2): whoever takes that
//! lock sees a last LSN that no record in the log is ahead of. Slots are used again, so that a begin allocates nothing;
//! they are spread over shards by transaction id, so that two sessions seldom meet at a shard's lock, and a session without
//! a transaction never takes one.

use sluice_base::ids::{Lsn, TxnId};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, MutexGuard};

/// How far a transaction in the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Without a commit record: recovery would undo it.
    Active,
    /// Its commit record is appended, but perhaps not on disk.
    Committed,
    /// Its last record is appended: nothing is left to undo.
    RolledBack,
}

/// What is to be released once its transaction is committed and on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Intent {
    /// Of the record that asks for it; also its name in drop-done records.
    pub(crate) lsn: Lsn,
    /// What the handler gave.
    pub(crate) bytes: Arc<[u8]>,
}

/// A transaction as the table and checkpoints know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Active {
    /// Whose; [`TxnId::NONE`] in a slot that is free.
    pub(crate) id: TxnId,
    /// Its begin record; NONE until that is appended.
    pub(crate) first: Lsn,
    /// Its last record.
    pub(crate) last: Lsn,
    /// How far it is.
    pub(crate) phase: Phase,
    /// What its commit releases.
    pub(crate) intents: Vec<Intent>,
}

/// A transaction's place in the table.
#[derive(Debug)]
pub(crate) struct Slot {
    shard: usize,
    active: Mutex<Active>,
}

/// The active transactions of a database and the next transaction's id.
#[derive(Debug)]
pub(crate) struct TransactionTable {
    next: AtomicU64,
    shards: [Shard; SHARDS],
}

/// A cache line of its own, so that sessions in different shards do not disturb each other.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Shard {
    slots: Mutex<Slots>,
}

#[derive(Default, Debug)]
struct Slots {
    all: Vec<Arc<Slot>>,
    free: Vec<Arc<Slot>>,
}

impl Active {
    /// A transaction of which no record is known.
    pub(crate) fn without_records(id: TxnId) -> Active {
        Active { id, first: Lsn::NONE, last: Lsn::NONE, phase: Phase::Active, intents: Vec::new() }
    }

    /// Makes the slot free: nobody's, so that no checkpoint takes it along. The intents' memory is kept for the next one.
    pub(crate) fn clear(&mut self) {
        self.intents.clear();
        let intents = std::mem::take(&mut self.intents);
        *self = Active { intents, ..Active::without_records(TxnId::NONE) };
    }
}

impl Slot {
    /// The transaction's own lock: held while one of its records is appended.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Active> {
        self.active.lock()
    }
}

impl TransactionTable {
    /// An empty table; the first transaction gets the id `next`.
    pub(crate) fn new(next: TxnId) -> TransactionTable {
        TransactionTable { next: AtomicU64::new(next.0.max(1)), shards: Default::default() }
    }

    /// A new transaction's id and its slot. The slot is in the table, and still free: the caller fills it in under its lock,
    /// in one go with appending the first record.
    pub(crate) fn register(&self) -> (TxnId, Arc<Slot>) {
        let id = TxnId(self.next.fetch_add(1, Ordering::Relaxed));
        (id, self.free_slot(id))
    }

    /// Registers a transaction that recovery found unfinished.
    pub(crate) fn adopt(&self, active: Active) -> Arc<Slot> {
        let slot = self.free_slot(active.id);
        *slot.lock() = active;
        slot
    }

    /// Takes a transaction out; its slot is free then.
    pub(crate) fn leave(&self, slot: Arc<Slot>) {
        slot.lock().clear();
        self.give_back(slot);
    }

    /// The second half of [`TransactionTable::leave`], for a slot that has been cleared.
    pub(crate) fn give_back(&self, slot: Arc<Slot>) {
        let shard = slot.shard;
        self.shards[shard].slots.lock().free.push(slot);
    }

    /// Every transaction that has a record and is not rolled back, each as of a moment of its own after this call began. One whose begin record
    /// is appended after this call began may be missing.
    pub(crate) fn snapshot(&self) -> Vec<Active> {
        let mut found = Vec::new();
        for shard in &self.shards {
            // The slots' locks are taken without the shard's: one may be held over a wait for the log.
            let slots = shard.slots.lock().all.clone();
            let active = slots.iter().map(|slot| slot.lock().clone());
            found.extend(active.filter(|active| !active.first.is_none() && active.phase != Phase::RolledBack));
        }
        found
    }

    /// Whether a transaction is in the table: begun, and neither committed (on disk, where that is asked for) nor rolled back.
    pub(crate) fn holds(&self, id: TxnId) -> bool {
        let slots = self.shards[id.0 as usize % SHARDS].slots.lock().all.clone();
        id != TxnId::NONE && slots.iter().any(|slot| slot.lock().id == id)
    }

    /// The id that the next transaction will get, or a later one's.
    pub(crate) fn next_id(&self) -> TxnId {
        TxnId(self.next.load(Ordering::Relaxed))
    }
}

impl TransactionTable {
    fn free_slot(&self, id: TxnId) -> Arc<Slot> {
        let shard = id.0 as usize % SHARDS;
        let mut slots = self.shards[shard].slots.lock();
        slots.free.pop().unwrap_or_else(|| {
            let slot = Arc::new(Slot { shard, active: Mutex::new(Active::without_records(TxnId::NONE)) });
            slots.all.push(slot.clone());
            slot
        })
    }
}

const SHARDS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_is_seen_from_its_first_record_until_it_leaves() {
        let table = TransactionTable::new(TxnId(5));
        let (id, slot) = table.register();
        slot.lock().id = id;
        assert_eq!(id, TxnId(5));
        assert_eq!(table.snapshot(), vec![], "no record yet");
        slot.lock().first = Lsn(8);
        slot.lock().last = Lsn(9);
        let seen = table.snapshot();
        assert_eq!((seen.len(), seen[0].id, seen[0].first, seen[0].last), (1, id, Lsn(8), Lsn(9)));
        slot.lock().phase = Phase::Committed;
        assert_eq!(table.snapshot().len(), 1, "its commit record may not be on disk");
        slot.lock().phase = Phase::RolledBack;
        assert_eq!(table.snapshot(), vec![], "recovery must not undo it again");
        table.leave(slot);
        assert_eq!((table.snapshot(), table.next_id()), (vec![], TxnId(6)));
    }

    #[test]
    fn a_free_slot_is_used_again() {
        let table = TransactionTable::new(TxnId(1));
        for _ in 0..10 * SHARDS {
            let (_, slot) = table.register();
            slot.lock().intents.push(Intent { lsn: Lsn(1), bytes: Arc::from(&b"x"[..]) });
            table.leave(slot);
        }
        let slots: usize = table.shards.iter().map(|shard| shard.slots.lock().all.len()).sum();
        assert_eq!(slots, SHARDS);
        assert_eq!(table.register().1.lock().intents, vec![], "nothing is left of its predecessor");
    }
}
