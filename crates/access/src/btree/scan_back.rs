//! Scans of a tree in descending key order. `leaf_copy.rs` explains their correctness under splits
//! and merges.

use super::descend::Seek;
use super::leaf_copy::{Beside, EntryBuffer, LeafCopy, ScanStep};
use super::sight::Sight;
use sluice_txn::StorageError;
use std::ops::Bound;

/// The entries of a tree between two bounds, as a reader sees them, greatest first.
pub struct TreeScanBack<'a> {
    /// The current leaf.
    leaf: LeafCopy<'a>,
    /// The number of its entries still to return.
    left: usize,
    /// After the leaf, all keys from this one on are done; empty if all keys are.
    below: Vec<u8>,
    from: Bound<Vec<u8>>,
    /// The last entry returned.
    buffer: EntryBuffer,
}

impl<'a> TreeScanBack<'a> {
    /// Returns a descending scan at the last entry of its range: that leaf has been read and
    /// judged.
    pub(super) fn new(
        sight: Sight<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        let (leaf, from) = (LeafCopy::none(sight), from.map(<[u8]>::to_vec));
        let mut scan = TreeScanBack { leaf, left: 0, below: Vec::new(), from, buffer: EntryBuffer::default() };
        match to {
            Bound::Included(key) => scan.descend(Seek::At(key))?,
            Bound::Excluded(key) => scan.descend(Seek::Below(key))?,
            Bound::Unbounded => scan.descend(Seek::Last)?,
        }
        Ok(scan)
    }

    /// Returns the next key and value in descending order, or `None` at the end. The bytes are the
    /// scan's copy, valid until the next call. Waits for writers and takes locks as its reader
    /// does.
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
            match self.leaf.judge(slot, None)? {
                ScanStep::Entry(past) => {
                    self.left = slot;
                    return self.leaf.entry(slot, past, &mut self.buffer).map(Some);
                }
                ScanStep::Nothing => self.left = slot,
                ScanStep::Again => {
                    let key = self.leaf.key(slot)?;
                    self.descend(Seek::At(&key))?;
                }
            }
        }
    }

    /// Whether the slot's key is within the bound. Entries beyond it are neither waited for nor
    /// locked.
    fn is_inside(&mut self, slot: usize) -> Result<bool, StorageError> {
        let (from, is_included) = match &self.from {
            Bound::Included(from) => (from, true),
            Bound::Excluded(from) => (from, false),
            Bound::Unbounded => return Ok(true),
        };
        let key = self.leaf.key_in(slot, &mut self.buffer)?;
        Ok(if is_included { key >= from.as_slice() } else { key > from.as_slice() })
    }

    /// Moves to the previous leaf or, after a change of the tree, to the rest of this one.
    fn next_leaf(&mut self) -> Result<(), StorageError> {
        if let Beside::Leaf = self.leaf.go_left()? {
            // The leaf's lower bound is unknown; its first key is known.
            self.left = self.leaf.count();
            if self.left > 0 {
                self.below = self.leaf.key(0)?;
            }
            return Ok(());
        }
        let below = std::mem::take(&mut self.below);
        self.descend(Seek::Below(&below))
    }

    /// Descends to a leaf. `seek` determines the entries still to return.
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
