//! Golden scripts: a `.sql` file, and beside it an `.out` file with the output that SQL Server's
//! documentation implies.
//!
//! A script has batches ended by GO. Between batches, a line may act on the instance: `-- @restart`
//! closes and opens it, `-- @crash` cuts its power first, `-- @session NAME` changes the session.
//! The output has, for each batch, its result sets with column types, its row counts, and its
//! messages with number, level, state and line.
//!
//! Expected results are derived from the documentation page that the script cites; a script without
//! a source is refused ([`citation`]). `SLUICE_SHOW=1` writes the actual output beside each script,
//! only to inspect differences and never to create expected results.
//!
//! - [`run`] and [`run_by`] execute a script, embedded or over TDS; [`compare`] finds the first
//!   difference.
//! - [`scripts`] lists the scripts below `tests/sql`.
//! - [`articles`] runs the articles' scripts through the binary.
//! - [`compatibility`] measures and writes the compatibility page.
//! - [`shown`] compares the rows that the documentation shows with expected output.
//! - [`examples`] counts the pages whose examples are golden cases, and the exceptions.
//! - [`permissions`] and [`taint`] test every statement with logins of limited permissions.
//!
//! ```text
//! script -> batches -> instance in crashable memory -> rendered output -> compare with .out
//! ```
//!
//! Invariants: the clock is constant, so outputs are reproducible. Both ways of execution give the
//! same output.
//!
//! Failures: a difference is returned as text for the developer; an error of the instance fails the
//! script.
//!
//! Start reading at [`run_by`] in `runner`.

pub mod articles;

pub mod citation;

pub mod compatibility;

pub mod shown;

pub mod permissions;

mod render;

pub mod scripts;

pub mod examples;

mod runner;

pub mod taint;

pub use runner::{Way, compare, run, run_by};
