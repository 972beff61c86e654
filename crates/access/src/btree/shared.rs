//! A tree's entries, read by several scans together.
//!
//! Each scan takes a range of keys at a time: those of some leaves beside each other, by the
//! separators above them. It reads the range as a scan of its own would, so the scans share
//! nothing while they read. The ranges don't overlap, and leave out no key, whatever splits and
//! merges do to the leaves meanwhile.
//!
//! If an entry depends on an active writer, its scan waits while it holds `waiting`. So at most one
//! of the scans waits at a time, as the one owner of their locks must.

use super::BTree;
use super::descend::{self, LeafGroup};
use crate::heap::Reader;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_txn::{Storage, StorageError};
use std::ops::Bound;

/// The keys that a scan has not reached.
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
    next: Mutex<Next>,
    /// Held by the scan that waits for a writer.
    pub(super) waiting: Mutex<()>,
    is_stopped: AtomicBool,
}

/// The keys that no scan has taken.
struct Next {
    rest: Rest,
    /// The number of leaves that scans have taken.
    leaves: usize,
}

/// A range of keys for one scan.
pub(super) struct Morsel {
    /// The keys from the first one on.
    pub(super) rest: Rest,
    /// The bound of the last key.
    pub(super) to: Bound<Vec<u8>>,
    /// The numbers of the first leaf and of the leaf behind the last, as the leaves were when the
    /// range was taken.
    pub(super) leaves: (usize, usize),
}

/// One of the scans that share a tree.
pub(super) struct Part<'a> {
    pub(super) of: Arc<SharedTree<'a>>,
    /// The number of the leaf behind the scan's last morsel.
    pub(super) leaf: usize,
}

impl<'a> SharedTree<'a> {
    /// Returns the entries behind `rest` up to `to`.
    pub(super) fn new(
        storage: &'a Storage,
        (tree, reader): (BTree, Reader<'a>),
        (rest, to): (Rest, Bound<Vec<u8>>),
    ) -> Arc<SharedTree<'a>> {
        let next = Mutex::new(Next { rest, leaves: 0 });
        let (waiting, is_stopped) = (Mutex::new(()), AtomicBool::new(false));
        Arc::new(SharedTree { storage, tree, reader, to, next, waiting, is_stopped })
    }

    /// Ends the scans after the leaves that they have copied. Doesn't wait for them.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the scans have been ended.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Takes the next range of keys. Returns `None` if none is left or the scans have been ended.
    /// Descends under the lock that orders the scans.
    pub(super) fn take(&self) -> Result<Option<Morsel>, StorageError> {
        let mut next = self.next.lock();
        let key = match &next.rest {
            Rest::From(key) | Rest::Behind(key) if !self.is_stopped() => key,
            _ => return Ok(None),
        };
        let LeafGroup { count, high } = descend::leaf_group(&self.tree, self.storage, key, MORSEL_LEAVES)?;
        let (to, behind) = match high {
            Some(high) if !descend::is_beyond(&high, &self.to) => (Bound::Excluded(high.clone()), Rest::From(high)),
            _ => (self.to.clone(), Rest::Nothing),
        };
        let leaves = (next.leaves, next.leaves + count);
        next.leaves = leaves.1;
        Ok(Some(Morsel { rest: std::mem::replace(&mut next.rest, behind), to, leaves }))
    }
}

/// The greatest number of leaves in a scan's range: 512 KB. A range costs a descent, which is
/// little beside them.
const MORSEL_LEAVES: usize = 64;
