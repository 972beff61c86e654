//! Runs each script below `tests/sql` as two tests: with batches that run through, and with batches
//! that are suspended after each row.

use libtest_mimic::{Arguments, Failed, Trial};
use sluice_sqltest::citation::Tally;
use sluice_sqltest::compatibility::{Compatibility, page_path};
use sluice_sqltest::examples::{Examples, Folder};
use sluice_sqltest::{Way, compare, run_by, scripts, shown};
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
    let pulled = scripts.clone().into_iter();
    let pulled =
        pulled.map(|path| Trial::test(format!("pulled/{}", scripts::name(&path)), move || check_pulled(&path)));
    let trials = scripts
        .into_iter()
        .map(|path| Trial::test(scripts::name(&path), move || check(&path)))
        .chain(pulled)
        .chain([
            citations,
            Trial::test("compatibility_page", check_compatibility_page),
            Trial::test("documented_views", check_documented_views),
            Trial::test("documented_examples", check_documented_examples),
        ])
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

/// Verifies that the views of `tests/documented_views.txt` have the documented columns in order.
/// Prints the number of missing views and columns, which that file marks.
fn check_documented_views() -> Result<(), Failed> {
    let text = fs::read_to_string(scripts::root().with_file_name("documented_views.txt"))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let (absent, present): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| line.starts_with('-'));
    let view = |line: &str| line.split(' ').next().unwrap_or_default().trim_start_matches('-').to_owned();
    let all = present.iter().chain(&absent);
    let script: String = all.map(|line| format!("SELECT TOP (0) * FROM {};\nGO\n", view(line))).collect();
    let found = sluice_sqltest::run(&script)?;
    let mut results = found.lines().filter(|line| line.contains(" | ") || line.starts_with("Msg "));
    let (mut faults, mut missing) = (Vec::new(), absent.len());
    for line in present {
        let result = results.next().unwrap_or_default();
        let columns: Vec<&str> = result.split(" | ").filter_map(|column| column.split(' ').next()).collect();
        let documented: Vec<&str> = line.split(' ').skip(1).collect();
        let expected: Vec<&str> = documented.iter().copied().filter(|column| !column.starts_with('-')).collect();
        missing += documented.len() - expected.len();
        if columns != expected {
            faults.push(format!("{}: {columns:?}, documented are {expected:?}", view(line)));
        }
    }
    let exists = |(line, result): (&&str, &str)| (!result.starts_with("Msg ")).then(|| view(line));
    faults.extend(
        absent.iter().zip(results).filter_map(exists).map(|name| format!("{name} exists and is marked missing")),
    );
    writeln!(std::io::stderr(), "{missing} documented views and columns are missing")?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Verifies that the list of the documentation's pages is true, and that the exceptions and the
/// unread pages stay below their limits. Prints the counts.
fn check_documented_examples() -> Result<(), Failed> {
    let examples = Examples::count()?;
    let mut error = std::io::stderr();
    for Folder { name, done, none, refused, unread } in &examples.folders {
        writeln!(error, "{name}: {done} pages done, {none} without examples, {refused} refused, {unread} unread")?;
    }
    let (percentage, unread) = (examples.percentage(), examples.unread());
    writeln!(error, "{} results shown, {} exceptions ({percentage} %)", examples.shown, examples.exceptions)?;
    if !examples.faults.is_empty() {
        return Err(examples.faults.join("\n").into());
    }
    if percentage > Examples::EXCEPTIONS_MOST || unread > Examples::UNREAD_MOST {
        return Err(format!("{percentage} % exceptions, {unread} unread pages").into());
    }
    Ok(())
}

/// Verifies that the compatibility page is what the probes show, and that no documented name is
/// unknown. `SLUICE_COMPATIBILITY=write` writes the page.
fn check_compatibility_page() -> Result<(), Failed> {
    let Compatibility { page, faults } = Compatibility::measure()?;
    if std::env::var_os("SLUICE_COMPATIBILITY").is_some() {
        fs::write(page_path(), &page)?;
    }
    if !faults.is_empty() {
        return Err(format!("{} probes fail without a refusal:\n{}", faults.len(), faults.join("\n")).into());
    }
    match compare(&fs::read_to_string(page_path())?, &page) {
        None => Ok(()),
        Some(difference) => Err(format!("docs/compatibility.md: {difference}").into()),
    }
}

/// Verifies that batches suspended after each row send the same as batches that run through.
fn check_pulled(path: &Path) -> Result<(), Failed> {
    let found = run_by(&fs::read_to_string(path)?, Way::Pulled)?;
    let difference = compare(&fs::read_to_string(path.with_extension("out"))?, &found);
    let name = scripts::name(path);
    match (difference, DIFFERENT.iter().any(|(different, _)| *different == name)) {
        (None, false) | (Some(_), true) => Ok(()),
        (Some(difference), false) => Err(difference.into()),
        (None, true) => Err("it does not differ any more: take it out of the list".into()),
    }
}

/// Scripts whose output differs if batches are suspended, with the reason.
const DIFFERENT: &[(&str, &str)] =
    &[("views_system/session_waits", "a suspended batch waits for its client (ASYNC_NETWORK_IO)")];

fn check(path: &Path) -> Result<(), Failed> {
    let script = fs::read_to_string(path)?;
    let found = sluice_sqltest::run(&script)?;
    let golden = path.with_extension("out");
    if std::env::var_os("SLUICE_SHOW").is_some() {
        fs::write(path.with_extension("found"), &found)?;
    }
    let expected = fs::read_to_string(&golden).map_err(|error| format!("{}: {error}", golden.display()))?;
    if let Some(row) = shown::first_missing(&script, &expected) {
        return Err(format!("the documentation shows `{row}`, which {} lacks", golden.display()).into());
    }
    match compare(&expected, &found) {
        None => Ok(()),
        Some(difference) => Err(format!("{difference}\n--- found:\n{found}").into()),
    }
}
