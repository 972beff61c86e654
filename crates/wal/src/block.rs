//! The log block: what one flush writes, and the records in it. `docs/file-format.md` has the bytes.
//!
//! Invariants:
//! 1. A block is at most [`BLOCK_BYTES`] long, holds at least one record, and no record spans two blocks.
//! 2. The checksum covers everything from byte 8 to the last record; the padding behind it means nothing.
//! 3. [`parse`] accepts a block only when its records fill it exactly, so that walking them can never leave it.

use crate::record::RecordRef;
use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, Lsn};
use std::fmt;

/// What a block's header says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    /// The database whose log it belongs to.
    pub guid: DatabaseGuid,
    /// The epoch that wrote it: one more with every start of the log.
    pub epoch: u32,
    /// Its position in the stream, in units of 512 bytes.
    pub position: u64,
    /// Its number: one more than its predecessor's.
    pub sequence: u64,
    /// Every record below this was on disk when the block was handed to the disk.
    pub durable: Lsn,
    /// Header and records together, in bytes; the padding not included.
    pub used: u32,
    /// How many records it holds.
    pub records: u32,
    /// Its predecessor's checksum; 0 in a log's first block.
    pub previous: u32,
}

/// A block that has been checked.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Its header.
    pub header: BlockHeader,
    /// Its checksum.
    pub checksum: u32,
    bytes: &'a [u8],
}

/// Why bytes are no log block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockFault {
    /// They do not begin as one.
    NotABlock,
    /// A version of the format that this program does not know.
    Version(u16),
    /// The length in the header cannot be.
    Length(u32),
    /// The checksum is another.
    Checksum,
    /// The records do not fill the block.
    Records,
}

impl fmt::Display for BlockFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockFault::NotABlock => write!(f, "no log block begins here"),
            BlockFault::Version(version) => write!(f, "the log block has format version {version}, which is unknown"),
            BlockFault::Length(length) => write!(f, "the log block claims {length} bytes"),
            BlockFault::Checksum => write!(f, "the log block's checksum does not match"),
            BlockFault::Records => write!(f, "the log block's records do not fill it"),
        }
    }
}

/// Checks the block at the front of `bytes`. Never panics, whatever the bytes are.
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

/// Reads the header at the front of `bytes` without checking the rest.
pub fn peek(bytes: &[u8]) -> Result<BlockHeader, BlockFault> {
    if bytes.len() < HEADER_BYTES || get_u32(bytes, 0) != MAGIC {
        return Err(BlockFault::NotABlock);
    }
    match get_u16(bytes, 8) {
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

/// Puts the header before the records in `bytes` and returns the checksum. `header.used` bytes are there.
pub fn finish(bytes: &mut [u8], header: &BlockHeader) -> u32 {
    let used = header.used as usize;
    assert!((HEADER_BYTES + RECORD_HEADER_BYTES..=BLOCK_BYTES).contains(&used), "a block of {used} bytes");
    put_u32(bytes, 0, MAGIC);
    put_u16(bytes, 8, VERSION);
    put_u16(bytes, 10, 0);
    put_u32(bytes, 12, header.epoch);
    put_u64(bytes, 16, header.guid.0);
    put_u64(bytes, 24, header.position);
    put_u64(bytes, 32, header.sequence);
    put_u64(bytes, 40, header.durable.0);
    put_u32(bytes, 48, header.used);
    put_u32(bytes, 52, header.records);
    put_u32(bytes, 56, header.previous);
    put_u32(bytes, 60, 0);
    let checksum = crc32c::crc32c(&bytes[8..used]);
    put_u32(bytes, 4, checksum);
    checksum
}

impl<'a> Block<'a> {
    /// Header and records, without the padding.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

/// Writes a record of `length` bytes, its header included, at the front of `target`, which is that long.
pub(crate) fn put_record(target: &mut [u8], kind: u8, parts: &[&[u8]]) {
    let length = target.len();
    target[..RECORD_HEADER_BYTES].copy_from_slice(&[length as u8, (length >> 8) as u8, kind, RECORD_VERSION]);
    let mut rest = &mut target[RECORD_HEADER_BYTES..];
    for part in parts {
        let (front, behind) = rest.split_at_mut(part.len());
        front.copy_from_slice(part);
        rest = behind;
    }
}

/// The record at byte `offset` of the block at `position` whose header and records are `bytes`, if one can be there.
pub(crate) fn record_at(bytes: &[u8], position: u64, offset: usize) -> Option<RecordRef<'_>> {
    if offset < HEADER_BYTES {
        return None;
    }
    record_of(bytes.get(offset..)?, Lsn::new(position, offset as u16))
}

/// The record at the front of `bytes`, which is known to be at `lsn`.
pub(crate) fn record_of(bytes: &[u8], lsn: Lsn) -> Option<RecordRef<'_>> {
    let end = record_length(bytes)?;
    Some(RecordRef { lsn, kind: bytes[2], body: &bytes[RECORD_HEADER_BYTES..end] })
}

/// Where the record at `offset` ends, if it lies within `bytes`.
pub(crate) fn record_end(bytes: &[u8], offset: usize) -> Option<usize> {
    let length = record_length(bytes.get(offset..)?)?;
    (offset >= HEADER_BYTES).then_some(offset + length)
}

/// How long the record at the front of `bytes` is, if it lies within them.
fn record_length(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..RECORD_HEADER_BYTES)?;
    let length = usize::from(get_u16(head, 0));
    (length >= RECORD_HEADER_BYTES && head[3] == RECORD_VERSION && length <= bytes.len()).then_some(length)
}

/// The longest block, in bytes: SQL Server's 60 KB.
pub const BLOCK_BYTES: usize = 61_440;
/// The block's header, in bytes.
pub const HEADER_BYTES: usize = 64;
/// The record's header, in bytes.
pub const RECORD_HEADER_BYTES: usize = 4;
/// What a block can hold of records, in bytes.
pub const CONTENT_BYTES: usize = BLOCK_BYTES - HEADER_BYTES;

const MAGIC: u32 = u32::from_le_bytes(*b"SlLb");
const VERSION: u16 = 1;
const RECORD_VERSION: u8 = 1;

// An LSN has 16 bits for the offset in a block, and blocks must end at a boundary of every sector size.
const _: () = assert!(BLOCK_BYTES <= 1 << 16 && BLOCK_BYTES.is_multiple_of(4096));
