//! What must be in one database after faults, told from what its clients had been told.
//!
//! Unlike after a mere power cut, a commit in doubt may be followed by others that were acknowledged: the fault struck
//! one of them, and the database went on. The rules:
//! 1. what was rolled back is never there, nor what nobody sent;
//! 2. a transaction's rows are there all or not at all, each once;
//! 3. what was acknowledged is there, but for the suffix that [`Promise`] gives up: if one is missing, all later ones are.

use crate::oracle::Fate;
use std::collections::BTreeMap;

/// What may be missing of the acknowledged commits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// Nothing: the same life, or after a killed process.
    All,
    /// A suffix of delayed commits: after a power cut.
    Full,
    /// Any suffix: after a power cut upon a sync that lied, or when the log's last block is not what was written.
    Prefix,
}

/// What is known of one database.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Its table was acknowledged.
    pub(crate) table: bool,
    sent: Vec<(Vec<i32>, Fate)>,
}

impl Ledger {
    /// A transaction that inserted `rows` ended.
    pub(crate) fn ended(&mut self, rows: Vec<i32>, fate: Fate) {
        self.sent.push((rows, fate));
    }

    /// Takes what is there for settled: it was checked, and from now on nothing of it may go.
    pub(crate) fn settle(&mut self, found: &[i32]) {
        for (rows, fate) in &mut self.sent {
            *fate = if rows.iter().all(|row| found.contains(row)) { Fate::Full } else { Fate::RolledBack };
        }
    }

    /// Compares the table's rows (`None`: there is no table) with what must be there.
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
    fn what_each_promise_allows() {
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
    fn no_promise_allows_these() {
        let never: [&[i32]; 6] =
            [&[1, 5], &[1, 2, 3, 5], &[1, 2, 5, 8], &[1, 1, 2, 5], &[1, 2, 5, 9], &[4, 5, 6, 7, 8]];
        for found in never {
            assert!(ledger().check(Some(found), Promise::Prefix).is_err(), "{found:?}");
        }
    }
}
