//! A face that passes every call on and remembers it.
//!
//! Calls stand in the order in which they ended, under one lock; [`Call::began_after`] tells what had ended when one
//! began, so that "the log's write had ended before the page's began" can be checked also where calls overlap. A
//! trace of one thread's calls is the same in every run with the same seed.

mod call;

mod counts;

mod recorder;

mod handle;

mod filesystem;

pub use call::{Call, Outcome};
pub use counts::FileCounts;
pub use filesystem::TraceFs;
