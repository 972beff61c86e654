//! What must be in the table after a crash, told from what had been acknowledged before.
//!
//! One session commits one transaction after another, so the log has them in that order, and these rules are the
//! whole of requirement L5 for it:
//! 1. what was rolled back is never there;
//! 2. a transaction's rows are there all or not at all;
//! 3. what is there is a prefix of the transactions in their order, so of delayed commits only a suffix is lost;
//! 4. the prefix reaches at least to the last full commit that was acknowledged;
//! 5. after the process was killed, and the power was not cut, to the last commit that was acknowledged, full or delayed (X2).

use crate::sequence_oracle::SequenceOracle;
use std::fmt;

/// How a transaction ended, as its client saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Acknowledged, fully durable.
    Full,
    /// Acknowledged, delayed durable.
    Delayed,
    /// The commit failed, or the machine stopped before it returned: there or not.
    InDoubt,
    /// Rolled back by its client.
    RolledBack,
}

#[derive(Clone, Debug)]
struct Sent {
    rows: Vec<i32>,
    fate: Fate,
}

/// What the client knows.
#[derive(Debug, Default)]
pub(crate) struct Oracle {
    sent: Vec<Sent>,
    table_acknowledged: bool,
    /// What the sequence has given.
    pub(crate) sequence: SequenceOracle,
    /// The power was cut since the table was last read.
    power_was_cut: bool,
    kept_by_ring: usize,
}

/// A rule that the engine broke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The seed of the run.
    pub seed: u64,
    /// Which rule, and what was seen.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {}", self.seed, self.what)
    }
}

impl std::error::Error for Violation {}

impl Oracle {
    /// The table's creation was acknowledged: from now on it must be there.
    pub(crate) fn table_created(&mut self) {
        self.table_acknowledged = true;
    }

    /// A transaction that inserted `rows` ended.
    pub(crate) fn ended(&mut self, rows: Vec<i32>, fate: Fate) {
        self.sent.push(Sent { rows, fate });
    }

    /// How many full commits were acknowledged and stand.
    pub(crate) fn full_commits(&self) -> usize {
        self.sent.iter().filter(|sent| sent.fate == Fate::Full).count()
    }

    /// The machine stopped: by a power cut, or because the process was killed.
    pub(crate) fn stopped(&mut self, by_power_cut: bool) {
        self.power_was_cut |= by_power_cut;
    }

    /// How many delayed commits, for all that was told, only rule 5 has kept.
    pub(crate) fn kept_by_ring(&self) -> usize {
        self.kept_by_ring
    }

    /// Compares the table as read after a restart (`None`: it is not there) with what must be in it, in order; then takes
    /// what is there for settled.
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

    /// After a power cut.
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
    fn what_may_be_there_is_accepted() {
        for found in [vec![1, 2], vec![1, 2, 4, 5], vec![1, 2, 4, 5, 6]] {
            assert_eq!(oracle().check(Some(&found)), Ok(()), "{found:?}");
        }
    }

    #[test]
    fn each_rule_can_be_broken() {
        for found in [vec![], vec![1], vec![1, 2, 3], vec![1, 2, 4], vec![1, 2, 6], vec![2, 1], vec![1, 2, 4, 5, 6, 7]]
        {
            assert!(oracle().check(Some(&found)).is_err(), "{found:?}");
        }
        assert!(oracle().check(None).is_err());
    }

    #[test]
    fn a_killed_process_keeps_delayed_commits() {
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
    fn what_survived_must_stay() {
        let mut oracle = oracle();
        oracle.check(Some(&[1, 2, 4, 5])).unwrap();
        assert!(oracle.check(Some(&[1, 2])).is_err());
    }
}
