//! Concurrent DDL (B6): temporary tables of many sessions, definitions of different tables beside
//! readers that compile, and definitions of one table.
//!
//! Lock waits are counted by `sys.dm_os_wait_stats`, for all lock types together.

use super::setting::Setting;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::{Arc, Barrier};
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use sluice_workload::sluice::batch;

/// Measures the bar's paragraph about definitions.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let options = InstanceOptions::in_folder(&setting.folder.join("ddl"));
    let instance = Instance::open(options).map_err(|error| error.to_string())?;
    let mut watcher = connect(&instance)?;
    prepare(&mut watcher)?;
    let mut figures = temporary(&instance, &mut watcher, scaled(setting, ROUNDS))?;
    figures.extend(different(&instance, &mut watcher, scaled(setting, DEFINITIONS))?);
    figures.push(stale(&instance, scaled(setting, DEFINITIONS))?);
    figures.extend(same(&instance)?);
    drop(watcher);
    instance.close().map_err(|error| error.to_string())?;
    Ok(figures)
}

fn prepare(session: &mut Session) -> Result<(), String> {
    batch(session, "SET NOCOUNT ON; CREATE DATABASE Ddl;")?;
    batch(
        session,
        "USE Ddl; CREATE TABLE dbo.shared(a INT NOT NULL PRIMARY KEY, b INT); INSERT dbo.shared VALUES (1, 1);",
    )?;
    for number in 0..DEFINERS {
        batch(
            session,
            &format!("CREATE TABLE dbo.generation{number}(gen INT); INSERT dbo.generation{number} VALUES (0);"),
        )?;
        batch(session, &format!("CREATE VIEW dbo.v{number} AS SELECT 0 AS seen, gen FROM dbo.generation{number};"))?;
    }
    Ok(())
}

/// Sessions create, fill and drop `#t` in open transactions. Every other session keeps its
/// transaction open for several rounds.
fn temporary(instance: &Arc<Instance>, watcher: &mut Session, rounds: u32) -> Result<Vec<Figure>, String> {
    let before = lock_waits(watcher)?;
    let clock = SystemClock::new();
    let begun = clock.monotonic_ns();
    together(instance, SESSIONS, |number, session| {
        let each = if number % 2 == 0 { 1 } else { LONG };
        let text = format!(
            "SET NOCOUNT ON; DECLARE @i INT = 0;
             WHILE @i < {rounds}
             BEGIN
               IF @i % {each} = 0 BEGIN TRAN;
               CREATE TABLE #t(a INT NOT NULL, b VARCHAR(20));
               INSERT #t VALUES (@i, 'one'), (@i + 1, 'two'), (@i + 2, 'three');
               IF (SELECT COUNT(*) FROM #t) <> 3 RAISERROR('rows are missing', 16, 1);
               DROP TABLE #t;
               SET @i += 1;
               IF @i % {each} = 0 OR @i = {rounds} COMMIT;
             END;"
        );
        batch(session, &text).map(|_| ())
    })?;
    let seconds = (clock.monotonic_ns() - begun) as f64 / 1e9;
    let waits = lock_waits(watcher)? - before;
    let rate = f64::from(SESSIONS * rounds) / seconds;
    Ok(vec![
        Figure::at_most(
            "B6: 64 sessions with temporary tables in open transactions, waits for locks",
            waits as f64,
            0.0,
            "",
        ),
        Figure::at_least(
            "B6: 64 sessions with temporary tables in open transactions, rounds a second",
            rate,
            3_000.0,
            "",
        ),
    ])
}

/// Sessions define their own tables, each in a transaction, while others compile statements about
/// another table.
fn different(instance: &Arc<Instance>, watcher: &mut Session, rounds: u32) -> Result<Vec<Figure>, String> {
    let before = lock_waits(watcher)?;
    together(instance, DEFINERS + READERS, |number, session| {
        batch(session, "SET NOCOUNT ON; USE Ddl;")?;
        for round in 0..rounds {
            let text = if number < DEFINERS {
                let table = format!("dbo.t{number}_{round}");
                format!(
                    "BEGIN TRAN; CREATE TABLE {table}(a INT NOT NULL CONSTRAINT PK_{number}_{round} PRIMARY KEY, b INT);
                     INSERT {table} VALUES (1, 2); ALTER TABLE {table} ADD c INT; CREATE INDEX i ON {table}(b);
                     COMMIT; BEGIN TRAN; DROP TABLE {table}; COMMIT;"
                )
            } else {
                format!("SELECT a AS n{round} FROM dbo.shared WHERE b = {round} AND OBJECT_ID('dbo.shared') > 0;")
            };
            batch(session, &text)?;
        }
        Ok(())
    })?;
    let waits = lock_waits(watcher)? - before;
    let name = "B6: 8 sessions that define different tables beside readers that compile, waits for locks";
    Ok(vec![Figure::at_most(name, waits as f64, 0.0, "")])
}

/// Sessions alter a view and, in the same transaction, a row with the view's version. A reader
/// whose plan has another version than the row has run a stale plan.
fn stale(instance: &Arc<Instance>, rounds: u32) -> Result<Figure, String> {
    let found = Arc::new(sluice_base::sync::Mutex::new(0i64));
    together(instance, DEFINERS + READERS, |number, session| {
        batch(session, "SET NOCOUNT ON; USE Ddl;")?;
        let view = number % DEFINERS;
        for round in 1..=rounds {
            if number < DEFINERS {
                let text = format!("ALTER VIEW dbo.v{view} AS SELECT {round} AS seen, gen FROM dbo.generation{view};");
                batch(session, "BEGIN TRAN;")?;
                batch(session, &text)?;
                batch(session, &format!("UPDATE dbo.generation{view} SET gen = {round}; COMMIT;"))?;
            } else {
                let stale = batch(session, &format!("SELECT COUNT(*) FROM dbo.v{view} WHERE seen <> gen;"))?;
                *found.lock() += number_of(&stale)?;
            }
        }
        Ok(())
    })?;
    let stale = *found.lock();
    let name = "B6: readers of 8 views that are altered meanwhile, runs of a stale plan";
    Ok(Figure::at_most(name, stale as f64, 0.0, ""))
}

/// Two sessions create the same table: the second waits, then fails or continues. Two that alter
/// two tables in opposite order end in a deadlock with one victim.
fn same(instance: &Arc<Instance>) -> Result<Vec<Figure>, String> {
    let outcomes = [("COMMIT;", Some(2714)), ("ROLLBACK;", None)];
    let mut as_documented = true;
    for (end, expected) in outcomes {
        let (mut first, mut second) = (connect(instance)?, connect(instance)?);
        batch(&mut first, "USE Ddl; DROP TABLE IF EXISTS dbo.same; BEGIN TRAN; CREATE TABLE dbo.same(a INT);")?;
        batch(&mut second, "USE Ddl; SET LOCK_TIMEOUT 100;")?;
        as_documented &= error_of(&mut second, "CREATE TABLE dbo.same(b INT);")? == Some(1222);
        as_documented &= error_of(&mut second, "SELECT * FROM dbo.same;")? == Some(1222);
        batch(&mut second, "SET LOCK_TIMEOUT -1;")?;
        let waiting = std::thread::spawn(move || error_of(&mut second, "CREATE TABLE dbo.same(b INT);"));
        batch(&mut first, "WAITFOR DELAY '00:00:00.1';")?;
        batch(&mut first, end)?;
        let error = waiting.join().map_err(|_| "a session failed".to_owned())??;
        as_documented &= error == expected;
    }
    let name = "B6: two sessions define one table: 1222, then 2714 after COMMIT, none after ROLLBACK";
    let waits = Figure::holds(name, as_documented, if as_documented { "so" } else { "otherwise" }, "so");
    let mut watcher = connect(instance)?;
    batch(&mut watcher, "USE Ddl; CREATE TABLE dbo.one(a INT); CREATE TABLE dbo.two(a INT);")?;
    let both = Arc::new(Barrier::new(2));
    let victims = Arc::new(sluice_base::sync::Mutex::new(0i64));
    together(instance, 2, |number, session| {
        let tables = if number == 0 { ["one", "two"] } else { ["two", "one"] };
        batch(session, &format!("USE Ddl; BEGIN TRAN; ALTER TABLE dbo.{} ADD b{number} INT;", tables[0]))?;
        both.wait();
        match error_of(session, &format!("ALTER TABLE dbo.{} ADD b{number} INT; COMMIT;", tables[1]))? {
            Some(1205) => *victims.lock() += 1,
            Some(other) => return Err(format!("Msg {other} in a deadlock")),
            None => {}
        }
        Ok(())
    })?;
    let victims = *victims.lock();
    let name = "B6: two sessions alter two tables in opposite order, victims of a deadlock";
    Ok(vec![waits, Figure::holds(name, victims == 1, victims.to_string(), "1")])
}

/// Runs `work` concurrently in the given number of sessions, each on a thread.
fn together(
    instance: &Arc<Instance>,
    sessions: u32,
    work: impl Fn(u32, &mut Session) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let start = Barrier::new(sessions as usize);
    std::thread::scope(|scope| {
        let (start, work) = (&start, &work);
        let run = |number: u32| {
            let session = connect(instance);
            start.wait();
            work(number, &mut session?)
        };
        let threads: Vec<_> = (0..sessions).map(|number| scope.spawn(move || run(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a session failed".to_owned())?)
    })
}

fn connect(instance: &Arc<Instance>) -> Result<Session, String> {
    instance.connect().map_err(|error| error.to_string())
}

/// Returns the number of lock waits in the instance so far.
fn lock_waits(session: &mut Session) -> Result<i64, String> {
    let text = "SELECT COALESCE(SUM(waiting_tasks_count), 0) FROM sys.dm_os_wait_stats WHERE wait_type LIKE 'LCK[_]%';";
    number_of(&batch(session, text)?)
}

fn number_of(sent: &Collector) -> Result<i64, String> {
    match sent.scalar() {
        Some(Value::Int(value)) => Ok(i64::from(*value)),
        Some(Value::BigInt(value)) => Ok(*value),
        other => Err(format!("a number was expected, not {other:?}")),
    }
}

/// Returns the number of a batch's first error, if any.
fn error_of(session: &mut Session, text: &str) -> Result<Option<i32>, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| ended.to_string())?;
    Ok(sent.first_error().map(|(number, _)| number))
}

fn scaled(setting: Setting<'_>, count: u32) -> u32 {
    ((f64::from(count) * setting.scale) as u32).max(LONG)
}

/// Sessions with temporary tables, and rounds of each.
const SESSIONS: u32 = 64;
const ROUNDS: u32 = 300;
/// Rounds of a long transaction.
const LONG: u32 = 10;
/// Defining sessions, concurrent readers, and rounds of each.
const DEFINERS: u32 = 8;
const READERS: u32 = 4;
const DEFINITIONS: u32 = 200;
