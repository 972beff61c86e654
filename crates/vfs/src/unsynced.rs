//! A wrapper whose files are never synced, for files that nobody needs after a crash: a database in
//! the making. The maker syncs each file once, through the wrapped file system, before the files
//! count.

use crate::error::FileError;
use crate::file::{BootId, Durability, File, FileLock, MappedFile, OpenOptions, Vfs};
use sluice_base::sync::Arc;
use std::path::{Path, PathBuf};

/// A wrapper without rules 2 and 3 of [`mod@crate::file`]: syncs do nothing, and synchronous writes
/// are deferred.
pub struct UnsyncedFs {
    inner: Arc<dyn Vfs>,
}

impl UnsyncedFs {
    /// Returns `inner` without syncs.
    pub fn new(inner: Arc<dyn Vfs>) -> UnsyncedFs {
        UnsyncedFs { inner }
    }
}

struct UnsyncedFile(Arc<dyn File>);

impl Vfs for UnsyncedFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, OpenOptions { durability: Durability::Deferred, ..options })?;
        Ok(Arc::new(UnsyncedFile(inner)))
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
        self.inner.rename(from, to)
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.inner.remove(path)
    }

    fn sync_dir(&self, _folder: &Path) -> Result<(), FileError> {
        Ok(())
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        self.inner.map(path, bytes)
    }

    fn boot_id(&self) -> Option<BootId> {
        self.inner.boot_id()
    }
}

impl File for UnsyncedFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.0.read_at(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.0.write_at(buf, offset)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> Result<(), FileError> {
        self.0.write_batch(writes)
    }

    fn sync(&self) -> Result<(), FileError> {
        Ok(())
    }

    fn len(&self) -> Result<u64, FileError> {
        self.0.len()
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        self.0.allocate(offset, length)
    }

    fn sector_size(&self) -> u32 {
        self.0.sector_size()
    }

    fn is_direct(&self) -> bool {
        self.0.is_direct()
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{Access, Create};
    use crate::mem::{CrashMode, MemFs};

    #[test]
    fn unsynced_file_is_durable_after_sync_through_inner() {
        let inner = Arc::new(MemFs::new(1));
        let path = Path::new("/f");
        let options =
            OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Synchronous };
        let unsynced = UnsyncedFs::new(inner.clone());
        let file = unsynced.open(path, options).unwrap();
        file.write_at(&[7; 100], 0).unwrap();
        file.sync().unwrap();
        unsynced.sync_dir(Path::new("/")).unwrap();
        assert!(!inner.crash_copy(1, CrashMode::LOSE_UNSYNCED).exists(path).unwrap(), "nothing was synced");
        let again = OpenOptions { create: Create::Never, ..options };
        inner.open(path, again).unwrap().sync().unwrap();
        inner.sync_dir(Path::new("/")).unwrap();
        let mut bytes = [0; 100];
        let after = inner.crash_copy(1, CrashMode::LOSE_UNSYNCED);
        after.open(path, again).unwrap().read_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [7; 100]);
    }
}
