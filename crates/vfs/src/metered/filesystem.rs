//! The file system that counts the I/O of each file.

use super::handle::MeteredFile;
use crate::error::FileError;
use crate::file::{BootId, File, FileLock, MappedFile, OpenOptions, Vfs};
use sluice_base::clock::Clock;
use sluice_base::counters::FileCounters;
use sluice_base::hash::HashMap;
use sluice_base::sync::{Arc, Mutex};
use std::path::{Path, PathBuf};

/// A wrapper of another file system with I/O counters per file.
pub struct MeteredFs {
    inner: Arc<dyn Vfs>,
    clock: Arc<dyn Clock>,
    files: Mutex<HashMap<PathBuf, Arc<FileCounters>>>,
}

impl MeteredFs {
    /// Returns `inner` with counters, timed by `clock`.
    pub fn new(inner: Arc<dyn Vfs>, clock: Arc<dyn Clock>) -> MeteredFs {
        MeteredFs { inner, clock, files: Mutex::default() }
    }

    /// Returns the counters of the file `path`.
    pub fn counters(&self, path: &Path) -> Arc<FileCounters> {
        Arc::clone(self.files.lock().entry(path.to_owned()).or_default())
    }
}

impl Vfs for MeteredFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, options)?;
        Ok(Arc::new(MeteredFile { inner, clock: self.clock.clone(), counters: self.counters(path) }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.inner.lock(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.inner.exists(path)
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.inner.list(folder)
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.inner.create_dir_all(folder)
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

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.inner.sync_dir(folder)
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.inner.map(path, bytes)
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Access, Create, Durability};
    use crate::mem::MemFs;
    use sluice_base::clock::ManualClock;

    #[test]
    fn metered_counters_follow_rename() {
        let vfs = MeteredFs::new(Arc::new(MemFs::new(1)), Arc::new(ManualClock::new(0)));
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let (first, second) = (Path::new("/first"), Path::new("/second"));
        let file = vfs.open(first, options).unwrap();
        file.write_at(&[1; 30], 0).unwrap();
        file.write_batch(&[(30, &[2; 10]), (40, &[3; 2])]).unwrap();
        vfs.rename(first, second).unwrap();
        let again = vfs.open(second, OpenOptions { create: Create::Never, ..options }).unwrap();
        again.read_at(&mut [0; 42], 0).unwrap();
        assert!(again.read_at(&mut [0; 43], 0).is_err(), "that is beyond the end");
        let of = |path| {
            let counters = vfs.counters(path);
            [&counters.writes, &counters.bytes_written, &counters.reads, &counters.bytes_read]
                .map(|counter| counter.get())
        };
        assert_eq!((of(second), of(first)), ([3, 42, 2, 42], [0; 4]));
        vfs.remove(second).unwrap();
        assert_eq!(of(second), [0; 4]);
    }
}
