//! Random queries on Sluice and SQLite: `sluice-bench queries COUNT [from=SEED]`.
//!
//! A seed makes a schema of a few tables in an instance in memory, fills them with the same rows in
//! both engines, and compares the results of 200 random queries (20 in a large schema): joins of
//! all kinds, subqueries, groups, windows, set operations and sorts, over columns of 14 types with
//! NULLs. Results are compared as multisets, or as lists if the query sorts by all columns. A third
//! of the queries have hints for the plan. A tenth of the schemas has larger tables and parallel
//! plans. Nothing forces operators to spill.
//!
//! The generator uses only what means the same in both engines; each module says how. The rest of
//! the language has golden scripts.

mod column_type;
mod compare;
mod dice;
mod expression;
mod from;
mod select;
mod tables;
mod tally;
mod text;

use crate::figure::Figure;
use compare::Cell;
use dice::Dice;
use rusqlite::Connection;
use select::{Generator, Statement};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_engine::{Collector, Instance, InstanceOptions, Session};
use std::thread;
use tables::Tables;
use tally::Tally;
use text::Text;

/// Compares the results of `count` queries, from schema `first` on, with a thread for each
/// processor. Prints each difference, and the statements that make the tables if there is only one
/// schema.
pub fn measure(count: u64, first: u64) -> Result<Vec<Figure>, String> {
    let schemas = count.div_ceil(QUERIES);
    let next = Arc::new(AtomicU64::new(first));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let tallies: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let run = || {
            let mut tally = Tally::default();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + schemas {
                    return Ok(tally);
                }
                tally.add(compared(seed, schemas == 1)?);
            }
        };
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(run)).collect();
        running.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".into()))).collect()
    });
    let mut tally = Tally::default();
    for worker in tallies {
        tally.add(worker?);
    }
    Ok(figures(&tally, count))
}

fn figures(tally: &Tally, count: u64) -> Vec<Figure> {
    let (operator, column, least) = tally.rarest().map_or_else(
        || (String::new(), String::new(), 0),
        |(operator, column, count)| (format!("{operator:?}"), format!("{column:?}"), count),
    );
    let share = count as f64 / PAIRS_FOR as f64;
    vec![
        Figure::at_most(
            &format!("{} queries compared, {} without a plan; differences", tally.compared, tally.without_plan),
            tally.differences.len() as f64,
            0.0,
            "",
        ),
        Figure::at_most(
            "queries that SQLite can't run",
            100.0 * tally.not_on_sqlite as f64 / tally.compared.max(1) as f64,
            NOT_ON_SQLITE_PERCENT,
            "%",
        ),
        Figure::at_least(
            "compared queries with rows",
            100.0 * tally.with_rows as f64 / tally.compared.max(1) as f64,
            60.0,
            "%",
        ),
        Figure::at_least(
            &format!("the rarest pair of an operator and a type, {operator} and {column}"),
            least as f64,
            (PAIR_MIN * share).floor(),
            "",
        ),
    ]
}

/// Compares the queries of one schema. `shows_tables` prints its tables if results differ.
fn compared(seed: u64, shows_tables: bool) -> Result<Tally, String> {
    let dice = Dice::new(seed);
    let is_large = seed % LARGE_OF == LARGE_OF / 2;
    let failed = |error: &dyn std::fmt::Display| format!("schema {seed}: {error}");
    let instance = Instance::open(InstanceOptions::in_memory()).map_err(|error| failed(&error))?;
    let mut session = instance.connect().map_err(|error| failed(&error))?;
    let sqlite = Connection::open_in_memory().map_err(|error| failed(&error))?;
    sqlite.execute_batch("PRAGMA case_sensitive_like = ON").map_err(|error| failed(&error))?;
    let mut made = vec![Text::new("CREATE DATABASE q", "")];
    made.push(Text::new("USE q", ""));
    if is_large {
        made.push(Text::new(PARALLEL, ""));
    }
    let tables = Tables::new(&dice, is_large);
    made.extend(tables.statements(&dice));
    for statement in &made {
        let answer = run(&mut session, &statement.sluice)?;
        if let Some((number, text)) = answer.first_error() {
            return Err(format!("schema {seed}: {number} {text}\n{}", statement.sluice));
        }
        sqlite.execute_batch(&statement.sqlite).map_err(|error| failed(&error))?;
    }
    let mut tally = Tally::default();
    let count = if is_large { QUERIES_OF_LARGE } else { QUERIES };
    for number in 0..count {
        let statement = Generator { dice: &dice, tables: &tables, tally: &mut tally, alias: 0 }.statement();
        let outcome = compare(&mut session, &sqlite, &statement)?;
        match outcome {
            Outcome::Equal { has_rows } => {
                tally.compared += 1;
                tally.with_rows += u64::from(has_rows);
            }
            Outcome::WithoutPlan => tally.without_plan += 1,
            Outcome::NotOnSqlite => tally.not_on_sqlite += 1,
            Outcome::Different(how) => {
                let Text { sluice, sqlite } = &statement.text;
                let report = format!("schema {seed}, query {number}: {how}\n  {sluice}\n  {sqlite}");
                say(&report);
                tally.compared += 1;
                tally.differences.push(report);
            }
        }
    }
    if shows_tables && !tally.differences.is_empty() {
        made.iter().for_each(|statement| say(&format!("{};\n-- {};", statement.sluice, statement.sqlite)));
    }
    drop(session);
    instance.close().map_err(|error| failed(&error))?;
    Ok(tally)
}

/// The outcome of a query.
enum Outcome {
    Equal {
        has_rows: bool,
    },
    /// No plan satisfies the hints.
    WithoutPlan,
    /// SQLite fails, as for some joins that it flattens ("ON clause references tables to its
    /// right").
    NotOnSqlite,
    Different(String),
}

fn compare(session: &mut Session, sqlite: &Connection, statement: &Statement) -> Result<Outcome, String> {
    let answer = run(session, &statement.text.sluice)?;
    match answer.first_error() {
        Some((NO_PLAN, _)) if statement.has_hints => return Ok(Outcome::WithoutPlan),
        Some((number, text)) => return Ok(Outcome::Different(format!("error {number}: {text}"))),
        None => {}
    }
    let Some(result) = answer.results.first() else { return Ok(Outcome::Different("no result".to_owned())) };
    let types: Vec<_> = result.columns.iter().map(|column| column.data_type).collect();
    let cells = |row: &Vec<_>| row.iter().zip(&types).map(|(value, of)| Cell::of_sluice(value, of)).collect();
    let mut ours: Vec<Vec<Cell>> = result.rows.iter().map(cells).collect();
    let mut theirs = match rows_of_sqlite(sqlite, statement) {
        Ok(rows) => rows,
        Err(_) => return Ok(Outcome::NotOnSqlite),
    };
    if !statement.is_ordered {
        compare::sort(&mut ours);
        compare::sort(&mut theirs);
    }
    if ours == theirs {
        return Ok(Outcome::Equal { has_rows: !ours.is_empty() });
    }
    Ok(Outcome::Different(compare::difference(&ours, &theirs)))
}

fn rows_of_sqlite(sqlite: &Connection, statement: &Statement) -> rusqlite::Result<Vec<Vec<Cell>>> {
    let mut prepared = sqlite.prepare(&statement.text.sqlite)?;
    let mut rows = prepared.query([])?;
    let mut result = Vec::new();
    while let Some(row) = rows.next()? {
        let cell = |place| row.get_ref(place).map(Cell::of_sqlite);
        result.push((0..statement.columns).map(cell).collect::<rusqlite::Result<_>>()?);
    }
    Ok(result)
}

fn run(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut collector = Collector::default();
    session.execute(text, &mut collector).map_err(|error| format!("{error}\n{text}"))?;
    Ok(collector)
}

#[expect(clippy::print_stdout, reason = "a difference is shown when it is found")]
fn say(line: &str) {
    println!("{line}");
}

/// Queries of a schema.
const QUERIES: u64 = 200;
/// Queries of a large schema, each of which takes as long as hundreds of others.
const QUERIES_OF_LARGE: u64 = 20;
/// One of so many schemas is large.
const LARGE_OF: u64 = 10;
/// The bar for the rarest pair, in a run of `PAIRS_FOR` queries.
const PAIR_MIN: f64 = 1_000.0;
const PAIRS_FOR: u64 = 1_000_000;
/// More failures of SQLite than these would be mistakes of the generator.
const NOT_ON_SQLITE_PERCENT: f64 = 1.0;
/// 8622: no plan satisfies the hints.
const NO_PLAN: i32 = 8622;
/// Every plan that can be parallel is.
const PARALLEL: &str = "EXEC sp_configure 'show advanced options', 1; RECONFIGURE; \
    EXEC sp_configure 'cost threshold for parallelism', 0; RECONFIGURE";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_queries_have_the_rows_of_sqlite() {
        for seed in [0, 5, 1016] {
            let tally = compared(seed, true).expect("the tables are made in both engines");
            assert!(tally.differences.is_empty(), "{} queries differ", tally.differences.len());
            assert!(tally.compared > QUERIES_OF_LARGE / 2, "only {} queries were compared", tally.compared);
        }
    }
}
