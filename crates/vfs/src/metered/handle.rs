//! File handles whose reads and writes are counted and timed.

use super::gate::Gate;
use crate::error::{FileError, Operation};
use crate::file::File;
use sluice_base::clock::Clock;
use sluice_base::counters::{Counter, FileCounters};
use sluice_base::sync::Arc;
use std::path::Path;

/// A handle of [`MeteredFs`](super::MeteredFs). The counters are shared by all handles of its file.
pub(super) struct MeteredFile {
    pub(super) inner: Arc<dyn File>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) counters: Arc<FileCounters>,
    pub(super) gate: Arc<Gate>,
}

impl MeteredFile {
    /// Calls the file unless its opening is over.
    fn gated<R>(
        &self,
        operation: Operation,
        call: impl FnOnce(&dyn File) -> Result<R, FileError>,
    ) -> Result<R, FileError> {
        match self.gate.enter() {
            Some(_entered) => call(&*self.inner),
            None => Err(FileError::new(operation, self.path(), std::io::Error::other(CLOSED))),
        }
    }

    fn timed<R>(&self, stall_ns: &Counter, call: impl FnOnce() -> R) -> R {
        let began_ns = self.clock.monotonic_ns();
        let result = call();
        stall_ns.add(self.clock.monotonic_ns().saturating_sub(began_ns));
        result
    }
}

impl File for MeteredFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        let FileCounters { reads, bytes_read, read_stall_ns, .. } = &*self.counters;
        let result = self.timed(read_stall_ns, || self.gated(Operation::Read, |file| file.read_at(buf, offset)));
        reads.add(1);
        result.inspect(|()| bytes_read.add(buf.len() as u64))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let result = self.timed(write_stall_ns, || self.gated(Operation::Write, |file| file.write_at(buf, offset)));
        writes.add(1);
        result.inspect(|()| bytes_written.add(buf.len() as u64))
    }

    /// Counts each write of the batch. The writes overlap, so their time is the time of the batch.
    fn write_batch(&self, batch: &[(u64, &[u8])]) -> Result<(), FileError> {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let result = self.timed(write_stall_ns, || self.gated(Operation::Write, |file| file.write_batch(batch)));
        writes.add(batch.len() as u64);
        result.inspect(|()| bytes_written.add(batch.iter().map(|(_, bytes)| bytes.len() as u64).sum()))
    }

    fn sync(&self) -> Result<(), FileError> {
        self.timed(&self.counters.write_stall_ns, || self.gated(Operation::Sync, |file| file.sync()))
    }

    fn len(&self) -> Result<u64, FileError> {
        self.gated(Operation::Length, |file| file.len())
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.gated(Operation::Allocate, |file| file.allocate(offset, length))
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

const CLOSED: &str = "the file was closed";
