//! The figures of the first issue: `cargo xtask accept slice`.

use crate::figure::Figure;
use crate::pairs;
use crate::program::Program;
use crate::timed::TimedFs;
use sluice_base::clock::{Clock, SystemClock, sleep};
use sluice_engine::InstanceOptions;
use sluice_vfs::os::OsFs;
use sluice_vfs::trace::TraceFs;
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice::{self, LoopTable};
use sluice_workload::sqlite::Synchronous;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Verifies the result, the number of flushes, and that the counter equals the synchronous log
/// writes in the trace.
pub fn flushes(folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let trace = Arc::new(TraceFs::counting(Arc::new(OsFs::new())));
    let log = folder.join("flushes").join("PerformanceV3_log.ldf");
    let mut ours = sluice::prepare(InstanceOptions::on(trace.clone(), &folder.join("flushes")), "DISABLED")?;
    let before = trace.synchronous_writes(&log);
    let run = sluice::run(&mut ours.session, LoopTable::User, Shape::Many, rows, &SystemClock::new())?;
    let written = trace.synchronous_writes(&log) - before;
    let count = sluice::count(&mut ours.session, LoopTable::User)?;
    let bar = f64::from(rows);
    Ok(vec![
        Figure::holds(
            &format!("{rows} rows, full: rows in the table"),
            count == u64::from(rows),
            count.to_string(),
            "as many as inserted",
        ),
        Figure::at_least(&format!("{rows} rows, full: log flushes"), run.flushes as f64, bar, ""),
        Figure::at_most(&format!("{rows} rows, full: log flushes"), run.flushes as f64, bar + 50.0, ""),
        Figure::holds(
            "synchronous log writes in the trace",
            written == run.flushes,
            written.to_string(),
            "equal to the counter",
        ),
    ])
}

/// Compares `rows` delayed transactions with SQLite's in WAL mode, NORMAL: the median ratio of
/// interleaved pairs.
pub fn delayed_beside_sqlite(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let found = pairs::beside_sqlite(folder, "FORCED", Synchronous::Normal, Shape::Many, rows, pairs)?;
    let name = format!("{rows} delayed transactions, {:.2} s against SQLite's {:.2} s", found.ours_s, found.theirs_s);
    Ok(vec![Figure::at_least(&format!("{name}: times as fast"), found.ratio, 5.0, "")])
}

/// Measures the cost of a full commit besides the synchronous write: at most `bar` microseconds.
pub fn full_overhead(folder: &Path, rows: u32, bar: f64) -> Result<Vec<Figure>, String> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let timed = Arc::new(TimedFs::new(Arc::new(OsFs::new()), clock.clone()));
    let writes = timed.writes();
    let mut ours = sluice::prepare(InstanceOptions::on(timed, &folder.join("overhead")), "DISABLED")?;
    let before = writes.total_ns.get();
    let run = sluice::run(&mut ours.session, LoopTable::User, Shape::Many, rows, clock.as_ref())?;
    let written_us = (writes.total_ns.get() - before) as f64 / 1e3 / f64::from(rows);
    let all_us = run.seconds * 1e6 / f64::from(rows);
    let name = format!("{rows} full commits, {all_us:.1} µs each, {written_us:.1} in the write: outside it");
    Ok(vec![Figure::at_most(&name, all_us - written_us, bar, "µs")])
}

/// Measures starts of the binary on a folder with `rows` rows, and the binary's size. The medians
/// of six starts count, after a first one.
pub fn start(binary: &Path, folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let data = folder.join("start");
    sluice::run_in(&data, "FORCED", Shape::Many, rows, &SystemClock::new())?;
    let program = Program { binary: binary.to_owned(), data };
    program.prepare_start()?;
    let clock = SystemClock::new();
    let mut starts = (0..7).map(|_| program.start(&clock)).collect::<Result<Vec<_>, _>>()?;
    starts.remove(0);
    let mut answer: Vec<f64> = starts.iter().map(|start| start.first_answer_ms).collect();
    let mut memory: Vec<f64> = starts.iter().map(|start| start.memory_mb).collect();
    let size = std::fs::metadata(binary).map_err(|error| error.to_string())?.len() as f64 / f64::from(1 << 20);
    Ok(vec![
        Figure::at_most("start on the existing folder to the first answer", median(&mut answer), 20.0, "ms"),
        Figure::at_most("memory by then", median(&mut memory), 30.0, "MB"),
        Figure::at_most("binary", size, 25.0, "MB"),
    ])
}

/// Kills the process at random moments during commits (`durability` is the database's setting:
/// FORCED makes all of them delayed). After each kill all acknowledged rows must be present, and at
/// most one more.
pub fn kills(binary: &Path, folder: &Path, times: u32, durability: &str) -> Result<Vec<Figure>, String> {
    kills_in(&[FIRST], binary, folder, times, durability)
}

/// Like [`kills`], with transactions across two databases, which must agree after each kill.
pub fn kills_across(binary: &Path, folder: &Path, times: u32) -> Result<Vec<Figure>, String> {
    kills_in(&[FIRST, "Beside"], binary, folder, times, "ALLOWED")
}

fn kills_in(
    databases: &[&str],
    binary: &Path,
    folder: &Path,
    times: u32,
    durability: &str,
) -> Result<Vec<Figure>, String> {
    let data = folder.join(format!("kills-{durability}"));
    let mut prepared = sluice::prepare(InstanceOptions::in_folder(&data), durability)?;
    for beside in &databases[1..] {
        sluice::batch(&mut prepared.session, &format!("CREATE DATABASE {beside};"))?;
        sluice::batch(&mut prepared.session, &format!("CREATE TABLE {beside}.dbo.T1(col1 INT NOT NULL);"))?;
    }
    drop(prepared);
    let program = Program { binary: binary.to_owned(), data };
    let (mut next, mut acknowledged_count, mut wrong, mut chance) = (1i64, 0u64, 0u32, 0x5EED_u64);
    for _ in 0..times {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let after = Duration::from_micros(2_000 + (chance >> 33) % 120_000);
        let last = program.killed_while_inserting(databases, next, after, sleep)?;
        let rows_of =
            |database: &str| program.column(&format!("SELECT col1 FROM {database}.dbo.T1 WHERE col1 >= {next};"));
        let rows = rows_of(FIRST)?;
        let mut agree = true;
        for beside in &databases[1..] {
            agree &= rows_of(beside)? == rows;
        }
        let acknowledged = last.map_or(0, |last| last - next + 1);
        let there = rows.len() as i64;
        let in_order = rows.iter().zip(next..).all(|(row, expected)| *row == expected);
        if !agree || !in_order || there < acknowledged || there > acknowledged + 1 {
            wrong += 1;
        }
        acknowledged_count += acknowledged as u64;
        next += there;
    }
    let name = format!(
        "{times} kills, {} database(s), delayed durability {durability}, {acknowledged_count} commits acknowledged before them: kills after which rows were \
         lost or strange, or databases did not agree",
        databases.len()
    );
    Ok(vec![
        Figure::at_most(&name, f64::from(wrong), 0.0, ""),
        Figure::at_least("commits acknowledged before the kills", acknowledged_count as f64, f64::from(times), ""),
    ])
}
/// The database of the articles' loops.
const FIRST: &str = "PerformanceV3";
