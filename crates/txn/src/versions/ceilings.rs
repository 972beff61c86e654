//! From which id on a snapshot sees nobody: transactions that began after it was taken.
//!
//! With it, of the transactions that a snapshot does not see only those have to be remembered one by one that were under way when it was
//! taken; as many as may be published after that, it takes no memory.

use sluice_base::ids::TxnId;
use std::collections::{BTreeMap, VecDeque};

/// The snapshots that there are: how many with each number.
pub(super) type Snapshots = BTreeMap<u64, usize>;

/// The ceilings of a database's snapshots.
#[derive(Default, Debug)]
pub(super) struct Ceilings {
    /// By number, both growing. An entry holds for the snapshots from the number behind the entry before up to its own: whoever begins
    /// later is published later.
    entries: VecDeque<(u64, TxnId)>,
}

impl Ceilings {
    /// Whether a transaction that is about to be published began after every snapshot that there is, of which `newest` is the newest's
    /// number. `next_id` is an id that is not drawn yet, read since nobody can take a snapshot.
    pub(super) fn are_below(&mut self, txn: TxnId, newest: u64, next_id: impl FnOnce() -> TxnId) -> bool {
        if self.entries.back().is_none_or(|(number, _)| *number < newest) {
            self.entries.push_back((newest, next_id()));
        }
        self.entries.back().is_some_and(|(_, ceiling)| txn >= *ceiling)
    }

    /// That of a snapshot; none if nobody has been published since.
    pub(super) fn of(&self, sequence: u64) -> Option<TxnId> {
        self.entries.get(self.place(sequence)).map(|(_, ceiling)| *ceiling)
    }

    /// The last snapshot with the number `sequence` is gone; `snapshots` are left.
    pub(super) fn forget(&mut self, sequence: u64, snapshots: &Snapshots) {
        let place = self.place(sequence);
        if self.entries.get(place).is_some_and(|_| !self.is_wanted(place, snapshots)) {
            self.entries.remove(place);
        }
    }

    /// Only `snapshots` are left.
    pub(super) fn retain(&mut self, snapshots: &Snapshots) {
        for place in (0..self.entries.len()).rev() {
            if !self.is_wanted(place, snapshots) {
                self.entries.remove(place);
            }
        }
    }

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
