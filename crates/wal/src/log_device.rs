//! Where a log's bytes really go: the seam behind which a log lives in a file, in memory, or one day elsewhere.
//!
//! A device is an array of bytes that can grow. The rules that the log's durability rests on are the device's to keep:
//! 1. When [`LogDevice::write_block`] returns, its bytes survive what the device promises to survive (for a file: a power
//!    cut). Several may be under way at once, at places that do not overlap, and finish in any order.
//! 2. What [`LogDevice::write`] and [`LogDevice::extend`] changed survives once a later [`LogDevice::settle`] has returned, and so
//!    does whatever can be read by then. Until then each sector may be old or new.
//! 3. An error means that nobody knows what the device holds there; the log never tries again as if nothing had happened.

use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

/// A place for one log's bytes. Offsets, lengths and addresses of buffers are multiples of the sector size.
#[expect(clippy::len_without_is_empty, reason = "no caller asks whether a device is empty")]
pub trait LogDevice: Send + Sync {
    /// What it is called, for messages.
    fn path(&self) -> &Path;

    /// The unit that it writes whole, in bytes: 512 to 4,096.
    fn sector(&self) -> u32;

    /// How many bytes it has.
    fn len(&self) -> Result<u64, FileError>;

    /// Fills `buf` from `offset`; reading past the end fails.
    fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError>;

    /// Writes a log block; durable when it returns (rule 1).
    fn write_block(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError>;

    /// Writes something else than a block; durable after [`LogDevice::settle`] (rule 2).
    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError>;

    /// Makes everything that can be read durable (rule 2).
    fn settle(&self) -> Result<(), FileError>;

    /// Makes it `bytes` longer from `from` on, which read as zeroes; the room is really there then. Durable after
    /// [`LogDevice::settle`]. When it fails with [`FileError::is_disk_full`], nothing can have been lost.
    fn allocate(&self, from: u64, bytes: u64) -> Result<(), FileError>;

    /// Writes zeroes where room was allocated and nothing is, so that a block written there later costs no more than its bytes.
    /// Durable and failing as [`LogDevice::allocate`].
    fn zero(&self, from: u64, bytes: u64) -> Result<(), FileError>;

    /// Both, one after the other.
    fn extend(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.allocate(from, bytes)?;
        self.zero(from, bytes)
    }
}

/// A log in a file. Blocks are written through a synchronous direct handle, one write a block. Everything else goes through
/// a deferred handle and `sync`, so that a trace of file calls tells flushes from the rest.
pub(crate) struct FileDevice {
    path: PathBuf,
    blocks: Arc<dyn File>,
    rest: Arc<dyn File>,
}

impl FileDevice {
    /// Opens the file, or makes it.
    pub(crate) fn open(vfs: &dyn Vfs, path: &Path, create: Create) -> Result<FileDevice, FileError> {
        let options = OpenOptions { create, access: Access::Direct, durability: Durability::Deferred };
        let rest = vfs.open(path, options)?;
        let options =
            OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Synchronous };
        Ok(FileDevice { path: path.to_owned(), blocks: vfs.open(path, options)?, rest })
    }
}

impl LogDevice for FileDevice {
    fn path(&self) -> &Path {
        &self.path
    }

    fn sector(&self) -> u32 {
        self.blocks.sector_size()
    }

    fn len(&self) -> Result<u64, FileError> {
        self.rest.len()
    }

    fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.rest.read_at(buf, offset)
    }

    fn write_block(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError> {
        self.blocks.write_at(bytes, offset)
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError> {
        self.rest.write_at(bytes, offset)
    }

    fn settle(&self) -> Result<(), FileError> {
        self.rest.sync()
    }

    fn allocate(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.rest.allocate(from, bytes)
    }

    fn zero(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        let zeroes = AlignedBuf::zeroed(bytes.min(ZERO_CHUNK) as usize);
        let mut at = from;
        while at < from + bytes {
            let length = (from + bytes - at).min(ZERO_CHUNK);
            self.rest.write_at(&zeroes[..length as usize], at)?;
            at += length;
        }
        Ok(())
    }
}

const ZERO_CHUNK: u64 = 1 << 20;
