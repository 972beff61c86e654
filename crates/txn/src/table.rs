//! The table of active transactions: what a checkpoint must know of them.
//!
//! Each transaction has a slot with a lock of its own, under which it appends its records (rule 2), but for those that change a page and are many:
//! of these the slot is told under the log's own lock. So whoever has appended a record of his own sees in a slot a last LSN
//! that no older record of the transaction is ahead of. Slots are used again, so that a begin allocates nothing;
//! they are spread over shards by transaction id, so that two sessions seldom meet at a shard's lock, and a session without
//! a transaction never takes one.
//!
//! Who is active is told without the slots' locks: a slot's id is there before the transaction writes its first row, and goes
//! when the transaction has left. A slot shows a smaller id for the moment in which its own is being drawn, so that
//! whoever reads `next` first and the slots then misses no id below `next`.

use crate::lock::OwnerId;
use crate::writer_sight::{WriterPhase, WriterSight};
use sluice_base::ids::{DatabaseGuid, Lsn, TxnId};
use sluice_base::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, MutexGuard};

/// How far a transaction in the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Without a commit record: recovery would undo it.
    Active,
    /// It is part of a transaction across databases, and waits for the coordinator's decision.
    Prepared(Preparation),
    /// Its commit record is appended, but perhaps not on disk.
    Committed,
    /// Its last record is appended: nothing is left to undo.
    RolledBack,
}

impl From<Phase> for WriterPhase {
    fn from(phase: Phase) -> WriterPhase {
        match phase {
            Phase::Active => WriterPhase::Active,
            Phase::Prepared(_) => WriterPhase::Prepared,
            Phase::Committed => WriterPhase::Committed,
            Phase::RolledBack => WriterPhase::RolledBack,
        }
    }
}

/// Whom to ask what became of a prepared transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Preparation {
    /// The database that decides.
    pub(crate) coordinator: DatabaseGuid,
    /// Its log's epoch: one that has not been opened since is an older copy.
    pub(crate) epoch: u32,
    /// Its log was on disk below this: one that ends earlier is not all of it.
    pub(crate) known: Lsn,
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
    /// Its begin record; NONE until that is appended. In a temporary database, which has none: where the log ended when it got its id.
    pub(crate) first: Lsn,
    /// Its last record.
    pub(crate) last: Lsn,
    /// How far it is.
    pub(crate) phase: Phase,
    /// What its commit releases.
    pub(crate) intents: Vec<Intent>,
    /// Somebody waits for its end.
    pub(crate) awaited: bool,
    /// What was appended under the lock.
    pub(crate) logged: Logged,
}

/// How much a transaction has logged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Logged {
    pub(crate) records: u64,
    /// Of the log, with each record's header.
    pub(crate) bytes: u64,
}

/// A transaction's place in the table.
#[derive(Debug)]
pub(crate) struct Slot {
    shard: usize,
    /// The transaction, or a smaller id while it is being drawn; 0 in a free slot.
    id: AtomicU64,
    /// Who would have to wait if the transaction waits.
    owner: AtomicU64,
    /// The transaction's end failed: it is over only when the database is opened again.
    in_doubt: AtomicBool,
    /// The number that the transaction was published with (see `versions`); 0 before that.
    number: AtomicU64,
    /// The newest record that was appended without the lock; perhaps a former transaction's, which is older than any of this one's.
    newest: AtomicU64,
    /// What was appended without the lock, and what of the log is kept for the rollback: for whoever looks on. The owner alone writes them.
    records: AtomicU64,
    bytes: AtomicU64,
    reserved: AtomicU64,
    /// When its begin record was appended, in nanoseconds since 1970; 0 of one that has none.
    began_ns: AtomicI64,
    active: Mutex<Active>,
}

/// The active transactions at a moment, by [`TransactionTable::writers`].
#[derive(Clone, Default, Debug)]
pub(crate) struct Writers {
    /// Each with its owner.
    pub(crate) active: Vec<(TxnId, OwnerId)>,
    /// All smaller ids are finished.
    pub(crate) settled: TxnId,
}

/// The active transactions of a database and the next transaction's id.
#[derive(Debug)]
pub(crate) struct TransactionTable {
    next: AtomicU64,
    settled: Settled,
    shards: [Shard; SHARDS],
}

/// All smaller ids are finished, as somebody has found out who looked; only ever grows. In a cache line of its own: most readers of old rows
/// need no more than this.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Settled(AtomicU64);

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
        let (intents, logged) = Default::default();
        Active { id, first: Lsn::NONE, last: Lsn::NONE, phase: Phase::Active, intents, awaited: false, logged }
    }

    /// Its newest record, so long, is at `lsn` now.
    pub(crate) fn appended(&mut self, lsn: Lsn, bytes: usize) {
        self.logged.records += 1;
        self.logged.bytes += bytes as u64;
        if self.first.is_none() {
            self.first = lsn;
        }
        self.last = lsn;
    }

    /// Makes the slot free: nobody's, so that no checkpoint takes it along. The intents' memory is kept for the next one.
    /// Whether somebody waits for the transaction's end.
    pub(crate) fn clear(&mut self) -> bool {
        self.intents.clear();
        let (intents, awaited) = (std::mem::take(&mut self.intents), self.awaited);
        *self = Active { intents, ..Active::without_records(TxnId::NONE) };
        awaited
    }
}

impl Slot {
    /// The transaction's own lock: held while one of its records is appended.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Active> {
        self.active.lock()
    }

    /// A record of the transaction, so long, is appended without its lock; said under the log's.
    #[inline]
    pub(crate) fn note_newest(&self, lsn: Lsn, bytes: usize) {
        self.newest.store(lsn.0, Ordering::Relaxed);
        self.records.store(self.records.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.bytes.store(self.bytes.load(Ordering::Relaxed) + bytes as u64, Ordering::Relaxed);
    }

    /// So much of the log is kept for the transaction's rollback.
    #[inline]
    pub(crate) fn note_reserved(&self, bytes: u64) {
        self.reserved.store(bytes, Ordering::Relaxed);
    }

    /// When its begin record was appended.
    pub(crate) fn note_began(&self, ns: i64) {
        self.began_ns.store(ns, Ordering::Relaxed);
    }

    /// What is known of the transaction by now.
    fn known(&self) -> Active {
        let mut active = self.lock().clone();
        active.last = active.last.max(Lsn(self.newest.load(Ordering::Relaxed)));
        active
    }

    /// What may be seen of the transaction, if there is one whose first record is appended.
    fn sight(&self) -> Option<WriterSight> {
        let id = self.id();
        let active = self.known();
        // What is there by now may be another transaction's.
        if id == TxnId::NONE || active.id != id || self.id() != id {
            return None;
        }
        let unlocked = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let began_ns = Some(self.began_ns.load(Ordering::Relaxed)).filter(|ns| *ns != 0);
        Some(WriterSight {
            id,
            owner: self.owner(),
            first: if began_ns.is_some() { active.first } else { Lsn::NONE },
            last: active.last,
            phase: active.phase.into(),
            began_ns,
            log_records: active.logged.records + unlocked(&self.records),
            log_bytes: active.logged.bytes + unlocked(&self.bytes),
            log_reserved: unlocked(&self.reserved),
        })
    }

    /// The transaction; see the field.
    pub(crate) fn id(&self) -> TxnId {
        TxnId(self.id.load(Ordering::Acquire))
    }

    /// The transaction's owner.
    pub(crate) fn owner(&self) -> OwnerId {
        OwnerId(self.owner.load(Ordering::Relaxed))
    }

    /// The transaction is published with this number; it is still in the table.
    pub(crate) fn set_number(&self, number: u64) {
        self.number.store(number, Ordering::Release);
    }

    /// The number that `id` was published with, 0 if it has not been; none if it has left the slot.
    pub(crate) fn number_of(&self, id: TxnId) -> Option<u64> {
        let number = self.number.load(Ordering::Acquire);
        // Ids are not given again: what was read before was this transaction's.
        (self.id() == id).then_some(number)
    }

    /// Whether the transaction's end failed.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.in_doubt.load(Ordering::Acquire)
    }

    /// The transaction's end failed.
    pub(crate) fn set_in_doubt(&self) {
        self.in_doubt.store(true, Ordering::Release);
    }
}

impl TransactionTable {
    /// An empty table; the first transaction gets the id `next`.
    pub(crate) fn new(next: TxnId) -> TransactionTable {
        TransactionTable {
            next: AtomicU64::new(next.0.max(1)),
            settled: Settled::default(),
            shards: Default::default(),
        }
    }

    /// A new transaction's id and its slot. For checkpoints the slot is still free: the caller fills it in under its lock,
    /// in one go with appending the first record.
    pub(crate) fn register(&self, owner: OwnerId) -> (TxnId, Arc<Slot>) {
        let no_more_than = self.next.load(Ordering::Relaxed);
        let slot = self.free_slot(TxnId(no_more_than));
        slot.owner.store(owner.0, Ordering::Relaxed);
        slot.number.store(0, Ordering::Relaxed);
        slot.records.store(0, Ordering::Relaxed);
        slot.bytes.store(0, Ordering::Relaxed);
        slot.reserved.store(0, Ordering::Relaxed);
        slot.began_ns.store(0, Ordering::Relaxed);
        slot.id.store(no_more_than, Ordering::Relaxed);
        // Whoever sees `next` beyond the id sees what the slot shows, too.
        let id = self.next.fetch_add(1, Ordering::AcqRel);
        slot.id.store(id, Ordering::Release);
        (TxnId(id), slot)
    }

    /// Registers a transaction that recovery found unfinished.
    pub(crate) fn adopt(&self, active: Active) -> Arc<Slot> {
        let slot = self.free_slot(active.id);
        slot.id.store(active.id.0, Ordering::Release);
        *slot.lock() = active;
        slot
    }

    /// Takes a transaction out whose slot has been cleared. From here on what it wrote is for everybody.
    pub(crate) fn give_back(&self, slot: Arc<Slot>) {
        slot.id.store(TxnId::NONE.0, Ordering::Release);
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
            let active = slots.iter().map(|slot| slot.known());
            found.extend(active.filter(|active| !active.first.is_none() && active.phase != Phase::RolledBack));
        }
        found
    }

    /// What may be seen of those that are active, each as of a moment of its own.
    pub(crate) fn sights(&self) -> Vec<WriterSight> {
        let mut found = Vec::new();
        for shard in &self.shards {
            let slots = shard.slots.lock().all.clone();
            found.extend(slots.iter().filter_map(|slot| slot.sight()));
        }
        found
    }

    /// Who is active. Of a row that the caller has latched the answer is exact: its writer's id was drawn, and shown by its
    /// slot, before the row was written.
    pub(crate) fn writers(&self, found: &mut Writers) {
        found.active.clear();
        let mut settled = self.next.load(Ordering::Acquire);
        for shard in &self.shards {
            for slot in &shard.slots.lock().all {
                let id = slot.id();
                if id != TxnId::NONE {
                    settled = settled.min(id.0);
                    found.active.push((id, slot.owner()));
                }
            }
        }
        found.settled = TxnId(settled);
        if settled > self.settled.0.load(Ordering::Relaxed) {
            self.settled.0.fetch_max(settled, Ordering::AcqRel);
        }
    }

    /// Below it all ids are known to be finished, without looking for more.
    pub(crate) fn settled(&self) -> TxnId {
        TxnId(self.settled.0.load(Ordering::Acquire))
    }

    /// The slot of an active transaction that has written a row.
    pub(crate) fn find(&self, id: TxnId) -> Option<Arc<Slot>> {
        let of_shard = |shard: &Shard| shard.slots.lock().all.iter().find(|slot| slot.id() == id).cloned();
        self.shards.iter().find_map(of_shard)
    }

    /// The active transaction of an owner; NONE if it has none.
    pub(crate) fn of_owner(&self, owner: OwnerId) -> TxnId {
        let is_its = |slot: &&Arc<Slot>| slot.owner() == owner && slot.id() != TxnId::NONE;
        let of_shard = |shard: &Shard| shard.slots.lock().all.iter().find(is_its).map(|slot| slot.id());
        self.shards.iter().find_map(of_shard).unwrap_or(TxnId::NONE)
    }

    /// An id below which all are drawn; who draws one from it on sees what the caller has written before.
    pub(crate) fn draw_line(&self) -> TxnId {
        TxnId(self.next.fetch_add(0, Ordering::AcqRel))
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
            let slot = Arc::new(Slot {
                shard,
                id: AtomicU64::new(TxnId::NONE.0),
                owner: AtomicU64::new(OwnerId::NONE.0),
                in_doubt: AtomicBool::new(false),
                number: AtomicU64::new(0),
                newest: AtomicU64::new(Lsn::NONE.0),
                records: AtomicU64::new(0),
                bytes: AtomicU64::new(0),
                reserved: AtomicU64::new(0),
                began_ns: AtomicI64::new(0),
                active: Mutex::new(Active::without_records(TxnId::NONE)),
            });
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
        let (id, slot) = table.register(OwnerId::NONE);
        slot.lock().id = id;
        assert_eq!(id, TxnId(5));
        assert_eq!(table.snapshot(), vec![], "no record yet");
        slot.lock().first = Lsn(8);
        slot.lock().last = Lsn(9);
        let seen = table.snapshot();
        assert_eq!((seen.len(), seen[0].id, seen[0].first, seen[0].last), (1, id, Lsn(8), Lsn(9)));
        slot.note_newest(Lsn(12), 20);
        assert_eq!(table.snapshot()[0].last, Lsn(12), "appended without the slot's lock");
        slot.lock().phase = Phase::Committed;
        assert_eq!(table.snapshot().len(), 1, "its commit record may not be on disk");
        slot.lock().phase = Phase::RolledBack;
        assert_eq!(table.snapshot(), vec![], "recovery must not undo it again");
        slot.lock().clear();
        table.give_back(slot);
        assert_eq!((table.snapshot(), table.next_id()), (vec![], TxnId(6)));
    }

    #[test]
    fn who_is_active_is_known_from_the_id_on() {
        let table = TransactionTable::new(TxnId(5));
        let mut writers = Writers::default();
        table.writers(&mut writers);
        assert_eq!((writers.active.as_slice(), writers.settled), (&[][..], TxnId(5)));
        let (first, one) = table.register(OwnerId(7));
        let (second, other) = table.register(OwnerId(8));
        table.writers(&mut writers);
        writers.active.sort();
        assert_eq!(writers.active, [(first, OwnerId(7)), (second, OwnerId(8))]);
        assert_eq!(writers.settled, first);
        assert!(table.find(second).is_some() && table.find(TxnId(7)).is_none());
        table.give_back(one);
        table.writers(&mut writers);
        assert_eq!((writers.active.as_slice(), writers.settled), (&[(second, OwnerId(8))][..], second));
        assert_eq!(table.settled(), second, "who comes later need not look for that again");
        table.give_back(other);
        table.writers(&mut writers);
        assert_eq!((writers.active.as_slice(), writers.settled), (&[][..], TxnId(7)));
        assert!(table.find(first).is_none());
    }

    #[test]
    fn a_free_slot_is_used_again() {
        let table = TransactionTable::new(TxnId(1));
        for _ in 0..10 * SHARDS {
            let (_, slot) = table.register(OwnerId::NONE);
            slot.lock().intents.push(Intent { lsn: Lsn(1), bytes: Arc::from(&b"x"[..]) });
            slot.lock().clear();
            table.give_back(slot);
        }
        let slots: usize = table.shards.iter().map(|shard| shard.slots.lock().all.len()).sum();
        assert_eq!(slots, SHARDS);
        assert_eq!(table.register(OwnerId::NONE).1.lock().intents, vec![], "nothing is left of its predecessor");
    }
}
