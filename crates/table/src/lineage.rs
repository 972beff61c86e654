//! The reverts and ancestors of a database, for receipts of commits.
//!
//! LSNs of a database never go back: a clone's log begins behind its source's, and a revert goes on
//! with the log. So the LSN of a commit shows whether a revert has abandoned the commit, and whether
//! an ancestor's commit is from before the clone.

use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_txn::{CommitFate, CommitReceipt, Storage};

/// The reverts and ancestors of a database.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lineage {
    /// For a snapshot: the state that it shows has the commits below.
    pub frozen_at: Lsn,
    /// Below this LSN it isn't known which commits reverts have abandoned.
    pub unknown_below: Lsn,
    /// The commits that reverts have abandoned: from the first LSN, below the second one. They
    /// don't overlap, and ascend.
    pub reverts: Vec<(Lsn, Lsn)>,
    /// The databases that this clone descends from. Their commits below the LSN are in the clone.
    pub ancestors: Vec<(DatabaseGuid, Lsn)>,
}

impl Lineage {
    /// Returns the lineage after a revert to the state at `to`, when the log's end was `end`.
    pub fn reverted(mut self, to: Lsn, end: Lsn) -> Lineage {
        // A state that was reverted to before lacks what that revert abandoned, too.
        self.reverts.retain(|(from, _)| *from < to);
        self.reverts.push((to, end));
        if self.reverts.len() > REVERTS_MAX {
            self.unknown_below = self.reverts.remove(0).1;
        }
        self
    }

    /// Returns the lineage of a clone of the database `source`, frozen at `at`.
    pub fn of_clone(mut self, source: DatabaseGuid, at: Lsn) -> Lineage {
        self.ancestors.push((source, at));
        self.frozen_at = Lsn::NONE;
        self
    }

    /// Returns what became of a commit in the database of `storage`, which has this lineage. `None`
    /// if that is unknown, or if the commit isn't one of this database or of an ancestor before the
    /// clone was made.
    pub fn fate_of(&self, storage: &Storage, receipt: CommitReceipt) -> Option<CommitFate> {
        if receipt.database != storage.guid() {
            let (_, at) = self.ancestors.iter().find(|(guid, _)| *guid == receipt.database)?;
            if receipt.lsn >= *at {
                return None;
            }
        }
        if receipt.lsn < self.unknown_below {
            return None;
        }
        let fate = storage.fate_in_log(receipt.epoch, receipt.lsn)?;
        let is_abandoned = self.reverts.iter().any(|(from, end)| (*from..*end).contains(&receipt.lsn));
        Some(if fate == CommitFate::Survived && is_abandoned { CommitFate::Reverted } else { fate })
    }
}

/// The number of reverts to different states that are kept: a bound for master's row.
const REVERTS_MAX: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_revert_to_an_earlier_state_includes_the_earlier_one() {
        let lineage = Lineage::default().reverted(Lsn(10), Lsn(20)).reverted(Lsn(30), Lsn(40));
        assert_eq!(lineage.reverts, [(Lsn(10), Lsn(20)), (Lsn(30), Lsn(40))]);
        let again = lineage.clone().reverted(Lsn(30), Lsn(55));
        assert_eq!(again.reverts, [(Lsn(10), Lsn(20)), (Lsn(30), Lsn(55))]);
        assert_eq!(lineage.reverted(Lsn(5), Lsn(60)).reverts, [(Lsn(5), Lsn(60))]);
    }

    #[test]
    fn forgotten_reverts_leave_older_commits_unknown() {
        let reverts = (1..=103).map(|number| (Lsn(number * 10), Lsn(number * 10 + 5)));
        let lineage = reverts.fold(Lineage::default(), |lineage, (to, end)| lineage.reverted(to, end));
        assert_eq!(
            (lineage.reverts.len(), lineage.reverts[0], lineage.unknown_below),
            (100, (Lsn(40), Lsn(45)), Lsn(35))
        );
    }
}
