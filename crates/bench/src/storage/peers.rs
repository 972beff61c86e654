//! The loops beside SQLite's: interleaved pairs in one run, the median ratio.

use crate::figure::{Figure, median};
use crate::postgres;
use crate::shape::Shape;
use crate::sluice;
use crate::sqlite::{self, Synchronous};
use sluice_base::clock::SystemClock;
use std::path::Path;

/// `rows` delayed transactions: 15 times SQLite's in WAL mode, NORMAL. OFF, which has no bar, is measured beside them.
pub fn delayed(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let normal = pairs_with(folder, "FORCED", Synchronous::Normal, Shape::Many, rows, pairs)?;
    let off = pairs_with(folder, "FORCED", Synchronous::Off, Shape::Many, rows, pairs)?;
    let name = format!(
        "{rows} delayed transactions, {:.2} s; SQLite NORMAL {:.2} s, OFF {:.2} s ({:.1} times): times as fast as NORMAL",
        normal.ours_s, normal.theirs_s, off.theirs_s, off.ratio
    );
    let mut figures = vec![Figure::at_least(&name, normal.ratio, 15.0, "")];
    if postgres::answers() {
        figures.push(delayed_beside_postgres(folder, rows, pairs)?);
    }
    Ok(figures)
}

/// 6 times PostgreSQL's pace in PL/pgSQL with `synchronous_commit = off`.
fn delayed_beside_postgres(folder: &Path, rows: u32, pairs: u32) -> Result<Figure, String> {
    let theirs = |_: &str| postgres::delayed(rows);
    let found = paired(folder, "postgres", "FORCED", Shape::Many, rows, pairs, theirs)?;
    let name = format!(
        "{rows} delayed transactions, {:.2} s; PostgreSQL, asynchronous, {:.2} s: times as fast",
        found.ours_s, found.theirs_s
    );
    Ok(Figure::at_least(&name, found.ratio, 6.0, ""))
}

/// `rows` rows in one durable transaction, in at most 0.9 of SQLite's time (FULL).
pub fn one_transaction(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let found = pairs_with(folder, "DISABLED", Synchronous::Full, Shape::One, rows, pairs)?;
    let name = format!("one transaction of {rows} rows, {:.2} s; SQLite {:.2} s", found.ours_s, found.theirs_s);
    Ok(vec![Figure::at_most(&format!("{name}: part of SQLite's time"), 1.0 / found.ratio, 0.9, "")])
}

/// What pairs gave: medians.
struct Pairs {
    ours_s: f64,
    theirs_s: f64,
    ratio: f64,
}

fn pairs_with(
    folder: &Path,
    durability: &str,
    synchronous: Synchronous,
    shape: Shape,
    rows: u32,
    pairs: u32,
) -> Result<Pairs, String> {
    let clock = SystemClock::new();
    let theirs = |name: &str| sqlite::run_in(&folder.join(format!("peer-{name}.db")), synchronous, shape, rows, &clock);
    paired(folder, synchronous.name(), durability, shape, rows, pairs, theirs)
}

/// Theirs and ours by turns; `theirs` is given a name that no other run has, and gives seconds.
fn paired(
    folder: &Path,
    peer: &str,
    durability: &str,
    shape: Shape,
    rows: u32,
    pairs: u32,
    mut theirs: impl FnMut(&str) -> Result<f64, String>,
) -> Result<Pairs, String> {
    let clock = SystemClock::new();
    let (mut ratios, mut ours_s, mut theirs_s) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..pairs {
        let name = format!("{peer}-{}-{pair}", shape.name());
        let their_seconds = theirs(&name)?;
        let seconds = sluice::run_in(&folder.join(format!("ours-{name}")), durability, shape, rows, &clock)?.seconds;
        ratios.push(their_seconds / seconds);
        ours_s.push(seconds);
        theirs_s.push(their_seconds);
    }
    Ok(Pairs { ours_s: median(&mut ours_s), theirs_s: median(&mut theirs_s), ratio: median(&mut ratios) })
}
