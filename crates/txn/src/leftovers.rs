//! Hints in memory: heap pages that may have room for rows, and tree leaves with ghosts or hardly
//! any entries.
//!
//! A hint may be out of date. A missing hint (after a start, or beyond the limit) only costs disk
//! space. But a page noted for a heap always belongs to that heap (`forget`), and the tree of a
//! noted leaf exists (`forget_leaves`).

use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// The hints of one database.
#[derive(Default, Debug)]
pub struct Leftovers {
    /// The roots and pages of heaps.
    roomy: Mutex<BTreeSet<(PageId, PageId)>>,
    /// By tree root and leaf.
    leaves: Mutex<BTreeMap<(PageId, PageId), SparseLeaf>>,
}

/// A tree leaf that may have ghosts or hardly any entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SparseLeaf {
    /// The tree's root.
    pub root: PageId,
    /// The tree's object.
    pub object: ObjectId,
    /// A key of the leaf.
    pub key: Vec<u8>,
}

impl Leftovers {
    /// Notes that a page of the heap with this root may have room. A full list is emptied first.
    pub fn note_room(&self, root: PageId, page: PageId) {
        let mut roomy = self.roomy.lock();
        if roomy.len() == NOTED_MAX {
            // Heaps that are gone may have filled the list.
            roomy.clear();
        }
        roomy.insert((root, page));
    }

    /// Takes the first page after `behind` that is noted for this heap. The note is removed; the
    /// caller notes the page again if it still has room. Returns `None` after the last noted page
    /// of the heap.
    pub fn take_room(&self, root: PageId, behind: PageId) -> Option<PageId> {
        let mut roomy = self.roomy.lock();
        let found = *roomy.range((root, behind)..).find(|(_, page)| *page != behind).filter(|(of, _)| *of == root)?;
        roomy.remove(&found);
        Some(found.1)
    }

    /// Forgets the pages of the heap with this root. Needed when a heap is created: pages of an
    /// earlier heap with the same root would look like pages of the new heap.
    pub fn forget(&self, root: PageId) {
        self.roomy.lock().retain(|(of, _)| *of != root);
    }

    /// Notes a leaf of a tree. Does nothing if the leaf is noted already or the list is full.
    pub fn note_leaf(&self, page: PageId, leaf: SparseLeaf) {
        let mut leaves = self.leaves.lock();
        if leaves.len() < NOTED_MAX {
            leaves.entry((leaf.root, page)).or_insert(leaf);
        }
    }

    /// Whether any leaf is noted.
    pub(crate) fn has_leaves(&self) -> bool {
        !self.leaves.lock().is_empty()
    }

    /// Takes the first noted leaf after `last`, ordered by tree and page. The note is removed.
    /// Returns the leaf with its place in this order, or `None` after the last.
    pub fn take_leaf(&self, last: Option<(PageId, PageId)>) -> Option<((PageId, PageId), SparseLeaf)> {
        let mut leaves = self.leaves.lock();
        let from = last.map_or(Bound::Unbounded, Bound::Excluded);
        let place = *leaves.range((from, Bound::Unbounded)).next()?.0;
        leaves.remove_entry(&place)
    }

    /// Forgets the leaves of the tree with this root, which is freed.
    pub fn forget_leaves(&self, root: PageId) {
        self.leaves.lock().retain(|(of, _), _| *of != root);
    }
}

/// The maximum number of hints: some hundred KB.
const NOTED_MAX: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_pages_are_taken_in_order_and_once() {
        let (heap, other) = (PageId::primary(80), PageId::primary(88));
        let leftovers = Leftovers::default();
        for page in [85, 83, 83, 84] {
            leftovers.note_room(heap, PageId::primary(page));
        }
        leftovers.note_room(other, PageId::primary(90));
        let take = |behind| leftovers.take_room(heap, behind).map(|id| id.page);
        assert_eq!(take(PageId::primary(83)), Some(84));
        assert_eq!((take(PageId::NONE), take(PageId::NONE), take(PageId::NONE)), (Some(83), Some(85), None));
        leftovers.note_room(heap, PageId::primary(86));
        leftovers.forget(heap);
        assert_eq!(take(PageId::NONE), None);
        assert_eq!(leftovers.take_room(other, PageId::NONE), Some(PageId::primary(90)));
    }
}
