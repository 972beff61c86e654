//! Buffers for reads of several pages, before each page is copied to its frame.

use crate::page::PAGE_SIZE;
use sluice_base::sync::Mutex;
use sluice_vfs::AlignedBuf;

/// Maximum pages of a read: 512 KB.
pub(crate) const READ_PAGES: usize = 64;

/// Buffers of [`READ_PAGES`] pages, of which some are kept between reads.
#[derive(Default)]
pub(crate) struct ReadBuffers(Mutex<Vec<AlignedBuf>>);

impl ReadBuffers {
    /// Returns a buffer with undefined content.
    pub(crate) fn take(&self) -> AlignedBuf {
        self.0.lock().pop().unwrap_or_else(|| AlignedBuf::zeroed(READ_PAGES * PAGE_SIZE))
    }

    /// Returns a buffer for later use. Only a few are kept; others are freed.
    pub(crate) fn put(&self, buffer: AlignedBuf) {
        let mut kept = self.0.lock();
        if kept.len() < KEPT {
            kept.push(buffer);
        }
    }
}

/// Number of buffers kept: that many scans read at the same time without allocating.
const KEPT: usize = 4;

/// Bytes of the kept buffers.
pub(crate) const KEPT_BYTES: usize = KEPT * READ_PAGES * PAGE_SIZE;
