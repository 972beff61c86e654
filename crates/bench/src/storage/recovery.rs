//! The duration of a start after a kill: redo of many small transactions without a checkpoint, and
//! undo of a large one.
//!
//! The killed process is this program itself (`sluice-bench load`), with trace flag 3505, which
//! disables checkpoints while it runs.
//!
//! To profile a start, kill `sluice-bench load FOLDER many 1000000` once it has printed its
//! figures, and profile a start on a copy of the folder (a start changes it): `valgrind
//! --tool=callgrind sluice-bench start COPY`, or `perf record -g sluice-bench start COPY`.

use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{Instance, InstanceOptions};
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice::{self, LoopTable};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The output of the killed process before its end.
struct Load {
    seconds: f64,
    log_mb: f64,
}

/// Measures the start after a kill with `rows` delayed transactions, and in the middle of one of
/// `rows` rows, compared with the time of the work. Returns medians of `rounds` kills each.
pub fn measure(folder: &Path, rows: u32, rounds: u32) -> Result<Vec<Figure>, String> {
    let many = (0..rounds).map(|round| killed_and_started(folder, Shape::Many, rows, round));
    let many = many.collect::<Result<Vec<_>, _>>()?;
    let (log_mb, seconds) = (median_of(&many, |(load, _)| load.log_mb), median_of(&many, |(_, seconds)| *seconds));
    let name = format!(
        "start after a kill, {rows} delayed transactions without a checkpoint, {log_mb:.1} MB of log, {seconds:.2} s"
    );
    let redo = median_of(&many, |(load, seconds)| seconds * 104.0 / load.log_mb);
    let redo = Figure::at_most(&format!("{name}: per 104 MB"), redo, 0.65, "s");
    let one = (0..rounds).map(|round| killed_and_started(folder, Shape::One, rows, round));
    let one = one.collect::<Result<Vec<_>, _>>()?;
    let (took, seconds) = (median_of(&one, |(load, _)| load.seconds), median_of(&one, |(_, seconds)| *seconds));
    let name = format!(
        "a transaction of {rows} rows, {took:.2} s until its kill, {:.1} MB of log; start that undoes it, {seconds:.2} s: part of its time",
        median_of(&one, |(load, _)| load.log_mb)
    );
    Ok(vec![redo, Figure::at_most(&name, median_of(&one, |(load, seconds)| seconds / load.seconds), 1.0, "")])
}

fn median_of(rounds: &[(Load, f64)], value: impl Fn(&(Load, f64)) -> f64) -> f64 {
    median(&mut rounds.iter().map(value).collect::<Vec<_>>())
}

/// Returns the output of a killed process, and the seconds of the start after it.
fn killed_and_started(folder: &Path, shape: Shape, rows: u32, round: u32) -> Result<(Load, f64), String> {
    let data = folder.join(format!("recovery-{}-{round}", shape.name()));
    let load = killed_load(&data, shape, rows)?;
    let left = if shape == Shape::Many { rows } else { 0 };
    let seconds = start_and_count(&data, left.into(), &SystemClock::new())?;
    Ok((load, seconds))
}

/// The process to kill: fills a table in `folder`, prints its figures, and waits. A transaction of
/// [`Shape::One`] stays open.
pub fn load(folder: &Path, shape: Shape, rows: u32, mut out: impl Write) -> Result<(), String> {
    let mut ours = sluice::prepare(InstanceOptions::in_folder(folder), "FORCED")?;
    sluice::batch(&mut ours.session, "CHECKPOINT; DBCC TRACEON (3505, -1);")?;
    if shape == Shape::One {
        // The loop's transaction is nested in this one, so its COMMIT ends nothing.
        sluice::batch(&mut ours.session, "BEGIN TRAN;")?;
    }
    let run = sluice::run(&mut ours.session, LoopTable::User, shape, rows, &SystemClock::new())?;
    writeln!(out, "{} {}", run.seconds, run.log_bytes).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    let mut end = String::new();
    std::io::stdin().read_line(&mut end).map_err(|error| error.to_string())?;
    Err("it was to be killed".to_owned())
}

fn killed_load(folder: &Path, shape: Shape, rows: u32) -> Result<Load, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args(["load".as_ref(), folder.as_os_str(), shape.name().as_ref(), rows.to_string().as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or("no standard output")?;
    BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    child.kill().map_err(|error| error.to_string())?;
    child.wait().map_err(|error| error.to_string())?;
    let mut numbers = line.split_whitespace().map(|word| word.parse::<f64>());
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(bytes))) => Ok(Load { seconds, log_mb: bytes / 1e6 }),
        _ => Err(format!("the process to be killed printed '{line}'")),
    }
}

/// Starts on the killed process's folder and verifies the row count. Returns the seconds until
/// sessions can connect.
fn start_and_count(folder: &Path, rows: u64, clock: &dyn Clock) -> Result<f64, String> {
    let (instance, seconds) = timed_start(folder, clock)?;
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    sluice::batch(&mut session, "USE PerformanceV3;")?;
    let found = sluice::count(&mut session, LoopTable::User)?;
    if found != rows {
        return Err(format!("{found} rows after the kill instead of {rows}"));
    }
    Ok(seconds)
}

/// Starts on `folder`. Returns the seconds until sessions can connect. Nothing is closed: the
/// process ends like a killed one.
pub fn start(folder: &Path, clock: &dyn Clock) -> Result<f64, String> {
    timed_start(folder, clock).map(|(instance, seconds)| {
        std::mem::forget(instance);
        seconds
    })
}

fn timed_start(folder: &Path, clock: &dyn Clock) -> Result<(Arc<Instance>, f64), String> {
    let begun = clock.monotonic_ns();
    let instance = Instance::open(InstanceOptions::in_folder(folder)).map_err(|error| error.to_string())?;
    Ok((instance, (clock.monotonic_ns() - begun) as f64 / 1e9))
}
