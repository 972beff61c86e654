//! Trees and heaps under shuttle, in schedules drawn from a seed.
//!
//! Trees: merges, splits, inserts, rollbacks and scans in both directions. In every schedule no
//! thread waits forever, stable keys are seen once and in order, and the tree ends sound with the
//! expected entries. Heaps: repeatably read rows stay, and without conflicting orders there is no
//! deadlock victim.

use super::rig::{assert_sound, entries, new};
use crate::BTree;
use crate::heap::{AppendCursor, Changed, Granule, Heap, Reader, Rid};
use sluice_base::ids::ObjectId;
use sluice_base::sync::{Arc, thread};
use sluice_txn::{CommitDurability, LockMode, LockOwner, Storage, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::ops::Bound;

/// Returns the number of schedules a test tries: `count` times SHUTTLE_TIMES.
fn schedules(count: usize) -> usize {
    count * std::env::var("SHUTTLE_TIMES").map_or(1, |times| times.parse().expect("SHUTTLE_TIMES is a number"))
}

/// Creates keys 0 to 15, four per leaf. Keys that leave remainder 3 modulo 4 stay.
fn filled() -> (Arc<Storage>, BTree) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::volatile(u64::MAX));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..16u8 {
        tree.insert(&storage, &mut txn, &[b'k', number, 0], &[number; 1_700]).unwrap();
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    (storage, tree)
}

/// The first leaves lose all entries but one each, and are merged.
fn delete_and_tidy(storage: &Storage, tree: &BTree) {
    for numbers in [[4, 5, 6], [8, 9, 10]] {
        let mut txn = storage.begin();
        for number in numbers {
            assert!(tree.delete(storage, &mut txn, &[b'k', number, 0]).unwrap());
        }
        storage.commit(txn, CommitDurability::Delayed).unwrap();
        tree.tidy(storage, &[b'k', numbers[0], 0]).unwrap();
    }
}

/// A leaf is split, and one of the entries that caused the split is removed again.
fn insert_and_roll_back(storage: &Storage, tree: &BTree) {
    let mut txn = storage.begin();
    for number in [6, 7] {
        tree.insert(storage, &mut txn, &[b'k', number, 1], &[number; 1_700]).unwrap();
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    let mut txn = storage.begin();
    tree.insert(storage, &mut txn, &[b'k', 7, 2], &[7; 1_700]).unwrap();
    storage.rollback(txn).unwrap();
}

fn scan(storage: &Storage, tree: &BTree, back: bool) {
    let mut keys: Vec<Vec<u8>> = Vec::new();
    if back {
        let mut scan = tree.scan_back(storage, Bound::Unbounded, Bound::Unbounded).unwrap();
        while let Some((key, _)) = scan.next().unwrap() {
            keys.insert(0, key.to_vec());
            thread::yield_now();
        }
    } else {
        let mut scan = tree.scan(storage, Bound::Unbounded, Bound::Unbounded).unwrap();
        while let Some((key, _)) = scan.next().unwrap() {
            keys.push(key.to_vec());
            thread::yield_now();
        }
    }
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "in order: {keys:?}");
    for number in [0, 1, 2, 3, 7, 11, 12, 13, 14, 15] {
        assert!(keys.contains(&vec![b'k', number, 0]), "{number} is missing: {keys:?}");
    }
}

fn work() {
    let (storage, tree) = filled();
    let spawn = |task: fn(&Storage, &BTree)| {
        let (storage, tree) = (storage.clone(), tree);
        thread::spawn(move || task(&storage, &tree))
    };
    let threads = [
        spawn(delete_and_tidy),
        spawn(insert_and_roll_back),
        spawn(|storage, tree| scan(storage, tree, false)),
        spawn(|storage, tree| scan(storage, tree, true)),
    ];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_sound(&storage);
    assert_eq!(entries(&storage, &tree).unwrap().len(), 16 - 6 + 2);
}

#[test]
fn merges_splits_and_scans_run_concurrently() {
    shuttle::check_random(work, schedules(600));
    shuttle::check_pct(work, schedules(200), 3);
}

fn change(storage: &Storage, tree: &BTree, owner: &LockOwner, txn: &mut Transaction, key: &[u8], step: u8) {
    let mut seen = Vec::new();
    loop {
        tree.seek(storage, Reader::Committed(owner)).get(key, &mut seen).unwrap();
        let next = vec![seen[0] + step; if seen.len() > 1_000 { 900 } else { 1_100 }];
        match tree.writer(storage, owner).update(txn, (key, &seen), &next).unwrap() {
            Changed::Done => return,
            Changed::Newer(_) => {}
            Changed::Gone | Changed::Passed => panic!("no thread deletes it"),
        }
    }
}

/// Two transfers move amounts between two entries of one leaf, which is split meanwhile; one is
/// rolled back. Readers that wait for writers, and readers by snapshot, find the sum unchanged.
fn transfers() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::volatile(u64::MAX));
    let storage = new(&vfs);
    storage.keep_versions(true);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..7u8 {
        tree.insert(&storage, &mut txn, &[number], &[100; 1_050]).unwrap();
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    let owned = |task: fn(&Storage, &BTree, &LockOwner)| {
        let (storage, tree) = (storage.clone(), tree);
        thread::spawn(move || task(&storage, &tree, &storage.locks.owner(Arc::default())))
    };
    let threads = [
        owned(|storage, tree, owner| {
            for commits in [true, false] {
                let mut txn = storage.begin_for(owner.id());
                change(storage, tree, owner, &mut txn, &[2], 1);
                change(storage, tree, owner, &mut txn, &[5], 1);
                if commits {
                    storage.commit(txn, CommitDurability::Delayed).map(drop).unwrap();
                } else {
                    storage.rollback(txn).unwrap();
                }
            }
        }),
        owned(|storage, tree, owner| {
            let mut txn = storage.begin_for(owner.id());
            change(storage, tree, owner, &mut txn, &[2], 7);
            change(storage, tree, owner, &mut txn, &[5], 7);
            storage.commit(txn, CommitDurability::Delayed).map(drop).unwrap();
        }),
        owned(|storage, tree, owner| {
            let snapshot = storage.versions.snapshot();
            let reader = Reader::Snapshot(&snapshot, owner.id());
            let mut seek = tree.seek(storage, reader);
            let (mut one, mut other) = (Vec::new(), Vec::new());
            assert!(seek.get(&[2], &mut one).unwrap());
            thread::yield_now();
            assert!(seek.get(&[5], &mut other).unwrap());
            assert_eq!(one, other, "a moment");
            let mut scan = tree.rows_back(storage, reader, Bound::Unbounded, Bound::Unbounded).unwrap();
            let mut count = 0;
            while let Some((key, value)) = scan.next().unwrap() {
                assert!(if key == [2] || key == [5] { value == one } else { value == [100; 1_050] });
                count += 1;
            }
            assert_eq!(count, 7);
        }),
    ];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_sound(&storage);
    let values: Vec<u8> = entries(&storage, &tree).unwrap().iter().map(|(_, value)| value[0]).collect();
    assert_eq!(values, [100, 100, 108, 100, 100, 108, 100]);
}

/// Random schedules only: a waiter for a writer polls, and a priority schedule could run only that
/// waiter.
#[test]
fn writers_of_a_leaf_serialise_and_snapshots_are_stable() {
    shuttle::check_random(transfers, schedules(400));
}

/// Creates four rows on two pages, each a number and padding.
fn heap() -> (Arc<Storage>, Heap, Vec<Rid>) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::volatile(u64::MAX));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let rids = (0..4).map(|_| heap.insert(&storage, &mut txn, &mut cursor, &[0; 3_000]).unwrap()).collect();
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    (storage, heap, rids)
}

/// Adds one to every row, in one transaction.
fn add(storage: &Storage, heap: &Heap, rids: &[Rid], seen: Reader<'_>) {
    let (Reader::Committed(owner) | Reader::Locking(owner, ..)) = seen else { panic!("a writer has locks") };
    let mut txn = storage.begin_for(owner.id());
    let (mut scan, mut writer) = (heap.scan(storage, seen).unwrap(), heap.writer(storage, owner));
    for rid in rids {
        let mut row = scan.next().unwrap().expect("no row goes").1.to_vec();
        let mut cursor = AppendCursor::default();
        loop {
            let new = vec![row[0] + 1; 3_000];
            match writer.update(&mut txn, &mut cursor, (*rid, &row), &new).unwrap() {
                Changed::Done => break,
                Changed::Newer(newer) => row = newer,
                Changed::Gone | Changed::Passed => panic!("no row goes"),
            }
        }
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    owner.unlock_all();
}

/// Reads all rows twice and checks that they stay.
fn read_twice(storage: &Storage, heap: &Heap, granule: Granule) {
    let owner = storage.locks.owner(Arc::default());
    let read = || {
        let mut scan = heap.scan(storage, Reader::Locking(&owner, LockMode::Shared, granule)).unwrap();
        let mut rows = Vec::new();
        while let Some((_, row)) = scan.next().unwrap() {
            rows.push(row[0]);
            thread::yield_now();
        }
        rows
    };
    let first = read();
    assert_eq!((first.len(), read()), (4, first), "what was read has changed");
    owner.unlock_all();
}

fn keep_and_change() {
    let (storage, heap, rids) = heap();
    let spawn = |task: Box<dyn FnOnce(&Storage, &[Rid]) + Send>| {
        let (storage, rids) = (storage.clone(), rids.clone());
        thread::spawn(move || task(&storage, &rids))
    };
    let threads = [
        spawn(Box::new(move |storage, rids| {
            add(storage, &heap, rids, Reader::Committed(&storage.locks.owner(Arc::default())));
        })),
        spawn(Box::new(move |storage, rids| {
            let owner = storage.locks.owner(Arc::default());
            add(storage, &heap, rids, Reader::Locking(&owner, LockMode::Update, Granule::Page));
        })),
        spawn(Box::new(move |storage, _| read_twice(storage, &heap, Granule::Page))),
        spawn(Box::new(move |storage, _| read_twice(storage, &heap, Granule::Row))),
    ];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let mut scan = heap.scan(&storage, Reader::Dirty).unwrap();
    for _ in 0..4 {
        assert_eq!(scan.next().unwrap().expect("it is there").1[0], 2, "an update was lost");
    }
    assert!(!storage.locks.is_flagged(storage.id, heap.object));
}

#[test]
fn repeatable_reads_of_pages_and_rows_are_stable() {
    // No priority schedules: a waiter for a lock polls from time to time, and would keep the others
    // from running forever.
    shuttle::check_random(keep_and_change, schedules(800));
}
