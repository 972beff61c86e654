//! A wrapper that passes on and records every call.
//!
//! Calls are recorded in the order in which they ended, under a lock. [`Call::began_after`] is the
//! number of calls that had ended when a call began. Tests can therefore check "the log's write had
//! ended before the page's write began" even if calls overlap. The trace of a single thread's calls
//! is the same in every run with the same seed.

mod call;

mod counts;

mod recorder;

mod handle;

mod filesystem;

pub use call::{Call, Outcome};
pub use counts::FileCounts;
pub use filesystem::TraceFs;
