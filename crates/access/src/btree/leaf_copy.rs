//! The leaf of a scan, copied under its shared latch together with the reader's view of its entries
//! (`sight.rs`).
//!
//! The neighbouring leaf is found in one of two ways. A scan can always descend from the root
//! again, by the keys already read. Or it follows the copy's link, which is valid while the leaf is
//! unchanged since the copy: its LSN is the same. The check needs both leaves latched, from
//! left to right as all latches. So a link is never followed into a page that a split, a merge or a
//! new owner has changed. In a temporary database the LSN does not show changes.

use super::descend::{Bounds, Seek};
use super::node::BadCell;
use super::shared::SharedTree;
use super::sight::{Entry, Sight};
use super::{BTree, descend, node};
use crate::heap::Reader;
use crate::layout;
use crate::scan_ahead::ScanAhead;
use crate::slotted;
use crate::system::damaged;
use crate::{leaf_cell, prefix};
use sluice_base::ids::{Lsn, PageId};
use sluice_buffer::{PAGE_SIZE, PageRef};
use sluice_txn::{Storage, StorageError};
use std::borrow::Cow;
use std::ops::{Bound, Range};

/// A copy of a leaf. The key's prefix, the entries and links are as they were under the latch.
pub(super) struct LeafCopy<'a> {
    sight: Sight<'a>,
    bytes: Box<[u8; PAGE_SIZE]>,
    id: PageId,
    /// The LSN at the time of the copy; `None` if LSNs do not show changes.
    lsn: Option<Lsn>,
    ahead: LeavesAhead,
}

/// The leaves that a scan has read ahead.
struct LeavesAhead {
    requests: ScanAhead,
    /// The number of leaves read ahead at a time; 0 until a leaf isn't in memory.
    step: usize,
    /// The number of leaves behind this one that are read, or that a read-ahead thread was asked
    /// for.
    asked: usize,
}

/// The last key that a scan has returned, and the last value if its leaf has it compressed.
#[derive(Default)]
pub(super) struct EntryBuffer {
    key: Vec<u8>,
    value: Vec<u8>,
}

impl EntryBuffer {
    fn set_key(&mut self, prefix: &[u8], rest: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(prefix);
        self.key.extend_from_slice(rest);
    }
}

/// The result of following a link.
pub(super) enum Beside {
    /// The neighbour is the copy now.
    Leaf,
    /// There is no neighbour.
    End,
    /// The leaf has changed since the copy.
    Unknown,
}

/// The state of an entry that a scan has reached.
pub(super) enum ScanStep {
    /// An entry. Its value is the copy's, or the past value at this range.
    Entry(Option<Range<usize>>),
    /// Nothing for this reader.
    Nothing,
    /// The entry may have changed during a wait: the key must be looked up again.
    Again,
}

impl<'a> LeafCopy<'a> {
    /// Creates a copy without a leaf.
    pub(super) fn none(sight: Sight<'a>) -> LeafCopy<'a> {
        let ahead = LeavesAhead { requests: ScanAhead::new(sight.storage, sight.tree.object), step: 0, asked: 0 };
        LeafCopy { sight, bytes: Box::new([0; PAGE_SIZE]), id: PageId::NONE, lsn: None, ahead }
    }

    /// Copies another leaf.
    fn take(&mut self, leaf: &PageRef<'_>) -> Result<(), StorageError> {
        self.bytes.copy_from_slice(leaf);
        self.id = leaf.id();
        self.lsn = self.sight.storage.stamps_each_change().then(|| leaf.lsn());
        self.sight.judge(leaf)
    }

    /// Descends to the leaf where `seek` belongs, copies it and releases it. Returns the bounds of
    /// the keys that belong in that leaf.
    pub(super) fn descend(&mut self, seek: Seek<'_>) -> Result<Bounds, StorageError> {
        let (leaf, bounds) = descend::leaf_bounded(&self.sight.tree, self.sight.storage, seek)?;
        self.take(&leaf)?;
        Ok(bounds)
    }

    /// Returns the tree that the copy is of, and its reader.
    pub(super) fn source(&self) -> (&'a Storage, BTree, Reader<'a>) {
        (self.sight.storage, self.sight.tree, self.sight.reader())
    }

    /// Returns the leaf's page.
    pub(super) fn page(&self) -> PageId {
        self.id
    }

    /// Returns the number of entries and ghosts in the copy; 0 without a leaf.
    pub(super) fn count(&self) -> usize {
        slotted::count(&self.bytes[..])
    }

    /// Judges the entry in a slot, waiting and locking if needed. `Entry` carries the range of a
    /// past value, if the reader sees one; `Nothing` skips the slot; `Again` means that the leaf
    /// may have changed, so the scan descends to this key again. At most one of the scans that
    /// share a tree waits at a time. Fails with `Cancelled` if they have been ended before.
    pub(super) fn judge(&mut self, slot: usize, shared: Option<&SharedTree<'_>>) -> Result<ScanStep, StorageError> {
        match self.sight.at(slot) {
            Entry::Past(range) => return Ok(ScanStep::Entry(Some(range))),
            Entry::Nothing => return Ok(ScanStep::Nothing),
            Entry::Depends(writer) => {
                let _only = shared.map(|shared| shared.waiting.lock());
                if shared.is_some_and(SharedTree::is_stopped) {
                    return Err(StorageError::Cancelled);
                }
                return self.sight.wait_for(writer).map(|()| ScanStep::Again);
            }
            Entry::Now if slotted::is_ghost(&self.bytes[..], slot) => return Ok(ScanStep::Nothing),
            Entry::Now if !self.sight.is_locking() => return Ok(ScanStep::Entry(None)),
            Entry::Now => {}
        }
        let key = self.key(slot)?;
        if !self.sight.lock(&key)? {
            return Ok(ScanStep::Nothing);
        }
        let leaf = descend::leaf_shared(&self.sight.tree, self.sight.storage, &key)?;
        let now = node::search(&leaf, &key).map_err(|bad| self.bad(bad))?;
        let is_same = |now: usize| {
            node::stamp(&leaf, now) == node::stamp(&self.bytes[..], slot)
                && !slotted::is_ghost(&leaf, now)
                && node::leaf_cell(&leaf, now).map(|cell| cell.1)
                    == node::leaf_cell(&self.bytes[..], slot).map(|cell| cell.1)
        };
        Ok(if now.is_ok_and(is_same) { ScanStep::Entry(None) } else { ScanStep::Again })
    }

    /// Appends the ranges of the values in `slots`, up to the first entry whose value isn't a part
    /// of the copy. Returns the slot of that entry, or the end. Ghosts are left out. Appends
    /// nothing if any entry of the leaf must be judged on its own.
    pub(super) fn plain_values(
        &self,
        slots: Range<usize>,
        places: &mut Vec<Range<usize>>,
    ) -> Result<usize, StorageError> {
        if !self.sight.sees_leaf_as_it_is() {
            return Ok(slots.start);
        }
        let (page, end) = (&self.bytes[..], slots.end);
        places.reserve(slots.len());
        for slot in slots {
            if let Some((cell, _)) = slotted::live_cell(page, slot) {
                match leaf_cell::plain_value(page, cell) {
                    Some(Some(value)) => places.push(value),
                    Some(None) => return Ok(slot),
                    None => return Err(self.bad(BadCell(slot))),
                }
            }
        }
        Ok(end)
    }

    /// Returns the bytes of the copied page; zeros without a leaf.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..]
    }

    /// Returns key and value in a judged slot, kept in `buffer` as far as the copy has them in
    /// pieces. `past` is the range from [`LeafCopy::judge`].
    pub(super) fn entry<'c>(
        &'c self,
        slot: usize,
        past: Option<Range<usize>>,
        buffer: &'c mut EntryBuffer,
    ) -> Result<(&'c [u8], &'c [u8]), StorageError> {
        let (rest, value) = node::leaf_cell(&self.bytes[..], slot).map_err(|bad| self.bad(bad))?;
        buffer.set_key(prefix::get(&self.bytes[..]), rest);
        let value = match (past, value) {
            (Some(past), _) => self.sight.past(past),
            (None, Cow::Borrowed(value)) => value,
            (None, Cow::Owned(value)) => {
                buffer.value = value;
                &buffer.value
            }
        };
        Ok((&buffer.key, value))
    }

    /// Returns the whole key in a slot, kept in `buffer`.
    pub(super) fn key_in<'c>(&self, slot: usize, buffer: &'c mut EntryBuffer) -> Result<&'c [u8], StorageError> {
        let rest = node::leaf_rest(&self.bytes[..], slot).map_err(|bad| self.bad(bad))?;
        buffer.set_key(prefix::get(&self.bytes[..]), rest);
        Ok(&buffer.key)
    }

    /// Returns the whole key in a slot.
    pub(super) fn key(&self, slot: usize) -> Result<Vec<u8>, StorageError> {
        node::key(&self.bytes[..], slot).map_err(|bad| self.bad(bad))
    }

    /// Returns the position of the key (`Ok`), or its insert position (`Err`).
    pub(super) fn search(&self, key: &[u8]) -> Result<Result<usize, usize>, StorageError> {
        node::search(&self.bytes[..], key).map_err(|bad| self.bad(bad))
    }

    fn bad(&self, bad: BadCell) -> StorageError {
        descend::bad_cell(self.sight.storage, self.id, bad)
    }

    /// Moves to the leaf to the right. `Unknown` if the leaf has changed since the copy: then the
    /// scan descends again. `End` at the last leaf. Reads leaves below the scan's bound `to` ahead
    /// if the next one isn't in memory.
    pub(super) fn go_right(&mut self, to: &Bound<Vec<u8>>) -> Result<Beside, StorageError> {
        let (storage, tree) = (self.sight.storage, self.sight.tree);
        if self.lsn.is_none() {
            return Ok(Beside::Unknown);
        }
        self.look_ahead(to);
        let here = storage.pool.read_again(storage.id, self.id)?;
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
        let right = storage.pool.read(storage.id, next)?;
        descend::check_right(&tree, storage, self.id, &right)?;
        drop(here);
        self.take(&right)?;
        self.ahead.asked = self.ahead.asked.saturating_sub(1);
        Ok(Beside::Leaf)
    }

    /// Reads leaves below the scan's bound `to` ahead if the next one isn't in memory. The caller
    /// holds no latch.
    fn look_ahead(&mut self, to: &Bound<Vec<u8>>) {
        let (storage, next) = (self.sight.storage, layout::next(&self.bytes[..]));
        if !next.is_none() && !storage.pool.is_in_memory(storage.id, next) {
            self.read_ahead(to);
        } else if self.ahead.asked < self.ahead.step {
            self.ask_ahead(to);
        }
    }

    /// Notes that the next leaf copied is `count` leaves further on than the neighbour.
    pub(super) fn skip(&mut self, count: usize) {
        self.ahead.asked = self.ahead.asked.saturating_sub(count);
    }

    /// Reads the leaves of the next step into memory and asks for those behind: few at first, since
    /// many scans are short.
    #[cold]
    fn read_ahead(&mut self, to: &Bound<Vec<u8>>) {
        let storage = self.sight.storage;
        let step = (2 * self.ahead.step).clamp(STEP_MIN, self.step_max());
        let leaves = self.leaves_behind(0..step, to);
        (self.ahead.step, self.ahead.asked) = (step, step);
        self.ask_ahead(to);
        storage.pool.read_ahead(storage.id, &leaves);
    }

    /// Asks for one step more, up to two ahead of the scan.
    #[cold]
    fn ask_ahead(&mut self, to: &Bound<Vec<u8>>) {
        let (step, asked) = ((2 * self.ahead.step).min(self.step_max()), self.ahead.asked);
        let leaves = self.leaves_behind(asked..asked + step, to);
        let count = leaves.len();
        if count == 0 {
            // The end of the scan is near. Another leaf not in memory begins anew.
            self.ahead.step = 0;
        } else if self.ahead.requests.ask(self.sight.storage, leaves) {
            (self.ahead.asked, self.ahead.step) = (asked + count, step);
        } else {
            // The scan asks again after the next leaf that isn't in memory.
            self.ahead.asked = usize::MAX;
        }
    }

    /// Returns the largest step: a part of the pool's pages, so that two steps with the inner nodes
    /// above them don't displace each other.
    fn step_max(&self) -> usize {
        (self.sight.storage.pool.target_pages() / POOL_STEPS).clamp(STEP_MIN, STEP_MAX)
    }

    /// Returns leaves behind this one, sorted by position; see [`descend::leaves_behind`]. Damage
    /// on the way is left to the reader that needs the page.
    fn leaves_behind(&self, places: Range<usize>, to: &Bound<Vec<u8>>) -> Vec<PageId> {
        let (storage, tree) = (self.sight.storage, self.sight.tree);
        let last = self.count().checked_sub(1).and_then(|last| self.key(last).ok());
        let leaves = last.and_then(|key| descend::leaves_behind(&tree, storage, &key, places, to).ok());
        let mut leaves = leaves.unwrap_or_default();
        leaves.sort_unstable();
        leaves
    }

    /// Moves to the leaf to the left. `Unknown` at the first leaf, and if either leaf has changed:
    /// then the scan descends again.
    pub(super) fn go_left(&mut self) -> Result<Beside, StorageError> {
        let (storage, tree) = (self.sight.storage, self.sight.tree);
        let before = layout::previous(&self.bytes[..]);
        if self.lsn.is_none() || before.is_none() || before == self.id || before.file.0 == 0 {
            return Ok(Beside::Unknown);
        }
        // The left page is latched first, so it may be any page by now.
        let left = storage.pool.read(storage.id, before)?;
        let leads_here = descend::is_node(&tree, &left, Some(0)) && layout::next(&left) == self.id;
        if !leads_here || Some(storage.pool.read_again(storage.id, self.id)?.lsn()) != self.lsn {
            return Ok(Beside::Unknown);
        }
        self.take(&left)?;
        Ok(Beside::Leaf)
    }
}

/// The leaves of the first step and of later ones: 64 KB and 1 MB.
const STEP_MIN: usize = 8;
const STEP_MAX: usize = 128;
/// The number of steps that the pool has room for at least.
const POOL_STEPS: usize = 32;
