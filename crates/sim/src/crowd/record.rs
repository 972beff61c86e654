//! The acknowledged changes of each database in log order, and the check of the state after a crash
//! (L5, L4):
//!
//! 1. Each database has a prefix of its commits, and nothing else.
//! 2. The prefix includes all commits acknowledged as hardened; after a killed process, all
//!    acknowledged commits (X2).
//! 3. A commit across both databases is present in both or in neither.

use super::image::{Effect, Image, Table};
use crate::commit_log::CommitLog;
use crate::oracle::Fate;
use std::collections::BTreeMap;

pub(super) const DATABASES: [&str; 2] = ["A", "B"];

/// The clients' knowledge.
#[derive(Debug, Default)]
pub(super) struct Record {
    databases: [CommitLog<Image>; 2],
    committed: u64,
    /// The number of the last commit that changed each row.
    changed: BTreeMap<(usize, Table, i32), u64>,
    power_was_cut: bool,
}

/// The exceptions of a check because of a lying sync.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Excuse {
    /// The databases whose log may miss any suffix (rule 2).
    pub(super) suffix: [bool; 2],
    /// Whether the parts of a commit across both databases may disagree (rule 3).
    pub(super) halves: bool,
}

impl Record {
    /// Records the end of a commit with these effects, each with its database.
    pub(super) fn ended(&mut self, effects: &[(usize, Effect)], fate: Fate) {
        self.committed += 1;
        for (place, effect) in effects {
            effect.row().map(|id| self.changed.insert((*place, effect.table(), id), self.committed));
        }
        for (place, log) in self.databases.iter_mut().enumerate() {
            let own: Vec<Effect> =
                effects.iter().filter(|(of, _)| *of == place).map(|(_, effect)| effect.clone()).collect();
            if own.is_empty() {
                continue;
            }
            log.committed(self.committed, own, fate);
        }
    }

    /// Records that the log of a database was hardened to its end.
    pub(super) fn hardened(&mut self, database: usize) {
        self.databases[database].harden();
    }

    /// Returns the committed state of a database.
    pub(super) fn now(&self, database: usize) -> &Image {
        self.databases[database].now()
    }

    /// Returns the number of commits so far.
    pub(super) fn moment(&self) -> u64 {
        self.committed
    }

    /// Returns whether there was a commit across both databases since the last comparison.
    pub(super) fn has_across(&self) -> bool {
        let [left, right] = &self.databases;
        left.numbers().any(|number| right.numbers().any(|twin| twin == number))
    }

    /// Returns whether a commit after `since` has changed the row.
    pub(super) fn has_changed(&self, (database, table, id): (usize, Table, i32), since: u64) -> bool {
        self.changed.get(&(database, table, id)).is_some_and(|number| *number > since)
    }

    /// Records that the machine stopped, by a power cut or a killed process.
    pub(super) fn stopped(&mut self, by_power_cut: bool) {
        self.power_was_cut |= by_power_cut;
    }

    /// Compares the state found after a start, and takes it as the new base.
    pub(super) fn check(&mut self, found: [Image; 2], excuse: Excuse) -> Result<(), String> {
        let mut fitting: [Vec<usize>; 2] = Default::default();
        for (place, log) in self.databases.iter().enumerate() {
            let least = if excuse.suffix[place] { 0 } else { log.least(self.power_was_cut) };
            fitting[place] = log.fitting(least, |image| *image == found[place]);
            if fitting[place].is_empty() {
                let (name, count) = (DATABASES[place], log.numbers().count());
                return Err(format!(
                    "rules 1 and 2: {name} is at none of its commits {least} to {count}; found and last known differ: {}",
                    found[place].differences(log.now())
                ));
            }
        }
        let agree = |one: usize, other: usize| {
            let [left, right] = &self.databases;
            left.numbers().enumerate().all(|(place, number)| {
                let twin = right.numbers().position(|twin| twin == number);
                twin.is_none_or(|twin| (place < one) == (twin < other))
            })
        };
        let [left, right] = &fitting;
        if !excuse.halves && !left.iter().any(|one| right.iter().any(|other| agree(*one, *other))) {
            return Err(format!(
                "rule 3: A is after {left:?} commits and B after {right:?}: of one across both half is there"
            ));
        }
        for (log, fitting) in self.databases.iter_mut().zip(&fitting) {
            log.settle(fitting[0]);
        }
        self.power_was_cut = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commit_log::Contents;
    use crate::crowd::image::Table;

    const T: Table = Table::Shared;

    fn put(database: usize, id: i32) -> (usize, Effect) {
        (database, Effect::Put(T, id, 0))
    }

    fn image(ids: &[i32]) -> Image {
        let mut image = Image::default();
        image.apply(&Effect::Clear(T));
        ids.iter().for_each(|id| image.apply(&Effect::Put(T, *id, 0)));
        image
    }

    fn record(power_was_cut: bool) -> Record {
        let mut record = Record { power_was_cut, ..Record::default() };
        record.ended(&[put(0, 1), put(1, 1)], Fate::Full);
        record.ended(&[put(0, 2)], Fate::Delayed);
        record.ended(&[put(1, 3)], Fate::Delayed);
        record.ended(&[put(0, 4), put(1, 4)], Fate::InDoubt);
        record
    }

    #[test]
    fn permitted_states_are_accepted() {
        for (left, right) in [(&[1][..], &[1][..]), (&[1, 2], &[1]), (&[1], &[1, 3]), (&[1, 2, 4], &[1, 3, 4])] {
            assert_eq!(
                record(true).check([image(left), image(right)], Excuse::default()),
                Ok(()),
                "{left:?} {right:?}"
            );
        }
        assert_eq!(record(false).check([image(&[1, 2]), image(&[1, 3])], Excuse::default()), Ok(()));
    }

    #[test]
    fn violation_of_each_rule_is_detected() {
        let never: [(&[i32], &[i32]); 6] = [
            (&[], &[1]),
            (&[1, 2, 4], &[1, 3]),
            (&[1, 2], &[1, 3, 4]),
            (&[1, 4], &[1]),
            (&[1, 2, 5], &[1]),
            (&[2], &[1]),
        ];
        for (left, right) in never {
            assert!(record(true).check([image(left), image(right)], Excuse::default()).is_err(), "{left:?} {right:?}");
        }
        assert!(
            record(false).check([image(&[1]), image(&[1, 3])], Excuse::default()).is_err(),
            "a killed process keeps delayed commits"
        );
        let mut hardened = record(true);
        hardened.hardened(0);
        assert!(hardened.check([image(&[1]), image(&[1])], Excuse::default()).is_err());
    }

    #[test]
    fn lie_excuses_only_its_own_file() {
        let lost = |suffix, halves| record(true).check([Image::default(), image(&[1])], Excuse { suffix, halves });
        assert_eq!(lost([true, false], true), Ok(()));
        assert!(lost([true, false], false).is_err(), "the commit across both is in one");
        assert!(lost([false, true], true).is_err(), "it is the other log that lied");
        let mut strange = record(true);
        let any = Excuse { suffix: [true; 2], halves: true };
        assert!(strange.check([image(&[2]), image(&[1])], any).is_err(), "no prefix");
    }
}
