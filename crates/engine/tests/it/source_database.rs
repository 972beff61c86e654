//! The database from which tests of snapshots and copies begin.

use crate::rig::ints;
use sluice_engine::Session;

/// Makes the database E with the table T.
pub(crate) const MAKE: [&str; 5] = [
    "CREATE DATABASE E;",
    "USE E",
    "CREATE TABLE dbo.T(a INT NOT NULL, b CHAR(3000) NOT NULL)",
    "INSERT E.dbo.T SELECT value, 'b' FROM GENERATE_SERIES(1, 40);",
    "USE master",
];
/// The result of [`rows`] after [`MAKE`].
pub(crate) const FILLED: (i32, i32) = (40, 820);
/// The result of [`rows`] after [`change`], once.
pub(crate) const CHANGED: (i32, i32) = (80, 820 + 4_000 + 820);

/// Returns statements that change and add rows.
pub(crate) fn change(database: &str) -> String {
    format!(
        "UPDATE {database}.dbo.T SET a = a + 100;
         INSERT {database}.dbo.T SELECT value, 'c' FROM GENERATE_SERIES(1, 40);"
    )
}

/// Returns the number of rows and the sum of their values.
pub(crate) fn rows(session: &mut Session, database: &str) -> (i32, i32) {
    let sums = ints(session, &format!("SELECT SUM(a) FROM {database}.dbo.T;"));
    (ints(session, &format!("SELECT COUNT(*) FROM {database}.dbo.T;"))[0], sums[0])
}
