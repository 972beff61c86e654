//! Reading a tree's entries in order: see `leaf_copy.rs` for how it stays right whatever is split
//! and merged meanwhile.

use super::descend::Seek;
use super::leaf_copy::{Beside, Found, LeafCopy};
use super::sight::Sight;
use sluice_txn::StorageError;
use std::ops::Bound;

/// The entries of a tree between two bounds, as a reader sees them.
pub struct TreeScan<'a> {
    /// The leaf that the scan is on.
    leaf: LeafCopy<'a>,
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
    pub(super) fn new(sight: Sight<'a>, from: Bound<&[u8]>, to: Bound<&[u8]>) -> Result<TreeScan<'a>, StorageError> {
        let rest = match from {
            Bound::Included(key) => Rest::From(key.to_vec()),
            Bound::Excluded(key) => Rest::Behind(key.to_vec()),
            Bound::Unbounded => Rest::From(Vec::new()),
        };
        let (leaf, to) = (LeafCopy::none(sight), to.map(<[u8]>::to_vec));
        let mut scan = TreeScan { leaf, slot: 0, rest, to, key: Vec::new() };
        scan.descend()?;
        Ok(scan)
    }

    /// The next key and value; none at the end. The bytes are the scan's own copy, until the next
    /// call.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        loop {
            if self.slot == self.leaf.count() {
                if self.next_leaf()? {
                    continue;
                }
                return Ok(None);
            }
            if !self.is_inside()? {
                return Ok(None);
            }
            match self.leaf.come_to(self.slot)? {
                Found::Entry(past) => {
                    self.slot += 1;
                    return self.leaf.entry(self.slot - 1, past, &mut self.key).map(Some);
                }
                Found::Nothing => self.slot += 1,
                Found::Again => {
                    self.rest = Rest::From(self.leaf.key(self.slot)?);
                    self.descend()?;
                }
            }
        }
    }

    /// Whether the slot's key is within the bound: nothing beyond it is waited for or locked.
    fn is_inside(&mut self) -> Result<bool, StorageError> {
        let (to, is_included) = match &self.to {
            Bound::Included(to) => (to, true),
            Bound::Excluded(to) => (to, false),
            Bound::Unbounded => return Ok(true),
        };
        let (key, _) = self.leaf.entry(self.slot, None, &mut self.key)?;
        Ok(if is_included { key <= to.as_slice() } else { key < to.as_slice() })
    }

    /// Goes on to the next leaf, or, where the tree has changed, to what is left of this one; false
    /// at the end.
    fn next_leaf(&mut self) -> Result<bool, StorageError> {
        if matches!(self.rest, Rest::Nothing) {
            return Ok(false);
        }
        match self.leaf.go_right()? {
            Beside::Leaf => {
                // How far it reaches is not known; its last key is.
                if let Some(last) = self.leaf.count().checked_sub(1) {
                    self.rest = Rest::Behind(self.leaf.key(last)?);
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
        let bounds = self.leaf.descend(Seek::At(key))?;
        self.slot = match self.leaf.search(key)? {
            Ok(slot) => slot + usize::from(is_through),
            Err(slot) => slot,
        };
        self.rest = bounds.high.map_or(Rest::Nothing, Rest::From);
        Ok(())
    }
}
