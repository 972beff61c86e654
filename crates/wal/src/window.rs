//! A piece of the log file in memory, for examining many blocks with few reads.

use crate::block::BLOCK_BYTES;
use crate::device::Device;
use crate::error::LogError;
use crate::vlf::BlockLocation;
use sluice_vfs::AlignedBuf;

/// The buffer of the last read, and its range in the file. `length` is 0 if nothing is loaded.
pub(crate) struct Window {
    buf: AlignedBuf,
    from: u64,
    length: usize,
}

impl Window {
    /// Returns an empty window for a search through much of the file.
    pub(crate) fn new() -> Window {
        Window::with_capacity(WINDOW_BYTES)
    }

    /// Returns an empty window for single blocks and side slots.
    pub(crate) fn for_block() -> Window {
        Window::with_capacity(WINDOW_MIN)
    }

    /// Invalidates the buffer: the file may have been written since the read.
    pub(crate) fn forget(&mut self) {
        self.length = 0;
    }

    fn with_capacity(bytes: usize) -> Window {
        Window { buf: AlignedBuf::zeroed(bytes), from: 0, length: 0 }
    }

    /// Returns the bytes from `place` on: at least the longest block that fits there. Reads from
    /// the device only if they aren't loaded; then as many bytes as the buffer and the place hold.
    /// Fails if the device does.
    pub(crate) fn at(&mut self, device: &Device, place: BlockLocation) -> Result<&[u8], LogError> {
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

/// The minimum size in bytes: any block or side slot whole.
const WINDOW_MIN: usize = 64 << 10;
/// The size for searches in bytes: a multiple of 4,096, and several blocks.
const WINDOW_BYTES: usize = 4 << 20;
