//! The version store of an instance: who has been published since the oldest snapshot, and the versions that they left.

use super::side_table::{PageKey, SideTable, Version};
use super::snapshot::Snapshot;
use crate::table::Slot;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex};
use std::collections::{BTreeMap, VecDeque};

/// The version store; one for all databases of an instance, so that a snapshot is of all of them.
#[derive(Default, Debug)]
pub struct VersionStore {
    state: Mutex<State>,
    /// How many transactions `state` remembers; read without its lock.
    remembered: AtomicUsize,
    table: SideTable,
}

#[derive(Default, Debug)]
struct State {
    /// The number of the last transaction that was published (rule 1).
    sequence: u64,
    /// The snapshots that there are: how many with each number.
    snapshots: BTreeMap<u64, usize>,
    /// Who was published since the oldest of them, in that order.
    recent: VecDeque<Published>,
    /// Their numbers.
    numbers: HashMap<(DatabaseId, TxnId), u64>,
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
    /// A store without versions.
    pub fn new() -> Arc<VersionStore> {
        Arc::default()
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

    /// Bytes of memory that versions take now.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Whether there is a snapshot.
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
            state.recent.push_back(Published { sequence, part });
        }
        self.remembered.store(state.recent.len(), Ordering::Release);
    }

    /// Forgets the versions that the part's transaction has replaced: every snapshot sees it, or it has been rolled back.
    pub(crate) fn forget_writer(&self, part: Part) {
        let Part { database, txn, mut pages } = part;
        pages.sort_unstable();
        pages.dedup();
        pages.into_iter().for_each(|page| self.table.forget_writer((database, page), txn));
    }

    /// A database is closed: nobody reads it any more.
    pub(crate) fn forget_database(&self, database: DatabaseId) {
        let mut state = self.state.lock();
        state.recent.retain(|published| published.part.database != database);
        state.numbers.retain(|(of, _), _| *of != database);
        self.remembered.store(state.recent.len(), Ordering::Release);
        drop(state);
        self.table.forget_database(database);
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

    /// Keeps a state of a row that is about to be replaced. The caller has its page latched.
    pub(crate) fn keep(&self, page: PageKey, version: Version) {
        self.table.keep(page, version);
    }

    /// The versions of the rows of a page that the caller has latched, the oldest first.
    pub(crate) fn of_page(&self, page: PageKey) -> Vec<Version> {
        self.table.of_page(page)
    }

    /// A slot becomes another row's.
    pub(crate) fn forget_slot(&self, page: PageKey, slot: u16) {
        if self.table.bytes() > 0 {
            self.table.forget_slot(page, slot);
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
        let oldest = state.snapshots.keys().next().copied().unwrap_or(u64::MAX);
        let seen_by_all = state.recent.partition_point(|published| published.sequence <= oldest);
        if seen_by_all == 0 {
            return;
        }
        let gone: Vec<Part> = state.recent.drain(..seen_by_all).map(|published| published.part).collect();
        for part in &gone {
            state.numbers.remove(&(part.database, part.txn));
        }
        self.remembered.store(state.recent.len(), Ordering::Release);
        drop(state);
        gone.into_iter().for_each(|part| self.forget_writer(part));
    }
}
