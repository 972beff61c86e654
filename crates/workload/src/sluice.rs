//! Sluice as a contestant: the articles' loop in T-SQL on an embedded instance.

use crate::case::{Case, Database, Durability, Work};
use crate::contestant::{Contestant, Cost};
use crate::shape::Shape;
use sluice_base::clock::{Clock, SystemClock};
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

/// The table that the loop fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopTable {
    /// `dbo.T1` of `PerformanceV3`.
    User,
    /// `#T1`, created by the session.
    Temporary,
    /// `dbo.T1` of tempdb, the session's current database.
    Tempdb,
}

impl LoopTable {
    fn table(self) -> &'static str {
        if self == LoopTable::Temporary { "#T1" } else { "dbo.T1" }
    }

    fn database(self) -> &'static str {
        if self == LoopTable::User { "PerformanceV3" } else { "tempdb" }
    }
}

/// The result of a run of the loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopRun {
    /// Seconds from the first BEGIN TRAN to the last COMMIT's return.
    pub seconds: f64,
    /// Log flushes during the run, by the performance counter.
    pub flushes: u64,
    /// Bytes of log written, including padding.
    pub log_bytes: u64,
    /// The session's waits for a flush, by its wait statistics.
    pub waits: u64,
    /// The duration of the waits in milliseconds.
    pub wait_ms: u64,
}

/// Opens an instance, creates the database unless it exists, and creates the table anew.
/// `durability` is DISABLED, ALLOWED or FORCED.
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

/// Runs the loop of the articles' scripts with `rows` rows.
pub fn run(
    session: &mut Session,
    place: LoopTable,
    shape: Shape,
    rows: u32,
    clock: &dyn Clock,
) -> Result<LoopRun, String> {
    let insert = format!("INSERT INTO {}(col1) VALUES(@i);", place.table());
    let (begin, turn, commit) = match shape {
        Shape::Many => ("", format!("BEGIN TRAN {insert} COMMIT TRAN;"), ""),
        Shape::One => ("BEGIN TRAN;", insert, "COMMIT TRAN;"),
    };
    let turns = format!("DECLARE @i AS INT = 1; WHILE @i <= {rows} BEGIN {turn} SET @i += 1; END;");
    timed(session, place, &format!("{begin} {turns} {commit}"), clock)
}

/// Runs a batch. Returns its cost in the log of the database.
pub fn timed(session: &mut Session, place: LoopTable, text: &str, clock: &dyn Clock) -> Result<LoopRun, String> {
    let before = (flushes(session, place)?, log_bytes(session, place)?, waits(session)?);
    let start = clock.monotonic_ns();
    batch(session, text)?;
    let seconds = (clock.monotonic_ns() - start) as f64 / 1e9;
    let (count, wait_ms) = waits(session)?;
    Ok(LoopRun {
        seconds,
        flushes: flushes(session, place)? - before.0,
        log_bytes: log_bytes(session, place)? - before.1,
        waits: count - before.2.0,
        wait_ms: wait_ms - before.2.1,
    })
}

/// Runs the loop on a new instance in `folder`, which is closed afterwards. Verifies the row count.
pub fn run_in(folder: &Path, durability: &str, shape: Shape, rows: u32, clock: &dyn Clock) -> Result<LoopRun, String> {
    let mut ours = prepare(InstanceOptions::in_folder(folder), durability)?;
    let run = run(&mut ours.session, LoopTable::User, shape, rows, clock)?;
    let count = count(&mut ours.session, LoopTable::User)?;
    if count != u64::from(rows) {
        return Err(format!("{count} rows instead of {rows}"));
    }
    drop(ours.session);
    ours.instance.close().map_err(|error| error.to_string())?;
    Ok(run)
}

/// Returns the number of rows in the table.
pub fn count(session: &mut Session, place: LoopTable) -> Result<u64, String> {
    number(&batch(session, &format!("SELECT COUNT(*) FROM {};", place.table()))?)
}

/// Returns the log flushes so far, by the performance counter.
pub fn flushes(session: &mut Session, place: LoopTable) -> Result<u64, String> {
    counter(session, place, "Log Flushes/sec")
}

/// Returns the bytes of log hardened so far, by the performance counter.
pub fn log_bytes(session: &mut Session, place: LoopTable) -> Result<u64, String> {
    counter(session, place, "Log Bytes Flushed/sec")
}

/// Returns the session's waits for a flush so far, and their milliseconds.
fn waits(session: &mut Session) -> Result<(u64, u64), String> {
    let mut of = |column: &str| {
        let text = format!(
            "SELECT COALESCE(MAX({column}), 0) FROM sys.dm_exec_session_wait_stats
             WHERE session_id = @@SPID AND wait_type = N'WRITELOG';"
        );
        number(&batch(session, &text)?)
    };
    Ok((of("waiting_tasks_count")?, of("wait_time_ms")?))
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

fn counter(session: &mut Session, place: LoopTable, name: &str) -> Result<u64, String> {
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

/// Sluice as a contestant.
pub struct Ours {
    name: String,
    prepared: Prepared,
    clock: SystemClock,
}

impl Ours {
    /// Opens a new instance in `folder`.
    pub fn new(folder: &Path) -> Result<Ours, String> {
        let mut prepared = prepare(InstanceOptions::in_folder(folder), "DISABLED")?;
        batch(&mut prepared.session, NUMBERS)?;
        let name = format!("Sluice {}", env!("CARGO_PKG_VERSION"));
        Ok(Ours { name, prepared, clock: SystemClock::new() })
    }

    /// Closes the instance.
    pub fn close(self) -> Result<(), String> {
        drop(self.prepared.session);
        self.prepared.instance.close().map_err(|error| error.to_string())
    }
}

impl Contestant for Ours {
    fn name(&self) -> &str {
        &self.name
    }

    fn setting(&self, durability: Durability) -> &'static str {
        match durability {
            Durability::Full => "DELAYED_DURABILITY = DISABLED",
            Durability::Delayed => "DELAYED_DURABILITY = FORCED",
        }
    }

    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String> {
        let (session, database) = (&mut self.prepared.session, case.database_name());
        let place = if case.database == Database::User { LoopTable::User } else { LoopTable::Tempdb };
        let durability = case.durability.setting();
        // Flushes and writes what an earlier case left to the background.
        batch(session, "USE PerformanceV3; EXEC sys.sp_flush_log; CHECKPOINT;")?;
        batch(
            session,
            &format!(
                "USE {database}; ALTER DATABASE {database} SET DELAYED_DURABILITY = {durability}; DROP TABLE IF EXISTS dbo.T1;"
            ),
        )?;
        let run = match case.work {
            Work::Loop(shape) => {
                batch(session, "CREATE TABLE dbo.T1(col1 INT NOT NULL);")?;
                run(session, place, shape, rows, &self.clock)?
            }
            Work::Values(_) => {
                let cache = case.work_name();
                batch(session, &format!("CREATE SEQUENCE dbo.Seq1 AS BIGINT MINVALUE 1 {cache};"))?;
                let text =
                    format!("SELECT NEXT VALUE FOR dbo.Seq1 AS n INTO dbo.T1 FROM PerformanceV3.dbo.Numbers({rows});");
                timed(session, place, &text, &self.clock)?
            }
        };
        let count = count(session, place)?;
        batch(session, "DROP TABLE dbo.T1; DROP SEQUENCE IF EXISTS dbo.Seq1;")?;
        if count != u64::from(rows) {
            return Err(format!("{count} rows instead of {rows}"));
        }
        Ok(Some(Cost {
            seconds: run.seconds,
            flushes: Some(run.flushes),
            waits: Some(run.waits),
            wait_ms: Some(run.wait_ms),
            log_bytes: Some(run.log_bytes),
        }))
    }
}

/// A function that returns integers from 0 on, as column `n`.
pub const NUMBERS: &str = "CREATE OR ALTER FUNCTION dbo.Numbers(@count BIGINT) RETURNS TABLE AS RETURN
  WITH L0 AS (SELECT 1 AS c FROM (VALUES (1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1),(1)) AS D(c)),
    L1 AS (SELECT 1 AS c FROM L0 AS A CROSS JOIN L0 AS B),
    L2 AS (SELECT 1 AS c FROM L1 AS A CROSS JOIN L1 AS B),
    Nums AS (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS rownum FROM L2 AS A CROSS JOIN L1 AS B)
  SELECT TOP (@count) rownum - 1 AS n FROM Nums ORDER BY rownum";
