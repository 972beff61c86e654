//! The number of golden-script batches that cite SQL Server's documentation.

use crate::figure::Figure;
use sluice_sqltest::citation::Tally;
use sluice_sqltest::scripts;

/// Counts the batches below `tests/sql`. `cargo test -p sluice-sqltest` verifies their output.
pub fn measure() -> Result<Vec<Figure>, String> {
    let failed = |error: std::io::Error| format!("the golden scripts: {error}");
    let Tally { cited, all, .. } = Tally::count(&scripts::below(&scripts::root()).map_err(failed)?).map_err(failed)?;
    let name = format!("golden scripts, {all} batches: in scripts that cite a page of the documentation");
    Ok(vec![Figure::at_least(&name, cited as f64, Tally::CITED_LEAST as f64, "")])
}
