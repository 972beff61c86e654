//! The two traits through which the engine reaches files.
//!
//! Rules that every face keeps:
//! 1. `read_at` and `write_at` do all of it or fail; a failed write may have changed any part of its range.
//! 2. After `write_at` on a handle opened [`Durability::Synchronous`] returns, those bytes survive a power cut. On a
//!    [`Durability::Deferred`] handle they do once `sync` on any handle of that file has returned; until then each sector
//!    may be there or not, in any order.
//! 3. A file's existence and name survive a power cut once `sync_dir` of its folder has returned.
//! 4. What was written to a [`MappedFile`] survives the process, however it ends, and nothing is said of a power cut: each
//!    page of it may be of any moment then. Reads through buffered handles of the same file see it at once.
//! 5. A handle opened [`Access::Direct`] takes only offsets, lengths and buffer addresses that are multiples of
//!    [`File::sector_size`], also where the face fell back to buffered I/O, so that a mistake shows everywhere.

use crate::error::FileError;
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// Whether the operating system may keep a copy of the file's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Through the system's cache.
    Buffered,
    /// Past it, where the file system allows; else buffered ([`File::is_direct`] tells).
    Direct,
}

/// When a write has reached stable storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// At the next [`File::sync`].
    Deferred,
    /// When the write returns.
    Synchronous,
}

/// Whether opening may make the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Create {
    /// It must exist.
    Never,
    /// It must not exist.
    New,
    /// Either.
    IfMissing,
}

/// How to open a file. Every handle reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOptions {
    /// Whether opening may make the file.
    pub create: Create,
    /// Whether the system's cache is used.
    pub access: Access,
    /// When writes are durable.
    pub durability: Durability,
}

/// A file system.
pub trait Vfs: Send + Sync {
    /// Opens a file. Several handles of one file may be open, with different options.
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError>;

    /// Takes the exclusive lock of `path` (made if missing) until the result is dropped or the process ends. A second
    /// taker, in this process or another, gets an error whose [`FileError::is_locked`] holds.
    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError>;

    /// Whether a file or folder of that name is there.
    fn exists(&self, path: &Path) -> Result<bool, FileError>;

    /// The names in a folder, sorted.
    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError>;

    /// Makes a folder and the folders above it, where missing. They survive a power cut once this has returned.
    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError>;

    /// Renames a file, over one that may be there.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> Result<(), FileError>;

    /// Makes the folder's entries durable (rule 3).
    fn sync_dir(&self, folder: &Path) -> Result<(), FileError>;

    /// Shares the first `bytes` bytes of a file with the operating system (rule 4). The file is made if it is missing, and has
    /// that length and room for it when this returns; new bytes are zero. `bytes` is not zero. A file is mapped once at a
    /// time, and nobody makes it shorter meanwhile: that would end the process.
    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError>;

    /// What tells one run of the operating system from any other. `None` where that is not known, or where nothing here
    /// outlives the process: what a killed process left in a mapped file must not be trusted then.
    fn boot_id(&self) -> Option<BootId>;
}

/// One run of the operating system, from its start to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BootId(pub u128);

/// A piece of memory that is a file's content at the same time, until it is dropped. Storing costs a copy of the bytes: no
/// call of the system, no error.
#[expect(clippy::len_without_is_empty, reason = "a mapping is never empty")]
pub trait MappedFile: Send + Sync {
    /// How many bytes are mapped.
    fn len(&self) -> usize;

    /// Fills `buf` from `offset`. Panics when the range is not mapped.
    fn read(&self, offset: usize, buf: &mut [u8]);

    /// Copies `bytes` to `offset`. Panics when the range is not mapped.
    fn write(&mut self, offset: usize, bytes: &[u8]);

    /// Stores a number, little-endian and whole, at `offset`, a multiple of 8: whoever finds it there after the process was
    /// killed finds everything that was written before it, too.
    fn publish(&mut self, offset: usize, number: u64);
}

/// An exclusive lock, held until dropped.
pub trait FileLock: Send + Sync {}

/// An open file.
#[expect(clippy::len_without_is_empty, reason = "no caller asks whether a file is empty")]
pub trait File: Send + Sync {
    /// Fills `buf` from `offset`; reading past the end is an error of kind `UnexpectedEof`.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError>;

    /// Writes all of `buf` at `offset`.
    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError>;

    /// Writes each `(offset, bytes)`; the writes may overlap in time and finish in any order. After an error any of them
    /// may have been done.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> Result<(), FileError> {
        writes.iter().try_for_each(|(offset, bytes)| self.write_at(bytes, *offset))
    }

    /// Forces everything written through any handle of this file, and its length, to stable storage. After an error the
    /// caller must not try again as if nothing had happened: what was lost stays lost.
    fn sync(&self) -> Result<(), FileError>;

    /// The length in bytes.
    fn len(&self) -> Result<u64, FileError>;

    /// Reserves space on the file system for the range and makes the file at least that long; new bytes read as zeroes.
    /// Fails with a full disk rather than letting a later write meet it. Like a write it is durable once synced, on a
    /// synchronous handle too. `length` is not zero; neither number need be a multiple of anything. After an error the
    /// file may be longer than before, by zeroes.
    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError>;

    /// The unit that the device writes whole, in bytes: 512 to 4,096. Also the alignment that direct I/O asks for.
    fn sector_size(&self) -> u32;

    /// Whether I/O really goes past the system's cache.
    fn is_direct(&self) -> bool;

    /// The path it was opened with.
    fn path(&self) -> &Path;
}
