//! The queries of TPC-H: `sluice-bench tpch BINARY FOLDER`.
//!
//! The binary serves a new instance as a separate process. BULK INSERT loads the tables from the
//! files `FOLDER/TABLE.tbl`, as the benchmark's generator writes them. The tables have primary keys
//! and no other index. A client runs the queries twice in order, without encryption, and the better
//! time of each counts. The bars are PostgreSQL's times at scale 1 on two cores.

mod queries;

mod tables;

use crate::figure::Figure;
use crate::served::Served;
use crate::served::requests::run;
use queries::QUERIES;
use sluice_base::clock::{Clock, SystemClock};
use sluice_client::Connection;
use std::path::Path;
use tables::TABLES;

/// Measures the queries over the tables in `files`. The folder `data` is new.
pub fn measure(binary: &Path, data: &Path, files: &Path) -> Result<Vec<Figure>, String> {
    let files = files.canonicalize().map_err(|error| format!("{}: {error}", files.display()))?;
    let served = Served::start_with(binary, data, |command| {
        command.arg("--bulk-folder").arg(&files);
    })?;
    let mut session = served.connect()?;
    let clock = SystemClock::new();
    let begun = clock.monotonic_ns();
    load(&mut session, &files)?;
    let load_s = (clock.monotonic_ns() - begun) as f64 / 1e9;
    let mut figures = vec![Figure::holds("load", true, format!("{load_s:.1} s"), "no bar")];
    let (first, second) = (times(&mut session, &clock)?, times(&mut session, &clock)?);
    for (place, (first, second)) in first.iter().zip(&second).enumerate() {
        if first.rows != second.rows {
            return Err(format!("query {}: {} rows, then {}", place + 1, first.rows, second.rows));
        }
        let (name, best_ms) = (format!("query {}", place + 1), first.ms.min(second.ms));
        figures.push(match QUERIES[place].1 {
            Some(bar) => Figure::at_most(&name, best_ms, bar, "ms"),
            None => Figure::holds(&name, true, format!("{best_ms:.2} ms"), "no bar"),
        });
    }
    Ok(figures)
}

/// A run of a query.
struct Timed {
    rows: u64,
    ms: f64,
}

/// Creates and fills the tables.
fn load(session: &mut Connection, files: &Path) -> Result<(), String> {
    for (table, columns) in TABLES {
        run(session, &format!("CREATE TABLE {table} ({columns})"))?;
        let file = files.join(format!("{table}.tbl")).display().to_string().replace('\'', "''");
        // Each line ends with a bar.
        run(
            session,
            &format!(
                "BULK INSERT {table} FROM '{file}' WITH (FIELDTERMINATOR = '|', ROWTERMINATOR = '0x7c0a', TABLOCK)"
            ),
        )?;
    }
    Ok(())
}

/// Runs each query once.
fn times(session: &mut Connection, clock: &dyn Clock) -> Result<Vec<Timed>, String> {
    let timed = |(query, _): &(&str, Option<f64>)| -> Result<Timed, String> {
        let begun = clock.monotonic_ns();
        let rows = run(session, query)?.rows;
        Ok(Timed { rows, ms: (clock.monotonic_ns() - begun) as f64 / 1e6 })
    };
    QUERIES.iter().map(timed).collect()
}
