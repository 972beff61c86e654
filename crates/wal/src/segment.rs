//! A stretch of the log in memory: whole blocks, checked, in the order of the stream.

use crate::block;
use crate::record::RecordRef;
use sluice_base::ids::Lsn;
use sluice_base::memory::Reservation;
use sluice_vfs::AlignedBuf;
use std::ops::Range;

/// Blocks of the log, as [`crate::LogSegments`] has read them: for whoever reads records in the order of the log without a
/// copy, and may hand the same stretch to several threads.
pub struct LogSegment {
    /// As large as the longest read into it so far: most logs are short.
    buf: Option<AlignedBuf>,
    blocks: Vec<Stored>,
    /// The last block, when it was found in a side slot.
    aside: Option<Vec<u8>>,
    /// What was set aside for its room, of one beyond the two that every reading has.
    _memory: Option<Reservation>,
}

/// A block of a segment.
#[derive(Clone, Debug)]
struct Stored {
    position: u64,
    /// Header and records, in the segment's buffer, or in `aside` for the last block when there is that.
    bytes: Range<usize>,
    /// The first record to be told, from the block's start.
    first: usize,
}

impl LogSegment {
    /// For stretches of as many bytes as [`LogSegment::room`] is asked for.
    pub(crate) fn new(memory: Option<Reservation>) -> LogSegment {
        LogSegment { buf: None, blocks: Vec::new(), aside: None, _memory: memory }
    }

    /// Its records, in the order of the log.
    pub fn records(&self) -> Records<'_> {
        Records { segment: self, blocks: self.blocks.iter(), bytes: &[], position: 0, next: 0 }
    }

    /// How many bytes its blocks have, their headers included.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|stored| self.block(stored).len()).sum()
    }

    /// Whether all its records lie below `lsn`, but for those of the block that `lsn` is in.
    pub fn is_below(&self, lsn: Lsn) -> bool {
        self.blocks.last().is_none_or(|last| last.position < lsn.block())
    }

    /// Which of its blocks is the one at `position`.
    pub(crate) fn find(&self, position: u64) -> Option<usize> {
        self.blocks.binary_search_by_key(&position, |stored| stored.position).ok()
    }

    /// Header and records of the block that [`LogSegment::find`] told.
    pub(crate) fn block_at(&self, index: usize) -> &[u8] {
        self.block(&self.blocks[index])
    }

    /// The record at this place of this segment, and the place behind it; `None` behind the last.
    pub(crate) fn at(&self, place: &mut SegmentPlace) -> Option<RecordRef<'_>> {
        loop {
            let stored = self.blocks.get(place.block)?;
            let bytes = self.block(stored);
            let offset = place.offset.max(stored.first);
            if let Some(end) = block::record_end(bytes, offset) {
                place.offset = end;
                return block::record_at(bytes, stored.position, offset);
            }
            *place = SegmentPlace { block: place.block + 1, offset: 0 };
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.aside = None;
    }

    /// Room for `bytes` of the log, which [`LogSegment::push`] then makes blocks. The segment is empty.
    pub(crate) fn room(&mut self, bytes: usize) -> &mut [u8] {
        debug_assert!(self.is_empty(), "blocks would lose their bytes");
        if self.buf.as_ref().is_none_or(|buf| buf.len() < bytes) {
            // First the old one goes.
            self.buf = None;
        }
        &mut self.buf.get_or_insert_with(|| AlignedBuf::zeroed(bytes))[..bytes]
    }

    /// The bytes behind `from`.
    pub(crate) fn read(&self, from: usize) -> &[u8] {
        &self.bytes_read()[from..]
    }

    /// A checked block whose header and records are `bytes` of the room.
    pub(crate) fn push(&mut self, position: u64, bytes: Range<usize>, first: usize) {
        self.blocks.push(Stored { position, bytes, first });
    }

    /// A checked block that is not in its place; the last one.
    pub(crate) fn push_aside(&mut self, position: u64, bytes: Vec<u8>, first: usize) {
        // No range of the room: nobody may take it for one.
        self.blocks.push(Stored { position, bytes: 0..0, first });
        self.aside = Some(bytes);
    }

    fn block(&self, stored: &Stored) -> &[u8] {
        match &self.aside {
            Some(aside) if stored.bytes.is_empty() => aside,
            _ => &self.bytes_read()[stored.bytes.clone()],
        }
    }

    fn bytes_read(&self) -> &[u8] {
        self.buf.as_deref().unwrap_or_default()
    }
}

/// Where a reader of a segment is.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SegmentPlace {
    block: usize,
    offset: usize,
}

/// The records of a [`LogSegment`].
pub struct Records<'a> {
    segment: &'a LogSegment,
    blocks: std::slice::Iter<'a, Stored>,
    /// The current block.
    bytes: &'a [u8],
    position: u64,
    next: usize,
}

impl<'a> Iterator for Records<'a> {
    type Item = RecordRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<RecordRef<'a>> {
        loop {
            let offset = self.next;
            // A checked block's records fill it, so this fails at its end only.
            if let Some(record) = block::record_at(self.bytes, self.position, offset) {
                self.next = offset + block::RECORD_HEADER_BYTES + record.body.len();
                return Some(record);
            }
            let stored = self.blocks.next()?;
            (self.bytes, self.position, self.next) = (self.segment.block(stored), stored.position, stored.first);
        }
    }
}
