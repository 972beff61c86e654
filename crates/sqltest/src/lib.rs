//! Golden scripts: a `.sql` file and, beside it, the `.out` that SQL Server's documentation says it prints.
//!
//! A script is batches ended by GO. Between batches, a line of its own may say what happens to the instance:
//! `-- @restart` closes and opens it, `-- @crash` cuts its power first; `-- @session NAME` says who sends what follows. The expected output has, for each batch, its result
//! sets with the types of their columns, its row counts, and its messages with number, level, state and line.
//! Expected results are worked out from the documentation, whose page the script cites (a script that cites none is refused, [`citation`]); `SLUICE_SHOW=1` writes what was found beside each script, for
//! looking at a difference, never for making truth.

pub mod articles;

pub mod citation;

pub mod permissions;

mod render;

mod runner;

pub mod scripts;

pub mod taint;

pub use runner::{Way, compare, run, run_by};
