//! A `vfs` wrapper that adds up the time of synchronous writes, to separate the engine's time from
//! the disk's.

use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_vfs::{BatchResults, Durability, File, FileError, ForwardingFile, ForwardingFs, OpenOptions, Vfs};
use std::path::Path;
use std::sync::Arc;

/// The synchronous writes so far. A batch adds its number of writes, and its time once.
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

impl ForwardingFs for TimedFs {
    fn inner(&self) -> &dyn Vfs {
        &*self.inner
    }

    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, options)?;
        if options.durability != Durability::Synchronous {
            return Ok(inner);
        }
        Ok(Arc::new(TimedFile { inner, clock: self.clock.clone(), writes: self.writes.clone() }))
    }
}

struct TimedFile {
    inner: Arc<dyn File>,
    clock: Arc<dyn Clock>,
    writes: Arc<SynchronousWrites>,
}

impl TimedFile {
    fn timed<R>(&self, count: u64, write: impl FnOnce() -> R) -> R {
        let start = self.clock.monotonic_ns();
        let outcome = write();
        self.writes.total_ns.add(self.clock.monotonic_ns() - start);
        self.writes.count.add(count);
        outcome
    }
}

impl ForwardingFile for TimedFile {
    fn inner(&self) -> &dyn File {
        &*self.inner
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.timed(1, || self.inner.write_at(buf, offset))
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        self.inner.read_batch(reads)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        self.timed(writes.len() as u64, || self.inner.write_batch(writes))
    }
}
