//! A `vfs` wrapper that adds up the time of synchronous writes, to separate the engine's time from
//! the disk's.

use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_vfs::{BootId, Durability, File, FileError, FileLock, MappedFile, OpenOptions, Vfs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The synchronous writes so far.
#[derive(Debug, Default)]
pub struct SynchronousWrites {
    /// The number of writes.
    pub count: Counter,
    /// Nanoseconds inside the writes.
    pub total_ns: Counter,
}

/// Times the synchronous writes of an inner file system.
pub struct TimedFs {
    inner: Arc<dyn Vfs>,
    clock: Arc<dyn Clock>,
    writes: Arc<SynchronousWrites>,
}

impl TimedFs {
    /// Wraps `inner`, timed by `clock`.
    pub fn new(inner: Arc<dyn Vfs>, clock: Arc<dyn Clock>) -> TimedFs {
        TimedFs { inner, clock, writes: Arc::default() }
    }

    /// Returns the shared counters.
    pub fn writes(&self) -> Arc<SynchronousWrites> {
        self.writes.clone()
    }
}

impl Vfs for TimedFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, options)?;
        if options.durability != Durability::Synchronous {
            return Ok(inner);
        }
        Ok(Arc::new(TimedFile { inner, clock: self.clock.clone(), writes: self.writes.clone() }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.inner.lock(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.inner.exists(path)
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.inner.list(folder)
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.inner.create_dir_all(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.inner.rename(from, to)
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.inner.remove(path)
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.inner.sync_dir(folder)
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.inner.map(path, bytes)
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}

struct TimedFile {
    inner: Arc<dyn File>,
    clock: Arc<dyn Clock>,
    writes: Arc<SynchronousWrites>,
}

impl File for TimedFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.inner.read_at(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        let start = self.clock.monotonic_ns();
        let outcome = self.inner.write_at(buf, offset);
        self.writes.total_ns.add(self.clock.monotonic_ns() - start);
        self.writes.count.add(1);
        outcome
    }

    fn sync(&self) -> Result<(), FileError> {
        self.inner.sync()
    }

    fn len(&self) -> Result<u64, FileError> {
        self.inner.len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.inner.allocate(offset, length)
    }

    fn sector_size(&self) -> u32 {
        self.inner.sector_size()
    }

    fn is_direct(&self) -> bool {
        self.inner.is_direct()
    }

    fn path(&self) -> &Path {
        self.inner.path()
    }
}
