//! Random queries on Sluice, SQLite and DuckDB: `sluice-bench queries COUNT [from=SEED]
//! [minutes=N] [duckdb=PYTHON]`.
//!
//! A seed makes a schema of a few tables in an instance in memory, fills them with the same rows in
//! all engines, and compares the results of 200 random queries (20 in a large schema). The queries
//! have joins of all kinds, subqueries, common tables, APPLY, groups, grouping sets, PIVOT,
//! windows, set operations, TOP and sorts, over columns of 14 types with NULLs. Some come after a
//! change of rows, which is rolled back. Results are compared as multisets, or as lists if the
//! query sorts by all columns. A third of the queries have hints for the plan.
//!
//! In a quarter of the schemas, `cost threshold for parallelism` is 0. In a quarter, the instance
//! has 5 MB of memory and the tables have wide columns, so that operators spill.
//!
//! The generator uses only what means the same in the engines; each module says how. The rest of
//! the language has golden scripts. Without `duckdb=`, SQLite alone is asked.

mod changes;
mod column_type;
mod compare;
mod duckdb;
mod engines;
mod expression;
mod from;
mod select;
mod shapes;
mod sources;
mod tables;
mod tally;
mod text;

use crate::dice::Dice;
use crate::figure::Figure;
use duckdb::DuckDb;
use engines::Engines;
use select::{Generator, Statement};
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use tables::{Kind, Tables};
use tally::Tally;
use text::Text;

/// The extent of a run.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// The number of queries.
    pub count: u64,
    /// The seed of the first schema.
    pub first: u64,
    /// The time after which no schema begins.
    pub minutes: Option<u64>,
    /// A Python interpreter with the module `duckdb`.
    pub python: Option<String>,
}

/// Compares the results of queries, with a thread for each processor. Prints each difference, and
/// the statements that make the tables if there is only one schema.
pub fn measure(extent: &Extent) -> Result<Vec<Figure>, String> {
    let (first, schemas) = (extent.first, extent.count.div_ceil(QUERIES));
    let next = Arc::new(AtomicU64::new(first));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let clock = SystemClock::new();
    let end_ns = extent.minutes.map(|minutes| clock.monotonic_ns() + minutes * NS_OF_MINUTE);
    if extent.python.is_none() {
        say("DuckDB is not asked: duckdb=PYTHON names an interpreter with its module");
    }
    let tallies: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let run = || {
            let mut tally = Tally::default();
            let mut duckdb = extent.python.as_deref().map(DuckDb::start).transpose()?;
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + schemas || end_ns.is_some_and(|end_ns| clock.monotonic_ns() > end_ns) {
                    return Ok(tally);
                }
                tally.add(compared(seed, schemas == 1, duckdb.as_mut())?);
            }
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(run)).collect();
        running.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".into()))).collect()
    });
    let mut tally = Tally::default();
    for worker in tallies {
        tally.add(worker?);
    }
    for (what, count) in &tally.constructs {
        say(&format!("{count} {what}"));
    }
    for (reason, count) in &tally.refusals {
        say(&format!("{count} refused: {reason}"));
    }
    Ok(figures(&tally))
}

fn figures(tally: &Tally) -> Vec<Figure> {
    let (operator, column, least) = tally.rarest().map_or_else(
        || (String::new(), String::new(), 0),
        |(operator, column, count)| (format!("{operator:?}"), format!("{column:?}"), count),
    );
    let compared = tally.compared.max(1) as f64;
    let percent = |count: u64| 100.0 * count as f64 / compared;
    let mut figures = vec![
        Figure::at_most(
            &format!(
                "{} queries compared, {} without a plan, {} with too little memory; differences",
                tally.compared, tally.without_plan, tally.without_memory
            ),
            tally.differences.len() as f64,
            0.0,
            "",
        ),
        Figure::at_most("queries that SQLite can't run", percent(tally.not_on_sqlite), NOT_ON_SQLITE_PERCENT, "%"),
        Figure::at_least("compared queries with rows", percent(tally.with_rows), 60.0, "%"),
        Figure::at_least("queries with rows in tempdb", percent(tally.spilled), 10.0, "%"),
        Figure::at_least("queries with a parallel plan", percent(tally.parallel), 10.0, "%"),
        Figure::at_least(
            &format!("the rarest pair of an operator and a type, {operator} and {column}"),
            least as f64,
            (PAIR_MIN * compared / PAIRS_FOR).floor(),
            "",
        ),
    ];
    if tally.on_duckdb > 0 {
        figures.push(Figure::at_most(
            "queries of which one peer agrees",
            percent(tally.disputed),
            DISPUTED_PERCENT,
            "%",
        ));
        figures.push(Figure::at_least(
            "queries compared with DuckDB",
            percent(tally.on_duckdb),
            ON_DUCKDB_PERCENT,
            "%",
        ));
    }
    figures
}

/// Compares the queries of one schema. `shows_tables` prints its tables if results differ.
fn compared(seed: u64, shows_tables: bool, duckdb: Option<&mut DuckDb>) -> Result<Tally, String> {
    let dice = Dice::new(seed);
    let kind = Kind::new(seed);
    let failed = |error: String| format!("schema {seed}: {error}");
    let mut engines = Engines::open(kind, duckdb).map_err(failed)?;
    let mut tables = Tables::new(&dice, kind);
    let made = tables.statements(&dice);
    for statement in &made {
        engines.make(statement).map_err(failed)?;
    }
    let mut tally = Tally::default();
    let count = if kind.is_large { QUERIES_OF_LARGE } else { QUERIES };
    for number in 0..count {
        let known = tally.differences.len();
        let mut generator = Generator::new(&dice, &tables, &mut tally);
        let change = generator.dice.one_in(CHANGED_OF).then(|| generator.change());
        let statement = match &change {
            Some((_, table)) if dice.one_in(2) => whole_table(&tables, *table),
            _ => Generator::new(&dice, &tables, &mut tally).statement(),
        };
        let compared = match &change {
            Some((change, _)) => engines.compare_changed(change, &statement, &mut tally),
            None => engines.compare(&statement, &mut tally),
        };
        if let Err(error) = &compared {
            tally.differences.push(error.clone());
        }
        for how in &mut tally.differences[known..] {
            let change = change
                .as_ref()
                .map_or_else(String::new, |(change, _)| format!("\n  {}\n  {}", change.sluice, change.sqlite));
            let Text { sluice, sqlite, .. } = &statement.text;
            *how = format!("schema {seed}, query {number}: {how}{change}\n  {sluice}\n  {sqlite}");
            say(how);
        }
        if compared.is_err() {
            break;
        }
    }
    if shows_tables && !tally.differences.is_empty() {
        made.iter().for_each(|statement| say(&format!("{};\n-- {};", statement.sluice, statement.sqlite)));
    }
    engines.close().map_err(failed)?;
    Ok(tally)
}

/// Returns a query of all rows of a table.
fn whole_table(tables: &Tables, number: usize) -> Statement {
    let table = &tables.tables[number];
    let names: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
    let text = Text::same(format!("SELECT {} FROM {}", names.join(", "), table.name));
    Statement { text, columns: names.len(), is_ordered: false, has_hints: false }
}

#[expect(clippy::print_stdout, reason = "a difference is shown when it is found")]
fn say(line: &str) {
    println!("{line}");
}

/// Queries of a schema.
const QUERIES: u64 = 200;
const NS_OF_MINUTE: u64 = 60_000_000_000;
/// Queries of a large schema, each of which takes as long as hundreds of others.
const QUERIES_OF_LARGE: u64 = 20;
/// One of so many queries comes after a change.
const CHANGED_OF: usize = 8;
/// The bar for the rarest pair, in a run of `PAIRS_FOR` queries.
const PAIR_MIN: f64 = 1_000.0;
const PAIRS_FOR: f64 = 1_000_000.0;
/// More failures of SQLite than these would be mistakes of the generator.
const NOT_ON_SQLITE_PERCENT: f64 = 1.0;
/// More disputes than these would be mistakes of the generator. SQLite misses rows of some full
/// joins in correlated subqueries.
const DISPUTED_PERCENT: f64 = 0.5;
/// DuckDB refuses some outer joins and correlated subqueries.
const ON_DUCKDB_PERCENT: f64 = 80.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_queries_have_the_rows_of_sqlite() {
        for seed in [0, 3, 5, 1016] {
            let tally = compared(seed, true, None).expect("the tables are made in both engines");
            assert!(tally.differences.is_empty(), "{} queries differ", tally.differences.len());
            assert!(tally.compared > QUERIES_OF_LARGE / 2, "only {} queries were compared", tally.compared);
        }
    }
}
