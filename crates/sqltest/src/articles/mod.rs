//! Runs the articles' scripts through the binary `sluice`, in the articles' order, and compares the
//! output with golden files.
//!
//! The scripts are outside the project (`SLUICE_WORKLOADS`, or `../shared/workloads`) and run
//! unchanged. The golden files are in `tests/articles`, with a few additional scripts that query
//! what an article doesn't show. `golden` describes the format of the golden files.

mod amounts;

mod golden;

mod course;

mod play;

pub use amounts::Amounts;
pub use course::{Course, Run, all};
pub use golden::{Bounded, Comparison};
pub use play::{Player, workloads};
