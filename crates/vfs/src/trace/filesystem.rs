//! The file system that records calls.

use super::call::Call;
use super::counts::FileCounts;
use super::handle::TraceFile;
use super::recorder::{Recorder, Target};
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::{BootId, File, FileLock, MappedFile, OpenOptions, Vfs};
use crate::persistent::{Persistence, PersistentMemory};
use sluice_base::sync::Arc;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A wrapper of another file system that records or counts its calls. Calls pass through unchanged.
/// `root` is cut off the paths in the text form.
pub struct TraceFs {
    inner: Arc<dyn Vfs>,
    recorder: Arc<Recorder>,
    root: PathBuf,
}

impl TraceFs {
    /// Returns a wrapper that records every call.
    pub fn new(inner: Arc<dyn Vfs>) -> TraceFs {
        TraceFs { inner, recorder: Arc::new(Recorder::new(true)), root: PathBuf::new() }
    }

    /// Returns a wrapper that only counts reads, writes and syncs per file, which saves time and
    /// memory in long runs.
    pub fn counting(inner: Arc<dyn Vfs>) -> TraceFs {
        TraceFs { inner, recorder: Arc::new(Recorder::new(false)), root: PathBuf::new() }
    }

    /// Makes texts name files relative to `root`.
    pub fn relative_to(self, root: &Path) -> TraceFs {
        TraceFs { root: root.to_owned(), ..self }
    }

    /// Returns the number of recorded calls, as a mark for [`TraceFs::calls_since`].
    pub fn mark(&self) -> usize {
        self.recorder.remembered()
    }

    /// Returns the calls so far in the order in which they ended. Empty if calls are only counted.
    pub fn calls(&self) -> Vec<Call> {
        self.calls_since(0)
    }

    /// Returns the calls after the first `mark`.
    pub fn calls_since(&self, mark: usize) -> Vec<Call> {
        self.recorder.with_calls(|calls| calls.get(mark..).unwrap_or_default().to_vec())
    }

    /// Returns the calls so far, a line each; see [`Call::line`].
    pub fn text(&self) -> String {
        self.text_since(0)
    }

    /// Returns the calls after the first `mark`, a line each. Empty if there are no more. See
    /// [`Call::line`] for the form.
    pub fn text_since(&self, mark: usize) -> String {
        self.recorder.with_calls(|calls| {
            calls.get(mark..).unwrap_or_default().iter().fold(String::new(), |mut text, call| {
                writeln!(text, "{}", call.line(&self.root)).expect("a string takes every text");
                text
            })
        })
    }

    /// Returns the counts of successful reads, writes and syncs of the files opened by `path`. All
    /// are 0 for a path that was never opened.
    pub fn counts(&self, path: &Path) -> FileCounts {
        self.recorder.counting_if_opened(path).map(|counting| counting.read()).unwrap_or_default()
    }

    /// Returns the counts of every path opened so far, sorted by path.
    pub fn all_counts(&self) -> Vec<(PathBuf, FileCounts)> {
        let all = self.recorder.all_counts();
        all.into_iter().map(|(path, counting)| (path, counting.read())).collect()
    }

    /// Returns the number of successful writes through synchronous handles opened by `path`.
    pub fn synchronous_writes(&self, path: &Path) -> u64 {
        self.counts(path).synchronous_writes
    }

    fn traced<R>(
        &self,
        kind: CallKind,
        target: Target<'_>,
        call: impl FnOnce(&dyn Vfs) -> Result<R, FileError>,
    ) -> Result<R, FileError> {
        let began_after = self.recorder.remembered();
        let result = call(&*self.inner);
        self.recorder.record(kind, target, began_after, &result);
        result
    }
}

impl Vfs for TraceFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let target = Target { options: Some(options), ..Target::whole(path) };
        let inner = self.traced(CallKind::Open, target, |vfs| vfs.open(path, options))?;
        let counting = self.recorder.counting(path);
        Ok(Arc::new(TraceFile { inner, recorder: self.recorder.clone(), counting, options }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.traced(CallKind::Lock, Target::whole(path), |vfs| vfs.lock(path))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.traced(CallKind::Exists, Target::whole(path), |vfs| vfs.exists(path))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.traced(CallKind::List, Target::whole(folder), |vfs| vfs.list(folder))
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.traced(CallKind::CreateDirAll, Target::whole(folder), |vfs| vfs.create_dir_all(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        let target = Target { to: Some(to), ..Target::whole(from) };
        self.traced(CallKind::Rename, target, |vfs| vfs.rename(from, to))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.traced(CallKind::Remove, Target::whole(path), |vfs| vfs.remove(path))
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.traced(CallKind::SyncDir, Target::whole(folder), |vfs| vfs.sync_dir(folder))
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.traced(CallKind::Map, Target { len: bytes as u64, ..Target::whole(path) }, |vfs| vfs.map(path, bytes))
    }

    fn map_persistent(
        &self,
        path: &Path,
        bytes: usize,
        persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        let target = Target { len: bytes as u64, ..Target::whole(path) };
        self.traced(CallKind::MapPersistent, target, |vfs| vfs.map_persistent(path, bytes, persistence))
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}
