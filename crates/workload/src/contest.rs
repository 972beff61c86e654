//! Measures all contestants on all cases in turn, so that drift of the machine affects all of them.

use crate::case::{Case, Table};
use crate::contestant::{Contestant, Cost};
use sluice_base::random::Random;

/// The extent of a measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tables to measure.
    pub tables: Vec<Table>,
    /// Rows of each loop, values of each sequence.
    pub rows: u32,
    /// The number of runs of each case; the run with the median time counts.
    pub repeat: u32,
    /// Determines the order of the contestants in each round.
    pub seed: u64,
}

/// A result: a case on one engine.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The table of the case.
    pub table: Table,
    /// The case.
    pub case: Case,
    /// The engine's index among the contestants.
    pub engine: usize,
    /// All costs of the run with the median time.
    pub cost: Cost,
}

/// Measures all cases. Calls `progress` with the current work and the finished share. A case that
/// an engine doesn't support has no entry for it. There is at least one contestant.
pub fn hold(
    plan: &Plan,
    contestants: &mut [&mut dyn Contestant],
    mut progress: impl FnMut(&str, f64),
) -> Result<Vec<Entry>, String> {
    let random = Random::seeded(plan.seed);
    let mut entries = Vec::new();
    let all: Vec<(Table, Case)> =
        plan.tables.iter().flat_map(|table| table.cases().into_iter().map(|case| (*table, case))).collect();
    for (at, (table, case)) in all.iter().enumerate() {
        let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); contestants.len()];
        for round in 0..plan.repeat {
            let first = random.next_u64() as usize % contestants.len();
            for turn in 0..contestants.len() {
                let engine = (first + turn) % contestants.len();
                let contestant = &mut contestants[engine];
                let done = f64::from(round) + turn as f64 / costs.len() as f64;
                let share = (at as f64 + done / f64::from(plan.repeat)) / all.len() as f64;
                let (durability, work) = (case.durability.name(), case.work_name());
                progress(&format!("{}: {durability}, {work}: {}", table.name(), contestant.name()), share);
                costs[engine].extend(contestant.measure(case, plan.rows)?);
            }
        }
        let found = costs.into_iter().enumerate().filter_map(|(engine, costs)| Some((engine, middle(costs)?)));
        entries.extend(found.map(|(engine, cost)| Entry { table: *table, case: *case, engine, cost }));
    }
    Ok(entries)
}

/// Returns the run with the median time; of an even number, the faster of the two.
fn middle(mut costs: Vec<Cost>) -> Option<Cost> {
    costs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let middle = costs.len().checked_sub(1)? / 2;
    costs.get(middle).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Durability;
    use crate::sluice::Ours;
    use crate::sqlite::Sqlite;

    struct Slow(Vec<f64>);

    impl Contestant for Slow {
        fn name(&self) -> &str {
            "slow"
        }

        fn setting(&self, _: Durability) -> &'static str {
            "none"
        }

        fn measure(&mut self, _: &Case, _: u32) -> Result<Option<Cost>, String> {
            Ok(self.0.pop().map(|seconds| Cost { seconds, ..Cost::default() }))
        }
    }

    #[test]
    fn median_run_counts_and_missing_cases_are_omitted() {
        let plan = Plan { tables: vec![Table::Transactions], rows: 1, repeat: 3, seed: 7 };
        let (mut slow, mut never) = (Slow(vec![9.0, 1.0, 3.0, 2.0, 5.0, 4.0]), Slow(Vec::new()));
        let mut shares = Vec::new();
        let entries = hold(&plan, &mut [&mut slow, &mut never], |_, share| shares.push(share)).unwrap();
        let found: Vec<_> = entries.iter().map(|entry| (entry.engine, entry.cost.seconds)).collect();
        assert_eq!(found, [(0, 4.0), (0, 3.0)]);
        assert!(shares.is_sorted() && shares.len() == 24 && shares[23] < 1.0, "{shares:?}");
    }

    /// The counts match the articles: a flush per full commit, few for delayed ones, none in
    /// tempdb.
    #[test]
    fn every_case_runs_on_sluice_and_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let mut ours = Ours::new(&folder.path().join("sluice")).unwrap();
        let mut sqlite = Sqlite::new(folder.path());
        let plan = Plan { tables: Table::ALL.to_vec(), rows: 120, repeat: 1, seed: 1 };
        let entries = hold(&plan, &mut [&mut ours, &mut sqlite], |_, _| {}).unwrap();
        ours.close().unwrap();
        let of_ours: Vec<&Entry> = entries.iter().filter(|entry| entry.engine == 0).collect();
        assert_eq!((of_ours.len(), entries.len()), (20, 34));
        let flushes: Vec<u64> = of_ours.iter().map(|entry| entry.cost.flushes.unwrap()).collect();
        assert!((120..=170).contains(&flushes[0]) && flushes[2] < 60, "{flushes:?}");
        assert!(flushes[4..8].iter().all(|flushes| *flushes < 10), "{flushes:?}");
        assert!((120..=180).contains(&flushes[8]) && (120..=180).contains(&flushes[14]), "{flushes:?}");
        let full = of_ours[0].cost;
        assert!((120..=170).contains(&full.waits.unwrap()) && full.log_bytes.unwrap() >= 120 * 512, "{full:?}");
        assert_eq!(of_ours[2].cost.waits, Some(0));
    }
}
