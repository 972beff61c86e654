//! The operating system's files.
//!
//! How the rules of [`crate::file`] are kept:
//! - Linux: direct handles use O_DIRECT where the file system takes it, else the system's cache; synchronous handles
//!   use O_DSYNC; `sync` is fdatasync, which includes the length; `allocate` is fallocate, or zeroes written where the
//!   file system has no such call; `sync_dir` is fsync of the folder.
//!   A mapped file is a shared mapping (mmap), whose pages the system keeps when the process ends; a run of the system is known by
//!   the kernel's own id of it.
//! - Elsewhere for now: the system's cache, and a sync after each write of a synchronous handle; no mapped files, and the
//!   system's runs are not told apart.
//! - The lock is the system's advisory lock of an open file (flock; LockFileEx on Windows), which ends with the process
//!   however that ends, and which a second taker in the same process does not get either.

#[cfg(target_os = "linux")]
mod mapping;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

#[cfg(not(target_os = "linux"))]
mod plain;
#[cfg(not(target_os = "linux"))]
use plain as system;

mod transfer;

mod handle;

mod filesystem;

pub use filesystem::OsFs;
