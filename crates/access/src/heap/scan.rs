//! Scans of a heap.
//!
//! A page's rows are copied under its shared latch, and the latch is released before the first row
//! is returned. So the caller's work on a row delays no writer, and no latch is held across calls.
//!
//! Committed rows are determined under the same latch, so the judgement holds for the copy: a
//! writer that has ended by then has committed or undone its row. If the scan meets a row or ghost
//! of an active writer, it waits for the writer's end without a latch. Then it copies the page
//! again from that row on (READ COMMITTED).
//!
//! A reader that locks rows takes the lock without a latch. Before it returns the row it checks,
//! under the page's latch, that the row is unchanged, or else copies the page again (rule 5 of
//! `sluice_txn::lock`). A reader that locks whole pages does so before the copy, and the copy stays
//! valid.
//!
//! A moved row is returned once, at its stub's place; its copy is skipped. The copy's stamp names
//! the writer, so the check is repeated under the latch of the copy's page.
//!
//! A reader by snapshot never waits: rows it sees in another state are looked up under the same
//! latch (`past`).

use super::change::LostCopy;
use super::extents::{ExtentSource, Extents, SharedHeap};
use super::past::{self, PastRows};
use super::reader::{Haste, Reader};
use super::row_lock::{self, PageLock, RowLocks};
use super::{Heap, change};
use crate::heap_cell::{self, Body, Rid, STAMP_SIZE, stamp_of};
use crate::layout::EXTENT_PAGES;
use crate::system::damaged;
use crate::{iam, slotted};
use sluice_base::ids::{PageId, TxnId};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_base::work_counts::{WorkCount, count};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{ActiveWriters, LockMode, OwnerId, Storage, StorageError, View};
use std::borrow::Cow;
use std::ops::Range;

/// The rows of a heap, in the order of allocation. Rows are returned in the order of pages and
/// slots.
pub struct HeapScan<'a> {
    storage: &'a Storage,
    heap: Heap,
    extents: ExtentSource<'a>,
    /// The current extent; its used pages are those still to read.
    extent: Option<iam::Entry>,
    /// A copy of the scan's data page.
    page: Box<[u8; PAGE_SIZE]>,
    /// The id of that page; NONE before the first.
    id: PageId,
    /// The next slot.
    slot: usize,
    /// The end of its judged slots.
    end: usize,
    /// Whether the page is noted for its room.
    is_noted: bool,
    /// See [`HeapScan::is_plain`]; `None` until needed.
    is_page_plain: Option<bool>,
    /// The writer of the row at `end`, if the scan must wait for it.
    in_the_way: TxnId,
    reader: Reader<'a>,
    /// The reader's locks, if it takes any; and whether the rows of the current page are locked one
    /// by one.
    locks: Option<RowLocks<'a>>,
    is_locking: bool,
    writers: ActiveWriters,
    /// The view of a snapshot, and its rows of the page that differ from the page.
    view: Option<View<'a>>,
    past: PastRows,
    /// Whether the last row returned has moved; then `moved` has the cell of its copy.
    has_moved: bool,
    moved: Vec<u8>,
    moved_kind: u8,
    /// The last row returned, if it is compressed on its page.
    expanded: Vec<u8>,
    /// Whether the scan reads single rows ([`HeapScan::row_at`]).
    is_single: bool,
}

impl<'a> HeapScan<'a> {
    /// Returns a scan before the first page. It has read the IAM root, and takes no lock before the
    /// first row.
    pub(super) fn new(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        let extents = ExtentSource::Own(Extents::new(storage, &heap)?);
        Ok(HeapScan::over(storage, heap, (reader, extents)))
    }

    fn over(storage: &'a Storage, heap: Heap, (reader, extents): (Reader<'a>, ExtentSource<'a>)) -> HeapScan<'a> {
        HeapScan {
            storage,
            heap,
            extents,
            extent: None,
            page: Box::new([0; PAGE_SIZE]),
            id: PageId::NONE,
            slot: 0,
            end: 0,
            in_the_way: TxnId::NONE,
            reader,
            locks: RowLocks::for_reader(storage, heap.object, reader),
            is_locking: false,
            writers: ActiveWriters::new(storage),
            is_noted: false,
            is_page_plain: None,
            view: match reader {
                Reader::Snapshot(snapshot, owner) => Some(View::new(storage, snapshot, owner)),
                _ => None,
            },
            past: PastRows::default(),
            has_moved: false,
            moved: Vec::new(),
            moved_kind: 0,
            expanded: Vec::new(),
            is_single: false,
        }
    }

    /// Returns a scan that shares the rows with the other scans of `shared`.
    pub fn of_shared(shared: &Arc<SharedHeap<'a>>) -> HeapScan<'a> {
        let extents = ExtentSource::Shared(Arc::clone(shared));
        HeapScan::over(shared.storage, shared.heap, (shared.reader, extents))
    }

    /// Makes the rows of this scan available to several scans. Returns the scan itself if it has
    /// begun or its reader's rows can't be shared.
    #[expect(clippy::result_large_err, reason = "the scan is given back")]
    pub fn share(self) -> Result<Arc<SharedHeap<'a>>, HeapScan<'a>> {
        match self.extents {
            ExtentSource::Own(extents) if self.id.is_none() && self.extent.is_none() && self.reader.can_share() => {
                Ok(SharedHeap::new(self.storage, self.heap, (self.reader, extents)))
            }
            extents => Err(HeapScan { extents, ..self }),
        }
    }

    /// Creates a scan for [`HeapScan::row_at`] alone.
    pub(super) fn single(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        Ok(HeapScan { is_single: true, ..HeapScan::new(storage, heap, reader)? })
    }

    /// Returns the row at a place, or `None` if the reader sees none there. Waits and locks as a
    /// scan does.
    pub(super) fn row_at(&mut self, rid: Rid) -> Result<Option<&[u8]>, StorageError> {
        if !self.copy_page(rid.page, rid.slot.into())? {
            return Ok(None);
        }
        Ok(self.next()?.map(|(_, row)| row))
    }

    /// Returns the next row and its place, or `None` at the end. The bytes are the scan's copy,
    /// valid until the next call. Waits for writers and takes locks as its reader does. Fails if
    /// its snapshot is lost.
    #[expect(clippy::should_implement_trait, reason = "the rows are lent, which an Iterator cannot do")]
    pub fn next(&mut self) -> Result<Option<(Rid, &[u8])>, StorageError> {
        loop {
            while self.slot < self.end {
                let slot = self.slot;
                self.slot += 1;
                if let Some(past) = self.past.at(slot) {
                    let Some(range) = past else { continue };
                    return Ok(Some((Rid { page: self.id, slot: slot as u16 }, self.past.row(range))));
                }
                let Some((cell, kind)) = slotted::live_cell(&self.page[..], slot) else {
                    self.note_room();
                    continue;
                };
                let rid = Rid { page: self.id, slot: slot as u16 };
                self.has_moved = false;
                if self.is_locking && kind != heap_cell::COPY && !self.lock_row(rid, kind)? {
                    continue;
                }
                if kind == 0 {
                    return Ok(Some((rid, self.row(slot, cell)?)));
                }
                if kind == heap_cell::STUB {
                    self.has_moved = self.follow(rid)?;
                }
                if kind == heap_cell::COPY || kind == heap_cell::STUB && !self.has_moved {
                    continue;
                }
                return Ok(Some((rid, self.special_row(rid)?)));
            }
            let goes_on = if self.in_the_way == TxnId::NONE { self.next_page()? } else { self.read_on()? };
            if !goes_on {
                return Ok(None);
            }
        }
    }

    /// Returns as many rows as possible at once, or `None` at the end. `places` gets the range of
    /// each row in the result, which is the scan's copy until the next call. A page with only plain
    /// rows in the page's state gives all its rows, any other page one. Waits and locks as
    /// [`HeapScan::next`] does.
    pub fn next_rows(&mut self, places: &mut Vec<Range<usize>>) -> Result<Option<&[u8]>, StorageError> {
        places.clear();
        loop {
            if self.slot < self.end {
                if !self.is_plain() {
                    break;
                }
                for slot in self.slot..self.end {
                    let Some((cell, _)) = slotted::live_cell(&self.page[..], slot) else {
                        self.note_room();
                        continue;
                    };
                    if cell.start + STAMP_SIZE > cell.end || cell.end > PAGE_SIZE {
                        return Err(damaged(self.storage, self.id, format!("slot {slot} holds no row")));
                    }
                    places.push(cell.start + STAMP_SIZE..cell.end);
                }
                self.slot = self.end;
                if !places.is_empty() {
                    return Ok(Some(&self.page[..]));
                }
            }
            let goes_on = if self.in_the_way == TxnId::NONE { self.next_page()? } else { self.read_on()? };
            if !goes_on {
                return Ok(None);
            }
        }
        let row = self.next()?.map(|(_, row)| row);
        places.extend(row.map(|row| 0..row.len()));
        Ok(row)
    }

    /// Whether no row of the copied page needs individual treatment.
    fn is_plain(&mut self) -> bool {
        let (page, past, is_locking) = (&self.page[..], &self.past, self.is_locking);
        *self.is_page_plain.get_or_insert_with(|| !is_locking && past.is_empty() && slotted::are_plain(page))
    }

    /// Returns the writer of the row that [`HeapScan::next`] returned last. Not for a reader by
    /// snapshot.
    pub fn writer(&self) -> TxnId {
        if self.has_moved {
            return TxnId(stamp_of(&self.moved));
        }
        let row = self.slot.checked_sub(1).and_then(|slot| slotted::get(&self.page[..], slot));
        TxnId(row.map_or(0, stamp_of))
    }

    /// Locks the row in a slot of the copied page. Returns false if the row is skipped, or has
    /// changed since the copy; then the page is copied again, to be read from that slot on. A stub
    /// is followed after locking, so that it is read only once.
    #[cold]
    fn lock_row(&mut self, rid: Rid, kind: u8) -> Result<bool, StorageError> {
        if let Some(locks) = &mut self.locks
            && !locks.lock(rid)?
        {
            return Ok(false);
        }
        if kind == heap_cell::STUB {
            return Ok(true);
        }
        let slot = usize::from(rid.slot);
        let page = self.storage.pool.read_again(self.storage.id, rid.page)?;
        let is_unchanged = self.heap.owns(&page) && live(&page, slot) == live(&self.page[..], slot);
        drop(page);
        if !is_unchanged {
            self.copy_page(rid.page, slot)?;
        }
        Ok(is_unchanged)
    }

    /// Copies the cell of a moved row, given its stub, once the reader may see it. Returns false if
    /// the row is gone.
    fn follow(&mut self, home: Rid) -> Result<bool, StorageError> {
        count(WorkCount::ForwardedRow);
        if let Some(view) = &mut self.view {
            self.moved.clear();
            self.moved.resize(STAMP_SIZE, 0);
            self.moved_kind = 0;
            return past::row_at(&self.heap, self.storage, home, view, &mut self.moved);
        }
        let mut lost = LostCopy::default();
        loop {
            let page = self.storage.pool.read(self.storage.id, home.page)?;
            let lsn = page.lsn();
            let cell = slotted::get(&page, home.slot.into()).unwrap_or_default();
            if let Some(other) = self.unseen_writer(cell) {
                drop(page);
                if !self.wait_for(other)? {
                    return Ok(false);
                }
                continue;
            }
            let copy = match change::live_body(&self.heap, self.storage, &page, home)? {
                Some(Body::Stub(copy)) => copy,
                // A rollback has restored the row in place.
                Some(Body::Row(row)) => {
                    self.moved.clear();
                    self.moved.extend_from_slice(&cell[..STAMP_SIZE]);
                    self.moved.extend_from_slice(&row);
                    self.moved_kind = heap_cell::ROW;
                    return Ok(true);
                }
                Some(Body::Copy { .. }) | None => return Ok(false),
            };
            drop(page);
            let page = self.storage.pool.read(self.storage.id, copy.page)?;
            let Some(found) = change::copy_of(&self.heap, self.storage, &page, copy, home)? else {
                drop(page);
                lost.note(self.storage, home, lsn)?;
                continue;
            };
            if let Some(other) = self.unseen_writer(found.cell) {
                drop(page);
                if !self.wait_for(other)? {
                    return Ok(false);
                }
            } else if !found.is_ghost {
                self.moved.clear();
                self.moved.extend_from_slice(found.cell);
                self.moved_kind = heap_cell::COPY;
                return Ok(true);
            } else {
                drop(page);
                match (lost.note(self.storage, home, lsn), self.reader) {
                    // The deleter has reached the copy, and not yet the stub.
                    (Err(_), Reader::Dirty) => return Ok(false),
                    (noted, _) => noted?,
                }
            }
        }
    }

    /// Returns the writer whose end the reader must await before it judges the cell. The page is
    /// latched.
    fn unseen_writer(&mut self, cell: &[u8]) -> Option<TxnId> {
        let owner = self.reader.owner()?;
        let writer = TxnId(stamp_of(cell));
        if self.writers.is_settled(writer) {
            return None;
        }
        self.writers.refresh(self.storage);
        self.writers.is_in_the_way(writer, owner.id()).then_some(writer)
    }

    /// Waits for a writer's end, without a latch. Returns false if the row is skipped instead.
    /// Fails with `Cancelled` if scans that share the heap have been stopped.
    #[cold]
    fn wait_for(&self, other: TxnId) -> Result<bool, StorageError> {
        let shared = if let ExtentSource::Shared(shared) = &self.extents { Some(shared) } else { None };
        let _only = shared.map(|shared| shared.waiting.lock());
        if shared.is_some_and(|shared| shared.is_stopped()) {
            return Err(StorageError::Cancelled);
        }
        match (self.reader.owner(), self.reader.haste()) {
            (None, _) => Ok(true),
            (Some(_), Some(Haste::ReadPast)) => Ok(false),
            (Some(_), Some(Haste::NoWait)) => Err(StorageError::LockTimeout),
            (Some(owner), None) => {
                self.storage.wait_for_writer(owner, other, WaitType::LockSharedTransactionRead).map(|()| true)
            }
        }
    }

    /// Returns the row of a cell that is not plain: padded, compressed or moved.
    fn special_row(&mut self, rid: Rid) -> Result<&[u8], StorageError> {
        let slot = usize::from(rid.slot);
        let page = &self.page[..];
        let body = if self.has_moved {
            heap_cell::read(page, self.moved_kind, &self.moved)
        } else {
            slotted::get(page, slot).and_then(|cell| heap_cell::read(page, slotted::kind(page, slot), cell))
        };
        match body {
            Some(Body::Row(Cow::Borrowed(row)) | Body::Copy { row, .. }) => Ok(row),
            Some(Body::Row(Cow::Owned(row))) => {
                self.expanded = row;
                Ok(&self.expanded)
            }
            _ => Err(damaged(self.storage, self.id, format!("slot {slot} holds no row"))),
        }
    }

    fn row(&self, slot: usize, cell: Range<usize>) -> Result<&[u8], StorageError> {
        self.page
            .get(cell.start + STAMP_SIZE..cell.end)
            .ok_or_else(|| damaged(self.storage, self.id, format!("slot {slot} holds no row")))
    }

    /// Waits until the row at `end` may be seen, and copies the page again from there.
    #[cold]
    fn read_on(&mut self) -> Result<bool, StorageError> {
        self.wait_for(self.in_the_way)?;
        self.copy_page(self.id, self.end)
    }

    /// Copies a page, to be read from `slot` on, after locking it if needed. Returns false if it
    /// holds no rows.
    fn copy_page(&mut self, id: PageId, slot: usize) -> Result<bool, StorageError> {
        if self.locks.is_some() { self.copy_locked(id, slot) } else { self.copy_latched(id, slot) }
    }

    #[cold]
    fn copy_locked(&mut self, id: PageId, slot: usize) -> Result<bool, StorageError> {
        let page = self.storage.pool.read(self.storage.id, id)?;
        let has_rows = self.has_rows(id, &page)?;
        drop(page);
        let Some(locks) = self.locks.as_mut().filter(|_| has_rows) else { return Ok(false) };
        let mut lock = locks.lock_page(id)?;
        self.copy_latched(id, slot)?;
        if lock == PageLock::New
            && (self.in_the_way != TxnId::NONE || self.has_stubs())
            && let Some(locks) = &mut self.locks
        {
            lock = locks.refine_page(id)?;
            self.copy_latched(id, slot)?;
        }
        // Only a copy made while the owner has the page or the table is known to stay valid.
        self.is_locking = lock == PageLock::Intent;
        Ok(true)
    }

    /// Whether rows of the copied page have moved: writers may be active on them elsewhere.
    fn has_stubs(&self) -> bool {
        let is_stub = |slot| slotted::kind(&self.page[..], slot) == heap_cell::STUB;
        !slotted::are_plain(&self.page[..]) && (0..self.end).any(is_stub)
    }

    /// Whether a page of the heap holds rows.
    fn has_rows(&self, id: PageId, page: &[u8]) -> Result<bool, StorageError> {
        match page::page_type(page) {
            _ if self.heap.owns(page) => Ok(true),
            PageType::IAM => Ok(false),
            other => {
                let (object, own) = (page::object(page).0, self.heap.object.0);
                Err(damaged(
                    self.storage,
                    id,
                    format!("type {}, of object {object}, in the heap of object {own}", other.0),
                ))
            }
        }
    }

    /// Copies a page, to be read from `slot` on. Returns false if it holds no rows. Obstacles to
    /// reading it are determined while it is latched.
    fn copy_latched(&mut self, id: PageId, slot: usize) -> Result<bool, StorageError> {
        let page = self.storage.pool.read(self.storage.id, id)?;
        if !self.has_rows(id, &page)? {
            return Ok(false);
        }
        self.page.copy_from_slice(&page);
        (self.id, self.slot, self.in_the_way) = (id, slot, TxnId::NONE);
        self.end = slotted::count(&self.page[..]);
        if self.is_single {
            self.end = self.end.min(slot + 1);
        }
        self.is_noted = false;
        self.is_page_plain = None;
        if slotted::free_bytes(&self.page[..]) > ROOMY {
            self.note_room();
        }
        if let Some(view) = &mut self.view {
            self.past.look(self.storage, (id, &page[..]), slot..self.end, view)?;
        }
        let Some(owner) = self.reader.owner() else { return Ok(true) };
        if self.reader.haste() == Some(Haste::ReadPast) {
            self.pass_over(slot, owner.id());
            return Ok(true);
        }
        let mut is_fresh = false;
        for slot in slot..self.end {
            let Some(writer) = slotted::get(&self.page[..], slot).map(|row| TxnId(stamp_of(row))) else { continue };
            if self.writers.is_settled(writer) {
                continue;
            }
            if !is_fresh {
                self.writers.refresh(self.storage);
                is_fresh = true;
            }
            if self.writers.is_in_the_way(writer, owner.id()) {
                (self.end, self.in_the_way) = (slot, writer);
                break;
            }
        }
        drop(page);
        Ok(true)
    }

    /// Marks the rows of the copied page, which is still latched, that belong to other
    /// transactions.
    #[cold]
    fn pass_over(&mut self, from: usize, owner: OwnerId) {
        let HeapScan { storage, page, id, end, writers, .. } = self;
        let (locks, object) = (&storage.locks, self.heap.object);
        writers.refresh(storage);
        // A scan that locks rows detects others' locks when it locks.
        let is_flagged = self.locks.is_none() && locks.is_flagged(storage.id, object);
        let is_locked = |slot| {
            let row = row_lock::row(storage.id, object, Rid { page: *id, slot });
            is_flagged && locks.excludes(row, LockMode::Shared, owner)
        };
        let is_others = |slot: &usize| {
            slotted::get(&page[..], *slot)
                .is_some_and(|row| writers.is_in_the_way(TxnId(stamp_of(row)), owner) || is_locked(*slot as u16))
        };
        self.past.pass_over((from..*end).rev().filter(is_others));
    }

    /// Notes that the page may have room for rows.
    fn note_room(&mut self) {
        if !std::mem::replace(&mut self.is_noted, true) {
            self.storage.space.leftovers.note_room(self.heap.root, self.id);
        }
    }

    /// Copies the next page that holds rows. Returns false at the end.
    fn next_page(&mut self) -> Result<bool, StorageError> {
        if self.is_single {
            return Ok(false);
        }
        loop {
            let Some(extent) = &mut self.extent else {
                self.extent = self.extents.next(self.storage, &self.heap)?;
                if self.extent.is_none() {
                    self.slot = self.end;
                    return Ok(false);
                }
                continue;
            };
            let index = extent.used.trailing_zeros();
            if index >= EXTENT_PAGES {
                self.extent = None;
                continue;
            }
            extent.used &= extent.used - 1;
            let id = extent.page(index);
            if !self.storage.pool.is_in_memory(self.storage.id, id) {
                self.extents.read_ahead(self.storage);
            }
            if self.copy_page(id, 0)? {
                return Ok(true);
            }
        }
    }
}

/// Pages with more free bytes than this are noted.
const ROOMY: usize = PAGE_SIZE / 2;

/// Returns a slot's live cell, and its kind.
fn live(page: &[u8], slot: usize) -> Option<(&[u8], u8)> {
    slotted::live_cell(page, slot).and_then(|(cell, kind)| Some((page.get(cell)?, kind)))
}
