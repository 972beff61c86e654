//! What the pool knows of each frame, one cache line a frame, and the key that names a page within the instance.
//!
//! Who may change what: `key` and `version` only under the exclusive latch; `rec_lsn` from zero under the exclusive
//! latch, to zero or forward only by its database's write-back turn; the rest at any time.

use crate::latch::Latch;
use sluice_base::ids::{DatabaseId, FileId, Lsn, PageId};
use sluice_base::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

/// A page of the instance, in one word: database, file, page number. Zero is no page. The order is by database, then
/// place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PageKey(u64);

impl PageKey {
    /// No page.
    pub(crate) const NONE: PageKey = PageKey(0);

    /// The key of page `id` of `database`. A page of no file has one too, under which nothing is ever found.
    #[inline]
    pub(crate) fn new(database: DatabaseId, id: PageId) -> PageKey {
        PageKey(u64::from(database.0) << 48 | u64::from(id.file.0) << 32 | u64::from(id.page))
    }

    /// The database.
    pub(crate) fn database(self) -> DatabaseId {
        DatabaseId((self.0 >> 48) as u16)
    }

    /// The page within the database.
    #[inline]
    pub(crate) fn id(self) -> PageId {
        PageId { file: FileId((self.0 >> 32) as u16), page: self.0 as u32 }
    }

    /// The word, for hashing.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0
    }
}

/// One frame's state.
#[repr(align(64))]
pub(crate) struct Frame {
    /// Guards the frame's page and, held, keeps the page here.
    pub(crate) latch: Latch,
    key: AtomicU64,
    rec_lsn: AtomicU64,
    version: AtomicU32,
    /// [`COLD`], [`USED`] or [`READ_AHEAD`].
    warmth: AtomicU8,
    loading: AtomicBool,
    /// How many epochs of the instance the page has met: changes with the key.
    epochs_met: AtomicU32,
}

impl Frame {
    /// A frame without a page.
    pub(crate) fn new() -> Frame {
        Frame {
            latch: Latch::new(),
            key: AtomicU64::new(0),
            rec_lsn: AtomicU64::new(0),
            version: AtomicU32::new(0),
            warmth: AtomicU8::new(COLD),
            loading: AtomicBool::new(false),
            epochs_met: AtomicU32::new(0),
        }
    }

    /// Which page is here; certain only while the latch is held.
    #[inline]
    pub(crate) fn key(&self) -> PageKey {
        PageKey(self.key.load(Ordering::Acquire))
    }

    /// Puts a page's name on the frame, or takes it off; the latch is held exclusively.
    pub(crate) fn set_key(&self, key: PageKey) {
        self.set_epochs_met(0);
        self.key.store(key.0, Ordering::Release);
    }

    /// Whether the page has changes that its file may not have yet.
    #[inline]
    pub(crate) fn is_dirty(&self) -> bool {
        self.rec_lsn.load(Ordering::Acquire) != 0
    }

    /// Where the log must be read from to redo what the file may lack; none for a clean page.
    pub(crate) fn rec_lsn(&self) -> Option<Lsn> {
        Some(Lsn(self.rec_lsn.load(Ordering::Acquire))).filter(|lsn| !lsn.is_none())
    }

    /// Says that every change before `lsn` has reached the file. [`Lsn::NONE`]: all of them; any other value is set by
    /// [`crate::dirty_list::DirtyList`] alone.
    pub(crate) fn set_rec_lsn(&self, lsn: Lsn) {
        self.rec_lsn.store(lsn.0, Ordering::Release);
    }

    /// Counts the page's changes, so that write-back sees whether one came after its copy.
    #[inline]
    pub(crate) fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    /// Counts one change; the latch is held exclusively.
    #[inline]
    pub(crate) fn count_change(&self) {
        self.version.store(self.version.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Notes a use, for the replacer. The first one after reading ahead is the one that the page was read for.
    #[inline]
    pub(crate) fn touch(&self) {
        // Looking first keeps the line shared between cores that read the same hot page.
        match self.warmth.load(Ordering::Relaxed) {
            USED => {}
            COLD => self.warmth.store(USED, Ordering::Relaxed),
            _ => self.warmth.store(COLD, Ordering::Relaxed),
        }
    }

    /// Says that the page was read ahead of its first use.
    pub(crate) fn set_read_ahead(&self) {
        self.warmth.store(READ_AHEAD, Ordering::Relaxed);
    }

    /// Whether it was used, or read ahead, since the replacer last asked.
    pub(crate) fn take_touch(&self) -> bool {
        self.warmth.load(Ordering::Relaxed) != COLD && self.warmth.swap(COLD, Ordering::Relaxed) != COLD
    }

    /// How many epochs of the instance the page has met.
    #[inline]
    pub(crate) fn epochs_met(&self) -> u32 {
        self.epochs_met.load(Ordering::Relaxed)
    }

    /// Says so; the latch is held exclusively.
    pub(crate) fn set_epochs_met(&self, epochs: u32) {
        self.epochs_met.store(epochs, Ordering::Relaxed);
    }

    /// Whether whoever holds the latch is reading the page from its file.
    pub(crate) fn is_loading(&self) -> bool {
        self.loading.load(Ordering::Relaxed)
    }

    /// Says so.
    pub(crate) fn set_loading(&self, loading: bool) {
        self.loading.store(loading, Ordering::Relaxed);
    }
}

/// Not used since it came in or the replacer passed.
const COLD: u8 = 0;
/// Used since.
const USED: u8 = 1;
/// Read before anybody asked for it, and not used yet.
const READ_AHEAD: u8 = 2;

#[cfg(not(feature = "shuttle"))]
const _: () = assert!(size_of::<Frame>() <= 128, "a frame's state stays small beside its page");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_keeps_its_parts_and_orders_by_place() {
        let key = PageKey::new(DatabaseId(7), PageId { file: FileId(3), page: u32::MAX });
        assert_eq!((key.database(), key.id()), (DatabaseId(7), PageId { file: FileId(3), page: u32::MAX }));
        assert!(PageKey::new(DatabaseId(7), PageId { file: FileId(4), page: 0 }) > key);
        assert!(PageKey::new(DatabaseId(8), PageId::primary(0)) > key);
    }
}
