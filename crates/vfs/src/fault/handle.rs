//! File handles whose calls fail according to a plan.

use super::plan::CallSite;
use super::schedule::{FaultAction, Schedule};
use crate::batch::BatchResults;
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::{Access, Durability, File, MappedFile, OpenOptions};
use sluice_base::sync::Arc;
use std::path::Path;

/// A handle of [`FaultFs`](super::FaultFs): each call asks the schedule first.
pub(super) struct FaultFile {
    pub(super) inner: Arc<dyn File>,
    /// A deferred handle of the same file if `inner` is synchronous. Used for writes that must not
    /// be synced.
    pub(super) deferred: Option<Arc<dyn File>>,
    pub(super) options: OpenOptions,
    pub(super) schedule: Arc<Schedule>,
}

impl FaultFile {
    fn action(&self, kind: CallKind, offset: u64, len: u64) -> Result<FaultAction, FileError> {
        let synchronous = self.options.durability == Durability::Synchronous;
        self.schedule.action(&CallSite { kind, path: self.inner.path(), offset, len, synchronous })
    }

    fn write_unsynced(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.deferred.as_ref().unwrap_or(&self.inner).write_at(buf, offset)
    }

    /// Returns the length of a shortened write that the handle accepts: at most `bytes`, and whole
    /// sectors on a direct handle.
    fn short_len(&self, bytes: u64, len: usize) -> usize {
        let short = usize::try_from(bytes).map_or(len, |bytes| bytes.min(len));
        match self.options.access {
            Access::Buffered => short,
            Access::Direct => short - short % self.sector_size() as usize,
        }
    }
}

impl File for FaultFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        match self.action(CallKind::Read, offset, buf.len() as u64)? {
            FaultAction::Cut(error) => Err(error),
            FaultAction::Flip(bit) => {
                self.inner.read_at(buf, offset)?;
                buf[(bit / 8 - offset) as usize] ^= 1 << (bit % 8);
                Ok(())
            }
            FaultAction::Pass | FaultAction::Lie | FaultAction::Short(..) => self.inner.read_at(buf, offset),
        }
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        match self.action(CallKind::Write, offset, buf.len() as u64)? {
            FaultAction::Lie => self.write_unsynced(buf, offset),
            FaultAction::Short(bytes, error) => {
                self.inner.write_at(&buf[..self.short_len(bytes, buf.len())], offset)?;
                Err(error)
            }
            FaultAction::Cut(error) => {
                // The result is ignored: the power cut is reported in any case.
                let _ = self.write_unsynced(buf, offset);
                Err(error)
            }
            FaultAction::Pass | FaultAction::Flip(_) => self.inner.write_at(buf, offset),
        }
    }

    /// Each write is a call, in order. If the power fails during one of them, the later ones are
    /// passed on as unsynced writes too: the device may have done them first (rule 6).
    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        let was_cut = self.schedule.is_cut();
        let write = |(offset, bytes): &(u64, &[u8])| {
            let is_cut_before = !was_cut && self.schedule.is_cut();
            let result = self.write_at(bytes, *offset);
            if is_cut_before {
                // The result is ignored: the power cut is reported in any case.
                let _ = self.write_unsynced(bytes, *offset);
            }
            result
        };
        writes.iter().map(write).collect()
    }

    fn sync(&self) -> Result<(), FileError> {
        match self.action(CallKind::Sync, 0, 0)? {
            FaultAction::Lie => Ok(()),
            FaultAction::Cut(error) => Err(error),
            FaultAction::Pass | FaultAction::Short(..) | FaultAction::Flip(_) => self.inner.sync(),
        }
    }

    fn len(&self) -> Result<u64, FileError> {
        match self.action(CallKind::Len, 0, 0)? {
            FaultAction::Cut(error) => Err(error),
            FaultAction::Pass | FaultAction::Lie | FaultAction::Short(..) | FaultAction::Flip(_) => self.inner.len(),
        }
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        let turn = self.action(CallKind::Allocate, offset, length)?;
        let result = self.inner.allocate(offset, length);
        match turn {
            FaultAction::Cut(error) => Err(error),
            FaultAction::Pass | FaultAction::Lie | FaultAction::Short(..) | FaultAction::Flip(_) => result,
        }
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        let turn = self.action(CallKind::Truncate, length, 0)?;
        let result = self.inner.truncate(length);
        match turn {
            FaultAction::Cut(error) => Err(error),
            FaultAction::Pass | FaultAction::Lie | FaultAction::Short(..) | FaultAction::Flip(_) => result,
        }
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

/// A mapping that ignores stores after the power cut.
pub(super) struct FaultMapping {
    pub(super) inner: Box<dyn MappedFile>,
    pub(super) schedule: Arc<Schedule>,
}

impl MappedFile for FaultMapping {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn read(&self, offset: usize, buf: &mut [u8]) {
        self.inner.read(offset, buf);
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        if !self.schedule.is_cut() {
            self.inner.write(offset, bytes);
        }
    }

    fn publish(&mut self, offset: usize, number: u64) {
        if !self.schedule.is_cut() {
            self.inner.publish(offset, number);
        }
    }
}
