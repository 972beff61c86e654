//! All rows of a table, wherever they are.

use crate::table_index::locator_of;
use crate::table_rows::{Base, TableRows};
use sluice_access::heap::HeapScan;
use sluice_access::{Reader, TreeScan};
use sluice_txn::StorageError;
use std::ops::{Bound, Range};

/// The rows of a table: of a heap in the order of its pages, of a clustered index in the order of its key.
pub enum RowScan<'a> {
    /// Of a heap; and the locator of the row that was given last.
    Heap(HeapScan<'a>, [u8; 8]),
    /// Of a clustered index.
    Clustered(TreeScan<'a>),
}

impl TableRows {
    /// The rows that `reader` sees.
    pub fn scan<'a>(&'a self, reader: Reader<'a>) -> Result<RowScan<'a>, StorageError> {
        let storage = &*self.database.storage;
        Ok(match &self.base {
            Base::Heap(heap) => RowScan::Heap(heap.scan(storage, reader)?, [0; 8]),
            Base::Clustered(index) => {
                RowScan::Clustered(index.tree.rows(storage, reader, Bound::Unbounded, Bound::Unbounded)?)
            }
        })
    }
}

impl RowScan<'_> {
    /// The next row's locator and bytes; none at the end. They are the scan's own copy, until the next call.
    #[inline]
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the rows are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        match self {
            RowScan::Heap(scan, locator) => {
                let Some((rid, row)) = scan.next()? else { return Ok(None) };
                *locator = locator_of(rid);
                Ok(Some((locator, row)))
            }
            RowScan::Clustered(scan) => scan.next(),
        }
    }

    /// The next rows, as many as can be given at once: where each lies in the result, which is the scan's own copy until the next call. None
    /// at the end.
    pub fn next_rows(&mut self, places: &mut Vec<Range<usize>>) -> Result<Option<&[u8]>, StorageError> {
        match self {
            RowScan::Heap(scan, _) => scan.next_rows(places),
            RowScan::Clustered(scan) => {
                places.clear();
                let row = scan.next()?.map(|(_, row)| row);
                places.extend(row.map(|row| 0..row.len()));
                Ok(row)
            }
        }
    }
}
