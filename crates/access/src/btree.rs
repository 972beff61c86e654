//! B+trees: entries of key and value in bytewise order of their keys, each key once.
//!
//! The root's page never moves: when it is full its content goes down into a new page. Leaves are
//! linked in both directions. Separators are shortened to what tells their sides apart, and what
//! all keys of a page begin with it has once (`prefix.rs`). Latches are taken from the root down
//! and from left to right, each child before its parent is let go. A split, and a merge, is one
//! system record, never undone; changes of entries belong to their transactions and are undone by
//! key, wherever the entry is by then. A delete leaves a ghost, whose bytes stay, so that undoing
//! it needs no room and cannot fail for want of it; ghosts that nobody needs go when their leaf
//! needs the room, or when [`BTree::tidy`] comes by, which also merges what is nearly empty.
//!
//! The catalog has its rows in trees and takes care itself that nobody is in its way
//! ([`BTree::insert`], [`BTree::get`], [`BTree::scan`]). Users' rows and the entries of their
//! indexes are changed by [`TreeWriter`] and read by [`BTree::rows`], [`BTree::seek`] and their
//! kin: the stamp of an entry is its writer's lock on it, and what it was is kept for snapshots, as
//! it is for rows of heaps.

mod probe;

pub(crate) mod node;

mod plan;

mod descend;

mod split;

mod range_lock;

mod clean;

mod delete;

mod replace;

mod insert;

mod writer;

mod merge;

mod sight;

mod seek;

mod leaf_copy;

mod scan;

mod scan_back;

mod bulk;

pub use bulk::TreeLoad;
pub use range_lock::RangeScan;
pub use scan::TreeScan;
pub use scan_back::TreeScanBack;
pub use seek::TreeSeek;
pub use writer::TreeWriter;

pub(crate) use delete::{undo_ghost, undo_insert};
pub(crate) use replace::undo_change;

use crate::heap::Reader;
use crate::heap_cell::STAMP_SIZE;
use crate::layout::{BODY, PAGE_ID_SIZE};
use crate::object::{self, FirstPage};
use crate::slotted::{self, SLOT_SIZE};
use sight::Sight;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PAGE_SIZE;
use sluice_txn::{LockMode, LockOwner, Storage, StorageError, Transaction};
use std::ops::Bound;

/// A B+tree of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BTree {
    /// Its root, which never moves.
    pub root: PageId,
    /// The object that its pages belong to.
    pub object: ObjectId,
}

impl BTree {
    /// Makes an empty tree. Undone with the transaction: its extents are free again then.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<BTree, StorageError> {
        Ok(BTree::at(object::create(storage, txn, object, FirstPage::TreeRoot)?, object))
    }

    /// The tree whose IAM root is this: its own root is the page behind.
    pub fn at(iam_root: PageId, object: ObjectId) -> BTree {
        BTree { root: PageId { page: iam_root.page + 1, ..iam_root }, object }
    }

    /// Its IAM root.
    pub fn iam_root(&self) -> PageId {
        PageId { page: self.root.page - 1, ..self.root }
    }

    /// Puts an entry in; [`StorageError::Duplicate`] if the key is there. The key has at most
    /// [`KEY_MAX`] bytes, key and value [`ENTRY_MAX`] together.
    pub fn insert(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), StorageError> {
        insert::insert(self, storage, txn, (key, value), None)
    }

    /// Replaces what `value` holds by the key's value; false, and `value` empty, if the key is not
    /// there.
    pub fn get(&self, storage: &Storage, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StorageError> {
        value.clear();
        let leaf = descend::leaf_shared(self, storage, key)?;
        let bad = |bad| descend::bad_cell(storage, leaf.id(), bad);
        let Ok(slot) = node::search(&leaf, key).map_err(bad)? else { return Ok(false) };
        if slotted::is_ghost(&leaf, slot) {
            return Ok(false);
        }
        value.extend_from_slice(node::leaf_cell(&leaf, slot).map_err(bad)?.1);
        Ok(true)
    }

    /// Makes an entry a ghost, stamped with its deleter; false if the key is not there.
    pub fn delete(&self, storage: &Storage, txn: &mut Transaction, key: &[u8]) -> Result<bool, StorageError> {
        delete::delete(self, storage, txn, key)
    }

    /// Takes away what deletes have left in the leaf where `key` belongs: ghosts of ended
    /// transactions, and the leaf itself, with what is above it, if it is nearly empty. Whether
    /// ghosts of active transactions are left. Never needed for anything to be right.
    pub fn tidy(&self, storage: &Storage, key: &[u8]) -> Result<bool, StorageError> {
        merge::tidy(self, storage, key)
    }

    /// Changes entries, in turn with others; it waits as the owner of `locks`.
    pub fn writer<'a>(&self, storage: &'a Storage, locks: &'a LockOwner) -> TreeWriter<'a> {
        TreeWriter::new(*self, storage, locks)
    }

    /// Reads entries by their keys, as `reader` sees them; for many reads one after another.
    #[inline]
    pub fn seek<'a>(&self, storage: &'a Storage, reader: Reader<'a>) -> TreeSeek<'a> {
        TreeSeek::new(Sight::new(self, storage, reader.of_rows()))
    }

    /// The entries between two bounds that `reader` sees, in order. `Reader::Locking` locks their
    /// keys, whatever its granule is.
    pub fn rows<'a>(
        &self,
        storage: &'a Storage,
        reader: Reader<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        TreeScan::new(Sight::new(self, storage, reader.of_rows()), from, to)
    }

    /// As [`BTree::rows`], the greatest key first.
    pub fn rows_back<'a>(
        &self,
        storage: &'a Storage,
        reader: Reader<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        TreeScanBack::new(Sight::new(self, storage, reader.of_rows()), from, to)
    }

    /// The committed entries between two bounds, each locked in `mode` for `owner` with the gap
    /// before it, and what is behind the last: they stay as they are, and nothing comes between
    /// them (SERIALIZABLE). RangeS-S for reading, RangeS-U to change perhaps.
    pub fn scan_locking<'a>(
        &self,
        storage: &'a Storage,
        (owner, mode): (&'a LockOwner, LockMode),
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> RangeScan<'a> {
        RangeScan::new(self, storage, (owner, mode, None), from, to)
    }

    /// What `reader` reads by ranges of keys; none if it does not.
    pub fn ranges<'a>(
        &self,
        storage: &'a Storage,
        reader: Reader<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Option<RangeScan<'a>> {
        let Reader::Ranges(owner, mode, haste) = reader else { return None };
        Some(RangeScan::new(self, storage, (owner, mode, haste), from, to))
    }

    /// The entries between two bounds, in order. Entries that come and go meanwhile may be seen or
    /// not.
    pub fn scan<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        self.rows(storage, Reader::Dirty, from, to)
    }

    /// As [`BTree::scan`], the greatest key first.
    pub fn scan_back<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        self.rows_back(storage, Reader::Dirty, from, to)
    }
}

/// The most bytes that a key may have.
pub const KEY_MAX: usize = 4_000;
/// The most bytes that a key and its value may have together: a page has room for one such entry.
pub const ENTRY_MAX: usize = 8_080;

const _: () =
    assert!(2 * (KEY_MAX + PAGE_ID_SIZE + SLOT_SIZE) <= PAGE_SIZE - BODY, "an inner node takes two separators");
const _: () = assert!(ENTRY_MAX + STAMP_SIZE + 2 + SLOT_SIZE <= PAGE_SIZE - BODY, "a leaf takes the longest entry");
