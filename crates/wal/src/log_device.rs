//! The device that holds the bytes of a log: a file, memory, or another store.
//!
//! A device is an array of bytes that can grow. The durability of the log rests on three rules that
//! each device keeps:
//! 1. When [`LogDevice::write_block`] returns, its bytes survive the failures the device covers
//!    (for a file: a power cut). Several block writes may run at once, at ranges that do not
//!    overlap, and finish in any order.
//! 2. Bytes changed by [`LogDevice::write`] and [`LogDevice::extend`], and all bytes readable
//!    before it, survive once a later [`LogDevice::settle`] has returned. Until then each sector
//!    may be old or new.
//! 3. After an error the content of the range is unknown. The log never retries as if nothing had
//!    happened.

use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::{Path, PathBuf};

/// A store for the bytes of one log. Offsets, lengths and buffer addresses are multiples of the
/// sector size.
#[expect(clippy::len_without_is_empty, reason = "no caller asks whether a device is empty")]
pub trait LogDevice: Send + Sync {
    /// Returns the name of the device, for messages.
    fn path(&self) -> &Path;

    /// Returns the unit the device writes atomically, in bytes: 512 to 4,096.
    fn sector(&self) -> u32;

    /// Returns the length in bytes.
    fn len(&self) -> Result<u64, FileError>;

    /// Fills `buf` from `offset`. Fails if the range passes the end of the device.
    fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError>;

    /// Writes a log block. The block is durable on return (rule 1).
    fn write_block(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError>;

    /// Writes other bytes than blocks. The bytes are durable after [`LogDevice::settle`] (rule 2).
    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError>;

    /// Makes all readable bytes durable (rule 2).
    fn settle(&self) -> Result<(), FileError>;

    /// Appends `bytes` zero bytes at `from` and allocates their disk space. The new length is
    /// durable after [`LogDevice::settle`]. If the call fails with [`FileError::is_disk_full`], no
    /// data was lost.
    fn allocate(&self, from: u64, bytes: u64) -> Result<(), FileError>;

    /// Writes zeroes into allocated space without data, so that a later block write costs no
    /// metadata update. Durability and errors are those of [`LogDevice::allocate`].
    fn zero(&self, from: u64, bytes: u64) -> Result<(), FileError>;

    /// Cuts the device off at `length` bytes, and does nothing to a shorter one. The new length is
    /// durable after [`LogDevice::settle`].
    fn truncate(&self, length: u64) -> Result<(), FileError>;

    /// Calls `allocate`, then `zero`.
    fn extend(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.allocate(from, bytes)?;
        self.zero(from, bytes)
    }
}

/// A log in a file. Each block is one write through a synchronous direct handle. All other I/O uses
/// a deferred handle and `sync`, so that a trace of file calls separates flushes from the rest.
/// Both handles are of the same file.
pub(crate) struct FileDevice {
    path: PathBuf,
    blocks: Arc<dyn File>,
    rest: Arc<dyn File>,
}

impl FileDevice {
    /// Opens or creates the file as `create` says, with both handles: one for blocks, whose writes
    /// are durable, and one for the rest. Its length stays.
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

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.rest.truncate(length)
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
