//! A reader's view of a leaf's entries, determined under the leaf's latch so that it holds for the
//! bytes read or copied.
//!
//! The rules are those of heaps (`heap::scan`). An entry may be read as it is. Or its writer is
//! active: the reader waits without a latch and looks again. Or a snapshot sees another state.
//! Versions are found by tree and key, so it does not matter which leaf an entry has moved to. A
//! reader that locks keys locks without a latch, and then checks that the entry is unchanged (rule
//! 5 of `sluice_txn::lock`).

use super::{BTree, descend, node};
use crate::heap::{Haste, Reader, RowLocks};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_base::waits::WaitType;
use sluice_buffer::PageRef;
use sluice_txn::{ActiveWriters, LockMode, OwnerId, Storage, StorageError, View};
use std::ops::Range;

/// One reader's view. It's judged leaf by leaf.
pub(super) struct Sight<'a> {
    pub(super) storage: &'a Storage,
    pub(super) tree: BTree,
    reader: Reader<'a>,
    writers: ActiveWriters,
    /// Whether the writers were refreshed since the leaf was latched.
    is_fresh: bool,
    view: Option<View<'a>>,
    /// The reader's locks, if it takes any.
    locks: Option<RowLocks<'a>>,
    /// Whether entries of other transactions are skipped.
    passes: bool,
    /// The slots of the judged leaf that are not read as they are, in ascending order.
    others: Vec<(usize, Entry)>,
    /// The past values among them.
    bytes: Vec<u8>,
}

/// The state of an entry for a reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// The leaf's entry.
    Now,
    /// A past value: the range is the argument of [`Sight::past`], until the next judgement.
    Past(Range<usize>),
    /// No entry.
    Nothing,
    /// Undecided while this writer is active: [`Sight::wait_for`], then another judgement.
    Depends(TxnId),
}

impl<'a> Sight<'a> {
    /// Returns the view of `reader`, which has judged no leaf yet.
    #[inline]
    pub(super) fn new(tree: &BTree, storage: &'a Storage, reader: Reader<'a>) -> Sight<'a> {
        let locks = RowLocks::for_reader(storage, tree.object, reader);
        let view = match reader {
            Reader::Snapshot(snapshot, owner) => Some(View::new(storage, snapshot, owner)),
            _ => None,
        };
        let (writers, others, bytes) = (ActiveWriters::new(storage), Vec::new(), Vec::new());
        let passes = reader.haste() == Some(Haste::ReadPast);
        Sight { storage, tree: *tree, reader, writers, is_fresh: false, view, locks, passes, others, bytes }
    }

    /// Whether the reader takes locks.
    pub(super) fn is_locking(&self) -> bool {
        self.locks.is_some()
    }

    /// Judges all entries of a latched leaf. Fills the list of entries that aren't read as they
    /// are. A dirty reader reads all as they are. Fails if its snapshot is lost.
    pub(super) fn judge(&mut self, page: &PageRef<'_>) -> Result<(), StorageError> {
        self.others.clear();
        self.bytes.clear();
        self.is_fresh = false;
        if matches!(self.reader, Reader::Dirty) {
            return Ok(());
        }
        // Usually all writers of the leaf have ended long ago.
        let is_simple = self.view.is_none() && !self.passes;
        if is_simple && node::newest_stamp(page).is_some_and(|stamp| self.writers.is_settled(TxnId(stamp))) {
            return Ok(());
        }
        for slot in 0..slotted::count(page) {
            let entry = self.judge_slot(page, slot)?;
            if entry != Entry::Now {
                self.others.push((slot, entry));
            }
        }
        self.check()
    }

    /// Judges one entry of a latched leaf; [`Sight::check`] must follow.
    #[inline]
    fn judge_slot(&mut self, page: &PageRef<'_>, slot: usize) -> Result<Entry, StorageError> {
        let stamp = TxnId(node::stamp(page, slot));
        if let Some(view) = &mut self.view {
            if view.sees(stamp) {
                return Ok(Entry::Now);
            }
            let key = node::key(page, slot).map_err(|bad| descend::bad_cell(self.storage, page.id(), bad))?;
            let place = (self.tree.root, key.as_slice());
            let past = self.storage.look_back_entry(place, stamp, &mut self.bytes, view)?;
            return Ok(past.map_or(Entry::Nothing, Entry::Past));
        }
        let Some(owner) = self.reader.owner() else { return Ok(Entry::Now) };
        if self.passes && self.locks.is_none() && self.is_locked(page, slot, owner.id())? {
            return Ok(Entry::Nothing);
        }
        if self.writers.is_settled(stamp) {
            return Ok(Entry::Now);
        }
        if !std::mem::replace(&mut self.is_fresh, true) {
            self.writers.refresh(self.storage);
        }
        Ok(match self.writers.is_in_the_way(stamp, owner.id()) {
            false => Entry::Now,
            true if self.passes => Entry::Nothing,
            true => Entry::Depends(stamp),
        })
    }

    /// Whether another owner's lock on the key in a slot excludes a read by `owner`.
    #[cold]
    fn is_locked(&self, page: &PageRef<'_>, slot: usize, owner: OwnerId) -> Result<bool, StorageError> {
        let locks = &self.storage.locks;
        if !locks.is_flagged(self.storage.id, self.tree.object) {
            return Ok(false);
        }
        let key = node::key(page, slot).map_err(|bad| descend::bad_cell(self.storage, page.id(), bad))?;
        Ok(locks.excludes(self.tree.key(self.storage, &key), LockMode::Shared, owner))
    }

    /// Judges the entry in one slot of a latched leaf alone.
    #[inline]
    pub(super) fn judge_one(&mut self, page: &PageRef<'_>, slot: usize) -> Result<Entry, StorageError> {
        self.bytes.clear();
        self.is_fresh = false;
        let entry = self.judge_slot(page, slot)?;
        self.check()?;
        Ok(entry)
    }

    /// Checks, as the last step, that the snapshot is still valid; fails if it was lost. Other
    /// readers pass.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        self.view.as_ref().map_or(Ok(()), View::check)
    }

    /// Returns the state of the entry in a slot of the judged leaf. `Now` means: as on the page.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> Entry {
        if self.others.is_empty() {
            return Entry::Now;
        }
        let found = self.others.binary_search_by_key(&slot, |(slot, _)| *slot);
        found.map_or(Entry::Now, |index| self.others[index].1.clone())
    }

    /// Whether each entry of the judged leaf is read as on the page, without a lock.
    pub(super) fn sees_leaf_as_it_is(&self) -> bool {
        self.others.is_empty() && self.locks.is_none()
    }

    /// Returns the reader.
    pub(super) fn reader(&self) -> Reader<'a> {
        self.reader
    }

    /// Returns a past value, of which `range` came from a judgement. Valid until the next
    /// judgement.
    pub(super) fn past(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Waits for a writer's end, without a latch. Returns at once for a reader that never waits,
    /// and fails with `LockTimeout` for one with haste. The caller then judges again.
    #[cold]
    pub(super) fn wait_for(&self, writer: TxnId) -> Result<(), StorageError> {
        match (self.reader.owner(), self.reader.haste()) {
            (None, _) => Ok(()),
            (Some(_), Some(_)) => Err(StorageError::LockTimeout),
            (Some(owner), None) => self.storage.wait_for_writer(owner, writer, WaitType::LockSharedTransactionRead),
        }
    }

    /// Locks a key, without a latch held. Returns false if its entry is skipped, because READPAST
    /// meets another's lock. A reader without locks gets true.
    #[cold]
    pub(super) fn lock(&mut self, key: &[u8]) -> Result<bool, StorageError> {
        let resource = self.tree.key(self.storage, key);
        self.locks.as_mut().map_or(Ok(true), |locks| locks.lock_part(resource))
    }
}
