//! The persisted log buffer (requirement L11): the unwritten tail of a log, in a file on persistent
//! memory. `docs/file-format.md` has the bytes.
//!
//! The buffer is the ring (`ring`) on a DAX volume, with the contract turned round: a full commit
//! is acknowledged when its record is in the buffer, and the log file gets the block later.
//!
//! Rules:
//! 1. **Order of a slot.** The payload is written back before the published word is stored, and the
//!    word is written back before [`TailRing::put`] returns, so before the reply
//!    ([`OrderedMemory`]). A word that survives names bytes that survive.
//! 2. **Reuse.** A slot is reused only after its block is durable in the log file: rule 2 of
//!    `ring`. The word is 0, durably, before the slot's header changes (`TailRing::begin`).
//! 3. **The log names its buffer.** The header of the log has the buffer's number durably before
//!    the first commit is acknowledged in the buffer, and until every record is in the log file.
//!    Such a log is not read to its end, and not started, without that buffer.
//! 4. **Epochs.** A start brings the blocks of the buffer into the log file, each durable, then
//!    empties the buffer and gives it the next epoch, and only then begins that epoch in the log's
//!    header. So the buffer of a log in epoch `e` has epoch `e`, or `e + 1` and nothing the log
//!    lacks. Any other buffer is an earlier copy and refused.
//! 5. **Damage is refused, never shortened.** The slot of the next block is empty, holds an earlier
//!    block whole, or holds the next block whole. Anything else is damage, and so is a later block
//!    behind a missing one.
//! 6. Recovery reads the file by system calls, so that a line the hardware can't read is an error.
//!    The log in use only stores.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES};
use crate::error::LogError;
use crate::ring::{
    FIRST_SLOT, RING_BYTES, RingBlock, SLOT_HEADER_BYTES, SLOTS, STATE_BYTES, SlotKey, TailRing, slot_of,
};
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::persistent::is_without_dax;
use sluice_vfs::{
    Access, Create, Durability, File, FileError, MappedFile, OpenOptions, Persistence, PersistentMemory, Vfs,
};
use std::path::{Path, PathBuf};

/// The file of a persisted log buffer, read by system calls.
pub(crate) struct PersistedBuffer {
    file: Arc<dyn File>,
    path: PathBuf,
    guid: DatabaseGuid,
    /// The number that the log's header knows the buffer by.
    pub(crate) number: u32,
    pub(crate) epoch: u32,
}

/// A buffer's memory, and what it is in use as.
type Mapping = (Box<dyn PersistentMemory>, BufferInUse);

/// A persisted log buffer in use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferInUse {
    /// The file.
    pub path: PathBuf,
    /// Whether commits in it survive a power cut. The buffer is simulated otherwise.
    pub is_durable: bool,
}

impl PersistedBuffer {
    /// Creates the file of [`PERSISTED_BUFFER_BYTES`] bytes, durable except for the directory
    /// entry. Fails with kind `Unsupported` if `persistence` requires a DAX volume and it is on
    /// another one, and with another error if the file exists. After an error the file may be left.
    pub(crate) fn create(
        vfs: &dyn Vfs,
        path: &Path,
        (guid, number, epoch): (DatabaseGuid, u32, u32),
        persistence: Persistence,
    ) -> Result<(), FileError> {
        let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
        let file = vfs.open(path, options)?;
        file.allocate(0, PERSISTED_BUFFER_BYTES)?;
        // Whole lines written by system calls also clear lines that couldn't be read.
        file.write_at(&vec![0; RING_BYTES], 0)?;
        let header = encode_header(guid, number, epoch);
        for at in COPIES {
            file.write_at(&header, at as u64)?;
        }
        file.sync()?;
        drop(vfs.map_persistent(path, RING_BYTES, persistence)?);
        Ok(())
    }

    /// Opens the buffer of the database `guid`. One damaged copy of the header is tolerated. Fails
    /// with damage if it is no buffer, or another database's.
    pub(crate) fn open(vfs: &dyn Vfs, path: &Path, guid: DatabaseGuid) -> Result<PersistedBuffer, LogError> {
        let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
        let file = vfs.open(path, options)?;
        let mut buffer = PersistedBuffer { file, path: path.to_owned(), guid, number: 0, epoch: 0 };
        if buffer.file.len()? < RING_BYTES as u64 {
            return Err(buffer.damaged(0, Lsn::NONE, "the file is too short to be a persisted log buffer"));
        }
        let mut newest: Option<(DatabaseGuid, u32, u32)> = None;
        for at in COPIES {
            let mut bytes = [0; FILE_HEADER_BYTES];
            // A copy that can't be read counts as damaged.
            let found = buffer.file.read_at(&mut bytes, at as u64).ok().and_then(|()| decode_header(&bytes));
            newest = newest.into_iter().chain(found).max_by_key(|(_, number, epoch)| (*number, *epoch));
        }
        let Some((found, number, epoch)) = newest else {
            return Err(buffer.damaged(
                0,
                Lsn::NONE,
                "both copies of the header of the persisted log buffer are damaged",
            ));
        };
        if found != guid {
            return Err(buffer.damaged(0, Lsn::NONE, "the persisted log buffer belongs to another database"));
        }
        (buffer.number, buffer.epoch) = (number, epoch);
        Ok(buffer)
    }

    /// Fails with damage unless this is the buffer of a log whose header names `number` in `epoch`
    /// (rule 4).
    pub(crate) fn check_belongs(&self, number: u32, epoch: u32) -> Result<(), LogError> {
        if self.number == number && (self.epoch == epoch || self.epoch == epoch + 1) {
            return Ok(());
        }
        let what = format!(
            "the persisted log buffer has number {} and epoch {}, the log needs number {number} and epoch {epoch}; \
             put back the buffer that was last used with the log",
            self.number, self.epoch
        );
        Err(self.damaged(0, Lsn::NONE, &what))
    }

    /// Returns the block with that position and sequence as left by this epoch, or `None` if the
    /// slot is empty or holds an earlier block. Anything else is damage (rule 5).
    pub(crate) fn block(&self, position: u64, sequence: u64) -> Result<Option<RingBlock>, LogError> {
        let slot = slot_of(sequence);
        let damaged = |what: &str| self.damaged(slot as u64, Lsn::new(position, 0), what);
        match self.slot(slot, position)? {
            SlotContent::Empty => Ok(None),
            SlotContent::Damaged(what) => Err(damaged(what)),
            SlotContent::Block(_, key, _) if key.sequence < sequence => Ok(None),
            SlotContent::Block(epoch, ..) if epoch < self.epoch => Ok(None),
            SlotContent::Block(epoch, key, block) => {
                if epoch == self.epoch && (key.position, key.sequence) == (position, sequence) {
                    return Ok(Some(block));
                }
                Err(damaged("the persisted log buffer has another block in the place of the next one"))
            }
        }
    }

    /// Fails with damage if a block of this epoch has at least the sequence `end`: the log ended
    /// there, although a later block was acknowledged (rule 5).
    pub(crate) fn refuse_blocks_from(&self, end: u64, at: Lsn) -> Result<(), LogError> {
        for index in 0..SLOTS as u64 {
            let slot = slot_of(index);
            let SlotContent::Block(epoch, key, _) = self.slot(slot, at.block())? else { continue };
            if epoch == self.epoch && key.sequence >= end {
                let what = "a block is missing in the log, but the persisted log buffer has a later one";
                return Err(self.damaged(slot as u64, at, what));
            }
        }
        Ok(())
    }

    /// Maps the buffer for a log that begins the epoch after `epoch`: empties it, then gives it the
    /// new epoch, durably (rule 4). Everything it has is in the log file. Returns `None` if the
    /// file isn't on persistent memory and `persistence` requires it.
    pub(crate) fn restart(
        self,
        vfs: &dyn Vfs,
        epoch: u32,
        persistence: Persistence,
    ) -> Result<Option<(TailRing, BufferInUse)>, LogError> {
        let Some((mut memory, in_use)) = self.map(vfs, persistence)? else { return Ok(None) };
        for index in 0..SLOTS as u64 {
            memory.store_word(slot_of(index), 0);
            memory.write_back(slot_of(index), STATE_BYTES);
        }
        let header = encode_header(self.guid, self.number, epoch);
        // One after the other, so that a power cut leaves a sound copy.
        for at in COPIES {
            memory.store(at, &header);
            memory.write_back(at, FILE_HEADER_BYTES);
        }
        Ok(Some((ring(memory, self.guid, epoch), in_use)))
    }

    /// Maps the new buffer of a log in use. Returns `None` if the file isn't on persistent memory
    /// and `persistence` requires it.
    pub(crate) fn join(
        self,
        vfs: &dyn Vfs,
        persistence: Persistence,
    ) -> Result<Option<(TailRing, BufferInUse)>, LogError> {
        let mapped = self.map(vfs, persistence)?;
        Ok(mapped.map(|(memory, in_use)| (ring(memory, self.guid, self.epoch), in_use)))
    }

    /// Maps the file as persistent memory, or else as `persistence` allows.
    fn map(&self, vfs: &dyn Vfs, persistence: Persistence) -> Result<Option<Mapping>, LogError> {
        let in_use = |is_durable| BufferInUse { path: self.path.clone(), is_durable };
        match vfs.map_persistent(&self.path, RING_BYTES, Persistence::Durable) {
            Ok(memory) => Ok(Some((memory, in_use(true)))),
            Err(error) if !is_without_dax(&error) => Err(error.into()),
            Err(_) if persistence == Persistence::Durable => Ok(None),
            Err(_) => {
                let memory = vfs.map_persistent(&self.path, RING_BYTES, Persistence::Simulated)?;
                Ok(Some((memory, in_use(false))))
            }
        }
    }

    /// Reads the slot at `offset`. Fails with damage if the hardware can't read it.
    fn slot(&self, offset: usize, position: u64) -> Result<SlotContent, LogError> {
        let read = |bytes: &mut [u8], at: usize| {
            self.file.read_at(bytes, at as u64).map_err(|error| {
                let what = format!("the persisted log buffer can't be read: {error}");
                self.damaged(at as u64, Lsn::new(position, 0), &what)
            })
        };
        let mut front = [0; HEADER_BYTES];
        read(&mut front, offset)?;
        let state = get_u64(&front, 0);
        let (used, records, checksum) = (state as u16 as usize, (state >> 16) as u16, (state >> 32) as u32);
        if state == 0 {
            return Ok(SlotContent::Empty);
        }
        if !(HEADER_BYTES + RECORD_HEADER_BYTES..=BLOCK_BYTES).contains(&used) {
            return Ok(SlotContent::Damaged("a block of the persisted log buffer has an impossible length"));
        }
        let mut bytes = vec![0; used];
        read(&mut bytes[HEADER_BYTES..], offset + HEADER_BYTES)?;
        let header = &front[STATE_BYTES..STATE_BYTES + SLOT_HEADER_BYTES];
        if crc32c::crc32c_append(crc32c::crc32c(header), &bytes[HEADER_BYTES..]) != checksum {
            return Ok(SlotContent::Damaged("a block of the persisted log buffer has a wrong checksum"));
        }
        let end = (0..records).try_fold(HEADER_BYTES, |offset, _| block::record_end(&bytes, offset));
        if end != Some(used) {
            return Ok(SlotContent::Damaged("the records of a block of the persisted log buffer don't fill it"));
        }
        let key = SlotKey { position: get_u64(&front, 16), sequence: get_u64(&front, 24), offset: get_u64(&front, 32) };
        let block = RingBlock { bytes, records: u32::from(records), offset: key.offset };
        Ok(SlotContent::Block(get_u32(&front, 8), key, block))
    }

    /// Returns a `LogError::Damaged` of the buffer's file.
    fn damaged(&self, offset: u64, lsn: Lsn, what: &str) -> LogError {
        let what = format!("{what}. Nothing was changed; restore the database from a backup, or the file from a copy");
        LogError::Damaged { path: self.path.clone(), offset, lsn, what }
    }
}

/// The content of a slot.
enum SlotContent {
    Empty,
    /// The epoch, the key and the bytes of a whole block.
    Block(u32, SlotKey, RingBlock),
    /// Bytes that no power cut leaves.
    Damaged(&'static str),
}

/// Persistent memory in the place of a mapped file: [`MappedFile::publish`] also keeps rule 1.
struct OrderedMemory {
    memory: Box<dyn PersistentMemory>,
    /// The range that was written since the last publishing, of at least the written bytes.
    unflushed: Option<(usize, usize)>,
}

impl MappedFile for OrderedMemory {
    fn len(&self) -> usize {
        self.memory.len()
    }

    /// A log in use never reads its buffer (rule 6).
    fn read(&self, _offset: usize, _buf: &mut [u8]) {
        unreachable!("the persisted log buffer is read by system calls");
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        self.memory.store(offset, bytes);
        let end = offset + bytes.len();
        self.unflushed = Some(self.unflushed.map_or((offset, end), |(from, to)| (from.min(offset), to.max(end))));
    }

    fn publish(&mut self, offset: usize, number: u64) {
        if let Some((from, to)) = self.unflushed.take() {
            self.memory.write_back(from, to - from);
        }
        self.memory.store_word(offset, number);
        self.memory.write_back(offset, STATE_BYTES);
    }
}

fn ring(memory: Box<dyn PersistentMemory>, guid: DatabaseGuid, epoch: u32) -> TailRing {
    TailRing::persistent(Box::new(OrderedMemory { memory, unflushed: None }), guid, epoch)
}

fn encode_header(guid: DatabaseGuid, number: u32, epoch: u32) -> [u8; FILE_HEADER_BYTES] {
    let mut bytes = [0; FILE_HEADER_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    put_u32(&mut bytes, 8, VERSION);
    put_u64(&mut bytes, 16, guid.0);
    put_u32(&mut bytes, 24, number);
    put_u32(&mut bytes, 28, epoch);
    put_u32(&mut bytes, 32, SLOTS as u32);
    let checksum = crc32c::crc32c(&bytes[16..]);
    put_u32(&mut bytes, 12, checksum);
    bytes
}

fn decode_header(bytes: &[u8; FILE_HEADER_BYTES]) -> Option<(DatabaseGuid, u32, u32)> {
    let (guid, number, epoch) = (DatabaseGuid(get_u64(bytes, 16)), get_u32(bytes, 24), get_u32(bytes, 28));
    (*bytes == encode_header(guid, number, epoch)).then_some((guid, number, epoch))
}

/// The length of the file, whatever SIZE a statement names
/// (`relational-databases/databases/add-persisted-log-buffer`).
pub const PERSISTED_BUFFER_BYTES: u64 = 20 << 20;

/// The fault of a log that is opened without its persisted log buffer.
pub(crate) const WITHOUT_BUFFER: &str =
    "the log can't be used without its persisted log buffer, which may have commits that the log lacks";

const MAGIC: [u8; 8] = *b"SluicePb";
const VERSION: u32 = 1;
const FILE_HEADER_BYTES: usize = 64;
/// The offsets of the copies of the header, in different lines.
const COPIES: [usize; 2] = [0, 2048];

const _: () = assert!(RING_BYTES as u64 <= PERSISTED_BUFFER_BYTES && COPIES[1] + FILE_HEADER_BYTES <= FIRST_SLOT);
// The published word and the header of a slot lie in one line, the payload begins with the next.
const _: () = assert!(FIRST_SLOT.is_multiple_of(HEADER_BYTES) && BLOCK_BYTES.is_multiple_of(HEADER_BYTES));
