//! Reading a tree's entries backwards: see `leaf_copy.rs` for how it stays right whatever is split and merged meanwhile.

use super::BTree;
use super::descend::{self, Seek};
use super::leaf_copy::{Beside, LeafCopy};
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The entries of a tree between two bounds, the greatest first.
pub struct TreeScanBack<'a> {
    storage: &'a Storage,
    tree: BTree,
    /// The leaf that the scan is on.
    leaf: LeafCopy,
    /// How many of its entries are still to come.
    left: usize,
    /// All keys from this one on are through when those of the leaf are; empty: so are all.
    below: Vec<u8>,
    from: Bound<Vec<u8>>,
    /// The key that was given last.
    key: Vec<u8>,
}

impl<'a> TreeScanBack<'a> {
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        let (leaf, from) = (LeafCopy::none(), from.map(<[u8]>::to_vec));
        let mut scan = TreeScanBack { storage, tree: *tree, leaf, left: 0, below: Vec::new(), from, key: Vec::new() };
        match to {
            Bound::Included(key) => scan.descend(Seek::At(key))?,
            Bound::Excluded(key) => scan.descend(Seek::Below(key))?,
            Bound::Unbounded => scan.descend(Seek::Last)?,
        }
        Ok(scan)
    }

    /// The next key and value downwards; none at the end. The bytes are the scan's own copy, until the next call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            while self.left > 0 && self.leaf.is_ghost(self.left - 1) {
                self.left -= 1;
            }
            if self.left > 0 {
                break;
            }
            if self.below.is_empty() {
                return Ok(None);
            }
            self.next_leaf()?;
        }
        let (key, value) = self.leaf.entry(self.storage, self.left - 1, &mut self.key)?;
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

    /// Goes on to the leaf before, or, where the tree has changed, to what is left of this one.
    fn next_leaf(&mut self) -> Result<(), StorageError> {
        if let Beside::Leaf = self.leaf.go_left(&self.tree, self.storage)? {
            // How far down it reaches is not known; its first key is.
            self.left = self.leaf.count();
            if self.left > 0 {
                self.below = self.leaf.key(self.storage, 0)?;
            }
            return Ok(());
        }
        let below = std::mem::take(&mut self.below);
        self.descend(Seek::Below(&below))
    }

    /// Comes to a leaf; those of its entries are still to come that `seek` says.
    fn descend(&mut self, seek: Seek<'_>) -> Result<(), StorageError> {
        let (page, bounds) = descend::leaf_bounded(&self.tree, self.storage, seek)?;
        self.leaf.take(self.storage, &page);
        drop(page);
        self.left = match seek {
            Seek::At(key) => self.leaf.search(self.storage, key)?.map_or_else(|slot| slot, |slot| slot + 1),
            Seek::Below(key) => self.leaf.search(self.storage, key)?.unwrap_or_else(|slot| slot),
            Seek::Last => self.leaf.count(),
        };
        self.below = bounds.low;
        Ok(())
    }
}
