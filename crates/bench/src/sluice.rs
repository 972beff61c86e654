//! Our side: the articles' loop as T-SQL on an embedded instance.

use crate::shape::Shape;
use sluice_base::clock::Clock;
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use std::path::Path;
use std::sync::Arc;

/// An instance with the database `PerformanceV3` and an empty table `T1(col1 INT NOT NULL)`.
pub struct Prepared {
    /// The instance.
    pub instance: Arc<Instance>,
    /// A session in the database.
    pub session: Session,
}

/// Which table the loop fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// `dbo.T1` of `PerformanceV3`.
    User,
    /// `#T1`, which the session has made.
    Temporary,
}

impl Place {
    fn table(self) -> &'static str {
        if self == Place::User { "dbo.T1" } else { "#T1" }
    }

    fn database(self) -> &'static str {
        if self == Place::User { "PerformanceV3" } else { "tempdb" }
    }
}

/// What a run of the loop gave.
#[derive(Clone, Copy, Debug)]
pub struct LoopRun {
    /// Seconds from the first BEGIN TRAN to the last COMMIT's return.
    pub seconds: f64,
    /// Log flushes by the counter, over the same stretch.
    pub flushes: u64,
    /// Bytes of log that they wrote, padding included.
    pub log_bytes: u64,
}

/// Opens an instance and makes the table. `durability` is DISABLED, ALLOWED or FORCED.
pub fn prepare(options: InstanceOptions, durability: &str) -> Result<Prepared, String> {
    let instance = Instance::open(options).map_err(|error| error.to_string())?;
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    for text in [
        "SET NOCOUNT ON; IF DB_ID(N'PerformanceV3') IS NULL CREATE DATABASE PerformanceV3;".to_owned(),
        format!(
            "USE PerformanceV3; ALTER DATABASE PerformanceV3 SET DELAYED_DURABILITY = {durability};
             DROP TABLE IF EXISTS dbo.T1; CREATE TABLE dbo.T1(col1 INT NOT NULL);"
        ),
    ] {
        batch(&mut session, &text)?;
    }
    Ok(Prepared { instance, session })
}

/// The loop of the articles' scripts, `rows` rows.
pub fn run(session: &mut Session, place: Place, shape: Shape, rows: u32, clock: &dyn Clock) -> Result<LoopRun, String> {
    let insert = format!("INSERT INTO {}(col1) VALUES(@i);", place.table());
    let (begin, turn, commit) = match shape {
        Shape::Many => ("", format!("BEGIN TRAN {insert} COMMIT TRAN;"), ""),
        Shape::One => ("BEGIN TRAN;", insert, "COMMIT TRAN;"),
    };
    let turns = format!("DECLARE @i AS INT = 1; WHILE @i <= {rows} BEGIN {turn} SET @i += 1; END;");
    timed(session, place, &format!("{begin} {turns} {commit}"), clock)
}

/// Runs a batch; what it cost the log of the place's database.
pub fn timed(session: &mut Session, place: Place, text: &str, clock: &dyn Clock) -> Result<LoopRun, String> {
    let before = (flushes(session, place)?, log_bytes(session, place)?);
    let start = clock.monotonic_ns();
    batch(session, text)?;
    let seconds = (clock.monotonic_ns() - start) as f64 / 1e9;
    Ok(LoopRun {
        seconds,
        flushes: flushes(session, place)? - before.0,
        log_bytes: log_bytes(session, place)? - before.1,
    })
}

/// The loop on a new instance in `folder`, closed afterwards; the rows are counted.
pub fn run_in(folder: &Path, durability: &str, shape: Shape, rows: u32, clock: &dyn Clock) -> Result<LoopRun, String> {
    let mut ours = prepare(InstanceOptions::in_folder(folder), durability)?;
    let run = run(&mut ours.session, Place::User, shape, rows, clock)?;
    let count = count(&mut ours.session, Place::User)?;
    if count != u64::from(rows) {
        return Err(format!("{count} rows instead of {rows}"));
    }
    drop(ours.session);
    ours.instance.close().map_err(|error| error.to_string())?;
    Ok(run)
}

/// How many rows the table has.
pub fn count(session: &mut Session, place: Place) -> Result<u64, String> {
    number(&batch(session, &format!("SELECT COUNT(*) FROM {};", place.table()))?)
}

/// Log flushes so far, by the performance counter's view.
pub fn flushes(session: &mut Session, place: Place) -> Result<u64, String> {
    counter(session, place, "Log Flushes/sec")
}

/// Bytes of log hardened so far, by the performance counter's view.
pub fn log_bytes(session: &mut Session, place: Place) -> Result<u64, String> {
    counter(session, place, "Log Bytes Flushed/sec")
}

/// Runs a batch that must not fail.
pub fn batch(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| ended.to_string())?;
    match sent.first_error() {
        None => Ok(sent),
        Some((number, message)) => Err(format!("`{text}`: Msg {number}: {message}")),
    }
}

fn counter(session: &mut Session, place: Place, name: &str) -> Result<u64, String> {
    let text = format!(
        "SELECT cntr_value FROM sys.dm_os_performance_counters
         WHERE counter_name = '{name}' AND instance_name = N'{}';",
        place.database()
    );
    number(&batch(session, &text)?)
}

fn number(sent: &Collector) -> Result<u64, String> {
    match sent.scalar() {
        Some(Value::Int(value)) => Ok(*value as u64),
        Some(Value::BigInt(value)) => Ok(*value as u64),
        other => Err(format!("a number was expected, not {other:?}")),
    }
}
