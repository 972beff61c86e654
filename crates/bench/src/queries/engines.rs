//! A schema in all engines, and the comparison of one query.

use super::compare::{self, Cell};
use super::duckdb::DuckDb;
use super::select::Statement;
use super::tables::Kind;
use super::tally::Tally;
use super::text::Text;
use rusqlite::Connection;
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use std::sync::Arc;

/// The engines with the tables of a schema.
pub(super) struct Engines<'d> {
    instance: Arc<Instance>,
    session: Session,
    sqlite: Connection,
    duckdb: Option<&'d mut DuckDb>,
    kind: Kind,
}

/// The outcome of a query.
enum Outcome {
    Equal {
        has_rows: bool,
    },
    /// No plan satisfies the hints.
    WithoutPlan,
    WithoutMemory,
    Different(String),
}

impl<'d> Engines<'d> {
    /// Opens databases in memory.
    pub(super) fn open(kind: Kind, mut duckdb: Option<&'d mut DuckDb>) -> Result<Engines<'d>, String> {
        let mut options = InstanceOptions::in_memory();
        if kind.is_tight {
            options.memory_limit = LITTLE;
            options.machine_memory = MACHINE_OF_LITTLE;
            options.log_bytes = LOG_OF_LITTLE;
        }
        let instance = Instance::open(options).map_err(|error| error.to_string())?;
        let session = instance.connect().map_err(|error| error.to_string())?;
        let sqlite = Connection::open_in_memory().map_err(|error| error.to_string())?;
        sqlite.execute_batch("PRAGMA case_sensitive_like = ON").map_err(|error| error.to_string())?;
        if let Some(duckdb) = &mut duckdb {
            duckdb.run(".new")??;
        }
        let mut engines = Engines { instance, session, sqlite, duckdb, kind };
        engines.make(&Text::new("CREATE DATABASE q", ""))?;
        engines.make(&Text::new("USE q", ""))?;
        if kind.is_parallel {
            engines.make(&Text::new(PARALLEL, ""))?;
        }
        Ok(engines)
    }

    /// Runs a statement that must succeed in all engines.
    pub(super) fn make(&mut self, statement: &Text) -> Result<(), String> {
        run(&mut self.session, &statement.sluice)?;
        let failed = |error: &dyn std::fmt::Display, text: &str| format!("{error}\n{text}");
        self.sqlite.execute_batch(&statement.sqlite).map_err(|error| failed(&error, &statement.sqlite))?;
        if let Some(duckdb) = &mut self.duckdb
            && !statement.duckdb.is_empty()
        {
            duckdb.run(&statement.duckdb)?.map_err(|error| failed(&error, &statement.duckdb))?;
        }
        Ok(())
    }

    /// Closes the instance.
    pub(super) fn close(self) -> Result<(), String> {
        drop(self.session);
        self.instance.close().map_err(|error| error.to_string())
    }

    /// Compares the results of a query after a change, which is rolled back. Fails if the session
    /// has ended.
    pub(super) fn compare_changed(
        &mut self,
        change: &Text,
        statement: &Statement,
        tally: &mut Tally,
    ) -> Result<(), String> {
        self.make(&Text::three("BEGIN TRAN", "BEGIN", "BEGIN"))?;
        let answer = execute(&mut self.session, &change.sluice)?;
        let theirs = self.sqlite.execute_batch(&change.sqlite).map_err(|error| error.to_string());
        let on_duckdb = match &mut self.duckdb {
            Some(duckdb) => duckdb.run(&change.duckdb)?.map(|_| ()),
            None => Ok(()),
        };
        match (answer.first_error(), theirs) {
            (Some((OUT_OF_MEMORY, _)), _) => tally.without_memory += 1,
            // A subquery may have an index hint.
            (Some((NO_PLAN, _)), _) => tally.without_plan += 1,
            (Some((number, text)), _) => tally.differences.push(format!("error {number}: {text}")),
            (None, Err(text)) => {
                tally.not_on_sqlite += 1;
                *tally.refusals.entry(format!("SQLite: {}", first_words(&text))).or_default() += 1;
            }
            (None, Ok(())) => match on_duckdb {
                Ok(()) => self.compare(statement, tally)?,
                Err(_) => {
                    tally.not_on_duckdb += 1;
                    let duckdb = self.duckdb.take();
                    let compared = self.compare(statement, tally);
                    self.duckdb = duckdb;
                    compared?;
                }
            },
        }
        run(&mut self.session, "IF @@TRANCOUNT > 0 ROLLBACK")?;
        self.sqlite.execute_batch("ROLLBACK").map_err(|error| error.to_string())?;
        if let Some(duckdb) = &mut self.duckdb {
            duckdb.run("ROLLBACK")??;
        }
        Ok(())
    }

    /// Compares the results of a query. Fails if the session has ended.
    pub(super) fn compare(&mut self, statement: &Statement, tally: &mut Tally) -> Result<(), String> {
        if self.kind.is_parallel {
            tally.parallel += u64::from(self.is_parallel(&statement.text.sluice)?);
        }
        let before = if self.kind.is_tight { self.pages_of_tempdb()? } else { 0 };
        let outcome = self.outcome(statement, tally)?;
        if self.kind.is_tight {
            tally.spilled += u64::from(self.pages_of_tempdb()? > before);
        }
        match outcome {
            Outcome::Equal { has_rows } => {
                tally.compared += 1;
                tally.with_rows += u64::from(has_rows);
            }
            Outcome::WithoutPlan => tally.without_plan += 1,
            Outcome::WithoutMemory => tally.without_memory += 1,
            Outcome::Different(how) => {
                tally.compared += 1;
                tally.differences.push(how);
            }
        }
        Ok(())
    }

    fn outcome(&mut self, statement: &Statement, tally: &mut Tally) -> Result<Outcome, String> {
        let answer = execute(&mut self.session, &statement.text.sluice)?;
        match answer.first_error() {
            Some((NO_PLAN, _)) if statement.has_hints => return Ok(Outcome::WithoutPlan),
            Some((OUT_OF_MEMORY, _)) if self.kind.is_tight => return Ok(Outcome::WithoutMemory),
            Some((number, text)) => return Ok(Outcome::Different(format!("error {number}: {text}"))),
            None => {}
        }
        let Some(result) = answer.results.first() else { return Ok(Outcome::Different("no result".to_owned())) };
        let types: Vec<_> = result.columns.iter().map(|column| column.data_type).collect();
        let cells = |row: &Vec<_>| row.iter().zip(&types).map(|(value, of)| Cell::of_sluice(value, of)).collect();
        let mut ours: Vec<Vec<Cell>> = result.rows.iter().map(cells).collect();
        if !statement.is_ordered {
            compare::sort(&mut ours);
        }
        let mut verdicts = Vec::new();
        match rows_of_sqlite(&self.sqlite, statement) {
            Ok(rows) => verdicts.push(difference("SQLite", &ours, rows, statement.is_ordered)),
            Err(error) => {
                tally.not_on_sqlite += 1;
                *tally.refusals.entry(format!("SQLite: {}", first_words(&error.to_string()))).or_default() += 1;
            }
        }
        if let Some(duckdb) = &mut self.duckdb {
            match duckdb.run(&statement.text.duckdb)? {
                Ok(rows) => {
                    tally.on_duckdb += 1;
                    verdicts.push(difference("DuckDB", &ours, rows, statement.is_ordered));
                }
                Err(message) => {
                    tally.not_on_duckdb += 1;
                    *tally.refusals.entry(format!("DuckDB: {}", first_words(&message))).or_default() += 1;
                }
            }
        }
        // If one of two peers agrees, the other one is wrong.
        let agree = verdicts.iter().filter(|verdict| verdict.is_none()).count();
        let different: Vec<String> = verdicts.into_iter().flatten().collect();
        tally.disputed += u64::from(agree > 0 && !different.is_empty());
        let different = (agree == 0 && !different.is_empty()).then(|| different.join("; "));
        Ok(different.map_or(Outcome::Equal { has_rows: !ours.is_empty() }, Outcome::Different))
    }

    /// Returns the pages of tempdb that the session's work files have taken so far.
    fn pages_of_tempdb(&mut self) -> Result<i64, String> {
        let answer = run(&mut self.session, PAGES)?;
        match answer.results.first().and_then(|result| result.rows.first()).map(|row| &row[0]) {
            Some(Value::BigInt(pages)) => Ok(*pages),
            other => Err(format!("{other:?} pages")),
        }
    }

    /// Whether the plan of a query has a parallel part.
    fn is_parallel(&mut self, query: &str) -> Result<bool, String> {
        run(&mut self.session, "SET SHOWPLAN_TEXT ON")?;
        let answer = execute(&mut self.session, query);
        run(&mut self.session, "SET SHOWPLAN_TEXT OFF")?;
        let is_gather = |value: &Value| matches!(value, Value::Str(text) if text.to_string().contains("Parallelism"));
        Ok(answer?.results.iter().any(|result| result.rows.iter().any(|row| row.iter().any(is_gather))))
    }
}

/// Returns a description of the difference between two results, if they differ.
fn difference(engine: &str, ours: &[Vec<Cell>], mut theirs: Vec<Vec<Cell>>, is_ordered: bool) -> Option<String> {
    if !is_ordered {
        compare::sort(&mut theirs);
    }
    (ours != theirs).then(|| format!("{engine}: {}", compare::difference(ours, &theirs)))
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

fn execute(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut collector = Collector::default();
    session.execute(text, &mut collector).map_err(|error| format!("{error}\n{text}"))?;
    Ok(collector)
}

/// Runs a statement that must succeed.
fn run(session: &mut Session, text: &str) -> Result<Collector, String> {
    let answer = execute(session, text)?;
    match answer.first_error() {
        Some((number, message)) => Err(format!("{number} {message}\n{text}")),
        None => Ok(answer),
    }
}

/// Returns the start of a message.
fn first_words(message: &str) -> String {
    message.chars().take(60).collect()
}

/// The memory of an instance whose operators spill, in bytes.
const LITTLE: u64 = 5 << 20;
/// The machine's memory for that instance, by which the buffer pool's structures are made.
const MACHINE_OF_LITTLE: u64 = 256 * 8192;
const LOG_OF_LITTLE: u64 = 1 << 20;
/// 8622: no plan satisfies the hints.
const NO_PLAN: i32 = 8622;
/// 701: there is too little memory.
const OUT_OF_MEMORY: i32 = 701;
const PAGES: &str =
    "SELECT internal_objects_alloc_page_count FROM sys.dm_db_session_space_usage WHERE session_id = @@SPID";
/// Every plan that can be parallel is.
const PARALLEL: &str = "EXEC sp_configure 'show advanced options', 1; RECONFIGURE; \
    EXEC sp_configure 'cost threshold for parallelism', 0; RECONFIGURE";
