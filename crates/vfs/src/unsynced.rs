//! A wrapper whose files are never synced, for files that nobody needs after a crash: a database in
//! the making. The maker syncs each file once, through the wrapped file system, before the files
//! count.

use crate::batch::BatchResults;
use crate::error::FileError;
use crate::file::{Durability, File, OpenOptions, Vfs};
use crate::forward::{ForwardingFile, ForwardingFs};
use sluice_base::sync::Arc;
use std::path::Path;

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

impl ForwardingFs for UnsyncedFs {
    fn inner(&self) -> &dyn Vfs {
        &*self.inner
    }

    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let inner = self.inner.open(path, OpenOptions { durability: Durability::Deferred, ..options })?;
        Ok(Arc::new(UnsyncedFile(inner)))
    }

    fn sync_dir(&self, _folder: &Path) -> Result<(), FileError> {
        Ok(())
    }
}

impl ForwardingFile for UnsyncedFile {
    fn inner(&self) -> &dyn File {
        &*self.0
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        self.0.read_batch(reads)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        self.0.write_batch(writes)
    }

    fn sync(&self) -> Result<(), FileError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::UnsyncedFs;
    use crate::file::{Access, Create, Durability, OpenOptions, Vfs};
    use crate::mem::{CrashMode, MemFs};
    use sluice_base::sync::Arc;
    use std::path::Path;

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
