//! A file system whose calls take virtual time, so that other tasks run during a call. The parts of
//! a batch are done in a drawn order.

use sluice_base::schedule;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_vfs::{BatchResults, BootId, File, FileError, FileLock, MappedFile, OpenOptions, Vfs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The wrapper of another file system.
pub(super) struct SlowDisk {
    inner: Arc<dyn Vfs>,
    counts: Arc<Counts>,
    /// The longest time of a call before and after its effect.
    latency: Duration,
}

/// Counts of file calls by kinds that the seeds must reach.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Writes of a log file that began while another write of the file was not finished.
    pub(super) overlapping_log_writes: AtomicU64,
    /// Writes of data files.
    pub(super) page_writes: AtomicU64,
}

impl SlowDisk {
    pub(super) fn new(inner: Arc<dyn Vfs>, latency: Duration) -> SlowDisk {
        SlowDisk { inner, counts: Arc::default(), latency }
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Makes a call that takes time before and after its effect.
    fn slowly<R>(&self, call: impl FnOnce(&dyn Vfs) -> R) -> R {
        pause(self.latency);
        let result = call(&*self.inner);
        pause(self.latency);
        result
    }
}

impl Vfs for SlowDisk {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.slowly(|vfs| vfs.open(path, options))?;
        let is_log = path.extension().is_some_and(|extension| extension == "ldf");
        Ok(Arc::new(SlowFile {
            inner,
            counts: self.counts.clone(),
            latency: self.latency,
            is_log,
            writing: AtomicU64::new(0),
        }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        self.slowly(|vfs| vfs.lock(path))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.slowly(|vfs| vfs.exists(path))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        self.slowly(|vfs| vfs.list(folder))
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        self.slowly(|vfs| vfs.create_dir_all(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        self.slowly(|vfs| vfs.rename(from, to))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.slowly(|vfs| vfs.remove(path))
    }

    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        self.slowly(|vfs| vfs.sync_dir(folder))
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.slowly(|vfs| vfs.map(path, bytes))
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}

struct SlowFile {
    inner: Arc<dyn File>,
    counts: Arc<Counts>,
    latency: Duration,
    is_log: bool,
    /// The number of writes that have begun and not finished.
    writing: AtomicU64,
}

impl SlowFile {
    fn slowly<R>(&self, call: impl FnOnce(&dyn File) -> R) -> R {
        pause(self.latency);
        let result = call(&*self.inner);
        pause(self.latency);
        result
    }

    fn write<R>(&self, call: impl FnOnce(&dyn File) -> R) -> R {
        let others = self.writing.fetch_add(1, Ordering::Relaxed);
        if !self.is_log {
            self.counts.page_writes.fetch_add(1, Ordering::Relaxed);
        } else if others > 0 {
            self.counts.overlapping_log_writes.fetch_add(1, Ordering::Relaxed);
        }
        let result = self.slowly(call);
        self.writing.fetch_sub(1, Ordering::Relaxed);
        result
    }
}

impl File for SlowFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.slowly(|file| file.read_at(buf, offset))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.write(|file| file.write_at(buf, offset))
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        in_drawn_order(reads.len(), |part| {
            let (offset, buf) = &mut reads[part];
            self.read_at(buf, *offset)
        })
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        in_drawn_order(writes.len(), |part| self.write_at(writes[part].1, writes[part].0))
    }

    fn sync(&self) -> Result<(), FileError> {
        self.slowly(|file| file.sync())
    }

    fn len(&self) -> Result<u64, FileError> {
        self.inner.len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.slowly(|file| file.allocate(offset, length))
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.slowly(|file| file.truncate(length))
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

/// Does the parts of a batch in a drawn order.
fn in_drawn_order(count: usize, mut run: impl FnMut(usize) -> Result<(), FileError>) -> BatchResults {
    let mut left: Vec<usize> = (0..count).collect();
    let mut results: Vec<Result<(), FileError>> = (0..count).map(|_| Ok(())).collect();
    while !left.is_empty() {
        let part = left.swap_remove(schedule::draw(left.len() as u64) as usize);
        results[part] = run(part);
    }
    results.into_iter().collect()
}

/// Sleeps for a drawn virtual time, at most `latency`.
fn pause(latency: Duration) {
    let most = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX);
    if schedule::is_task() {
        schedule::sleep(Duration::from_nanos(schedule::draw(most)));
    }
}
