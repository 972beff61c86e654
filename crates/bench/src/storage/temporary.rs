//! The loops into a temporary table: flushes of tempdb's log, and the speed compared with SQLite's
//! temporary table.

use super::flushes::scaled;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::InstanceOptions;
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice::{self, LoopRun, LoopTable};
use sluice_workload::sqlite;
use std::path::Path;

/// Inserts `rows` rows in each shape. The bar for many transactions is three times SQLite's speed.
pub fn measure(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let clock = SystemClock::new();
    let one = run(&folder.join("temporary-one"), Shape::One, rows, &clock)?;
    let (mut ratios, mut ours_s, mut theirs_s, mut flushes) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for pair in 0..pairs {
        let theirs = sqlite::run_in_temporary(Shape::Many, rows, &clock)?;
        let ours = run(&folder.join(format!("temporary-{pair}")), Shape::Many, rows, &clock)?;
        ratios.push(theirs / ours.seconds);
        ours_s.push(ours.seconds);
        theirs_s.push(theirs);
        flushes = flushes.max(ours.flushes);
    }
    let title =
        format!("tempdb/many, {rows} rows, {:.2} s; SQLite's {:.2} s", median(&mut ours_s), median(&mut theirs_s));
    Ok(vec![
        Figure::at_most(&format!("tempdb/many, {rows} rows: flushes"), flushes as f64, scaled(5_091.0, rows), ""),
        Figure::at_most(&format!("tempdb/one, {rows} rows: flushes"), one.flushes as f64, scaled(1_226.0, rows), ""),
        Figure::at_least(&format!("{title}: times as fast"), median(&mut ratios), 3.0, ""),
    ])
}

fn run(folder: &Path, shape: Shape, rows: u32, clock: &dyn Clock) -> Result<LoopRun, String> {
    let mut ours = sluice::prepare(InstanceOptions::in_folder(folder), "DISABLED")?;
    sluice::batch(&mut ours.session, "CREATE TABLE #T1(col1 INT NOT NULL);")?;
    let run = sluice::run(&mut ours.session, LoopTable::Temporary, shape, rows, clock)?;
    let count = sluice::count(&mut ours.session, LoopTable::Temporary)?;
    if count != u64::from(rows) {
        return Err(format!("{count} rows instead of {rows}"));
    }
    drop(ours.session);
    ours.instance.close().map_err(|error| error.to_string())?;
    Ok(run)
}
