//! The deterministic simulator: one seed is one run of the engine on crashable memory, with power
//! cuts between and during its file calls. Oracles know all acknowledged commits and check the
//! state after each restart.
//!
//! - [`run`] runs one session on one database; [`crowd`] runs several sessions on two databases,
//!   one statement at a time.
//! - `concurrent` interleaves sessions and background threads (feature `schedule`).
//! - [`sweep`], [`faults`] and [`recovery_cuts`] place a power cut or fault at every file call.
//! - [`damage`] flips bits at rest. [`put_back`] puts wrong files in the place of the current ones.
//! - [`history`] checks isolation levels by the histories of random schedules.
//! - [`programs`], [`deep`] and [`stops`] run generated, deep and long statements.
//! - [`Violation`] is a broken rule with its seed.
//!
//! ```text
//! seed -> machine (files, faults, clock) -> engine -> answers -> oracle
//!             restart after crash        -> content ----------> oracle: violation?
//! ```
//!
//! Invariants: files, clock and randomness come only through `vfs` and `base`, and the simulations
//! use one thread (except where a module states otherwise). Running a seed twice gives the same
//! trace of file calls, byte by byte, which is itself checked.
//!
//! Failures: a [`Violation`] names the seed that reproduces it. A panic of the engine ends its
//! session and counts as a failure.
//!
//! Start reading at [`run`] and `oracle`.

mod random;

mod sequence_oracle;

mod oracle;

mod commit_log;

mod machine;

mod mirror;

mod workload;

pub mod run;

pub mod sweep;

pub mod crowd;

pub mod definitions;

#[cfg(feature = "schedule")]
pub mod concurrent;

mod ledger;

mod client;

mod story;

pub mod faults;

mod places;

pub mod damage;

pub mod recovery_cuts;

pub mod put_back;

pub mod history;

pub mod deep;

pub mod programs;

pub mod stops;

pub use oracle::Violation;
