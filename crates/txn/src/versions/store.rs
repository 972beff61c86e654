//! The version store of an instance: who has been published since the oldest snapshot, and the versions that they left.

use super::ceilings::Snapshots;
use super::kept::{Kept, Part};
use super::lane::Lane;
use super::run::Run;
use super::side_table::{PageKey, PageState, SideTable, Version};
use super::snapshot::Snapshot;
use super::space::VersionSpace;
use crate::error::StorageError;
use crate::table::Slot;
use sluice_base::hash::{HashMap, HashSet};
use sluice_base::ids::{DatabaseId, TxnId};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::room::Room;
use sluice_base::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex, MutexGuard, RwLock};
use sluice_buffer::PAGE_SIZE;
use std::collections::VecDeque;

/// The version store; one for all databases of an instance, so that a snapshot is of all of them.
#[derive(Debug)]
pub struct VersionStore {
    pub(super) state: Mutex<State>,
    /// How much `state` remembers by which a writer could be told to be unseen; read without its lock.
    remembered: AtomicUsize,
    /// How many of `state` are unkept; read without its lock.
    unkept: AtomicUsize,
    /// Snapshots with a smaller number are lost (rule 7).
    lost_below: AtomicU64,
    pub(super) table: SideTable,
    /// What all of it takes.
    pub(super) room: Room,
    /// The space beside memory, once there is one.
    space: RwLock<Option<Arc<dyn VersionSpace>>>,
    /// Had by whoever spills: the order of what he writes is what readers rely on (rule 6).
    pub(super) spilling: Mutex<()>,
}

#[derive(Default, Debug)]
pub(super) struct State {
    /// The number of the last transaction that was published (rule 1).
    sequence: u64,
    /// The snapshots that there are and that are not lost.
    snapshots: Snapshots,
    /// Who was published since the oldest of them and has something to be seen to, in that order, but for those whose versions are spilled.
    pub(super) recent: VecDeque<Published>,
    /// Those.
    pub(super) spilled: VecDeque<Published>,
    /// The numbers of the published that a ceiling does not tell (rule 3).
    pub(super) numbers: HashMap<(DatabaseId, TxnId), u64>,
    /// Who found no room for its versions, and is under way or among the published (rule 8).
    unkept: HashSet<(DatabaseId, TxnId)>,
    pub(super) lanes: HashMap<DatabaseId, Lane>,
}

#[derive(Debug)]
pub(super) struct Published {
    pub(super) sequence: u64,
    pub(super) part: Part,
}

impl VersionStore {
    /// A store without versions, which takes its memory from `broker`, and has nothing beside it.
    pub fn new(broker: &Arc<MemoryBroker>) -> Arc<VersionStore> {
        Arc::new(VersionStore {
            state: Mutex::default(),
            remembered: AtomicUsize::new(0),
            unkept: AtomicUsize::new(0),
            lost_below: AtomicU64::new(0),
            table: SideTable::default(),
            room: Room::new(broker, Clerk::VersionStore),
            space: RwLock::new(None),
            spilling: Mutex::default(),
        })
    }

    /// What memory has no room for goes there from now on.
    pub fn spill_to(&self, space: Arc<dyn VersionSpace>) {
        *self.space.write() = Some(space);
    }

    pub(super) fn space(&self) -> Option<Arc<dyn VersionSpace>> {
        self.space.read().clone()
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

    /// Bytes that versions take now, in memory, with what is remembered of those who made them, and beside it.
    pub fn bytes(&self) -> u64 {
        let databases: Vec<DatabaseId> = self.state.lock().lanes.keys().copied().collect();
        let pages: u64 = databases.into_iter().map(|database| self.spilled_pages(database)).sum();
        self.room.used() + pages * PAGE_SIZE as u64
    }

    /// How many pages the versions of a database take beside memory.
    pub fn spilled_pages(&self, database: DatabaseId) -> u64 {
        self.space().map_or(0, |space| space.pages(database))
    }

    /// Whether there is a snapshot that is not lost.
    pub fn has_snapshots(&self) -> bool {
        !self.state.lock().snapshots.is_empty()
    }

    /// Publishes the parts of one transaction: every snapshot sees all of them or none. Each is still in its table of transactions;
    /// `next_id` tells of each part which id its database's table gives next.
    /// The numbers are there, in their slots, before there is a snapshot that sees them.
    pub(crate) fn publish(&self, parts: Vec<Part>, slots: &[&Slot], next_id: impl Fn(usize) -> TxnId) {
        let mut state = self.state.lock();
        state.sequence += 1;
        let sequence = state.sequence;
        slots.iter().for_each(|slot| slot.set_number(sequence));
        let Some(newest) = state.snapshots.keys().next_back().copied() else {
            drop(state);
            parts.into_iter().for_each(|part| self.forget_writer(part));
            return;
        };
        for (index, part) in parts.into_iter().enumerate() {
            let lane = state.lanes.entry(part.database).or_default();
            let is_told = lane.ceilings.are_below(part.txn, newest, || next_id(index));
            if !is_told {
                state.numbers.insert((part.database, part.txn), sequence);
            }
            if !is_told || !part.kept.is_empty() {
                self.room.add(Part::BYTES);
                state.recent.push_back(Published { sequence, part });
            }
        }
        self.count(&state);
    }

    /// Forgets what the part's transaction has kept: every snapshot sees it, or it has been rolled back.
    pub(crate) fn forget_writer(&self, part: Part) {
        let Part { database, txn, mut kept } = part;
        if kept.is_unkept || kept.spilled_from.is_some() {
            let mut state = self.state.lock();
            state.let_go(database, txn, &mut kept);
            self.forget_seen(state);
        }
        self.free(Part { database, txn, kept });
    }

    /// Frees the versions in memory that the part's transaction has replaced.
    fn free(&self, part: Part) {
        let Part { database, txn, mut kept } = part;
        let pages = kept.take_pages().into_iter();
        self.room.sub(pages.map(|page| self.table.forget_writer((database, page), txn)).sum());
    }

    /// A database is closed: nobody reads it any more.
    pub(crate) fn forget_database(&self, database: DatabaseId) {
        let _turn = self.spilling.lock();
        let mut state = self.state.lock();
        let of_parts = |state: &State| (state.recent.len() + state.spilled.len()) as u64 * Part::BYTES;
        let before = of_parts(&state);
        state.recent.retain(|published| published.part.database != database);
        state.spilled.retain(|published| published.part.database != database);
        state.numbers.retain(|(of, _), _| *of != database);
        state.unkept.retain(|(of, _)| *of != database);
        state.lanes.remove(&database);
        let freed = before - of_parts(&state);
        self.count(&state);
        drop(state);
        if let Some(space) = self.space() {
            space.free_below(database, u64::MAX);
        }
        self.room.sub(freed + self.table.forget_database(database));
    }

    /// Whether a snapshot with the number `sequence` sees a transaction; none if nothing is remembered by which it could be told: it is under
    /// way, was rolled back, or all see it (it may be in its table still).
    pub(crate) fn sees(&self, database: DatabaseId, sequence: u64, txn: TxnId) -> Option<bool> {
        if self.remembered.load(Ordering::Acquire) == 0 {
            return None;
        }
        let state = self.state.lock();
        if let Some(number) = state.numbers.get(&(database, txn)) {
            return Some(*number <= sequence);
        }
        state.lanes.get(&database)?.ceilings.of(sequence).filter(|ceiling| txn >= *ceiling).map(|_| false)
    }

    /// Whether there may be a snapshot that does not see the transaction, which is over.
    pub(crate) fn is_unseen(&self, database: DatabaseId, txn: TxnId) -> bool {
        if self.remembered.load(Ordering::Acquire) == 0 {
            return false;
        }
        let state = self.state.lock();
        let ceiling = || state.lanes.get(&database)?.ceilings.of(*state.snapshots.keys().next()?);
        state.numbers.contains_key(&(database, txn)) || ceiling().is_some_and(|ceiling| txn >= ceiling)
    }

    /// Below it there is no transaction of the database that a snapshot with the number `sequence` does not see. All below `settled` are
    /// finished.
    pub(crate) fn floor(&self, database: DatabaseId, sequence: u64, settled: TxnId) -> TxnId {
        let state = self.state.lock();
        let later = state.numbers.iter().filter(|((of, _), number)| *of == database && **number > sequence);
        let ceiling = state.lanes.get(&database).and_then(|lane| lane.ceilings.of(sequence));
        later.map(|((_, txn), _)| *txn).chain(ceiling).fold(settled, TxnId::min)
    }

    /// Keeps a state of a row that is about to be replaced, by the transaction that has `kept` this. The caller has its page latched. False
    /// if there is no room, though whoever could give way has: then the one who replaces it is to say so before it does
    /// ([`VersionStore::keep_none`]).
    #[must_use]
    pub(crate) fn keep(&self, page: PageKey, version: Version, kept: &mut Kept) -> bool {
        let writer = version.end;
        self.room.add(self.table.keep(page, version));
        kept.note(page.1);
        self.room.is_enough() || self.make_room(page.0, writer, kept)
    }

    /// The transaction has found no room for a version: those that it has kept in memory go, and whoever would need them is told.
    pub(crate) fn keep_none(&self, database: DatabaseId, txn: TxnId, kept: &mut Kept) {
        kept.is_unkept = true;
        let mut state = self.state.lock();
        state.unkept.insert((database, txn));
        self.unkept.store(state.unkept.len(), Ordering::Release);
        drop(state);
        let pages = std::mem::take(&mut kept.pages);
        self.free(Part { database, txn, kept: Kept { pages, ..Kept::default() } });
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

    /// What is kept of the rows of a page that the caller has latched.
    pub(crate) fn of_page(&self, page: PageKey) -> PageState {
        self.table.of_page(page)
    }

    /// Where what a snapshot with this number may need begins, of what is spilled. Asked after the places that it is compared with were read.
    pub(crate) fn needed_from(&self, database: DatabaseId, sequence: u64) -> u64 {
        self.state.lock().lanes.get(&database).map_or(u64::MAX, |lane| lane.needed_from(sequence))
    }

    /// Reads a run; false if it has been freed.
    pub(crate) fn read_run(&self, database: DatabaseId, place: u64, run: &mut Run) -> Result<bool, StorageError> {
        self.space().map_or(Ok(false), |space| run.read(space.as_ref(), database, place))
    }

    /// A slot becomes another row's.
    pub(crate) fn forget_slot(&self, page: PageKey, slot: u16) {
        if self.room.used() > 0 {
            // Not while versions of the slot are on their way out of memory.
            let _turn = self.spilling.lock();
            let (freed, taken) = self.table.forget_slot(page, slot);
            self.room.add(taken);
            self.room.sub(freed);
        }
    }

    /// A snapshot is no longer of use. What only it needed goes.
    pub(super) fn release(&self, sequence: u64) {
        let mut state = self.state.lock();
        let State { snapshots, lanes, .. } = &mut *state;
        if let Some(count) = snapshots.get_mut(&sequence) {
            *count -= 1;
            if *count == 0 {
                snapshots.remove(&sequence);
                lanes.values_mut().for_each(|lane| lane.ceilings.forget(sequence, snapshots));
            }
        }
        self.forget_seen(state);
    }

    /// Has the oldest snapshots lose their moment, as many as it takes for something to go; false if nothing would.
    #[cold]
    pub(super) fn give_way(&self) -> bool {
        let mut state = self.state.lock();
        let Some(oldest) = state.snapshots.keys().next().copied() else { return false };
        let published = state.recent.front().into_iter().chain(state.spilled.front());
        let published = published.map(|published| published.sequence).filter(|number| *number > oldest);
        let written = state.lanes.values().filter_map(|lane| lane.oldest_beyond(oldest));
        let Some(first) = published.chain(written).min() else { return false };
        // Before anything goes. Who comes later has at least the number of whoever is remembered last.
        self.lost_below.fetch_max(first, Ordering::Release);
        state.snapshots = state.snapshots.split_off(&first);
        let State { snapshots, lanes, .. } = &mut *state;
        lanes.values_mut().for_each(|lane| lane.ceilings.retain(snapshots));
        self.forget_seen(state);
        true
    }

    /// Forgets the published transactions that all snapshots see, and their versions.
    pub(super) fn forget_seen(&self, mut state: MutexGuard<'_, State>) {
        let oldest = state.snapshots.keys().next().copied().unwrap_or(u64::MAX);
        let State { recent, spilled, .. } = &mut *state;
        let mut gone: Vec<Part> = Vec::new();
        for published in [recent, spilled] {
            let seen_by_all = published.partition_point(|published| published.sequence <= oldest);
            gone.extend(published.drain(..seen_by_all).map(|published| published.part));
            if published.is_empty() {
                published.shrink_to(PARTS_KEPT_FREE);
            }
        }
        for part in &mut gone {
            state.numbers.remove(&(part.database, part.txn));
            state.let_go(part.database, part.txn, &mut part.kept);
        }
        if state.numbers.is_empty() {
            state.numbers.shrink_to(PARTS_KEPT_FREE);
        }
        let free = state.lanes.iter_mut().filter_map(|(of, lane)| lane.free(oldest).map(|free| (*of, free)));
        let free: Vec<_> = free.collect();
        self.count(&state);
        drop(state);
        self.room.sub(gone.len() as u64 * Part::BYTES);
        gone.into_iter().for_each(|part| self.free(part));
        for (database, (place, is_much)) in free {
            self.free_below(database, place, is_much);
        }
    }

    /// Says how much is remembered.
    fn count(&self, state: &State) {
        let ceilings: usize = state.lanes.values().map(|lane| lane.ceilings.len()).sum();
        self.remembered.store(state.numbers.len() + ceilings, Ordering::Release);
        self.unkept.store(state.unkept.len(), Ordering::Release);
    }
}

impl State {
    /// The transaction, which has `kept` this, is not unseen any more by anybody.
    fn let_go(&mut self, database: DatabaseId, txn: TxnId, kept: &mut Kept) {
        if std::mem::take(&mut kept.is_unkept) {
            self.unkept.remove(&(database, txn));
        }
        if let (Some(from), Some(lane)) = (kept.spilled_from.take(), self.lanes.get_mut(&database)) {
            lane.let_go(from);
        }
    }
}

impl Part {
    /// What it takes while it is remembered, in lists that are half full.
    pub(super) const BYTES: u64 = 2 * (size_of::<Published>() + size_of::<((DatabaseId, TxnId), u64)>()) as u64;
}

/// For how many transactions the store keeps memory when it remembers none.
const PARTS_KEPT_FREE: usize = 64;
