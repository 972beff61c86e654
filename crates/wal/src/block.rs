//! The log block: the unit of one flush, and the records in it. `docs/file-format.md` has the
//! bytes.
//!
//! Invariants:
//! 1. A block is at most [`BLOCK_BYTES`] long, holds at least one record, and no record spans two
//!    blocks.
//! 2. The checksum covers everything from byte 8 to the last record. The padding behind the last
//!    record has no meaning.
//! 3. [`parse`] accepts a block only if its records fill it exactly, so a walk over the records
//!    stays inside the block.

use crate::record::RecordRef;
use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, Lsn};
use std::fmt;

/// The fields of a block header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    /// The database of the log.
    pub guid: DatabaseGuid,
    /// The epoch of the writer, incremented at each start of the log.
    pub epoch: u32,
    /// The position in the stream, in units of 512 bytes.
    pub position: u64,
    /// The sequence number: one more than the predecessor's.
    pub sequence: u64,
    /// Every record below this LSN was on disk when the block was handed to the disk.
    pub durable: Lsn,
    /// The length of header and records together, in bytes, without the padding.
    pub used: u32,
    /// The number of records.
    pub records: u32,
    /// The checksum of the predecessor; 0 in the first block of a log.
    pub previous: u32,
}

/// A block whose checksum and records have been checked.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The decoded header.
    pub header: BlockHeader,
    /// The stored checksum, which matches the bytes.
    pub checksum: u32,
    bytes: &'a [u8],
}

/// The reason bytes are not a log block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockFault {
    /// The magic number is missing.
    NotABlock,
    /// The format version is unknown to this program.
    Version(u16),
    /// The block is encoded or encrypted in a way that is unknown to this program.
    Encoding,
    /// The length in the header is impossible.
    Length(u32),
    /// The checksum does not match.
    Checksum,
    /// The records do not fill the block.
    Records,
}

impl fmt::Display for BlockFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockFault::NotABlock => write!(f, "no log block begins here"),
            BlockFault::Version(version) => write!(f, "the log block has format version {version}, which is unknown"),
            BlockFault::Encoding => write!(f, "the log block has a codec or a key that is unknown"),
            BlockFault::Length(length) => write!(f, "the log block claims {length} bytes"),
            BlockFault::Checksum => write!(f, "the log block's checksum does not match"),
            BlockFault::Records => write!(f, "the log block's records do not fill it"),
        }
    }
}

/// Checks the block at the front of `bytes`, and returns it or its first fault. Never panics, for
/// any bytes. Checks length, checksum over header and records, and that the records fill the block
/// exactly. Position, database and epoch are left to the caller.
pub fn parse(bytes: &[u8]) -> Result<Block<'_>, BlockFault> {
    let header = peek(bytes)?;
    let used = header.used as usize;
    if !(HEADER_BYTES + RECORD_HEADER_BYTES..=bytes.len().min(BLOCK_BYTES)).contains(&used) {
        return Err(BlockFault::Length(header.used));
    }
    let bytes = &bytes[..used];
    let checksum = get_u32(bytes, 4);
    if crc32c::crc32c(&bytes[8..]) != checksum {
        return Err(BlockFault::Checksum);
    }
    let mut offset = HEADER_BYTES;
    for _ in 0..header.records {
        offset = record_end(bytes, offset).ok_or(BlockFault::Records)?;
    }
    if offset != used { Err(BlockFault::Records) } else { Ok(Block { header, checksum, bytes }) }
}

/// Decodes the header at the front of `bytes` without checking the rest. Fails if the magic, the
/// version, the codec or the key isn't known. The checksum isn't verified.
pub fn peek(bytes: &[u8]) -> Result<BlockHeader, BlockFault> {
    if bytes.len() < HEADER_BYTES || get_u32(bytes, 0) != MAGIC {
        return Err(BlockFault::NotABlock);
    }
    match get_u16(bytes, 8) {
        VERSION if get_u16(bytes, CODEC) != 0 || get_u32(bytes, KEY) != 0 => Err(BlockFault::Encoding),
        VERSION => Ok(BlockHeader {
            epoch: get_u32(bytes, 12),
            guid: DatabaseGuid(get_u64(bytes, 16)),
            position: get_u64(bytes, 24),
            sequence: get_u64(bytes, 32),
            durable: Lsn(get_u64(bytes, 40)),
            used: get_u32(bytes, 48),
            records: get_u32(bytes, 52),
            previous: get_u32(bytes, 56),
        }),
        version => Err(BlockFault::Version(version)),
    }
}

/// Writes the header before the records in `bytes` and returns the checksum. `bytes` holds at least
/// `header.used` bytes. The checksum covers everything from byte 8 to `used`; the padding after it
/// is the caller's. Panics if `used` isn't the length of a possible block.
pub fn finish(bytes: &mut [u8], header: &BlockHeader) -> u32 {
    let used = header.used as usize;
    assert!((HEADER_BYTES + RECORD_HEADER_BYTES..=BLOCK_BYTES).contains(&used), "a block of {used} bytes");
    put_u32(bytes, 0, MAGIC);
    put_u16(bytes, 8, VERSION);
    put_u16(bytes, CODEC, 0);
    put_u32(bytes, 12, header.epoch);
    put_u64(bytes, 16, header.guid.0);
    put_u64(bytes, 24, header.position);
    put_u64(bytes, 32, header.sequence);
    put_u64(bytes, 40, header.durable.0);
    put_u32(bytes, 48, header.used);
    put_u32(bytes, 52, header.records);
    put_u32(bytes, 56, header.previous);
    put_u32(bytes, KEY, 0);
    let checksum = crc32c::crc32c(&bytes[8..used]);
    put_u32(bytes, 4, checksum);
    checksum
}

impl<'a> Block<'a> {
    /// Returns header and records, without the padding.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

/// Returns the length by which a block of `used` bytes counts as flushed: in units of 512 bytes, as
/// in SQL Server, whatever the padding on disk.
pub(crate) fn counted_bytes(used: usize) -> u64 {
    (used as u64).next_multiple_of(Lsn::BLOCK_UNIT)
}

/// Encodes a record header. `length` includes the header.
#[inline]
pub(crate) fn record_header(length: usize, kind: u8) -> [u8; RECORD_HEADER_BYTES] {
    [length as u8, (length >> 8) as u8, kind, RECORD_VERSION]
}

/// Fills `target` with a record, header included.
#[cfg(test)]
pub(crate) fn put_record(target: &mut [u8], kind: u8, parts: &[&[u8]]) {
    let header = record_header(target.len(), kind);
    target.copy_from_slice(&[&header[..], &parts.concat()].concat());
}

/// Returns the record at byte `offset` of the block at `position`. `bytes` is header and records of
/// the block. Returns `None` if no record can begin there.
pub(crate) fn record_at(bytes: &[u8], position: u64, offset: usize) -> Option<RecordRef<'_>> {
    if offset < HEADER_BYTES {
        return None;
    }
    record_of(bytes.get(offset..)?, Lsn::new(position, offset as u16))
}

/// Returns the record at the front of `bytes`, whose LSN is `lsn`.
pub(crate) fn record_of(bytes: &[u8], lsn: Lsn) -> Option<RecordRef<'_>> {
    let end = record_length(bytes)?;
    Some(RecordRef { lsn, kind: bytes[2], body: &bytes[RECORD_HEADER_BYTES..end] })
}

/// Returns the end of the record at `offset`, or `None` if the record passes the end of `bytes`.
pub(crate) fn record_end(bytes: &[u8], offset: usize) -> Option<usize> {
    let length = record_length(bytes.get(offset..)?)?;
    (offset >= HEADER_BYTES).then_some(offset + length)
}

/// Returns the length of the record at the front of `bytes`, or `None` if the record passes their
/// end.
fn record_length(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..RECORD_HEADER_BYTES)?;
    let length = usize::from(get_u16(head, 0));
    (length >= RECORD_HEADER_BYTES && head[3] == RECORD_VERSION && length <= bytes.len()).then_some(length)
}

/// The maximum length of a block, in bytes: SQL Server's 60 KB.
pub const BLOCK_BYTES: usize = 61_440;
/// The length of the block header, in bytes.
pub const HEADER_BYTES: usize = 64;
/// The length of the record header, in bytes.
pub const RECORD_HEADER_BYTES: usize = 4;
/// The maximum length of the records in a block, in bytes.
pub const CONTENT_BYTES: usize = BLOCK_BYTES - HEADER_BYTES;

const MAGIC: u32 = u32::from_le_bytes(*b"SlLb");
const VERSION: u16 = 1;
/// The offset of the codec of the records, and of the key they are encrypted with: 0 for neither.
const CODEC: usize = 10;
const KEY: usize = 60;
const RECORD_VERSION: u8 = 2;

// An LSN has 16 bits for the offset in a block, and blocks must end at a boundary of every sector
// size.
const _: () = assert!(BLOCK_BYTES <= 1 << 16 && BLOCK_BYTES.is_multiple_of(4096));
