//! Handles and locks of the operating system's files.

use super::descriptors::Descriptor;
use super::{overlap, system, transfer};
use crate::alignment;
use crate::batch::BatchResults;
use crate::error::{FileError, Operation};
use crate::file::{Access, Durability, File, FileLock, OpenOptions};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A handle of an operating system's file. Its descriptor may be closed and opened again between
/// calls.
pub(super) struct OsFile {
    pub(super) file: Arc<Descriptor>,
    path: PathBuf,
    options: OpenOptions,
    sector: u32,
    /// Whether I/O bypasses the cache. Changes from true to false once, if a file system accepts
    /// the flag and then refuses the I/O.
    direct: Arc<AtomicBool>,
}

impl OsFile {
    /// Returns a handle of a file just opened with `options`. Direct I/O is used if it's wanted and
    /// the file system accepts the flag; otherwise the cache is used.
    pub(super) fn new(file: fs::File, path: &Path, options: OpenOptions) -> io::Result<OsFile> {
        let direct = options.access == Access::Direct && system::set_direct(&file, true)?;
        let sector = system::sector_size(&file)?;
        let direct = Arc::new(AtomicBool::new(direct));
        let (again, is_direct) = (path.to_owned(), direct.clone());
        let open = move || {
            let mut how = fs::OpenOptions::new();
            how.read(true).write(true);
            system::set_durability(&mut how, options.durability);
            let file = how.open(&again)?;
            if is_direct.load(Ordering::Relaxed) {
                system::set_direct(&file, true)?;
            }
            Ok(file)
        };
        Ok(OsFile { file: Descriptor::new(file, Box::new(open))?, path: path.to_owned(), options, sector, direct })
    }

    /// Calls `write` with the file. The bytes are durable on return only on a synchronous handle.
    pub(super) fn writing<R>(&self, write: impl FnOnce(&fs::File) -> io::Result<R>) -> io::Result<R> {
        match self.options.durability == Durability::Synchronous && system::WRITES_ARE_SYNCHRONOUS {
            true => self.file.with(write),
            false => self.file.writing(write),
        }
    }

    /// When writes by this handle are durable.
    pub(super) fn durability(&self) -> Durability {
        self.options.durability
    }

    /// Fails if the range is beyond the largest file, or isn't in whole sectors although the handle
    /// needs that. `buf` must be aligned then, too.
    pub(super) fn check(&self, operation: Operation, buf: &[u8], offset: u64) -> Result<(), FileError> {
        alignment::check(self.options.access, self.sector, operation, &self.path, buf, offset)
    }

    /// Runs `transfer` with the I/O unit of this handle. If direct I/O is refused, turns it off for
    /// the handle's whole life and runs `transfer` again with unit 1, through the cache.
    pub(super) fn transfer(
        &self,
        file: &fs::File,
        mut transfer: impl FnMut(&fs::File, usize) -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.is_direct() {
            return transfer(file, 1);
        }
        match transfer(file, self.sector as usize) {
            // The arguments were checked, so the error means that direct I/O is refused.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                system::set_direct(file, false)?;
                self.direct.store(false, Ordering::Relaxed);
                transfer(file, 1)
            }
            result => result,
        }
    }
}

impl File for OsFile {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.check(Operation::Read, buf, offset)?;
        let length = buf.len() as u64;
        self.file
            .with(|file| self.transfer(file, |file, unit| transfer::read_exact(file, buf, offset, unit)))
            .map_err(|source| FileError::at(Operation::Read, &self.path, offset, length, source))
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> Result<(), FileError> {
        self.check(Operation::Write, buf, offset)?;
        self.writing(|file| self.transfer(file, |file, unit| transfer::write_all(file, buf, offset, unit)))
            .map_err(|source| FileError::at(Operation::Write, &self.path, offset, buf.len() as u64, source))?;
        // Implements rule 2 if the system's own flag does not.
        if self.options.durability == Durability::Synchronous && !system::WRITES_ARE_SYNCHRONOUS {
            self.sync()?;
        }
        Ok(())
    }

    fn read_batch(&self, reads: &mut [(u64, &mut [u8])]) -> BatchResults {
        self.read_parts(reads, &overlap::run_batch)
    }

    fn write_batch(&self, writes: &[(u64, &[u8])]) -> BatchResults {
        self.write_parts(writes, &overlap::run_batch)
    }

    fn sync(&self) -> Result<(), FileError> {
        self.file.syncing(fs::File::sync_data).map_err(|source| FileError::new(Operation::Sync, &self.path, source))
    }

    fn len(&self) -> Result<u64, FileError> {
        let length = self.file.with(|file| Ok(file.metadata()?.len()));
        length.map_err(|source| FileError::new(Operation::Length, &self.path, source))
    }

    fn allocate(&self, offset: u64, length: u64) -> Result<(), FileError> {
        let at = |source| FileError::at(Operation::Allocate, &self.path, offset, length, source);
        if length == 0 {
            return Err(at(io::ErrorKind::InvalidInput.into()));
        }
        self.file.writing(|file| system::allocate(file, offset, length)).map_err(at)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        let cut = |file: &fs::File| if file.metadata()?.len() > length { file.set_len(length) } else { Ok(()) };
        self.file.writing(cut).map_err(|source| FileError::new(Operation::Length, &self.path, source))
    }

    fn sector_size(&self) -> u32 {
        self.sector
    }

    fn is_direct(&self) -> bool {
        self.direct.load(Ordering::Relaxed)
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

/// The exclusive lock of a file. Closing the file, even by the end of the process, releases the
/// lock.
pub(super) struct OsLock {
    _file: fs::File,
}

impl OsLock {
    /// Takes the lock. Fails with kind `WouldBlock` if it is held. It is released when the result
    /// is dropped or the process ends. Never waits.
    pub(super) fn take(file: fs::File) -> io::Result<OsLock> {
        match file.try_lock() {
            Ok(()) => Ok(OsLock { _file: file }),
            Err(fs::TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

impl FileLock for OsLock {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::aligned::AlignedBuf;
    use crate::file::{Create, Vfs};

    fn open(path: &Path, access: Access, durability: Durability) -> OsFile {
        super::super::OsFs::new()
            .open(path, OpenOptions { create: Create::IfMissing, access, durability })
            .expect("the file can be made");
        let mut how = fs::OpenOptions::new();
        how.read(true).write(true);
        system::set_durability(&mut how, durability);
        let options = OpenOptions { create: Create::Never, access, durability };
        OsFile::new(how.open(path).unwrap(), path, options).unwrap()
    }

    fn flags(file: &OsFile) -> i32 {
        file.file.with(system::flags).unwrap()
    }

    #[test]
    fn handle_options_set_system_flags() {
        let folder = tempfile::tempdir().unwrap();
        for access in [Access::Buffered, Access::Direct] {
            for durability in [Durability::Deferred, Durability::Synchronous] {
                let file = open(&folder.path().join("f"), access, durability);
                assert_eq!(flags(&file) & libc::O_DSYNC != 0, durability == Durability::Synchronous);
                assert_eq!(flags(&file) & libc::O_DIRECT != 0, file.is_direct());
                assert!(access == Access::Direct || !file.is_direct());
            }
        }
    }

    #[test]
    fn refused_direct_io_falls_back_to_cache() {
        let folder = tempfile::tempdir().unwrap();
        let file = open(&folder.path().join("f"), Access::Direct, Durability::Synchronous);
        file.direct.store(true, Ordering::Relaxed);
        let mut attempts = Vec::new();
        let result = file.file.with(|system| {
            file.transfer(system, |_, unit| {
                attempts.push(unit);
                if unit == 1 { Ok(()) } else { Err(io::ErrorKind::InvalidInput.into()) }
            })
        });
        assert!(result.is_ok() && !file.is_direct());
        assert_eq!(attempts, [file.sector as usize, 1]);
        assert_eq!(flags(&file) & (libc::O_DIRECT | libc::O_DSYNC), libc::O_DSYNC, "still synchronous");
        assert!(file.write_at(&AlignedBuf::zeroed(4096), 1).is_err(), "rule 5 still holds");
        file.write_at(&AlignedBuf::zeroed(4096), 0).unwrap();
    }
}
