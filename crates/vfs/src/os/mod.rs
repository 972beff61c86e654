//! The operating system's files.
//!
//! Implementation of the rules of [`crate::file`]:
//! - Linux: direct handles use O_DIRECT if the file system accepts it, else the system's cache.
//!   Synchronous handles use O_DSYNC. `sync` is fdatasync, which includes the length. `allocate` is
//!   fallocate, or writes zeroes if the file system doesn't support fallocate. `sync_dir` is fsync
//!   of the folder. A mapped file is a shared mapping (mmap), whose pages the system keeps when the
//!   process ends. The kernel's boot id identifies a run of the system.
//!   Persistent memory is a mapping with MAP_SYNC (`persistent`).
//! - Other systems for now: all handles use the system's cache, and each write of a synchronous
//!   handle is followed by a sync. Mapped files and persistent memory are unsupported, and runs of
//!   the system are not identified.
//! - A batch on a direct handle is overlapped by io_uring on Linux, if that is the faster way on
//!   the file's device (`face`). Otherwise, and on other systems, its parts are done in turn.
//! - A handle holds a descriptor only while there are enough of them (`descriptors`).
//! - The lock is the system's advisory lock of an open file (flock; LockFileEx on Windows). The
//!   lock ends with the process, however it ends. A second attempt in the same process fails too.

mod part;

#[cfg(target_os = "linux")]
mod mapping;

#[cfg(target_os = "linux")]
mod persistent;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

#[cfg(not(target_os = "linux"))]
mod plain;
#[cfg(not(target_os = "linux"))]
use plain as system;

mod transfer;

#[cfg(target_os = "linux")]
mod ring;

#[cfg(target_os = "linux")]
mod face;
#[cfg(target_os = "linux")]
use face as overlap;

#[cfg(not(target_os = "linux"))]
mod in_turn;
#[cfg(not(target_os = "linux"))]
use in_turn as overlap;

mod descriptors;

mod handle;

mod batch;

mod filesystem;

pub use filesystem::OsFs;
pub(crate) use overlap::{devices as batch_devices, refusal};
pub(crate) use system::volume;
