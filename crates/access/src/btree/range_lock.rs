//! Key-range locks: what SERIALIZABLE reads of a tree stays so, and nothing comes into it.
//!
//! A lock in a range mode on a key is also on the gap before it, down to the key before (next-key
//! locking, as in
//! `relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Key-range
//! locking"). A reader of a range locks each of its keys and the first one behind it, or the tree's
//! end. Who inserts tests the gap: it needs RangeI-N on the next key, for the moment of the insert.
//! Who deletes needs X on its key.
//!
//! No entry is made for keys that are written; the protocol is that of rows (rule 5 of
//! `sluice_txn::lock`), with this about the latches: the reader, once it has the lock, goes again
//! from the key before to the locked one, each leaf latched before the one to its left is let go,
//! so that no split or merge is between them. Whoever puts a key into the gap has its leaf latched
//! exclusively while it looks at the flag and the lock. Either it has that latch after the reader
//! has passed there, and finds the lock; or before, and then the reader finds the new key, with its
//! writer's stamp, and has to wait or to lock that key instead.

use super::BTree;
use super::descend::{self, Seek};
use super::node;
use super::scan::TreeScan;
use super::scan_back::TreeScanBack;
use crate::heap::{Haste, Reader, RowLocks};
use crate::layout;
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::{PageId, TxnId};
use sluice_base::waits::WaitType;
use sluice_buffer::{PageMut, PageRef};
use sluice_txn::{ActiveWriters, LockMode, LockOwner, Resource, Storage, StorageError, Transaction};
use std::ops::Bound;
use std::time::Duration;

/// The entries of a tree between two bounds, each locked with the gap before it as it is given.
pub struct RangeScan<'a> {
    reader: RangeReader<'a>,
    /// What is left: from the first to the last key, or behind and before them.
    from: Bound<Vec<u8>>,
    to: Bound<Vec<u8>>,
    order: Order,
    /// The entry that was given last.
    entry: Entry,
    is_through: bool,
    /// What is left once the whole table is locked: it is read as if nobody else were there.
    rest: Option<Rest<'a>>,
}

enum Rest<'a> {
    Forward(TreeScan<'a>),
    Backward(TreeScanBack<'a>),
}

/// A key and its value.
type Entry = (Vec<u8>, Vec<u8>);

/// In which order the entries are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The least key first.
    Forward,
    /// The greatest key first; what is behind it is still to be locked.
    BackwardFromBehind,
    /// The greatest key first; what is behind it is locked.
    Backward,
}

struct RangeReader<'a> {
    tree: BTree,
    storage: &'a Storage,
    owner: &'a LockOwner,
    mode: LockMode,
    haste: Option<Haste>,
    locks: Option<RowLocks<'a>>,
    writers: ActiveWriters,
    /// Whether the owner has been found to have the whole table.
    has_table: bool,
}

/// What comes next in a tree.
#[derive(PartialEq, Eq)]
enum Next {
    /// This entry.
    Entry(Vec<u8>, Vec<u8>),
    /// Nothing.
    End,
    /// The entry or ghost with this key, if another's transaction lets it be one.
    Depends(Vec<u8>, TxnId),
}

impl Next {
    /// Its key; none at the end.
    fn key(&self) -> Option<&[u8]> {
        match self {
            Next::Entry(key, _) | Next::Depends(key, _) => Some(key),
            Next::End => None,
        }
    }
}

impl<'a> RangeScan<'a> {
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        (owner, mode, haste): (&'a LockOwner, LockMode, Option<Haste>),
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> RangeScan<'a> {
        let locks = RowLocks::of(storage, tree.object, Reader::Ranges(owner, mode, haste));
        let writers = ActiveWriters::of(storage);
        let reader = RangeReader { tree: *tree, storage, owner, mode, haste, locks, writers, has_table: false };
        let (from, to) = (from.map(<[u8]>::to_vec), to.map(<[u8]>::to_vec));
        let entry = (Vec::new(), Vec::new());
        RangeScan { reader, from, to, order: Order::Forward, entry, is_through: false, rest: None }
    }

    /// The same, the greatest key first.
    pub fn backward(self) -> RangeScan<'a> {
        RangeScan { order: Order::BackwardFromBehind, ..self }
    }

    /// The next key and value; none at the end, and then what is behind the range is locked, too.
    /// The bytes are the scan's own copy, until the next call. Waits for other writers and locks,
    /// as [`LockOwner::lock`] does.
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the entries are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        if self.is_through {
            return Ok(None);
        }
        if self.reader.has_table {
            return self.next_of_rest();
        }
        let found = if self.order == Order::Forward { self.next_forward()? } else { self.next_backward()? };
        let Some(entry) = found else {
            self.is_through = true;
            return Ok(None);
        };
        self.entry = entry;
        Ok(Some((&self.entry.0, &self.entry.1)))
    }

    /// The next entry where nobody else changes the table.
    #[expect(clippy::type_complexity, reason = "the entries are lent")]
    fn next_of_rest(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        if self.rest.is_none() {
            let RangeReader { tree, storage, owner, .. } = &self.reader;
            let (from, to) = (self.from.as_ref().map(Vec::as_slice), self.to.as_ref().map(Vec::as_slice));
            self.rest = Some(match self.order {
                Order::Forward => Rest::Forward(tree.rows(storage, Reader::Committed(owner), from, to)?),
                _ => Rest::Backward(tree.rows_back(storage, Reader::Committed(owner), from, to)?),
            });
        }
        match &mut self.rest {
            Some(Rest::Forward(scan)) => scan.next(),
            Some(Rest::Backward(scan)) => scan.next(),
            None => Ok(None),
        }
    }

    fn next_forward(&mut self) -> Result<Option<Entry>, StorageError> {
        let Next::Entry(key, value) = self.reader.lock_next(|reader| reader.next(&self.from))? else { return Ok(None) };
        if !is_before(&key, &self.to) {
            return Ok(None);
        }
        // Every key is there once: nothing can come between this one and a bound that it is.
        self.is_through = matches!(&self.to, Bound::Included(to) if key == *to);
        self.from = Bound::Excluded(key.clone());
        Ok(Some((key, value)))
    }

    /// What is behind the last key is locked first: nothing comes between the two then. Each key's
    /// lock is on what is before it, down to the next; of what is before the range nothing is
    /// locked or waited for.
    fn next_backward(&mut self) -> Result<Option<Entry>, StorageError> {
        let mut found = None;
        if std::mem::replace(&mut self.order, Order::Backward) == Order::BackwardFromBehind {
            found = self.lock_last()?;
            if found.is_none() {
                self.lock_behind()?;
            }
        }
        let (from, to) = (&self.from, &self.to);
        if found.is_none() {
            let is_inside = |key: Option<&[u8]>| key.is_some_and(|key| is_behind(key, from));
            found = self.reader.lock_next_if(|reader| reader.previous(to), is_inside)?;
        }
        let Some(Next::Entry(key, value)) = found else { return Ok(None) };
        self.is_through = matches!(from, Bound::Included(from) if key == *from);
        self.to = Bound::Excluded(key.clone());
        Ok(Some((key, value)))
    }

    /// Locks the entry that is the range's end itself, if there is one: nothing comes between the
    /// two.
    fn lock_last(&mut self) -> Result<Option<Next>, StorageError> {
        let (Bound::Included(last), to) = (&self.to, &self.to) else { return Ok(None) };
        if !is_behind(last, &self.from) {
            return Ok(None);
        }
        self.reader.lock_next_if(|reader| reader.previous(to), |key| key == Some(last))
    }

    /// Locks the first key behind the range.
    fn lock_behind(&mut self) -> Result<(), StorageError> {
        let behind = match &self.to {
            Bound::Included(to) => Some(Bound::Excluded(to.clone())),
            Bound::Excluded(to) => Some(Bound::Included(to.clone())),
            Bound::Unbounded => None,
        };
        self.reader.lock_next(|reader| behind.as_ref().map_or(Ok(Next::End), |behind| reader.next(behind)))?;
        Ok(())
    }
}

/// Whether a key does not lie before a bound.
fn is_behind(key: &[u8], from: &Bound<Vec<u8>>) -> bool {
    match from {
        Bound::Included(from) => key >= from.as_slice(),
        Bound::Excluded(from) => key > from.as_slice(),
        Bound::Unbounded => true,
    }
}

/// Whether a key does not lie behind a bound.
fn is_before(key: &[u8], to: &Bound<Vec<u8>>) -> bool {
    match to {
        Bound::Included(to) => key <= to.as_slice(),
        Bound::Excluded(to) => key < to.as_slice(),
        Bound::Unbounded => true,
    }
}

impl RangeReader<'_> {
    /// Locks what `look` finds to come next, and tells what it is.
    fn lock_next(&mut self, look: impl Fn(&mut Self) -> Result<Next, StorageError>) -> Result<Next, StorageError> {
        self.lock_next_if(look, |_| true).map(|found| found.unwrap_or(Next::End))
    }

    /// The same, if its key is wanted; none is that of the end.
    fn lock_next_if(
        &mut self,
        look: impl Fn(&mut Self) -> Result<Next, StorageError>,
        is_wanted: impl Fn(Option<&[u8]>) -> bool,
    ) -> Result<Option<Next>, StorageError> {
        loop {
            let found = look(self)?;
            if !is_wanted(found.key()) {
                return Ok(None);
            }
            let resource = match &found {
                Next::Entry(key, _) => self.tree.key(self.storage, key),
                Next::End => self.tree.end(self.storage),
                Next::Depends(..) if self.haste.is_some() => return Err(StorageError::LockTimeout),
                Next::Depends(_, other) => {
                    self.storage.wait_for_writer(self.owner, *other, WaitType::LockSharedTransactionRead)?;
                    continue;
                }
            };
            let Some(locks) = self.locks.as_mut().filter(|locks| !locks.has_table()) else {
                self.has_table = true;
                return Ok(Some(found));
            };
            // What was locked before it was looked at is as it was seen.
            let was_locked = self.owner.mode_of(resource).is_some_and(|held| held.covers(self.mode));
            locks.lock_part(resource)?;
            if was_locked || look(self)? == found {
                return Ok(Some(found));
            }
        }
    }

    /// What comes next: the first entry from `from` on that is there for this reader, unless a
    /// transaction that is active decides.
    fn next(&mut self, from: &Bound<Vec<u8>>) -> Result<Next, StorageError> {
        let (key, behind): (&[u8], bool) = match from {
            Bound::Included(key) => (key, false),
            Bound::Excluded(key) => (key, true),
            Bound::Unbounded => (&[], false),
        };
        let mut leaf = descend::leaf_shared(&self.tree, self.storage, key)?;
        let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(self.storage, leaf.id(), bad))?;
        let mut slot = match found {
            Ok(slot) if behind => slot + 1,
            Ok(slot) | Err(slot) => slot,
        };
        loop {
            while slot < slotted::count(&leaf) {
                if let Some(found) = self.at(&leaf, slot)? {
                    return Ok(found);
                }
                slot += 1;
            }
            match right_of(&self.tree, self.storage, (leaf.id(), &leaf))? {
                Some(right) => (leaf, slot) = (right, 0),
                None => return Ok(Next::End),
            }
        }
    }

    /// As [`RangeReader::next`], downwards: the last entry up to `to`. Leaves are come to by their
    /// bounds, so that it does not matter what is split and merged: what was put in before the lock
    /// behind it was taken is found, and nothing is put in afterwards.
    fn previous(&mut self, to: &Bound<Vec<u8>>) -> Result<Next, StorageError> {
        let seek = match to {
            Bound::Included(key) => Seek::At(key),
            Bound::Excluded(key) => Seek::Below(key),
            Bound::Unbounded => Seek::Last,
        };
        let (mut leaf, mut bounds) = descend::leaf_bounded(&self.tree, self.storage, seek)?;
        let mut end = match to {
            Bound::Included(key) => self.search(&leaf, key)?.map_or_else(|slot| slot, |slot| slot + 1),
            Bound::Excluded(key) => self.search(&leaf, key)?.unwrap_or_else(|slot| slot),
            Bound::Unbounded => slotted::count(&leaf),
        };
        loop {
            while end > 0 {
                if let Some(found) = self.at(&leaf, end - 1)? {
                    return Ok(found);
                }
                end -= 1;
            }
            if bounds.low.is_empty() {
                return Ok(Next::End);
            }
            let low = bounds.low;
            drop(leaf);
            (leaf, bounds) = descend::leaf_bounded(&self.tree, self.storage, Seek::Below(&low))?;
            end = self.search(&leaf, &low)?.unwrap_or_else(|slot| slot);
        }
    }

    /// What a slot of a latched leaf has for this reader; none if it is a ghost for good.
    fn at(&mut self, leaf: &PageRef<'_>, slot: usize) -> Result<Option<Next>, StorageError> {
        let writer = TxnId(node::stamp(leaf, slot));
        let bad = |bad| descend::bad_cell(self.storage, leaf.id(), bad);
        if self.is_in_the_way(writer) {
            return Ok(Some(Next::Depends(node::key(leaf, slot).map_err(bad)?, writer)));
        }
        if slotted::is_ghost(leaf, slot) {
            return Ok(None);
        }
        let value = node::leaf_cell(leaf, slot).map_err(bad)?.1;
        Ok(Some(Next::Entry(node::key(leaf, slot).map_err(bad)?, value.to_vec())))
    }

    fn search(&self, leaf: &PageRef<'_>, key: &[u8]) -> Result<Result<usize, usize>, StorageError> {
        node::search(leaf, key).map_err(|bad| descend::bad_cell(self.storage, leaf.id(), bad))
    }

    fn is_in_the_way(&mut self, writer: TxnId) -> bool {
        if self.writers.is_settled(writer) {
            return false;
        }
        self.writers.refresh(self.storage);
        self.writers.is_in_the_way(writer, self.owner.id())
    }
}

impl BTree {
    /// A key of the tree, for the lock manager.
    pub fn key(&self, storage: &Storage, key: &[u8]) -> Resource {
        Resource::key(storage.id, self.object, self.root, key)
    }

    /// What is behind its last key, for the lock manager: the gap before the end.
    pub fn end(&self, storage: &Storage) -> Resource {
        Resource::key(storage.id, self.object, self.root, END)
    }
}

/// Whoever changes a tree by its locks, in turn with readers of ranges and other writers.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) tree: &'a BTree,
    pub(super) storage: &'a Storage,
    pub(super) owner: &'a LockOwner,
    pub(super) haste: Option<Haste>,
}

/// What is to be waited for, with no latch held, before a change is tried again.
pub(super) enum Wait {
    /// The end of another's transaction.
    Writer(TxnId),
    /// A lock, which stays.
    Lock(Resource, LockMode),
    /// A lock that is needed for a moment.
    Pass(Resource, LockMode),
}

impl Turn<'_> {
    /// Waits, but for who is in haste.
    #[cold]
    pub(super) fn wait(&self, wait: Wait) -> Result<(), StorageError> {
        let limit = if self.haste.is_none() { self.owner.limit() } else { Some(Duration::ZERO) };
        match wait {
            Wait::Writer(_) if self.haste.is_some() => Err(StorageError::LockTimeout),
            Wait::Writer(other) => {
                self.storage.wait_for_writer(self.owner, other, WaitType::LockSharedTransactionModify)
            }
            Wait::Lock(resource, mode) => self.owner.lock_within(resource, mode, limit).map(drop),
            Wait::Pass(resource, mode) => {
                let had_some = self.owner.mode_of(resource).is_some();
                self.owner.lock_within(resource, mode, limit)?;
                if !had_some {
                    self.owner.unlock(resource);
                }
                Ok(())
            }
        }
    }

    /// What is in the way of putting `key` into the slot where it belongs, in the latched leaf.
    pub(super) fn before_insert(
        &self,
        leaf: &PageMut<'_>,
        slot: usize,
        key: &[u8],
    ) -> Result<Option<Wait>, StorageError> {
        let locks = &self.storage.locks;
        if !locks.is_flagged(self.storage.id, self.tree.object) {
            return Ok(None);
        }
        let own = self.tree.key(self.storage, key);
        self.bounds_of_gap(leaf, slot, |next| {
            if locks.excludes(next, LockMode::RangeInsertNull, self.owner.id()) {
                return Some(Wait::Pass(next, LockMode::RangeInsertNull));
            }
            // A range of its own that the key divides stays locked in both parts.
            let range = self.owner.mode_of(next).filter(|held| held.is_range())?;
            let is_locked = self.owner.mode_of(own).is_some_and(|held| held.covers(range));
            (!is_locked).then_some(Wait::Lock(own, range))
        })
    }

    /// Another's transaction that has changed the entry or ghost in a slot of the latched leaf, and
    /// is not over.
    pub(super) fn other_writer(&self, txn: &Transaction, leaf: &PageMut<'_>, slot: usize) -> Option<Wait> {
        let writer = TxnId(node::stamp(leaf, slot));
        (txn.id() != Some(writer) && self.storage.is_active(writer)).then_some(Wait::Writer(writer))
    }

    /// What is in the way of changing the entry of `key`, in a slot of the latched leaf.
    pub(super) fn before_change(&self, txn: &Transaction, leaf: &PageMut<'_>, slot: usize, key: &[u8]) -> Option<Wait> {
        if txn.id() == Some(TxnId(node::stamp(leaf, slot))) {
            return None;
        }
        if let Some(wait) = self.other_writer(txn, leaf, slot) {
            return Some(wait);
        }
        let (locks, resource) = (&self.storage.locks, self.tree.key(self.storage, key));
        let is_locked = !slotted::is_ghost(leaf, slot)
            && locks.is_flagged(self.storage.id, self.tree.object)
            && locks.excludes(resource, LockMode::Exclusive, self.owner.id());
        is_locked.then_some(Wait::Lock(resource, LockMode::Exclusive))
    }

    /// The first answer of `ask` about the keys whose locks are on the gap at the slot: the next
    /// entry, or the end, and before it the ghosts whose deleters may yet bring them back.
    fn bounds_of_gap(
        &self,
        leaf: &PageMut<'_>,
        mut slot: usize,
        ask: impl Fn(Resource) -> Option<Wait>,
    ) -> Result<Option<Wait>, StorageError> {
        let mut right: Option<PageRef<'_>> = None;
        loop {
            let (id, page): (PageId, &[u8]) = match &right {
                Some(page) => (page.id(), page),
                None => (leaf.id(), leaf),
            };
            while slot < slotted::count(page) {
                let is_ghost = slotted::is_ghost(page, slot);
                if !is_ghost || self.storage.is_active(TxnId(node::stamp(page, slot))) {
                    let key = node::key(page, slot).map_err(|bad| descend::bad_cell(self.storage, id, bad))?;
                    let answer = ask(self.tree.key(self.storage, &key));
                    if answer.is_some() || !is_ghost {
                        return Ok(answer);
                    }
                }
                slot += 1;
            }
            match right_of(self.tree, self.storage, (id, page))? {
                Some(page) => (right, slot) = (Some(page), 0),
                None => return Ok(ask(self.tree.end(self.storage))),
            }
        }
    }
}

/// Latches the leaf to the right of a latched one; none at the end.
fn right_of<'a>(
    tree: &BTree,
    storage: &'a Storage,
    (id, leaf): (PageId, &[u8]),
) -> Result<Option<PageRef<'a>>, StorageError> {
    let next = layout::next(leaf);
    if next.is_none() {
        return Ok(None);
    }
    if next == id || next.file.0 == 0 {
        return Err(damaged(storage, id, format!("it names {next} as the leaf to its right")));
    }
    let right = storage.pool.read(storage.id, next)?;
    descend::check_right(tree, storage, id, &right)?;
    Ok(Some(right))
}

/// What stands for the end of a tree among its keys, none of which that is ever locked is empty.
const END: &[u8] = &[];
