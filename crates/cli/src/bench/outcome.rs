//! The measured results, and the formats of their numbers.

use sluice_workload::case::{Case, Durability, Table};
use sluice_workload::contest::{Entry, Plan};
use sluice_workload::contestant::Contestant;

/// The measured entries, with the plan and the engines that they refer to.
pub(crate) struct Outcome {
    pub(super) plan: Plan,
    pub(super) engines: Vec<Engine>,
    pub(super) entries: Vec<Entry>,
}

/// A measured engine.
pub(super) struct Engine {
    pub(super) name: String,
    /// The engine's setting for fully durable commits.
    pub(super) full: &'static str,
    /// The engine's setting for delayed commits.
    pub(super) delayed: &'static str,
}

impl Outcome {
    /// Returns an outcome with the names and settings of the contestants.
    pub(super) fn new(plan: Plan, contestants: &[&mut dyn Contestant], entries: Vec<Entry>) -> Outcome {
        let engine = |contestant: &&mut dyn Contestant| Engine {
            name: contestant.name().to_owned(),
            full: contestant.setting(Durability::Full),
            delayed: contestant.setting(Durability::Delayed),
        };
        Outcome { plan, engines: contestants.iter().map(engine).collect(), entries }
    }

    /// Returns the cases of a table in their order, each with its results, one per engine that
    /// measured it.
    pub(super) fn cases(&self, table: Table) -> Vec<(Case, Vec<&Entry>)> {
        let of =
            |case: &Case| self.entries.iter().filter(|entry| entry.table == table && entry.case == *case).collect();
        table.cases().into_iter().map(|case| (case, of(&case))).collect()
    }

    /// Returns the notes for the reader: how values are counted, and each engine's settings. The
    /// note on sequences is only there if they were measured.
    pub(super) fn notes(&self) -> Vec<String> {
        let counts = "Flushes, waits (WRITELOG of the session) and bytes of log are what the engine itself counts; a server counts for \
                      all its users, and the making of the table too.";
        let setting = |engine: &Engine| format!("{}: full: {}; delayed: {}", engine.name, engine.full, engine.delayed);
        let mut notes = vec![counts.to_owned()];
        notes.extend(self.engines.iter().map(setting));
        if self.plan.tables.contains(&Table::Sequences) {
            notes.push("SQLite has no sequences: its seconds there are those of inserting as many rows.".to_owned());
        }
        notes
    }

    /// Returns a line that describes the run. It has the number of rows and of repetitions.
    pub(super) fn headline(&self) -> String {
        let rounds = match self.plan.repeat {
            1 => "one run".to_owned(),
            repeat => format!("the middle of {repeat} runs"),
        };
        format!("{} rows, {rounds}", grouped(self.plan.rows.into()))
    }
}

/// Formats the number with thousands separators. The separator is a comma.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats seconds with three significant digits, and at most four decimals.
pub(super) fn seconds(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 1.0 => format!("{v:.2}"),
        v if v >= 0.1 => format!("{v:.3}"),
        v => format!("{v:.4}"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use sluice_workload::contestant::Cost;

    /// Two engines on the first table; one of them has no counters.
    pub(crate) fn outcome() -> Outcome {
        let plan = Plan { tables: vec![Table::Transactions], rows: 20_000, repeat: 3, seed: 1 };
        let engine = |name: &str| Engine { name: name.into(), full: "\"on\"", delayed: "off" };
        let entries = Table::Transactions.cases().into_iter().enumerate().flat_map(|(at, case)| {
            let flushes = [20_003, 9, 20, 0][at];
            let cost = Cost { seconds: [2.5, 0.012, 0.02, 0.011][at], flushes: Some(flushes), ..Cost::default() };
            let ours = Cost { waits: Some(flushes), wait_ms: Some(1_900), log_bytes: Some(81_920_000), ..cost };
            let theirs = Cost { seconds: 3.0 * cost.seconds, ..Cost::default() };
            [(0, ours), (1, theirs)].map(|(engine, cost)| Entry { table: Table::Transactions, case, engine, cost })
        });
        Outcome { plan, engines: vec![engine("Sluice 0.1"), engine("Other <1>")], entries: entries.collect() }
    }

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([193.2, 19.33, 1.234, 0.1234, 0.00123].map(seconds), ["193", "19.3", "1.23", "0.123", "0.0012"]);
    }
}
