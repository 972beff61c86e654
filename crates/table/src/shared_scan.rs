//! A scan of a table or an index whose rows several threads share: each row is read by one of them.
//!
//! Only a scan of a whole heap or of one range of an index in key order can be shared, and only for
//! a reader that takes no row locks (`sluice_access::Reader`). All other statements read on one
//! thread, so isolation is the same as there.

use crate::row_scan::{Entries, RowScan};
use crate::table_index::TableIndex;
use crate::table_rows::TableRows;
use sluice_access::heap::HeapScan;
use sluice_access::{SharedHeap, SharedTree, TreeScan};
use sluice_base::sync::Arc;

/// Rows that several scans share.
pub enum SharedScan<'a> {
    /// The rows of a heap.
    Heap(Arc<SharedHeap<'a>>),
    /// The rows of a clustered index.
    Clustered(Arc<SharedTree<'a>>),
    /// The entries of an index that covers the query.
    Entries(&'a TableRows, &'a TableIndex, Arc<SharedTree<'a>>),
}

impl<'a> RowScan<'a> {
    /// Makes the rows that this scan has not returned available to several scans. Returns the scan
    /// itself if they can't be shared. A heap's scan must not have begun.
    #[expect(clippy::result_large_err, reason = "the scan is given back")]
    pub fn share(self) -> Result<SharedScan<'a>, RowScan<'a>> {
        match self {
            RowScan::Heap(scan, locator) => {
                scan.share().map(SharedScan::Heap).map_err(|scan| RowScan::Heap(scan, locator))
            }
            RowScan::Clustered(Entries::Forward(scan)) => {
                let scan = scan.share().map(SharedScan::Clustered);
                scan.map_err(|scan| RowScan::Clustered(Entries::Forward(scan)))
            }
            RowScan::Entries(rows, index, Entries::Forward(scan)) => {
                let scan = scan.share().map(|shared| SharedScan::Entries(rows, index, shared));
                scan.map_err(|scan| RowScan::Entries(rows, index, Entries::Forward(scan)))
            }
            other => Err(other),
        }
    }
}

impl<'a> SharedScan<'a> {
    /// Returns one of the scans that share the rows.
    pub fn open(&self) -> RowScan<'a> {
        match self {
            SharedScan::Heap(shared) => RowScan::Heap(HeapScan::of_shared(shared), [0; 8]),
            SharedScan::Clustered(shared) => RowScan::Clustered(Entries::Forward(TreeScan::of_shared(shared))),
            SharedScan::Entries(rows, index, shared) => {
                RowScan::Entries(rows, index, Entries::Forward(TreeScan::of_shared(shared)))
            }
        }
    }

    /// Ends the scans after the pages that they have copied. A scan that waits for a writer ends
    /// after its wait.
    pub fn stop(&self) {
        match self {
            SharedScan::Heap(shared) => shared.stop(),
            SharedScan::Clustered(shared) | SharedScan::Entries(_, _, shared) => shared.stop(),
        }
    }
}
