//! Key-range locks: a range read under SERIALIZABLE keeps its keys and gets no new ones.
//!
//! A lock in a range mode on a key also covers the gap before it, down to the previous key
//! (next-key locking, as in
//! `relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Key-range
//! locking"). A reader of a range locks each of its keys and the first key behind it, or the end of
//! the tree. An insert tests the gap: it needs RangeI-N on the next key for the moment of the
//! insert. A delete needs X on its key.
//!
//! Written keys have no lock entry; the protocol is that of rows (rule 5 of `sluice_txn::lock`),
//! extended for the latches. After the reader has the lock, it walks again from the previous key to
//! the locked one. It latches each leaf before it releases the left one, so no split or merge comes
//! between. An insert into the gap holds the exclusive latch of its leaf while it checks the flag
//! and the lock. If it latches after the reader has passed, it finds the lock. If it latches
//! before, the reader finds the new key with its writer's stamp, and waits or locks that key
//! instead.

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

/// The entries of a tree between two bounds, each locked with the gap before it when it is
/// returned. The locks stay until the owner releases them.
pub struct RangeScan<'a> {
    reader: RangeReader<'a>,
    /// The remaining range: from the first to the last key, or next to the keys already read.
    from: Bound<Vec<u8>>,
    to: Bound<Vec<u8>>,
    order: Order,
    /// The last entry returned.
    entry: Entry,
    is_through: bool,
    /// The remaining scan once the whole table is locked: no other owner changes it.
    rest: Option<Rest<'a>>,
}

enum Rest<'a> {
    Forward(TreeScan<'a>),
    Backward(TreeScanBack<'a>),
}

/// A key and its value.
type Entry = (Vec<u8>, Vec<u8>);

/// The order of the entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Ascending.
    Forward,
    /// Descending; the key behind the greatest must still be locked.
    BackwardFromBehind,
    /// Descending; the key behind the greatest is locked.
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
    /// Whether the owner holds the whole table.
    has_table: bool,
}

/// The next entry in a tree.
#[derive(PartialEq, Eq)]
enum Next {
    /// This entry.
    Entry(Vec<u8>, Vec<u8>),
    /// No entry.
    End,
    /// The entry or ghost with this key; its active writer decides which.
    Depends(Vec<u8>, TxnId),
}

impl Next {
    /// Returns the key; `None` at the end.
    fn key(&self) -> Option<&[u8]> {
        match self {
            Next::Entry(key, _) | Next::Depends(key, _) => Some(key),
            Next::End => None,
        }
    }
}

impl<'a> RangeScan<'a> {
    /// Returns a scan that has locked and read nothing yet. `mode` is the range mode of its locks.
    pub(super) fn new(
        tree: &BTree,
        storage: &'a Storage,
        (owner, mode, haste): (&'a LockOwner, LockMode, Option<Haste>),
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> RangeScan<'a> {
        let locks = RowLocks::for_reader(storage, tree.object, Reader::Ranges(owner, mode, haste));
        let writers = ActiveWriters::new(storage);
        let reader = RangeReader { tree: *tree, storage, owner, mode, haste, locks, writers, has_table: false };
        let (from, to) = (from.map(<[u8]>::to_vec), to.map(<[u8]>::to_vec));
        let entry = (Vec::new(), Vec::new());
        RangeScan { reader, from, to, order: Order::Forward, entry, is_through: false, rest: None }
    }

    /// Returns the same scan in descending order. Called before the first entry is read.
    pub fn backward(self) -> RangeScan<'a> {
        RangeScan { order: Order::BackwardFromBehind, ..self }
    }

    /// Returns the next key and value, or `None` at the end; then the key behind the range is
    /// locked, too. The bytes are the scan's copy, valid until the next call. Waits for other
    /// writers and locks as [`LockOwner::lock`] does.
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

    /// Returns the next entry when no other owner changes the table.
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
        // Keys are unique: no key can come between this one and an equal bound.
        self.is_through = matches!(&self.to, Bound::Included(to) if key == *to);
        self.from = Bound::Excluded(key.clone());
        Ok(Some((key, value)))
    }

    /// The key behind the last one is locked first, so no key comes between the two. Each key's
    /// lock covers the gap before it, down to the next key. Keys before the range are neither
    /// locked nor waited for.
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

    /// Locks the entry that equals the range's end, if there is one. Then no key can come between
    /// the two.
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

/// Whether a key is not before a bound.
fn is_behind(key: &[u8], from: &Bound<Vec<u8>>) -> bool {
    match from {
        Bound::Included(from) => key >= from.as_slice(),
        Bound::Excluded(from) => key > from.as_slice(),
        Bound::Unbounded => true,
    }
}

/// Whether a key is not behind a bound.
fn is_before(key: &[u8], to: &Bound<Vec<u8>>) -> bool {
    match to {
        Bound::Included(to) => key <= to.as_slice(),
        Bound::Excluded(to) => key < to.as_slice(),
        Bound::Unbounded => true,
    }
}

impl RangeReader<'_> {
    /// Locks the entry that `look` returns as the next, and returns it.
    fn lock_next(&mut self, look: impl Fn(&mut Self) -> Result<Next, StorageError>) -> Result<Next, StorageError> {
        self.lock_next_if(look, |_| true).map(|found| found.unwrap_or(Next::End))
    }

    /// Locks as `lock_next` does, if the key is wanted; `None` is the key of the end.
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
            // An entry locked before the look is as it was seen.
            let was_locked = self.owner.mode_of(resource).is_some_and(|held| held.covers(self.mode));
            locks.lock_part(resource)?;
            if was_locked || look(self)? == found {
                return Ok(Some(found));
            }
        }
    }

    /// Returns the first entry from `from` on that this reader sees, or the undecided entry of an
    /// active transaction.
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

    /// Returns the last entry up to `to`, as [`RangeReader::next`] does in descending order. Leaves
    /// are reached by their bounds, so splits and merges do not matter. Keys inserted before the
    /// lock behind them was taken are found, and none is inserted afterwards.
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

    /// Returns the state of a slot of a latched leaf for this reader; `None` for a ghost of an
    /// ended transaction.
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
        Ok(Some(Next::Entry(node::key(leaf, slot).map_err(bad)?, value.into_owned())))
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
    /// Returns the lock resource of a key.
    pub fn key(&self, storage: &Storage, key: &[u8]) -> Resource {
        Resource::key(storage.id, self.object, self.root, key)
    }

    /// Returns the lock resource of the gap behind the last key.
    pub fn end(&self, storage: &Storage) -> Resource {
        Resource::key(storage.id, self.object, self.root, END)
    }
}

/// The locks and waits of a change of a tree, against readers of ranges and other writers. With
/// `haste` nothing waits.
#[derive(Clone, Copy)]
pub(super) struct LockContext<'a> {
    pub(super) tree: &'a BTree,
    pub(super) storage: &'a Storage,
    pub(super) owner: &'a LockOwner,
    pub(super) haste: Option<Haste>,
}

/// The obstacle to wait for, without a latch, before a change is retried.
pub(super) enum Wait {
    /// The end of another transaction.
    Writer(TxnId),
    /// A lock, which is kept.
    Lock(Resource, LockMode),
    /// A lock that is needed for a moment.
    Pass(Resource, LockMode),
}

impl LockContext<'_> {
    /// Waits for the obstacle, or fails at once with haste. Waits up to the owner's limit. The
    /// obstacle may be a writer's transaction, a lock to take and keep, or a lock to wait for and
    /// give back. The caller holds no latch.
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

    /// Returns the obstacle to inserting `key` into its slot in the latched leaf. `None` without
    /// one. Only checked while the tree's flag is set; it is another owner's range lock on the next
    /// key, or the missing lock on the new key inside an own range.
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
            // If the key divides a range of the owner, both parts stay locked.
            let range = self.owner.mode_of(next).filter(|held| held.is_range())?;
            let is_locked = self.owner.mode_of(own).is_some_and(|held| held.covers(range));
            (!is_locked).then_some(Wait::Lock(own, range))
        })
    }

    /// Returns the other active transaction that has changed the entry or ghost in a slot of the
    /// latched leaf. `None` if it is this transaction, or has ended.
    pub(super) fn other_writer(&self, txn: &Transaction, leaf: &PageMut<'_>, slot: usize) -> Option<Wait> {
        let writer = TxnId(node::stamp(leaf, slot));
        (txn.id() != Some(writer) && self.storage.is_active(writer)).then_some(Wait::Writer(writer))
    }

    /// Returns the obstacle to changing the entry of `key`, in a slot of the latched leaf. `None`
    /// if this transaction wrote it already. It is another active writer, or a lock that excludes
    /// exclusive access.
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

    /// Returns the first answer of `ask` for the keys whose locks cover the gap at the slot. These
    /// are ghosts that an active deleter may restore, and then the next entry or the end.
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

/// Latches the right neighbour of a latched leaf; `None` at the end.
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

/// The key of the end of a tree for locks. No lockable key is empty.
const END: &[u8] = &[];
