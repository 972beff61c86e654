//! The page table: the frame of each page, in shards that are locked only for a lookup.
//!
//! An entry is a hint until the frame's latch is held and its key compared (rule 1 of the crate).
//! No thread waits while it holds a shard's lock. [`Recent`] is a front of the shards: the last
//! found frame of each hash, read without a lock. Most requested pages were requested shortly
//! before.

use crate::frame::PageKey;
use crate::recent::Recent;
use sluice_base::hash::HashMap;
use sluice_base::sync::Mutex;

/// The map from pages to frames.
pub(crate) struct PageTable {
    shards: Vec<Shard>,
    recent: Recent,
}

#[repr(align(64))]
struct Shard(Mutex<HashMap<PageKey, u32>>);

impl PageTable {
    /// Returns an empty table for the pages of at most `frames` frames. Returns `None` if the
    /// system has no space.
    pub(crate) fn new(frames: usize) -> Option<PageTable> {
        let shards = (0..SHARDS).map(|_| Shard(Mutex::new(HashMap::default()))).collect();
        Some(PageTable { shards, recent: Recent::new(frames)? })
    }

    /// Lets the array of recently found pages grow with `frames` frames in use. Takes no lock,
    /// never shrinks, and leaves the shards alone.
    pub(crate) fn grow(&self, frames: usize) {
        self.recent.grow(frames);
    }

    /// Returns the bytes of the table's front for `frames` frames.
    pub(crate) fn front_bytes(frames: usize) -> usize {
        Recent::bytes(frames)
    }

    /// Returns a frame that may have the page: a page of the same hash was found there. Reads
    /// without a lock. `None` if no page of the hash was found lately.
    #[inline]
    pub(crate) fn recent(&self, key: PageKey) -> Option<u32> {
        self.recent.frame(hash(key))
    }

    /// Records that the page was found in `frame`.
    pub(crate) fn note_found(&self, key: PageKey, frame: u32) {
        self.recent.note(hash(key), frame);
    }

    /// Returns the frame that has or awaits the page. `None` if the page is neither in memory nor
    /// being read.
    #[inline]
    pub(crate) fn find(&self, key: PageKey) -> Option<u32> {
        self.shard(key).lock().get(&key).copied()
    }

    /// Enters the page as being in `frame`. Returns false if the page has an entry already.
    pub(crate) fn insert(&self, key: PageKey, frame: u32) -> bool {
        match self.shard(key).lock().entry(key) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(frame);
                true
            }
        }
    }

    /// Removes the page's entry, which must exist.
    pub(crate) fn remove(&self, key: PageKey) {
        let entry = self.shard(key).lock().remove(&key);
        assert!(entry.is_some(), "a frame's page is in the table");
    }

    #[inline]
    fn shard(&self, key: PageKey) -> &Mutex<HashMap<PageKey, u32>> {
        &self.shards[(hash(key) >> (64 - SHARD_BITS)) as usize].0
    }
}

/// The top bits of the product depend on all bits of the key; the maps' own hash uses other bits.
#[inline]
fn hash(key: PageKey) -> u64 {
    key.word().wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use sluice_base::ids::{DatabaseId, PageId};

    #[test]
    fn page_table_keeps_first_entry_until_removed() {
        let table = PageTable::new(8).unwrap();
        let key = PageKey::new(DatabaseId(5), PageId::primary(9));
        assert!(table.insert(key, 1) && !table.insert(key, 2));
        assert_eq!(table.find(key), Some(1));
        table.remove(key);
        assert_eq!(table.find(key), None);
        assert!(table.insert(key, 2));
    }

    #[test]
    fn page_table_front_holds_last_found_frame() {
        let table = PageTable::new(8).unwrap();
        let keys: Vec<PageKey> = (0..1_000).map(|page| PageKey::new(DatabaseId(5), PageId::primary(page))).collect();
        assert!(keys.iter().all(|key| table.recent(*key).is_none()), "nothing was asked for");
        keys.iter().enumerate().for_each(|(frame, key)| table.note_found(*key, frame as u32));
        let found = keys.iter().enumerate().filter(|(frame, key)| table.recent(**key) == Some(*frame as u32)).count();
        assert_eq!(found, 64, "a slot holds a single frame; readers compare its key");
    }

    #[test]
    fn adjacent_pages_spread_over_shards() {
        let table = PageTable::new(6_400).unwrap();
        for page in 0..6_400 {
            table.insert(PageKey::new(DatabaseId(5), PageId::primary(page)), page);
        }
        let fullest = table.shards.iter().map(|shard| shard.0.lock().len()).max().unwrap();
        assert!(fullest < 200, "100 a shard were even, the fullest has {fullest}");
    }
}
