//! How many batches of the golden scripts rest on SQL Server's documentation.

use crate::figure::Figure;
use sluice_sqltest::citation::{Source, batches, source_of};
use std::path::Path;

/// Counts those below `tests/sql`; that they give what they are to give, `cargo test -p sluice-sqltest` says.
pub fn measure() -> Result<Vec<Figure>, String> {
    let (mut cited, mut all) = (0, 0);
    count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql"), &mut cited, &mut all)?;
    let name = format!("golden scripts, {all} batches: in scripts that cite a page of the documentation");
    Ok(vec![Figure::at_least(&name, cited as f64, CITED_LEAST, "")])
}

fn count(folder: &Path, cited: &mut usize, all: &mut usize) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.is_dir() {
            count(&path, cited, all)?;
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            let script = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let batches = batches(&script);
            *all += batches;
            *cited += if source_of(&script) == Some(Source::Page) { batches } else { 0 };
        }
    }
    Ok(())
}

const CITED_LEAST: f64 = 3_000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_scripts_that_cite_and_scripts_that_do_not() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in
            [("a.sql", "-- t-sql/queries/from-transact-sql.md\nSELECT 1;\nGO\nSELECT 2;\n"), ("b.sql", "SELECT 3;\n")]
        {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let (mut cited, mut all) = (0, 0);
        count(folder.path(), &mut cited, &mut all).unwrap();
        assert_eq!((cited, all), (2, 3));
    }
}
