//! File handles whose reads and writes are counted and timed.

use crate::error::FileError;
use crate::file::File;
use sluice_base::clock::Clock;
use sluice_base::counters::{Counter, FileCounters};
use sluice_base::sync::Arc;
use std::path::Path;

pub(super) struct MeteredFile {
    pub(super) inner: Arc<dyn File>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) counters: Arc<FileCounters>,
}

impl MeteredFile {
    fn timed<R>(&self, stall_ns: &Counter, call: impl FnOnce(&dyn File) -> R) -> R {
        let began_ns = self.clock.monotonic_ns();
        let result = call(&*self.inner);
        stall_ns.add(self.clock.monotonic_ns().saturating_sub(began_ns));
        result
    }
}

impl File for MeteredFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        let FileCounters { reads, bytes_read, read_stall_ns, .. } = &*self.counters;
        let result = self.timed(read_stall_ns, |file| file.read_at(buf, offset));
        reads.add(1);
        result.inspect(|()| bytes_read.add(buf.len() as u64))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let result = self.timed(write_stall_ns, |file| file.write_at(buf, offset));
        writes.add(1);
        result.inspect(|()| bytes_written.add(buf.len() as u64))
    }

    /// Counts each write of the batch. The writes overlap, so their time is the time of the batch.
    fn write_batch(&self, batch: &[(u64, &[u8])]) -> Result<(), FileError> {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let result = self.timed(write_stall_ns, |file| file.write_batch(batch));
        writes.add(batch.len() as u64);
        result.inspect(|()| bytes_written.add(batch.iter().map(|(_, bytes)| bytes.len() as u64).sum()))
    }

    fn sync(&self) -> Result<(), FileError> {
        self.timed(&self.counters.write_stall_ns, |file| file.sync())
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
