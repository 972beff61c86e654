//! Log flushes by the counter, for full and delayed durability, many transactions and one. Verifies
//! that the counter equals the synchronous writes to the log.

use crate::figure::Figure;
use sluice_base::clock::{SystemClock, sleep};
use sluice_engine::{InstanceOptions, Session};
use sluice_vfs::os::OsFs;
use sluice_vfs::trace::TraceFs;
use sluice_workload::shape::Shape;
use sluice_workload::sluice::{self, LoopTable};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Runs the four loops with `rows` rows each.
pub fn measure(folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for (name, durability) in [("full", "DISABLED"), ("delayed", "FORCED")] {
        for shape in [Shape::Many, Shape::One] {
            let data = folder.join(format!("flushes-{name}-{}", shape.name()));
            figures.extend(of_loop(&data, name, durability, shape, rows)?);
        }
    }
    Ok(figures)
}

fn of_loop(folder: &Path, name: &str, durability: &str, shape: Shape, rows: u32) -> Result<Vec<Figure>, String> {
    let trace = Arc::new(TraceFs::counting(Arc::new(OsFs::new())));
    let log = folder.join("PerformanceV3_log.ldf");
    let mut ours = sluice::prepare(InstanceOptions::on(trace.clone(), folder), durability)?;
    let uncounted = written_beside_counter(&trace, &log, &mut ours.session, 0)?;
    let run = sluice::run(&mut ours.session, LoopTable::User, shape, rows, &SystemClock::new())?;
    let count = sluice::count(&mut ours.session, LoopTable::User)?;
    let difference = written_beside_counter(&trace, &log, &mut ours.session, uncounted)?;
    let title = format!("{name}/{}, {rows} rows", shape.name());
    let log_mb = run.log_bytes as f64 / 1e6;
    let flushes = format!("{title}, {log_mb:.1} MB of log in {:.2} s: flushes", run.seconds);
    let value = run.flushes as f64;
    let mut figures = vec![
        Figure::at_most(&format!("{title}: rows missing"), (i64::from(rows) - count as i64).abs() as f64, 0.0, ""),
        Figure::at_most(&flushes, value, bar(durability, shape, rows, run.log_bytes, run.seconds), ""),
        Figure::holds(
            &format!("{title}: synchronous log writes in the trace"),
            difference == uncounted,
            format!("{} more than the counter", difference - uncounted),
            "equal to the counter",
        ),
    ];
    if (durability, shape) == ("DISABLED", Shape::Many) {
        figures.push(Figure::at_least(&flushes, value, f64::from(rows), ""));
    }
    Ok(figures)
}

/// Returns the issue's bar.
fn bar(durability: &str, shape: Shape, rows: u32, log_bytes: u64, seconds: f64) -> f64 {
    match (durability, shape) {
        ("DISABLED", Shape::Many) => f64::from(rows) + 50.0,
        (_, Shape::One) => scaled(1_758.0, rows),
        _ => 1.1 * log_bytes as f64 / BLOCK_BYTES + 10.0 * seconds + 20.0,
    }
}

/// Scales a bar for a million rows to fewer rows, plus 8, because one-time costs don't shrink.
pub(super) fn scaled(figure: f64, rows: u32) -> f64 {
    let share = f64::from(rows) / 1e6;
    if rows < 1_000_000 { figure * share + 8.0 } else { figure * share }
}

/// Returns the synchronous log writes in the trace beyond the counter. The background may flush
/// between the two readings, so the function waits for a while until the difference is `expected`.
fn written_beside_counter(trace: &TraceFs, log: &Path, session: &mut Session, expected: i64) -> Result<i64, String> {
    let mut tries = 0;
    loop {
        let difference = trace.synchronous_writes(log) as i64 - sluice::flushes(session, LoopTable::User)? as i64;
        tries += 1;
        if difference == expected || tries == TRIES {
            return Ok(difference);
        }
        sleep(Duration::from_millis(50));
    }
}

/// SQL Server's longest log block.
const BLOCK_BYTES: f64 = 61_440.0;
const TRIES: u32 = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_match_the_issue_and_scale() {
        assert_eq!(bar("DISABLED", Shape::Many, 1_000_000, 0, 9.0), 1_000_050.0);
        assert_eq!(bar("DISABLED", Shape::One, 1_000_000, 0, 9.0), 1_758.0);
        assert!((bar("FORCED", Shape::One, 10_000, 0, 9.0) - 25.58).abs() < 1e-9);
        assert!((bar("FORCED", Shape::Many, 10_000, 614_400, 2.0) - 51.0).abs() < 1e-9);
    }

    #[test]
    fn small_run_meets_all_flush_bars() {
        let folder = tempfile::tempdir().unwrap();
        let figures = measure(folder.path(), 300).unwrap();
        assert_eq!(figures.len(), 13);
        let short: Vec<String> = figures.iter().filter(|figure| !figure.met).map(ToString::to_string).collect();
        assert!(short.is_empty(), "{short:?}");
    }
}
