//! A cold scan reads by the extent, not by the page.

use super::rig::{entries, new, open_with, rows};
use crate::BTree;
use crate::heap::{AppendCursor, Heap};
use sluice_base::ids::{FileId, ObjectId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;

const ROWS: u16 = 2_000;

/// How many reads of the data file `scan` makes, and how many bytes they read.
fn reads_of(storage: &Storage, scan: impl FnOnce() -> usize) -> (u64, u64) {
    let counters = storage.pool.file_counters(storage.id, FileId(1)).unwrap();
    let before = (counters.reads.get(), counters.bytes_read.get());
    assert_eq!(scan(), usize::from(ROWS));
    (counters.reads.get() - before.0, counters.bytes_read.get() - before.1)
}

#[test]
fn a_cold_scan_reads_many_pages_at_once() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let (heap, tree) = {
        let storage = new(&vfs);
        let mut txn = storage.begin();
        let heap = Heap::create(&storage, &mut txn, ObjectId(100)).unwrap();
        let tree = BTree::create(&storage, &mut txn, ObjectId(101)).unwrap();
        let mut cursor = AppendCursor::default();
        for row in 0..ROWS {
            heap.insert(&storage, &mut txn, &mut cursor, &[7; 1_000]).unwrap();
            tree.insert(&storage, &mut txn, &row.to_be_bytes(), &[7; 1_000]).unwrap();
        }
        storage.commit(txn, CommitDurability::Full).unwrap();
        storage.close().unwrap();
        (heap, tree)
    };
    let (storage, _) = open_with(&vfs, 2_048).unwrap();
    let (reads, bytes) = reads_of(&storage, || rows(&storage, &heap).unwrap().len());
    assert!(bytes >= 240 * 8192 && reads < 60, "{reads} reads of {bytes} bytes: the extents of two objects alternate");
    let (reads, bytes) = reads_of(&storage, || entries(&storage, &tree).unwrap().len());
    assert!(bytes >= 240 * 8192 && reads < 120, "{reads} reads of {bytes} bytes");
    assert_eq!(reads_of(&storage, || rows(&storage, &heap).unwrap().len()), (0, 0), "all is in memory");
    storage.close().unwrap();
}
