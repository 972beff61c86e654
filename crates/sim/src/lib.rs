//! The deterministic simulator: one seed is one run of the engine on crashable memory, with power cuts between and
//! during its calls to files, and an oracle that knows what had been acknowledged.
//!
//! Files, clock and randomness come in through `vfs` and `base`; there is one thread. Running a seed twice gives the
//! same trace of file calls, byte by byte, which is itself checked.

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

mod ledger;

mod client;

mod story;

pub mod faults;

mod places;

pub mod damage;

pub mod recovery_cuts;

pub mod history;

pub mod deep;

pub mod programs;

pub mod stops;

pub use oracle::Violation;
