//! What reads of several pages land in, before each page goes to its frame.

use crate::page::PAGE_SIZE;
use sluice_base::sync::Mutex;
use sluice_vfs::AlignedBuf;

/// Most pages of one read: 512 KB.
pub(crate) const READ_PAGES: usize = 64;

/// Buffers for [`READ_PAGES`], some kept from one read to the next.
#[derive(Default)]
pub(crate) struct ReadBuffers(Mutex<Vec<AlignedBuf>>);

impl ReadBuffers {
    /// A buffer, with anything in it.
    pub(crate) fn take(&self) -> AlignedBuf {
        self.0.lock().pop().unwrap_or_else(|| AlignedBuf::zeroed(READ_PAGES * PAGE_SIZE))
    }

    /// Gives it back.
    pub(crate) fn put(&self, buffer: AlignedBuf) {
        let mut kept = self.0.lock();
        if kept.len() < KEPT {
            kept.push(buffer);
        }
    }
}

/// How many buffers are kept: so many scans read at once without asking for memory.
const KEPT: usize = 4;

/// The memory of those that are kept, in bytes.
pub(crate) const KEPT_BYTES: usize = KEPT * READ_PAGES * PAGE_SIZE;
