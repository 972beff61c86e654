//! The file system that counts the I/O of each file.

use super::gate::Gate;
use super::handle::MeteredFile;
use crate::error::FileError;
use crate::file::{File, OpenOptions, Vfs};
use crate::forward::ForwardingFs;
use crate::unsynced::UnsyncedFs;
use sluice_base::clock::Clock;
use sluice_base::counters::FileCounters;
use sluice_base::hash::HashMap;
use sluice_base::pending_requests::PendingRequest;
use sluice_base::sync::atomic::AtomicU64;
use sluice_base::sync::{Arc, Mutex};
use std::path::{Path, PathBuf};

/// A wrapper of another file system with I/O counters per file. Calls pass through unchanged; reads
/// and writes are counted and timed with the clock. The gate can delay or close the files.
pub struct MeteredFs {
    inner: Arc<dyn Vfs>,
    clock: Arc<dyn Clock>,
    files: Arc<Mutex<HashMap<PathBuf, Arc<FileCounters>>>>,
    /// The gate of the files opened through this value.
    gate: Arc<Gate>,
    /// The number of requests to all files so far.
    requests: Arc<AtomicU64>,
}

impl MeteredFs {
    /// Returns `inner` with counters, timed by `clock`.
    pub fn new(inner: Arc<dyn Vfs>, clock: Arc<dyn Clock>) -> MeteredFs {
        MeteredFs { inner, clock, files: Arc::default(), gate: Arc::default(), requests: Arc::default() }
    }

    /// Returns the same file system, with the same counters, but with a gate of its own for the
    /// files that are opened through the result.
    pub fn gated(&self) -> MeteredFs {
        let MeteredFs { inner, clock, files, gate: _, requests } = self;
        let (inner, clock, files, requests) = (inner.clone(), clock.clone(), files.clone(), requests.clone());
        MeteredFs { inner, clock, files, gate: Arc::default(), requests }
    }

    /// Returns the same file system without syncs ([`UnsyncedFs`]), with the same counters and a
    /// gate of its own.
    pub fn unsynced(&self) -> MeteredFs {
        MeteredFs { inner: Arc::new(UnsyncedFs::new(self.inner.clone())), ..self.gated() }
    }

    /// Waits for the calls in progress on the files opened through this value, and makes all later
    /// calls on them fail. So the files may be opened again through another value while handles of
    /// this opening are still referenced: no call of an old handle reaches them any more. Handles
    /// opened through this value later fail too; those of other values are not affected.
    pub fn close_files(&self) {
        self.gate.close();
    }

    /// Returns the counters of the file `path`. Enters counters of 0 if the path has none yet; the
    /// file need not exist.
    pub fn counters(&self, path: &Path) -> Arc<FileCounters> {
        Arc::clone(self.files.lock().entry(path.to_owned()).or_default())
    }

    /// Returns the reads and writes in progress with their files, sorted by file and begin.
    pub fn pending_requests(&self) -> Vec<(PathBuf, PendingRequest)> {
        let mut files: Vec<(PathBuf, Arc<FileCounters>)> =
            self.files.lock().iter().map(|(path, counters)| (path.clone(), counters.clone())).collect();
        files.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let of_file = |(path, counters): (PathBuf, Arc<FileCounters>)| {
            counters.pending.list().into_iter().map(move |request| (path.clone(), request))
        };
        files.into_iter().flat_map(of_file).collect()
    }
}

impl ForwardingFs for MeteredFs {
    fn inner(&self) -> &dyn Vfs {
        &*self.inner
    }

    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, options)?;
        let (clock, counters, gate) = (self.clock.clone(), self.counters(path), self.gate.clone());
        Ok(Arc::new(MeteredFile { inner, clock, counters, gate, requests: self.requests.clone() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.inner.rename(from, to)?;
        let mut files = self.files.lock();
        if let Some(counters) = files.remove(from) {
            files.insert(to.to_owned(), counters);
        }
        Ok(())
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.inner.remove(path)?;
        self.files.lock().remove(path);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::MeteredFs;
    use crate::call::CallKind;
    use crate::fault::{CallSite, Fault, FaultFs, FaultPlan, Rule};
    use crate::file::{Access, Create, Durability, OpenOptions, Vfs};
    use crate::mem::MemFs;
    use sluice_base::clock::ManualClock;
    use sluice_base::sync::{Arc, Mutex};
    use std::path::{Path, PathBuf};

    #[test]
    fn metered_counters_follow_rename() {
        let vfs = MeteredFs::new(Arc::new(MemFs::new(1)), Arc::new(ManualClock::new(0)));
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let (first, second) = (Path::new("/first"), Path::new("/second"));
        let file = vfs.open(first, options).unwrap();
        file.write_at(&[1; 30], 0).unwrap();
        file.write_batch(&[(30, &[2; 10]), (40, &[3; 2])]).whole().unwrap();
        vfs.rename(first, second).unwrap();
        let again = vfs.open(second, OpenOptions { create: Create::Never, ..options }).unwrap();
        again.read_at(&mut [0; 42], 0).unwrap();
        let (mut head, mut beyond) = ([0; 5], [0; 2]);
        let results = again.read_batch(&mut [(0, &mut head), (41, &mut beyond)]);
        assert_eq!(results.iter().map(|one| one.is_ok()).collect::<Vec<_>>(), [true, false]);
        assert!(again.read_at(&mut [0; 43], 0).is_err(), "that is beyond the end");
        let of = |path| {
            let counters = vfs.counters(path);
            [&counters.writes, &counters.bytes_written, &counters.reads, &counters.bytes_read]
                .map(|counter| counter.get())
        };
        assert_eq!((of(second), of(first)), ([3, 42, 4, 47], [0; 4]));
        vfs.remove(second).unwrap();
        assert_eq!(of(second), [0; 4]);
    }

    #[test]
    fn requests_are_pending_during_their_call() {
        let hooked: Arc<Mutex<Option<Arc<MeteredFs>>>> = Arc::default();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (of_hook, of_call) = (hooked.clone(), seen.clone());
        let hook = move |site: &CallSite<'_>| {
            let Some(vfs) = of_hook.lock().clone() else { return };
            let pending = vfs.pending_requests().into_iter().map(|(path, one)| (path, one.offset));
            of_call.lock().push((site.offset, pending.collect::<Vec<_>>()));
        };
        let faults = FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none());
        faults.arm(Rule::new(Fault::Hook(Arc::new(hook))).on(CallKind::Write));
        let vfs = Arc::new(MeteredFs::new(Arc::new(faults), Arc::new(ManualClock::new(0))));
        *hooked.lock() = Some(vfs.clone());
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let file = vfs.open(Path::new("/one"), options).unwrap();
        file.write_batch(&[(30, &[2; 10]), (0, &[3; 2])]).whole().unwrap();
        file.write_at(&[1; 4], 7).unwrap();
        let at = |offset: u64| (PathBuf::from("/one"), offset);
        let batch = || vec![at(30), at(0)];
        assert_eq!(*seen.lock(), [(30, batch()), (0, batch()), (7, vec![at(7)])]);
        assert_eq!(vfs.pending_requests(), []);
        *hooked.lock() = None;
    }

    #[test]
    fn closed_files_refuse_calls_while_others_go_on() {
        let vfs = MeteredFs::new(Arc::new(MemFs::new(1)), Arc::new(ManualClock::new(0)));
        let options =
            OpenOptions { create: Create::IfMissing, access: Access::Buffered, durability: Durability::Deferred };
        let path = Path::new("/one");
        let gated = vfs.gated();
        let (own, other) = (gated.open(path, options).unwrap(), vfs.open(path, options).unwrap());
        own.write_at(&[1; 4], 0).unwrap();
        gated.close_files();
        let refused = own.write_at(&[2; 4], 0).unwrap_err();
        assert!(refused.to_string().contains("closed"), "{refused}");
        assert!(own.sync().is_err() && own.len().is_err() && own.allocate(0, 8).is_err());
        assert!(own.write_batch(&[(0, &[2; 4])]).whole().is_err() && own.read_at(&mut [0; 4], 0).is_err());
        let mut bytes = [0; 4];
        other.read_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [1; 4], "the refused write didn't reach the file");
        assert!(gated.open(path, options).unwrap().len().is_err(), "the opening is over");
        assert_eq!(vfs.counters(path).bytes_written.get(), 4, "both share the file's counters");
    }
}
