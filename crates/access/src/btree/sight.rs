//! What a reader sees of a leaf's entries: found out under the leaf's latch, so that it is true of
//! what is read or copied under it.
//!
//! The rules are those of heaps (`heap::scan`). An entry that is there now and may be read; one
//! whose writer is not over, for which the reader waits without a latch, and looks again; or one
//! that a snapshot sees otherwise than the leaf has it. Versions are found by the tree and the key,
//! so that it does not matter to which leaf an entry has gone. Who locks keys does so with no latch
//! held, and looks again whether the entry is as it was (rule 5 of `sluice_txn::lock`).

use super::{BTree, descend, node};
use crate::heap::{Haste, Reader, RowLocks};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_base::waits::WaitType;
use sluice_buffer::PageRef;
use sluice_txn::{ActiveWriters, LockMode, OwnerId, Storage, StorageError, View};
use std::ops::Range;

/// One reader's sight.
pub(super) struct Sight<'a> {
    pub(super) storage: &'a Storage,
    pub(super) tree: BTree,
    reader: Reader<'a>,
    writers: ActiveWriters,
    /// Whether they were looked at since the leaf was latched.
    is_fresh: bool,
    view: Option<View<'a>>,
    /// Its locks, if it takes any.
    locks: Option<RowLocks<'a>>,
    /// Whether it passes over what others have.
    passes: bool,
    /// Of the leaf that was judged last: the slots that are not to be read as they are, ascending.
    others: Vec<(usize, Entry)>,
    /// The past values among them.
    bytes: Vec<u8>,
}

/// What there is of an entry for a reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// What the leaf has.
    Now,
    /// This value.
    Past(Range<usize>),
    /// None.
    Nothing,
    /// That depends on this writer.
    Depends(TxnId),
}

impl<'a> Sight<'a> {
    #[inline]
    pub(super) fn new(tree: &BTree, storage: &'a Storage, reader: Reader<'a>) -> Sight<'a> {
        let locks = RowLocks::of(storage, tree.object, reader);
        let view = match reader {
            Reader::Snapshot(snapshot, owner) => Some(View::new(storage, snapshot, owner)),
            _ => None,
        };
        let (writers, others, bytes) = (ActiveWriters::of(storage), Vec::new(), Vec::new());
        let passes = reader.haste() == Some(Haste::ReadPast);
        Sight { storage, tree: *tree, reader, writers, is_fresh: false, view, locks, passes, others, bytes }
    }

    /// Whether it takes locks.
    pub(super) fn is_locking(&self) -> bool {
        self.locks.is_some()
    }

    /// Judges all entries of a latched leaf.
    pub(super) fn judge(&mut self, page: &PageRef<'_>) -> Result<(), StorageError> {
        self.others.clear();
        self.bytes.clear();
        self.is_fresh = false;
        if matches!(self.reader, Reader::Dirty) {
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

    /// Judges one entry of a latched leaf; [`Sight::check`] is to be asked afterwards.
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

    /// Whether another's lock on the key in a slot would keep `owner` from reading it.
    #[cold]
    fn is_locked(&self, page: &PageRef<'_>, slot: usize, owner: OwnerId) -> Result<bool, StorageError> {
        let locks = &self.storage.locks;
        if !locks.is_flagged(self.storage.id, self.tree.object) {
            return Ok(false);
        }
        let key = node::key(page, slot).map_err(|bad| descend::bad_cell(self.storage, page.id(), bad))?;
        Ok(locks.excludes(self.tree.key(self.storage, &key), LockMode::Shared, owner))
    }

    /// Judges the entry in one slot of a latched leaf, and that alone.
    #[inline]
    pub(super) fn judge_one(&mut self, page: &PageRef<'_>, slot: usize) -> Result<Entry, StorageError> {
        self.bytes.clear();
        self.is_fresh = false;
        let entry = self.judge_slot(page, slot)?;
        self.check()?;
        Ok(entry)
    }

    /// That a snapshot is still good, asked last.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        self.view.as_ref().map_or(Ok(()), View::check)
    }

    /// What there is of the entry in a slot of the leaf that was judged.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> Entry {
        if self.others.is_empty() {
            return Entry::Now;
        }
        let found = self.others.binary_search_by_key(&slot, |(slot, _)| *slot);
        found.map_or(Entry::Now, |index| self.others[index].1.clone())
    }

    /// A past value.
    pub(super) fn past(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Waits for a writer's end, with no latch held.
    #[cold]
    pub(super) fn wait_for(&self, writer: TxnId) -> Result<(), StorageError> {
        match (self.reader.owner(), self.reader.haste()) {
            (None, _) => Ok(()),
            (Some(_), Some(_)) => Err(StorageError::LockTimeout),
            (Some(owner), None) => self.storage.wait_for_writer(owner, writer, WaitType::LockSharedTransactionRead),
        }
    }

    /// Locks a key, with no latch held; false if its entry is to be passed over.
    #[cold]
    pub(super) fn lock(&mut self, key: &[u8]) -> Result<bool, StorageError> {
        let resource = self.tree.key(self.storage, key);
        self.locks.as_mut().map_or(Ok(true), |locks| locks.lock_part(resource))
    }
}
