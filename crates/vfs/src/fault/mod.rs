//! Fault injection by plan: errors, full disks, short writes, lying syncs, flipped bits, power
//! cuts.
//!
//! A [`FaultPlan`] is a list of [`Rule`]s. Each rule names a fault and the calls that it affects.
//! Calls are counted, so a test can cut the power at call 0, at call 1, and so on. The last call is
//! the [`FaultFs::calls`] of a run without faults.
//!
//! Over [`crate::mem::MemFs`], a test calls `crash` after the cut. A write interrupted by the cut
//! is passed on as an unsynced write, whatever the handle's durability. The crash may therefore
//! keep, lose or tear that write.

mod plan;

mod schedule;

mod handle;

mod persistent;

mod filesystem;

pub use filesystem::FaultFs;
pub use plan::{CallSite, Fault, FaultPlan, Hook, Rule};
