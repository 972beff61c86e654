//! A piece of the log file in memory, for reading many blocks with few reads.

use crate::block::BLOCK_BYTES;
use crate::device::Device;
use crate::error::LogError;
use crate::vlf::Place;
use sluice_vfs::AlignedBuf;

/// The bytes read last.
pub(crate) struct Window {
    buf: AlignedBuf,
    from: u64,
    length: usize,
}

impl Window {
    pub(crate) fn new() -> Window {
        Window::for_bytes(u64::MAX)
    }

    /// For reading about so many bytes: a scan of a short log need not read far beyond its end.
    pub(crate) fn for_bytes(bytes: u64) -> Window {
        let bytes = bytes.clamp(WINDOW_MIN, WINDOW_BYTES as u64).next_multiple_of(4096);
        Window { buf: AlignedBuf::zeroed(bytes as usize), from: 0, length: 0 }
    }

    /// The bytes from `place` on: as many as a block can have there, or more.
    pub(crate) fn at(&mut self, device: &Device, place: Place) -> Result<&[u8], LogError> {
        let wanted = place.room.min(BLOCK_BYTES as u64);
        let (from, length) = (self.from, self.length as u64);
        if place.offset < from || place.offset + wanted > from + length {
            let length = place.room.min(self.buf.len() as u64) as usize;
            self.length = 0;
            device.read(&mut self.buf[..length], place.offset)?;
            (self.from, self.length) = (place.offset, length);
        }
        let start = (place.offset - self.from) as usize;
        let end = self.length.min(start + place.room as usize);
        Ok(&self.buf[start..end])
    }
}

/// Holds any block, and any side slot, whole.
const WINDOW_MIN: u64 = 64 << 10;
/// A multiple of 4,096, and several blocks.
const WINDOW_BYTES: usize = 1 << 20;
