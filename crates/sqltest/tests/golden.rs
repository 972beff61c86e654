//! Every script below `tests/sql` is a test of its own name.

use libtest_mimic::{Arguments, Failed, Trial};
use sluice_sqltest::citation::{Source, batches, source_of};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql");
    let mut scripts = Vec::new();
    collect(&root, &mut scripts);
    assert!(!scripts.is_empty(), "there are no golden scripts");
    let cited = scripts.clone();
    let citations = Trial::test("citations", move || check_citations(&cited));
    let trials = scripts
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("it was found below the root").with_extension("");
            Trial::test(name.to_string_lossy().into_owned(), move || check(&path))
        })
        .chain([citations])
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every script says where its results come from; so many batches rest on a page of the documentation, and never fewer.
fn check_citations(scripts: &[PathBuf]) -> Result<(), Failed> {
    let (mut cited, mut all, mut uncited) = (0, 0, Vec::new());
    for path in scripts {
        let script = fs::read_to_string(path)?;
        let batches = batches(&script);
        all += batches;
        match source_of(&script) {
            None => uncited.push(path.display().to_string()),
            Some(Source::Page) => cited += batches,
            Some(Source::Requirement | Source::Undocumented) => {}
        }
    }
    writeln!(std::io::stderr(), "{cited} of {all} batches are in scripts that cite the documentation")?;
    match (uncited.as_slice(), cited >= CITED_LEAST) {
        ([], true) => Ok(()),
        ([_, ..], _) => Err(format!("no page of the documentation is cited by {}", uncited.join(", ")).into()),
        ([], false) => Err(format!("{cited} batches rest on the documentation, and there were {CITED_LEAST}").into()),
    }
}

fn check(path: &Path) -> Result<(), Failed> {
    let script = fs::read_to_string(path)?;
    let found = sluice_sqltest::run(&script)?;
    let golden = path.with_extension("out");
    if std::env::var_os("SLUICE_SHOW").is_some() {
        fs::write(path.with_extension("found"), &found)?;
    }
    let expected = fs::read_to_string(&golden).map_err(|error| format!("{}: {error}", golden.display()))?;
    match sluice_sqltest::compare(&expected, &found) {
        None => Ok(()),
        Some(difference) => Err(format!("{difference}\n--- found:\n{found}").into()),
    }
}

fn collect(folder: &Path, scripts: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the golden scripts are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, scripts);
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            scripts.push(path);
        }
    }
}

/// How many batches have rested on the documentation; it may grow.
const CITED_LEAST: usize = 3_000;
