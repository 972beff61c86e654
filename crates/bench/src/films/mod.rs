//! Join orders beside the best that hints find: `sluice-bench films FOLDER [ORDERS]`.
//!
//! A generated film database (`data`) has the shape of the data of the Join Order Benchmark
//! (Leis et al., *How good are query optimizers, really?*, VLDB 2015): skewed, correlated columns
//! and joins along foreign keys. Each query runs with the planner's own plan, and then with its
//! sources in random orders (FORCE ORDER), with join hints, until the best time is known. A run
//! that takes longer than the best so far is cancelled.

mod data;

mod hints;

mod queries;

mod tables;

use crate::dice::Dice;
use crate::figure::Figure;
use hints::Parts;
use queries::QUERIES;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::{Condvar, Mutex};
use sluice_engine::{Collector, InstanceOptions, Session};
use sluice_workload::sluice;
use std::path::Path;
use std::thread;
use std::time::Duration;
use tables::TABLES;

/// A query's fastest run under hints.
struct Best {
    ms: f64,
    hints: String,
}

/// Makes the database in `folder` and measures all queries, or one if `only` has its number from 1.
/// Each query gets `orders` random orders of its sources. Prints the text of the best hints.
pub fn measure(folder: &Path, orders: u32, only: Option<usize>) -> Result<Vec<Figure>, String> {
    let data = folder.join("files");
    let failed = |error: std::io::Error| format!("{}: {error}", data.display());
    std::fs::create_dir_all(&data).map_err(failed)?;
    // A relative name is below the bulk folder.
    let data = data.canonicalize().map_err(failed)?;
    data::write(&data)?;
    let instance = folder.join("films");
    let bulk_folder = Some(data.clone());
    let options = InstanceOptions { memory_limit: MEMORY, bulk_folder, ..InstanceOptions::in_folder(&instance) };
    let mut prepared = sluice::prepare(options, "FORCED")?;
    load(&mut prepared.session, &data)?;
    let mut figures = Vec::new();
    for (number, query) in (1..).zip(&QUERIES) {
        if only.is_none_or(|only| only == number) {
            figures.push(compare(&mut prepared.session, number, &Parts::new(query)?, orders)?);
        }
    }
    Ok(figures)
}

fn load(session: &mut Session, files: &Path) -> Result<(), String> {
    for (table, columns) in TABLES {
        let file = files.join(format!("{table}.txt")).display().to_string().replace('\'', "''");
        sluice::batch(
            session,
            &format!(
                "CREATE TABLE dbo.{table} ({columns});
                 BULK INSERT dbo.{table} FROM '{file}'
                 WITH (FIELDTERMINATOR = '|', ROWTERMINATOR = '0x0a', TABLOCK);"
            ),
        )?;
    }
    Ok(())
}

/// Compares the planner's plan of a query with the best that hints find.
#[expect(clippy::print_stdout, reason = "the hints of a better plan are shown when they are found")]
fn compare(session: &mut Session, number: usize, parts: &Parts, orders: u32) -> Result<Figure, String> {
    let text = parts.text();
    let mut own = f64::INFINITY;
    for _ in 0..=RUNS {
        own = own.min(milliseconds(session, &text, LIMIT)?.unwrap_or(f64::INFINITY));
    }
    let mut best = Best { ms: own, hints: "none".to_owned() };
    for method in ["LOOP", "HASH", "MERGE"] {
        best.run(session, &format!("{text} OPTION ({method} JOIN)"))?;
    }
    let dice = Dice::new(number as u64);
    for turn in 0..orders {
        let order = parts.order(&dice, turn % 4 != 0);
        best.run(session, &parts.ordered(&order, || ""))?;
        best.run(session, &parts.ordered(&order, || "LOOP"))?;
        best.run(session, &parts.ordered(&order, || "HASH"))?;
        best.run(session, &parts.ordered(&order, || dice.one_of(&["LOOP", "LOOP", "HASH", "MERGE"])))?;
    }
    // The machine may have been slower at first.
    for _ in 0..RUNS {
        own = own.min(milliseconds(session, &text, LIMIT)?.unwrap_or(f64::INFINITY));
    }
    let name = format!("query {number}, {} sources ({own:.1} ms, best {:.1} ms)", parts.count(), best.ms.min(own));
    let ratio = own / best.ms.min(own);
    if ratio > BAR {
        println!("query {number}: {text}\nbest: {}", best.hints);
    }
    Ok(Figure::at_most(&name, ratio, BAR, "times the best"))
}

impl Best {
    /// Runs a text twice and keeps it if it is the fastest.
    fn run(&mut self, session: &mut Session, text: &str) -> Result<(), String> {
        // The first run compiles the query and reads statistics.
        let limit = |ms: f64| Duration::from_micros((ms * 1e3) as u64);
        let slack = Duration::from_millis(50);
        if milliseconds(session, text, limit(self.ms) + slack)?.is_none() {
            return Ok(());
        }
        for _ in 0..RUNS {
            match milliseconds(session, text, limit(self.ms) + slack)? {
                Some(ms) if ms < self.ms => *self = Best { ms, hints: text.to_owned() },
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the milliseconds of a batch, or `None` if it was cancelled after `limit`, or if its
/// hints leave no plan (8622).
fn milliseconds(session: &mut Session, text: &str, limit: Duration) -> Result<Option<f64>, String> {
    let watch = session.watch().ok_or("the session has ended")?;
    let clock = SystemClock::new();
    let mut sent = Collector::default();
    let (has_ended, changed) = (Mutex::new(false), Condvar::new());
    let begun = clock.monotonic_ns();
    let ms = thread::scope(|scope| {
        scope.spawn(|| {
            let mut ended = has_ended.lock();
            while !*ended {
                let left = limit.saturating_sub(Duration::from_nanos(clock.monotonic_ns() - begun));
                if left.is_zero() {
                    watch.cancel();
                    return;
                }
                ended = changed.wait_timeout(ended, left);
            }
        });
        let result = session.execute(text, &mut sent);
        let ms = (clock.monotonic_ns() - begun) as f64 / 1e6;
        *has_ended.lock() = true;
        changed.notify_all();
        result.map(|()| ms).map_err(|ended| ended.to_string())
    })?;
    match sent.first_error() {
        None => Ok(Some(ms)),
        Some((3617 | 8622, _)) => Ok(None),
        Some((number, message)) => Err(format!("`{text}`: Msg {number}: {message}")),
    }
}

const MEMORY: u64 = 4 << 30;
/// Runs of a text after the first.
const RUNS: usize = 3;
/// The planner's plan may take this many times the best time.
const BAR: f64 = 3.0;
/// The time after which a query without hints is cancelled.
const LIMIT: Duration = Duration::from_secs(60);
