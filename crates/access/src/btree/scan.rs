//! Reading a tree's entries in order: see `leaf_copy.rs` for how it stays right whatever is split and merged meanwhile.

use super::BTree;
use super::descend::{self, Seek};
use super::leaf_copy::{Beside, LeafCopy};
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The entries of a tree between two bounds.
pub struct TreeScan<'a> {
    storage: &'a Storage,
    tree: BTree,
    /// The leaf that the scan is on.
    leaf: LeafCopy,
    /// The next of its slots.
    slot: usize,
    /// What comes behind this leaf.
    rest: Rest,
    to: Bound<Vec<u8>>,
    /// The key that was given last.
    key: Vec<u8>,
}

/// Where a scan goes on behind its leaf.
enum Rest {
    /// With the keys from this one on.
    From(Vec<u8>),
    /// With those behind it.
    Behind(Vec<u8>),
    /// Nowhere: all entries are through.
    Nothing,
}

impl<'a> TreeScan<'a> {
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        let rest = match from {
            Bound::Included(key) => Rest::From(key.to_vec()),
            Bound::Excluded(key) => Rest::Behind(key.to_vec()),
            Bound::Unbounded => Rest::From(Vec::new()),
        };
        let (leaf, to) = (LeafCopy::none(), to.map(<[u8]>::to_vec));
        let mut scan = TreeScan { storage, tree: *tree, leaf, slot: 0, rest, to, key: Vec::new() };
        scan.descend()?;
        Ok(scan)
    }

    /// The next key and value; none at the end. The bytes are the scan's own copy, until the next call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            while self.slot < self.leaf.count() && self.leaf.is_ghost(self.slot) {
                self.slot += 1;
            }
            if self.slot < self.leaf.count() {
                break;
            }
            if !self.next_leaf()? {
                return Ok(None);
            }
        }
        let (key, value) = self.leaf.entry(self.storage, self.slot, &mut self.key)?;
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

    /// Goes on to the next leaf, or, where the tree has changed, to what is left of this one; false at the end.
    fn next_leaf(&mut self) -> Result<bool, StorageError> {
        if matches!(self.rest, Rest::Nothing) {
            return Ok(false);
        }
        match self.leaf.go_right(&self.tree, self.storage)? {
            Beside::Leaf => {
                // How far it reaches is not known; its last key is.
                if let Some(last) = self.leaf.count().checked_sub(1) {
                    self.rest = Rest::Behind(self.leaf.key(self.storage, last)?);
                }
                self.slot = 0;
            }
            Beside::End => {
                self.rest = Rest::Nothing;
                return Ok(false);
            }
            Beside::Unknown => self.descend()?,
        }
        Ok(true)
    }

    /// Comes to the leaf of the first key that is still to come.
    fn descend(&mut self) -> Result<(), StorageError> {
        let (key, is_through) = match &self.rest {
            Rest::From(key) => (key, false),
            Rest::Behind(key) => (key, true),
            Rest::Nothing => return Ok(()),
        };
        let (page, bounds) = descend::leaf_bounded(&self.tree, self.storage, Seek::At(key))?;
        self.leaf.take(self.storage, &page);
        drop(page);
        self.slot = match self.leaf.search(self.storage, key)? {
            Ok(slot) => slot + usize::from(is_through),
            Err(slot) => slot,
        };
        self.rest = bounds.high.map_or(Rest::Nothing, Rest::From);
        Ok(())
    }
}
