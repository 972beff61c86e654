//! Measurements of the hot paths. Run by hand, in release: `cargo test --release -p sluice-access
//! speed -- --ignored --test-threads 1`.
//!
//! The result is the best batch of 1,000 calls. A batch is shorter than a time slice, so a busy
//! machine disturbs few batches.

use super::rig::{create, open_with};
use crate::heap::{AppendCursor, Heap};
use crate::{BTree, Reader};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::time::Instant;

fn storage() -> Arc<Storage> {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::volatile(u64::MAX));
    create(&vfs).unwrap();
    open_with(&vfs, 4096).unwrap().0
}

/// Returns the nanoseconds per call, of the best of `batches` batches.
fn best_of(batches: u32, mut call: impl FnMut(u32)) -> f64 {
    let batch = |number: u32| {
        let start = Instant::now();
        (number * BATCH..(number + 1) * BATCH).for_each(&mut call);
        start.elapsed().as_nanos() as f64 / f64::from(BATCH)
    };
    (0..batches).map(batch).fold(f64::MAX, f64::min)
}

#[test]
#[ignore = "a measurement: of use in a release build"]
fn speed_of_heap_inserts_and_of_a_scan() {
    let storage = storage();
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let insert = best_of(80, |number| {
        heap.insert(&storage, &mut txn, &mut cursor, &[number as u8; 24]).unwrap();
    });
    storage.commit(txn, CommitDurability::Full).unwrap();
    let owner = storage.locks.owner(Arc::default());
    let scan_as = |reader| (0..20).map(|_| scan_ns(&storage, &heap, reader)).fold(f64::MAX, f64::min);
    let (dirty, scan) = (scan_as(Reader::Dirty), scan_as(Reader::Committed(&owner)));
    assert!(insert <= 250.0, "{insert:.0} ns an insert, new pages and log blocks included; the target is 250");
    assert!(scan <= 10.0, "{scan:.1} ns a row scanned, {dirty:.1} without asking for writers; the target is 10");
}

fn scan_ns(storage: &Storage, heap: &Heap, reader: Reader<'_>) -> f64 {
    let start = Instant::now();
    let (mut scan, mut rows) = (heap.scan(storage, reader).unwrap(), 0u32);
    while let Some((_, row)) = scan.next().unwrap() {
        rows += u32::from(row.len() == 24);
    }
    assert_eq!(rows, 80 * BATCH);
    start.elapsed().as_nanos() as f64 / f64::from(rows)
}

#[test]
#[ignore = "a measurement: of use in a release build"]
fn speed_of_tree_inserts_and_of_point_reads() {
    let storage = storage();
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let insert = best_of(50, |number| {
        tree.insert(&storage, &mut txn, &number.to_be_bytes(), &[1; 40]).unwrap();
    });
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut value = Vec::new();
    let read = best_of(200, |number| {
        let key = number.wrapping_mul(40_503) % (50 * BATCH);
        assert!(tree.get(&storage, &key.to_be_bytes(), &mut value).unwrap());
    });
    assert!(insert <= 600.0, "{insert:.0} ns an ascending insert");
    assert!(read <= 300.0, "{read:.0} ns a read, of the 500 that a point read from a T-SQL loop may cost");
}

const BATCH: u32 = 1_000;
