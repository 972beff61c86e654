//! What the hot path costs. Run by hand, in release: `cargo test --release -p sluice-access speed -- --ignored --nocapture`.

use super::rig::{create, open_with};
use crate::heap::{AppendCursor, Heap};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::CommitDurability;
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::time::Instant;

#[test]
#[ignore = "a measurement: of use in a release build on a quiet machine"]
fn speed_of_a_heap_insert_inside_a_transaction() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::volatile());
    create(&vfs).unwrap();
    let (storage, _) = open_with(&vfs, 4096).unwrap();
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        for number in 0..20_000u64 {
            heap.insert(&storage, &mut txn, &mut cursor, &[number as u8; 24]).unwrap();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / 20_000.0);
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert!(best <= 250.0, "{best:.0} ns an insert, page turns and log writes to memory included; the target is 250");
    let start = Instant::now();
    let (mut scan, mut rows) = (heap.scan(&storage).unwrap(), 0u32);
    while let Some((_, row)) = scan.next().unwrap() {
        rows += u32::from(row.len() == 24);
    }
    let scanned = start.elapsed().as_nanos() as f64 / f64::from(rows);
    assert_eq!(rows, 140_000);
    assert!(scanned <= 10.0, "{scanned:.1} ns a row scanned; the target is 10");
}
