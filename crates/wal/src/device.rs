//! A log device with the two copies of the header at their fixed offsets.

use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, HeaderFault, VLFS_FROM, copy_offset};
use crate::log_device::LogDevice;
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::{AlignedBuf, FileError, Operation};
use std::io;
use std::ops::Deref;

/// A log device together with the reading and writing of its header.
pub(crate) struct Device {
    device: Arc<dyn LogDevice>,
}

impl Deref for Device {
    type Target = dyn LogDevice;
    fn deref(&self) -> &Self::Target {
        &*self.device
    }
}

impl Device {
    /// Returns a log on `device`, whose header isn't read yet.
    pub(crate) fn new(device: Arc<dyn LogDevice>) -> Device {
        Device { device }
    }

    /// Makes both copies of the header durable, one after the other (invariant 1 of `header`). A
    /// power cut in between leaves at least one sound copy.
    pub(crate) fn write_header(&self, header: &Header) -> Result<(), FileError> {
        let encoded = header.encode();
        let mut bytes = AlignedBuf::zeroed(encoded.len().next_multiple_of(AlignedBuf::ALIGNMENT));
        bytes[..encoded.len()].copy_from_slice(&encoded);
        for copy in [0, 1] {
            self.write(copy_offset(copy), &bytes)?;
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the newer valid copy of the header. One damaged copy is tolerated; `start` rewrites
    /// both. Fails if both are damaged or belong to another database.
    pub(crate) fn read_header(&self, guid: DatabaseGuid) -> Result<Header, LogError> {
        self.read_header_as(guid, Header::decode)
    }

    /// Reads as [`Device::read_header`] does, with another decoding of a copy. The newer sound copy
    /// counts. Fails with damage if neither is sound, the database is another, or the file is
    /// shorter than its virtual log files.
    pub(crate) fn read_header_as(
        &self,
        guid: DatabaseGuid,
        decode: fn(&[u8]) -> Result<Header, HeaderFault>,
    ) -> Result<Header, LogError> {
        if self.len()? < VLFS_FROM {
            return Err(self.damaged(0, Lsn::NONE, "the file is too short to be a log"));
        }
        let mut copies = self.read_copies(SHORT_COPY_BYTES, decode)?;
        if copies.iter().any(|copy| matches!(copy, Err(HeaderFault::Checksum))) {
            // The copy is longer, or damaged.
            copies = self.read_copies(COPY_BYTES as usize, decode)?;
        }
        let header = match copies.into() {
            (Ok(first), Ok(second)) => Ok(if first.generation >= second.generation { first } else { second }),
            (Ok(header), Err(_)) | (Err(_), Ok(header)) => Ok(header),
            (Err(fault), Err(_)) => Err(fault),
        };
        let header = header.map_err(|fault| {
            let what = match fault {
                HeaderFault::NotAHeader => {
                    "both copies of the header are damaged, or the file is no log of Sluice".into()
                }
                HeaderFault::Version(version) => format!("the header has format version {version}, which is unknown"),
                HeaderFault::Features => "the log uses features that are unknown to this program".into(),
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

    /// Reads and decodes the first `length` bytes of each copy of the header.
    fn read_copies(
        &self,
        length: usize,
        decode: fn(&[u8]) -> Result<Header, HeaderFault>,
    ) -> Result<[Result<Header, HeaderFault>; 2], FileError> {
        let mut bytes = AlignedBuf::zeroed(2 * length);
        let (first, second) = bytes.split_at_mut(length);
        self.read(first, copy_offset(0))?;
        self.read(second, copy_offset(1))?;
        Ok([decode(first), decode(second)])
    }

    /// Fails if the sectors of the device are larger than the block padding of the log. Otherwise a
    /// write of one block could tear its neighbour.
    pub(crate) fn check_sector(&self, header: &Header) -> Result<(), FileError> {
        if self.sector() <= header.sector {
            return Ok(());
        }
        let what = format!(
            "the device has sectors of {} bytes, the log was made for at most {}; make it with a larger `sector`",
            self.sector(),
            header.sector
        );
        Err(FileError::new(Operation::Open, self.path(), io::Error::new(io::ErrorKind::Unsupported, what)))
    }

    /// Returns a `LogError::Damaged` that names the place and the remedy.
    pub(crate) fn damaged(&self, offset: u64, lsn: Lsn, what: &str) -> LogError {
        let what = format!("{what}. Nothing was changed; restore the database from a backup, or the file from a copy");
        LogError::Damaged { path: self.path().to_owned(), offset, lsn, what }
    }
}

/// The bytes of a header copy that are read first. They hold a header of some hundred virtual log
/// files, so that opening a log doesn't read the whole room of both copies.
const SHORT_COPY_BYTES: usize = AlignedBuf::ALIGNMENT;
