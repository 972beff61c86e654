//! The articles' scripts through the binary `sluice`, in the articles' order, with what they are to print in golden files.
//!
//! The scripts stand outside the project (`SLUICE_WORKLOADS`, or `../shared/workloads`) and run as they are. The golden files are in
//! `tests/articles`, with a few scripts of our own that ask afterwards for what an article does not show. What a golden
//! file leaves open, and how it says within which bounds a number must be: `golden`.

mod amounts;

mod golden;

mod course;

mod play;

pub use amounts::Amounts;
pub use course::{Course, Run, all};
pub use golden::{Bounded, Found};
pub use play::{Player, workloads};
