//! The stations of a block on its way through the log buffer: open, sealed, in flight.

use crate::block::{BLOCK_BYTES, HEADER_BYTES};
use sluice_base::ids::Lsn;
use sluice_vfs::AlignedBuf;

/// The block that takes records.
pub(crate) struct Open {
    pub(crate) buf: AlignedBuf,
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
    pub(crate) buf: AlignedBuf,
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

impl Open {
    /// An empty block.
    pub(crate) fn new(buf: AlignedBuf, position: u64, sequence: u64) -> Open {
        assert!(buf.len() == BLOCK_BYTES, "a block buffer holds a whole block");
        Open { buf, used: HEADER_BYTES, records: 0, records_in_ring: 0, position, sequence, riders: 0 }
    }

    /// Closed: it will be written at byte `offset` of the file, and then everything below `end` is durable.
    pub(crate) fn into_sealed(self, offset: u64, end: Lsn) -> Sealed {
        let Open { buf, used, records, position, sequence, riders, .. } = self;
        Sealed { buf, used, records, position, sequence, riders, offset, end }
    }

    /// A copy of what it holds, in `buf`, with those who wait for it so far.
    pub(crate) fn copy_into(&mut self, mut buf: AlignedBuf) -> Sealed {
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
