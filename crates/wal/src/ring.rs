//! The tail ring: a copy, in a mapped file, of the records in the log buffer that are not on disk
//! yet. The copy outlives a killed process (X2). `docs/file-format.md` has the bytes.
//!
//! The ring has a slot for each block of the log buffer; block `s` has slot `s mod SLOTS`. New
//! bytes of the open block are copied to its slot, at their offset in the block, under the lock of
//! the log buffer. Then one number is published: the valid bytes, the valid records, and their
//! checksum.
//!
//! Rules:
//! 1. When `append_surviving` has returned, and when a block is sealed, every record so far is in
//!    the ring. So each acknowledged delayed commit is in the ring with everything before it: the
//!    ring holds the tail of the log without gaps. A full commit is acknowledged only when it is on
//!    disk. A record without an acknowledged commit may be lost with the process.
//! 2. The ring is never full before the log buffer. A slot is reused [`SLOTS`] blocks later, and
//!    fewer blocks than that lie between the oldest unhardened block and the open block. A session
//!    that finds the log buffer full waits for the disk.
//! 3. The ring is the tail of one log in one epoch and one run of the operating system. After a
//!    power cut its pages may be of any moment, so the ring is ignored. A ring of another epoch
//!    continues another log.
//! 4. A log has a ring from the first surviving record on that is appended to the awake log
//!    (`buffers`). A ring that is attached gets all buffered blocks. While a log has no ring, no
//!    record is acknowledged as surviving before it is on disk.
//! 5. A slot is accepted only if its checksum matches. No file content makes this code panic.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES};
use crate::transit::BUFFERS;
use sluice_base::codec::{get_u64, put_u32, put_u64};
use sluice_base::ids::DatabaseGuid;
use sluice_vfs::{BootId, FileError, MappedFile, Vfs};
use std::path::Path;

/// The ring of one log. Writes to the mapped file need no system call. A power cut loses them.
pub(crate) struct TailRing {
    mapped: Box<dyn MappedFile>,
    /// The run of the system that the ring is of; a persisted log buffer survives its end.
    boot: Option<BootId>,
    guid: DatabaseGuid,
    epoch: u32,
    /// The offset of the open block's slot, its valid bytes, and their checksum.
    slot: usize,
    valid: usize,
    checksum: u32,
}

/// The block of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SlotKey {
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// The offset of the block in the log file, in bytes.
    pub(crate) offset: u64,
}

/// A block read from the ring.
pub(crate) struct RingBlock {
    /// Space for the header of the block, then its records.
    pub(crate) bytes: Vec<u8>,
    pub(crate) records: u32,
    /// The intended offset in the log file, in bytes.
    pub(crate) offset: u64,
}

impl TailRing {
    /// Maps the ring of log `guid` if the file exists, as [`TailRing::open`] does.
    pub(crate) fn find(vfs: &dyn Vfs, path: &Path, guid: DatabaseGuid) -> Result<Option<TailRing>, FileError> {
        if vfs.exists(path)? { TailRing::open(vfs, path, guid) } else { Ok(None) }
    }

    /// Maps the ring of log `guid`, creating the file if missing. Its space on disk is allocated in
    /// full. Returns `None` if the file system cannot identify the run of the operating system:
    /// such a ring could not be trusted.
    pub(crate) fn open(vfs: &dyn Vfs, path: &Path, guid: DatabaseGuid) -> Result<Option<TailRing>, FileError> {
        let Some(boot) = vfs.boot_id() else { return Ok(None) };
        let mapped = vfs.map(path, RING_BYTES)?;
        let boot = Some(boot);
        Ok(Some(TailRing { mapped, boot, guid, epoch: 0, slot: FIRST_SLOT, valid: HEADER_BYTES, checksum: 0 }))
    }

    /// Returns the ring on the mapped persisted log buffer of `epoch`.
    pub(crate) fn persistent(mapped: Box<dyn MappedFile>, guid: DatabaseGuid, epoch: u32) -> TailRing {
        TailRing { mapped, boot: None, guid, epoch, slot: FIRST_SLOT, valid: HEADER_BYTES, checksum: 0 }
    }

    /// Whether the ring is a persisted log buffer.
    pub(crate) fn is_persistent(&self) -> bool {
        self.boot.is_none()
    }

    /// Whether the ring holds the tail of this log as left by `epoch` in this run of the operating
    /// system (rule 3).
    pub(crate) fn continues(&self, epoch: u32) -> bool {
        let mut found = [0; FILE_HEADER_BYTES];
        self.mapped.read(0, &mut found);
        found == self.file_header(epoch)
    }

    /// Makes this the ring of `epoch`. The earlier epoch is over: the header of the log says so
    /// durably.
    pub(crate) fn restart(&mut self, epoch: u32) {
        self.epoch = epoch;
        let header = self.file_header(epoch);
        self.mapped.write(0, &header);
    }

    /// Directs further records to the slot of this block. Its header is written at once, and its
    /// slot counts as empty until the first [`TailRing::put`].
    pub(crate) fn begin(&mut self, key: SlotKey) {
        self.slot = slot_of(key.sequence);
        self.mapped.publish(self.slot, 0);
        let header = slot_header(self.epoch, key);
        self.mapped.write(self.slot + STATE_BYTES, &header);
        self.checksum = crc32c::crc32c(&header);
        self.valid = HEADER_BYTES;
    }

    /// Copies the new bytes of `block` (header and records) to the slot. `block` holds `records`
    /// records. The bytes are written before the length and checksum are published, so a kill in
    /// between leaves the earlier state of the slot.
    pub(crate) fn put(&mut self, block: &[u8], records: u32) {
        let more = &block[self.valid..];
        self.mapped.write(self.slot + self.valid, more);
        self.checksum = crc32c::crc32c_append(self.checksum, more);
        self.valid = block.len();
        let used = block.len() as u64;
        self.mapped.publish(self.slot, used | u64::from(records) << 16 | u64::from(self.checksum) << 32);
    }

    /// Returns the block with that position and sequence as left by `epoch`, if its slot is whole.
    /// Checks the slot's header, checksum and record lengths; returns `None` otherwise.
    pub(crate) fn block(&self, epoch: u32, position: u64, sequence: u64) -> Option<RingBlock> {
        let mut front = [0; HEADER_BYTES];
        self.mapped.read(slot_of(sequence), &mut front);
        let (state, offset) = (get_u64(&front, 0), get_u64(&front, 32));
        let (used, records, checksum) = (state as u16 as usize, (state >> 16) as u16, (state >> 32) as u32);
        let header = slot_header(epoch, SlotKey { position, sequence, offset });
        if front[STATE_BYTES..STATE_BYTES + SLOT_HEADER_BYTES] != header
            || !(HEADER_BYTES + RECORD_HEADER_BYTES..=BLOCK_BYTES).contains(&used)
        {
            return None;
        }
        let mut bytes = vec![0; used];
        self.mapped.read(slot_of(sequence) + HEADER_BYTES, &mut bytes[HEADER_BYTES..]);
        if crc32c::crc32c_append(crc32c::crc32c(&header), &bytes[HEADER_BYTES..]) != checksum {
            return None;
        }
        let end = (0..records).try_fold(HEADER_BYTES, |offset, _| block::record_end(&bytes, offset));
        (end == Some(used)).then_some(RingBlock { bytes, records: u32::from(records), offset })
    }

    fn file_header(&self, epoch: u32) -> [u8; FILE_HEADER_BYTES] {
        let mut bytes = [0; FILE_HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        put_u32(&mut bytes, 8, VERSION);
        bytes[16..32].copy_from_slice(&self.boot.map_or(0, |boot| boot.0).to_le_bytes());
        put_u64(&mut bytes, 32, self.guid.0);
        put_u32(&mut bytes, 40, epoch);
        put_u32(&mut bytes, 44, SLOTS as u32);
        let checksum = crc32c::crc32c(&bytes[16..]);
        put_u32(&mut bytes, 12, checksum);
        bytes
    }
}

/// Returns the byte offset of the slot of the block with this sequence.
pub(crate) fn slot_of(sequence: u64) -> usize {
    FIRST_SLOT + (sequence % SLOTS as u64) as usize * BLOCK_BYTES
}

fn slot_header(epoch: u32, key: SlotKey) -> [u8; SLOT_HEADER_BYTES] {
    let mut bytes = [0; SLOT_HEADER_BYTES];
    put_u32(&mut bytes, 0, epoch);
    put_u64(&mut bytes, 8, key.position);
    put_u64(&mut bytes, 16, key.sequence);
    put_u64(&mut bytes, 24, key.offset);
    bytes
}

/// The length of the file in bytes.
pub(crate) const RING_BYTES: usize = FIRST_SLOT + SLOTS * BLOCK_BYTES;

pub(crate) const SLOTS: usize = 32;
pub(crate) const FIRST_SLOT: usize = 4096;
const FILE_HEADER_BYTES: usize = 48;
/// The length of the published number at the front of the slot, in bytes.
pub(crate) const STATE_BYTES: usize = 8;
pub(crate) const SLOT_HEADER_BYTES: usize = 32;
const MAGIC: [u8; 8] = *b"SluiceTr";
const VERSION: u32 = 1;

// The front of a slot replaces the block header. The published number has 16 bits each for bytes
// and records.
const _: () = assert!(STATE_BYTES + SLOT_HEADER_BYTES <= HEADER_BYTES && BLOCK_BYTES < 1 << 16);
// Rule 2: open, sealed and flying blocks each hold one of `BUFFERS` buffers. Blocks written but not
// acknowledged, because an earlier block is not written, are fewer than the window.
const _: () = assert!(SLOTS > 2 * BUFFERS - 1);
