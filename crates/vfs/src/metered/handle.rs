//! File handles whose reads and writes are counted and timed.

use super::gate::Gate;
use crate::batch::BatchResults;
use crate::error::{FileError, Operation};
use crate::file::File;
use sluice_base::clock::Clock;
use sluice_base::counters::{Counter, FileCounters};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::iter::once;
use std::path::Path;

/// A handle of [`MeteredFs`](super::MeteredFs). The counters are shared by all handles of its file.
/// Once the gate of the opening is closed, every read, write and other I/O fails; these calls are
/// counted all the same.
pub(super) struct MeteredFile {
    pub(super) inner: Arc<dyn File>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) counters: Arc<FileCounters>,
    pub(super) gate: Arc<Gate>,
    /// The number of requests to all files so far.
    pub(super) requests: Arc<AtomicU64>,
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

    /// Calls the file for a batch unless its opening is over. Then each part has that error.
    fn gated_batch(
        &self,
        operation: Operation,
        parts: usize,
        call: impl FnOnce(&dyn File) -> BatchResults,
    ) -> BatchResults {
        match self.gate.enter() {
            Some(_entered) => call(&*self.inner),
            None => (0..parts).map(|_| self.gated(operation, |_| Ok(()))).collect(),
        }
    }

    /// Times a call with requests at `offsets`, which are pending meanwhile.
    fn requested<R>(
        &self,
        stall_ns: &Counter,
        offsets: impl ExactSizeIterator<Item = u64>,
        call: impl FnOnce() -> R,
    ) -> R {
        let began_ns = self.clock.monotonic_ns();
        let count = offsets.len() as u64;
        let first = self.requests.fetch_add(count, Ordering::Relaxed);
        let pending = self.counters.pending.begin(first..first + count, offsets, began_ns);
        let result = call();
        drop(pending);
        stall_ns.add(self.clock.monotonic_ns().saturating_sub(began_ns));
        result
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
        let read = || self.gated(Operation::Read, |file| file.read_at(buf, offset));
        let result = self.requested(read_stall_ns, once(offset), read);
        reads.add(1);
        result.inspect(|()| bytes_read.add(buf.len() as u64))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let write = || self.gated(Operation::Write, |file| file.write_at(buf, offset));
        let result = self.requested(write_stall_ns, once(offset), write);
        writes.add(1);
        self.counters.write_errors.add(result.is_err().into());
        result.inspect(|()| bytes_written.add(buf.len() as u64))
    }

    /// Counts each read of the batch. The reads overlap, so their time is the time of the batch.
    fn read_batch(&self, batch: &mut [(u64, &mut [u8])]) -> BatchResults {
        let FileCounters { reads, bytes_read, read_stall_ns, .. } = &*self.counters;
        let parts: Vec<(u64, usize)> = batch.iter().map(|(offset, buf)| (*offset, buf.len())).collect();
        let read = || self.gated_batch(Operation::Read, parts.len(), |file| file.read_batch(batch));
        let results = self.requested(read_stall_ns, parts.iter().map(|(offset, _)| *offset), read);
        reads.add(parts.len() as u64);
        bytes_read.add(done_bytes(parts.iter().map(|(_, length)| *length), &results));
        results
    }

    /// Counts each write of the batch. The writes overlap, so their time is the time of the batch.
    fn write_batch(&self, batch: &[(u64, &[u8])]) -> BatchResults {
        let FileCounters { writes, bytes_written, write_stall_ns, .. } = &*self.counters;
        let write = || self.gated_batch(Operation::Write, batch.len(), |file| file.write_batch(batch));
        let results = self.requested(write_stall_ns, batch.iter().map(|(offset, _)| *offset), write);
        writes.add(batch.len() as u64);
        bytes_written.add(done_bytes(batch.iter().map(|(_, bytes)| bytes.len()), &results));
        self.counters.write_errors.add(results.iter().filter(|result| result.is_err()).count() as u64);
        results
    }

    fn sync(&self) -> Result<(), FileError> {
        let result = self.timed(&self.counters.write_stall_ns, || self.gated(Operation::Sync, |file| file.sync()));
        result.inspect_err(|_| self.counters.write_errors.add(1))
    }

    fn len(&self) -> Result<u64, FileError> {
        self.gated(Operation::Length, |file| file.len())
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.gated(Operation::Allocate, |file| file.allocate(offset, length))
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.gated(Operation::Length, |file| file.truncate(length))
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

/// Returns the bytes of the parts that succeeded.
fn done_bytes(lengths: impl Iterator<Item = usize>, results: &BatchResults) -> u64 {
    lengths.zip(results.iter()).filter(|(_, result)| result.is_ok()).map(|(length, _)| length as u64).sum()
}

const CLOSED: &str = "the file was closed";
