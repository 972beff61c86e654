//! Idle connections, and log-ins beside busy ones.

use super::requests::run;
use super::server::Served;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};

/// Measures the memory of idle connections.
pub(super) fn connections(served: &Served) -> Result<Vec<Figure>, String> {
    let before = served.memory_kb()?;
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(served.connect()?);
    }
    let each = served.memory_kb()?.saturating_sub(before) as f64 / f64::from(IDLE);
    // All of them are still open.
    let mut last = idle.pop().ok_or("no connection")?;
    let there = run(&mut last, "SELECT CAST(COUNT(*) AS int) FROM sys.dm_exec_connections")?;
    let are_there = there.is_int(IDLE as i32);
    let there = there.last.map_or(String::new(), |count| format!("{count:?}"));
    Ok(vec![
        Figure::holds(&format!("{IDLE} idle connections"), are_there, there, "all are there"),
        Figure::at_most(&format!("{IDLE} idle connections: memory of the server each"), each, 100.0, "KB"),
    ])
}

/// Measures log-ins beside busy connections: of a login that was verified before, and of a new
/// login whose password must be hashed.
pub(super) fn log_ins(served: &Served, count: u32) -> Result<Vec<Figure>, String> {
    let turns = (count / 1_000).max(10);
    let mut first = served.connect()?;
    run(
        &mut first,
        "CREATE TABLE dbo.T1 (id INT NOT NULL PRIMARY KEY, v INT NOT NULL);
         INSERT dbo.T1 SELECT value, value FROM GENERATE_SERIES(1, 10000)",
    )?;
    for number in 0..STRANGERS {
        run(&mut first, &format!("CREATE LOGIN stranger{number} WITH PASSWORD = 'Strange-Horse{number}'"))?;
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let (mut client, is_over) = (served.connect()?, Arc::clone(&is_over));
        workers.push(std::thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                run(&mut client, "SELECT COUNT(*) FROM dbo.T1")?;
            }
            Ok(())
        }));
    }
    let clock = SystemClock::new();
    let timed = |log_in: &dyn Fn() -> Result<(), String>| {
        let begun = clock.monotonic_ns();
        log_in().map(|()| (clock.monotonic_ns() - begun) as f64 / 1e6)
    };
    let known: Result<Vec<f64>, String> = (0..turns).map(|_| timed(&|| served.connect().map(drop))).collect();
    let strange: Result<Vec<f64>, String> = (0..STRANGERS)
        .map(|number| {
            let (user, password) = (format!("stranger{number}"), format!("Strange-Horse{number}"));
            timed(&|| served.log_in(&user, &password, "master").map(drop))
        })
        .collect();
    is_over.store(true, Ordering::Relaxed);
    let ended: Result<Vec<()>, String> =
        workers.into_iter().map(|worker| worker.join().map_err(|_| "a worker failed".to_owned())?).collect();
    ended?;
    Ok(vec![figure("a log-in", known?), figure("the first log-in of a login", strange?)])
}

fn figure(what: &str, mut took_ms: Vec<f64>) -> Figure {
    took_ms.sort_by(f64::total_cmp);
    let (middle, slowest) = (took_ms[took_ms.len() / 2], took_ms[took_ms.len() - 1]);
    let name =
        format!("{what} beside {WORKERS} that work: the slowest of {} ({middle:.1} ms in the middle)", took_ms.len());
    Figure::at_most(&name, slowest, 50.0, "ms")
}

const IDLE: u32 = 5_000;
const WORKERS: u32 = 64;
const STRANGERS: u32 = 10;
