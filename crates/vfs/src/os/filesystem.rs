//! The operating system's file system.

use super::handle::{OsFile, OsLock};
use super::system;
use crate::error::{FileError, Operation};
use crate::file::{BootId, Create, File, FileLock, MappedFile, OpenOptions, Vfs};
use crate::persistent::{Persistence, PersistentMemory};
use sluice_base::sync::Arc;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The operating system's file system.
#[derive(Clone, Copy, Default, Debug)]
pub struct OsFs;

impl OsFs {
    /// Returns the operating system's file system.
    pub fn new() -> OsFs {
        OsFs
    }
}

impl Vfs for OsFs {
    fn open(&self, path: &Path, options: OpenOptions) -> Result<Arc<dyn File>, FileError> {
        let mut how = fs::OpenOptions::new();
        how.read(true).write(true);
        match options.create {
            Create::Never => {}
            Create::New => {
                how.create_new(true);
            }
            Create::IfMissing => {
                how.create(true);
            }
        }
        system::set_durability(&mut how, options.durability);
        let file = how.open(path).and_then(|file| OsFile::new(file, path, options));
        Ok(Arc::new(file.map_err(|source| FileError::new(Operation::Open, path, source))?))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn FileLock>, FileError> {
        let file = fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let lock = file.and_then(OsLock::take).map_err(|source| FileError::new(Operation::Lock, path, source))?;
        Ok(Box::new(lock))
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        path.try_exists().map_err(|source| FileError::new(Operation::Exists, path, source))
    }

    fn list(&self, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
        let entries = fs::read_dir(folder).and_then(|entries| {
            entries.map(|entry| Ok(PathBuf::from(entry?.file_name()))).collect::<io::Result<Vec<PathBuf>>>()
        });
        let mut names = entries.map_err(|source| FileError::new(Operation::List, folder, source))?;
        names.sort();
        Ok(names)
    }

    fn create_dir_all(&self, folder: &Path) -> Result<(), FileError> {
        let above: Vec<&Path> = folder.ancestors().collect();
        for made in above.into_iter().rev() {
            if made.as_os_str().is_empty() || made.is_dir() {
                continue;
            }
            match fs::create_dir(made) {
                Ok(()) => self.sync_dir(parent(made))?,
                // Another caller created the folder just now. Its durability still needs a sync
                // here.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && made.is_dir() => {
                    self.sync_dir(parent(made))?;
                }
                Err(error) => return Err(FileError::new(Operation::MakeFolder, made, error)),
            }
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), FileError> {
        fs::rename(from, to).map_err(|source| FileError::new(Operation::Rename, from, source))
    }

    fn remove(&self, path: &Path) -> Result<(), FileError> {
        fs::remove_file(path).map_err(|source| FileError::new(Operation::Remove, path, source))
    }

    /// Implements rule 3. Windows has no such call: its file system's log keeps names in order.
    fn sync_dir(&self, folder: &Path) -> Result<(), FileError> {
        if cfg!(windows) {
            return Ok(());
        }
        let synced = fs::File::open(folder).and_then(|opened| {
            // Without this check the system would sync a file, which the caller did not intend.
            if opened.metadata()?.is_dir() { opened.sync_all() } else { Err(io::ErrorKind::NotADirectory.into()) }
        });
        synced.map_err(|source| FileError::new(Operation::Sync, folder, source))
    }

    fn map(&self, path: &Path, bytes: usize) -> Result<Box<dyn MappedFile>, FileError> {
        let file = fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mapped = file.and_then(|file| {
            // Space is reserved first: a store into an unallocated page of a full disk would kill
            // the process.
            system::allocate(&file, 0, bytes as u64)?;
            system::map(&file, bytes)
        });
        mapped.map_err(|source| FileError::new(Operation::Open, path, source))
    }

    fn map_persistent(
        &self,
        path: &Path,
        bytes: usize,
        persistence: Persistence,
    ) -> Result<Box<dyn PersistentMemory>, FileError> {
        let file = fs::OpenOptions::new().read(true).write(true).open(path);
        let mapped = file.and_then(|file| {
            // A store beyond the file's end would kill the process.
            match file.metadata()?.len() < bytes as u64 {
                true => Err(io::ErrorKind::UnexpectedEof.into()),
                false => system::map_persistent(&file, bytes, persistence),
            }
        });
        mapped.map_err(|source| FileError::new(Operation::Open, path, source))
    }

    fn boot_id(&self) -> Option<BootId> {
        system::boot_id()
    }
}

/// Returns the folder that holds the entry of `path`: the current folder for a bare name.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
