//! File handles whose calls are recorded.

use super::counts::Counting;
use super::recorder::{Recorder, Target};
use crate::batch::BatchResults;
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::{File, OpenOptions};
use sluice_base::sync::Arc;
use std::path::Path;

/// A handle of [`TraceFs`](super::TraceFs): each call is passed on, then recorded and counted.
pub(super) struct TraceFile {
    pub(super) inner: Arc<dyn File>,
    pub(super) recorder: Arc<Recorder>,
    pub(super) counting: Arc<Counting>,
    pub(super) options: OpenOptions,
}

impl TraceFile {
    fn traced<R>(
        &self,
        kind: CallKind,
        offset: u64,
        len: u64,
        call: impl FnOnce(&dyn File) -> Result<R, FileError>,
    ) -> Result<R, FileError> {
        let began_after = self.recorder.remembered();
        let result = call(&*self.inner);
        self.record(kind, offset, len, began_after, &result);
        result
    }

    fn record<R>(&self, kind: CallKind, offset: u64, len: u64, began_after: usize, result: &Result<R, FileError>) {
        if result.is_ok() {
            self.counting.count(kind, self.options, len);
        }
        let target = Target { path: self.inner.path(), to: None, offset, len, options: Some(self.options) };
        self.recorder.record(kind, target, began_after, result);
    }
}

impl File for TraceFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.traced(CallKind::Read, offset, buf.len() as u64, |file| file.read_at(buf, offset))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.traced(CallKind::Write, offset, buf.len() as u64, |file| file.write_at(buf, offset))
    }

    /// Passes the reads on as a batch and records each.
    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        let began_after = self.recorder.remembered();
        let results = self.inner.read_batch(reads);
        for ((offset, buf), result) in reads.iter().zip(results.iter()) {
            self.record(CallKind::Read, *offset, buf.len() as u64, began_after, result);
        }
        results
    }

    /// Passes the writes on as a batch and records each.
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        let began_after = self.recorder.remembered();
        let results = self.inner.write_batch(writes);
        for ((offset, bytes), result) in writes.iter().zip(results.iter()) {
            self.record(CallKind::Write, *offset, bytes.len() as u64, began_after, result);
        }
        results
    }

    fn sync(&self) -> Result<(), FileError> {
        self.traced(CallKind::Sync, 0, 0, |file| file.sync())
    }

    fn len(&self) -> Result<u64, FileError> {
        self.traced(CallKind::Len, 0, 0, |file| file.len())
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.traced(CallKind::Allocate, offset, length, |file| file.allocate(offset, length))
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.traced(CallKind::Truncate, length, 0, |file| file.truncate(length))
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
