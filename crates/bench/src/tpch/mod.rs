//! TPC-H: the 22 queries in T-SQL over generated tables, each answer compared with SQLite's.
//!
//! The tables have primary keys only. Numbers are compared with a tolerance: SQLite computes
//! decimals as floating-point numbers, and SQL Server's AVG and division of decimals round.

mod generator;

use generator::{Rows, TABLES};
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{InstanceOptions, Session};
use sluice_types::convert::convert;
use sluice_types::{DataType, Length, Value};
use sluice_workload::sluice;
use std::path::Path;

/// A query's number, Sluice's time in seconds, and the number of rows.
pub struct Answer {
    /// The query's number, from 1.
    pub number: usize,
    /// Sluice's time in seconds.
    pub seconds: f64,
    /// The number of rows.
    pub rows: usize,
    /// The first difference from SQLite's answer.
    pub difference: Option<String>,
}

/// Runs the queries at a scale and passes each answer to `take`. The measured instance is created
/// in `folder`, or in memory.
pub fn measure(folder: Option<&Path>, scale: f64, mut take: impl FnMut(&Answer)) -> Result<(), String> {
    let options = match folder {
        Some(folder) => InstanceOptions { memory_limit: MEMORY, ..InstanceOptions::in_folder(&folder.join("tpch")) },
        None => InstanceOptions { memory_limit: MEMORY, ..InstanceOptions::in_memory() },
    };
    let mut prepared = sluice::prepare(options, "FORCED")?;
    let session = &mut prepared.session;
    let peer = rusqlite::Connection::open_in_memory().map_err(|error| error.to_string())?;
    let flags =
        rusqlite::functions::FunctionFlags::SQLITE_UTF8 | rusqlite::functions::FunctionFlags::SQLITE_DETERMINISTIC;
    let year = |context: &rusqlite::functions::Context<'_>| Ok(context.get::<String>(0)?[..4].parse::<i64>().ok());
    peer.create_scalar_function("year", 1, flags, year).map_err(|error| error.to_string())?;
    load(&generator::rows(scale), session, &peer)?;
    let clock = SystemClock::new();
    for (place, query) in queries().enumerate() {
        let start = clock.monotonic_ns();
        let found = answer(session, query)?;
        let seconds = (clock.monotonic_ns() - start) as f64 / 1e9;
        let expected = answer_of_peer(&peer, query)?;
        let (number, rows) = (place + 1, found.len());
        take(&Answer { number, seconds, rows, difference: difference(&found, &expected) });
    }
    Ok(())
}

fn load(rows: &Rows, session: &mut Session, peer: &rusqlite::Connection) -> Result<(), String> {
    sluice::batch(session, SCHEMA)?;
    peer.execute_batch(SCHEMA).map_err(|error| error.to_string())?;
    peer.execute_batch("CREATE INDEX peers_index ON lineitem (l_partkey)").map_err(|error| error.to_string())?;
    for (table, rows) in TABLES.iter().zip(&rows.tables) {
        for rows in rows.chunks(BATCH) {
            let insert = format!("INSERT INTO {table} VALUES ({})", rows.join("), ("));
            sluice::batch(session, &insert)?;
            peer.execute_batch(&insert).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Returns the texts of the queries.
fn queries() -> impl Iterator<Item = &'static str> {
    QUERIES.split("-- ").skip(1).map(|part| part.split_once('\n').map_or("", |(_, query)| query))
}

/// Returns the rows of a query as texts.
fn answer(session: &mut Session, query: &str) -> Result<Vec<Vec<String>>, String> {
    let sent = sluice::batch(session, query)?;
    let Some(set) = sent.results.first() else { return Err(format!("`{query}` returned no rows")) };
    let to = DataType::varchar(Length::Limited(8000));
    let text = |(value, column): (&Value, &sluice_engine::ColumnInfo)| {
        let value = convert(value, &column.data_type, &to).map_err(|error| error.to_string())?;
        Ok(value.as_str().unwrap_or("NULL").to_owned())
    };
    set.rows.iter().map(|row| row.iter().zip(&set.columns).map(text).collect()).collect()
}

/// Returns the rows of a query as SQLite answers it.
fn answer_of_peer(peer: &rusqlite::Connection, query: &str) -> Result<Vec<Vec<String>>, String> {
    let query = match query.strip_prefix("SELECT TOP (").and_then(|rest| rest.split_once(')')) {
        Some((count, rest)) => format!("SELECT {rest} LIMIT {count}"),
        None => query.to_owned(),
    };
    let rows = || {
        let mut statement = peer.prepare(&query)?;
        let columns = statement.column_count();
        let rows =
            statement.query_map([], |row| (0..columns).map(|place| row.get_ref(place).map(text_of)).collect())?;
        rows.collect::<Result<_, rusqlite::Error>>()
    };
    rows().map_err(|error| format!("`{query}`: {error}"))
}

fn text_of(value: rusqlite::types::ValueRef<'_>) -> String {
    use rusqlite::types::ValueRef;
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
    }
}

/// Returns the first difference of two answers.
fn difference(found: &[Vec<String>], expected: &[Vec<String>]) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!("{} rows for {}", found.len(), expected.len()));
    }
    let is_same = |(one, other): (&String, &String)| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => (one - other).abs() <= 0.01 + other.abs() * 1e-5,
        _ => one == other,
    };
    let differs = |(one, other): &(&Vec<String>, &Vec<String>)| !one.iter().zip(*other).all(is_same);
    let pair = found.iter().zip(expected).find(differs)?;
    Some(format!("{:?} for {:?}", pair.0, pair.1))
}

const SCHEMA: &str = include_str!("schema.sql");
const QUERIES: &str = include_str!("queries.sql");
const MEMORY: u64 = 2 << 30;
/// Rows of an INSERT.
const BATCH: usize = 500;

#[cfg(test)]
mod tests {
    use super::measure;

    /// Few rows are enough for most queries to return some.
    #[test]
    fn queries_answer_like_sqlite() {
        let mut with_rows = 0;
        let take = |answer: &super::Answer| {
            assert_eq!(answer.difference, None, "query {}", answer.number);
            with_rows += usize::from(answer.rows > 0);
        };
        measure(None, 0.003, take).expect("all queries run");
        assert!(with_rows >= 18, "{with_rows} queries returned rows");
    }
}
