//! The leaf that a scan is on: copied under its shared latch, and read from the copy.
//!
//! The leaf beside it is found by one of two ways. A scan may always descend from the root again, by the keys that it is through with. Or it
//! follows the copy's link, which is right as long as the leaf has not changed since it was copied: then its LSN is still the
//! same. That is looked at with both leaves latched, in the order of all latches, from left to right; so a link is never followed into a
//! page that a split, a merge or a new owner has made something else. In a temporary database an LSN does not tell that.

use super::{BTree, descend, node};
use crate::iam::Entry;
use crate::layout::{self, EXTENT_PAGES};
use crate::prefix;
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::{Lsn, PageId};
use sluice_buffer::{PAGE_SIZE, PageRef};
use sluice_txn::{Storage, StorageError};

/// A copy of a leaf.
pub(super) struct LeafCopy {
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

impl LeafCopy {
    /// A copy of no leaf yet.
    pub(super) fn none() -> LeafCopy {
        LeafCopy { bytes: Box::new([0; PAGE_SIZE]), id: PageId::NONE, lsn: None }
    }

    /// Copies another leaf.
    pub(super) fn take(&mut self, storage: &Storage, leaf: &PageRef<'_>) {
        self.bytes.copy_from_slice(leaf);
        self.id = leaf.id();
        self.lsn = (!storage.is_temporary()).then(|| leaf.lsn());
    }

    /// How many entries and ghosts it has.
    pub(super) fn count(&self) -> usize {
        slotted::count(&self.bytes[..])
    }

    /// Whether the slot holds a ghost.
    pub(super) fn is_ghost(&self, slot: usize) -> bool {
        slotted::is_ghost(&self.bytes[..], slot)
    }

    /// The key and value in a slot; the key is put together in `key`.
    pub(super) fn entry<'c>(
        &'c self,
        storage: &Storage,
        slot: usize,
        key: &'c mut Vec<u8>,
    ) -> Result<(&'c [u8], &'c [u8]), StorageError> {
        let cell = node::leaf_cell(&self.bytes[..], slot);
        let (rest, value) = cell.map_err(|bad| descend::bad_cell(storage, self.id, bad))?;
        key.clear();
        key.extend_from_slice(prefix::of(&self.bytes[..]));
        key.extend_from_slice(rest);
        Ok((key, value))
    }

    /// The whole key in a slot.
    pub(super) fn key(&self, storage: &Storage, slot: usize) -> Result<Vec<u8>, StorageError> {
        node::key(&self.bytes[..], slot).map_err(|bad| descend::bad_cell(storage, self.id, bad))
    }

    /// Where the key is (`Ok`), or where it belongs (`Err`).
    pub(super) fn search(&self, storage: &Storage, key: &[u8]) -> Result<Result<usize, usize>, StorageError> {
        node::search(&self.bytes[..], key).map_err(|bad| descend::bad_cell(storage, self.id, bad))
    }

    /// Goes on to the leaf to the right.
    pub(super) fn go_right(&mut self, tree: &BTree, storage: &Storage) -> Result<Beside, StorageError> {
        if self.lsn.is_none() {
            return Ok(Beside::Unknown);
        }
        let here = storage.pool.read(storage.id, self.id)?;
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
            // Leaves that were made one after another are neighbours, and all pages of an extent are the tree's.
            let extent = Entry { extent: next.page / EXTENT_PAGES, used: u8::MAX };
            storage.pool.read_ahead(storage.id, &extent.pages().collect::<Vec<_>>());
        }
        let right = storage.pool.read(storage.id, next)?;
        descend::check_right(tree, storage, self.id, &right)?;
        drop(here);
        self.take(storage, &right);
        Ok(Beside::Leaf)
    }

    /// Goes on to the leaf to the left.
    pub(super) fn go_left(&mut self, tree: &BTree, storage: &Storage) -> Result<Beside, StorageError> {
        let before = layout::previous(&self.bytes[..]);
        if self.lsn.is_none() || before.is_none() || before == self.id || before.file.0 == 0 {
            return Ok(Beside::Unknown);
        }
        // The left one first, so it may be anything by now.
        let left = storage.pool.read(storage.id, before)?;
        let leads_here = descend::is_node(tree, &left, Some(0)) && layout::next(&left) == self.id;
        if !leads_here || Some(storage.pool.read(storage.id, self.id)?.lsn()) != self.lsn {
            return Ok(Beside::Unknown);
        }
        self.take(storage, &left);
        Ok(Beside::Leaf)
    }
}
