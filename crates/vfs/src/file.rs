//! The two traits through which the engine accesses files.
//!
//! # Rules of every implementation
//! 1. `read_at` and `write_at` transfer the whole range or fail. A failed write may have changed
//!    any part of its range.
//! 2. After `write_at` on a handle opened [`Durability::Synchronous`] returns, the written bytes
//!    survive a power cut. On a [`Durability::Deferred`] handle they survive once `sync` on any
//!    handle of that file has returned. Until then each sector may or may not be written, in any
//!    order.
//! 3. A file's existence and name survive a power cut once `sync_dir` of its folder has returned.
//! 4. Bytes written to a [`MappedFile`] survive the end of the process, however it ends. They need
//!    not survive a power cut: each page may then be of any earlier moment. Reads through buffered
//!    handles of the same file see the bytes at once.
//! 5. A handle opened [`Access::Direct`] accepts only offsets, lengths and buffer addresses that
//!    are multiples of [`File::sector_size`]. This also holds if the implementation fell back to
//!    buffered I/O, so that a mistake shows everywhere.
//! 6. The parts of a batch may overlap in time and end in any order. The call returns when all of
//!    them have ended, each with its own result: the failure of one doesn't stop the others. No
//!    part uses its buffer afterwards. Each part keeps rules 1, 2 and 5 by itself. If the power
//!    fails during the call, any of the parts may have been written.

use crate::batch::BatchResults;
use crate::error::{FileError, Operation};
use crate::persistent::{Persistence, PersistentMemory, no_dax};
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// Whether the operating system may cache the file's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Through the system's cache.
    Buffered,
    /// Bypasses the system's cache if the file system allows this, else buffered
    /// ([`File::is_direct`] reports which).
    Direct,
}

/// The moment at which a write reaches stable storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// At the next [`File::sync`].
    Deferred,
    /// When the write returns.
    Synchronous,
}

/// Whether opening may create the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Create {
    /// The file must exist.
    Never,
    /// The file must not exist.
    New,
    /// The file is created if it doesn't exist.
    IfMissing,
}

/// Options for opening a file. Every handle can read and write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOptions {
    /// Whether opening may create the file.
    pub create: Create,
    /// Whether the system's cache is used.
    pub access: Access,
    /// When writes are durable.
    pub durability: Durability,
}

/// A file system.
pub trait Vfs: Send + Sync {
    /// Opens a file. Several handles of a file may be open at the same time, with different
    /// options. Fails with kind `NotFound` or `AlreadyExists` if `options.create` doesn't allow
    /// what is there. The folder must exist.
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError>;

    /// Takes the exclusive lock of the file `path` (created if missing) until the result is dropped
    /// or the process ends. Never waits: while the lock is held, another call, in this or another
    /// process, fails with an error whose [`FileError::is_locked`] holds. The file stays when the
    /// lock is released.
    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError>;

    /// Whether a file or folder of that name exists.
    fn exists(&self, path: &Path) -> Result<bool, FileError>;

    /// Returns the names of the files and folders in a folder, sorted. They are names, not paths. A
    /// missing folder is an error.
    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError>;

    /// Creates a folder and its missing parents. The folders survive a power cut once this function
    /// has returned.
    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError>;

    /// Renames a file and replaces an existing file of the new name. Open handles stay valid. Rule
    /// 3 says when the change is durable. Fails with kind `NotFound` if there is no file `from`.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError>;

    /// Removes a file's name. Rule 3 says when the removal is durable. Fails with kind `NotFound`
    /// if there is no such file.
    fn remove(&self, path: &Path) -> Result<(), FileError>;

    /// Makes the folder's entries durable (rule 3).
    fn sync_dir(&self, folder: &Path) -> Result<(), FileError>;

    /// Maps the first `bytes` bytes of a file into memory (rule 4). Creates the file if missing,
    /// and extends the file to that length with reserved space; new bytes are zero. `bytes` must
    /// not be zero. A file must be mapped only once at a time and must not be truncated meanwhile,
    /// because that would kill the process.
    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError>;

    /// Maps the first `bytes` bytes of an existing file as persistent memory (the rules of
    /// [`mod@crate::persistent`]). The file is at least that long, its space is allocated, and it
    /// is mapped only once at a time. Fails with kind `Unsupported` if the volume has no DAX and
    /// `persistence` requires it; a file system without this function has none.
    fn map_persistent(
        &self,
        path: &Path,
        _bytes: usize,
        _persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        Err(FileError::new(Operation::Open, path, no_dax()))
    }

    /// Identifies the current run of the operating system. Returns `None` if the run is unknown, or
    /// if the file system doesn't outlive the process. Mapped files left by a killed process must
    /// not be trusted then.
    fn boot_id(&self) -> Option<BootId>;
}

/// The identity of an operating system run, from boot to shutdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BootId(pub u128);

/// Memory that is a file's content at the same time, until it is dropped. A store costs a copy of
/// the bytes, makes no system call and cannot fail.
#[expect(clippy::len_without_is_empty, reason = "a mapping is never empty")]
pub trait MappedFile: Send + Sync {
    /// Returns the number of mapped bytes.
    fn len(&self) -> usize;

    /// Fills `buf` from `offset`. Panics if the range is not mapped.
    fn read(&self, offset: usize, buf: &mut [u8]);

    /// Copies `bytes` to `offset`. Panics if the range is not mapped.
    fn write(&mut self, offset: usize, bytes: &[u8]);

    /// Stores a number atomically, little-endian, at `offset`. After a kill of the process, a
    /// reader that finds the number also finds all earlier writes. Panics if `offset` isn't a
    /// multiple of 8, or the eight bytes are not mapped.
    fn publish(&mut self, offset: usize, number: u64);
}

/// An exclusive lock, held until dropped.
pub trait FileLock: Send + Sync {}

/// An open file.
#[expect(clippy::len_without_is_empty, reason = "no caller asks whether a file is empty")]
pub trait File: Send + Sync {
    /// Fills `buf` from `offset`. Fails with kind `UnexpectedEof` if the range ends past the end of
    /// the file. An empty `buf` is filled anywhere.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError>;

    /// Writes all of `buf` at `offset`. The file grows if the range ends past its end; bytes
    /// skipped in between read as zeroes.
    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError>;

    /// Fills the buffer of each `(offset, buffer)` as [`File::read_at`] does (rule 6).
    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        reads.iter_mut().map(|(offset, buf)| self.read_at(buf, *offset)).collect()
    }

    /// Writes each `(offset, bytes)` as [`File::write_at`] does (rule 6). If two of them have bytes
    /// in common, either may be the last.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        writes.iter().map(|(offset, bytes)| self.write_at(bytes, *offset)).collect()
    }

    /// Forces all bytes written through any handle of this file, and its length, to stable storage.
    /// After an error the caller must not simply retry: lost data stays lost.
    fn sync(&self) -> Result<(), FileError>;

    /// Returns the length in bytes.
    fn len(&self) -> Result<u64, FileError>;

    /// Returns the number of bytes that the file takes on the disk: fewer than its length if a part
    /// of it is in other files.
    fn bytes_on_disk(&self) -> Result<u64, FileError> {
        self.len()
    }

    /// Reserves space on the file system for the range and makes the file at least that long; new
    /// bytes read as zeroes. Reports a full disk now rather than at a later write. Like a write,
    /// the reservation is durable once synced, even on a synchronous handle. `length` must not be
    /// zero; neither number needs alignment. After an error the file may be longer than before,
    /// filled with zeroes.
    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError>;

    /// Cuts the file off at `length` bytes and gives the rest back to the file system. Does nothing
    /// to a shorter file. Bytes behind the new end read as zeroes if the file grows again. Like a
    /// write, the new length is durable once synced, even on a synchronous handle: a power cut
    /// before may leave the old length with the old bytes.
    fn truncate(&self, length: u64) -> Result<(), FileError>;

    /// Returns the number of bytes that the device writes atomically: 512 to 4,096. This is also
    /// the alignment required for direct I/O.
    fn sector_size(&self) -> u32;

    /// Whether I/O actually bypasses the system's cache.
    fn is_direct(&self) -> bool;

    /// Whether bytes that the file has may need more room on the disk when they are written again.
    fn takes_room_for_rewrites(&self) -> bool {
        false
    }

    /// Returns the path that the file was opened with.
    fn path(&self) -> &Path;
}
