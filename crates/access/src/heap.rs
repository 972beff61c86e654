//! Heaps: unordered rows, appended to the object's last page.
//!
//! A row on a page is its stamp (the id of the transaction that last wrote it, u64) and its bytes.
//! A row's place, its [`Rid`], does not change: a row that outgrows its page moves and leaves a
//! stub that leads to its copy. A delete leaves a ghost, so that its undo needs no room. The undo
//! of an insert removes the row.
//!
//! New rows go to the last page. When that is full, they go to pages with room from deletes, as far
//! as those are noted (`txn::leftovers`; scans note them too). After that the heap takes another
//! page. The heap's root is its IAM root.

mod root;

mod clean;

mod page_rows;

mod bulk;

mod append;

mod claim;

mod change;

mod reader;

mod extents;

mod row_lock;

mod writer;

mod past;

mod scan;

mod seek;

pub use crate::heap_cell::Rid;
pub use append::HeapAppend;
pub use bulk::BulkLoad;
pub(crate) use bulk::LOGGED_PAGES;
pub use extents::SharedHeap;
pub use reader::{Granule, Haste, Reader};
pub use root::{AppendCursor, Heap, ROW_MAX};
pub(crate) use row_lock::RowLocks;
pub use scan::HeapScan;
pub use seek::HeapSeek;
pub use writer::{Changed, HeapWriter};

use crate::edit::Edit;
use crate::heap_cell::{self, Body, STAMP_SIZE};
use crate::object::{self, FirstPage, Placement};
use crate::records::HEAP_INSERT;
use crate::slotted;
use crate::system::{Purpose, damaged};
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PageMut, PageType, page};
use sluice_txn::{LockOwner, Storage, StorageError, Transaction, View};

impl Heap {
    /// Creates a heap in the filegroup PRIMARY. Undone with the transaction, which frees its
    /// extents.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<Heap, StorageError> {
        Heap::create_in(storage, txn, object, Placement::PRIMARY)
    }

    /// Creates a heap in these filegroups, as [`Heap::create`] does.
    pub fn create_in(
        storage: &Storage,
        txn: &mut Transaction,
        object: ObjectId,
        placement: Placement,
    ) -> Result<Heap, StorageError> {
        let root = object::create(storage, txn, object, placement, FirstPage::None)?;
        Ok(Heap { root, object })
    }

    /// Appends a row of at most [`ROW_MAX`] bytes. The row goes to the heap's last page with room,
    /// or to a new page; `cursor` remembers it. Logs the row with its undo. Takes no lock: the
    /// row's stamp is one. Fails with `TooLong`.
    pub fn insert(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        row: &[u8],
    ) -> Result<Rid, StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        let mut page = self.append_page(storage, cursor, STAMP_SIZE + row.len().max(heap_cell::BODY_MIN))?;
        let slot = slotted::row_slot(&page);
        let writer = storage.start(txn)?;
        let slot_bytes = (slot as u16).to_le_bytes();
        storage.log_change_undone_by(txn, &mut page, HEAP_INSERT, &[&slot_bytes], &[row], slot_bytes.len())?;
        let fits = heap_cell::put_row(&mut page, slot, writer.0, row);
        assert!(fits, "append_page found room for the row");
        Ok(Rid { page: page.id(), slot: slot as u16 })
    }

    /// Returns a writer that changes rows under locks and waits as the owner `locks`.
    pub fn writer<'a>(&self, storage: &'a Storage, locks: &'a LockOwner) -> HeapWriter<'a> {
        HeapWriter::new(*self, storage, locks)
    }

    /// Replaces the content of `row` by the row at a place. Returns false, with an empty `row`, if
    /// there is none. Reads the newest state, whether or not its writer has committed. Follows a
    /// moved row's stub and tries again if the copy has moved meanwhile.
    pub fn get(&self, storage: &Storage, rid: Rid, row: &mut Vec<u8>) -> Result<bool, StorageError> {
        row.clear();
        loop {
            let page = storage.pool.read(storage.id, rid.page)?;
            let copy = match change::live_body(self, storage, &page, rid)? {
                Some(Body::Row(found)) => {
                    row.extend_from_slice(&found);
                    return Ok(true);
                }
                Some(Body::Stub(copy)) => copy,
                Some(Body::Copy { .. }) | None => return Ok(false),
            };
            drop(page);
            let page = storage.pool.read(storage.id, copy.page)?;
            if let Some(Body::Copy { home, row: found }) = change::live_body(self, storage, &page, copy)?
                && home == rid
            {
                row.extend_from_slice(found);
                return Ok(true);
            }
        }
    }

    /// Reads as [`Heap::get`] does, by what `view` sees. Waits for no writer. Fails if the snapshot
    /// is lost.
    pub fn get_as_of(
        &self,
        storage: &Storage,
        view: &mut View<'_>,
        rid: Rid,
        row: &mut Vec<u8>,
    ) -> Result<bool, StorageError> {
        row.clear();
        past::row_at(self, storage, rid, view, row)
    }

    /// Returns a scan of the rows that `reader` sees, page by page in the order of allocation. Rows
    /// added meanwhile may be seen or not. Reads the IAM root; locks and waits come with the rows.
    pub fn scan<'a>(&self, storage: &'a Storage, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        HeapScan::new(storage, *self, reader.of_rows())
    }

    /// Returns a reader of rows by their places, as `reader` sees them; for many reads in sequence.
    pub fn seek<'a>(&self, storage: &'a Storage, reader: Reader<'a>) -> Result<HeapSeek<'a>, StorageError> {
        HeapSeek::new(storage, *self, reader.of_rows())
    }

    /// Returns a latched page with room for `size` bytes and their slot, and moves the cursor
    /// there. Inlined for the usual case of an unchanged last page: a guard returned through memory
    /// is read there before it is written.
    #[inline(always)]
    fn append_page<'a>(
        &self,
        storage: &'a Storage,
        cursor: &mut AppendCursor,
        size: usize,
    ) -> Result<PageMut<'a>, StorageError> {
        if !cursor.page.is_none() {
            let mut page = storage.pool.write_hinted(&mut cursor.hint, storage.id, cursor.page)?;
            if self.owns(&page) && clean::make_room(storage, &mut page, size + slotted::SLOT_SIZE)? {
                return Ok(page);
            }
        }
        self.next_append_page(storage, cursor, size)
    }

    #[cold]
    fn next_append_page<'a>(
        &self,
        storage: &'a Storage,
        cursor: &mut AppendCursor,
        size: usize,
    ) -> Result<PageMut<'a>, StorageError> {
        let page = self.last_or_new_page(storage, size)?;
        *cursor = AppendCursor { page: page.id(), hint: page.hint() };
        Ok(page)
    }

    /// Returns the heap's last page if the row fits, else another page with room, else a new one.
    fn last_or_new_page<'a>(&self, storage: &'a Storage, size: usize) -> Result<PageMut<'a>, StorageError> {
        loop {
            let last = object::last_page(storage, self.root)?;
            if last != self.root {
                let mut page = storage.pool.write(storage.id, last)?;
                if !self.owns(&page) {
                    return Err(damaged(storage, last, "it is no page of this heap"));
                }
                if clean::make_room(storage, &mut page, size + slotted::SLOT_SIZE)? {
                    return Ok(page);
                }
            }
            if let Some(page) = self.page_with_room(storage, size)? {
                return Ok(page);
            }
            // No latch is held here. If another session adds a page first, that page is tried.
            if let Some(mut new) = object::next_page(storage, self.root, Some(last), Purpose::Work)? {
                let page_type = PageType::DATA.0;
                let format = Edit::Format { page_type, level: 0, root: false, object: self.object };
                new.record.edit(new.page.id(), format);
                return new.log(storage, Vec::new());
            }
        }
    }

    /// Returns a page with room from deletes, if one of the first few noted pages has enough.
    fn page_with_room<'a>(&self, storage: &'a Storage, size: usize) -> Result<Option<PageMut<'a>>, StorageError> {
        let mut behind = PageId::NONE;
        for _ in 0..PAGES_TRIED {
            let Some(id) = storage.space.leftovers.take_room(self.root, behind) else { break };
            let mut page = storage.pool.write(storage.id, id)?;
            if self.owns(&page) {
                if clean::make_room(storage, &mut page, size + slotted::SLOT_SIZE)? {
                    return Ok(Some(page));
                }
                if (0..slotted::count(&page)).any(|slot| slotted::is_ghost(&page, slot)) {
                    storage.space.leftovers.note_room(self.root, id);
                }
            }
            behind = id;
        }
        Ok(None)
    }

    fn owns(&self, bytes: &[u8]) -> bool {
        page::page_type(bytes) == PageType::DATA && page::object(bytes) == self.object
    }
}

/// The number of pages tried for room before a new page is taken.
const PAGES_TRIED: usize = 8;
