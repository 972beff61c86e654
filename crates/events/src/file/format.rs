//! The bytes of an event file (`docs/file-format.md`, "Event files").
//!
//! A file has a header and then blocks, each appended by one write. A block has whole events. It is
//! complete if its checksum fits; an incomplete block at the end is being written, or was torn by a
//! crash.

use crate::record::Record;
use sluice_base::events::Package;
use sluice_base::sync::Arc;

/// The length of a file's header in bytes.
pub(super) const HEADER_BYTES: usize = 16;
/// The length of a block's header in bytes.
pub(super) const BLOCK_HEADER_BYTES: usize = 16;

/// An event in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// The time in UTC, in nanoseconds since 1970.
    pub utc_ns: i64,
    /// The package of the event.
    pub package: Package,
    /// The name of the event.
    pub name: String,
    /// The `event` element.
    pub xml: String,
}

/// The header of a block.
pub(super) struct BlockHeader {
    /// The bytes of the events.
    pub(super) bytes: usize,
    checksum: u32,
}

/// Returns a file's header.
pub(super) fn header() -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    let checksum = crc32c::crc32c(&header[..12]);
    header[12..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Appends an event to the bytes of a block.
pub(super) fn write_event(record: &Arc<Record>, block: &mut Vec<u8>) {
    let def = record.raised.kind.def();
    let mut xml = String::new();
    record.write_xml(&mut xml);
    let length = EVENT_HEADER_BYTES + def.name.len() + xml.len();
    block.extend((length as u32).to_le_bytes());
    block.extend(record.raised.utc_ns.to_le_bytes());
    block.extend([def.package as u8, def.name.len() as u8]);
    block.extend(def.name.as_bytes());
    block.extend(xml.as_bytes());
}

/// Returns the bytes of an empty block.
pub(super) fn new_block() -> Vec<u8> {
    vec![0; BLOCK_HEADER_BYTES]
}

/// Writes the header of a block that has all its events.
pub(super) fn finish_block(block: &mut [u8]) {
    let bytes = (block.len() - BLOCK_HEADER_BYTES) as u32;
    block[..4].copy_from_slice(&BLOCK_MAGIC);
    block[4..8].copy_from_slice(&bytes.to_le_bytes());
    let checksum = checksum_of(bytes, &block[BLOCK_HEADER_BYTES..]);
    block[8..12].copy_from_slice(&checksum.to_le_bytes());
}

/// Reads a block's header. `None` if it isn't one.
pub(super) fn read_block_header(header: &[u8; BLOCK_HEADER_BYTES]) -> Option<BlockHeader> {
    let number = |at: usize| Some(u32::from_le_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let is_one = header[..4] == BLOCK_MAGIC && header[12..] == [0; 4];
    is_one.then_some(())?;
    Some(BlockHeader { bytes: number(4)? as usize, checksum: number(8)? })
}

/// Returns the events of a block. `None` if the block is damaged.
pub(super) fn read_events(header: &BlockHeader, mut bytes: &[u8]) -> Option<Vec<StoredEvent>> {
    if checksum_of(u32::try_from(bytes.len()).ok()?, bytes) != header.checksum {
        return None;
    }
    let mut events = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let (event, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        events.push(read_event(event)?);
        bytes = rest;
    }
    Some(events)
}

fn read_event(bytes: &[u8]) -> Option<StoredEvent> {
    let (utc_ns, rest) = bytes.split_first_chunk()?;
    let ([package, name_bytes], rest) = rest.split_first_chunk()?;
    let (name, xml) = rest.split_at_checked(usize::from(*name_bytes))?;
    Some(StoredEvent {
        utc_ns: i64::from_le_bytes(*utc_ns),
        package: *Package::ALL.get(usize::from(*package))?,
        name: String::from_utf8(name.to_vec()).ok()?,
        xml: String::from_utf8(xml.to_vec()).ok()?,
    })
}

fn checksum_of(bytes: u32, events: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&bytes.to_le_bytes()), events)
}

const MAGIC: [u8; 8] = *b"SLUICEXE";
const VERSION: u32 = 1;
const BLOCK_MAGIC: [u8; 4] = *b"XEVB";
/// Time, package and length of the name.
const EVENT_HEADER_BYTES: usize = 10;
