//! The states of a block on its way through the log buffer: open, sealed, in flight.

use crate::block::{BLOCK_BYTES, HEADER_BYTES};
use sluice_base::ids::Lsn;
use sluice_vfs::AlignedBuf;
use std::ops::{Deref, DerefMut};

/// Reusable memory for one block. The buffer remembers its written length, so that a small block
/// after a small block needs no padding. The bytes behind are still zero and need not even be
/// brought into the CPU cache.
pub(crate) struct BlockBuffer {
    bytes: AlignedBuf,
    /// Bytes from here on are zero, except those written since the last [`BlockBuffer::pad`].
    zero_from: usize,
}

/// The block that takes records. `used` is the length in bytes so far, header included; `position`
/// and `sequence` are its place in the stream.
pub(crate) struct Open {
    pub(crate) buf: BlockBuffer,
    pub(crate) used: usize,
    pub(crate) records: u32,
    /// The number of records already copied to the ring.
    pub(crate) records_in_ring: u32,
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// The number of sessions waiting for the block to be hardened.
    pub(crate) riders: u32,
}

/// A closed block: its length and place are final. `used`, `position` and `sequence` are as in
/// [`Open`].
pub(crate) struct Sealed {
    pub(crate) buf: BlockBuffer,
    pub(crate) used: usize,
    pub(crate) records: u32,
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// The number of sessions waiting for the block to be hardened.
    pub(crate) riders: u32,
    /// The offset in the log file, in bytes. For a side write, set when the block is written.
    pub(crate) offset: u64,
    /// The LSN below which the log is durable once this block and all before it are written.
    pub(crate) end: Lsn,
}

/// A block on its way to the disk. `written` is set when its own write has completed; it is durable
/// only when all before it are written too.
pub(crate) struct Flight {
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    pub(crate) riders: u32,
    pub(crate) end: Lsn,
    pub(crate) written: bool,
}

/// A block that its taker must write.
pub(crate) struct Taken {
    pub(crate) block: Sealed,
    /// Whether the block is a copy of the open block for a side slot.
    pub(crate) aside: bool,
    /// The durable LSN at the time the block was taken.
    pub(crate) durable: Lsn,
}

impl BlockBuffer {
    /// Returns a zeroed buffer for the longest block.
    pub(crate) fn new() -> BlockBuffer {
        BlockBuffer { bytes: AlignedBuf::zeroed(BLOCK_BYTES), zero_from: 0 }
    }

    /// Returns a buffer without memory, for the open block of a log at rest.
    pub(crate) fn absent() -> BlockBuffer {
        BlockBuffer { bytes: AlignedBuf::empty(), zero_from: 0 }
    }

    /// Whether the log is at rest, so that the block has no memory.
    pub(crate) fn is_absent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Zeroes the bytes behind the first `used` bytes. Only those were written since the last call.
    pub(crate) fn pad(&mut self, used: usize) {
        if used < self.zero_from {
            self.bytes[used..self.zero_from].fill(0);
        }
        self.zero_from = used;
    }

    /// Returns the buffer to the pool without padding, after `used` bytes were written.
    pub(crate) fn unpadded(mut self, used: usize) -> BlockBuffer {
        self.zero_from = self.zero_from.max(used);
        self
    }
}

impl Deref for BlockBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for BlockBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Open {
    /// Returns a block without records at this place in the stream.
    pub(crate) fn new(buf: BlockBuffer, position: u64, sequence: u64) -> Open {
        Open { buf, used: HEADER_BYTES, records: 0, records_in_ring: 0, position, sequence, riders: 0 }
    }

    /// Returns header (not filled in) and records; nothing for a block without memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buf.get(..self.used).unwrap_or_default()
    }

    /// Closes the block. Its place is byte `offset` of the file. The log below `end` is durable
    /// once this block and all before it are written.
    pub(crate) fn into_sealed(self, offset: u64, end: Lsn) -> Sealed {
        let Open { buf, used, records, position, sequence, riders, .. } = self;
        Sealed { buf, used, records, position, sequence, riders, offset, end }
    }

    /// Copies the content into `buf`, and moves the riders so far to the copy. The open block stays
    /// open and takes further records; the copy is for a side slot, whose offset is set later.
    pub(crate) fn copy_into(&mut self, mut buf: BlockBuffer) -> Sealed {
        buf[..self.used].copy_from_slice(&self.buf[..self.used]);
        let Open { used, records, position, sequence, .. } = *self;
        let riders = std::mem::take(&mut self.riders);
        Sealed { buf, used, records, position, sequence, riders, offset: 0, end: Lsn::new(position, used as u16) }
    }
}

impl Sealed {
    /// Returns the entry of the block in the window, not written yet.
    pub(crate) fn flight(&self) -> Flight {
        let Sealed { position, sequence, riders, end, .. } = *self;
        Flight { position, sequence, riders, end, written: false }
    }
}

/// The most block buffers that a log has.
pub(crate) const BUFFERS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_padding_is_zero_after_longer_block() {
        let mut buf = BlockBuffer::new();
        for (used, is_padded) in [(300, true), (300, true), (9_000, true), (80, true), (20_000, false), (100, true)] {
            buf[..used].fill(0xA5);
            if is_padded {
                buf.pad(used);
                assert!(buf[..used].iter().all(|byte| *byte == 0xA5) && buf[used..].iter().all(|byte| *byte == 0));
            } else {
                buf = buf.unpadded(used);
            }
        }
    }
}
