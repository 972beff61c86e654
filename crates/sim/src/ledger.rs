//! The expected content of one database after faults, from its acknowledged transactions.
//!
//! Unlike after a mere power cut, a commit in doubt may precede acknowledged commits: the fault
//! struck that commit, and the database went on. The rules:
//!
//! 1. Rolled-back or unknown rows are never present.
//! 2. A transaction's rows are all present or all absent, each once.
//! 3. Acknowledged commits are present, except for the suffix that [`Promise`] gives up: if one is
//!    missing, all later ones are.

use crate::oracle::Fate;
use std::collections::BTreeMap;

/// The acknowledged commits that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// No commit: in the same life, or after a killed process.
    All,
    /// A suffix of delayed commits: after a power cut.
    Full,
    /// Any suffix: after a power cut following a lying sync, or with a damaged last log block.
    Prefix,
}

/// The known transactions of one database.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Whether the table's creation was acknowledged.
    pub(crate) table: bool,
    sent: Vec<(Vec<i32>, Fate)>,
}

impl Ledger {
    /// Records the end of a transaction that inserted `rows`.
    pub(crate) fn ended(&mut self, rows: Vec<i32>, fate: Fate) {
        self.sent.push((rows, fate));
    }

    /// Takes the found rows as settled: they were checked, and must stay from now on.
    pub(crate) fn settle(&mut self, found: &[i32]) {
        for (rows, fate) in &mut self.sent {
            *fate = if rows.iter().all(|row| found.contains(row)) { Fate::Full } else { Fate::RolledBack };
        }
    }

    /// Compares the table's rows (`None`: there is no table) with the expected ones.
    pub(crate) fn check(&self, found: Option<&[i32]>, promise: Promise) -> Result<(), String> {
        if found.is_none() && self.table && promise != Promise::Prefix {
            return Err("the table was acknowledged and is gone".to_owned());
        }
        let mut left: BTreeMap<i32, u32> = BTreeMap::new();
        for row in found.unwrap_or_default() {
            *left.entry(*row).or_default() += 1;
        }
        let mut missing: Option<&(Vec<i32>, Fate)> = None;
        for sent in &self.sent {
            let (rows, fate) = sent;
            let there = rows.iter().filter(|row| left.remove(row) == Some(1)).count();
            if there != 0 && (there != rows.len() || *fate == Fate::RolledBack) {
                return Err(format!("rules 1 and 2: {there} of {rows:?} ({fate:?}) are there"));
            }
            if there != 0
                && let Some((lost, fate)) = missing
            {
                return Err(format!("rule 3: {rows:?} is there, and {lost:?} ({fate:?}) before it is not"));
            }
            let may_go = match (fate, promise) {
                (Fate::RolledBack | Fate::InDoubt, _) | (_, Promise::Prefix) => true,
                (Fate::Delayed, promise) => promise == Promise::Full,
                (Fate::Full, _) => false,
            };
            if there == 0 && !may_go {
                return Err(format!("rule 3: {rows:?} ({fate:?}) was acknowledged and is lost"));
            }
            if there == 0 && matches!(fate, Fate::Full | Fate::Delayed) {
                missing = missing.or(Some(sent));
            }
        }
        match left.first_key_value() {
            None => Ok(()),
            Some((row, times)) => Err(format!("row {row}, {times} times, was never sent or is there twice")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger() -> Ledger {
        let mut ledger = Ledger { table: true, ..Ledger::default() };
        for (rows, fate) in [
            (vec![1, 2], Fate::Full),
            (vec![3], Fate::RolledBack),
            (vec![4], Fate::InDoubt),
            (vec![5], Fate::Full),
            (vec![6, 7], Fate::Delayed),
            (vec![8], Fate::Delayed),
        ] {
            ledger.ended(rows, fate);
        }
        ledger
    }

    #[test]
    fn each_promise_accepts_its_losses() {
        let allowed: [(&[i32], [bool; 3]); 5] = [
            (&[1, 2, 5, 6, 7, 8], [true, true, true]),
            (&[8, 7, 6, 5, 4, 2, 1], [true, true, true]),
            (&[1, 2, 4, 5, 6, 7], [false, true, true]),
            (&[1, 2, 5], [false, true, true]),
            (&[1, 2], [false, false, true]),
        ];
        for (found, expected) in allowed {
            let seen = [Promise::All, Promise::Full, Promise::Prefix].map(|p| ledger().check(Some(found), p).is_ok());
            assert_eq!(seen, expected, "{found:?}");
        }
        assert!(ledger().check(None, Promise::Full).is_err());
    }

    #[test]
    fn violations_are_rejected_by_every_promise() {
        let never: [&[i32]; 6] =
            [&[1, 5], &[1, 2, 3, 5], &[1, 2, 5, 8], &[1, 1, 2, 5], &[1, 2, 5, 9], &[4, 5, 6, 7, 8]];
        for found in never {
            assert!(ledger().check(Some(found), Promise::Prefix).is_err(), "{found:?}");
        }
    }
}
