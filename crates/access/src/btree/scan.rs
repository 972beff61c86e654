//! Scans of a tree in key order. `leaf_copy.rs` explains their correctness under splits and merges.

use super::descend::Seek;
use super::leaf_copy::{Beside, EntryBuffer, LeafCopy, ScanStep};
use super::shared::{LeafPlace, Part, Rest, SharedTree};
use super::sight::Sight;
use sluice_base::sync::Arc;
use sluice_txn::StorageError;
use std::collections::VecDeque;
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
    /// The state of a scan that shares a cursor. Then `rest` counts only while it has the cursor.
    sharing: Option<Box<Sharing<'a>>>,
}

/// The state of a scan that shares a cursor with others.
struct Sharing<'a> {
    part: Part<'a>,
    /// Leaves that were copied while the scan had the cursor, in order.
    ahead: VecDeque<LeafCopy<'a>>,
    /// Copies that have been read, for further leaves.
    spare: Vec<LeafCopy<'a>>,
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
        let mut scan = TreeScan { leaf, slot: 0, rest, to, buffer: EntryBuffer::default(), sharing: None };
        scan.descend()?;
        Ok(scan)
    }

    /// Returns a scan that shares the entries with the other scans of `shared`.
    pub fn of_shared(shared: &Arc<SharedTree<'a>>) -> TreeScan<'a> {
        let leaf = LeafCopy::none(Sight::new(&shared.tree, shared.storage, shared.reader));
        let (rest, to) = (Rest::Nothing, shared.to.clone());
        let sharing = Sharing { part: Part::new(shared), ahead: VecDeque::new(), spare: Vec::new() };
        TreeScan { leaf, slot: 0, rest, to, buffer: EntryBuffer::default(), sharing: Some(Box::new(sharing)) }
    }

    /// Makes the entries that this scan has not returned available to several scans. Returns the
    /// scan itself if its reader's entries can't be shared.
    #[expect(clippy::result_large_err, reason = "the scan is given back")]
    pub fn share(self) -> Result<Arc<SharedTree<'a>>, TreeScan<'a>> {
        let (storage, tree, reader) = self.leaf.source();
        if !reader.can_share() || self.sharing.is_some() {
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
                self.end_shared();
                return Ok(None);
            }
            if let Some(sharing) = self.sharing.as_ref().filter(|sharing| sharing.part.has_cursor()) {
                sharing.part.check_stopped()?;
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
                self.end_shared();
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
        let Some(sharing) = &mut self.sharing else { return self.move_on() };
        if let Some(leaf) = sharing.ahead.pop_front() {
            sharing.spare.push(std::mem::replace(&mut self.leaf, leaf));
            self.slot = 0;
            return Ok(true);
        }
        if !sharing.part.has_cursor() {
            let Some((rest, leaf)) = sharing.part.take() else { return Ok(false) };
            self.rest = rest;
            self.leaf.stand_at(leaf);
        }
        let goes_on = match self.leaf.place() {
            Some(_) => self.move_on()?,
            None => self.descend().map(|()| true)?,
        };
        if !goes_on || !self.leaf.depends() {
            let last = self.copy_ahead()?;
            let Some(sharing) = &mut self.sharing else { return Ok(goes_on) };
            sharing.part.give_back(std::mem::replace(&mut self.rest, Rest::Nothing), last);
        }
        Ok(goes_on)
    }

    /// Copies the leaves behind the current one, up to the first that depends on an active writer.
    /// So the cursor changes hands once for several leaves. Returns the place of the last leaf.
    fn copy_ahead(&mut self) -> Result<Option<LeafPlace>, StorageError> {
        let mut last = self.leaf.place();
        let Some(sharing) = &mut self.sharing else { return Ok(last) };
        while sharing.ahead.len() < LEAVES_AHEAD && !matches!(self.rest, Rest::Nothing) {
            let Sharing { part, ahead, spare } = &mut **sharing;
            let of = &part.of;
            let new = || LeafCopy::none(Sight::new(&of.tree, of.storage, of.reader));
            let mut leaf = spare.pop().unwrap_or_else(new);
            leaf.stand_at(last);
            let before = ahead.back_mut().unwrap_or(&mut self.leaf);
            before.look_ahead(&self.to);
            leaf.take_ahead(before);
            match leaf.go_right(&self.to)? {
                Beside::Leaf if !leaf.depends() => {}
                Beside::End => {
                    self.rest = Rest::Nothing;
                    break;
                }
                _ => break,
            }
            if let Some(key) = leaf.count().checked_sub(1) {
                self.rest = Rest::Behind(leaf.key(key)?);
            }
            last = leaf.place();
            ahead.push_back(leaf);
        }
        Ok(last)
    }

    /// Ends all scans that share the entries, behind the bound.
    fn end_shared(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        match sharing.part.has_cursor() {
            true => sharing.part.give_back(Rest::Nothing, None),
            false => sharing.part.of.stop(),
        }
    }

    /// Moves to the next leaf as [`TreeScan::next_leaf`] does, by the scan's own place.
    fn move_on(&mut self) -> Result<bool, StorageError> {
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

/// The number of leaves that a scan copies beside the current one while it has a shared cursor.
const LEAVES_AHEAD: usize = 15;
