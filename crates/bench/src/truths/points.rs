//! A figure for each point with golden scripts below `tests/sql/truths`.
//!
//! A script's name begins with its point, as in `b08_ddl_in_try.sql`. Each script runs embedded and
//! over TDS.

use super::setting::Setting;
use crate::figure::Figure;
use sluice_sqltest::{Way, compare, run_by, scripts};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Runs all scripts and counts, per point, the scripts with the expected output.
pub(super) fn measure(_: Setting<'_>) -> Result<Vec<Figure>, String> {
    let folder = scripts::root().join("truths");
    let mut points: BTreeMap<String, (u32, Vec<String>)> = BTreeMap::new();
    for script in scripts::below(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let name = scripts::name(&script);
        let file = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let point = file.split('_').next().unwrap_or_default().to_uppercase();
        let (count, failures) = points.entry(point).or_default();
        *count += 1;
        if let Some(difference) = difference(&script)? {
            failures.push(format!("{name}: {difference}"));
        }
    }
    let figures = points.into_iter().map(|(point, (count, failures))| {
        let value = if failures.is_empty() { "as expected".to_owned() } else { failures.join("; ") };
        Figure::holds(&format!("{point}: {count} golden scripts"), failures.is_empty(), value, "all as expected")
    });
    Ok(figures.collect())
}

fn difference(script: &Path) -> Result<Option<String>, String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let (text, expected) = (read(script)?, read(&script.with_extension("out"))?);
    for way in [Way::Embedded, Way::Served] {
        if let Some(difference) = compare(&expected, &run_by(&text, way)?) {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}
