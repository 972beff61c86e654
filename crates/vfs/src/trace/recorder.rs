//! The record shared by all handles: calls in the order in which they ended, and counts by path.

use super::call::{Call, Outcome};
use super::counts::Counting;
use crate::call::CallKind;
use crate::error::FileError;
use crate::file::OpenOptions;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Records calls, or only counts them.
pub(super) struct Recorder {
    /// `None` if calls are only counted.
    calls: Option<Mutex<Vec<Call>>>,
    /// The length of `calls`, readable without the lock.
    remembered: AtomicUsize,
    counts: Mutex<BTreeMap<PathBuf, Arc<Counting>>>,
}

/// The object of a call: its path, a second path for a rename, and the range of bytes. Fields that
/// a call doesn't have are `None` or 0.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) path: &'a Path,
    pub(super) to: Option<&'a Path>,
    pub(super) offset: u64,
    pub(super) len: u64,
    pub(super) options: Option<OpenOptions>,
}

impl<'a> Target<'a> {
    /// Returns a target for a whole file or folder, without a handle.
    pub(super) fn whole(path: &'a Path) -> Target<'a> {
        Target { path, to: None, offset: 0, len: 0, options: None }
    }
}

impl Recorder {
    /// Returns a recorder that records every call if `remember`, or else only counts.
    pub(super) fn new(remember: bool) -> Recorder {
        Recorder {
            calls: remember.then(|| Mutex::new(Vec::new())),
            remembered: AtomicUsize::new(0),
            counts: Mutex::new(BTreeMap::new()),
        }
    }

    /// Returns the number of calls recorded so far. A call that begins now has that many calls
    /// before it.
    pub(super) fn remembered(&self) -> usize {
        self.remembered.load(Ordering::Acquire)
    }

    /// Records a call that began when `began_after` calls were recorded and ended with `result`.
    /// Does nothing if only counts are kept.
    pub(super) fn record<R>(
        &self,
        kind: CallKind,
        target: Target<'_>,
        began_after: usize,
        result: &Result<R, FileError>,
    ) {
        let Some(calls) = &self.calls else { return };
        let outcome = match result {
            Ok(_) => Outcome::Done,
            Err(error) => Outcome::Failed(error.source.kind()),
        };
        let call = Call {
            kind,
            path: target.path.to_owned(),
            to: target.to.map(Path::to_owned),
            offset: target.offset,
            len: target.len,
            options: target.options,
            outcome,
            began_after,
        };
        let mut calls = calls.lock();
        calls.push(call);
        self.remembered.store(calls.len(), Ordering::Release);
    }

    /// Returns the counts of a path's files. Enters the path with counts of 0 if it was not opened
    /// yet.
    pub(super) fn counting(&self, path: &Path) -> Arc<Counting> {
        self.counts.lock().entry(path.to_owned()).or_default().clone()
    }

    /// Returns the counts of a path's files, if the path was opened.
    pub(super) fn counting_if_opened(&self, path: &Path) -> Option<Arc<Counting>> {
        self.counts.lock().get(path).cloned()
    }

    /// Returns the paths opened so far with their counts, sorted by path.
    pub(super) fn all_counts(&self) -> Vec<(PathBuf, Arc<Counting>)> {
        self.counts.lock().iter().map(|(path, counting)| (path.clone(), counting.clone())).collect()
    }

    /// Runs `read` on the recorded calls.
    pub(super) fn with_calls<R>(&self, read: impl FnOnce(&[Call]) -> R) -> R {
        match &self.calls {
            Some(calls) => read(&calls.lock()),
            None => read(&[]),
        }
    }
}
