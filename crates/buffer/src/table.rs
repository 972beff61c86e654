//! The page table: which frame has which page, in shards that are locked for a lookup only.
//!
//! An entry is a hint until the frame's latch is held and its key compared (rule 1 of the crate). Nothing is waited for
//! under a shard's lock.

use crate::frame::PageKey;
use sluice_base::hash::HashMap;
use sluice_base::sync::Mutex;

/// The map from pages to frames.
pub(crate) struct PageTable {
    shards: Vec<Shard>,
}

#[repr(align(64))]
struct Shard(Mutex<HashMap<PageKey, u32>>);

impl PageTable {
    /// An empty table.
    pub(crate) fn new() -> PageTable {
        PageTable { shards: (0..SHARDS).map(|_| Shard(Mutex::new(HashMap::default()))).collect() }
    }

    /// The frame that has or awaits the page.
    #[inline]
    pub(crate) fn find(&self, key: PageKey) -> Option<u32> {
        self.shard(key).lock().get(&key).copied()
    }

    /// Enters the page as being in `frame`, unless it is entered already; `false` then.
    pub(crate) fn insert(&self, key: PageKey, frame: u32) -> bool {
        match self.shard(key).lock().entry(key) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(frame);
                true
            }
        }
    }

    /// Takes the page's entry out; it is there.
    pub(crate) fn remove(&self, key: PageKey) {
        let entry = self.shard(key).lock().remove(&key);
        assert!(entry.is_some(), "a frame's page is in the table");
    }

    #[inline]
    fn shard(&self, key: PageKey) -> &Mutex<HashMap<PageKey, u32>> {
        // The top bits of a product depend on all bits of the key; the map's own hash uses others.
        let hash = key.word().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.shards[(hash >> (64 - SHARD_BITS)) as usize].0
    }
}

const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use sluice_base::ids::{DatabaseId, PageId};

    #[test]
    fn the_first_entry_wins_until_it_is_removed() {
        let table = PageTable::new();
        let key = PageKey::new(DatabaseId(5), PageId::primary(9));
        assert!(table.insert(key, 1) && !table.insert(key, 2));
        assert_eq!(table.find(key), Some(1));
        table.remove(key);
        assert_eq!(table.find(key), None);
        assert!(table.insert(key, 2));
    }

    #[test]
    fn neighbours_spread_over_the_shards() {
        let table = PageTable::new();
        for page in 0..6_400 {
            table.insert(PageKey::new(DatabaseId(5), PageId::primary(page)), page);
        }
        let fullest = table.shards.iter().map(|shard| shard.0.lock().len()).max().unwrap();
        assert!(fullest < 200, "100 a shard were even, the fullest has {fullest}");
    }
}
