//! Random access to records, for rollback: also to such as are not written yet.
//!
//! A rollback goes backwards, so a read of the file ends with the wanted block and brings many before it; each of them is checked
//! once, when its first record is asked for. Of a block that is still in memory only what was asked for, and what lies
//! before it, is copied. What a start has read and checked already is used as it is.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{Shared, poison_of};
use crate::record::RecordRef;
use crate::segment::LogSegment;
use crate::vlf::Place;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::AlignedBuf;
use std::ops::Range;

/// Reads single records. What it is asked for must be at or above the log's `keep_from`.
pub struct LogReader {
    shared: Arc<Shared>,
    oldest: Lsn,
    /// Of the current block; 0 when there is none.
    position: u64,
    current: Current,
    /// Bytes of a block that was in memory, from `copied_from` on.
    copy: Vec<u8>,
    copied_from: usize,
    file: Option<FilePart>,
    /// Stretches of the log that are in memory, in their order.
    known: Arc<[LogSegment]>,
    /// How much the next read of the file asks for: little at first, since most rollbacks are short.
    read_bytes: usize,
}

/// Where the current block is.
enum Current {
    /// In `copy`.
    Copy,
    /// In this part of the file's, header and records.
    File(Range<usize>),
    /// In this one of `known`, its block of this number.
    Known(usize, usize),
}

/// A piece of the file in memory.
struct FilePart {
    buf: AlignedBuf,
    /// Where it begins in the file, and how much of `buf` was read.
    from: u64,
    length: usize,
    /// Blocks behind this one may have been written since.
    newest: u64,
}

impl LogReader {
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

    /// Takes what is in `segments`, stretches of this log in their order, from there.
    pub fn with_known(self, segments: Arc<[LogSegment]>) -> LogReader {
        LogReader { known: segments, ..self }
    }

    /// The record at `lsn`, as `append` or another record told it.
    pub fn read(&mut self, lsn: Lsn) -> Result<RecordRef<'_>, LogError> {
        self.reach(lsn).map(|(record, _)| record)
    }

    /// As [`LogReader::read`], and the reader again, to ask what is [`LogReader::loaded`] beside that record.
    pub fn reach(&mut self, lsn: Lsn) -> Result<(RecordRef<'_>, &LogReader), LogError> {
        if self.loaded(lsn).is_none() {
            self.load(lsn)?;
        }
        let device = &self.shared.device;
        let missing = || device.damaged(0, lsn, "no log record begins where another record or a page says");
        Ok((self.loaded(lsn).ok_or_else(missing)?, self))
    }

    /// The record at `lsn`, if it is in the block that was read last.
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

    /// Copies what is asked for of a block in memory, whose bytes these are, and what a rollback may ask for next.
    fn take_copy(&mut self, lsn: Lsn, bytes: &[u8]) {
        let from = if self.oldest.block() == lsn.block() { self.oldest.offset() } else { HEADER_BYTES as u16 };
        let from = usize::from(from.min(lsn.offset()));
        let end = block::record_end(bytes, usize::from(lsn.offset())).unwrap_or(bytes.len());
        self.copy.clear();
        self.copy.extend_from_slice(bytes.get(from..end).unwrap_or_default());
        (self.position, self.current, self.copied_from) = (lsn.block(), Current::Copy, from);
    }

    /// Where in `file` the bytes of the block at `position` are, which is on disk; read if need be.
    fn in_file(&mut self, position: u64, place: Place, vlf_start: u64) -> Result<Range<usize>, LogError> {
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
