//! B+trees: entries of key and value, ordered bytewise by unique keys.
//!
//! The root's page never moves: when it is full, its content moves into a new page below. Leaves
//! are linked in both directions. Separators are shortened to the distinguishing bytes, and the
//! common prefix of a page's keys is stored once (`prefix.rs`). Latches are taken from the root
//! down and from left to right, each child before its parent is released.
//!
//! A split, a merge and the compression of a leaf are one system record, never undone. Changes of
//! entries belong to their transactions and are undone by key, wherever the entry is by then. A
//! delete leaves a ghost with its bytes, so that its undo needs no room and cannot fail. Unneeded
//! ghosts are removed when their leaf needs room, or by [`BTree::tidy`], which also merges nearly
//! empty nodes.
//!
//! The catalog has its rows in trees and ensures isolation itself ([`BTree::insert`],
//! [`BTree::get`], [`BTree::scan`]). Users' rows and index entries are changed by [`TreeWriter`]
//! and read by [`BTree::rows`], [`BTree::seek`] and their relatives. For these an entry's stamp is
//! its writer's lock, and replaced states are kept for snapshots, as in heaps.

mod root;

mod probe;

pub(crate) mod node;

mod plan;

mod descend;

mod split;

mod range_lock;

mod clean;

mod compress;

mod delete;

mod replace;

mod insert;

mod writer;

mod merge;

mod sight;

mod seek;

mod shared;

mod leaf_copy;

mod walk;

mod scan;

mod scan_back;

mod bulk;

pub use bulk::{PageFill, TreeLoad};
pub use range_lock::RangeScan;
pub use root::{BTree, ENTRY_MAX, KEY_MAX};
pub use scan::TreeScan;
pub use scan_back::TreeScanBack;
pub use seek::TreeSeek;
pub use shared::SharedTree;
pub use writer::TreeWriter;

pub(crate) use delete::{undo_ghost, undo_insert};
pub(crate) use replace::undo_change;

use crate::edit::Edit;
use crate::heap::Reader;
use crate::object::{self, FirstPage, Placement};
use crate::slotted;
use crate::system::{Purpose, SystemRecord};
use sight::Sight;
use sluice_base::ids::ObjectId;
use sluice_txn::{LockMode, LockOwner, Storage, StorageError, Transaction};
use std::ops::Bound;

impl BTree {
    /// Creates an empty tree in the filegroup PRIMARY. Undone with the transaction, which frees its
    /// extents.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<BTree, StorageError> {
        BTree::create_in(storage, txn, object, Placement::PRIMARY)
    }

    /// Creates an empty tree in these filegroups, as [`BTree::create`] does.
    pub fn create_in(
        storage: &Storage,
        txn: &mut Transaction,
        object: ObjectId,
        placement: Placement,
    ) -> Result<BTree, StorageError> {
        Ok(BTree::at(object::create(storage, txn, object, placement, FirstPage::TreeRoot)?, object))
    }

    /// Makes this tree, which the caller has created and not yet filled, compress its leaves when
    /// they are full (DATA_COMPRESSION = PAGE). A system record: not undone by itself.
    pub fn compress_leaves(&self, storage: &Storage) -> Result<(), StorageError> {
        let mut root = storage.pool.write(storage.id, self.root)?;
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(root.id(), Edit::Compresses);
        record.log(storage, vec![&mut root])
    }

    /// Inserts an entry. Fails with [`StorageError::Duplicate`] if the key exists. The key has at
    /// most [`KEY_MAX`] bytes, key and value together at most [`ENTRY_MAX`].
    pub fn insert(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), StorageError> {
        insert::insert(self, storage, txn, (key, value), None)
    }

    /// Replaces the content of `value` by the key's value. Returns false, with an empty `value`, if
    /// the key does not exist. Sees the newest entry whether or not its writer has committed, and
    /// waits for nothing but latches.
    pub fn get(&self, storage: &Storage, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StorageError> {
        value.clear();
        let leaf = descend::leaf_shared(self, storage, key)?;
        let bad = |bad| descend::bad_cell(storage, leaf.id(), bad);
        let Ok(slot) = node::search(&leaf, key).map_err(bad)? else { return Ok(false) };
        if slotted::is_ghost(&leaf, slot) {
            return Ok(false);
        }
        value.extend_from_slice(&node::leaf_cell(&leaf, slot).map_err(bad)?.1);
        Ok(true)
    }

    /// Makes an entry a ghost, stamped with its deleter. Returns false if the key does not exist or
    /// is a ghost. Takes no lock and waits for nothing but latches: the caller has locked the key
    /// or the table.
    pub fn delete(&self, storage: &Storage, txn: &mut Transaction, key: &[u8]) -> Result<bool, StorageError> {
        delete::delete(self, storage, txn, key)
    }

    /// Cleans the leaf where `key` belongs: removes ghosts of ended transactions, and merges the
    /// leaf and its ancestors if nearly empty. Returns whether ghosts are left, which active
    /// transactions or snapshots need. Correctness never depends on it.
    pub fn tidy(&self, storage: &Storage, key: &[u8]) -> Result<bool, StorageError> {
        merge::tidy(self, storage, key)
    }

    /// Returns a writer that changes entries under locks and waits as the owner `locks`.
    pub fn writer<'a>(&self, storage: &'a Storage, locks: &'a LockOwner) -> TreeWriter<'a> {
        TreeWriter::new(*self, storage, locks)
    }

    /// Returns a reader of entries by key, as `reader` sees them; for many reads in sequence.
    #[inline]
    pub fn seek<'a>(&self, storage: &'a Storage, reader: Reader<'a>) -> TreeSeek<'a> {
        TreeSeek::new(Sight::new(self, storage, reader.of_rows()))
    }

    /// Returns a scan of the entries between two bounds that `reader` sees, in order.
    /// `Reader::Locking` locks their keys, whatever its granularity.
    pub fn rows<'a>(
        &self,
        storage: &'a Storage,
        reader: Reader<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        TreeScan::new(Sight::new(self, storage, reader.of_rows()), from, to)
    }

    /// Scans as [`BTree::rows`] does, greatest key first.
    pub fn rows_back<'a>(
        &self,
        storage: &'a Storage,
        reader: Reader<'a>,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        TreeScanBack::new(Sight::new(self, storage, reader.of_rows()), from, to)
    }

    /// Returns a scan of the committed entries between two bounds. Each is locked in `mode` for
    /// `owner` with the gap before it, and so is the key behind the last. So the entries stay, and
    /// no key comes between them (SERIALIZABLE). RangeS-S is for reads, RangeS-U for possible
    /// changes.
    pub fn scan_locking<'a>(
        &self,
        storage: &'a Storage,
        (owner, mode): (&'a LockOwner, LockMode),
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> RangeScan<'a> {
        RangeScan::new(self, storage, (owner, mode, None), from, to)
    }

    /// Returns a scan that locks the ranges between keys if `reader` reads ranges (SERIALIZABLE),
    /// else `None`.
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

    /// Returns a scan of the entries between two bounds, in order, by their newest state: it reads
    /// uncommitted entries, takes no lock and waits for no writer. Entries that come and go
    /// meanwhile may be seen or not.
    pub fn scan<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScan<'a>, StorageError> {
        self.rows(storage, Reader::Dirty, from, to)
    }

    /// Scans as [`BTree::scan`] does, greatest key first.
    pub fn scan_back<'a>(
        &self,
        storage: &'a Storage,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<TreeScanBack<'a>, StorageError> {
        self.rows_back(storage, Reader::Dirty, from, to)
    }
}
