//! A database created at every start: its log serves rollback alone, and nothing is flushed or
//! synced.

use super::rig;
use crate::{AppendCursor, BTree, Heap, defer_drop};
use sluice_base::ids::{FileId, ObjectId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, Transaction};
use sluice_vfs::CallKind;
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use sluice_vfs::trace::TraceFs;

/// Creates a temporary database on crashable memory, and the trace of its files.
fn database(frames: usize) -> (Arc<Storage>, Arc<TraceFs>) {
    let trace = Arc::new(TraceFs::new(Arc::new(MemFs::new(1))));
    let vfs: Arc<dyn Vfs> = trace.clone();
    (rig::temporary(&vfs, frames).expect("it can be made"), trace)
}

fn heap(storage: &Storage) -> Heap {
    let mut txn = storage.begin();
    let heap = Heap::create(storage, &mut txn, ObjectId(1000)).expect("there is room");
    storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    heap
}

fn insert(
    storage: &Storage,
    txn: &mut Transaction,
    heap: &Heap,
    cursor: &mut AppendCursor,
    numbers: std::ops::Range<u32>,
) {
    for number in numbers {
        heap.insert(storage, txn, cursor, &number.to_le_bytes()).expect("there is room");
    }
}

fn numbers(storage: &Storage, heap: &Heap) -> Vec<u32> {
    let rows = rig::rows(storage, heap).expect("it can be read");
    rows.iter().map(|row| u32::from_le_bytes(row.as_slice().try_into().expect("four bytes"))).collect()
}

#[test]
fn rollback_of_log_longer_than_pool_succeeds() {
    let (storage, _) = database(32);
    let (heap, mut cursor) = (heap(&storage), AppendCursor::default());
    let mut txn = storage.begin();
    insert(&storage, &mut txn, &heap, &mut cursor, 0..10);
    let savepoint = storage.savepoint(&txn);
    insert(&storage, &mut txn, &heap, &mut cursor, 10..200_000);
    assert!(storage.log.usage().total_bytes > 2 << 20, "the log had to grow");
    storage.rollback_to(&mut txn, savepoint).expect("undo needs no log");
    assert_eq!(numbers(&storage, &heap), (0..10).collect::<Vec<_>>());
    insert(&storage, &mut txn, &heap, &mut cursor, 10..12);
    storage.rollback_to(&mut txn, savepoint).expect("once more, from the same place");
    storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    assert_eq!(numbers(&storage, &heap), (0..10).collect::<Vec<_>>());
    let mut txn = storage.begin();
    insert(&storage, &mut txn, &heap, &mut cursor, 10..20);
    storage.rollback(txn).expect("undo needs no log");
    assert_eq!(numbers(&storage, &heap), (0..10).collect::<Vec<_>>());
    rig::assert_sound(&storage);
}

#[test]
fn tree_rollback_works_across_splits_and_removals() {
    let (storage, _) = database(64);
    let key = |number: u32| number.to_be_bytes();
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(7)).expect("there is room");
    for number in 0..500 {
        tree.insert(&storage, &mut txn, &key(number), &[7; 100]).expect("there is room");
    }
    storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    let before = rig::entries(&storage, &tree).expect("it can be read");
    let mut txn = storage.begin();
    for number in 0..250 {
        assert!(tree.delete(&storage, &mut txn, &key(number)).expect("it can be taken out"));
    }
    for number in 500..2000 {
        tree.insert(&storage, &mut txn, &key(number), &[9; 100]).expect("there is room");
    }
    storage.rollback(txn).expect("undo needs no log");
    assert_eq!(rig::entries(&storage, &tree).expect("it can be read"), before);
    rig::assert_sound(&storage);
}

#[test]
fn committed_drop_frees_pages_and_rolled_back_does_not() {
    let (storage, _) = database(64);
    let (kept, mut cursor) = (heap(&storage), AppendCursor::default());
    let mut txn = storage.begin();
    insert(&storage, &mut txn, &kept, &mut cursor, 0..1000);
    storage.commit(txn, CommitDurability::Delayed).expect("nothing can fail");
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, kept.root).expect("it is there");
    storage.rollback(txn).expect("undo needs no log");
    assert_eq!(numbers(&storage, &kept).len(), 1000);
    let pages = crate::extent::file_pages(&storage, FileId::PRIMARY).expect("the header can be read");
    for round in 0..200 {
        let mut txn = storage.begin();
        let heap = Heap::create(&storage, &mut txn, ObjectId(2000 + round)).expect("there is room");
        insert(&storage, &mut txn, &heap, &mut AppendCursor::default(), 0..100);
        storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
        let mut txn = storage.begin();
        defer_drop(&storage, &mut txn, heap.root).expect("it is there");
        storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    }
    let now = crate::extent::file_pages(&storage, FileId::PRIMARY).expect("the header can be read");
    assert!(now <= pages + 1024, "{pages} pages have become {now}");
    rig::assert_sound(&storage);
}

#[test]
fn commits_never_flush_and_log_is_reused() {
    let (storage, trace) = database(64);
    let (heap, mut cursor) = (heap(&storage), AppendCursor::default());
    let mark = trace.mark();
    let mut txn = storage.begin();
    insert(&storage, &mut txn, &heap, &mut cursor, 0..10);
    storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    assert_eq!(trace.text_since(mark), "", "a commit touches no file");
    let grown = storage.log.usage().total_bytes;
    for number in 0..200_000 {
        let mut txn = storage.begin();
        insert(&storage, &mut txn, &heap, &mut cursor, number..number + 1);
        storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    }
    assert_eq!(storage.log.usage().total_bytes, grown, "200,000 commits go round in the same log");
    assert!(trace.calls().iter().all(|call| call.kind != CallKind::Sync), "{}", trace.text());
}

#[test]
fn undo_records_are_kept_while_log_is_reused() {
    let (storage, _) = database(64);
    let (quiet, busy) = (heap(&storage), heap(&storage));
    let (mut quiet_cursor, mut busy_cursor) = Default::default();
    let mut waiting = storage.begin();
    insert(&storage, &mut waiting, &quiet, &mut quiet_cursor, 0..10);
    let savepoint = storage.savepoint(&waiting);
    insert(&storage, &mut waiting, &quiet, &mut quiet_cursor, 10..1000);
    let length = storage.log.usage().total_bytes;
    for round in 0..400 {
        let mut txn = storage.begin();
        insert(&storage, &mut txn, &busy, &mut busy_cursor, 500 * round..500 * (round + 1));
        storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
    }
    assert!(storage.log.usage().total_bytes > length, "there is a round and more of it, and none was free");
    storage.rollback_to(&mut waiting, savepoint).expect("its log is there");
    assert_eq!(numbers(&storage, &quiet), (0..10).collect::<Vec<_>>());
    storage.rollback(waiting).expect("its log is there");
    assert_eq!(numbers(&storage, &quiet), []);
    assert_eq!(numbers(&storage, &busy).len(), 200_000);
    let mut lengths = (0..2).map(|round| {
        for number in 100_000 * round..100_000 * (round + 1) {
            let mut txn = storage.begin();
            insert(&storage, &mut txn, &busy, &mut busy_cursor, number..number + 1);
            storage.commit(txn, CommitDurability::Full).expect("nothing can fail");
        }
        storage.log.usage().total_bytes
    });
    assert_eq!(lengths.next(), lengths.next(), "no transaction needs the log any more: it is reused");
    drop(lengths);
    rig::assert_sound(&storage);
}
