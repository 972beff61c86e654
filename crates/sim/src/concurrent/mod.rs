//! Sessions and background threads of one instance, interleaved by a seed.
//!
//! Each life of the machine is a schedule ([`sluice_base::schedule`]): sessions, log writers,
//! checkpoints, the lazy writer and the threads of redo are tasks, and every lock, wait and file
//! call may pass the baton. File calls take virtual time, so that writes overlap and finish in any
//! order. A disk fails under a database and comes back, and the database is opened again while the
//! other databases work on. A life ends by a power cut at a file call, or by a kill of the process
//! between two calls.
//!
//! ```text
//! seed -> life (schedule) -> histories of the sessions --+
//!           |                                             +-> oracle: violation?
//!           +-> disk after the crash -> next life: reads -+
//! ```
//!
//! - `session` draws a client's work: `transactions`, `reads` and `administration`. `history`
//!   records it with the moments of request and answer.
//! - `derived` has the rules for snapshots and clones, and `derivation` the clients' work on them.
//! - `failing_disk` fails the calls on one file of a database for a while.
//! - `oracle` decides which commits the databases have after a restart, and checks the rules.
//! - `extension` is the buffer pool extension, on a disk that may lie.
//! - `slow_disk` gives file calls their time, and counts what the seeds must reach.
//!
//! The module exists only with the feature `schedule`.

mod clock;

mod derived;

mod history;

mod oracle;

mod slow_disk;

mod extension;

mod machine;

mod workload;

mod failing_disk;

mod plan;

mod session;

mod administration;

mod transactions;

mod reads;

mod look;

mod derivation;

mod life;

mod run;

mod coverage;

pub use coverage::{Coverage, Figures};
pub use history::Derivations;
pub use run::{ConcurrentRun, LifeEvents, Reached, run, run_telling};
