//! Concurrent sessions: `sluice-bench storage BINARY sessions`. Each is a thread with successive
//! full commits. Measures their commits per second compared with one session, and the commits per
//! flush.

use crate::disk;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::{Arc, Barrier};
use sluice_engine::{Instance, InstanceOptions};
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice::{self, LoopTable};
use std::path::Path;

/// The result of a run.
struct Run {
    commits_per_s: f64,
    commits_per_flush: f64,
}

/// Measures 2, 4, 8 and 64 sessions compared with one. They commit `rows` rows in total. Returns
/// medians of `rounds` rounds in which the counts alternate, each with the rate of as many writers
/// on the disk alone.
pub fn figures(folder: &Path, rows: u32, rounds: u32) -> Result<Vec<Figure>, String> {
    let ours = sluice::prepare(InstanceOptions::in_folder(&folder.join("sessions")), "DISABLED")?;
    drop(ours.session);
    let disk = |writers: u32| disk::writes_per_s(&folder.join("disk"), writers.into(), rows.into());
    let (mut alone, mut disk_alone) = (Vec::new(), Vec::new());
    let mut beside = COUNTS.map(|_| (Vec::new(), Vec::new(), Vec::new()));
    for _ in 0..rounds {
        disk_alone.push(disk(1)?);
        alone.push(run(&ours.instance, 1, rows)?.commits_per_s);
        for ((count, _), (rates, riders, of_disk)) in COUNTS.iter().zip(&mut beside) {
            of_disk.push(disk(*count)?);
            let run = run(&ours.instance, *count, rows / count + 1)?;
            rates.push(run.commits_per_s);
            riders.push(run.commits_per_flush);
        }
    }
    let (one, disk_one) = (median(&mut alone), median(&mut disk_alone));
    let mut figures = Vec::new();
    for ((count, bar), (mut rates, mut riders, mut of_disk)) in COUNTS.into_iter().zip(beside) {
        let rate = median(&mut rates);
        let of_disk = median(&mut of_disk) / disk_one;
        let name = format!(
            "{count} sessions, full: {rate:.0} commits a second, {one:.0} of one (the disk alone: {count} writers {of_disk:.2} times one): times as many"
        );
        figures.push(Figure::at_least(&name, rate / one, bar, ""));
        if count >= MANY {
            let name = format!("{count} sessions, full: commits a flush");
            figures.push(Figure::at_least(&name, median(&mut riders), 20.0, ""));
            // The bar assumes a disk with 12,000 writes per second; the rate of a single session
            // shows this disk's speed.
            figures.push(Figure::at_least(&format!("{count} sessions, full: commits a second"), rate, 60_000.0, ""));
        }
    }
    Ok(figures)
}

fn run(instance: &Arc<Instance>, sessions: u32, rows: u32) -> Result<Run, String> {
    let start = Arc::new(Barrier::new(sessions as usize + 1));
    let mut watcher = instance.connect().map_err(|error| error.to_string())?;
    let threads: Vec<_> = (0..sessions)
        .map(|_| {
            let (instance, start) = (instance.clone(), start.clone());
            std::thread::spawn(move || {
                let session = instance.connect().map_err(|error| error.to_string());
                let used = session.and_then(|mut session| {
                    sluice::batch(&mut session, "SET NOCOUNT ON; USE PerformanceV3;").map(|_| session)
                });
                start.wait();
                let clock = SystemClock::new();
                sluice::run(&mut used?, LoopTable::User, Shape::Many, rows, &clock).map(|_| ())
            })
        })
        .collect();
    let before = sluice::flushes(&mut watcher, LoopTable::User)?;
    let clock = SystemClock::new();
    start.wait();
    let begun = clock.monotonic_ns();
    threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a session failed".to_owned())?)?;
    let seconds = (clock.monotonic_ns() - begun) as f64 / 1e9;
    let commits = f64::from(sessions) * f64::from(rows);
    let flushes = sluice::flushes(&mut watcher, LoopTable::User)? - before;
    Ok(Run { commits_per_s: commits / seconds, commits_per_flush: commits / flushes.max(1) as f64 })
}

/// The number of sessions, and the required ratio to the commits of one.
const COUNTS: [(u32, f64); 4] = [(2, 1.6), (4, 2.6), (8, 4.0), (MANY, 4.0)];
/// From this number on, many commits share a flush.
const MANY: u32 = 64;
