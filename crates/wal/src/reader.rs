//! Random access to records for rollback, including records not yet written.
//!
//! A rollback goes backwards, so a read of the file ends with the wanted block and brings many
//! blocks before it. Each block is checked once, when its first record is requested. From a block
//! still in memory, only the requested record and the records before it are copied. Blocks that a
//! start has read and checked are used as they are.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{Shared, poison_of};
use crate::record::RecordRef;
use crate::segment::LogSegment;
use crate::vlf::BlockLocation;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::AlignedBuf;
use std::ops::Range;

/// Reads single records. Requests must be at or above the log's `keep_from`. The returned records
/// borrow the reader's buffers, so only the current block's records are reachable.
pub struct LogReader {
    shared: Arc<Shared>,
    oldest: Lsn,
    /// The position of the current block; 0 if there is none.
    position: u64,
    current: Current,
    /// Bytes of a block in memory, from `copied_from` on.
    copy: Vec<u8>,
    copied_from: usize,
    file: Option<FilePart>,
    /// Segments of the log in memory, in log order.
    known: Arc<[LogSegment]>,
    /// The length of the next read: small at first, since most rollbacks are short.
    read_bytes: usize,
}

/// The location of the current block.
enum Current {
    /// In `copy`.
    Copy,
    /// This range of `file`: header and records.
    File(Range<usize>),
    /// Indexes of the segment in `known` and of the block in the segment.
    Known(usize, usize),
}

/// A piece of the file in memory.
struct FilePart {
    buf: AlignedBuf,
    /// The offset in the file, and the length read into `buf`.
    from: u64,
    length: usize,
    /// The highest block position that was on disk at the time of the read.
    newest: u64,
}

impl LogReader {
    /// Returns a reader that has no block yet. `oldest` is the LSN below which no request comes.
    pub(crate) fn new(shared: Arc<Shared>, oldest: Lsn) -> LogReader {
        LogReader {
            shared,
            oldest,
            position: 0,
            current: Current::Copy,
            copy: Vec::new(),
            copied_from: 0,
            file: None,
            known: Arc::default(),
            read_bytes: READ_MIN,
        }
    }

    /// Uses the blocks in `segments`, which are in log order, instead of reading them.
    pub fn with_known(self, segments: Arc<[LogSegment]>) -> LogReader {
        LogReader { known: segments, ..self }
    }

    /// Returns the record at `lsn`, an LSN returned by `append` or stored in another record. Fails
    /// with damage if no record begins there.
    pub fn read(&mut self, lsn: Lsn) -> Result<RecordRef<'_>, LogError> {
        self.reach(lsn).map(|(record, _)| record)
    }

    /// Reads as [`LogReader::read`] does, and also returns the reader, for calls of
    /// [`LogReader::loaded`]. Fails with damage if no record begins at `lsn`.
    pub fn reach(&mut self, lsn: Lsn) -> Result<(RecordRef<'_>, &LogReader), LogError> {
        if self.loaded(lsn).is_none() {
            self.load(lsn)?;
        }
        let device = &self.shared.device;
        let missing = || device.damaged(0, lsn, "no log record begins where another record or a page says");
        Ok((self.loaded(lsn).ok_or_else(missing)?, self))
    }

    /// Returns the record at `lsn` if it lies in the current block. `None` if another block is
    /// current or no record begins there. Reads nothing; see [`LogReader::reach`].
    pub fn loaded(&self, lsn: Lsn) -> Option<RecordRef<'_>> {
        if lsn.block() != self.position {
            return None;
        }
        let offset = usize::from(lsn.offset());
        match &self.current {
            Current::File(range) => block::record_at(&self.file.as_ref()?.buf[range.clone()], self.position, offset),
            Current::Known(segment, index) => {
                block::record_at(self.known[*segment].block_at(*index), self.position, offset)
            }
            Current::Copy => {
                let rest = self.copy.get(offset.checked_sub(self.copied_from)?..)?;
                block::record_of(rest, lsn)
            }
        }
    }

    fn load(&mut self, lsn: Lsn) -> Result<(), LogError> {
        let position = lsn.block();
        self.position = 0;
        let segment = self.known.partition_point(|segment| segment.is_below(lsn));
        if let Some(index) = self.known.get(segment).and_then(|known| known.find(position)) {
            (self.position, self.current) = (position, Current::Known(segment, index));
            return Ok(());
        }
        let shared = self.shared.clone();
        let mut state = shared.lock();
        let place = loop {
            if let Some(bytes) = state.tail.in_memory(position) {
                self.take_copy(lsn, bytes);
                return Ok(());
            }
            if !state.tail.in_flight(position) {
                let vlfs = &state.tail.vlfs;
                break vlfs.place(position).zip(vlfs.file_start(position));
            }
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state = shared.wait_for_progress(state);
        };
        drop(state);
        let device = &shared.device;
        let Some((place, vlf_start)) = place else {
            return Err(device.damaged(0, lsn, "the log was truncated beyond a record that is still asked for"));
        };
        let range = self.in_file(position, place, vlf_start)?;
        let file = self.file.as_ref().expect("read just now");
        match block::parse(&file.buf[range.clone()]) {
            Ok(block) if block.header.position == position => {
                self.position = position;
                self.current = Current::File(range.start..range.start + block.bytes().len());
                Ok(())
            }
            Ok(_) => Err(device.damaged(place.offset, lsn, "another log block is in this place")),
            Err(fault) => Err(device.damaged(place.offset, lsn, &fault.to_string())),
        }
    }

    /// Copies the requested record and its predecessors in the block, which a rollback may request
    /// next.
    fn take_copy(&mut self, lsn: Lsn, bytes: &[u8]) {
        let from = if self.oldest.block() == lsn.block() { self.oldest.offset() } else { HEADER_BYTES as u16 };
        let from = usize::from(from.min(lsn.offset()));
        let end = block::record_end(bytes, usize::from(lsn.offset())).unwrap_or(bytes.len());
        self.copy.clear();
        self.copy.extend_from_slice(bytes.get(from..end).unwrap_or_default());
        (self.position, self.current, self.copied_from) = (lsn.block(), Current::Copy, from);
    }

    /// Returns the range of the block at `position` in `file`, reading it if needed. The block is
    /// on disk.
    fn in_file(&mut self, position: u64, place: BlockLocation, vlf_start: u64) -> Result<Range<usize>, LogError> {
        let room = place.room.min(BLOCK_BYTES as u64);
        let end = place.offset + room;
        let there = self.file.as_ref().is_some_and(|file| {
            position <= file.newest && place.offset >= file.from && end <= file.from + file.length as u64
        });
        if !there {
            let from = vlf_start.max(end.saturating_sub(self.read_bytes as u64));
            let (length, wanted) = ((end - from) as usize, self.read_bytes);
            self.read_bytes = (4 * self.read_bytes).min(READ_MAX);
            let buf = match self.file.take() {
                Some(file) if file.buf.len() >= length => file.buf,
                _ => AlignedBuf::zeroed(wanted),
            };
            let file = self.file.insert(FilePart { buf, from, length, newest: position });
            let read = self.shared.device.read(&mut file.buf[..length], from);
            if let Err(error) = read {
                self.file = None;
                return Err(error.into());
            }
        }
        let from = self.file.as_ref().map_or(0, |file| file.from);
        let start = (place.offset - from) as usize;
        Ok(start..start + room as usize)
    }
}

const READ_MIN: usize = 64 << 10;
const READ_MAX: usize = 1 << 20;
const _: () = assert!(READ_MIN >= BLOCK_BYTES);
