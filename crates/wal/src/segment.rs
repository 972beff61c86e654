//! A stretch of the log in memory: whole, checked blocks in stream order.

use crate::block;
use crate::record::RecordRef;
use sluice_base::ids::Lsn;
use sluice_base::memory::Reservation;
use sluice_vfs::AlignedBuf;
use std::ops::Range;

/// Blocks of the log read by [`crate::LogSegments`]. Readers get the records in log order without a
/// copy, and may share a segment between threads.
pub struct LogSegment {
    /// As large as the longest read so far: most logs are short.
    buf: Option<AlignedBuf>,
    blocks: Vec<Stored>,
    /// The last block, if it was found in a side slot.
    aside: Option<Vec<u8>>,
    /// The memory reservation of a spare segment. The first two segments of a reading need none.
    _memory: Option<Reservation>,
}

#[derive(Clone, Debug)]
struct Stored {
    position: u64,
    /// The range of header and records in the buffer. Empty for a last block in `aside`.
    bytes: Range<usize>,
    /// The offset of the first record to return, from the start of the block.
    first: usize,
}

impl LogSegment {
    /// Returns an empty segment without a buffer; the first read allocates it. `memory` accounts
    /// for it, if it is to be kept.
    pub(crate) fn new(memory: Option<Reservation>) -> LogSegment {
        LogSegment { buf: None, blocks: Vec::new(), aside: None, _memory: memory }
    }

    /// Returns the records in log order.
    pub fn records(&self) -> Records<'_> {
        Records { segment: self, blocks: self.blocks.iter(), bytes: &[], position: 0, next: 0 }
    }

    /// Returns the length of the blocks in bytes, headers included.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|stored| self.block(stored).len()).sum()
    }

    /// Whether all records lie below `lsn`, except those in the block of `lsn`.
    pub fn is_below(&self, lsn: Lsn) -> bool {
        self.blocks.last().is_none_or(|last| last.position < lsn.block())
    }

    /// Returns the index of the block at `position`. `None` if the segment doesn't have it.
    pub(crate) fn find(&self, position: u64) -> Option<usize> {
        self.blocks.binary_search_by_key(&position, |stored| stored.position).ok()
    }

    /// Returns header and records of the block at an index returned by [`LogSegment::find`].
    pub(crate) fn block_at(&self, index: usize) -> &[u8] {
        self.block(&self.blocks[index])
    }

    /// Returns the record at `place` and advances `place`; `None` behind the last record. A place
    /// of default value is before the first record. Moves on to the next block by itself.
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

    /// Whether the segment has no block.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Removes all blocks. The buffer stays for the next read.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.aside = None;
    }

    /// Returns the first `bytes` bytes of the buffer, which the caller fills from the log. Until
    /// then they may have the content of an earlier read. [`LogSegment::push`] registers the blocks
    /// that were read. The segment must be empty; [`LogSegment::clear`] makes it so.
    pub(crate) fn room(&mut self, bytes: usize) -> &mut [u8] {
        debug_assert!(self.is_empty(), "blocks would lose their bytes");
        if self.buf.as_ref().is_none_or(|buf| buf.len() < bytes) {
            // Frees the old buffer before allocating the new one.
            self.buf = None;
        }
        &mut self.buf.get_or_insert_with(|| AlignedBuf::zeroed(bytes))[..bytes]
    }

    /// Returns the bytes read, from `from` on.
    pub(crate) fn read(&self, from: usize) -> &[u8] {
        &self.bytes_read()[from..]
    }

    /// Registers a checked block at the range `bytes` of the buffer.
    pub(crate) fn push(&mut self, position: u64, bytes: Range<usize>, first: usize) {
        self.blocks.push(Stored { position, bytes, first });
    }

    /// Registers a checked last block that was found in a side slot.
    pub(crate) fn push_aside(&mut self, position: u64, bytes: Vec<u8>, first: usize) {
        // The empty range never matches a block in the buffer.
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

/// The position of a reader in a segment.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SegmentPlace {
    block: usize,
    offset: usize,
}

/// Iterator over the records of a [`LogSegment`]. In log order.
pub struct Records<'a> {
    segment: &'a LogSegment,
    blocks: std::slice::Iter<'a, Stored>,
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
            // The records of a checked block fill it, so `None` means the end of the block.
            if let Some(record) = block::record_at(self.bytes, self.position, offset) {
                self.next = offset + block::RECORD_HEADER_BYTES + record.body.len();
                return Some(record);
            }
            let stored = self.blocks.next()?;
            (self.bytes, self.position, self.next) = (self.segment.block(stored), stored.position, stored.first);
        }
    }
}
