//! Sessions and background threads of one instance, interleaved by a seed.
//!
//! Each life of the machine is a schedule ([`sluice_base::schedule`]): sessions, log writers,
//! checkpoints, the lazy writer and the threads of redo are tasks, and every lock, wait and file
//! call may pass the baton. File calls take virtual time, so that writes overlap and finish in any
//! order. A life ends by a power cut at a file call, by a failing call, or by a kill of the
//! process between two calls.
//!
//! ```text
//! seed -> life (schedule) -> histories of the sessions --+
//!           |                                             +-> oracle: violation?
//!           +-> disk after the crash -> next life: reads -+
//! ```
//!
//! - `workload` chooses a session's transactions; `history` records them with the moments of
//!   request and answer.
//! - `oracle` decides which commits the databases have after a restart, and checks the rules.
//! - `slow_disk` gives file calls their time, and counts what the seeds must reach.
//!
//! The module exists only with the feature `schedule`.

mod clock;

mod history;

mod oracle;

mod slow_disk;

mod machine;

mod workload;

mod session;

mod life;

mod run;

pub use run::{ConcurrentRun, Reached, run};
