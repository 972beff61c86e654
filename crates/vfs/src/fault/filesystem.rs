//! The file system whose calls fail by plan.

use super::handle::{FaultFile, FaultMapping};
use super::plan::{CallSite, FaultPlan, Rule};
use super::schedule::{Schedule, Turn};
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::{BootId, Create, Durability, File, FileLock, MappedFile, OpenOptions, Vfs};
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// Another file system with faults. Of a batch of writes each is a call of its own, in their order.
pub struct FaultFs {
    inner: Arc<dyn Vfs>,
    schedule: Arc<Schedule>,
}

/// Whether a power cut during a call may leave the call's change behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtCut {
    Done,
    NotDone,
}

impl FaultFs {
    /// `inner` with the faults of `plan`.
    pub fn new(inner: Arc<dyn Vfs>, plan: FaultPlan) -> FaultFs {
        FaultFs { inner, schedule: Arc::new(Schedule::new(plan)) }
    }

    /// Adds a rule, which counts the calls from now on.
    pub fn arm(&self, rule: Rule) {
        self.schedule.arm(rule);
    }

    /// Ends all rules, and the lies after a failed sync. A power cut stays.
    pub fn disarm(&self) {
        self.schedule.disarm();
    }

    /// How many calls there have been, of all kinds, on all files.
    pub fn calls(&self) -> u64 {
        self.schedule.calls()
    }

    /// How many faults have struck. A test that expects one should see to it that there was one.
    pub fn faults(&self) -> u64 {
        self.schedule.faults()
    }

    /// The syncs and synchronous writes that a rule has made lie: the call's number, from 0, and its file.
    pub fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.schedule.lies()
    }

    /// Whether the power has failed.
    pub fn is_cut(&self) -> bool {
        self.schedule.is_cut()
    }

    fn turn<R>(
        &self,
        kind: CallKind,
        path: &Path,
        at_cut: AtCut,
        call: impl FnOnce(&dyn Vfs) -> Result<R, FileError>,
    ) -> Result<R, FileError> {
        match self.schedule.turn(&CallSite { kind, path, offset: 0, len: 0, synchronous: false })? {
            Turn::Cut(error) => {
                if at_cut == AtCut::Done {
                    let _ = call(&*self.inner);
                }
                Err(error)
            }
            Turn::Pass | Turn::Lie | Turn::Short(..) | Turn::Flip(_) => call(&*self.inner),
        }
    }
}

impl Vfs for FaultFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.turn(CallKind::Open, path, AtCut::Done, |vfs| vfs.open(path, options))?;
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
        self.turn(CallKind::Lock, path, AtCut::NotDone, |vfs| vfs.lock(path))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.turn(CallKind::Exists, path, AtCut::NotDone, |vfs| vfs.exists(path))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.turn(CallKind::List, folder, AtCut::NotDone, |vfs| vfs.list(folder))
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.turn(CallKind::CreateDirAll, folder, AtCut::NotDone, |vfs| vfs.create_dir_all(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.turn(CallKind::Rename, from, AtCut::Done, |vfs| vfs.rename(from, to))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.turn(CallKind::Remove, path, AtCut::Done, |vfs| vfs.remove(path))
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        let site = CallSite { kind: CallKind::SyncDir, path: folder, offset: 0, len: 0, synchronous: false };
        match self.schedule.turn(&site)? {
            Turn::Lie => Ok(()),
            Turn::Cut(error) => Err(error),
            Turn::Pass | Turn::Short(..) | Turn::Flip(_) => self.inner.sync_dir(folder),
        }
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        let inner = self.turn(CallKind::Map, path, AtCut::Done, |vfs| vfs.map(path, bytes))?;
        Ok(Box::new(FaultMapping { inner, schedule: self.schedule.clone() }))
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}
