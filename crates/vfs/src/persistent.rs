//! Persistent memory: bytes of a file that are stored without a system call and survive a power
//! cut.
//!
//! # Rules of every implementation
//! 1. A store reaches the memory's caches only. Until [`PersistentMemory::write_back`] of its range
//!    has returned, each aligned eight bytes of it may survive a power cut or not, in any order:
//!    the processor evicts a line of [`LINE_BYTES`] bytes whenever it likes. An aligned eight bytes
//!    never tear.
//! 2. When `write_back` returns, all earlier stores to the lines of its range survive a power cut,
//!    and no later store is performed before that.
//! 3. There is no load. A line that the hardware can't read is met by [`crate::File::read_at`],
//!    as an error rather than as a signal that ends the process.

use crate::error::FileError;
use std::io;

/// Memory that is a part of a file on a volume with direct access (DAX).
#[expect(clippy::len_without_is_empty, reason = "mapped memory is never empty")]
pub trait PersistentMemory: Send + Sync {
    /// Returns the number of mapped bytes.
    fn len(&self) -> usize;

    /// Stores `bytes` at `offset`. Panics if the range is not mapped.
    fn store(&mut self, offset: usize, bytes: &[u8]);

    /// Stores a number, little-endian, at `offset`. The number never tears. Panics if `offset`
    /// isn't a multiple of 8, or the eight bytes are not mapped.
    fn store_word(&mut self, offset: usize, number: u64);

    /// Makes all stores to the lines of `length` bytes at `offset` durable (rule 2). Panics if the
    /// range is not mapped.
    fn write_back(&mut self, offset: usize, length: usize);
}

/// The file that [`crate::Vfs::map_persistent`] accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Persistence {
    /// A file on a DAX volume only.
    Durable,
    /// Any file, for development: the same stores and write-backs, but a power cut may lose them
    /// all, as those of [`crate::Vfs::map`].
    Simulated,
}

/// The unit of a write-back, in bytes.
pub const LINE_BYTES: usize = 64;

/// Returns the error for a file that isn't on persistent memory. Its kind is `Unsupported`.
pub(crate) fn no_dax() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "the volume has no direct access (DAX) to persistent memory")
}

/// Whether [`crate::Vfs::map_persistent`] failed because the file isn't on persistent memory: the
/// error's kind is `Unsupported`. The operation isn't checked, and other calls fail with that kind
/// for other reasons.
pub fn is_without_dax(error: &FileError) -> bool {
    error.source.kind() == io::ErrorKind::Unsupported
}
