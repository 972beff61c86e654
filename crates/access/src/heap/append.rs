//! Inserts of many rows by one statement, logged by the page.
//!
//! Rows are gathered until they would fill a page. Then they go to their pages, as many as fit by
//! one record each: two bytes a row beside the row itself. The undo of the record removes its rows
//! from the page. They all get new, consecutive slots. Rows that were compressed get a page of
//! their own, which has their dictionary before them.

use super::page_rows::{self, PageRows, space};
use super::{AppendCursor, Heap, ROW_MAX};
use crate::edit::Edit;
use crate::heap_cell;
use crate::object;
use crate::records::HEAP_ROWS;
use crate::slotted::{self, SLOT_SIZE};
use crate::system::{Purpose, damaged};
use sluice_buffer::{PageMut, PageType};
use sluice_txn::{Storage, StorageError, Transaction};

/// Rows on their way into a heap. All rows are inserted when [`HeapAppend::finish`] has returned.
pub struct HeapAppend<'a> {
    storage: &'a Storage,
    heap: Heap,
    rows: PageRows,
}

impl Heap {
    /// Begins to insert many rows into this heap, a page of them at a time.
    pub fn append<'a>(&self, storage: &'a Storage) -> HeapAppend<'a> {
        HeapAppend { storage, heap: *self, rows: PageRows::new(false) }
    }

    /// Begins to insert many rows into this heap, whose table the caller has locked exclusively.
    /// Full pages are compressed in a heap whose loads do so ([`Heap::compress_loaded_pages`]).
    pub fn append_alone<'a>(&self, storage: &'a Storage) -> Result<HeapAppend<'a>, StorageError> {
        let rows = PageRows::new(self.compresses(storage)?);
        Ok(HeapAppend { storage, heap: *self, rows })
    }
}

impl HeapAppend<'_> {
    /// Adds a row of at most [`ROW_MAX`] bytes. Writes gathered rows to pages if it doesn't fit
    /// beside them. Fails with `TooLong` for a longer row.
    pub fn push(&mut self, txn: &mut Transaction, cursor: &mut AppendCursor, row: &[u8]) -> Result<(), StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        if !self.rows.push(row) {
            self.write(txn, cursor)?;
            let fits = self.rows.push(row);
            assert!(fits, "an empty page takes any row");
        }
        Ok(())
    }

    /// Inserts the remaining rows. Rows that a dropped append still holds are never inserted.
    pub fn finish(mut self, txn: &mut Transaction, cursor: &mut AppendCursor) -> Result<(), StorageError> {
        self.write(txn, cursor)
    }

    fn write(&mut self, txn: &mut Transaction, cursor: &mut AppendCursor) -> Result<(), StorageError> {
        if !self.rows.dictionary().is_empty() {
            let page = self.page_with_dictionary()?;
            *cursor = AppendCursor { page: page.id(), hint: page.hint() };
            self.put(txn, page, self.rows.count() as u16, &self.rows.encoded())?;
            self.rows.clear();
            return Ok(());
        }
        let mut rest = self.rows.plain();
        while let Some(row) = page_rows::first(rest) {
            let page = self.heap.append_page(self.storage, cursor, space(row) - SLOT_SIZE)?;
            let (count, length) = fitting(rest, slotted::free_bytes(&page));
            let (now, later) = rest.split_at(length);
            self.put(txn, page, count, now)?;
            rest = later;
        }
        self.rows.clear();
        Ok(())
    }

    /// Puts rows behind the others of a page, which has room for them.
    fn put(&self, txn: &mut Transaction, mut page: PageMut<'_>, count: u16, rows: &[u8]) -> Result<(), StorageError> {
        let first = slotted::count(&page) as u16;
        let writer = self.storage.start(txn)?;
        let head = [first.to_le_bytes(), count.to_le_bytes()].concat();
        self.storage.log_change_undone_by(txn, &mut page, HEAP_ROWS, &[&head], &[rows], head.len())?;
        let fits = heap_cell::put_rows(&mut page, writer.0, rows);
        assert!(fits, "only as many as fit were chosen");
        Ok(())
    }

    /// Returns a new page of the heap with the dictionary of the gathered rows.
    #[cold]
    fn page_with_dictionary(&self) -> Result<PageMut<'_>, StorageError> {
        let Some(mut new) = object::next_page(self.storage, self.heap.root, None, Purpose::Work)? else {
            return Err(damaged(self.storage, self.heap.root, "it gives no page"));
        };
        let (id, page_type) = (new.page.id(), PageType::DATA.0);
        new.record.edit(id, Edit::Format { page_type, level: 0, root: false, object: self.heap.object });
        new.record.edit(id, Edit::Dictionary(self.rows.dictionary()));
        new.log(self.storage, Vec::new())
    }
}

/// Returns the number of rows that fit into `room` bytes, and their length.
fn fitting(rows: &[u8], mut room: usize) -> (u16, usize) {
    let (mut count, mut length) = (0, 0);
    while let Some(row) = page_rows::first(&rows[length..]).filter(|row| space(row) <= room) {
        room -= space(row);
        count += 1;
        length += 2 + row.len();
    }
    (count, length)
}
