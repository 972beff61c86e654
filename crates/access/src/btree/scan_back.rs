//! Reading a tree's entries backwards.
//!
//! A leaf is copied under its shared latch and read from the copy, the last entry first. The leaf before it is found from the
//! root, as the one with the greatest keys below the copy's lower fence: so it does not matter how leaves have been split since, and no leaf
//! needs a link to its left, which every split would have to mend.

use super::descend::{self, Seek};
use super::{BTree, node};
use crate::slotted;
use sluice_base::ids::PageId;
use sluice_buffer::PAGE_SIZE;
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The entries of a tree between two bounds, the greatest first.
pub struct TreeScanBack<'a> {
    storage: &'a Storage,
    tree: BTree,
    /// Copy of the leaf that the scan is on.
    leaf: Box<[u8; PAGE_SIZE]>,
    id: PageId,
    /// How many of its entries are still to come.
    left: usize,
    /// No key of the leaf is below it; empty: no leaf is before this one.
    fence: Vec<u8>,
    from: Bound<Vec<u8>>,
}

impl<'a> TreeScanBack<'a> {
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        let mut scan = TreeScanBack {
            storage,
            tree: *tree,
            leaf: Box::new([0; PAGE_SIZE]),
            id: PageId::NONE,
            left: 0,
            fence: Vec::new(),
            from: from.map(<[u8]>::to_vec),
        };
        let (seek, key, takes_equal) = match to {
            Bound::Included(key) => (Seek::At(key), Some(key), true),
            Bound::Excluded(key) => (Seek::Below(key), Some(key), false),
            Bound::Unbounded => (Seek::Last, None, true),
        };
        scan.load(seek)?;
        if let Some(key) = key {
            scan.left = scan.entries_up_to(key, takes_equal)?;
        }
        Ok(scan)
    }

    /// The next key and value downwards; none at the end. The bytes are the scan's own copy, until the next call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            while self.left > 0 && slotted::is_ghost(&self.leaf[..], self.left - 1) {
                self.left -= 1;
            }
            if self.left > 0 {
                break;
            }
            if self.fence.is_empty() {
                return Ok(None);
            }
            let fence = std::mem::take(&mut self.fence);
            self.load(Seek::Below(&fence))?;
            self.left = self.entries_up_to(&fence, false)?;
        }
        let bad = |bad| descend::bad_cell(self.storage, self.id, bad);
        let (key, value) = node::leaf_cell(&self.leaf[..], self.left - 1).map_err(bad)?;
        let is_inside = match &self.from {
            Bound::Included(from) => key >= from.as_slice(),
            Bound::Excluded(from) => key > from.as_slice(),
            Bound::Unbounded => true,
        };
        if !is_inside {
            return Ok(None);
        }
        self.left -= 1;
        Ok(Some((key, value)))
    }

    /// Copies a leaf; all of its entries are still to come then.
    fn load(&mut self, seek: Seek<'_>) -> Result<(), StorageError> {
        let (page, fence) = descend::leaf_with_fence(&self.tree, self.storage, seek)?;
        self.leaf.copy_from_slice(&page);
        self.id = page.id();
        self.left = slotted::count(&self.leaf[..]);
        self.fence = fence;
        Ok(())
    }

    /// How many of the leaf's entries are below `key`, or equal to it where that counts.
    fn entries_up_to(&self, key: &[u8], takes_equal: bool) -> Result<usize, StorageError> {
        let found = node::search(&self.leaf[..], key).map_err(|bad| descend::bad_cell(self.storage, self.id, bad))?;
        Ok(match found {
            Ok(slot) => slot + usize::from(takes_equal),
            Err(slot) => slot,
        })
    }
}
