//! The commits of one database in log order, and the prefixes of them that a crash may leave.
//!
//! The prefix includes the last hardened commit and, after a killed process, the last acknowledged
//! one (L5, X2).

use crate::oracle::Fate;

/// The content of a database as its clients know it.
pub(crate) trait Contents: Clone + Default {
    /// One change of the content.
    type Change: Clone;

    /// Applies the change.
    fn apply(&mut self, change: &Self::Change);
}

/// The commits since the last comparison.
#[derive(Debug)]
pub(crate) struct CommitLog<C: Contents> {
    base: C,
    commits: Vec<Commit<C::Change>>,
    now: C,
    /// The number of hardened commits.
    hardened: usize,
    /// The number of acknowledged commits.
    acknowledged: usize,
}

#[derive(Debug)]
struct Commit<Change> {
    number: u64,
    changes: Vec<Change>,
}

impl<C: Contents> Default for CommitLog<C> {
    fn default() -> Self {
        CommitLog::from_base(C::default())
    }
}

impl<C: Contents> CommitLog<C> {
    fn from_base(base: C) -> Self {
        CommitLog { now: base.clone(), base, commits: Vec::new(), hardened: 0, acknowledged: 0 }
    }

    /// Records the end of a commit with these changes. `number` is the caller's.
    pub(crate) fn committed(&mut self, number: u64, changes: Vec<C::Change>, fate: Fate) {
        changes.iter().for_each(|change| self.now.apply(change));
        self.commits.push(Commit { number, changes });
        if matches!(fate, Fate::Full | Fate::Delayed) {
            self.acknowledged = self.commits.len();
        }
        if fate == Fate::Full {
            self.hardened = self.commits.len();
        }
    }

    /// Records that the log was hardened up to the last acknowledged commit.
    pub(crate) fn harden(&mut self) {
        self.hardened = self.acknowledged;
    }

    /// Returns the content after all commits.
    pub(crate) fn now(&self) -> &C {
        &self.now
    }

    /// Returns the numbers of the commits in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.commits.iter().map(|commit| commit.number)
    }

    /// Returns the length of the shortest prefix that a crash may leave.
    pub(crate) fn least(&self, power_was_cut: bool) -> usize {
        if power_was_cut { self.hardened } else { self.acknowledged }
    }

    /// Returns the lengths of the prefixes of at least `least` commits whose content fits.
    pub(crate) fn fitting(&self, least: usize, fits: impl Fn(&C) -> bool) -> Vec<usize> {
        let (mut contents, mut fitting) = (self.base.clone(), Vec::new());
        for length in 0..=self.commits.len() {
            if length >= least && fits(&contents) {
                fitting.push(length);
            }
            self.commits.get(length).iter().flat_map(|commit| &commit.changes).for_each(|one| contents.apply(one));
        }
        fitting
    }

    /// Takes the content after `length` commits as settled.
    pub(crate) fn settle(&mut self, length: usize) {
        *self = CommitLog::from_base(self.after(length));
    }

    fn after(&self, length: usize) -> C {
        let mut contents = self.base.clone();
        self.commits[..length].iter().flat_map(|commit| &commit.changes).for_each(|change| contents.apply(change));
        contents
    }
}
