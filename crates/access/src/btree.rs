//! B+trees: entries of key and value in bytewise order of their keys, each key once.
//!
//! The root's page never moves: when it is full its content goes down into a new page. Leaves are linked in both directions. Separators
//! are shortened to what tells their sides apart, and what all keys of a page begin with it has once (`prefix.rs`). Latches are taken
//! from the root down and from left to right, each child before its parent is let go. A split, and a merge, is one system record, never
//! undone; an insert belongs to its transaction and is undone by key, wherever the entry is by then. A delete leaves a ghost, whose
//! bytes stay, so that undoing it needs no room and cannot fail for want of it; ghosts of ended transactions go when their leaf needs the
//! room, or when [`BTree::tidy`] comes by, which also merges what is nearly empty.

pub(crate) mod node;

mod plan;

mod descend;

mod split;

mod range_lock;

mod insert;

mod delete;

mod merge;

mod leaf_copy;

mod scan;

mod scan_back;

pub use range_lock::RangeScan;
pub use scan::TreeScan;
pub use scan_back::TreeScanBack;

pub(crate) use delete::{undo_ghost, undo_insert};
pub(crate) use insert::undo_remove;

use crate::object::{self, FirstPage};
use crate::slotted;
use sluice_base::ids::{ObjectId, PageId};
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
        let iam_root = object::create(storage, txn, object, FirstPage::TreeRoot)?;
        Ok(BTree { root: PageId { page: iam_root.page + 1, ..iam_root }, object })
    }

    /// Puts an entry in; [`StorageError::Duplicate`] if the key is there. Key and value have at most [`ENTRY_MAX`] bytes together.
    pub fn insert(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), StorageError> {
        insert::insert(self, storage, txn, (key, value), None)
    }

    /// Replaces what `value` holds by the key's value; false, and `value` empty, if the key is not there.
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
        delete::delete(self, storage, txn, key, None)
    }

    /// Takes away what deletes have left in the leaf where `key` belongs: ghosts of ended transactions, and the leaf itself, with what
    /// is above it, if it is nearly empty. Whether ghosts of active transactions are left. Never needed for anything to be right.
    pub fn tidy(&self, storage: &Storage, key: &[u8]) -> Result<bool, StorageError> {
        merge::tidy(self, storage, key)
    }

    /// As [`BTree::insert`], in turn with others: it waits, as `owner`, for whoever has locked the range that the key comes into, and for an
    /// active transaction that has put the key in or deleted it.
    pub fn insert_locking(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        owner: &LockOwner,
        (key, value): (&[u8], &[u8]),
    ) -> Result<(), StorageError> {
        insert::insert(self, storage, txn, (key, value), Some(owner))
    }

    /// As [`BTree::delete`], in turn with others: it waits, as `owner`, for whoever has locked the key or has changed it.
    pub fn delete_locking(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        owner: &LockOwner,
        key: &[u8],
    ) -> Result<bool, StorageError> {
        delete::delete(self, storage, txn, key, Some(owner))
    }

    /// The committed entries between two bounds, each locked in `mode` for `owner` with the gap before it, and what is behind the last: they
    /// stay as they are, and nothing comes between them (SERIALIZABLE). RangeS-S for reading, RangeS-U to change perhaps.
    pub fn scan_locking<'a>(
        &self,
        storage: &'a Storage,
        (owner, mode): (&'a LockOwner, LockMode),
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> RangeScan<'a> {
        RangeScan::new(self, storage, (owner, mode), from, to)
    }

    /// The entries between two bounds, in order. Entries that come and go meanwhile may be seen or not.
    pub fn scan<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        TreeScan::new(self, storage, from, to)
    }

    /// As [`BTree::scan`], the greatest key first.
    pub fn scan_back<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        TreeScanBack::new(self, storage, from, to)
    }
}

/// The most bytes that a key and its value may have together.
pub const ENTRY_MAX: usize = 4_000;
