//! Log flushes for a sequence's values by cache size, in a user database (full and delayed) and in
//! tempdb.

use super::flushes::scaled;
use crate::figure::Figure;
use sluice_base::clock::SystemClock;
use sluice_engine::{InstanceOptions, Session};
use sluice_workload::sluice::{self, LoopTable};
use std::path::Path;

/// Takes `values` values from each sequence.
pub fn measure(folder: &Path, values: u32) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for (name, durability) in [("full", "DISABLED"), ("delayed", "FORCED")] {
        let options = InstanceOptions::in_folder(&folder.join(format!("sequences-{name}")));
        let mut ours = sluice::prepare(options, durability)?;
        for (cache, least, most) in in_user_database(values) {
            let flushes = run(&mut ours.session, LoopTable::User, cache, values)?;
            let title = format!("sequence, {name}, {cache}, {values} values: flushes");
            figures.push(Figure::at_least(&title, flushes, least, ""));
            figures.push(Figure::at_most(&title, flushes, most, ""));
        }
    }
    let mut ours = sluice::prepare(InstanceOptions::in_folder(&folder.join("sequences-tempdb")), "DISABLED")?;
    sluice::batch(&mut ours.session, "USE tempdb;")?;
    for (cache, most) in [("NO CACHE", 96.0), ("CACHE 50", 74.0), ("CACHE 10000", 8.0)] {
        let flushes = run(&mut ours.session, LoopTable::Temporary, cache, values)?;
        let title = format!("sequence, tempdb, {cache}, {values} values: flushes");
        figures.push(Figure::at_most(&title, flushes, scaled(most, values), ""));
    }
    Ok(figures)
}

/// Returns cache options with the least and greatest number of flushes for `values` values.
fn in_user_database(values: u32) -> [(&'static str, f64, f64); 3] {
    let count = f64::from(values);
    let of_10000 = if values < 1_000_000 { 339.0 * count / 1e6 + 60.0 } else { 339.0 };
    let of_50 = (count / 50.0).floor();
    [("NO CACHE", count, count + 60.0), ("CACHE 50", of_50, of_50 + 60.0), ("CACHE 10000", 0.0, of_10000)]
}

fn run(session: &mut Session, place: LoopTable, cache: &str, values: u32) -> Result<f64, String> {
    sluice::batch(session, &format!("CREATE SEQUENCE dbo.S AS INT START WITH 1 {cache};"))?;
    let text = format!(
        "DECLARE @i AS INT = 1, @v AS INT; WHILE @i <= {values} BEGIN SET @v = NEXT VALUE FOR dbo.S; SET @i += 1; END;"
    );
    let run = sluice::timed(session, place, &text, &SystemClock::new())?;
    sluice::batch(session, "DROP SEQUENCE dbo.S;")?;
    Ok(run.flushes as f64)
}
