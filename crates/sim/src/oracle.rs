//! The expected content of the table after a crash, from the acknowledged transactions.
//!
//! One session commits transactions in sequence, so the log has them in that order. The rules are
//! requirement L5 for this case:
//!
//! 1. A rolled-back transaction is never present.
//! 2. A transaction's rows are all present or all absent.
//! 3. The present transactions are a prefix in commit order, so only a suffix of delayed commits is
//!    lost.
//! 4. The prefix includes the last acknowledged full commit.
//! 5. After a killed process without a power cut, the prefix includes the last acknowledged commit,
//!    full or delayed (X2).

use crate::sequence_oracle::SequenceOracle;
use std::fmt;

/// The end of a transaction, as seen by its client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Acknowledged, fully durable.
    Full,
    /// Acknowledged, delayed durable.
    Delayed,
    /// The commit failed, or the machine stopped before it returned: present or not.
    InDoubt,
    /// Rolled back by its client.
    RolledBack,
}

#[derive(Clone, Debug)]
struct Sent {
    rows: Vec<i32>,
    fate: Fate,
}

/// The client's knowledge.
#[derive(Debug, Default)]
pub(crate) struct Oracle {
    sent: Vec<Sent>,
    table_acknowledged: bool,
    /// The values received from the sequence.
    pub(crate) sequence: SequenceOracle,
    /// Whether the power was cut since the table was last read.
    power_was_cut: bool,
    kept_by_ring: usize,
}

/// A rule that the engine violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The seed of the run.
    pub seed: u64,
    /// The rule and the observation.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {}", self.seed, self.what)
    }
}

impl std::error::Error for Violation {}

impl Oracle {
    /// Records that the table's creation was acknowledged: the table must exist from now on.
    pub(crate) fn table_created(&mut self) {
        self.table_acknowledged = true;
    }

    /// Records the end of a transaction that inserted `rows`.
    pub(crate) fn ended(&mut self, rows: Vec<i32>, fate: Fate) {
        self.sent.push(Sent { rows, fate });
    }

    /// Returns the number of acknowledged full commits.
    pub(crate) fn full_commits(&self) -> usize {
        self.sent.iter().filter(|sent| sent.fate == Fate::Full).count()
    }

    /// Records that the machine stopped, by a power cut or a killed process.
    pub(crate) fn stopped(&mut self, by_power_cut: bool) {
        self.power_was_cut |= by_power_cut;
    }

    /// Returns the number of delayed commits that only rule 5 protected.
    pub(crate) fn kept_by_ring(&self) -> usize {
        self.kept_by_ring
    }

    /// Compares the table read after a restart (`None`: it doesn't exist) with the expected
    /// content, in order. Then takes the found rows as settled.
    pub(crate) fn check(&mut self, found: Option<&[i32]>) -> Result<(), String> {
        if found.is_none() && self.table_acknowledged {
            return Err("the table was acknowledged and is gone".to_owned());
        }
        let mut rest = found.unwrap_or_default();
        let committed: Vec<&Sent> = self.sent.iter().filter(|sent| sent.fate != Fate::RolledBack).collect();
        let last = |counts: &dyn Fn(Fate) -> bool| {
            committed.iter().rposition(|sent| counts(sent.fate)).map_or(0, |last| last + 1)
        };
        let full = last(&|fate| fate == Fate::Full);
        let must = if self.power_was_cut { full } else { last(&|fate| fate != Fate::InDoubt) };
        let mut there = 0;
        for sent in &committed {
            let Some(after) = rest.strip_prefix(sent.rows.as_slice()) else { break };
            rest = after;
            there += 1;
        }
        if there < must {
            let lost = &committed[there];
            return Err(format!(
                "rules 4 and 5: {:?} of {:?} was acknowledged and is lost; found {found:?}",
                lost.rows, lost.fate
            ));
        }
        if !rest.is_empty() {
            return Err(format!("rules 1 to 3: after {there} transactions in order the table goes on with {rest:?}"));
        }
        let settled =
            committed[..there].iter().map(|sent| Sent { rows: sent.rows.clone(), fate: Fate::Full }).collect();
        self.kept_by_ring += must - full;
        self.power_was_cut = false;
        self.sent = settled;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an oracle after a power cut.
    fn oracle() -> Oracle {
        let mut oracle = Oracle { power_was_cut: true, ..Oracle::default() };
        oracle.table_created();
        oracle.ended(vec![1, 2], Fate::Full);
        oracle.ended(vec![3], Fate::RolledBack);
        oracle.ended(vec![4, 5], Fate::Delayed);
        oracle.ended(vec![6], Fate::InDoubt);
        oracle
    }

    #[test]
    fn permitted_states_are_accepted() {
        for found in [vec![1, 2], vec![1, 2, 4, 5], vec![1, 2, 4, 5, 6]] {
            assert_eq!(oracle().check(Some(&found)), Ok(()), "{found:?}");
        }
    }

    #[test]
    fn violation_of_each_rule_is_detected() {
        for found in [vec![], vec![1], vec![1, 2, 3], vec![1, 2, 4], vec![1, 2, 6], vec![2, 1], vec![1, 2, 4, 5, 6, 7]]
        {
            assert!(oracle().check(Some(&found)).is_err(), "{found:?}");
        }
        assert!(oracle().check(None).is_err());
    }

    #[test]
    fn killed_process_keeps_delayed_commits() {
        for found in [vec![1, 2, 4, 5], vec![1, 2, 4, 5, 6]] {
            let mut oracle = Oracle { power_was_cut: false, ..oracle() };
            assert_eq!(oracle.check(Some(&found)), Ok(()), "{found:?}");
            assert_eq!(oracle.kept_by_ring(), 1);
        }
        let mut oracle = Oracle { power_was_cut: false, ..oracle() };
        assert!(oracle.check(Some(&[1, 2])).is_err());
        oracle.stopped(true);
        oracle.stopped(false);
        assert_eq!(oracle.check(Some(&[1, 2])), Ok(()), "killed after a power cut");
    }

    #[test]
    fn surviving_rows_must_stay() {
        let mut oracle = oracle();
        oracle.check(Some(&[1, 2, 4, 5])).unwrap();
        assert!(oracle.check(Some(&[1, 2])).is_err());
    }
}
