//! Wrappers that forward what they don't change to the wrapped file system or file.

use crate::batch::BatchResults;
use crate::error::FileError;
use crate::file::{BootId, File, FileLock, MappedFile, OpenOptions, Vfs};
use crate::persistent::{Persistence, PersistentMemory};
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// A file system that wraps another. A call without a body of its own goes to the wrapped one.
pub trait ForwardingFs: Send + Sync {
    /// Returns the wrapped file system.
    fn inner(&self) -> &dyn Vfs;

    /// Opens a file as [`Vfs::open`] does.
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError>;

    /// Renames a file as [`Vfs::rename`] does.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.inner().rename(from, to)
    }

    /// Removes a file as [`Vfs::remove`] does.
    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.inner().remove(path)
    }

    /// Makes a folder's entries durable as [`Vfs::sync_dir`] does.
    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.inner().sync_dir(folder)
    }
}

impl<W: ForwardingFs> Vfs for W {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        ForwardingFs::open(self, path, options)
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.inner().lock(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.inner().exists(path)
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.inner().list(folder)
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.inner().create_dir_all(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        ForwardingFs::rename(self, from, to)
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        ForwardingFs::remove(self, path)
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        ForwardingFs::sync_dir(self, folder)
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.inner().map(path, bytes)
    }

    fn map_persistent(
        &self,
        path: &Path,
        bytes: usize,
        persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        self.inner().map_persistent(path, bytes, persistence)
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner().boot_id()
    }
}

/// A file that wraps another. A call without a body of its own goes to the wrapped one, except a
/// batch: its parts are single reads or writes of the wrapper, so that its changes apply to them.
pub trait ForwardingFile: Send + Sync {
    /// Returns the wrapped file.
    fn inner(&self) -> &dyn File;

    /// Reads as [`File::read_at`] does.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.inner().read_at(buf, offset)
    }

    /// Writes as [`File::write_at`] does.
    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.inner().write_at(buf, offset)
    }

    /// Reads as [`File::read_batch`] does.
    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        reads.iter_mut().map(|(offset, buf)| self.read_at(buf, *offset)).collect()
    }

    /// Writes as [`File::write_batch`] does.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        writes.iter().map(|(offset, bytes)| self.write_at(bytes, *offset)).collect()
    }

    /// Syncs as [`File::sync`] does.
    fn sync(&self) -> Result<(), FileError> {
        self.inner().sync()
    }
}

impl<W: ForwardingFile> File for W {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        ForwardingFile::read_at(self, buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        ForwardingFile::write_at(self, buf, offset)
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        ForwardingFile::read_batch(self, reads)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        ForwardingFile::write_batch(self, writes)
    }

    fn sync(&self) -> Result<(), FileError> {
        ForwardingFile::sync(self)
    }

    fn len(&self) -> Result<u64, FileError> {
        self.inner().len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.inner().allocate(offset, length)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.inner().truncate(length)
    }

    fn sector_size(&self) -> u32 {
        self.inner().sector_size()
    }

    fn is_direct(&self) -> bool {
        self.inner().is_direct()
    }

    fn path(&self) -> &Path {
        self.inner().path()
    }
}
