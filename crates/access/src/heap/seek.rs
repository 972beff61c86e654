//! Rows by their places, as a reader sees them: where the entry of an index has led to a row.

use super::scan::{HeapScan, Reader};
use super::{Heap, Rid};
use sluice_txn::{Storage, StorageError};

/// Reads rows of a heap by their places.
pub struct HeapSeek<'a> {
    scan: HeapScan<'a>,
}

impl<'a> HeapSeek<'a> {
    pub(super) fn new(storage: &'a Storage, heap: Heap, reader: Reader<'a>) -> Result<HeapSeek<'a>, StorageError> {
        Ok(HeapSeek { scan: HeapScan::single(storage, heap, reader)? })
    }

    /// Replaces what `row` holds by the row at a place; false, and `row` empty, if its reader sees
    /// none there. It waits for that row's writer as its reader does, and locks that row alone if
    /// its reader locks rows.
    pub fn get(&mut self, rid: Rid, row: &mut Vec<u8>) -> Result<bool, StorageError> {
        row.clear();
        let found = self.scan.row_at(rid)?;
        row.extend_from_slice(found.unwrap_or_default());
        Ok(found.is_some())
    }
}
