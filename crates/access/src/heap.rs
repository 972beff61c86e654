//! Heaps: rows without an order, appended to the object's last page.
//!
//! A row on a page is its stamp (the id of the transaction that wrote it last, u64) and its bytes. A row's place, its [`Rid`],
//! does not change. Deleting leaves a ghost, so that undoing it needs no room; undoing an insert takes the row away. The
//! heap's root is its IAM root.

mod scan;

pub use scan::{HeapScan, Reader};

use crate::edit::Edit;
use crate::object::{self, FirstPage};
use crate::records::{HEAP_DELETE, HEAP_INSERT};
use crate::slotted;
use crate::system::{Purpose, damaged};
use sluice_base::codec::get_u64;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PageHint, PageMut, PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};

/// A heap of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heap {
    /// Its IAM root.
    pub root: PageId,
    /// The object that its pages belong to.
    pub object: ObjectId,
}

/// Where a row is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rid {
    /// The page.
    pub page: PageId,
    /// The slot on the page.
    pub slot: u16,
}

/// Remembers where the last row went. Of one heap; a new one costs a look at the IAM pages.
#[derive(Clone, Copy, Debug)]
pub struct AppendCursor {
    page: PageId,
    hint: PageHint,
}

impl Default for AppendCursor {
    fn default() -> AppendCursor {
        AppendCursor { page: PageId::NONE, hint: PageHint::default() }
    }
}

impl Heap {
    /// Makes a heap. Undone with the transaction: its extents are free again then.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<Heap, StorageError> {
        let root = object::create(storage, txn, object, FirstPage::None)?;
        Ok(Heap { root, object })
    }

    /// Appends a row of at most [`ROW_MAX`] bytes.
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
        let mut page = self.append_page(storage, cursor, STAMP_SIZE + row.len())?;
        let slot = slotted::row_slot(&page);
        let writer = storage.start(txn)?;
        storage.log_change_redo(txn, &mut page, HEAP_INSERT, &[&(slot as u16).to_le_bytes()], &[row])?;
        let fits = slotted::put_row(&mut page, slot, &writer.0.to_le_bytes(), row);
        assert!(fits, "append_page found room for the row");
        Ok(Rid { page: page.id(), slot: slot as u16 })
    }

    /// Makes a row a ghost, stamped with its deleter; false if there is no row at that place.
    pub fn delete(&self, storage: &Storage, txn: &mut Transaction, rid: Rid) -> Result<bool, StorageError> {
        let mut page = storage.pool.write(storage.id, rid.page)?;
        let slot = usize::from(rid.slot);
        if !self.owns(&page) || slotted::is_ghost(&page, slot) {
            return Ok(false);
        }
        let Some(stamp) = slotted::get(&page, slot).map(stamp_of) else { return Ok(false) };
        let deleter = storage.start(txn)?;
        storage.log_change(txn, &mut page, HEAP_DELETE, &[&rid.slot.to_le_bytes(), &stamp.to_le_bytes()])?;
        slotted::set_ghost(&mut page, slot, true);
        set_stamp(&mut page, slot, deleter.0);
        Ok(true)
    }

    /// The rows that `reader` sees, page by page in the order of allocation. Rows that are added meanwhile may be seen or not.
    pub fn scan<'a>(&self, storage: &'a Storage, reader: Reader<'a>) -> Result<HeapScan<'a>, StorageError> {
        HeapScan::new(storage, self.root, reader)
    }

    /// A page with room for `size` bytes and their slot, latched; the cursor is on it then.
    fn append_page<'a>(
        &self,
        storage: &'a Storage,
        cursor: &mut AppendCursor,
        size: usize,
    ) -> Result<PageMut<'a>, StorageError> {
        if !cursor.page.is_none() {
            let page = storage.pool.write_hinted(&mut cursor.hint, storage.id, cursor.page)?;
            if self.owns(&page) && slotted::cell_fits(&page, size) {
                return Ok(page);
            }
        }
        let page = self.last_or_new_page(storage, size)?;
        *cursor = AppendCursor { page: page.id(), hint: page.hint() };
        Ok(page)
    }

    /// The heap's last page if the row fits, else a new one.
    fn last_or_new_page<'a>(&self, storage: &'a Storage, size: usize) -> Result<PageMut<'a>, StorageError> {
        loop {
            let last = object::last_page(storage, self.root)?;
            if last != self.root {
                let page = storage.pool.write(storage.id, last)?;
                if !self.owns(&page) {
                    return Err(damaged(storage, last, "it is no page of this heap"));
                }
                if slotted::cell_fits(&page, size) {
                    return Ok(page);
                }
            }
            // No latch is held here: another may add a page first, then that one is tried.
            if let Some(mut new) = object::next_page(storage, self.root, Some(last), Purpose::Work)? {
                let page_type = PageType::DATA.0;
                let format = Edit::Format { page_type, level: 0, root: false, object: self.object };
                new.record.edit(new.page.id(), format);
                return new.log(storage, Vec::new());
            }
        }
    }

    fn owns(&self, bytes: &[u8]) -> bool {
        page::page_type(bytes) == PageType::DATA && page::object(bytes) == self.object
    }
}

/// The stamp of a stored row; zero, nobody's, when it is too short to have one.
pub(crate) fn stamp_of(row: &[u8]) -> u64 {
    if row.len() < STAMP_SIZE { 0 } else { get_u64(row, 0) }
}

/// Sets the stamp of the row in a filled slot.
pub(crate) fn set_stamp(page: &mut [u8], slot: usize, stamp: u64) {
    if let Some(row) = slotted::get_mut(page, slot).and_then(|row| row.first_chunk_mut::<STAMP_SIZE>()) {
        *row = stamp.to_le_bytes();
    }
}

/// The most bytes that a row may have, as in SQL Server.
pub const ROW_MAX: usize = 8_060;
/// Bytes of a row's stamp.
pub(crate) const STAMP_SIZE: usize = 8;

const _: () = assert!(
    ROW_MAX + STAMP_SIZE + slotted::SLOT_SIZE <= sluice_buffer::PAGE_SIZE - crate::layout::BODY,
    "the longest row fits into an empty page"
);
