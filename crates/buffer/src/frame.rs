//! The pool's state of each frame, in a cache line, and the key of a page within the instance.
//!
//! Write rules: `key` and `version` change only under the exclusive latch. `rec_lsn` changes from
//! zero only under the exclusive latch, and to zero or forward only under its database's write-back
//! turn. The other fields may change at any time.

use crate::latch::Latch;
use sluice_base::ids::{DatabaseId, FileId, Lsn, PageId};
use sluice_base::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A page of the instance in a word: database, file, page number. Zero means no page. Keys are
/// ordered by database, then position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PageKey(u64);

impl PageKey {
    /// No page.
    pub(crate) const NONE: PageKey = PageKey(0);

    /// Returns the key of page `id` of `database`. A page of a nonexistent file has a key too,
    /// which the table never contains.
    #[inline]
    pub(crate) fn new(database: DatabaseId, id: PageId) -> PageKey {
        PageKey(u64::from(database.0) << 48 | u64::from(id.file.0) << 32 | u64::from(id.page))
    }

    /// Returns the database of the page.
    pub(crate) fn database(self) -> DatabaseId {
        DatabaseId((self.0 >> 48) as u16)
    }

    /// Returns the page within the database.
    #[inline]
    pub(crate) fn id(self) -> PageId {
        PageId { file: FileId((self.0 >> 32) as u16), page: self.0 as u32 }
    }

    /// Returns the key as a word, for hashing.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0
    }
}

/// How a page came into its frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Residency {
    /// Created, or read together with others for a scan.
    Created = 0,
    /// Read by itself.
    Read = READ,
    /// Read by itself soon after it was evicted.
    Recurring = RECURRING,
}

const READ: u8 = 1;
const RECURRING: u8 = 2;

/// The state of a frame. The fields are atomics: lookups read `key` without the latch and check it
/// again under the latch.
#[repr(align(64))]
pub(crate) struct Frame {
    /// Guards the frame's page. While the latch is held, the page stays in the frame.
    pub(crate) latch: Latch,
    /// The page in the frame, a [`PageKey`]; 0 for none.
    key: AtomicU64,
    /// The LSN from which on redo needs the log for the page; 0 for a clean page.
    rec_lsn: AtomicU64,
    /// Count of the page's changes. Write-back compares it, to find changes after its copy.
    version: AtomicU32,
    /// The page's last use, for the replacer: [`COLD`], [`USED`] or [`READ_AHEAD`].
    warmth: AtomicU8,
    /// How the page came into the frame, a [`Residency`].
    residency: AtomicU8,
    /// The last use of a recurring page that the replacer has seen, in its ticks.
    used_ticks: AtomicU16,
    /// Whether the latch's holder is reading the page from its file.
    loading: AtomicBool,
    /// Number of the instance's epochs that the page has met. Reset with the key.
    epochs_met: AtomicU32,
}

impl Frame {
    /// Returns a frame without a page: clean, cold and unlatched.
    pub(crate) fn new() -> Frame {
        Frame {
            latch: Latch::new(),
            key: AtomicU64::new(0),
            rec_lsn: AtomicU64::new(0),
            version: AtomicU32::new(0),
            warmth: AtomicU8::new(COLD),
            residency: AtomicU8::new(Residency::Created as u8),
            used_ticks: AtomicU16::new(0),
            loading: AtomicBool::new(false),
            epochs_met: AtomicU32::new(0),
        }
    }

    /// Returns the page in this frame. Stable only while the latch is held.
    #[inline]
    pub(crate) fn key(&self) -> PageKey {
        PageKey(self.key.load(Ordering::Acquire))
    }

    /// Sets or clears the frame's page. The latch must be held exclusively. Also forgets the epochs
    /// that the former page has met.
    pub(crate) fn set_key(&self, key: PageKey) {
        self.set_epochs_met(0);
        self.key.store(key.0, Ordering::Release);
    }

    /// Whether the page has changes that its file may lack.
    #[inline]
    pub(crate) fn is_dirty(&self) -> bool {
        self.rec_lsn.load(Ordering::Acquire) != 0
    }

    /// Returns the LSN from which redo must read the log to restore changes that the file may lack.
    /// Returns `None` for a clean page.
    pub(crate) fn rec_lsn(&self) -> Option<Lsn> {
        Some(Lsn(self.rec_lsn.load(Ordering::Acquire))).filter(|lsn| !lsn.is_none())
    }

    /// Records that every change before `lsn` has reached the file. [`Lsn::NONE`] means all
    /// changes; other values are set by [`crate::dirty_list::DirtyList`] alone.
    pub(crate) fn set_rec_lsn(&self, lsn: Lsn) {
        self.rec_lsn.store(lsn.0, Ordering::Release);
    }

    /// Returns the count of the page's changes, by which write-back detects changes after its copy.
    #[inline]
    pub(crate) fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    /// Counts a change. The latch must be held exclusively.
    #[inline]
    pub(crate) fn count_change(&self) {
        self.version.store(self.version.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Records a use, for the replacer. The first use after reading ahead only makes the page cold,
    /// because the page was read for that use.
    #[inline]
    pub(crate) fn touch(&self) {
        // Reading first keeps the cache line shared between cores that read the same hot page.
        match self.warmth.load(Ordering::Relaxed) {
            USED => {}
            COLD => self.warmth.store(USED, Ordering::Relaxed),
            _ => self.warmth.store(COLD, Ordering::Relaxed),
        }
    }

    /// Marks the page as read ahead of its first use. Replaces an earlier mark, without a lock.
    pub(crate) fn set_read_ahead(&self) {
        self.warmth.store(READ_AHEAD, Ordering::Relaxed);
    }

    /// Whether the page was used or read ahead since the last call. Clears the mark.
    pub(crate) fn take_touch(&self) -> bool {
        self.warmth.load(Ordering::Relaxed) != COLD && self.warmth.swap(COLD, Ordering::Relaxed) != COLD
    }

    /// Returns how the page came into the frame.
    pub(crate) fn residency(&self) -> Residency {
        match self.residency.load(Ordering::Relaxed) {
            RECURRING => Residency::Recurring,
            READ => Residency::Read,
            _ => Residency::Created,
        }
    }

    /// Sets how the page came into the frame.
    pub(crate) fn set_residency(&self, residency: Residency) {
        self.residency.store(residency as u8, Ordering::Relaxed);
    }

    /// Makes a recurring page one that was read. Returns whether the page was recurring.
    pub(crate) fn leave_recurring(&self) -> bool {
        self.residency.compare_exchange(RECURRING, READ, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Returns the last noted use of a recurring page, in ticks of the replacer.
    pub(crate) fn used_ticks(&self) -> u16 {
        self.used_ticks.load(Ordering::Relaxed)
    }

    /// Notes a use of a recurring page, in ticks of the replacer.
    pub(crate) fn set_used_ticks(&self, ticks: u16) {
        self.used_ticks.store(ticks, Ordering::Relaxed);
    }

    /// Returns the number of the instance's epochs that the page has met.
    #[inline]
    pub(crate) fn epochs_met(&self) -> u32 {
        self.epochs_met.load(Ordering::Relaxed)
    }

    /// Sets the number of epochs met. The latch must be held exclusively.
    pub(crate) fn set_epochs_met(&self, epochs: u32) {
        self.epochs_met.store(epochs, Ordering::Relaxed);
    }

    /// Whether the latch holder is reading the page from its file.
    pub(crate) fn is_loading(&self) -> bool {
        self.loading.load(Ordering::Relaxed)
    }

    /// Sets whether the page is being read from its file, which determines the wait type of those
    /// who wait for the latch.
    pub(crate) fn set_loading(&self, loading: bool) {
        self.loading.store(loading, Ordering::Relaxed);
    }
}

/// Not used since the page was loaded or since the replacer passed.
const COLD: u8 = 0;
/// Used since then.
const USED: u8 = 1;
/// Read ahead and not used yet.
const READ_AHEAD: u8 = 2;

#[cfg(not(feature = "shuttle"))]
const _: () = assert!(size_of::<Frame>() <= 128, "a frame's state stays small beside its page");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_key_keeps_parts_and_orders_by_position() {
        let key = PageKey::new(DatabaseId(7), PageId { file: FileId(3), page: u32::MAX });
        assert_eq!((key.database(), key.id()), (DatabaseId(7), PageId { file: FileId(3), page: u32::MAX }));
        assert!(PageKey::new(DatabaseId(7), PageId { file: FileId(4), page: 0 }) > key);
        assert!(PageKey::new(DatabaseId(8), PageId::primary(0)) > key);
    }
}
