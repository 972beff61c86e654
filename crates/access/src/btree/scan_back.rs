//! Reading a tree's entries backwards: see `leaf_copy.rs` for how it stays right whatever is split
//! and merged meanwhile.

use super::descend::Seek;
use super::leaf_copy::{Beside, Found, LeafCopy};
use super::sight::Sight;
use sluice_txn::StorageError;
use std::ops::Bound;

/// The entries of a tree between two bounds, as a reader sees them, the greatest first.
pub struct TreeScanBack<'a> {
    /// The leaf that the scan is on.
    leaf: LeafCopy<'a>,
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
        sight: Sight<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        let (leaf, from) = (LeafCopy::none(sight), from.map(<[u8]>::to_vec));
        let mut scan = TreeScanBack { leaf, left: 0, below: Vec::new(), from, key: Vec::new() };
        match to {
            Bound::Included(key) => scan.descend(Seek::At(key))?,
            Bound::Excluded(key) => scan.descend(Seek::Below(key))?,
            Bound::Unbounded => scan.descend(Seek::Last)?,
        }
        Ok(scan)
    }

    /// The next key and value downwards; none at the end. The bytes are the scan's own copy, until
    /// the next call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            if self.left == 0 {
                if self.below.is_empty() {
                    return Ok(None);
                }
                self.next_leaf()?;
                continue;
            }
            let slot = self.left - 1;
            if !self.is_inside(slot)? {
                return Ok(None);
            }
            match self.leaf.come_to(slot)? {
                Found::Entry(past) => {
                    self.left = slot;
                    return self.leaf.entry(slot, past, &mut self.key).map(Some);
                }
                Found::Nothing => self.left = slot,
                Found::Again => {
                    let key = self.leaf.key(slot)?;
                    self.descend(Seek::At(&key))?;
                }
            }
        }
    }

    /// Whether the slot's key is within the bound: nothing beyond it is waited for or locked.
    fn is_inside(&mut self, slot: usize) -> Result<bool, StorageError> {
        let (from, is_included) = match &self.from {
            Bound::Included(from) => (from, true),
            Bound::Excluded(from) => (from, false),
            Bound::Unbounded => return Ok(true),
        };
        let (key, _) = self.leaf.entry(slot, None, &mut self.key)?;
        Ok(if is_included { key >= from.as_slice() } else { key > from.as_slice() })
    }

    /// Goes on to the leaf before, or, where the tree has changed, to what is left of this one.
    fn next_leaf(&mut self) -> Result<(), StorageError> {
        if let Beside::Leaf = self.leaf.go_left()? {
            // How far down it reaches is not known; its first key is.
            self.left = self.leaf.count();
            if self.left > 0 {
                self.below = self.leaf.key(0)?;
            }
            return Ok(());
        }
        let below = std::mem::take(&mut self.below);
        self.descend(Seek::Below(&below))
    }

    /// Comes to a leaf; those of its entries are still to come that `seek` says.
    fn descend(&mut self, seek: Seek<'_>) -> Result<(), StorageError> {
        let bounds = self.leaf.descend(seek)?;
        self.left = match seek {
            Seek::At(key) => self.leaf.search(key)?.map_or_else(|slot| slot, |slot| slot + 1),
            Seek::Below(key) => self.leaf.search(key)?.unwrap_or_else(|slot| slot),
            Seek::Last => self.leaf.count(),
        };
        self.below = bounds.low;
        Ok(())
    }
}
