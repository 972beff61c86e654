//! A cold scan reads by the extent, and so does redo if the pool has room.

use super::rig::{Alone as _, DATA, LOG, entries, new, open_with, rows};
use crate::BTree;
use crate::file::{DOUBLE_WRITE_PAGE, FIRST_OBJECT_EXTENT};
use crate::heap::{AppendCursor, Heap};
use crate::layout::EXTENT_PAGES;
use sluice_base::ids::ObjectId;
use sluice_base::page_counts::PageCounts;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::mem::MemFs;
use sluice_vfs::trace::{Call, TraceFs};
use sluice_vfs::{CallKind, Vfs};
use std::path::Path;
use std::time::Duration;

const ROWS: u16 = 2_000;
/// The offset of the copies in the double-write area, in bytes.
const COPIES_FROM: u64 = (DOUBLE_WRITE_PAGE + 1) as u64 * 8192;
/// The offset of the first object's pages, in bytes.
const OBJECTS_FROM: u64 = (FIRST_OBJECT_EXTENT * EXTENT_PAGES) as u64 * 8192;

/// Returns the number of reads of the data file by `scan`, and their bytes.
fn reads_of(trace: &TraceFs, storage: &Storage, scan: impl FnOnce() -> usize) -> (u64, u64) {
    let before = trace.counts(storage.space.path());
    assert_eq!(scan(), usize::from(ROWS));
    let after = trace.counts(storage.space.path());
    (after.reads - before.reads, after.bytes_read - before.bytes_read)
}

#[test]
fn cold_scan_reads_many_pages_per_call() {
    let trace = Arc::new(TraceFs::counting(Arc::new(MemFs::new(1))));
    let vfs: Arc<dyn Vfs> = trace.clone();
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
    let (reads, bytes) = reads_of(&trace, &storage, || rows(&storage, &heap).unwrap().len());
    assert!(bytes >= 240 * 8192 && reads < 60, "{reads} reads of {bytes} bytes: the extents of two objects alternate");
    let (reads, bytes) = reads_of(&trace, &storage, || entries(&storage, &tree).unwrap().len());
    assert!(bytes >= 240 * 8192 && reads < 120, "{reads} reads of {bytes} bytes");
    assert_eq!(reads_of(&trace, &storage, || rows(&storage, &heap).unwrap().len()), (0, 0), "all is in memory");
    storage.close().unwrap();
}

#[test]
fn scans_beside_read_ahead_thread_read_each_page_once() {
    let trace = Arc::new(TraceFs::counting(Arc::new(MemFs::new(1))));
    let vfs: Arc<dyn Vfs> = trace.clone();
    let (heap, tree) = {
        let storage = new(&vfs);
        let mut txn = storage.begin();
        let heap = Heap::create(&storage, &mut txn, ObjectId(100)).unwrap();
        let tree = BTree::create(&storage, &mut txn, ObjectId(101)).unwrap();
        let mut cursor = AppendCursor::default();
        for row in 0..3 * ROWS {
            heap.insert(&storage, &mut txn, &mut cursor, &[7; 1_000]).unwrap();
            tree.insert(&storage, &mut txn, &row.to_be_bytes(), &[7; 1_000]).unwrap();
        }
        storage.commit(txn, CommitDurability::Full).unwrap();
        storage.close().unwrap();
        (heap, tree)
    };
    let (storage, _) = open_with(&vfs, 8_192).unwrap();
    let pool = &storage.pool;
    let (is_over, of_before) = (AtomicBool::new(false), pool.counters().page_reads.get());
    pool.set_ahead_threads(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Acquire) {
                pool.serve_ahead(Duration::from_millis(1));
            }
        });
        let before = PageCounts::now();
        let (rows, entries) = (rows(&storage, &heap), entries(&storage, &tree));
        let counts = PageCounts::now().since(before);
        // Before the assertions, since the scope waits for its thread.
        is_over.store(true, Ordering::Release);
        pool.set_ahead_threads(false);
        assert_eq!(rows.unwrap().len(), usize::from(3 * ROWS));
        let keys = entries.unwrap().into_iter().map(|(key, _)| key);
        assert!(keys.eq((0..3 * ROWS).map(|row| row.to_be_bytes().to_vec())));
        let read = pool.counters().page_reads.get() - of_before;
        assert!((6 * 240..6 * 270).contains(&read), "{read} pages");
        assert!(counts.physical_reads < 30, "{counts:?}");
        let counted = counts.physical_reads + counts.read_ahead_reads;
        assert!(counted <= read && counted + 128 >= read, "{counted} of {read}: a step may end after its scan");
    });
    storage.close().unwrap();
}

/// Creates a heap, takes a checkpoint, changes each `step`th row, and ends without a close.
fn heap_changed_since_checkpoint(vfs: &Arc<dyn Vfs>, step: usize) -> Heap {
    let storage = new(vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(100)).unwrap();
    let mut cursor = AppendCursor::default();
    let rids: Vec<_> = (0..ROWS).map(|_| heap.insert(&storage, &mut txn, &mut cursor, &[7; 1_000]).unwrap()).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    storage.checkpoint().unwrap();
    let mut txn = storage.begin();
    for rid in rids.iter().step_by(step) {
        assert!(heap.update(&storage, &mut txn, &mut cursor, *rid, &[8; 1_000]).unwrap());
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    heap
}

/// Returns the pages and the reads of redo in a pool of `frames`. Each page of a heap was changed
/// after a checkpoint.
fn reads_of_redo(frames: usize) -> (u64, u64) {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))));
    let vfs: Arc<dyn Vfs> = trace.clone();
    let heap = heap_changed_since_checkpoint(&vfs, 7);
    let mark = trace.mark();
    let (storage, report) = open_with(&vfs, frames).unwrap();
    assert!(report.redone >= u64::from(ROWS / 7));
    // Reads of many pages are the pool's. The reads that look for torn pages are not counted by the
    // pool: they come between those of the double-write area and of the log.
    let is_of_data = |call: &Call| call.kind == CallKind::Read && call.path == Path::new(DATA);
    let is_of_copies = |call: &Call| is_of_data(call) && call.offset == COPIES_FROM;
    let is_of_many = |call: &&Call| is_of_data(call) && call.offset >= OBJECTS_FROM && call.len > 8192;
    let (calls, pages) = (trace.calls_since(mark), storage.pool.counters().page_reads.get());
    let looked = calls.iter().position(is_of_copies).expect("the checkpoint has left copies");
    let redo = || calls[looked..].iter().skip_while(|call| call.path != Path::new(LOG));
    let of_many = || redo().filter(is_of_many);
    let pages_of_many: u64 = of_many().map(|call| call.len / 8192).sum();
    let read = (of_many().count() as u64 + pages - pages_of_many, pages);
    let changed = rows(&storage, &heap).unwrap().iter().filter(|row| row[0] == 8).count();
    assert_eq!(changed, usize::from(ROWS).div_ceil(7));
    read
}

#[test]
fn redo_reads_many_pages_per_call_with_room() {
    let (reads, pages) = reads_of_redo(2_048);
    assert!(pages >= 240 && reads * 4 < pages, "{reads} reads of {pages} pages");
    let (reads, pages) = reads_of_redo(64);
    assert!((240..300).contains(&pages), "{reads} reads of {pages} pages: none is read, given up and read again");
}

/// The pages of a segment's records are read in batches, even if no two of them are adjacent.
#[test]
fn redo_reads_scattered_pages_in_batches() {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))));
    let vfs: Arc<dyn Vfs> = trace.clone();
    let heap = heap_changed_since_checkpoint(&vfs, 70);
    let mark = trace.mark();
    let (storage, report) = open_with(&vfs, 2_048).unwrap();
    assert!(report.redone >= u64::from(ROWS / 70));
    let calls = trace.calls_since(mark);
    let of_objects =
        |call: &&Call| call.kind == CallKind::Read && call.path == Path::new(DATA) && call.offset >= OBJECTS_FROM;
    let reads: Vec<&Call> = calls.iter().filter(of_objects).collect();
    let largest = reads.chunk_by(|one, next| one.began_after == next.began_after).map(<[_]>::len).max();
    // Each of the three shares of the pages has its own.
    assert!(largest.is_some_and(|parts| parts >= usize::from(ROWS / 70) / 4), "{largest:?} parts");
    assert_eq!(rows(&storage, &heap).unwrap().iter().filter(|row| row[0] == 8).count(), usize::from(ROWS).div_ceil(70));
}
