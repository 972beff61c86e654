//! The time to stop a running statement by an attention or KILL, and the whole server by SIGTERM.

use super::setting::{Setting, say};
use crate::figure::Figure;
use crate::served::requests::{Heard, run};
use crate::served::server::Served;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::Arc;
use sluice_sim::stops::{LONG_STATEMENTS, LongStatement};
use std::process::Command;
use std::thread;
use std::time::Duration;

/// Stops each long statement `1 + 9 * scale` times in each way, then the server while several of
/// them and a long rollback run.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let turns = 1 + (9.0 * setting.scale) as u32;
    let served = Served::start(setting.binary, &setting.folder.join("stops"))?;
    let mut slowest = [(0.0, ""); 3];
    for statement in LONG_STATEMENTS {
        if !statement.setup.is_empty() {
            run(&mut served.connect()?, statement.setup)?;
        }
        for _ in 0..turns {
            let attention = stop(&served, statement, false)?;
            let kill = stop(&served, statement, true)?;
            let measured = [attention.ended_ms, kill.returned_ms, kill.ended_ms];
            say(format_args!("{}: {measured:.1?} ms by attention, until KILL returns, until it ends", statement.name));
            for (slowest, ms) in slowest.iter_mut().zip(measured) {
                if ms > slowest.0 {
                    *slowest = (ms, statement.name);
                }
            }
        }
    }
    let names = ["from an attention to the end", "until KILL returns", "from KILL to the end"];
    let mut figures: Vec<Figure> = names
        .iter()
        .zip(slowest)
        .map(|(name, (ms, slowest))| Figure::at_most(&format!("A3: {name}, slowest: {slowest}"), ms, STOP_MS_MAX, "ms"))
        .collect();
    let rows = ((ROLLED_BACK * setting.scale) as u64).max(10_000);
    let name = format!("A3: SIGTERM beside a rollback of {rows} rows and {} long statements", LONG_STATEMENTS.len());
    figures.push(Figure::at_most(&name, terminated(served, rows)?, TERMINATED_S_MAX, "s"));
    let served = Served::start_again(setting.binary, &setting.folder.join("stops"))?;
    let left = run(&mut served.connect()?, "SELECT COUNT(*) FROM dbo.undone")?;
    figures.push(Figure::holds("A3: what SIGTERM cut off is rolled back", left.is_int(0), "no row", "no row"));
    Ok(figures)
}

/// The time to stop a statement, in milliseconds.
struct Stopped {
    returned_ms: f64,
    ended_ms: f64,
}

fn stop(served: &Served, statement: &'static LongStatement, by_kill: bool) -> Result<Stopped, String> {
    let (mut victim, mut observer) = (served.connect()?, served.connect()?);
    let session = run(&mut victim, "SELECT CAST(@@SPID AS INT)")?.last.and_then(|value| value.as_i64());
    let session = session.ok_or("no number of a session")?;
    let canceller = victim.canceller();
    // The clock is shared: each clock starts at 0, so times of different clocks aren't comparable.
    let clock = Arc::new(SystemClock::new());
    let victims_clock = Arc::clone(&clock);
    let running = thread::spawn(move || {
        // The statement ends with an answer or with its connection.
        let _ = victim.execute(statement.text, &mut Heard::default());
        victims_clock.monotonic_ns()
    });
    sleep(RUN);
    if running.is_finished() {
        return Err(format!("{}: it is too short", statement.name));
    }
    let stopped_ns = clock.monotonic_ns();
    if by_kill {
        run(&mut observer, &format!("KILL {session}"))?;
    } else {
        canceller.cancel();
    }
    let returned_ns = clock.monotonic_ns();
    let ended_ns = running.join().map_err(|_| "a thread panicked")?;
    let ms = |ns: u64| ns.saturating_sub(stopped_ns) as f64 / 1e6;
    Ok(Stopped { returned_ms: ms(returned_ns), ended_ms: ms(ended_ns) })
}

/// Returns the seconds from SIGTERM to the end of the server's process, while all long statements
/// run and a transaction of `rows` rows is open.
fn terminated(mut served: Served, rows: u64) -> Result<f64, String> {
    let mut writer = served.connect()?;
    run(&mut writer, "CREATE TABLE dbo.undone (a INT NOT NULL, b CHAR(200) NOT NULL)")?;
    run(&mut writer, &format!("BEGIN TRAN; INSERT dbo.undone SELECT value, 'x' FROM GENERATE_SERIES(1, {rows})"))?;
    for statement in LONG_STATEMENTS {
        let mut victim = served.connect()?;
        thread::spawn(move || victim.execute(statement.text, &mut Heard::default()));
    }
    sleep(RUN);
    let clock = SystemClock::new();
    let signalled_ns = clock.monotonic_ns();
    let signal = Command::new("kill").args(["-TERM", &served.process().to_string()]).status();
    signal.map_err(|error| error.to_string())?;
    served.wait()?;
    Ok((clock.monotonic_ns() - signalled_ns) as f64 / 1e9)
}

/// The time that a statement runs before it is stopped.
const RUN: Duration = Duration::from_millis(300);
const STOP_MS_MAX: f64 = 50.0;
const TERMINATED_S_MAX: f64 = 10.0;
const ROLLED_BACK: f64 = 1_000_000.0;
