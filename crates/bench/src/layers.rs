//! Snapshots, reverts and clones: `sluice-bench layers BINARY [disk|memory] [TURNS]`.
//!
//! The binary serves a new instance as a separate process. Its database has ten tables with foreign
//! keys and a thousand rows in each. Beside 64 connections, 8 of which insert rows all the time, a
//! session times the statements that freeze, copy and revert the database. Then, without writers,
//! it resets the database after a test of 20 rows in each turn, as a test suite does. At last it
//! makes copies that all live, and writes a row in each.

use crate::figure::Figure;
use crate::served::Served;
use crate::served::requests::run;
use crate::thousand::Medium;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use sluice_client::Connection;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Measures `turns` of each statement, and as many live copies, but at most a thousand. `turns`
/// must not be 0. The folder is new.
pub fn measure(binary: &Path, folder: &Path, medium: Medium, turns: u32) -> Result<Vec<Figure>, String> {
    let served = Served::start_with(binary, folder, |command| {
        if medium == Medium::Memory {
            command.arg("--memory");
        }
    })?;
    let mut session = served.connect()?;
    for statement in made() {
        run(&mut session, &statement)?;
    }
    let bars = Bars::for_medium(medium);
    let mut figures = beside_writers(&served, &mut session, turns, &bars)?;
    figures.extend(resets(&mut session, turns, &bars)?);
    figures.extend(live_copies(&served, &mut session, turns.clamp(1, COPIES_MAX))?);
    Ok(figures)
}

/// The greatest milliseconds in the middle, of the slowest hundredth, and of a reset in the middle.
struct Bars {
    middle: f64,
    slow: f64,
    reset: f64,
}

impl Bars {
    fn for_medium(medium: Medium) -> Bars {
        match medium {
            Medium::Memory => Bars { middle: 1.0, slow: 5.0, reset: 0.5 },
            Medium::Disk => Bars { middle: 5.0, slow: 25.0, reset: 5.0 },
        }
    }
}

/// Returns the statements that make the database.
fn made() -> Vec<String> {
    let mut statements = vec![
        "CREATE DATABASE D".to_owned(),
        "USE D; CREATE TABLE dbo.W(a INT IDENTITY PRIMARY KEY, b INT NOT NULL)".to_owned(),
        "CREATE TABLE dbo.T0(a INT NOT NULL PRIMARY KEY, p INT NULL, b VARCHAR(100) NULL)".to_owned(),
    ];
    for table in 1..TABLES {
        let before = table - 1;
        statements.push(format!(
            "CREATE TABLE dbo.T{table}(a INT NOT NULL PRIMARY KEY, p INT NULL REFERENCES dbo.T{before}(a), \
             b VARCHAR(100) NULL)"
        ));
    }
    let filled = |table| {
        format!(
            "INSERT dbo.T{table} SELECT value, value, REPLICATE('x', 100) FROM GENERATE_SERIES(1, {ROWS}); USE master"
        )
    };
    statements.extend((0..TABLES).map(|table| format!("USE D; {}", filled(table))));
    statements
}

/// Times the statements beside connections and writers.
fn beside_writers(served: &Served, session: &mut Connection, turns: u32, bars: &Bars) -> Result<Vec<Figure>, String> {
    let _idle: Vec<Connection> =
        (WRITERS..CONNECTIONS).map(|_| served.log_in_to("D")).collect::<Result<_, String>>()?;
    let (is_over, written, begun) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| {
                write(served, &is_over, &written, &begun);
                // A writer without a log-in is not waited for.
                begun.fetch_add(1, Ordering::Relaxed);
            });
        }
        // The log-ins take longer than many turns.
        while begun.load(Ordering::Relaxed) < WRITERS {
            sleep(BETWEEN_LOOKS);
        }
        let timed = timed_beside_writers(session, turns);
        is_over.store(true, Ordering::Relaxed);
        let [freeze, clone, revert] = timed?;
        let mut figures = vec![Figure::at_least(
            &format!("rows that {WRITERS} writers inserted meanwhile"),
            written.load(Ordering::Relaxed) as f64,
            f64::from(turns),
            "",
        )];
        for (name, times) in [("snapshot", freeze), ("copy", clone), ("revert", revert)] {
            figures.extend(of_times(&format!("{name} beside {WRITERS} writers"), times, bars.middle, bars.slow));
        }
        Ok(figures)
    })
}

/// Returns the milliseconds of the statements that freeze, copy and revert.
fn timed_beside_writers(session: &mut Connection, turns: u32) -> Result<[Vec<f64>; 3], String> {
    let clock = SystemClock::new();
    let (mut freeze, mut clone, mut revert) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..turns {
        freeze.push(timed(&clock, session, SNAPSHOT)?);
        run(session, "DROP DATABASE S")?;
        clone.push(timed(&clock, session, "CREATE DATABASE C AS COPY OF D")?);
        run(session, "DROP DATABASE C")?;
    }
    run(session, SNAPSHOT)?;
    for _ in 0..turns {
        revert.push(timed(&clock, session, REVERT)?);
    }
    run(session, "DROP DATABASE S")?;
    Ok([freeze, clone, revert])
}

/// Inserts rows until it is over. Counts itself in `begun` before its first row. A revert takes
/// statements away, so their errors don't count, and a session that has ended logs in again.
fn write(served: &Served, is_over: &AtomicBool, written: &AtomicU64, begun: &AtomicU32) {
    let mut is_new = true;
    while !is_over.load(Ordering::Relaxed) {
        let Ok(mut client) = served.log_in_to("D") else { return };
        if std::mem::take(&mut is_new) {
            begun.fetch_add(1, Ordering::Relaxed);
        }
        let mut failures = 0;
        while failures < FAILURES_MAX && !is_over.load(Ordering::Relaxed) {
            match run(&mut client, "INSERT D.dbo.W(b) VALUES (1)") {
                Ok(_) => {
                    failures = 0;
                    written.fetch_add(1, Ordering::Relaxed);
                }
                Err(_) => failures += 1,
            }
        }
    }
}

/// Times the resets of a test suite: each test writes 20 rows in ten tables.
fn resets(session: &mut Connection, turns: u32, bars: &Bars) -> Result<Vec<Figure>, String> {
    let clock = SystemClock::new();
    run(session, SNAPSHOT)?;
    let rows: String = (0..TABLES)
        .flat_map(|table| [1, 2].map(|more| format!("INSERT D.dbo.T{table} VALUES ({0}, {0}, 'y'); ", ROWS + more)))
        .collect();
    let (mut tests, mut times) = (Vec::new(), Vec::new());
    for _ in 0..turns {
        tests.push(timed(&clock, session, &rows)?);
        times.push(timed(&clock, session, REVERT)?);
    }
    run(session, "DROP DATABASE S")?;
    let mut figures = of_times("reset after a test of 20 rows in 10 tables", times, bars.reset, bars.slow);
    figures.extend(of_times("the test itself", tests, NO_BAR, NO_BAR).into_iter().take(1));
    Ok(figures)
}

/// Makes copies that live at the same time, and writes a row in each.
fn live_copies(served: &Served, session: &mut Connection, count: u32) -> Result<Vec<Figure>, String> {
    let clock = SystemClock::new();
    let before = crate::served::memory_kb(served.process())?;
    let mut times = Vec::new();
    for number in 1..=count {
        times.push(timed(&clock, session, &format!("CREATE DATABASE C{number} AS COPY OF D"))?);
        run(session, &format!("INSERT C{number}.dbo.W(b) VALUES ({number})"))?;
    }
    sleep(SETTLING);
    let each = (crate::served::memory_kb(served.process())?.saturating_sub(before)) as f64 / f64::from(count);
    let mut wrong = 0;
    for number in 1..=count {
        let found = run(session, &format!("SELECT MAX(b) FROM C{number}.dbo.W"))?;
        wrong += u32::from(!found.is_int(number as i32));
    }
    let mut figures = of_times(&format!("copy, of {count} that live"), times, NO_BAR, NO_BAR);
    figures.push(Figure::at_most(&format!("memory of each of {count} copies"), each, COPY_KB, "KB"));
    figures.push(Figure::at_most("copies without their row", f64::from(wrong), 0.0, ""));
    Ok(figures)
}

/// Runs a batch and returns its milliseconds, the round trip included.
fn timed(clock: &dyn Clock, session: &mut Connection, batch: &str) -> Result<f64, String> {
    let begun = clock.monotonic_ns();
    run(session, batch)?;
    Ok((clock.monotonic_ns() - begun) as f64 / 1e6)
}

/// Returns the figures of the time in the middle and of the slowest hundredth. There is at least
/// one time.
fn of_times(name: &str, mut times: Vec<f64>, middle: f64, slow: f64) -> Vec<Figure> {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let figure = |name: String, value: f64, bar: f64| match bar.is_finite() {
        true => Figure::at_most(&name, value, bar, "ms"),
        false => Figure::holds(&name, true, format!("{value:.2} ms"), "no bar"),
    };
    vec![figure(format!("{name}, p50"), at(0.5), middle), figure(format!("{name}, p99"), at(0.99), slow)]
}

const SNAPSHOT: &str = "CREATE DATABASE S ON (NAME = D, FILENAME = 's.ss') AS SNAPSHOT OF D";
const REVERT: &str = "RESTORE DATABASE D FROM DATABASE_SNAPSHOT = 'S' WITH KEEP_CONNECTIONS";
const NO_BAR: f64 = f64::INFINITY;
const TABLES: u32 = 10;
const ROWS: u32 = 1_000;
const CONNECTIONS: u32 = 64;
const WRITERS: u32 = 8;
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);
/// Failures in a row after which a session counts as ended.
const FAILURES_MAX: u32 = 100;
const COPIES_MAX: u32 = 1_000;
/// The bar of a copy's memory, its log and its pages in the pool included.
const COPY_KB: f64 = 400.0;
/// The time until the logs of the copies are at rest.
const SETTLING: Duration = Duration::from_secs(5);
