//! A face that lets calls fail by plan: errors, full disks, half writes, syncs that lie, flipped bits, power cuts.
//!
//! A [`FaultPlan`] is a list of [`Rule`]s; each names a fault and the calls that it strikes. Calls are counted, so that a
//! test can cut the power at call 0, at call 1, and so on up to the [`FaultFs::calls`] of a run without faults.
//!
//! Over [`crate::mem::MemFs`] a cut is followed by its `crash`: the write under way has been handed on as one that is not
//! synced, whatever the handle, so that the crash may keep, lose or tear it.

mod plan;

mod schedule;

mod handle;

mod filesystem;

pub use filesystem::FaultFs;
pub use plan::{CallSite, Fault, FaultPlan, Hook, Rule};
