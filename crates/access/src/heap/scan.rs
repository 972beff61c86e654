//! Reading all rows of a heap.
//!
//! A page's rows are copied under its shared latch, and the latch is let go before the first of
//! them is handed out: nothing that the caller does with a row holds up a writer, and no latch is
//! held over two calls.
//!
//! Which rows are committed is found out under that same latch, so that it is true of the copy: a
//! writer that is finished by then has either committed or taken its row back. Where the scan meets
//! a row, or a ghost, of a writer that is not, it waits for that writer's end, without a latch, and
//! copies the page again from that row on (READ COMMITTED).
//!
//! A reader that locks rows does so with no latch held, and looks at the row again under the page's
//! latch before it hands it out: that it is still as it was copied, or else copies the page again
//! (rule 5 of `sluice_txn::lock`). One that locks whole pages does so before it copies them, and
//! what it has copied stays.
//!
//! A moved row comes at its stub's place, once; its copy is passed over where it lies. Whose the
//! row is the copy's stamp tells, so that it is asked about again under the latch of the copy's
//! page.
//!
//! A reader by a snapshot waits for nobody: under the same latch the rows that it sees otherwise
//! than the page has them are looked up (`past`).

use super::change::LostCopy;
use super::past::{self, PastRows};
use super::row_lock::{self, Granule, PageLock, RowLocks};
use super::{Heap, change};
use crate::heap_cell::{self, Body, Rid, STAMP_SIZE, stamp_of};
use crate::object::{iam_behind, iam_root};
use crate::system::damaged;
use crate::{iam, layout, slotted};
use sluice_base::ids::{PageId, TxnId};
use sluice_base::waits::WaitType;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{ActiveWriters, LockMode, LockOwner, OwnerId, Snapshot, Storage, StorageError, View};
use std::ops::Range;

/// Which rows a reader sees.
#[derive(Clone, Copy, Debug)]
pub enum Reader<'a> {
    /// All, also those of transactions that may yet be rolled back (READ UNCOMMITTED).
    Dirty,
    /// Those that are committed and its own transaction's; it waits for the others' writers.
    Committed(&'a LockOwner),
    /// The same, and each row is locked before it is read: in S by who wants it to stay (REPEATABLE
    /// READ), in U or X by who will perhaps change it; or its page is. The owner has the table in
    /// IS or IX.
    Locking(&'a LockOwner, LockMode, Granule),
    /// As [`Reader::Committed`], or [`Reader::Locking`] where it says how rows are locked, by who
    /// does not wait for what others have of them.
    Hurried(&'a LockOwner, Option<(LockMode, Granule)>, Haste),
    /// The same of a part of a tree, of which each key is locked in a range mode, and nothing comes
    /// into it (SERIALIZABLE): RangeS-S for reading, RangeS-U to change perhaps, RangeX-X. Rows
    /// elsewhere are read by [`Reader::of_rows`].
    Ranges(&'a LockOwner, LockMode, Option<Haste>),
    /// Those that were committed when the snapshot was taken, as they were then, and the
    /// transaction's of this owner; it waits for nobody.
    Snapshot(&'a Snapshot, OwnerId),
}

/// What somebody does who comes to a row that another has, and does not wait for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Haste {
    /// It gives up, with `LockTimeout` (NOWAIT).
    NoWait,
    /// It goes on as if the row were not there (READPAST). Locks on pages and tables it waits for.
    ReadPast,
}

impl<'a> Reader<'a> {
    /// Who waits for writers; none if nobody does.
    pub(crate) fn owner(self) -> Option<&'a LockOwner> {
        match self {
            Reader::Dirty | Reader::Snapshot(..) => None,
            Reader::Committed(owner)
            | Reader::Locking(owner, ..)
            | Reader::Hurried(owner, ..)
            | Reader::Ranges(owner, ..) => Some(owner),
        }
    }

    /// What it does instead of waiting for what others have of rows; none: it waits.
    pub(crate) fn haste(self) -> Option<Haste> {
        match self {
            Reader::Hurried(.., haste) => Some(haste),
            Reader::Ranges(.., haste) => haste,
            Reader::Dirty | Reader::Committed(_) | Reader::Locking(..) | Reader::Snapshot(..) => None,
        }
    }

    /// How it reads rows that keys of a range lead to: these have no range of their own.
    #[inline]
    pub fn of_rows(self) -> Reader<'a> {
        let Reader::Ranges(owner, mode, haste) = self else { return self };
        let locking = Reader::Locking(owner, mode.without_range(), Granule::Row);
        haste.map_or(locking, |haste| locking.hurried(haste))
    }

    /// The same, by who does not wait; who waits for nobody anyway stays as it is.
    pub fn hurried(self, haste: Haste) -> Reader<'a> {
        match self {
            Reader::Committed(owner) => Reader::Hurried(owner, None, haste),
            Reader::Locking(owner, mode, granule) => Reader::Hurried(owner, Some((mode, granule)), haste),
            Reader::Ranges(owner, mode, _) => Reader::Ranges(owner, mode, Some(haste)),
            Reader::Dirty | Reader::Hurried(..) | Reader::Snapshot(..) => self,
        }
    }
}

/// The rows of a heap, in the order of allocation.
pub struct HeapScan<'a> {
    storage: &'a Storage,
    heap: Heap,
    /// Copy of the IAM page that the scan is in.
    iam: Box<[u8; PAGE_SIZE]>,
    /// The next of its entries.
    entry: usize,
    /// Pages of the current entry that are still to come: bit i = page i.
    pages: u8,
    /// Copy of the data page that the scan is on.
    page: Box<[u8; PAGE_SIZE]>,
    /// That page; none before the first.
    id: PageId,
    /// The next of its slots.
    slot: usize,
    /// Where its rows end, for now.
    end: usize,
    /// Whether the page is noted for its room.
    is_noted: bool,
    /// See [`HeapScan::is_plain`], once it is asked for.
    is_page_plain: Option<bool>,
    /// The writer of the row at `end`, if that row is not to be seen yet.
    in_the_way: TxnId,
    reader: Reader<'a>,
    /// Its locks, if it takes any; and whether the rows of the current page are to be locked one by
    /// one.
    locks: Option<RowLocks<'a>>,
    is_locking: bool,
    writers: ActiveWriters,
    /// What a snapshot sees, and its rows of the page that are not the page's.
    view: Option<View<'a>>,
    past: PastRows,
    /// Whether the row that was given last has moved; then the cell of its copy is in `moved`.
    has_moved: bool,
    moved: Vec<u8>,
    moved_kind: u8,
    /// Whether it reads single rows ([`HeapScan::row_at`]).
    is_single: bool,
}

impl<'a> HeapScan<'a> {
    pub(super) fn new(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        let page = Box::new([0; PAGE_SIZE]);
        let mut iam = page.clone();
        iam.copy_from_slice(&iam_root(storage, heap.root, heap.object)?);
        Ok(HeapScan {
            storage,
            heap,
            iam,
            entry: 0,
            pages: 0,
            page,
            id: PageId::NONE,
            slot: 0,
            end: 0,
            in_the_way: TxnId::NONE,
            reader,
            locks: RowLocks::of(storage, heap.object, reader),
            is_locking: false,
            writers: ActiveWriters::of(storage),
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
            is_single: false,
        })
    }

    /// A scan for [`HeapScan::row_at`] alone.
    pub(super) fn single(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        Ok(HeapScan { is_single: true, ..HeapScan::new(storage, heap, reader)? })
    }

    /// The row at a place, if its reader sees one there.
    pub(super) fn row_at(&mut self, rid: Rid) -> Result<Option<&[u8]>, StorageError> {
        if !self.copy_page(rid.page, rid.slot.into())? {
            return Ok(None);
        }
        Ok(self.next()?.map(|(_, row)| row))
    }

    /// The next row and its place; none at the end. The bytes are the scan's own copy, until the
    /// next call.
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

    /// The next rows, as many as can be given at once: where each lies in the result, which is the
    /// scan's own copy until the next call. None at the end. Of a page with nothing but plain rows,
    /// which all are as the page has them, it is all of them; of others it is one.
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

    /// Whether nothing is to be seen to row by row on the copied page.
    fn is_plain(&mut self) -> bool {
        let (page, past, is_locking) = (&self.page[..], &self.past, self.is_locking);
        *self.is_page_plain.get_or_insert_with(|| !is_locking && past.is_empty() && slotted::are_plain(page))
    }

    /// Who wrote the row that [`HeapScan::next`] gave last. Not for a reader by a snapshot.
    pub fn writer(&self) -> TxnId {
        if self.has_moved {
            return TxnId(stamp_of(&self.moved));
        }
        let row = self.slot.checked_sub(1).and_then(|slot| slotted::get(&self.page[..], slot));
        TxnId(row.map_or(0, stamp_of))
    }

    /// Locks the row in a slot of the copied page. False if the row is not as it was copied: then
    /// the page has been copied again, to be read from that slot on; or if it is to be passed over.
    /// A stub is followed only now, so that it need not be looked at twice.
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

    /// Copies the cell of the moved row whose stub the scan has met, once the reader may see it;
    /// false if the row is gone by now.
    fn follow(&mut self, home: Rid) -> Result<bool, StorageError> {
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
                // A rollback has brought it back.
                Some(Body::Row(_)) => {
                    self.moved.clear();
                    self.moved.extend_from_slice(cell);
                    self.moved_kind = slotted::kind(&page, home.slot.into());
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
                    // Its deleter has come to the copy, and not yet to the stub.
                    (Err(_), Reader::Dirty) => return Ok(false),
                    (noted, _) => noted?,
                }
            }
        }
    }

    /// The writer for whose end the reader has to wait before it judges the cell, whose page is
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

    /// Waits for a writer's end, with no latch held; false if the row is to be passed over instead.
    #[cold]
    fn wait_for(&self, other: TxnId) -> Result<bool, StorageError> {
        match (self.reader.owner(), self.reader.haste()) {
            (None, _) => Ok(true),
            (Some(_), Some(Haste::ReadPast)) => Ok(false),
            (Some(_), Some(Haste::NoWait)) => Err(StorageError::LockTimeout),
            (Some(owner), None) => {
                self.storage.wait_for_writer(owner, other, WaitType::LockSharedTransactionRead).map(|()| true)
            }
        }
    }

    /// The row of a cell that is not plain: padded, or moved.
    fn special_row(&self, rid: Rid) -> Result<&[u8], StorageError> {
        let slot = usize::from(rid.slot);
        let body = if self.has_moved {
            heap_cell::read(self.moved_kind, &self.moved)
        } else {
            slotted::get(&self.page[..], slot)
                .and_then(|cell| heap_cell::read(slotted::kind(&self.page[..], slot), cell))
        };
        match body {
            Some(Body::Row(row) | Body::Copy { row, .. }) => Ok(row),
            _ => Err(damaged(self.storage, self.id, format!("slot {slot} holds no row"))),
        }
    }

    fn row(&self, slot: usize, cell: Range<usize>) -> Result<&[u8], StorageError> {
        self.page
            .get(cell.start + STAMP_SIZE..cell.end)
            .ok_or_else(|| damaged(self.storage, self.id, format!("slot {slot} holds no row")))
    }

    /// Waits until the row that the scan has come to may be seen, and copies the page again; the
    /// slots before it are through.
    #[cold]
    fn read_on(&mut self) -> Result<bool, StorageError> {
        self.wait_for(self.in_the_way)?;
        self.copy_page(self.id, self.end)
    }

    /// Copies a page, to be read from `slot` on, once it is locked if it is to be; false if it
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
        // Only what is copied while its owner has the page or the table is known to stay as it is.
        self.is_locking = lock == PageLock::Intent;
        Ok(true)
    }

    /// Whether rows of the copied page have moved: writers may be at work on them elsewhere.
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

    /// Copies a page, to be read from `slot` on; false if it holds no rows. What is in the way of
    /// its being read is found out while it is latched.
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

    /// Finds out which rows of the copied page, which is still latched, are others'.
    #[cold]
    fn pass_over(&mut self, from: usize, owner: OwnerId) {
        let HeapScan { storage, page, id, end, writers, .. } = self;
        let (locks, object) = (&storage.locks, self.heap.object);
        writers.refresh(storage);
        // Who locks rows comes to know of others' locks then.
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
            self.storage.leftovers.note_room(self.heap.root, self.id);
        }
    }

    /// Copies the next page that holds rows; false at the end.
    fn next_page(&mut self) -> Result<bool, StorageError> {
        if self.is_single {
            return Ok(false);
        }
        loop {
            while self.pages == 0 {
                if !self.next_entry()? {
                    return Ok(false);
                }
            }
            let index = self.pages.trailing_zeros();
            self.pages &= self.pages - 1;
            let id = iam::entry(&self.iam[..], self.entry - 1).page(index);
            if !self.storage.pool.is_in_memory(self.storage.id, id) {
                self.read_ahead();
            }
            if self.copy_page(id, 0)? {
                return Ok(true);
            }
        }
    }

    /// Brings the rest of this extent's pages into memory, and those of the next extents, in reads
    /// of many pages.
    #[cold]
    fn read_ahead(&self) {
        let entries = (self.entry - 1..iam::count(&self.iam[..])).take(EXTENTS_AHEAD);
        let pages: Vec<PageId> = entries.flat_map(|entry| iam::entry(&self.iam[..], entry).pages()).collect();
        self.storage.pool.read_ahead(self.storage.id, &pages);
    }

    /// Goes on to the next extent, if need be of the next IAM page; false at the end.
    fn next_entry(&mut self) -> Result<bool, StorageError> {
        while self.entry == iam::count(&self.iam[..]) {
            let next = layout::next(&self.iam[..]);
            if next.is_none() {
                self.slot = self.end;
                return Ok(false);
            }
            let page = iam_behind(self.storage, page::id(&self.iam[..]), next, self.heap.object)?;
            self.iam.copy_from_slice(&page);
            self.entry = 0;
        }
        self.pages = iam::entry(&self.iam[..], self.entry).used;
        self.entry += 1;
        Ok(true)
    }
}

/// How many extents a scan reads at once: 1 MB.
const EXTENTS_AHEAD: usize = 16;

/// A page with more free bytes than this is worth noting.
const ROOMY: usize = PAGE_SIZE / 2;

/// A slot's live cell, and its kind.
fn live(page: &[u8], slot: usize) -> Option<(&[u8], u8)> {
    slotted::live_cell(page, slot).and_then(|(cell, kind)| Some((page.get(cell)?, kind)))
}
