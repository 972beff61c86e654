//! The leaf that a scan is on: copied under its shared latch, together with what the reader sees of
//! its entries (`sight.rs`), and read from the copy.
//!
//! The leaf beside it is found by one of two ways. A scan may always descend from the root again,
//! by the keys that it is through with. Or it follows the copy's link, which is right as long as
//! the leaf has not changed since it was copied: then its LSN is still the same. That is looked at
//! with both leaves latched, in the order of all latches, from left to right; so a link is never
//! followed into a page that a split, a merge or a new owner has made something else. In a
//! temporary database an LSN does not tell that.

use super::descend::{Bounds, Seek};
use super::node::BadCell;
use super::sight::{Entry, Sight};
use super::{descend, node};
use crate::iam;
use crate::layout::{self, EXTENT_PAGES};
use crate::prefix;
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::{Lsn, PageId};
use sluice_buffer::{PAGE_SIZE, PageRef};
use sluice_txn::StorageError;
use std::ops::Range;

/// A copy of a leaf.
pub(super) struct LeafCopy<'a> {
    sight: Sight<'a>,
    bytes: Box<[u8; PAGE_SIZE]>,
    id: PageId,
    /// Its LSN; none where that says nothing.
    lsn: Option<Lsn>,
}

/// Where the link of a leaf's copy leads.
pub(super) enum Beside {
    /// To the leaf that is the copy now.
    Leaf,
    /// Nowhere: this is the last one.
    End,
    /// The leaf has changed since it was copied.
    Unknown,
}

/// What a scan finds where it has come to.
pub(super) enum Found {
    /// An entry: its value is the copy's, or a past one.
    Entry(Option<Range<usize>>),
    /// Nothing for this reader.
    Nothing,
    /// That has changed while it waited: the key is to be looked for again.
    Again,
}

impl<'a> LeafCopy<'a> {
    /// A copy of no leaf yet.
    pub(super) fn none(sight: Sight<'a>) -> LeafCopy<'a> {
        LeafCopy { sight, bytes: Box::new([0; PAGE_SIZE]), id: PageId::NONE, lsn: None }
    }

    /// Copies another leaf.
    fn take(&mut self, leaf: &PageRef<'_>) -> Result<(), StorageError> {
        self.bytes.copy_from_slice(leaf);
        self.id = leaf.id();
        self.lsn = (!self.sight.storage.is_temporary()).then(|| leaf.lsn());
        self.sight.judge(leaf)
    }

    /// Descends to a leaf and copies it; between which keys its keys lie.
    pub(super) fn descend(&mut self, seek: Seek<'_>) -> Result<Bounds, StorageError> {
        let (leaf, bounds) = descend::leaf_bounded(&self.sight.tree, self.sight.storage, seek)?;
        self.take(&leaf)?;
        Ok(bounds)
    }

    /// How many entries and ghosts it has.
    pub(super) fn count(&self) -> usize {
        slotted::count(&self.bytes[..])
    }

    /// Comes to a slot; waits where that is needed.
    pub(super) fn come_to(&mut self, slot: usize) -> Result<Found, StorageError> {
        match self.sight.at(slot) {
            Entry::Past(range) => return Ok(Found::Entry(Some(range))),
            Entry::Nothing => return Ok(Found::Nothing),
            Entry::Depends(writer) => return self.sight.wait_for(writer).map(|()| Found::Again),
            Entry::Now if slotted::is_ghost(&self.bytes[..], slot) => return Ok(Found::Nothing),
            Entry::Now if !self.sight.is_locking() => return Ok(Found::Entry(None)),
            Entry::Now => {}
        }
        let key = self.key(slot)?;
        if !self.sight.lock(&key)? {
            return Ok(Found::Nothing);
        }
        let leaf = descend::leaf_shared(&self.sight.tree, self.sight.storage, &key)?;
        let now = node::search(&leaf, &key).map_err(|bad| self.bad(bad))?;
        let is_same = |now: usize| {
            node::stamp(&leaf, now) == node::stamp(&self.bytes[..], slot)
                && !slotted::is_ghost(&leaf, now)
                && node::leaf_cell(&leaf, now).map(|cell| cell.1)
                    == node::leaf_cell(&self.bytes[..], slot).map(|cell| cell.1)
        };
        Ok(if now.is_ok_and(is_same) { Found::Entry(None) } else { Found::Again })
    }

    /// The key and value in a slot that has been come to; the key is put together in `key`.
    pub(super) fn entry<'c>(
        &'c self,
        slot: usize,
        past: Option<Range<usize>>,
        key: &'c mut Vec<u8>,
    ) -> Result<(&'c [u8], &'c [u8]), StorageError> {
        let (rest, value) = node::leaf_cell(&self.bytes[..], slot).map_err(|bad| self.bad(bad))?;
        key.clear();
        key.extend_from_slice(prefix::of(&self.bytes[..]));
        key.extend_from_slice(rest);
        Ok((key, past.map_or(value, |past| self.sight.past(past))))
    }

    /// The whole key in a slot.
    pub(super) fn key(&self, slot: usize) -> Result<Vec<u8>, StorageError> {
        node::key(&self.bytes[..], slot).map_err(|bad| self.bad(bad))
    }

    /// Where the key is (`Ok`), or where it belongs (`Err`).
    pub(super) fn search(&self, key: &[u8]) -> Result<Result<usize, usize>, StorageError> {
        node::search(&self.bytes[..], key).map_err(|bad| self.bad(bad))
    }

    fn bad(&self, bad: BadCell) -> StorageError {
        descend::bad_cell(self.sight.storage, self.id, bad)
    }

    /// Goes on to the leaf to the right.
    pub(super) fn go_right(&mut self) -> Result<Beside, StorageError> {
        let (storage, tree) = (self.sight.storage, self.sight.tree);
        if self.lsn.is_none() {
            return Ok(Beside::Unknown);
        }
        let here = storage.pool.read_again(storage.id, self.id)?;
        if Some(here.lsn()) != self.lsn {
            return Ok(Beside::Unknown);
        }
        let next = layout::next(&here);
        if next.is_none() {
            return Ok(Beside::End);
        }
        if next == self.id || next.file.0 == 0 {
            return Err(damaged(storage, self.id, format!("it names {next} as the leaf to its right")));
        }
        if !storage.pool.is_in_memory(storage.id, next) {
            // Leaves that were made one after another are neighbours, and all pages of an extent
            // are the tree's.
            let extent = iam::Entry { extent: next.page / EXTENT_PAGES, used: u8::MAX };
            storage.pool.read_ahead(storage.id, &extent.pages().collect::<Vec<_>>());
        }
        let right = storage.pool.read(storage.id, next)?;
        descend::check_right(&tree, storage, self.id, &right)?;
        drop(here);
        self.take(&right)?;
        Ok(Beside::Leaf)
    }

    /// Goes on to the leaf to the left.
    pub(super) fn go_left(&mut self) -> Result<Beside, StorageError> {
        let (storage, tree) = (self.sight.storage, self.sight.tree);
        let before = layout::previous(&self.bytes[..]);
        if self.lsn.is_none() || before.is_none() || before == self.id || before.file.0 == 0 {
            return Ok(Beside::Unknown);
        }
        // The left one first, so it may be anything by now.
        let left = storage.pool.read(storage.id, before)?;
        let leads_here = descend::is_node(&tree, &left, Some(0)) && layout::next(&left) == self.id;
        if !leads_here || Some(storage.pool.read_again(storage.id, self.id)?.lsn()) != self.lsn {
            return Ok(Beside::Unknown);
        }
        self.take(&left)?;
        Ok(Beside::Leaf)
    }
}
