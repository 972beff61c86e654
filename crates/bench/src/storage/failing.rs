//! A database on a disk that fails and comes back (issue 20): the commits of the others meanwhile,
//! and the time until the failed database answers again.
//!
//! Database `one` is on files whose every call fails for some seconds, as on a disk that was
//! unplugged. Sessions commit in database `two` all the while. Their commits a second are counted
//! in three equal spans: before the failure, during it, and after. The machine's own noise changes
//! the rate too, so the spans are short and repeated, and the medians of the ratios are compared.

use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_engine::{Collector, Instance, InstanceOptions, Session};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::os::OsFs;
use std::path::Path;
use std::time::Duration;

/// Measures `rounds` failures of one database beside `COMMITTERS` sessions in another.
pub fn measure(folder: &Path, rounds: u32) -> Result<Vec<Figure>, String> {
    let faults = Arc::new(FaultFs::new(Arc::new(OsFs::new()), FaultPlan::none()));
    let instance = Instance::open(InstanceOptions::on(faults.clone(), folder)).map_err(|error| error.to_string())?;
    let mut session = connected(&instance)?;
    for text in [
        "CREATE DATABASE one",
        "CREATE DATABASE two",
        "CREATE TABLE one.dbo.T(a INT NOT NULL)",
        "CREATE TABLE two.dbo.T(a INT NOT NULL)",
    ] {
        run(&mut session, text)?;
    }
    let (commits, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let committers: Vec<_> = (0..COMMITTERS)
        .map(|_| {
            let (instance, commits, over) = (Arc::clone(&instance), Arc::clone(&commits), Arc::clone(&over));
            thread::spawn(move || commit(&instance, &commits, &over))
        })
        .collect();
    let mut measured = Measured::default();
    let mut rows = 0;
    for _ in 0..rounds {
        measured.round(&instance, &faults, &commits, &mut rows)?;
    }
    over.store(true, Ordering::Relaxed);
    for committer in committers {
        committer.join().map_err(|_| "a committer panicked".to_owned())??;
    }
    instance.close().map_err(|error| error.to_string())?;
    Ok(measured.figures())
}

#[derive(Default)]
struct Measured {
    /// Rates of the other database during a failure, by the mean of the rates around it.
    shares: Vec<f64>,
    /// Seconds from the disk's return to the first answer.
    answers: Vec<f64>,
    /// Acknowledged rows that were not there after a recovery.
    lost: u64,
}

impl Measured {
    fn round(
        &mut self,
        instance: &Arc<Instance>,
        faults: &FaultFs,
        commits: &AtomicU64,
        rows: &mut u64,
    ) -> Result<(), String> {
        let mut session = connected(instance)?;
        for _ in 0..ROWS {
            run(&mut session, "INSERT one.dbo.T VALUES(1)")?;
            *rows += 1;
        }
        let before = rate(commits);
        FILES.iter().for_each(|file| faults.arm(Rule::new(Fault::Eio).path(file)));
        // The failing statement ends its session.
        let refused = run(&mut session, "INSERT one.dbo.T VALUES(2)").is_err();
        let during = rate(commits);
        faults.disarm();
        let clock = SystemClock::new();
        let returned_ns = clock.monotonic_ns();
        let found = loop {
            match count(instance) {
                Ok(found) => break found,
                Err(error) if seconds_since(&clock, returned_ns) > LONGEST => return Err(error),
                Err(_) => sleep(Duration::from_millis(2)),
            }
        };
        self.answers.push(seconds_since(&clock, returned_ns));
        let after = rate(commits);
        self.shares.push(2.0 * during / (before + after));
        // The refused row may be there or not.
        if !refused || found < *rows {
            self.lost += rows.saturating_sub(found).max(u64::from(!refused));
        }
        *rows = found;
        Ok(())
    }

    fn figures(mut self) -> Vec<Figure> {
        let middle = |values: &mut Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let longest = self.answers.iter().copied().fold(0.0, f64::max);
        vec![
            Figure::at_least("others' commits while a database fails", 100.0 * middle(&mut self.shares), 95.0, "%"),
            Figure::at_most("failed database answers after the disk's return", longest, 1.0, "s"),
            Figure::at_most("acknowledged rows lost", self.lost as f64, 0.0, "rows"),
        ]
    }
}

fn commit(instance: &Arc<Instance>, commits: &AtomicU64, over: &AtomicBool) -> Result<(), String> {
    let mut session = connected(instance)?;
    run(&mut session, "USE two")?;
    while !over.load(Ordering::Relaxed) {
        run(&mut session, "INSERT dbo.T VALUES(1)")?;
        commits.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Returns the commits a second during a span.
fn rate(commits: &AtomicU64) -> f64 {
    let clock = SystemClock::new();
    let (began_ns, first) = (clock.monotonic_ns(), commits.load(Ordering::Relaxed));
    sleep(SPAN);
    (commits.load(Ordering::Relaxed) - first) as f64 / seconds_since(&clock, began_ns)
}

fn seconds_since(clock: &dyn Clock, began_ns: u64) -> f64 {
    (clock.monotonic_ns() - began_ns) as f64 / 1e9
}

fn connected(instance: &Arc<Instance>) -> Result<Session, String> {
    instance.connect().map_err(|error| error.to_string())
}

fn run(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| ended.to_string())?;
    match sent.first_error() {
        Some((number, text)) => Err(format!("{number}: {text}")),
        None => Ok(sent),
    }
}

fn count(instance: &Arc<Instance>) -> Result<u64, String> {
    let sent = run(&mut connected(instance)?, "SELECT COUNT_BIG(*) FROM one.dbo.T")?;
    let count = sent.scalar().and_then(|value| value.as_i64());
    count.and_then(|count| u64::try_from(count).ok()).ok_or_else(|| "no count".to_owned())
}

const COMMITTERS: usize = 4;
const ROWS: u64 = 100;
const SPAN: Duration = Duration::from_secs(2);
/// Seconds after which the measurement gives up.
const LONGEST: f64 = 60.0;
const FILES: [&str; 2] = ["one.mdf", "one_log.ldf"];
