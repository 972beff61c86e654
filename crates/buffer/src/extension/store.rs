//! The extension's file: a header page, two areas for directories, then slots of a page each.
//!
//! The header names the file's purpose, so that a start replaces only a file of an extension, and
//! the file's length, so that a start finds the parts of a file that it takes over. A file of
//! another length or version is made anew.

use super::layout;
use crate::page::PAGE_SIZE;
use sluice_base::clock::Clock;
use sluice_base::codec::{get_u64, put_u64};
use sluice_base::error_log::ErrorLog;
use sluice_base::memory::OutOfMemory;
use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, FileLock, OpenOptions, Vfs};
use std::fmt;
use std::path::{Path, PathBuf};

/// The properties of an extension.
pub struct ExtensionOptions {
    /// The file system.
    pub vfs: Arc<dyn Vfs>,
    /// The file, which is created, unless it is taken over.
    pub path: PathBuf,
    /// Whether the pages in a file of an earlier extension of the same length are used. If not, the
    /// file is replaced.
    pub takes_over: bool,
    /// The file's length.
    pub bytes: u64,
    /// The clock of the pages' ages.
    pub clock: Arc<dyn Clock>,
    /// The log that gets a line if the extension fails.
    pub error_log: Arc<ErrorLog>,
    /// Whether the lazy writer runs. If not, evicting threads write to the file.
    pub has_writer: bool,
}

/// The reason why an extension can't be used.
#[derive(Debug)]
pub enum ExtensionError {
    /// The map of the slots needs more memory than is free.
    Memory(OutOfMemory),
    /// A call of the file failed.
    File(FileError),
    /// The file exists and is not an extension's.
    Foreign,
    /// The file is too short for a slot, or has more than 2³¹ slots.
    Size,
}

impl From<FileError> for ExtensionError {
    fn from(error: FileError) -> ExtensionError {
        ExtensionError::File(error)
    }
}

impl fmt::Display for ExtensionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtensionError::Memory(error) => error.fmt(f),
            ExtensionError::File(error) => error.fmt(f),
            ExtensionError::Foreign => f.write_str("the file exists and is not a buffer pool extension"),
            ExtensionError::Size => f.write_str("the size is less than six pages, or more than 16 TB"),
        }
    }
}

impl std::error::Error for ExtensionError {}

/// The open file.
pub(super) struct Store {
    vfs: Arc<dyn Vfs>,
    file: Arc<dyn File>,
    bytes: u64,
    slots: u32,
    /// The pages of each area for directories.
    directory_pages: u64,
    /// Keeps other instances from the file.
    _lock: Box<dyn FileLock>,
}

impl Store {
    /// Returns the number of slots in a file of that length. Returns `None` if that is none, or
    /// more than the extension can have.
    pub(super) fn slots_in(bytes: u64) -> Option<u32> {
        let slots = layout::slots_in(bytes);
        u32::try_from(slots).ok().filter(|slots| (1..=SLOTS_MAX).contains(slots))
    }

    /// Takes over the file of an earlier extension, or creates the file. The flag is whether the
    /// file was taken over. Fails with `Foreign` if another kind of file is there, and if another
    /// process has locked the file. Fails with `Size` for a length with no slots or too many.
    pub(super) fn open(options: &ExtensionOptions) -> Result<(Store, bool), ExtensionError> {
        let (vfs, path) = (&options.vfs, &options.path);
        let slots = Store::slots_in(options.bytes).ok_or(ExtensionError::Size)?;
        let store = |file, lock| Store {
            vfs: vfs.clone(),
            file,
            bytes: options.bytes,
            slots,
            directory_pages: layout::directory_pages(slots.into()),
            _lock: lock,
        };
        if vfs.exists(path)? {
            let lock = vfs.lock(path)?;
            let file = open(&**vfs, path, Create::Never)?;
            if !is_extension(&*file)? {
                return Err(ExtensionError::Foreign);
            }
            if options.takes_over && is_complete(&*file, options.bytes)? {
                return Ok((store(file, lock), true));
            }
            vfs.remove(path)?;
        }
        make(&**vfs, path, options.bytes)?;
        let lock = vfs.lock(path)?;
        let store = store(open(&**vfs, path, Create::Never)?, lock);
        match store.file.allocate(0, store.bytes) {
            Ok(()) => Ok((store, false)),
            Err(error) => {
                store.remove();
                Err(error.into())
            }
        }
    }

    /// Returns the number of slots.
    pub(super) fn slots(&self) -> u32 {
        self.slots
    }

    /// Returns the pages of an area for a directory.
    pub(super) fn directory_pages(&self) -> u64 {
        self.directory_pages
    }

    /// Writes pages of the directory `sequence` from its page `index` on.
    pub(super) fn write_directory(&self, sequence: u64, index: u64, pages: &[u8]) -> Result<(), FileError> {
        self.file.write_at(pages, self.directory_offset(sequence, index))
    }

    /// Reads pages of the area of the directory `sequence` from page `index` on.
    pub(super) fn read_directory(&self, sequence: u64, index: u64, pages: &mut [u8]) -> Result<(), FileError> {
        self.file.read_at(pages, self.directory_offset(sequence, index))
    }

    fn directory_offset(&self, sequence: u64, index: u64) -> u64 {
        (1 + sequence % 2 * self.directory_pages + index) * PAGE_SIZE as u64
    }

    /// Returns the offset of a slot in the file.
    pub(super) fn offset_of(&self, slot: u32) -> u64 {
        (1 + 2 * self.directory_pages + u64::from(slot)) * PAGE_SIZE as u64
    }

    /// Returns the file's path.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns the file's length.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads a slot's page.
    pub(super) fn read(&self, slot: u32, bytes: &mut [u8]) -> Result<(), FileError> {
        self.file.read_at(bytes, self.offset_of(slot))
    }

    /// Writes bytes at offsets of the file, in any order. Fails with the first error. Syncs
    /// nothing.
    pub(super) fn write(&self, writes: &[(u64, &[u8])]) -> Result<(), FileError> {
        self.file.write_batch(writes).whole()
    }

    /// Removes the file. Calls in progress end undisturbed. A file that can't be removed is
    /// replaced when an extension of the same path is turned on. Returns the path.
    pub(super) fn remove(&self) -> PathBuf {
        let path = self.path().to_owned();
        let _ = self.vfs.remove(&path);
        path
    }
}

/// Makes a file with the header of a file of `bytes` bytes. It gets its name when the header is
/// durable, so a power cut leaves no file of that name without a header.
fn make(vfs: &dyn Vfs, path: &Path, bytes: u64) -> Result<(), FileError> {
    let unnamed = path.with_added_extension(MAKING);
    let made = open(vfs, &unnamed, Create::IfMissing).and_then(|file| {
        let mut header = AlignedBuf::zeroed(PAGE_SIZE);
        header[..MAGIC.len()].copy_from_slice(MAGIC);
        put_u64(&mut header, LENGTH, bytes);
        file.write_at(&header, 0)?;
        file.sync()?;
        vfs.rename(&unnamed, path)
    });
    if made.is_err() {
        // A file that stays is replaced by the next extension of this path.
        let _ = vfs.remove(&unnamed);
    }
    made
}

/// Removes the file at `path` if it is an extension's and no instance uses it. Does nothing if
/// there is no file. Fails with `Foreign` for a file that isn't an extension's.
pub fn remove_leftover(vfs: &dyn Vfs, path: &Path) -> Result<(), ExtensionError> {
    if !vfs.exists(path)? {
        return Ok(());
    }
    let _lock = vfs.lock(path)?;
    if !is_extension(&*open(vfs, path, Create::Never)?)? {
        return Err(ExtensionError::Foreign);
    }
    Ok(vfs.remove(path)?)
}

fn open(vfs: &dyn Vfs, path: &Path, create: Create) -> Result<Arc<dyn File>, FileError> {
    vfs.open(path, OpenOptions { create, access: Access::Direct, durability: Durability::Deferred })
}

/// Whether an extension may replace the file: it has the header of any version, or nothing.
fn is_extension(file: &dyn File) -> Result<bool, FileError> {
    let mut header = AlignedBuf::zeroed(PAGE_SIZE);
    match file.len()? {
        0 => Ok(true),
        length if length < PAGE_SIZE as u64 => Ok(false),
        _ => file.read_at(&mut header, 0).map(|()| header.starts_with(PURPOSE)),
    }
}

/// Whether the file has this version's header, and the length that the header and the
/// configuration name.
fn is_complete(file: &dyn File, bytes: u64) -> Result<bool, FileError> {
    let mut header = AlignedBuf::zeroed(PAGE_SIZE);
    if file.len()? < bytes {
        return Ok(false);
    }
    file.read_at(&mut header, 0)?;
    Ok(header.starts_with(MAGIC) && get_u64(&header, LENGTH) == bytes)
}

/// The first bytes of the file, for every version.
const PURPOSE: &[u8] = b"Sluice buffer pool extension ";
/// The first bytes of the file. The rest of its first page is zero, except for the length.
const MAGIC: &[u8] = b"Sluice buffer pool extension 2\n";
/// The offset of the file's length in the header.
const LENGTH: usize = 64;

/// The ending of the file while it is made.
const MAKING: &str = "new";

/// 16 TB.
const SLOTS_MAX: u32 = 1 << 31;
