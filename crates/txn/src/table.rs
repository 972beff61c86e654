//! The table of active transactions, as checkpoints and readers need it.
//!
//! Each transaction has a slot with its own lock, under which it appends its records (rule 2). The
//! frequent records of page changes are exceptions: the slot is updated under the log's own lock.
//! So after appending a record of its own, a thread reads in each slot a last LSN that no older
//! record of that transaction exceeds. Slots are reused, so a begin allocates nothing. They are
//! spread over shards by transaction id, so two sessions seldom meet at a shard's lock. A session
//! without a transaction never takes one.
//!
//! Active writers are read without the slots' locks. A slot's id is set before the transaction
//! writes its first row, and cleared after the transaction has ended. While an id is being drawn,
//! its slot shows a lower bound of the id, marked by [`DRAWING`]. So a reader that reads `next`
//! first and the slots afterwards misses no id below `next`, and no reader takes the bound for a
//! transaction: another one may have drawn that id and ended.

use crate::lock::OwnerId;
use crate::writer_sight::{WriterPhase, WriterSight};
use sluice_base::ids::{DatabaseGuid, Lsn, TxnId};
use sluice_base::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use sluice_base::sync::{self, Arc, Mutex, MutexGuard};

/// The state of a transaction in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Without a commit record: recovery would undo the transaction.
    Active,
    /// Part of a transaction across databases, waiting for the coordinator's decision.
    Prepared(Preparation),
    /// The commit record is appended, but perhaps not on disk.
    Committed,
    /// The last record is appended: nothing is left to undo.
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

/// The coordinator of a prepared transaction, and checks of its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Preparation {
    /// The database that decides.
    pub(crate) coordinator: DatabaseGuid,
    /// The epoch of its log. A log with a smaller epoch is an older copy.
    pub(crate) epoch: u32,
    /// The durable LSN of its log at the prepare. A log that ends earlier is incomplete.
    pub(crate) known: Lsn,
}

/// A release to run once its transaction is committed and on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Intent {
    /// The LSN of the intent's record; also its name in drop-done records.
    pub(crate) lsn: Lsn,
    /// The handler's description of the release.
    pub(crate) bytes: Arc<[u8]>,
}

/// A transaction as the table and checkpoints know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Active {
    /// The transaction; [`TxnId::NONE`] in a free slot.
    pub(crate) id: TxnId,
    /// The begin record; NONE until it is appended. In a temporary database, the end of the log
    /// when the id was drawn.
    pub(crate) first: Lsn,
    pub(crate) last: Lsn,
    pub(crate) phase: Phase,
    /// The releases of its commit.
    pub(crate) intents: Vec<Intent>,
    /// Whether an owner waits for the end of the transaction.
    pub(crate) awaited: bool,
    /// The records appended under the slot's lock.
    pub(crate) logged: Logged,
}

/// The log written by a transaction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Logged {
    pub(crate) records: u64,
    /// The length in the log, record headers included.
    pub(crate) bytes: u64,
}

/// A transaction's slot in the table. A slot is reused by later transactions.
#[derive(Debug)]
pub(crate) struct Slot {
    shard: usize,
    /// The transaction; a lower bound with [`DRAWING`] while the id is being drawn; 0 in a free
    /// slot.
    id: AtomicU64,
    /// The lock owner of the transaction; none once its end has failed.
    owner: AtomicU64,
    /// Whether the transaction's end failed. It ends only when the database is opened again.
    in_doubt: AtomicBool,
    /// The number of the transaction's publication (see `versions`); 0 before.
    number: AtomicU64,
    /// The newest record appended without the lock. It may belong to an earlier transaction of the
    /// slot, with a smaller LSN.
    newest: AtomicU64,
    /// The records appended without the lock, and the log space reserved for rollback, for the
    /// views. Only the owner writes them.
    records: AtomicU64,
    bytes: AtomicU64,
    reserved: AtomicU64,
    /// The time of the begin record, in nanoseconds since 1970; 0 without one.
    began_ns: AtomicI64,
    active: Mutex<Active>,
}

/// The active transactions at a moment, by [`TransactionTable::writers`].
#[derive(Clone, Default, Debug)]
pub(crate) struct Writers {
    /// Each transaction with its owner.
    pub(crate) active: Vec<(TxnId, OwnerId)>,
    /// All smaller ids have ended.
    pub(crate) settled: TxnId,
    /// A lower bound of the ids that were being drawn, if there are any.
    pub(crate) drawing: Option<TxnId>,
}

/// The active transactions of a database, and the next transaction's id. Slots are spread over
/// shards so that sessions seldom meet. `settled` is a lower bound of active ids.
#[derive(Debug)]
pub(crate) struct TransactionTable {
    next: AtomicU64,
    settled: Settled,
    shards: [Shard; SHARDS],
}

/// All smaller ids have ended, as found by some reader; it only grows. It has its own cache line:
/// most readers of old rows need only this value.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Settled(AtomicU64);

/// Each shard has its own cache line, so that sessions in different shards do not disturb each
/// other.
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
    /// A transaction without known records.
    pub(crate) fn without_records(id: TxnId) -> Active {
        let (intents, logged) = Default::default();
        Active { id, first: Lsn::NONE, last: Lsn::NONE, phase: Phase::Active, intents, awaited: false, logged }
    }

    /// Records that the newest record, of `bytes` bytes, is at `lsn`.
    pub(crate) fn appended(&mut self, lsn: Lsn, bytes: usize) {
        self.logged.records += 1;
        self.logged.bytes += bytes as u64;
        if self.first.is_none() {
            self.first = lsn;
        }
        self.last = lsn;
    }

    /// Frees the slot, so that no checkpoint includes it. The memory of the intents is kept for the
    /// next transaction. Returns whether an owner waits for the transaction's end.
    pub(crate) fn clear(&mut self) -> bool {
        self.intents.clear();
        let (intents, awaited) = (std::mem::take(&mut self.intents), self.awaited);
        *self = Active { intents, ..Active::without_records(TxnId::NONE) };
        awaited
    }
}

impl Slot {
    /// Locks the slot; held while a record of the transaction is appended.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Active> {
        self.active.lock()
    }

    /// Records that a record of `bytes` bytes was appended without the slot's lock. Called under
    /// the log's lock.
    #[inline]
    pub(crate) fn note_newest(&self, lsn: Lsn, bytes: usize) {
        self.newest.store(lsn.0, Ordering::Relaxed);
        self.records.store(self.records.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.bytes.store(self.bytes.load(Ordering::Relaxed) + bytes as u64, Ordering::Relaxed);
    }

    /// Records the log space reserved for rollback, in bytes.
    #[inline]
    pub(crate) fn note_reserved(&self, bytes: u64) {
        self.reserved.store(bytes, Ordering::Relaxed);
    }

    /// Records the time of the begin record, in nanoseconds since 1970. Takes no lock.
    pub(crate) fn note_began(&self, ns: i64) {
        self.began_ns.store(ns, Ordering::Relaxed);
    }

    /// Returns the current state, with records appended without the lock.
    fn known(&self) -> Active {
        let mut active = self.lock().clone();
        active.last = active.last.max(Lsn(self.newest.load(Ordering::Relaxed)));
        active
    }

    /// Returns the view of the transaction, if its first record is appended.
    fn sight(&self) -> Option<WriterSight> {
        let id = self.id();
        let active = self.known();
        // The slot may have been reused meanwhile.
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

    /// Returns the transaction; NONE in a free slot, and while the id is being drawn.
    pub(crate) fn id(&self) -> TxnId {
        self.shown().unwrap_or(TxnId::NONE)
    }

    /// Returns the transaction, NONE in a free slot, or a lower bound of the id being drawn.
    fn shown(&self) -> Result<TxnId, TxnId> {
        match self.id.load(Ordering::Acquire) {
            id if id & DRAWING != 0 => Err(TxnId(id & !DRAWING)),
            id => Ok(TxnId(id)),
        }
    }

    /// Returns the lock owner; NONE once the transaction's end has failed. Stale in a free slot.
    pub(crate) fn owner(&self) -> OwnerId {
        OwnerId(self.owner.load(Ordering::Relaxed))
    }

    /// Sets the publication number of the transaction, which is still in the table.
    pub(crate) fn set_number(&self, number: u64) {
        self.number.store(number, Ordering::Release);
    }

    /// Returns the publication number of the transaction, which is still in the table.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// Returns the publication number of `id`, 0 before its publication, or `None` if it has left
    /// the slot.
    pub(crate) fn number_of(&self, id: TxnId) -> Option<u64> {
        let number = self.number.load(Ordering::Acquire);
        // Ids are never reused: the number read before belonged to this transaction.
        (self.id() == id).then_some(number)
    }

    /// Whether the end of the transaction in the slot has failed.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.in_doubt.load(Ordering::Acquire)
    }

    /// Marks a transaction whose end has failed. From here on it has no owner: some of its changes
    /// may be undone and others not, so they are nobody's, also not its session's.
    pub(crate) fn set_in_doubt(&self) {
        self.owner.store(OwnerId::NONE.0, Ordering::Relaxed);
        self.in_doubt.store(true, Ordering::Release);
    }
}

impl TransactionTable {
    /// Creates an empty table; the first transaction gets the id `next`.
    pub(crate) fn new(next: TxnId) -> TransactionTable {
        TransactionTable {
            next: AtomicU64::new(next.0.max(1)),
            settled: Settled::default(),
            shards: Default::default(),
        }
    }

    /// Draws a new transaction's id and takes a slot. For checkpoints the slot is still free: the
    /// caller fills it under its lock, together with the append of the first record. It's exact
    /// from then on: a transaction whose id is below `next` shows in its slot.
    pub(crate) fn register(&self, owner: OwnerId) -> (TxnId, Arc<Slot>) {
        let slot = self.begin_drawing(owner);
        sync::point();
        // A reader that sees `next` beyond the id also sees the id in the slot.
        let id = self.next.fetch_add(1, Ordering::AcqRel);
        slot.id.store(id, Ordering::Release);
        (TxnId(id), slot)
    }

    /// Takes a slot, which shows that an id is being drawn.
    fn begin_drawing(&self, owner: OwnerId) -> Arc<Slot> {
        let no_more_than = self.next.load(Ordering::Relaxed);
        let slot = self.free_slot(TxnId(no_more_than));
        slot.owner.store(owner.0, Ordering::Relaxed);
        slot.number.store(0, Ordering::Relaxed);
        slot.records.store(0, Ordering::Relaxed);
        slot.bytes.store(0, Ordering::Relaxed);
        slot.reserved.store(0, Ordering::Relaxed);
        slot.began_ns.store(0, Ordering::Relaxed);
        slot.id.store(no_more_than | DRAWING, Ordering::Relaxed);
        slot
    }

    /// Registers an unfinished transaction found by recovery.
    pub(crate) fn adopt(&self, active: Active) -> Arc<Slot> {
        let slot = self.free_slot(active.id);
        slot.id.store(active.id.0, Ordering::Release);
        *slot.lock() = active;
        slot
    }

    /// Takes a transaction with a cleared slot out of the table. Its rows are visible to all from
    /// here on.
    pub(crate) fn give_back(&self, slot: Arc<Slot>) {
        slot.id.store(TxnId::NONE.0, Ordering::Release);
        let shard = slot.shard;
        self.shards[shard].slots.lock().free.push(slot);
    }

    /// Returns every transaction that has a record and is not rolled back, each as of its own
    /// moment after this call began. A transaction whose begin record is appended after this call
    /// began may be missing.
    pub(crate) fn snapshot(&self) -> Vec<Active> {
        let mut found = Vec::new();
        for shard in &self.shards {
            // The slots' locks are taken without the shard's lock: a slot's lock may be held over a
            // wait for the log.
            let slots = shard.slots.lock().all.clone();
            let active = slots.iter().map(|slot| slot.known());
            found.extend(active.filter(|active| !active.first.is_none() && active.phase != Phase::RolledBack));
        }
        found
    }

    /// Returns a [`WriterSight`] of each transaction in the table, each as of its own moment. Takes
    /// the slots' locks one after the other.
    pub(crate) fn sights(&self) -> Vec<WriterSight> {
        let mut found = Vec::new();
        for shard in &self.shards {
            let slots = shard.slots.lock().all.clone();
            found.extend(slots.iter().filter_map(|slot| slot.sight()));
        }
        found
    }

    /// Reads the active writers. Exact for a row that the caller has latched: its writer's id was
    /// drawn and in its slot before the row was written. Replaces `found`: the active ids with
    /// their owners, and the id below which no writer is active.
    pub(crate) fn writers(&self, found: &mut Writers) {
        found.active.clear();
        found.drawing = None;
        let mut settled = self.next.load(Ordering::Acquire);
        for shard in &self.shards {
            for slot in &shard.slots.lock().all {
                let bound = match slot.shown() {
                    Ok(TxnId::NONE) => continue,
                    Ok(id) => {
                        found.active.push((id, slot.owner()));
                        id
                    }
                    Err(bound) => {
                        found.drawing = Some(found.drawing.map_or(bound, |other| other.min(bound)));
                        bound
                    }
                };
                settled = settled.min(bound.0);
            }
        }
        found.settled = TxnId(settled);
        if settled > self.settled.0.load(Ordering::Relaxed) {
            self.settled.0.fetch_max(settled, Ordering::AcqRel);
        }
    }

    /// Returns the id below which all transactions are known to have ended, without reading the
    /// slots.
    pub(crate) fn settled(&self) -> TxnId {
        TxnId(self.settled.0.load(Ordering::Acquire))
    }

    /// Returns the slot of the transaction `id`, or `None` if it isn't in the table.
    pub(crate) fn find(&self, id: TxnId) -> Option<Arc<Slot>> {
        let of_shard = |shard: &Shard| shard.slots.lock().all.iter().find(|slot| slot.id() == id).cloned();
        self.shards.iter().find_map(of_shard)
    }

    /// Returns the active transaction of an owner, or NONE.
    pub(crate) fn of_owner(&self, owner: OwnerId) -> TxnId {
        let is_its = |slot: &&Arc<Slot>| slot.owner() == owner && slot.id() != TxnId::NONE;
        let of_shard = |shard: &Shard| shard.slots.lock().all.iter().find(is_its).map(|slot| slot.id());
        self.shards.iter().find_map(of_shard).unwrap_or(TxnId::NONE)
    }

    /// Returns an id below which all ids are drawn; draws none itself. A transaction with this or a
    /// later id sees everything the caller wrote before.
    pub(crate) fn draw_line(&self) -> TxnId {
        TxnId(self.next.fetch_add(0, Ordering::AcqRel))
    }

    /// Returns a lower bound for the id of the next transaction.
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
/// The mark of a slot whose id is being drawn. No transaction has so high an id.
const DRAWING: u64 = 1 << 63;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transaction_is_listed_from_first_record_until_end() {
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
    fn writer_is_active_from_its_id_until_give_back() {
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
    fn id_being_drawn_is_no_transaction() {
        let table = TransactionTable::new(TxnId(5));
        let drawing = table.begin_drawing(OwnerId(7));
        // Another transaction draws the id that the slot had as its bound, and ends.
        let (id, slot) = table.register(OwnerId(8));
        table.give_back(slot);
        assert!(table.find(id).is_none(), "the transaction has ended");
        assert_eq!((drawing.number_of(id), table.of_owner(OwnerId(7))), (None, TxnId::NONE));
        let mut writers = Writers::default();
        table.writers(&mut writers);
        assert_eq!((writers.active.len(), writers.settled, writers.drawing), (0, id, Some(id)));
    }

    #[test]
    fn free_slot_is_reused() {
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
