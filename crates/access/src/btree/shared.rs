//! A tree's entries, read by several scans together.
//!
//! The scans share a cursor. A scan takes it, moves it over the next leaves, copies them and gives
//! the cursor back, so each leaf is read by one scan. If an entry of the leaf depends on an active
//! writer, the scan keeps the cursor until it has read the leaf: it may wait and descend again, and
//! the keys behind the leaf are then known to it alone. So at most one of the scans waits at a
//! time, as the one owner of their locks must.

use super::BTree;
use crate::heap::Reader;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The continuation of a scan behind its leaf.
pub(super) enum Rest {
    /// The keys from this one on.
    From(Vec<u8>),
    /// The keys above this one.
    Behind(Vec<u8>),
    /// No more keys.
    Nothing,
}

/// The entries of a tree that several scans share.
pub struct SharedTree<'a> {
    pub(super) storage: &'a Storage,
    pub(super) tree: BTree,
    pub(super) reader: Reader<'a>,
    pub(super) to: Bound<Vec<u8>>,
    cursor: Mutex<Cursor>,
    given_back: Condvar,
}

/// The place of a leaf that was copied, and its LSN if LSNs show changes.
pub(super) type LeafPlace = (PageId, Option<Lsn>);

/// The place up to which leaves have been taken.
struct Cursor {
    rest: Rest,
    /// The last leaf taken; `None` before the first.
    leaf: Option<LeafPlace>,
    is_taken: bool,
    is_stopped: bool,
}

/// A scan's part of the shared cursor. A scan that fails, and one that is dropped, with the cursor
/// ends the other scans.
pub(super) struct Part<'a> {
    pub(super) of: Arc<SharedTree<'a>>,
    has_cursor: bool,
}

impl<'a> SharedTree<'a> {
    /// Returns the entries behind `rest` up to `to`.
    pub(super) fn new(
        storage: &'a Storage,
        (tree, reader): (BTree, Reader<'a>),
        (rest, to): (Rest, Bound<Vec<u8>>),
    ) -> Arc<SharedTree<'a>> {
        let cursor = Cursor { rest, leaf: None, is_taken: false, is_stopped: false };
        Arc::new(SharedTree { storage, tree, reader, to, cursor: Mutex::new(cursor), given_back: Condvar::new() })
    }

    /// Ends the scans after the leaves that they have copied.
    pub fn stop(&self) {
        self.cursor.lock().is_stopped = true;
        self.given_back.notify_all();
    }
}

impl<'a> Part<'a> {
    /// Returns the part of a scan that has not begun.
    pub(super) fn new(of: &Arc<SharedTree<'a>>) -> Part<'a> {
        Part { of: Arc::clone(of), has_cursor: false }
    }

    /// Whether the scan has the cursor.
    pub(super) fn has_cursor(&self) -> bool {
        self.has_cursor
    }

    /// Waits for the cursor and takes it. Returns `None` at the end of the entries.
    pub(super) fn take(&mut self) -> Option<(Rest, Option<LeafPlace>)> {
        let mut cursor = self.of.cursor.lock();
        while cursor.is_taken && !cursor.is_stopped {
            cursor = self.of.given_back.wait(cursor);
        }
        if cursor.is_stopped || matches!(cursor.rest, Rest::Nothing) {
            return None;
        }
        cursor.is_taken = true;
        self.has_cursor = true;
        Some((std::mem::replace(&mut cursor.rest, Rest::Nothing), cursor.leaf.take()))
    }

    /// Gives the cursor back, at this place.
    pub(super) fn give_back(&mut self, rest: Rest, leaf: Option<LeafPlace>) {
        let mut cursor = self.of.cursor.lock();
        (cursor.rest, cursor.leaf, cursor.is_taken) = (rest, leaf, false);
        self.has_cursor = false;
        self.of.given_back.notify_all();
    }

    /// Fails with `Cancelled` if the scans have been ended, before one of them waits for a writer.
    pub(super) fn check_stopped(&self) -> Result<(), StorageError> {
        if self.of.cursor.lock().is_stopped { Err(StorageError::Cancelled) } else { Ok(()) }
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        if self.has_cursor {
            self.give_back(Rest::Nothing, None);
        }
    }
}
