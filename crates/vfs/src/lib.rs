//! The only code that touches the database's files: two traits, [`Vfs`] and [`File`], and their faces.
//!
//! This crate knows bytes, paths and offsets. It has never heard of a page, a log block or a database. Calls block;
//! overlap and batching happen inside a call, never by completion callbacks that leak upwards.
//!
//! # Faces, and what can go wrong on each
//! | face | what it is | faults |
//! |---|---|---|
//! | [`os::OsFs`] | the operating system's files | whatever happens; a file system without direct I/O is used through its cache, without reservations by writing zeroes |
//! | [`mem::MemFs`] | files in memory | power cut: unsynced writes lost, torn by the sector, reordered; unsynced lengths, reservations and names lost; mapped pages as of any moment; killed process; full disk |
//! | [`fault::FaultFs`] | any other, with faults by plan | error, full disk, half write, lying sync, flipped bit on read, power cut at any call, a hook before any call |
//! | [`trace::TraceFs`] | any other, remembered | none of its own |
//! | [`metered::MeteredFs`] | any other, what is asked of each file counted; an instance's files are reached through it | none of its own |
//!
//! Not modelled: bytes that change on the device, writes to the wrong place, a sector torn within, a rename that leaves
//! neither name. Faces stack: a test of the engine mostly runs on `TraceFs` over `FaultFs` over `MemFs`.
//!
//! # For those who call
//! - The numbered rules of [`mod@file`] hold on every face; what a face does beyond them is luck.
//! - Direct handles want [`AlignedBuf`]s. A mistake is an error of kind `InvalidInput` on every face.
//! - One file may be open several times. Writes that must be durable at once go through a synchronous handle, all
//!   else through a deferred one and `sync`, so that a trace tells the two apart.
//! - To replace a file: write the new one under another name, `sync` it, `rename` it over the old one, `sync_dir`.
//!   New files need the `sync_dir` too; folders made by `create_dir_all` do not.
//! - A failed write or sync is never tried again as if nothing had happened.
//!
//! # For those who change it
//! - A new face passes the tests in `tests/it`, which compare the files in memory with the system's.
//! - Unsafe code stands only in `aligned`, `os::linux` and `os::mapping`.
//! - No face writes a format of its own to disk.

pub mod process_memory;

pub mod error;

pub mod aligned;

pub mod file;

pub mod call;

mod alignment;

pub mod os;

pub mod mem;

pub mod trace;

pub mod metered;

pub mod fault;

pub mod folder_text;

pub use aligned::AlignedBuf;
pub use call::CallKind;
pub use error::{FileError, Operation};
pub use file::{Access, BootId, Create, Durability, File, FileLock, MappedFile, OpenOptions, Vfs};
