//! `max server memory` limits the whole process: the pool uses the rest of the limit, and no
//! statement exceeds the limit.
//!
//! Each limit is set in every way that users can. Then statements that need far more memory run one
//! by one, and from many sessions at once, beside log-ins and point reads.

mod log_ins;
mod statements;
mod ways;

use super::process::{Sampler, resident_bytes};
use super::setting::Setting;
use crate::figure::Figure;
use crate::served::requests::{Heard, ask_batch, run};
use crate::served::server::Served;
use log_ins::{LogIn, LogIns};
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_types::Value;
use statements::{HOSTILE, Hostile, TABLES};
use std::path::Path;
use std::time::Duration;

/// Returns the figures for each limit: the pool's size, the process's memory, response times, and
/// the statements' outcomes.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let mut figures = ways::measure(setting)?;
    for limit_mb in LIMITS_MB {
        figures.extend(hostile(setting, *limit_mb)?);
    }
    Ok(figures)
}

/// The outcome of a statement.
struct Outcome {
    name: String,
    peak_mb: f64,
    seconds: f64,
    /// The time of the slowest log-in with a point read beside it.
    log_in_ms: f64,
    /// The first error, if any.
    error: Option<String>,
}

fn hostile(setting: Setting<'_>, limit_mb: u64) -> Result<Vec<Figure>, String> {
    let data = setting.folder.join(format!("hostile-{limit_mb}"));
    let limit = limit_mb.to_string();
    let served = Arc::new(Served::start_with(setting.binary, &data, |command| {
        command.args(["--memory-limit", &limit]);
    })?);
    let mut client = served.connect()?;
    for batch in TABLES {
        run(&mut client, batch)?;
    }
    let rows = run(&mut client, "SELECT COUNT_BIG(*) FROM dbo.Wide")?.last;
    if rows != Some(Value::BigInt(ROWS)) {
        return Err(format!("dbo.Wide has {rows:?} rows instead of {ROWS}"));
    }
    let log_ins = LogIns::start(&served);
    let sampler = Sampler::start(served.process());
    let report = setting.binary.with_file_name(format!("truths-memory-{limit_mb}.txt"));
    let mut outcomes = Vec::new();
    for statement in HOSTILE {
        log_ins.begin(statement.name);
        let outcome = tried(&served, &sampler, statement, setting.scale);
        outcomes.push(Outcome { log_in_ms: log_ins.slowest_ms_beside(statement.name), ..outcome });
        write_report(&report, &outcomes)?;
        if resident_bytes(served.process()).is_err() {
            break;
        }
    }
    let name = format!("{SORTING_SESSIONS} sessions that sort at once");
    log_ins.begin(&name);
    let outcome = sorting_sessions(&served, &sampler, SORTING_SESSIONS)?;
    outcomes.push(Outcome { log_in_ms: log_ins.slowest_ms_beside(&name), name, ..outcome });
    write_report(&report, &outcomes)?;
    sampler.stop();
    Ok(figures_of(&served, limit_mb, &outcomes, &log_ins.stop()))
}

/// Writes the outcome of each statement to a file.
fn write_report(path: &Path, outcomes: &[Outcome]) -> Result<(), String> {
    let line = |Outcome { name, peak_mb, seconds, log_in_ms, error }: &Outcome| {
        let end = error.as_deref().unwrap_or("done");
        format!("{name}: {peak_mb:.0} MB, {seconds:.1} s, log-in {log_in_ms:.0} ms, {end}\n")
    };
    let text: String = outcomes.iter().map(line).collect();
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn figures_of(
    served: &Served,
    limit_mb: u64,
    outcomes: &[Outcome],
    log_ins: &Result<Vec<LogIn>, String>,
) -> Vec<Figure> {
    let at = |what: &str| format!("max server memory {limit_mb} MB: {what}");
    let is_alive = resident_bytes(served.process()).is_ok();
    let largest = outcomes.iter().max_by(|a, b| a.peak_mb.total_cmp(&b.peak_mb));
    let (worst, peak_mb) = largest.map_or(("", 0.0), |outcome| (outcome.name.as_str(), outcome.peak_mb));
    let bar = limit_mb as f64 * if limit_mb < 1024 { 1.10 } else { 1.05 };
    let refused = outcomes.iter().filter(|outcome| outcome.error.as_deref().is_some_and(is_of_memory)).count();
    let stopped = outcomes.iter().filter(|outcome| outcome.error.as_deref() == Some(STOPPED)).count();
    let others = outcomes.len() - refused - stopped - outcomes.iter().filter(|outcome| outcome.error.is_none()).count();
    let mut figures = vec![
        Figure::holds(&at("the process lives"), is_alive, if is_alive { "yes" } else { "no" }, "yes"),
        Figure::at_most(
            &at(&format!("RssAnon + RssShmem at most, of {} statements; worst: {worst}", outcomes.len())),
            peak_mb,
            bar,
            "MB",
        ),
        Figure::holds(
            &at("statements that work, are refused for memory, are stopped after their time, fail otherwise"),
            others <= OTHERS_MAX,
            format!("{}, {refused}, {stopped}, {others}", outcomes.len() - refused - stopped - others),
            "most work or get 701",
        ),
    ];
    figures.push(log_in_figure(&at("a log-in and a point read"), log_ins));
    figures
}

/// Returns the figure of the slowest log-in; the list is sorted. The name has the statements beside
/// it.
fn log_in_figure(name: &str, log_ins: &Result<Vec<LogIn>, String>) -> Figure {
    let slowest = match log_ins {
        Ok(log_ins) => log_ins.last().map(|slowest| (slowest, log_ins.len(), log_ins[log_ins.len() / 2].ms)),
        Err(why) => return Figure::holds(name, false, why.as_str(), "each within 50 ms"),
    };
    match slowest {
        Some((slowest, count, median_ms)) => {
            let name = format!("{name}, slowest of {count} (median {median_ms:.1} ms), beside: {}", slowest.beside());
            Figure::at_most(&name, slowest.ms, LOG_IN_MS_MAX, "ms")
        }
        None => Figure::holds(name, false, "none was tried", "each within 50 ms"),
    }
}

/// Runs one statement in its own session and cancels it after a time limit.
fn tried(served: &Arc<Served>, sampler: &Sampler, statement: &Hostile, scale: f64) -> Outcome {
    let size = ((statement.size as f64 * scale) as u64).max(1);
    let text = statement.text.replace("{n}", &size.to_string());
    sampler.take_peak();
    let begun = SystemClock::new();
    let error = stopped_after(served, &text, TIME_MAX).err();
    // Waits until the statement's memory is freed.
    sleep(SETTLED);
    let peak_mb = sampler.take_peak() as f64 / f64::from(1 << 20);
    Outcome {
        name: statement.name.to_owned(),
        peak_mb,
        seconds: super::setting::elapsed(&begun).as_secs_f64(),
        log_in_ms: 0.0,
        error,
    }
}

/// Runs a batch in its own session, and cancels it after `most`. The error is [`STOPPED`] then,
/// whatever the batch's answer is.
pub(super) fn stopped_after(served: &Served, text: &str, most: Duration) -> Result<Heard, String> {
    let mut client = served.connect()?;
    let canceller = client.canceller();
    let is_done = Arc::new(AtomicBool::new(false));
    let ended = is_done.clone();
    let watch = std::thread::spawn(move || {
        let begun = SystemClock::new();
        while !ended.load(Ordering::Relaxed) {
            if super::setting::elapsed(&begun) > most {
                canceller.cancel();
                return true;
            }
            sleep(Duration::from_millis(10));
        }
        false
    });
    let heard = run(&mut client, text);
    is_done.store(true, Ordering::Relaxed);
    let was_stopped = watch.join().unwrap_or(false);
    if was_stopped { Err(STOPPED.to_owned()) } else { heard }
}

/// Sorts all rows in `count` sessions at once.
fn sorting_sessions(served: &Arc<Served>, sampler: &Sampler, count: usize) -> Result<Outcome, String> {
    let mut clients = (0..count).map(|_| served.connect()).collect::<Result<Vec<_>, _>>()?;
    sampler.take_peak();
    let begun = SystemClock::new();
    for client in &mut clients {
        ask_batch(client, SORT).map_err(|error| error.to_string())?;
    }
    let heard: Vec<Result<Heard, String>> = clients.iter_mut().map(crate::served::requests::hear).collect();
    let error = heard.into_iter().find_map(Result::err);
    sleep(SETTLED);
    let peak_mb = sampler.take_peak() as f64 / f64::from(1 << 20);
    Ok(Outcome {
        name: String::new(),
        peak_mb,
        seconds: super::setting::elapsed(&begun).as_secs_f64(),
        log_in_ms: 0.0,
        error,
    })
}

fn is_of_memory(error: &str) -> bool {
    error.contains("insufficient system memory") || error.contains("waiting for memory resources")
}

const SORT: &str = "SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER (ORDER BY s, u) AS n FROM dbo.Wide WHERE id <= 10000) AS x WHERE n > 10";
/// The rows of the table that the statements read.
const ROWS: i64 = 100_000;
const SORTING_SESSIONS: usize = 200;
const LOG_IN_MS_MAX: f64 = 50.0;
const LIMITS_MB: &[u64] = &[128, 512, 4096];
/// The time after which a statement is cancelled.
const TIME_MAX: Duration = Duration::from_secs(6);
const SETTLED: Duration = Duration::from_millis(300);
pub(super) const STOPPED: &str = "stopped after its time";
/// The number of statements that may fail for another reason than memory, such as 191 for text
/// nested too deeply.
const OTHERS_MAX: usize = 12;
