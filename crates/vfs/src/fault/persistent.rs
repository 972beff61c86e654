//! Persistent memory with faults: power cuts between two stores, and write-backs that lie.

use super::plan::CallSite;
use super::schedule::{FaultAction, Schedule};
use crate::call::CallKind;
use crate::persistent::PersistentMemory;
use sluice_base::sync::Arc;
use std::path::PathBuf;

/// Persistent memory whose stores and write-backs are counted as calls. It ignores them after the
/// power cut. A store during which the power fails is done, but not written back.
pub(super) struct FaultMemory {
    pub(super) inner: Box<dyn PersistentMemory>,
    pub(super) schedule: Arc<Schedule>,
    pub(super) path: PathBuf,
}

impl FaultMemory {
    /// Counts a call. Returns whether it is to be done. Errors have no effect, since a store can't
    /// report one.
    fn is_done(&self, kind: CallKind, offset: usize, length: usize) -> bool {
        let site = CallSite { kind, path: &self.path, offset: offset as u64, len: length as u64, synchronous: false };
        match self.schedule.action(&site) {
            Ok(FaultAction::Lie) => false,
            Ok(FaultAction::Cut(_)) => kind == CallKind::Store,
            Ok(FaultAction::Pass | FaultAction::Short(..) | FaultAction::Flip(_)) => true,
            Err(_) => !self.schedule.is_cut(),
        }
    }
}

impl PersistentMemory for FaultMemory {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn store(&mut self, offset: usize, bytes: &[u8]) {
        if self.is_done(CallKind::Store, offset, bytes.len()) {
            self.inner.store(offset, bytes);
        }
    }

    fn store_word(&mut self, offset: usize, number: u64) {
        if self.is_done(CallKind::Store, offset, 8) {
            self.inner.store_word(offset, number);
        }
    }

    fn write_back(&mut self, offset: usize, length: usize) {
        if self.is_done(CallKind::WriteBack, offset, length) {
            self.inner.write_back(offset, length);
        }
    }
}
