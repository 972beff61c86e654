//! Points C12 to C14: the permission walk with five logins, and random statements of a login
//! without permissions.

use super::setting::Setting;
use crate::figure::Figure;
use crate::served::Served;
use sluice_sqltest::permissions::{LogIn, prepare, rows, walk};
use sluice_sqltest::taint::{hide_secrets, probe};

/// Runs the tables of `tests/permissions` on the binary, and searches for leaked secrets.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let served = Served::start(setting.binary, &setting.folder.join("rights"))?;
    let log_in: &LogIn<'_> = &|user, password, database| served.log_in(user, password, database);
    let mut sa = served.connect()?;
    prepare(&mut sa)?;
    let rows = rows()?;
    let walk = walk(&rows, log_in)?;
    let differences = match walk.differences.as_slice() {
        [] => "0".to_owned(),
        [first, ..] => format!("{}, the first: {first}", walk.differences.len()),
    };
    hide_secrets(&mut sa)?;
    let count = ((STATEMENTS * setting.scale) as u64).max(1_000);
    let taint = probe(&mut sa, log_in, SEED, count)?;
    let leaks = match taint.leaks.as_slice() {
        [] => format!("0 of {} ({} without an error)", taint.statements, taint.without_error),
        [first, ..] => format!("{}, the first: {first}", taint.leaks.len()),
    };
    let name = format!("rights: {} rows as five logins: differences from the documentation's table", rows.len());
    Ok(vec![
        Figure::holds(&name, walk.differences.is_empty() && walk.runs == 5 * rows.len(), differences, "0"),
        Figure::holds(
            "rights: statements of a login with nothing: secrets seen, changes",
            taint.leaks.is_empty(),
            leaks,
            "0",
        ),
    ])
}

const STATEMENTS: f64 = 1_000_000.0;
const SEED: u64 = 17;
