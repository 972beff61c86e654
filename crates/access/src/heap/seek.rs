//! Reads of rows by place, for index entries that lead to rows.

use super::scan::HeapScan;
use super::{Heap, Reader, Rid};
use sluice_txn::{Storage, StorageError};

/// Reads rows of a heap by their places.
pub struct HeapSeek<'a> {
    scan: HeapScan<'a>,
}

impl<'a> HeapSeek<'a> {
    /// Returns a reader of single rows that has read nothing yet.
    pub(super) fn new(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapSeek<'a>, StorageError> {
        Ok(HeapSeek { scan: HeapScan::single(storage, heap, reader)? })
    }

    /// Replaces the content of `row` by the row at a place. Returns false, with an empty `row`, if
    /// the reader sees none. Waits for the row's writer as the reader does, and locks that row
    /// alone if the reader locks rows.
    pub fn get(&mut self, rid: Rid, row: &mut Vec<u8>) -> Result<bool, StorageError> {
        row.clear();
        let found = self.scan.row_at(rid)?;
        row.extend_from_slice(found.unwrap_or_default());
        Ok(found.is_some())
    }
}
