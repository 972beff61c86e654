//! The extension's file: a header page, then slots of a page each.
//!
//! The header names the file's purpose, so that a start may replace a file that an ended process
//! left behind, and nothing else. Slots are meaningless after a restart: the map from pages to
//! slots is in memory only.

use crate::page::PAGE_SIZE;
use sluice_base::clock::Clock;
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
    /// The file, which is created. A file of an earlier extension is replaced.
    pub path: PathBuf,
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
    /// The size has no slot, or more than 2³¹ slots.
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
            ExtensionError::Size => f.write_str("the size is less than two pages, or more than 16 TB"),
        }
    }
}

impl std::error::Error for ExtensionError {}

/// The open file.
pub(super) struct Store {
    vfs: Arc<dyn Vfs>,
    file: Arc<dyn File>,
    bytes: u64,
    /// Keeps other instances from the file.
    _lock: Box<dyn FileLock>,
}

impl Store {
    /// Returns the number of slots in a file of that length. Returns `None` if that is none, or
    /// more than the extension can have.
    pub(super) fn slots_in(bytes: u64) -> Option<u32> {
        let slots = (bytes / PAGE_SIZE as u64).checked_sub(1)?;
        u32::try_from(slots).ok().filter(|slots| (1..=SLOTS_MAX).contains(slots))
    }

    /// Creates the file. A file that an earlier extension left is replaced. Fails with `Foreign` if
    /// another kind of file is there, and if another process has locked the file.
    pub(super) fn create(options: &ExtensionOptions) -> Result<Store, ExtensionError> {
        let (vfs, path) = (&options.vfs, &options.path);
        if vfs.exists(path)? {
            let _lock = vfs.lock(path)?;
            if !is_extension(&*open(&**vfs, path, Create::Never)?)? {
                return Err(ExtensionError::Foreign);
            }
            vfs.remove(path)?;
        }
        make(&**vfs, path)?;
        let lock = vfs.lock(path)?;
        let store =
            Store { vfs: vfs.clone(), file: open(&**vfs, path, Create::Never)?, bytes: options.bytes, _lock: lock };
        match store.file.allocate(0, store.bytes) {
            Ok(()) => Ok(store),
            Err(error) => {
                store.remove();
                Err(error.into())
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn read(&self, slot: u32, bytes: &mut [u8]) -> Result<(), FileError> {
        self.file.read_at(bytes, offset_of(slot))
    }

    pub(super) fn write(&self, writes: &[(u64, &[u8])]) -> Result<(), FileError> {
        self.file.write_batch(writes)
    }

    /// Removes the file. Calls in progress end undisturbed. A file that can't be removed is
    /// replaced when an extension of the same path is turned on. Returns the path.
    pub(super) fn remove(&self) -> PathBuf {
        let path = self.path().to_owned();
        let _ = self.vfs.remove(&path);
        path
    }
}

/// Makes a file with the header. It gets its name when the header is durable, so a power cut leaves
/// no file of that name without a header.
fn make(vfs: &dyn Vfs, path: &Path) -> Result<(), FileError> {
    let unnamed = path.with_added_extension(MAKING);
    let made = open(vfs, &unnamed, Create::IfMissing).and_then(|file| {
        let mut header = AlignedBuf::zeroed(PAGE_SIZE);
        header[..MAGIC.len()].copy_from_slice(MAGIC);
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

/// Whether an extension may replace the file: it has the header, or nothing.
fn is_extension(file: &dyn File) -> Result<bool, FileError> {
    let mut header = AlignedBuf::zeroed(PAGE_SIZE);
    match file.len()? {
        0 => Ok(true),
        length if length < PAGE_SIZE as u64 => Ok(false),
        _ => file.read_at(&mut header, 0).map(|()| header.starts_with(MAGIC)),
    }
}

/// Returns the offset of a slot in the file.
pub(super) fn offset_of(slot: u32) -> u64 {
    (1 + u64::from(slot)) * PAGE_SIZE as u64
}

/// The first bytes of the file. The rest of its first page is zero.
const MAGIC: &[u8] = b"Sluice buffer pool extension 1\n";

/// The ending of the file while it is made.
const MAKING: &str = "new";

/// 16 TB.
const SLOTS_MAX: u32 = 1 << 31;
