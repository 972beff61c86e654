//! The project's own tools, run as `cargo xtask NAME`.
//!
//! - `tidy` checks the project's rules.
//! - `test` runs the tests, one program per processor at a time.
//! - `deps` checks licences and sources of dependencies.
//! - `table` generates a table of data from a file of the Unicode consortium.
//! - `views` prints the definitions of catalog views from SQL Server's documentation.
//! - `definitions` prints a sample of definitions, for a reader to predict their behaviour.
//! - `accept` measures an issue's acceptance, with a line per figure.
//! - `coverage` measures the lines of the binder that generated programs reach.
//! - `mutants` puts faults into a copy of the sources, which the simulator must find.
//!
//! Main types: [`workspace::Crate`] and [`workspace::Source`] are the input; [`tidy::Report`] has
//! the findings of `tidy`.
//!
//! ```text
//! workspace::crates -> tidy checks -> findings -> exit code
//! ```
//!
//! Invariants: this crate is not part of a release, and no released crate depends on it. The checks
//! read files and never change them; only `table` writes a source file.
//!
//! Failures: a violation is a finding with file and line; an unreadable file or a failed cargo call
//! ends the run with an error.
//!
//! Start reading at [`tidy::check`].

pub mod workspace;

pub mod tidy;

pub mod deps;

pub mod accept;

pub mod coverage;

pub mod suites;

pub mod definitions;

pub mod tables;

pub mod views;

pub mod mutants;
