//! Crashable memory: a file system that knows what a power cut would leave of it.
//!
//! It keeps for every file the bytes that readers see, the bytes that are surely durable, and the changes between in
//! their order; for every folder the names in the same way. [`MemFs::crash`] draws from these one of the states that
//! rules 1 to 3 of [`crate::file`] allow:
//! - a write that was not synced is there whole, lost whole, or torn by the sector; a later one may survive an earlier;
//! - a change of length or a reservation that was not synced is there or lost, apart from the bytes written there;
//! - of the changes of a folder's names since its `sync_dir` a prefix is there; a rename within a folder is whole.
//!   A rename into another folder counts as two changes, of which a power cut may leave either alone;
//! - a folder is there once `create_dir_all` has returned.
//!
//! A synchronous write is durable when it returns. To tear one that is under way, write the same bytes on a deferred
//! handle and crash, as the fault plan's power cut does.

mod rng;

mod image;

mod crash;

mod content;

mod node;

mod folder;

mod tree;

mod handle;

mod filesystem;

pub use crash::{CrashMode, Survival};
pub use filesystem::{MemFs, MemOptions};
