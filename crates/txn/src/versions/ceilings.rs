//! The ceilings of snapshots: the ids from which on a snapshot sees no transaction, since those
//! began after it was taken.
//!
//! With ceilings, only transactions that were active when a snapshot was taken are remembered one
//! by one. Later transactions take no memory, however many are published.

use sluice_base::ids::TxnId;
use std::collections::{BTreeMap, VecDeque};

/// The number of existing snapshots with each sequence number.
pub(super) type Snapshots = BTreeMap<u64, usize>;

/// The ceilings of a database's snapshots.
#[derive(Default, Debug)]
pub(super) struct Ceilings {
    /// Sequence numbers and ceilings, both ascending. An entry covers the snapshots above the
    /// previous entry's number up to its own number: a transaction that begins later is published
    /// later.
    entries: VecDeque<(u64, TxnId)>,
}

impl Ceilings {
    /// Whether a transaction to be published began after every existing snapshot. `newest` is the
    /// newest snapshot's number. If that snapshot has no ceiling yet, its ceiling is recorded: the
    /// id returned by `next_id`, which isn't drawn yet and is read while no snapshot can be taken.
    pub(super) fn are_below(&mut self, txn: TxnId, newest: u64, next_id: impl FnOnce() -> TxnId) -> bool {
        if self.entries.back().is_none_or(|(number, _)| *number < newest) {
            self.entries.push_back((newest, next_id()));
        }
        self.entries.back().is_some_and(|(_, ceiling)| txn >= *ceiling)
    }

    /// Returns the ceiling of a snapshot, or `None` if no transaction was published since.
    pub(super) fn get(&self, sequence: u64) -> Option<TxnId> {
        self.entries.get(self.place(sequence)).map(|(_, ceiling)| *ceiling)
    }

    /// Removes the ceiling that only snapshots with the number `sequence` needed; `snapshots` are
    /// left.
    pub(super) fn forget(&mut self, sequence: u64, snapshots: &Snapshots) {
        let place = self.place(sequence);
        if self.entries.get(place).is_some_and(|_| !self.is_wanted(place, snapshots)) {
            self.entries.remove(place);
        }
    }

    /// Keeps the ceilings of `snapshots` alone.
    pub(super) fn retain(&mut self, snapshots: &Snapshots) {
        for place in (0..self.entries.len()).rev() {
            if !self.is_wanted(place, snapshots) {
                self.entries.remove(place);
            }
        }
    }

    /// Returns the number of ceilings. Each is that of one or more snapshots.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    fn place(&self, sequence: u64) -> usize {
        self.entries.partition_point(|(number, _)| *number < sequence)
    }

    fn is_wanted(&self, place: usize, snapshots: &Snapshots) -> bool {
        let after = place.checked_sub(1).map_or(0, |before| self.entries[before].0 + 1);
        snapshots.range(after..=self.entries[place].0).next().is_some()
    }
}
