//! Reading a tree's entries in order.
//!
//! A leaf is copied under its shared latch and read from the copy. Going on by the copy's link is right although the leaf may have been
//! split since: what moved to a page in between was in the copy, and leaves never go away while their tree lives.

use super::node;
use super::{BTree, descend};
use crate::iam::Entry;
use crate::layout::{self, EXTENT_PAGES};
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::PageId;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The entries of a tree between two bounds.
pub struct TreeScan<'a> {
    storage: &'a Storage,
    tree: BTree,
    /// Copy of the leaf that the scan is on.
    leaf: Box<[u8; PAGE_SIZE]>,
    id: PageId,
    /// The next of its slots.
    slot: usize,
    to: Bound<Vec<u8>>,
}

impl<'a> TreeScan<'a> {
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        let (Bound::Included(key) | Bound::Excluded(key)) = from else {
            return TreeScan::at(tree, storage, &[], Bound::Unbounded, to);
        };
        TreeScan::at(tree, storage, key, from, to)
    }

    fn at(
        tree: &BTree,
        storage: &'a Storage,
        key: &[u8],
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        let page = descend::leaf_shared(tree, storage, key)?;
        let mut leaf = Box::new([0; PAGE_SIZE]);
        leaf.copy_from_slice(&page);
        let id = page.id();
        drop(page);
        let slot = match node::search(&leaf[..], key).map_err(|bad| descend::bad_cell(storage, id, bad))? {
            Ok(slot) if matches!(from, Bound::Excluded(_)) => slot + 1,
            Ok(slot) | Err(slot) => slot,
        };
        Ok(TreeScan { storage, tree: *tree, leaf, id, slot, to: to.map(<[u8]>::to_vec) })
    }

    /// The next key and value; none at the end. The bytes are the scan's own copy, until the next call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            let count = slotted::count(&self.leaf[..]);
            while self.slot < count && slotted::is_ghost(&self.leaf[..], self.slot) {
                self.slot += 1;
            }
            if self.slot < count {
                break;
            }
            if !self.next_leaf()? {
                return Ok(None);
            }
        }
        let slot = self.slot;
        let bad = |bad| descend::bad_cell(self.storage, self.id, bad);
        let (key, value) = node::leaf_cell(&self.leaf[..], slot).map_err(bad)?;
        let is_inside = match &self.to {
            Bound::Included(to) => key <= to.as_slice(),
            Bound::Excluded(to) => key < to.as_slice(),
            Bound::Unbounded => true,
        };
        if !is_inside {
            return Ok(None);
        }
        self.slot += 1;
        Ok(Some((key, value)))
    }

    /// Copies the leaf to the right; false at the end.
    fn next_leaf(&mut self) -> Result<bool, StorageError> {
        let next = layout::next(&self.leaf[..]);
        if next.is_none() {
            return Ok(false);
        }
        if !self.storage.pool.is_in_memory(self.storage.id, next) {
            // Leaves that were made one after another are neighbours, and all pages of an extent are the tree's.
            let extent = Entry { extent: next.page / EXTENT_PAGES, used: u8::MAX };
            self.storage.pool.read_ahead(self.storage.id, &extent.pages().collect::<Vec<_>>());
        }
        let leaf = self.storage.pool.read(self.storage.id, next)?;
        let is_ours = page::page_type(&leaf) == PageType::INDEX
            && page::object(&leaf) == self.tree.object
            && layout::level(&leaf) == 0;
        if !is_ours {
            return Err(damaged(
                self.storage,
                next,
                format!("leaf {} leads to it, but it is none of the tree", self.id),
            ));
        }
        self.leaf.copy_from_slice(&leaf);
        (self.id, self.slot) = (next, 0);
        Ok(true)
    }
}
