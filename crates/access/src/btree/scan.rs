//! Scans of a tree in key order. `leaf_copy.rs` explains their correctness under splits and merges.

use super::descend::{Seek, is_beyond};
use super::leaf_copy::{Beside, EntryBuffer, LeafCopy, ScanStep};
use super::shared::{Part, Rest, SharedTree};
use super::sight::Sight;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
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
    /// The tree that this scan shares with others. `rest` and `to` are then those of its morsel.
    part: Option<Box<Part<'a>>>,
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
        let mut scan = TreeScan { leaf, slot: 0, rest, to, buffer: EntryBuffer::default(), part: None };
        scan.descend()?;
        Ok(scan)
    }

    /// Returns a scan that shares the entries with the other scans of `shared`.
    pub fn of_shared(shared: &Arc<SharedTree<'a>>) -> TreeScan<'a> {
        let leaf = LeafCopy::none(Sight::new(&shared.tree, shared.storage, shared.reader));
        let (rest, to) = (Rest::Nothing, shared.to.clone());
        let part = Some(Box::new(Part { of: Arc::clone(shared), leaf: 0 }));
        TreeScan { leaf, slot: 0, rest, to, buffer: EntryBuffer::default(), part }
    }

    /// Makes the entries that this scan has not returned available to several scans. Returns the
    /// scan itself if its reader's entries can't be shared (it locks, or it doesn't wait),
    /// if it is one of several scans already, or if its next key is damaged.
    #[expect(clippy::result_large_err, reason = "the scan is given back")]
    pub fn share(self) -> Result<Arc<SharedTree<'a>>, TreeScan<'a>> {
        let (storage, tree, reader) = self.leaf.source();
        if !reader.can_share() || self.part.is_some() {
            return Err(self);
        }
        let rest = match self.slot == self.leaf.count() {
            true => self.rest,
            false => match self.leaf.key(self.slot) {
                Ok(key) => Rest::From(key),
                // The scan reports the damaged page.
                Err(_) => return Err(self),
            },
        };
        Ok(SharedTree::new(storage, (tree, reader), (rest, self.to)))
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
                if self.next_morsel()? {
                    continue;
                }
                return Ok(None);
            }
            match self.leaf.judge(self.slot, self.part.as_ref().map(|part| &*part.of))? {
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
                if self.next_morsel()? {
                    continue;
                }
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

    /// Returns the page of the entry returned last.
    pub fn page(&self) -> PageId {
        self.leaf.page()
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
        if matches!(self.to, Bound::Unbounded) {
            return Ok(true);
        }
        let key = self.leaf.key_in(self.slot, &mut self.buffer)?;
        Ok(!is_beyond(key, &self.to))
    }

    /// Moves to the next leaf or, after a change of the tree, to the rest of this one. Returns
    /// false at the end, and if the scans that share the tree have been ended.
    fn next_leaf(&mut self) -> Result<bool, StorageError> {
        match &self.part {
            None => self.move_on(),
            Some(part) if part.of.is_stopped() => Ok(false),
            Some(_) => Ok(self.move_on()? || self.next_morsel()?),
        }
    }

    /// Moves to the first leaf of the next range of keys, if the scan shares a tree. Returns false
    /// at the end.
    fn next_morsel(&mut self) -> Result<bool, StorageError> {
        let Some(part) = &mut self.part else { return Ok(false) };
        let Some(morsel) = part.of.take()? else {
            (self.rest, self.slot) = (Rest::Nothing, self.leaf.count());
            return Ok(false);
        };
        (self.rest, self.to) = (morsel.rest, morsel.to);
        self.leaf.skip(morsel.leaves.0 - part.leaf);
        part.leaf = morsel.leaves.1;
        self.descend()?;
        Ok(true)
    }

    /// Moves to the next leaf of the range as [`TreeScan::next_leaf`] does. The read-ahead of a
    /// scan that shares a tree passes the end of its range.
    fn move_on(&mut self) -> Result<bool, StorageError> {
        if matches!(self.rest, Rest::Nothing) {
            return Ok(false);
        }
        match self.leaf.go_right(self.part.as_ref().map_or(&self.to, |part| &part.of.to))? {
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
