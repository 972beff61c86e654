//! The version store of an instance: who has been published since the oldest snapshot, and the versions that they left.

use super::side_table::{PageKey, SideTable, Version};
use super::snapshot::Snapshot;
use crate::table::Slot;
use sluice_base::hash::{HashMap, HashSet};
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::room::Room;
use sluice_base::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex, MutexGuard};
use std::collections::{BTreeMap, VecDeque};

/// The version store; one for all databases of an instance, so that a snapshot is of all of them.
#[derive(Debug)]
pub struct VersionStore {
    state: Mutex<State>,
    /// How many transactions `state` remembers; read without its lock.
    remembered: AtomicUsize,
    /// How many of `state` are unkept; read without its lock.
    unkept: AtomicUsize,
    /// Snapshots with a smaller number are lost (rule 6).
    lost_below: AtomicU64,
    table: SideTable,
    /// What all of it takes.
    room: Room,
}

#[derive(Default, Debug)]
struct State {
    /// The number of the last transaction that was published (rule 1).
    sequence: u64,
    /// The snapshots that there are and that are not lost: how many with each number.
    snapshots: BTreeMap<u64, usize>,
    /// Who was published since the oldest of them, in that order.
    recent: VecDeque<Published>,
    /// Their numbers.
    numbers: HashMap<(DatabaseId, TxnId), u64>,
    /// Who found no room for its versions, and is under way or among `recent` (rule 7).
    unkept: HashSet<(DatabaseId, TxnId)>,
}

#[derive(Debug)]
struct Published {
    sequence: u64,
    part: Part,
}

/// A transaction's part in one database.
#[derive(Debug)]
pub(crate) struct Part {
    /// The database.
    pub(crate) database: DatabaseId,
    /// The transaction.
    pub(crate) txn: TxnId,
    /// The pages of whose rows it has kept versions; one may be there several times.
    pub(crate) pages: Vec<PageId>,
}

impl VersionStore {
    /// A store without versions, which takes its memory from `broker`.
    pub fn new(broker: &Arc<MemoryBroker>) -> Arc<VersionStore> {
        Arc::new(VersionStore {
            state: Mutex::default(),
            remembered: AtomicUsize::new(0),
            unkept: AtomicUsize::new(0),
            lost_below: AtomicU64::new(0),
            table: SideTable::default(),
            room: Room::new(broker, Clerk::VersionStore),
        })
    }

    /// A snapshot of all databases: it sees who has been published until now.
    pub fn snapshot(self: &Arc<VersionStore>) -> Snapshot {
        let mut state = self.state.lock();
        let sequence = state.sequence;
        *state.snapshots.entry(sequence).or_default() += 1;
        drop(state);
        Snapshot::new(self.clone(), sequence)
    }

    /// The number of the transaction that was published last: a snapshot with a smaller one is older.
    pub fn published(&self) -> u64 {
        self.state.lock().sequence
    }

    /// Bytes of memory that versions take now, with what is remembered of those who made them.
    pub fn bytes(&self) -> u64 {
        self.room.used()
    }

    /// Whether there is a snapshot that is not lost.
    pub fn has_snapshots(&self) -> bool {
        !self.state.lock().snapshots.is_empty()
    }

    /// Publishes the parts of one transaction: every snapshot sees all of them or none. Each is still in its table of transactions.
    /// The numbers are there, in their slots, before there is a snapshot that sees them.
    pub(crate) fn publish(&self, parts: Vec<Part>, slots: &[&Slot]) {
        let mut state = self.state.lock();
        state.sequence += 1;
        let sequence = state.sequence;
        slots.iter().for_each(|slot| slot.set_number(sequence));
        if state.snapshots.is_empty() {
            drop(state);
            parts.into_iter().for_each(|part| self.forget_writer(part));
            return;
        }
        for part in parts {
            state.numbers.insert((part.database, part.txn), sequence);
            // Before anybody can take it out again.
            self.room.add(part.bytes());
            state.recent.push_back(Published { sequence, part });
        }
        self.remembered.store(state.recent.len(), Ordering::Release);
        drop(state);
        while !self.room.is_enough() && self.give_way() {}
    }

    /// Forgets the versions that the part's transaction has replaced: every snapshot sees it, or it has been rolled back.
    pub(crate) fn forget_writer(&self, part: Part) {
        if self.unkept.load(Ordering::Relaxed) > 0 {
            let mut state = self.state.lock();
            state.unkept.remove(&(part.database, part.txn));
            self.unkept.store(state.unkept.len(), Ordering::Release);
        }
        self.free(part);
    }

    /// Frees the versions that the part's transaction has replaced.
    fn free(&self, part: Part) {
        let Part { database, txn, mut pages } = part;
        pages.sort_unstable();
        pages.dedup();
        let freed = pages.into_iter().map(|page| self.table.forget_writer((database, page), txn)).sum();
        self.room.sub(freed);
    }

    /// A database is closed: nobody reads it any more.
    pub(crate) fn forget_database(&self, database: DatabaseId) {
        let mut state = self.state.lock();
        let of_parts = |state: &State| state.recent.iter().map(|published| published.part.bytes()).sum::<u64>();
        let before = of_parts(&state);
        state.recent.retain(|published| published.part.database != database);
        state.numbers.retain(|(of, _), _| *of != database);
        state.unkept.retain(|(of, _)| *of != database);
        let freed = before - of_parts(&state);
        self.remembered.store(state.recent.len(), Ordering::Release);
        self.unkept.store(state.unkept.len(), Ordering::Release);
        drop(state);
        self.room.sub(freed + self.table.forget_database(database));
    }

    /// The number of a transaction that some snapshot does not see; none if it is under way, was rolled back, or all see it (it may be
    /// in its table still).
    pub(crate) fn number_of(&self, database: DatabaseId, txn: TxnId) -> Option<u64> {
        if self.remembered.load(Ordering::Acquire) == 0 {
            return None;
        }
        self.state.lock().numbers.get(&(database, txn)).copied()
    }

    /// Below it there is no transaction of the database that a snapshot with the number `sequence` does not see. All below `settled` are
    /// finished.
    pub(crate) fn floor(&self, database: DatabaseId, sequence: u64, settled: TxnId) -> TxnId {
        let state = self.state.lock();
        let later = state.recent.iter().rev().take_while(|published| published.sequence > sequence);
        let later = later.filter(|published| published.part.database == database);
        later.map(|published| published.part.txn).min().map_or(settled, |first| first.min(settled))
    }

    /// Keeps a state of a row that is about to be replaced. The caller has its page latched. False if there is no room, though whoever
    /// could give way has: then the one who replaces it is to say so before it does ([`VersionStore::keep_none`]).
    #[must_use]
    pub(crate) fn keep(&self, page: PageKey, version: Version) -> bool {
        self.room.add(self.table.keep(page, version));
        loop {
            if self.room.is_enough() {
                return true;
            }
            if !self.give_way() {
                return false;
            }
        }
    }

    /// The part's transaction has found no room for a version: those that it has kept go, and whoever would need them is told.
    pub(crate) fn keep_none(&self, part: Part) {
        let mut state = self.state.lock();
        state.unkept.insert((part.database, part.txn));
        self.unkept.store(state.unkept.len(), Ordering::Release);
        drop(state);
        self.free(part);
    }

    /// Whether the versions that the transaction should have kept are not there. Asked after they have been looked for.
    pub(crate) fn is_unkept(&self, database: DatabaseId, txn: TxnId) -> bool {
        self.unkept.load(Ordering::Acquire) > 0 && self.state.lock().unkept.contains(&(database, txn))
    }

    /// Whether the snapshot with this number is lost. Asked after everything that has been judged by it.
    #[inline]
    pub(super) fn is_lost(&self, sequence: u64) -> bool {
        sequence < self.lost_below.load(Ordering::Acquire)
    }

    /// The versions of the rows of a page that the caller has latched, the oldest first.
    pub(crate) fn of_page(&self, page: PageKey) -> Vec<Version> {
        self.table.of_page(page)
    }

    /// A slot becomes another row's.
    pub(crate) fn forget_slot(&self, page: PageKey, slot: u16) {
        if self.room.used() > 0 {
            self.room.sub(self.table.forget_slot(page, slot));
        }
    }

    /// A snapshot is no longer of use. What only it needed goes.
    pub(super) fn release(&self, sequence: u64) {
        let mut state = self.state.lock();
        if let Some(count) = state.snapshots.get_mut(&sequence) {
            *count -= 1;
            if *count == 0 {
                state.snapshots.remove(&sequence);
            }
        }
        self.forget_seen(state);
    }

    /// Has the oldest snapshots lose their moment, as many as it takes for something to go; false if nothing would.
    #[cold]
    fn give_way(&self) -> bool {
        let mut state = self.state.lock();
        let Some(first) = state.recent.front().map(|published| published.sequence) else { return false };
        // Before anything goes. Who comes later has at least the number of whoever is remembered last.
        self.lost_below.store(first, Ordering::Release);
        state.snapshots = state.snapshots.split_off(&first);
        self.forget_seen(state);
        true
    }

    /// Forgets the published transactions that all snapshots see, and their versions.
    fn forget_seen(&self, mut state: MutexGuard<'_, State>) {
        let oldest = state.snapshots.keys().next().copied().unwrap_or(u64::MAX);
        let seen_by_all = state.recent.partition_point(|published| published.sequence <= oldest);
        if seen_by_all == 0 {
            return;
        }
        let gone: Vec<Part> = state.recent.drain(..seen_by_all).map(|published| published.part).collect();
        for part in &gone {
            state.numbers.remove(&(part.database, part.txn));
        }
        if state.recent.is_empty() {
            state.recent.shrink_to(PARTS_KEPT_FREE);
            state.numbers.shrink_to(PARTS_KEPT_FREE);
        }
        self.remembered.store(state.recent.len(), Ordering::Release);
        drop(state);
        self.room.sub(gone.iter().map(Part::bytes).sum());
        gone.into_iter().for_each(|part| self.forget_writer(part));
    }
}

impl Part {
    /// What it takes while it is remembered, in lists that are half full.
    fn bytes(&self) -> u64 {
        let entries = size_of::<Published>() + size_of::<((DatabaseId, TxnId), u64)>();
        (2 * entries + self.pages.capacity() * size_of::<PageId>()) as u64
    }
}

/// For how many transactions the store keeps memory when it remembers none.
const PARTS_KEPT_FREE: usize = 64;
