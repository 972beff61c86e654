//! Dependencies between crates follow the table in ARCHITECTURE.md. The table is the rule; this
//! file only reads it.

use super::finding::Finding;
use crate::workspace::Crate;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Compares the dependencies of every crate with the table in ARCHITECTURE.md, both ways.
/// Violations are: a dependency that isn't in the table, a dependency that no source names, a crate
/// without a row, a row without a crate.
pub fn check(root: &Path, crates: &[Crate], findings: &mut Vec<Finding>) -> Result<(), String> {
    let text = fs::read_to_string(root.join(MAP)).map_err(|error| format!("{MAP}: {error}"))?;
    let allowed = table(&text);
    for one in crates {
        let manifest = format!("crates/{}/Cargo.toml", one.name);
        let Some(row) = allowed.get(&one.name) else {
            findings.push(Finding::new(&manifest, 0, format!("`{}` has no row in the crate table of {MAP}", one.name)));
            continue;
        };
        for known in one.knows.iter().filter(|known| !row.contains(*known)) {
            let what = format!("`{}` may not know `{known}`: {MAP} does not draw that arrow", one.name);
            findings.push(Finding::new(&manifest, 0, what));
        }
        for idle in one.knows.iter().filter(|known| !names(one, known)) {
            findings.push(Finding::new(&manifest, 0, format!("`{}` depends on `{idle}` and never names it", one.name)));
        }
    }
    for name in allowed.keys().filter(|name| !crates.iter().any(|one| one.name == **name)) {
        findings.push(Finding::new(MAP, 0, format!("the crate table names `{name}`, which does not exist")));
    }
    Ok(())
}

/// Returns whether a source of the crate names the crate `known`.
fn names(one: &Crate, known: &str) -> bool {
    let name = format!("sluice_{known}");
    one.sources.iter().any(|source| source.text.contains(&name))
}

/// Parses the rows `| `name` | ... | a, b |` below the heading "Crates": a crate and its permitted
/// dependencies.
fn table(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let section = text.split("\n## ").find(|section| section.starts_with("Crates")).unwrap_or_default();
    let mut rows = BTreeMap::new();
    for line in section.lines() {
        let cells: Vec<_> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let Some(name) = cells[0].strip_prefix('`').and_then(|cell| cell.strip_suffix('`')) else { continue };
        let known = cells.last().copied().unwrap_or_default();
        let known = known.split(',').map(|name| name.trim().trim_matches('`').to_owned());
        rows.insert(name.to_owned(), known.filter(|name| name != "–").collect());
    }
    rows
}

const MAP: &str = "ARCHITECTURE.md";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_parsed_to_permitted_dependencies() {
        let text = "# A\n\n## Crates\n\n| crate | what | may know |\n|---|---|---|\n| `base` | x | – |\n| `wal` | y | `base`, `vfs` |\n\n## B\n\n| `no` | z | `base` |";
        let rows = table(text);
        assert_eq!(rows.keys().collect::<Vec<_>>(), ["base", "wal"]);
        assert!(rows["base"].is_empty());
        assert_eq!(rows["wal"].iter().collect::<Vec<_>>(), ["base", "vfs"]);
    }
}
