//! A file system in memory that knows the states a power cut may leave.
//!
//! For every file, it keeps the bytes that readers see, the durable bytes, and the changes between
//! both in order. For every folder, it keeps the names in the same way. [`MemFs::crash`] draws a
//! state that rules 1 to 3 of [`crate::file`] allow:
//! - An unsynced write survives whole, is lost whole, or is torn by the sector. A later write may
//!   survive while an earlier write is lost.
//! - On a device whose sectors are not powersafe ([`MemOptions::rewrite_bytes`]), a torn write may
//!   also destroy the whole units that it touches, synced bytes beside it included.
//! - A line of persistent memory that was stored to and not written back survives or is lost, whole
//!   or by eight bytes.
//! - An unsynced change of length or a reservation survives or is lost, independently of the bytes
//!   written there.
//! - A prefix of a folder's name changes since its last `sync_dir` survives. A rename within a
//!   folder is atomic. A rename into another folder counts as two changes, and a power cut may
//!   leave either alone.
//! - A folder survives once `create_dir_all` has returned.
//!
//! A synchronous write is durable when it returns. To tear a synchronous write in progress, write
//! the same bytes on a deferred handle and crash, as the fault plan's power cut does.

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
