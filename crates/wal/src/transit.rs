//! The stations of a block on its way through the log buffer: open, sealed, in flight.

use crate::block::{BLOCK_BYTES, HEADER_BYTES};
use sluice_base::ids::Lsn;
use sluice_vfs::AlignedBuf;
use std::ops::{Deref, DerefMut};

/// Memory for one block, used again for the next one. It remembers how far it has been written, so that a small block after a small one
/// has nothing to be padded with: its padding is still zero, and need not even come into the processor's cache.
pub(crate) struct BlockBuffer {
    bytes: AlignedBuf,
    /// From there on it is zero, but for what has been written since [`BlockBuffer::pad`].
    zero_from: usize,
}

/// The block that takes records.
pub(crate) struct Open {
    pub(crate) buf: BlockBuffer,
    pub(crate) used: usize,
    pub(crate) records: u32,
    /// How many of them are in the ring, too.
    pub(crate) records_in_ring: u32,
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    /// How many wait for it to be hardened.
    pub(crate) riders: u32,
}

/// A block that is closed: its length and place will not change.
pub(crate) struct Sealed {
    pub(crate) buf: BlockBuffer,
    pub(crate) used: usize,
    pub(crate) records: u32,
    pub(crate) position: u64,
    pub(crate) sequence: u64,
    pub(crate) riders: u32,
    /// Where it goes in the file, in bytes; a side write decides when it is written.
    pub(crate) offset: u64,
    /// What is durable below once it is written.
    pub(crate) end: Lsn,
}

/// A block on its way to the disk.
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
    /// Whether it is a copy of the open block, for a side slot.
    pub(crate) aside: bool,
    /// What was durable when it was taken.
    pub(crate) durable: Lsn,
}

impl BlockBuffer {
    /// For the longest block.
    pub(crate) fn new() -> BlockBuffer {
        BlockBuffer { bytes: AlignedBuf::zeroed(BLOCK_BYTES), zero_from: 0 }
    }

    /// Has zeroes behind the first `used` bytes, which are all that has been written since the last time.
    pub(crate) fn pad(&mut self, used: usize) {
        if used < self.zero_from {
            self.bytes[used..self.zero_from].fill(0);
        }
        self.zero_from = used;
    }

    /// It goes back without having been padded; `used` bytes were written.
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
    /// An empty block.
    pub(crate) fn new(buf: BlockBuffer, position: u64, sequence: u64) -> Open {
        Open { buf, used: HEADER_BYTES, records: 0, records_in_ring: 0, position, sequence, riders: 0 }
    }

    /// Closed: it will be written at byte `offset` of the file, and then everything below `end` is durable.
    pub(crate) fn into_sealed(self, offset: u64, end: Lsn) -> Sealed {
        let Open { buf, used, records, position, sequence, riders, .. } = self;
        Sealed { buf, used, records, position, sequence, riders, offset, end }
    }

    /// A copy of what it holds, in `buf`, with those who wait for it so far.
    pub(crate) fn copy_into(&mut self, mut buf: BlockBuffer) -> Sealed {
        buf[..self.used].copy_from_slice(&self.buf[..self.used]);
        let Open { used, records, position, sequence, .. } = *self;
        let riders = std::mem::take(&mut self.riders);
        Sealed { buf, used, records, position, sequence, riders, offset: 0, end: Lsn::new(position, used as u16) }
    }
}

impl Sealed {
    /// On its way.
    pub(crate) fn flight(&self) -> Flight {
        let Sealed { position, sequence, riders, end, .. } = *self;
        Flight { position, sequence, riders, end, written: false }
    }
}

/// How many block buffers a log has.
pub(crate) const BUFFERS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_zeroes_behind_a_block_whatever_was_in_its_buffer_before() {
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
