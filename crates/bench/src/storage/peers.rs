//! The loops compared with SQLite and PostgreSQL.

use crate::figure::Figure;
use crate::pairs;
use sluice_workload::postgres;
use sluice_workload::shape::Shape;
use sluice_workload::sqlite::Synchronous;
use std::path::Path;

/// Measures `rows` delayed transactions. The bar is 15 times the speed of SQLite in WAL mode,
/// NORMAL; OFF is measured without a bar.
pub fn delayed(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let normal = pairs::beside_sqlite(folder, "FORCED", Synchronous::Normal, Shape::Many, rows, pairs)?;
    let off = pairs::beside_sqlite(folder, "FORCED", Synchronous::Off, Shape::Many, rows, pairs)?;
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

/// The bar is 6 times the speed of PostgreSQL in PL/pgSQL with `synchronous_commit = off`.
fn delayed_beside_postgres(folder: &Path, rows: u32, pairs: u32) -> Result<Figure, String> {
    let theirs = |_: &str| postgres::delayed(rows);
    let found = pairs::paired(folder, "postgres", "FORCED", Shape::Many, rows, pairs, theirs)?;
    let name = format!(
        "{rows} delayed transactions, {:.2} s; PostgreSQL, asynchronous, {:.2} s: times as fast",
        found.ours_s, found.theirs_s
    );
    Ok(Figure::at_least(&name, found.ratio, 6.0, ""))
}

/// Measures `rows` rows in one durable transaction. The bar is 0.9 of SQLite's time (FULL).
pub fn one_transaction(folder: &Path, rows: u32, pairs: u32) -> Result<Vec<Figure>, String> {
    let found = pairs::beside_sqlite(folder, "DISABLED", Synchronous::Full, Shape::One, rows, pairs)?;
    let name = format!("one transaction of {rows} rows, {:.2} s; SQLite {:.2} s", found.ours_s, found.theirs_s);
    Ok(vec![Figure::at_most(&format!("{name}: part of SQLite's time"), 1.0 / found.ratio, 0.9, "")])
}
