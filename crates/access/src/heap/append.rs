//! Inserts of many rows by one statement, logged by the page.
//!
//! Rows are gathered until they would fill a page. Then they go to their pages, as many as fit by
//! one record each: two bytes a row beside the row itself. The undo of the record removes its rows
//! from the page. They all get new, consecutive slots.

use super::{AppendCursor, Heap, ROW_MAX};
use crate::heap_cell::{self, BODY_MIN, STAMP_SIZE};
use crate::layout::BODY;
use crate::records::HEAP_ROWS;
use crate::slotted::{self, SLOT_SIZE};
use sluice_base::codec::get_u16;
use sluice_buffer::PAGE_SIZE;
use sluice_txn::{Storage, StorageError, Transaction};

/// Rows on their way into a heap. All rows are inserted when [`HeapAppend::finish`] has returned.
pub struct HeapAppend<'a> {
    storage: &'a Storage,
    heap: Heap,
    /// The gathered rows, each after its length u16.
    rows: Vec<u8>,
    /// The bytes they take on a page.
    used: usize,
}

impl Heap {
    /// Begins to insert many rows into this heap.
    pub fn append<'a>(&self, storage: &'a Storage) -> HeapAppend<'a> {
        HeapAppend { storage, heap: *self, rows: Vec::new(), used: 0 }
    }
}

impl HeapAppend<'_> {
    /// Adds a row of at most [`ROW_MAX`] bytes. Writes gathered rows to pages if it doesn't fit
    /// beside them. Fails with `TooLong` for a longer row.
    pub fn push(&mut self, txn: &mut Transaction, cursor: &mut AppendCursor, row: &[u8]) -> Result<(), StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        if self.used + space(row) > PAGE_SIZE - BODY {
            self.write(txn, cursor)?;
        }
        self.used += space(row);
        self.rows.extend_from_slice(&(row.len() as u16).to_le_bytes());
        self.rows.extend_from_slice(row);
        Ok(())
    }

    /// Inserts the remaining rows.
    pub fn finish(mut self, txn: &mut Transaction, cursor: &mut AppendCursor) -> Result<(), StorageError> {
        self.write(txn, cursor)
    }

    fn write(&mut self, txn: &mut Transaction, cursor: &mut AppendCursor) -> Result<(), StorageError> {
        let mut rest = &self.rows[..];
        while let Some(row) = first_row(rest) {
            let mut page = self.heap.append_page(self.storage, cursor, space(row) - SLOT_SIZE)?;
            let (count, length) = fitting(rest, slotted::free_bytes(&page));
            let (now, later) = rest.split_at(length);
            let first = slotted::count(&page) as u16;
            let writer = self.storage.start(txn)?;
            let head = [first.to_le_bytes(), count.to_le_bytes()].concat();
            self.storage.log_change_undone_by(txn, &mut page, HEAP_ROWS, &[&head], &[now], head.len())?;
            let fits = heap_cell::put_rows(&mut page, writer.0, now);
            assert!(fits, "only as many as fit were chosen");
            rest = later;
        }
        self.rows.clear();
        self.used = 0;
        Ok(())
    }
}

/// Returns the bytes of a row on a page, slot included.
fn space(row: &[u8]) -> usize {
    STAMP_SIZE + row.len().max(BODY_MIN) + SLOT_SIZE
}

fn first_row(rows: &[u8]) -> Option<&[u8]> {
    let length = get_u16(rows.first_chunk::<2>()?, 0) as usize;
    rows.get(2..2 + length)
}

/// Returns the number of rows that fit into `room` bytes, and their length.
fn fitting(rows: &[u8], mut room: usize) -> (u16, usize) {
    let (mut count, mut length) = (0, 0);
    while let Some(row) = first_row(&rows[length..]).filter(|row| space(row) <= room) {
        room -= space(row);
        count += 1;
        length += 2 + row.len();
    }
    (count, length)
}
