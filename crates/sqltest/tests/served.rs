//! Runs the golden scripts through a local server and client: the output over TDS equals that of an
//! embedded session.

use libtest_mimic::{Arguments, Failed, Trial};
use sluice_sqltest::{Way, compare, run_by, scripts};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials: Vec<Trial> = scripts::below(&scripts::root())
        .expect("the golden scripts are there")
        .into_iter()
        .map(|path| {
            let name = scripts::name(&path);
            let differs = DIFFERENT.iter().any(|(different, _)| *different == name);
            Trial::test(name, move || check(&path, differs))
        })
        .collect();
    assert!(trials.len() > DIFFERENT.len(), "there are no golden scripts");
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(path: &Path, differs: bool) -> Result<(), Failed> {
    let script = fs::read_to_string(path)?;
    let found = run_by(&script, Way::Served)?;
    let expected = fs::read_to_string(path.with_extension("out"))?;
    match (compare(&expected, &found), differs) {
        (None, false) | (Some(_), true) => Ok(()),
        (Some(difference), false) => Err(difference.into()),
        (None, true) => Err("it does not differ any more: take it out of the list".into()),
    }
}

/// Scripts whose output differs over a network, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("functions/server_and_session", "CONNECTIONPROPERTY shows TCP and a port"),
    ("examples/functions/aggregates", "clients get json as varchar(max)"),
    ("examples/functions/dates_and_json", "clients get json as varchar(max)"),
    ("json/aggregates", "clients get json as varchar(max)"),
    ("json/json_type", "clients get json as varchar(max)"),
    ("views_system/connections", "sys.dm_exec_connections shows TCP and a port"),
];
