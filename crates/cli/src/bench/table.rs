//! The outcome as aligned tables.

use super::outcome::{Outcome, grouped, seconds};
use sluice_workload::case::{Case, Database, Table, Work};
use sluice_workload::contest::Entry;
use std::fmt::Write;

/// Returns all tables and each engine's settings. The headline is first and the notes are last.
pub(super) fn text(outcome: &Outcome) -> String {
    let mut out = format!("{}. A dash: the engine doesn't count it, or has no such thing.\n", outcome.headline());
    for table in &outcome.plan.tables {
        let _ = write!(out, "\n{}\n{}", table.title(), lines(outcome, *table));
    }
    out.push('\n');
    for note in outcome.notes() {
        let _ = writeln!(out, "{note}");
    }
    out
}

fn lines(outcome: &Outcome, table: Table) -> String {
    let mut rows = vec![
        [
            "durability",
            "database",
            "work",
            "engine",
            "seconds",
            "µs/row",
            "commits/s",
            "flushes",
            "waits",
            "waited s",
            "log MB",
        ]
        .map(str::to_owned),
    ];
    for (case, entries) in outcome.cases(table) {
        for (place, entry) in entries.into_iter().enumerate() {
            rows.push(cells(outcome, &case, entry, place == 0));
        }
    }
    aligned(&rows, WORDS)
}

fn cells(outcome: &Outcome, case: &Case, entry: &Entry, is_first: bool) -> [String; COLUMNS] {
    let (cost, rows) = (&entry.cost, outcome.plan.rows);
    let once = |text: &str| if is_first { text.to_owned() } else { String::new() };
    let number = |value: Option<u64>| value.map_or("-".to_owned(), grouped);
    let work = match case.work {
        Work::Loop(_) => format!("{} transaction{}", case.work_name(), if case.commits(2) == 1 { "" } else { "s" }),
        Work::Values(_) => case.work_name(),
    };
    let per_s = (case.commits(rows) > 1).then(|| (f64::from(rows) / cost.seconds) as u64);
    let database = if case.database == Database::User { "user" } else { "tempdb" };
    [
        once(case.durability.name()),
        once(database),
        once(&work),
        outcome.engines[entry.engine].name.clone(),
        seconds(cost.seconds),
        seconds(cost.seconds * 1e6 / f64::from(rows)),
        number(per_s),
        number(cost.flushes),
        number(cost.waits),
        cost.wait_ms.map_or("-".to_owned(), |ms| format!("{:.3}", ms as f64 / 1e3)),
        cost.log_bytes.map_or("-".to_owned(), |bytes| format!("{:.2}", bytes as f64 / 1e6)),
    ]
}

/// Returns the rows as lines. The first `words` columns, of text, are aligned to the left and the
/// other columns to the right. Two blanks separate columns; blanks at a line's end are cut.
pub(super) fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]], words: usize) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column < words { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

const COLUMNS: usize = 11;
/// The number of text columns.
const WORDS: usize = 4;

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let text = text(&outcome());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("20,000 rows, the middle of 3 runs."), "{text}");
        assert_eq!(
            lines[3..6],
            [
                "durability  database  work               engine      seconds  µs/row  commits/s  flushes   waits  waited s  log MB",
                "full        user      many transactions  Sluice 0.1     2.50     125      8,000   20,003  20,003     1.900   81.92",
                "                                         Other <1>      7.50     375      2,666        -       -         -       -",
            ]
        );
        assert!(lines[6].starts_with("full        user      one transaction    Sluice 0.1"), "{text}");
        assert!(text.ends_with("Other <1>: full: \"on\"; delayed: off\n"), "{text}");
    }
}
