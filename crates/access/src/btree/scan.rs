//! Scans of a tree in key order. `leaf_copy.rs` explains their correctness under splits and merges.

use super::descend::Seek;
use super::leaf_copy::{Beside, EntryBuffer, LeafCopy, ScanStep};
use super::sight::Sight;
use sluice_txn::StorageError;
use std::ops::{Bound, Range};

/// The entries of a tree between two bounds, as a reader sees them.
pub struct TreeScan<'a> {
    /// The current leaf.
    leaf: LeafCopy<'a>,
    /// The next slot.
    slot: usize,
    /// The keys behind this leaf.
    rest: Rest,
    to: Bound<Vec<u8>>,
    /// The last entry returned.
    buffer: EntryBuffer,
}

/// The continuation of a scan behind its leaf.
enum Rest {
    /// The keys from this one on.
    From(Vec<u8>),
    /// The keys above this one.
    Behind(Vec<u8>),
    /// No more keys.
    Nothing,
}

impl<'a> TreeScan<'a> {
    /// Returns a scan at its first entry: the first leaf has been read and judged.
    pub(super) fn new(sight: Sight<'a>, from: Bound<&[u8]>, to: Bound<&[u8]>) -> Result<TreeScan<'a>, StorageError> {
        let rest = match from {
            Bound::Included(key) => Rest::From(key.to_vec()),
            Bound::Excluded(key) => Rest::Behind(key.to_vec()),
            Bound::Unbounded => Rest::From(Vec::new()),
        };
        let (leaf, to) = (LeafCopy::none(sight), to.map(<[u8]>::to_vec));
        let mut scan = TreeScan { leaf, slot: 0, rest, to, buffer: EntryBuffer::default() };
        scan.descend()?;
        Ok(scan)
    }

    /// Returns the next key and value, or `None` at the end. The bytes are the scan's copy, valid
    /// until the next call. Waits for writers and takes locks as its reader does.
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
            match self.leaf.judge(self.slot)? {
                ScanStep::Entry(past) => {
                    self.slot += 1;
                    return self.leaf.entry(self.slot - 1, past, &mut self.buffer).map(Some);
                }
                ScanStep::Nothing => self.slot += 1,
                ScanStep::Again => {
                    self.rest = Rest::From(self.leaf.key(self.slot)?);
                    self.descend()?;
                }
            }
        }
    }

    /// Returns the values of as many entries as possible at once, or `None` at the end. `places`
    /// gets the range of each value in the result, which is valid until the next call. A leaf whose
    /// entries are all read as they are gives them together, any other leaf one. Waits and locks as
    /// [`TreeScan::next`] does.
    pub fn next_rows(&mut self, places: &mut Vec<Range<usize>>) -> Result<Option<&[u8]>, StorageError> {
        places.clear();
        loop {
            if self.slot == self.leaf.count() {
                if self.next_leaf()? {
                    continue;
                }
                return Ok(None);
            }
            let end = self.end()?;
            if self.slot >= end {
                return Ok(None);
            }
            let after = self.leaf.plain_values(self.slot..end, places)?;
            if after == self.slot {
                break;
            }
            self.slot = after;
            if !places.is_empty() {
                return Ok(Some(self.leaf.bytes()));
            }
        }
        let value = self.next()?.map(|(_, value)| value);
        places.extend(value.map(|value| 0..value.len()));
        Ok(value)
    }

    /// Returns the slot of the leaf's first key beyond the bound, or the number of its slots.
    fn end(&self) -> Result<usize, StorageError> {
        Ok(match &self.to {
            Bound::Unbounded => self.leaf.count(),
            Bound::Included(to) => self.leaf.search(to)?.map_or_else(|slot| slot, |slot| slot + 1),
            Bound::Excluded(to) => self.leaf.search(to)?.unwrap_or_else(|slot| slot),
        })
    }

    /// Whether the slot's key is within the bound. Entries beyond it are neither waited for nor
    /// locked.
    fn is_inside(&mut self) -> Result<bool, StorageError> {
        let (to, is_included) = match &self.to {
            Bound::Included(to) => (to, true),
            Bound::Excluded(to) => (to, false),
            Bound::Unbounded => return Ok(true),
        };
        let key = self.leaf.key_in(self.slot, &mut self.buffer)?;
        Ok(if is_included { key <= to.as_slice() } else { key < to.as_slice() })
    }

    /// Moves to the next leaf or, after a change of the tree, to the rest of this one. Returns
    /// false at the end.
    fn next_leaf(&mut self) -> Result<bool, StorageError> {
        if matches!(self.rest, Rest::Nothing) {
            return Ok(false);
        }
        match self.leaf.go_right(&self.to)? {
            Beside::Leaf => {
                // The leaf's upper bound is unknown; its last key is known.
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

    /// Descends to the leaf of the next key.
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
