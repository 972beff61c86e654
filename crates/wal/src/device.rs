//! The log file's handles: where a log's bytes really go.
//!
//! Blocks are written through a synchronous direct handle, one write a block and durable when it returns. Everything
//! else (headers, growth) goes through a deferred handle and `sync`, so that a trace of file calls tells flushes from the rest.
//! This is the seam where a log on persistent memory will differ.

use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, HeaderFault, VLFS_FROM, copy_offset};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Operation, Vfs};
use std::io;
use std::path::{Path, PathBuf};

/// An open log file.
pub(crate) struct Device {
    path: PathBuf,
    blocks: Arc<dyn File>,
    rest: Arc<dyn File>,
}

impl Device {
    /// Opens the file, or makes it.
    pub(crate) fn open(vfs: &dyn Vfs, path: &Path, create: Create) -> Result<Device, FileError> {
        let options = OpenOptions { create, access: Access::Direct, durability: Durability::Deferred };
        let rest = vfs.open(path, options)?;
        let options =
            OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Synchronous };
        Ok(Device { path: path.to_owned(), blocks: vfs.open(path, options)?, rest })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn sector(&self) -> u32 {
        self.blocks.sector_size()
    }

    pub(crate) fn len(&self) -> Result<u64, FileError> {
        self.rest.len()
    }

    /// Writes a block; it is durable when this returns.
    pub(crate) fn write_block(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError> {
        self.blocks.write_at(bytes, offset)
    }

    /// Makes everything that can be read durable.
    pub(crate) fn settle(&self) -> Result<(), FileError> {
        self.rest.sync()
    }

    /// Reads; offset and length are multiples of 4,096, or of the log's sector.
    pub(crate) fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.rest.read_at(buf, offset)
    }

    /// Makes both copies of the header durable, one after the other (invariant 1 of `header`).
    pub(crate) fn write_header(&self, header: &Header) -> Result<(), FileError> {
        let encoded = header.encode();
        let mut bytes = AlignedBuf::zeroed(encoded.len().next_multiple_of(AlignedBuf::ALIGNMENT));
        bytes[..encoded.len()].copy_from_slice(&encoded);
        for copy in [0, 1] {
            self.rest.write_at(&bytes, copy_offset(copy))?;
            self.rest.sync()?;
        }
        Ok(())
    }

    /// The newer valid copy of the header. One damaged copy is survived; `start` writes both anew.
    pub(crate) fn read_header(&self, guid: DatabaseGuid) -> Result<Header, LogError> {
        if self.len()? < VLFS_FROM {
            return Err(self.damaged(0, Lsn::NONE, "the file is too short to be a log"));
        }
        let mut bytes = AlignedBuf::zeroed(2 * COPY_BYTES as usize);
        self.read(&mut bytes, copy_offset(0))?;
        let (first, second) = bytes.split_at(COPY_BYTES as usize);
        let header = match (Header::decode(first), Header::decode(second)) {
            (Ok(first), Ok(second)) => Ok(if first.generation >= second.generation { first } else { second }),
            (Ok(header), Err(_)) | (Err(_), Ok(header)) => Ok(header),
            (Err(fault), Err(_)) => Err(fault),
        };
        let header = header.map_err(|fault| {
            let what = match fault {
                HeaderFault::NotAHeader => {
                    "both copies of the header are damaged, or this is no log of this engine".into()
                }
                HeaderFault::Version(version) => format!("the header has format version {version}, which is unknown"),
                HeaderFault::Checksum | HeaderFault::Contents => "both copies of the header are damaged".into(),
            };
            self.damaged(0, Lsn::NONE, &what)
        })?;
        if header.guid != guid {
            return Err(self.damaged(0, Lsn::NONE, "the log belongs to another database"));
        }
        let needed = header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(0);
        let length = self.len()?;
        if length < needed {
            let what = format!("the file has {length} bytes, its header says {needed}");
            return Err(self.damaged(length, Lsn::NONE, &what));
        }
        Ok(header)
    }

    /// Reserves `[from, from + bytes)` of the file and writes it with zeroes, durably. What fails before anything can
    /// have been lost (no room) is told apart by [`FileError::is_disk_full`].
    pub(crate) fn extend(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.rest.allocate(from, bytes)?;
        let zeroes = AlignedBuf::zeroed(bytes.min(ZERO_CHUNK) as usize);
        let mut at = from;
        while at < from + bytes {
            let length = (from + bytes - at).min(ZERO_CHUNK);
            self.rest.write_at(&zeroes[..length as usize], at)?;
            at += length;
        }
        self.rest.sync()
    }

    /// The error for a file whose sectors are larger than its log allows for.
    pub(crate) fn check_sector(&self, header: &Header) -> Result<(), FileError> {
        if self.sector() <= header.sector {
            return Ok(());
        }
        let what = format!(
            "the device has sectors of {} bytes, the log was made for at most {}; make it with `max_sector`",
            self.sector(),
            header.sector
        );
        Err(FileError::new(Operation::Open, &self.path, io::Error::new(io::ErrorKind::Unsupported, what)))
    }

    /// An error that names the place and says what a person can do.
    pub(crate) fn damaged(&self, offset: u64, lsn: Lsn, what: &str) -> LogError {
        let what = format!("{what}. Nothing was changed; restore the database from a backup, or the file from a copy");
        LogError::Damaged { path: self.path.clone(), offset, lsn, what }
    }
}

const ZERO_CHUNK: u64 = 1 << 20;
