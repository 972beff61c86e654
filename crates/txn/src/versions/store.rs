//! The version store of an instance: the transactions published since the oldest snapshot, and the
//! versions they left.

use super::ceilings::Snapshots;
use super::kept::{KeptVersions, Part};
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

/// The version store. One store serves all databases of an instance, so a snapshot covers all of
/// them.
#[derive(Debug)]
pub struct VersionStore {
    pub(super) state: Mutex<State>,
    /// The number of entries in `state` by which a writer could be unseen; read without its lock.
    remembered: AtomicUsize,
    /// The number of unkept transactions in `state`; read without its lock.
    unkept: AtomicUsize,
    /// Snapshots with a smaller number are lost (rule 7).
    lost_below: AtomicU64,
    pub(super) table: SideTable,
    /// The memory of the store.
    pub(super) room: Room,
    /// The spill space, once there is one.
    space: RwLock<Option<Arc<dyn VersionSpace>>>,
    /// Held by the spilling session: readers rely on the order of its writes (rule 6).
    pub(super) spilling: Mutex<()>,
}

/// The state under the store's lock.
#[derive(Default, Debug)]
pub(super) struct State {
    /// The number of the last published transaction (rule 1).
    sequence: u64,
    /// The existing snapshots that are not lost.
    snapshots: Snapshots,
    /// The transactions published since the oldest snapshot that have versions or a number to free,
    /// in order, except those in `spilled`.
    pub(super) recent: VecDeque<Published>,
    /// The published transactions whose versions are spilled, in order.
    pub(super) spilled: VecDeque<Published>,
    /// The numbers of published transactions that no ceiling covers (rule 3).
    pub(super) numbers: HashMap<(DatabaseId, TxnId), u64>,
    /// The transactions without room for their versions, active or published (rule 8).
    unkept: HashSet<(DatabaseId, TxnId)>,
    pub(super) lanes: HashMap<DatabaseId, Lane>,
}

/// A committed transaction whose versions are kept, because a snapshot older than it may read them.
#[derive(Debug)]
pub(super) struct Published {
    /// The transaction's place in the order of commits. A snapshot sees the transactions up to its
    /// own sequence.
    pub(super) sequence: u64,
    /// The transaction's part in one database: the versions that it leaves there.
    pub(super) part: Part,
}

impl VersionStore {
    /// Creates an empty store that takes its memory from `broker` and has no spill space. Without a
    /// spill space, snapshots are given up once memory is short.
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

    /// Sets the spill space for versions beyond memory.
    pub fn spill_to(&self, space: Arc<dyn VersionSpace>) {
        *self.space.write() = Some(space);
    }

    /// Returns the spill space; `None` until there is one.
    pub(super) fn space(&self) -> Option<Arc<dyn VersionSpace>> {
        self.space.read().clone()
    }

    /// Takes a snapshot of all databases: it sees the transactions published so far.
    pub fn snapshot(self: &Arc<VersionStore>) -> Snapshot {
        let mut state = self.state.lock();
        let sequence = state.sequence;
        *state.snapshots.entry(sequence).or_default() += 1;
        drop(state);
        Snapshot::new(self.clone(), sequence)
    }

    /// Returns the number of the last published transaction. A snapshot with a smaller number is
    /// older.
    pub fn published(&self) -> u64 {
        self.state.lock().sequence
    }

    /// Returns the bytes of all versions and their bookkeeping, in memory and spilled.
    pub fn bytes(&self) -> u64 {
        let databases: Vec<DatabaseId> = self.state.lock().lanes.keys().copied().collect();
        let pages: u64 = databases.into_iter().map(|database| self.spilled_pages(database)).sum();
        self.room.used() + pages * PAGE_SIZE as u64
    }

    /// Returns the number of pages of a database's spilled versions.
    pub fn spilled_pages(&self, database: DatabaseId) -> u64 {
        self.space().map_or(0, |space| space.pages(database))
    }

    /// Returns the number of the oldest snapshot that is not lost, or `u64::MAX` without one. It
    /// sees the transactions published with this number or a smaller one, as all later snapshots
    /// do.
    pub(crate) fn oldest_snapshot(&self) -> u64 {
        self.state.lock().oldest_snapshot()
    }

    /// Whether there is a snapshot that is not lost.
    pub fn has_snapshots(&self) -> bool {
        !self.state.lock().snapshots.is_empty()
    }

    /// Publishes the parts of one transaction: every snapshot sees all of them or none. Each part
    /// is still in its table of transactions; `next_id` returns the next id of a part's table. The
    /// numbers are in the slots before a snapshot can see the transaction. Without snapshots
    /// nothing is remembered, and the versions are freed at once. Otherwise they stay until every
    /// older snapshot is released.
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
            let is_covered = lane.ceilings.are_below(part.txn, newest, || next_id(index));
            if !is_covered {
                state.numbers.insert((part.database, part.txn), sequence);
            }
            if !is_covered || !part.kept.is_empty() {
                self.room.add(Part::BYTES);
                state.recent.push_back(Published { sequence, part });
            }
        }
        self.count(&state);
    }

    /// Frees the versions the part's transaction has kept: every snapshot sees it, or it was rolled
    /// back.
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

    /// Removes a closed database, which has no readers. Its versions are freed, in memory and in
    /// the spill space.
    pub fn forget_database(&self, database: DatabaseId) {
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

    /// Whether a snapshot with the number `sequence` sees a transaction. Returns `None` if nothing
    /// is remembered about it: it is active, was rolled back, or all snapshots see it (it may still
    /// be in its table).
    pub(crate) fn sees(&self, database: DatabaseId, sequence: u64, txn: TxnId) -> Option<bool> {
        if self.remembered.load(Ordering::Acquire) == 0 {
            return None;
        }
        let state = self.state.lock();
        if let Some(number) = state.numbers.get(&(database, txn)) {
            return Some(*number <= sequence);
        }
        state.lanes.get(&database)?.ceilings.get(sequence).filter(|ceiling| txn >= *ceiling).map(|_| false)
    }

    /// Whether there may be a snapshot that does not see the transaction, which has ended. False if
    /// no published transaction is remembered, without taking the lock.
    pub(crate) fn is_unseen(&self, database: DatabaseId, txn: TxnId) -> bool {
        if self.remembered.load(Ordering::Acquire) == 0 {
            return false;
        }
        let state = self.state.lock();
        let ceiling = || state.lanes.get(&database)?.ceilings.get(*state.snapshots.keys().next()?);
        state.numbers.contains_key(&(database, txn)) || ceiling().is_some_and(|ceiling| txn >= ceiling)
    }

    /// Returns an id below which a snapshot with the number `sequence` sees every transaction of
    /// the database. All below `settled` have ended.
    pub(crate) fn floor(&self, database: DatabaseId, sequence: u64, settled: TxnId) -> TxnId {
        let state = self.state.lock();
        let later = state.numbers.iter().filter(|((of, _), number)| *of == database && **number > sequence);
        let ceiling = state.lanes.get(&database).and_then(|lane| lane.ceilings.get(sequence));
        later.map(|((_, txn), _)| *txn).chain(ceiling).fold(settled, TxnId::min)
    }

    /// Keeps a state of a row before the transaction with `kept` replaces it. The caller has the
    /// row's page latched. Returns false without room, after all snapshots in the way were lost.
    /// Then the caller calls [`VersionStore::keep_none`] before it replaces the row.
    #[must_use]
    pub(crate) fn keep(&self, page: PageKey, version: Version, kept: &mut KeptVersions) -> bool {
        let writer = version.end;
        self.room.add(self.table.keep(page, version));
        kept.note(page.1);
        self.room.is_enough() || self.make_room(page.0, writer, kept)
    }

    /// Marks the transaction as unkept and frees its versions in memory. Readers that need them get
    /// an error. The error is 3958 for rows whose older version is gone. Other transactions'
    /// versions stay.
    pub(crate) fn keep_none(&self, database: DatabaseId, txn: TxnId, kept: &mut KeptVersions) {
        kept.is_unkept = true;
        let mut state = self.state.lock();
        state.unkept.insert((database, txn));
        self.unkept.store(state.unkept.len(), Ordering::Release);
        drop(state);
        let pages = std::mem::take(&mut kept.pages);
        self.free(Part { database, txn, kept: KeptVersions { pages, ..KeptVersions::default() } });
    }

    /// Whether the transaction keeps no versions. Called after the versions were looked for.
    pub(crate) fn is_unkept(&self, database: DatabaseId, txn: TxnId) -> bool {
        self.unkept.load(Ordering::Acquire) > 0 && self.state.lock().unkept.contains(&(database, txn))
    }

    /// Whether the snapshot with this number is lost. Called after every judgement by it.
    #[inline]
    pub(super) fn is_lost(&self, sequence: u64) -> bool {
        sequence < self.lost_below.load(Ordering::Acquire)
    }

    /// Returns the versions of a page that the caller has latched.
    pub(crate) fn of_page(&self, page: PageKey) -> PageState {
        self.table.of_page(page)
    }

    /// Returns the place from which on a snapshot with this number may need spilled versions.
    /// Called after the places to compare were read.
    pub(crate) fn needed_from(&self, database: DatabaseId, sequence: u64) -> u64 {
        self.state.lock().lanes.get(&database).map_or(u64::MAX, |lane| lane.needed_from(sequence))
    }

    /// Reads a run. Returns false if it was freed.
    pub(crate) fn read_run(&self, database: DatabaseId, place: u64, run: &mut Run) -> Result<bool, StorageError> {
        self.space().map_or(Ok(false), |space| run.read(space.as_ref(), database, place))
    }

    /// Frees the versions of a slot that another row takes. The caller holds the page's latch. Does
    /// nothing if the store is empty; waits for a spill that is under way.
    pub(crate) fn forget_slot(&self, page: PageKey, slot: u16) {
        if self.room.used() > 0 {
            // Versions of the slot must not be on their way to the spill space.
            let _turn = self.spilling.lock();
            let (freed, taken) = self.table.forget_slot(page, slot);
            self.room.add(taken);
            self.room.sub(freed);
        }
    }

    /// Ends a snapshot and frees the versions that only it needed. Several snapshots may have one
    /// number; the last of them frees.
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

    /// Loses the oldest snapshots, as many as needed to free something. Returns false if nothing
    /// would be freed, or without a snapshot. Reads through lost snapshots fail with `SnapshotLost`
    /// from then on.
    #[cold]
    pub(super) fn give_way(&self) -> bool {
        let mut state = self.state.lock();
        let Some(oldest) = state.snapshots.keys().next().copied() else { return false };
        let published = state.recent.front().into_iter().chain(state.spilled.front());
        let published = published.map(|published| published.sequence).filter(|number| *number > oldest);
        let written = state.lanes.values().filter_map(|lane| lane.oldest_beyond(oldest));
        let Some(first) = published.chain(written).min() else { return false };
        // The mark is set before anything is freed. Later snapshots have at least the number of the
        // last remembered transaction.
        self.lost_below.fetch_max(first, Ordering::Release);
        state.snapshots = state.snapshots.split_off(&first);
        let State { snapshots, lanes, .. } = &mut *state;
        lanes.values_mut().for_each(|lane| lane.ceilings.retain(snapshots));
        self.forget_seen(state);
        true
    }

    /// Forgets the published transactions that all snapshots see, and their versions. The state's
    /// lock is released before memory and spill space are freed.
    pub(super) fn forget_seen(&self, mut state: MutexGuard<'_, State>) {
        let oldest = state.oldest_snapshot();
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

    /// Publishes the counts to readers without the lock.
    fn count(&self, state: &State) {
        let ceilings: usize = state.lanes.values().map(|lane| lane.ceilings.len()).sum();
        self.remembered.store(state.numbers.len() + ceilings, Ordering::Release);
        self.unkept.store(state.unkept.len(), Ordering::Release);
    }
}

impl State {
    fn oldest_snapshot(&self) -> u64 {
        self.snapshots.keys().next().copied().unwrap_or(u64::MAX)
    }

    /// Removes the holds of a transaction that all snapshots see or that was rolled back.
    fn let_go(&mut self, database: DatabaseId, txn: TxnId, kept: &mut KeptVersions) {
        if std::mem::take(&mut kept.is_unkept) {
            self.unkept.remove(&(database, txn));
        }
        if let (Some(from), Some(lane)) = (kept.spilled_from.take(), self.lanes.get_mut(&database)) {
            lane.let_go(from);
        }
    }
}

impl Part {
    /// The bytes of a published transaction's bookkeeping, in half-full lists.
    pub(super) const BYTES: u64 = 2 * (size_of::<Published>() + size_of::<((DatabaseId, TxnId), u64)>()) as u64;
}

/// The capacity for transactions that the empty store keeps.
const PARTS_KEPT_FREE: usize = 64;
