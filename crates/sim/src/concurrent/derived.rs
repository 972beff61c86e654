//! Snapshots and clones of the databases, as their clients know them.
//!
//! One client makes a derived database, changes it, reverts it and drops it; all clients read it.
//! So its contents follow each other in a known order. A read must return a content that was
//! current at a moment of the read: this covers changes, rollbacks and reverts alike.
//!
//! A derived database whose creation, revert or drop was not answered is doomed: its owner drops it
//! and nobody reads it. After a restart its content must still be one that its statements made.

use super::history::{Content, DATABASES};
use sluice_engine::{CommitFate, CommitReceipt};
use std::collections::BTreeSet;

/// A content of a derived database.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) content: Content,
    /// The moment of the request that made this content.
    pub(super) since: u64,
    /// The moment of the answer to the request that replaced this content.
    until: Option<u64>,
    is_answered: bool,
    /// Whether a power cut can't lose this content once its request was answered.
    is_durable: bool,
}

/// A snapshot or a clone of one of the databases.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub(super) name: String,
    pub(super) is_clone: bool,
    /// The database that it was made from.
    pub(super) source: usize,
    /// The number of the client that made it.
    pub(super) owner: usize,
    /// The contents in order. Empty until the creation was answered.
    pub(super) versions: Vec<Version>,
    /// The content of a clone's own snapshot.
    pub(super) clean: Option<Content>,
    /// The number of reverts and drops begun and ended.
    pub(super) upsets: u64,
    /// Whether a revert or a drop is in progress.
    pub(super) is_upset: bool,
    /// Whether the outcome of a statement of the owner is unknown.
    pub(super) is_doomed: bool,
    /// Whether a drop may have succeeded.
    pub(super) may_be_gone: bool,
    /// The marks that were committed in the clone, with their receipts.
    pub(super) receipts: Vec<(i32, CommitReceipt)>,
}

impl Derived {
    pub(super) fn new(number: u64, is_clone: bool, source: usize, owner: usize) -> Derived {
        Derived {
            name: format!("{}_{number}", DATABASES[source]),
            is_clone,
            source,
            owner,
            versions: Vec::new(),
            clean: None,
            upsets: 0,
            is_upset: false,
            is_doomed: false,
            may_be_gone: false,
            receipts: Vec::new(),
        }
    }

    /// Returns the name of a clone's own snapshot.
    pub(super) fn clean_name(&self) -> String {
        format!("{}_clean", self.name)
    }

    /// Whether clients may read it.
    pub(super) fn is_readable(&self) -> bool {
        !self.versions.is_empty() && !self.is_doomed
    }

    /// Returns the content as its owner knows it.
    pub(super) fn content(&self) -> Content {
        self.versions.last().map(|version| version.content.clone()).unwrap_or_default()
    }

    /// Records a request at `since` that makes `content`.
    pub(super) fn ask(&mut self, content: Content, since: u64, is_durable: bool) {
        self.versions.push(Version { content, since, until: None, is_answered: false, is_durable });
    }

    /// Records that the last request was answered at `moment`.
    pub(super) fn confirm(&mut self, moment: u64) {
        if let Some(version) = self.versions.last_mut() {
            version.is_answered = true;
        }
        if let [.., replaced, _] = &mut self.versions[..] {
            replaced.until = Some(moment);
        }
    }

    /// Forgets the last request, which was refused.
    pub(super) fn take_back(&mut self) {
        self.versions.pop();
    }

    /// Records that the present content was made durable.
    pub(super) fn harden(&mut self) {
        self.versions.iter_mut().for_each(|version| version.is_durable = true);
    }

    /// Verifies the marks that a request between two moments has read.
    pub(super) fn check_read(&self, marks: &BTreeSet<i32>, asked: u64, answered: u64) -> Result<(), String> {
        let mut current = self
            .versions
            .iter()
            .filter(|version| version.since <= answered && version.until.is_none_or(|until| until >= asked));
        match current.any(|version| version.content.marks == *marks) {
            true => Ok(()),
            false => Err(format!(
                "{} never had the marks that a read between {asked} and {answered} returned; of the last content it lacks {:?} and has also {:?}",
                self.name,
                self.content().marks.difference(marks).collect::<Vec<_>>(),
                marks.difference(&self.content().marks).collect::<Vec<_>>(),
            )),
        }
    }

    /// Verifies the content found after a restart, or after all work, and makes it the only one.
    /// After a power cut, answered contents that were not durable may be lost.
    pub(super) fn check_found(&mut self, found: &Content, power_was_cut: bool) -> Result<(), String> {
        let must_be = |version: &Version| version.is_answered && (version.is_durable || !power_was_cut);
        let from = self.versions.iter().rposition(must_be).unwrap_or(0);
        let Some(version) = self.versions[from..].iter().find(|version| version.content == *found) else {
            let known = &self.versions[from..];
            return Err(format!("{} has a content that no statement made: {found:?}; known: {known:?}", self.name));
        };
        self.versions = vec![Version { until: None, is_answered: true, is_durable: true, ..version.clone() }];
        Ok(())
    }

    /// Verifies the fates of the clone's commits; `fate_of` returns one. All contents are known.
    pub(super) fn check_receipts(&self, fate_of: impl Fn(CommitReceipt) -> Option<CommitFate>) -> Result<(), String> {
        let content = self.content();
        for (mark, receipt) in &self.receipts {
            let fate = fate_of(*receipt);
            let is_true = match fate {
                Some(CommitFate::Survived | CommitFate::NotDurable) => content.marks.contains(mark),
                Some(CommitFate::Reverted | CommitFate::Lost) => !content.marks.contains(mark),
                None => false,
            };
            if !is_true {
                let is_there = content.marks.contains(mark);
                return Err(format!("the receipt of mark {mark} of {} says {fate:?}; present: {is_there}", self.name));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(marks: &[i32]) -> Content {
        Content { marks: marks.iter().copied().collect(), ..Content::default() }
    }

    /// A clone with the contents 1, then 1 and 2, then 1 again after a revert, then 1 and 3 not
    /// durably.
    fn clone() -> Derived {
        let mut derived = Derived::new(1, true, 0, 0);
        let steps: [(&[i32], u64, bool); 4] =
            [(&[1], 10, true), (&[1, 2], 20, true), (&[1], 30, true), (&[1, 3], 40, false)];
        for (marks, since, is_durable) in steps {
            derived.ask(content(marks), since, is_durable);
            derived.confirm(since + 5);
        }
        derived
    }

    #[test]
    fn read_returns_a_content_of_its_time() {
        let read = |marks: &[i32], asked, answered| clone().check_read(&content(marks).marks, asked, answered).is_ok();
        assert!(read(&[1, 2], 24, 29) && read(&[1], 20, 22) && read(&[1, 2], 20, 22) && read(&[1, 2], 34, 36));
        assert!(read(&[1, 3], 40, 41) && read(&[1, 3], 90, 91));
        assert!(!read(&[1], 26, 29), "an old content");
        assert!(!read(&[1, 2], 36, 39), "an abandoned content");
        assert!(!read(&[1, 3], 36, 39), "a later content");
        assert!(!read(&[2], 0, 99), "no content");
    }

    #[test]
    fn restart_keeps_durable_contents() {
        let found = |marks: &[i32], power_was_cut| clone().check_found(&content(marks), power_was_cut).is_ok();
        assert!(found(&[1, 3], false) && found(&[1, 3], true) && found(&[1], true));
        assert!(!found(&[1], false) && !found(&[1, 2], true) && !found(&[1, 2, 3], true));
        let mut asked = clone();
        asked.ask(content(&[1, 3, 4]), 50, true);
        assert!(asked.clone().check_found(&content(&[1, 3, 4]), false).is_ok());
        assert!(asked.check_found(&content(&[1, 3]), false).is_ok());
    }
}
