//! A file system whose calls fail according to a plan.

use super::handle::{FaultFile, FaultMapping};
use super::persistent::FaultMemory;
use super::plan::{CallSite, FaultPlan, Rule};
use super::schedule::{FaultAction, Schedule};
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::{BootId, Create, Durability, File, FileLock, MappedFile, OpenOptions, Vfs};
use crate::persistent::{Persistence, PersistentMemory};
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// A wrapper of another file system that injects faults. Each part of a batch counts as a call, in
/// order. So does each store into persistent memory, but not a store into a mapping.
pub struct FaultFs {
    inner: Arc<dyn Vfs>,
    schedule: Arc<Schedule>,
}

/// Whether a call interrupted by a power cut may leave its change behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtCut {
    Done,
    NotDone,
}

impl FaultFs {
    /// Returns `inner` with the faults of `plan`.
    pub fn new(inner: Arc<dyn Vfs>, plan: FaultPlan) -> FaultFs {
        FaultFs { inner, schedule: Arc::new(Schedule::new(plan)) }
    }

    /// Adds a rule, which counts calls from now on.
    pub fn arm(&self, rule: Rule) {
        self.schedule.arm(rule);
    }

    /// Removes all rules and ends the lies after a failed sync. A power cut remains in force.
    pub fn disarm(&self) {
        self.schedule.disarm();
    }

    /// Removes the rules that were made for exactly this `suffix`, and ends the lies after a failed
    /// sync of the files whose paths end with it. Rules for another suffix, or for all files, stay,
    /// even if they affect these files.
    pub fn heal(&self, suffix: &str) {
        self.schedule.heal(suffix);
    }

    /// Whether a rule let a sync of a file whose path ends with `suffix` fail, and neither
    /// [`FaultFs::heal`] nor [`FaultFs::disarm`] has ended its lies since.
    pub fn has_failed_sync(&self, suffix: &str) -> bool {
        self.schedule.has_failed_sync(suffix)
    }

    /// Returns the number of calls so far, of all kinds and on all files, failed ones and those
    /// after a power cut included.
    pub fn calls(&self) -> u64 {
        self.schedule.calls()
    }

    /// Returns the number of calls for which a rule's fault occurred. A test that expects a fault
    /// should check this number. Hooks, calls after a power cut, and lies after a failed sync are
    /// not counted.
    pub fn faults(&self) -> u64 {
        self.schedule.faults()
    }

    /// Returns the syncs and synchronous writes for which a rule reported a false success: the
    /// call's number, from 0, and its file.
    pub fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.schedule.lies()
    }

    /// Whether the power has failed.
    pub fn is_cut(&self) -> bool {
        self.schedule.is_cut()
    }

    fn action<R>(
        &self,
        kind: CallKind,
        path: &Path,
        at_cut: AtCut,
        call: impl FnOnce(&dyn Vfs) -> Result<R, FileError>,
    ) -> Result<R, FileError> {
        match self.schedule.action(&CallSite { kind, path, offset: 0, len: 0, synchronous: false })? {
            FaultAction::Cut(error) => {
                if at_cut == AtCut::Done {
                    let _ = call(&*self.inner);
                }
                Err(error)
            }
            FaultAction::Pass | FaultAction::Lie | FaultAction::Short(..) | FaultAction::Flip(_) => call(&*self.inner),
        }
    }
}

impl Vfs for FaultFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.action(CallKind::Open, path, AtCut::Done, |vfs| vfs.open(path, options))?;
        let deferred = match options.durability {
            Durability::Deferred => None,
            Durability::Synchronous => {
                let unsynced = OpenOptions { create: Create::Never, durability: Durability::Deferred, ..options };
                Some(self.inner.open(path, unsynced)?)
            }
        };
        Ok(Arc::new(FaultFile { inner, deferred, options, schedule: self.schedule.clone() }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.action(CallKind::Lock, path, AtCut::NotDone, |vfs| vfs.lock(path))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.action(CallKind::Exists, path, AtCut::NotDone, |vfs| vfs.exists(path))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.action(CallKind::List, folder, AtCut::NotDone, |vfs| vfs.list(folder))
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.action(CallKind::CreateDirAll, folder, AtCut::NotDone, |vfs| vfs.create_dir_all(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.action(CallKind::Rename, from, AtCut::Done, |vfs| vfs.rename(from, to))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.action(CallKind::Remove, path, AtCut::Done, |vfs| vfs.remove(path))
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        let site = CallSite { kind: CallKind::SyncDir, path: folder, offset: 0, len: 0, synchronous: false };
        match self.schedule.action(&site)? {
            FaultAction::Lie => Ok(()),
            FaultAction::Cut(error) => Err(error),
            FaultAction::Pass | FaultAction::Short(..) | FaultAction::Flip(_) => self.inner.sync_dir(folder),
        }
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        let inner = self.action(CallKind::Map, path, AtCut::Done, |vfs| vfs.map(path, bytes))?;
        Ok(Box::new(FaultMapping { inner, schedule: self.schedule.clone() }))
    }

    fn map_persistent(
        &self,
        path: &Path,
        bytes: usize,
        persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        let map = |vfs: &dyn Vfs| vfs.map_persistent(path, bytes, persistence);
        let inner = self.action(CallKind::MapPersistent, path, AtCut::NotDone, map)?;
        Ok(Box::new(FaultMemory { inner, schedule: self.schedule.clone(), path: path.to_owned() }))
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}
