//! The only code that touches the database's files: two traits, [`Vfs`] and [`File`], and their faces.
//!
//! This crate knows bytes, paths and offsets. It has never heard of a page, a log block or a database.
//! Calls block; overlap and batching happen inside a call, never by completion callbacks that leak upwards.

pub mod error;

pub mod aligned;

pub mod file;

pub mod call;

mod alignment;

pub mod os;

pub mod mem;

pub mod trace;

pub mod fault;

pub use aligned::AlignedBuf;
pub use call::CallKind;
pub use error::{FileError, Operation};
pub use file::{Access, Create, Durability, File, FileLock, OpenOptions, Vfs};
