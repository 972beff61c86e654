//! Runs each script below `tests/sql` as a separate test.

use libtest_mimic::{Arguments, Failed, Trial};
use sluice_sqltest::citation::Tally;
use sluice_sqltest::scripts;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let scripts = scripts::below(&scripts::root()).expect("the golden scripts are there");
    assert!(!scripts.is_empty(), "there are no golden scripts");
    let cited = scripts.clone();
    let citations = Trial::test("citations", move || check_citations(&cited));
    let trials = scripts
        .into_iter()
        .map(|path| Trial::test(scripts::name(&path), move || check(&path)))
        .chain([citations])
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Verifies that every script has a source, and that the number of batches citing the documentation
/// is at least the minimum.
fn check_citations(scripts: &[PathBuf]) -> Result<(), Failed> {
    let Tally { cited, all, uncited } = Tally::count(scripts)?;
    writeln!(std::io::stderr(), "{cited} of {all} batches are in scripts that cite the documentation")?;
    if !uncited.is_empty() {
        return Err(format!("no page of the documentation is cited by {uncited:?}").into());
    }
    if cited < Tally::CITED_LEAST {
        return Err(format!("{cited} batches rest on the documentation, and there were {}", Tally::CITED_LEAST).into());
    }
    Ok(())
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
