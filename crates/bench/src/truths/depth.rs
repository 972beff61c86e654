//! Deep and wide programs: every construct that repeats or nests, at 1, 10 and 100 times its bound,
//! on the server.
//!
//! Each program gets a result or an error, the process survives, and concurrent point reads stay
//! fast. The outcomes are written to a file beside the binary.

use super::memory::{STOPPED, stopped_after};
use super::setting::Setting;
use crate::figure::Figure;
use crate::served::requests::run;
use crate::served::server::Served;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_sim::deep::{CONSTRUCTS, Construct, Shape};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Returns the figures for all multiples of the bounds.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for times in TIMES {
        figures.extend(measure_at(setting, *times)?);
    }
    Ok(figures)
}

fn measure_at(setting: Setting<'_>, times: usize) -> Result<Vec<Figure>, String> {
    let data = setting.folder.join(format!("depth-{times}"));
    let served = Arc::new(Served::start_with(setting.binary, &data, |command| {
        command.args(["--memory-limit", MEMORY_LIMIT_MB]);
    })?);
    let is_over = Arc::new(AtomicBool::new(false));
    let reads = reads_beside(&served, &is_over);
    let clock = SystemClock::new();
    let (mut report, mut killed, mut failed) = (String::new(), None, Vec::new());
    for construct in CONSTRUCTS {
        let size = ((construct.bound() * times) as f64 * setting.scale).max(1.0) as usize;
        let begun = clock.monotonic_ns();
        let outcome = tried(&served, construct, size);
        let seconds = elapsed(&clock, begun).as_secs_f64();
        let result = outcome.as_ref().err().map_or("done", |error| error.as_str());
        report.push_str(&format!("{} {size}: {seconds:.2} s, {result:.120}\n", construct.name));
        if outcome.is_err() && times == 1 {
            failed.push(construct.name);
        }
        if served.connect().is_err() {
            killed = Some(construct.name);
            break;
        }
    }
    is_over.store(true, Ordering::Relaxed);
    let slowest = reads.join().map_err(|_| "the reads' thread failed")?;
    let path = setting.binary.with_file_name(format!("truths-depth-{times}.txt"));
    std::fs::write(&path, report).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(figures_of(times, killed, &failed, slowest))
}

fn figures_of(
    times: usize,
    killed: Option<&str>,
    failed: &[&str],
    slowest: Result<(usize, f64), String>,
) -> Vec<Figure> {
    let at = |what: &str| format!("{} constructs at {times} times their bounds: {what}", CONSTRUCTS.len());
    let value = killed.map_or_else(|| "yes".to_owned(), |name| format!("ended by {name}"));
    let mut figures = vec![Figure::holds(&at("the process lives"), killed.is_none(), value, "yes")];
    if times == 1 {
        let flat = CONSTRUCTS.iter().filter(|construct| matches!(construct.shape, Shape::Wide(_))).count();
        let value = if failed.is_empty() { "all".to_owned() } else { format!("all but {}", failed.join(", ")) };
        let name = at(&format!("those that run, {flat} of them flat chains of 10,000"));
        figures.push(Figure::holds(&name, failed.is_empty(), value, "all"));
    }
    figures.push(match slowest {
        Ok((reads, slowest_ms)) => {
            Figure::at_most(&at(&format!("a point read beside them, slowest of {reads}")), slowest_ms, 50.0, "ms")
        }
        Err(why) => Figure::holds(&at("point reads beside them"), false, why, "each within 50 ms"),
    });
    figures
}

/// Runs the batches of a program, each in its own session, until one fails.
fn tried(served: &Served, construct: &Construct, size: usize) -> Result<(), String> {
    let clock = SystemClock::new();
    let begun = clock.monotonic_ns();
    for batch in (construct.write)(size) {
        let left = TIME_MAX.saturating_sub(elapsed(&clock, begun));
        if left.is_zero() {
            return Err(STOPPED.to_owned());
        }
        stopped_after(served, &batch, left)?;
    }
    Ok(())
}

/// Reads one row repeatedly until stopped. Returns the number of reads, and the slowest in
/// milliseconds.
fn reads_beside(served: &Arc<Served>, is_over: &Arc<AtomicBool>) -> JoinHandle<Result<(usize, f64), String>> {
    let (served, is_over) = (Arc::clone(served), Arc::clone(is_over));
    spawn(move || {
        let mut client = served.connect()?;
        run(&mut client, "CREATE TABLE dbo.Point (id int PRIMARY KEY, v int); INSERT dbo.Point VALUES (1, 1)")?;
        let clock = SystemClock::new();
        let (mut reads, mut slowest_ms) = (0, 0.0_f64);
        while !is_over.load(Ordering::Relaxed) {
            let begun = clock.monotonic_ns();
            run(&mut client, "SELECT v FROM dbo.Point WHERE id = 1")?;
            slowest_ms = slowest_ms.max(elapsed(&clock, begun).as_secs_f64() * 1e3);
            reads += 1;
            sleep(BETWEEN_READS);
        }
        Ok((reads, slowest_ms))
    })
}

fn elapsed(clock: &SystemClock, begun_ns: u64) -> Duration {
    Duration::from_nanos(clock.monotonic_ns() - begun_ns)
}

/// Multiples of each construct's bound.
const TIMES: &[usize] = &[1, 10, 100];
const MEMORY_LIMIT_MB: &str = "2048";
/// The time after which a program is cancelled.
const TIME_MAX: Duration = Duration::from_secs(20);
const BETWEEN_READS: Duration = Duration::from_millis(20);
