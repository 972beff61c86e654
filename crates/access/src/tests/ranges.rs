//! Locked ranges of a tree: no key in them changes, and no key is added.

use super::rig::{assert_sound, new};
use crate::{BTree, Changed};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_txn::{CommitDurability, LockMode, LockOwner, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::ops::Bound;
use std::time::Duration;

/// Creates a tree of these keys, each with a value of `length` bytes.
fn tree_of(keys: impl Iterator<Item = u8>, length: usize) -> (Arc<Storage>, BTree) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(8)).unwrap();
    keys.for_each(|key| tree.insert(&storage, &mut txn, &[key], &vec![key; length]).unwrap());
    storage.commit(txn, CommitDurability::Full).unwrap();
    (storage, tree)
}

fn impatient(storage: &Storage) -> LockOwner {
    let owner = storage.locks.owner(Arc::default());
    owner.set_wait_limit(Some(Duration::ZERO));
    owner
}

type Range<'k> = (Bound<&'k [u8]>, Bound<&'k [u8]>);

/// Reads and locks a range; returns its keys.
fn read(
    storage: &Storage,
    tree: &BTree,
    (owner, mode): (&LockOwner, LockMode),
    (from, to): Range<'_>,
) -> Result<Vec<u8>, StorageError> {
    let mut scan = tree.scan_locking(storage, (owner, mode), from, to);
    let mut keys = Vec::new();
    while let Some((key, value)) = scan.next()? {
        assert_eq!(value[0], key[0], "the key's own value");
        keys.push(key[0]);
    }
    Ok(keys)
}

/// Reads as `read` does, from the end of the range.
fn read_back(
    storage: &Storage,
    tree: &BTree,
    (owner, mode): (&LockOwner, LockMode),
    (from, to): Range<'_>,
) -> Result<Vec<u8>, StorageError> {
    let mut scan = tree.scan_locking(storage, (owner, mode), from, to).backward();
    let mut keys = Vec::new();
    while let Some((key, _)) = scan.next()? {
        keys.insert(0, key[0]);
    }
    Ok(keys)
}

#[test]
fn backward_range_scan_locks_as_forward_scan() {
    // The values are so long that a leaf holds few.
    let (storage, tree) = tree_of((10..=200).step_by(10), 2_000);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let shared = (&reader, LockMode::RangeSharedShared);
    let all = (Bound::Unbounded, Bound::Unbounded);
    let ranges = [
        (between(&[35], &[95]), 35..=95),
        // The last key is the range's end, so the gap behind it is not locked.
        (between(&[40], &[90]), 35..=85),
        ((Bound::Excluded(&[30][..]), Bound::Excluded(&[100][..])), 35..=95),
    ];
    for (range, kept) in ranges {
        let back = read_back(&storage, &tree, shared, range).unwrap();
        assert_eq!(back, [40, 50, 60, 70, 80, 90], "{range:?}");
        let may: Vec<u8> =
            (0..=250).filter(|key| key % 10 == 5).filter(|key| may_insert(&storage, &tree, &writer, *key)).collect();
        let expected: Vec<u8> = (0..=250).filter(|key| key % 10 == 5 && !kept.contains(key)).collect();
        assert_eq!(may, expected, "{range:?}");
        reader.unlock_all();
        assert_eq!(read(&storage, &tree, shared, range).unwrap(), back);
        reader.unlock_all();
    }
    assert_eq!(read_back(&storage, &tree, shared, all).unwrap().len(), 20);
    assert!(!may_insert(&storage, &tree, &writer, 5) && !may_insert(&storage, &tree, &writer, 250));
    reader.unlock_all();
    assert_eq!(read_back(&storage, &tree, shared, between(&[201], &[250])).unwrap(), []);
    assert!(!may_insert(&storage, &tree, &writer, 220) && may_insert(&storage, &tree, &writer, 195));
    reader.unlock_all();
}

fn between(from: &[u8], to: &[u8]) -> Range<'static> {
    let leak = |bytes: &[u8]| -> &'static [u8] { Box::leak(bytes.to_vec().into_boxed_slice()) };
    (Bound::Included(leak(from)), Bound::Included(leak(to)))
}

/// Whether a change succeeds at once; it is rolled back.
fn goes(
    storage: &Storage,
    owner: &LockOwner,
    change: impl FnOnce(&mut Transaction) -> Result<(), StorageError>,
) -> bool {
    let mut txn = storage.begin_for(owner.id());
    let outcome = change(&mut txn);
    storage.rollback(txn).unwrap();
    owner.unlock_all();
    match outcome {
        Ok(()) => true,
        Err(StorageError::LockTimeout) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Deletes a key. Returns false if it does not exist.
fn delete(
    storage: &Storage,
    tree: &BTree,
    txn: &mut Transaction,
    owner: &LockOwner,
    key: u8,
) -> Result<bool, StorageError> {
    let mut seen = Vec::new();
    tree.get(storage, &[key], &mut seen)?;
    loop {
        match tree.writer(storage, owner).delete(txn, (&[key], &seen))? {
            Changed::Done => return Ok(true),
            Changed::Gone | Changed::Passed => return Ok(false),
            Changed::Newer(newer) => seen = newer,
        }
    }
}

fn may_insert(storage: &Storage, tree: &BTree, owner: &LockOwner, key: u8) -> bool {
    goes(storage, owner, |txn| tree.writer(storage, owner).insert(txn, &[key], &[key; 20]))
}

fn may_delete(storage: &Storage, tree: &BTree, owner: &LockOwner, key: u8) -> bool {
    goes(storage, owner, |txn| delete(storage, tree, txn, owner, key).map(|found| assert!(found)))
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`, "Key-range locking": a range scan
/// locks each key of the range and the key behind it, each with the gap before it.
#[test]
fn read_range_is_protected() {
    // With long values the range covers several leaves.
    for length in [20, 3000] {
        let (storage, tree) = tree_of((1..10).map(|ten| ten * 10), length);
        let (reader, writer) = (impatient(&storage), impatient(&storage));
        let shared = (&reader, LockMode::RangeSharedShared);
        assert_eq!(read(&storage, &tree, shared, between(&[20], &[45])).unwrap(), [20, 30, 40]);
        let inserts = [5, 15, 25, 45, 47, 55, 95].map(|key| may_insert(&storage, &tree, &writer, key));
        assert_eq!(inserts, [true, false, false, false, false, true, true], "the gaps before 20 to 50");
        let deletes = [10, 20, 40, 50, 60].map(|key| may_delete(&storage, &tree, &writer, key));
        assert_eq!(deletes, [true, false, false, false, true]);
        assert!(
            read(&storage, &tree, (&writer, LockMode::RangeSharedShared), between(&[0], &[99])).is_ok(),
            "it is shared"
        );
        writer.unlock_all();
        reader.unlock_all();
        assert!(may_insert(&storage, &tree, &writer, 25) && may_delete(&storage, &tree, &writer, 30));
        assert!(!storage.locks.is_flagged(storage.id, tree.object));
        assert_sound(&storage);
    }
}

#[test]
fn gap_before_tree_end_is_lockable() {
    let (storage, tree) = tree_of([10, 20].into_iter(), 20);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let range = (Bound::Excluded(&[10][..]), Bound::Unbounded);
    assert_eq!(read(&storage, &tree, (&reader, LockMode::RangeSharedShared), range).unwrap(), [20]);
    assert_eq!([5, 15, 25].map(|key| may_insert(&storage, &tree, &writer, key)), [true, false, false]);
    reader.unlock_all();
    // The upper bound exists, so the gap behind it is not locked.
    assert_eq!(read(&storage, &tree, (&reader, LockMode::RangeSharedShared), between(&[15], &[20])).unwrap(), [20]);
    assert_eq!([15, 25].map(|key| may_insert(&storage, &tree, &writer, key)), [false, true]);
    reader.unlock_all();
    // A backward scan to the start locks nothing at the end.
    let down = (Bound::Unbounded, Bound::Included(&[10][..]));
    assert_eq!(read_back(&storage, &tree, (&reader, LockMode::RangeSharedShared), down).unwrap(), [10]);
    assert_eq!([5, 15, 25].map(|key| may_insert(&storage, &tree, &writer, key)), [false, true, true]);
    reader.unlock_all();
    // The range was empty and stays empty.
    assert_eq!(read(&storage, &tree, (&reader, LockMode::RangeSharedShared), between(&[12], &[14])).unwrap(), []);
    assert_eq!([13, 25].map(|key| may_insert(&storage, &tree, &writer, key)), [false, true]);
}

#[test]
fn range_update_locks_exclude_each_other_only() {
    let (storage, tree) = tree_of([10, 20, 30].into_iter(), 20);
    let (one, other) = (impatient(&storage), impatient(&storage));
    assert!(read(&storage, &tree, (&one, LockMode::RangeSharedUpdate), between(&[10], &[20])).is_ok());
    assert!(read(&storage, &tree, (&other, LockMode::RangeSharedShared), between(&[10], &[20])).is_ok());
    assert!(read(&storage, &tree, (&other, LockMode::RangeSharedUpdate), between(&[10], &[20])).is_err());
    assert!(read(&storage, &tree, (&other, LockMode::RangeSharedUpdate), between(&[30], &[30])).is_ok());
}

#[test]
fn range_scan_waits_for_uncommitted_keys() {
    let (storage, tree) = tree_of([10, 20, 30].into_iter(), 20);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    tree.writer(&storage, &writer).insert(&mut txn, &[15], &[15; 20]).unwrap();
    assert!(delete(&storage, &tree, &mut txn, &writer, 20).unwrap());
    let shared = (&reader, LockMode::RangeSharedShared);
    assert_eq!(read(&storage, &tree, shared, between(&[5], &[10])).unwrap(), [10]);
    for range in [between(&[12], &[18]), between(&[18], &[25])] {
        assert!(matches!(read(&storage, &tree, shared, range), Err(StorageError::LockTimeout)));
    }
    assert_eq!(read_back(&storage, &tree, shared, between(&[25], &[30])).unwrap(), [30], "20 is before the range");
    assert!(!may_insert(&storage, &tree, &reader, 15), "it may yet be taken back");
    assert!(!may_delete(&storage, &tree, &reader, 15) && !may_insert(&storage, &tree, &reader, 20));
    let own = (&writer, LockMode::RangeSharedShared);
    assert_eq!(read(&storage, &tree, own, between(&[0], &[25])).unwrap(), [10, 15], "its own it sees");
    writer.unlock_all();
    storage.rollback(txn).unwrap();
    assert_eq!(read(&storage, &tree, shared, between(&[0], &[99])).unwrap(), [10, 20, 30]);
}

#[test]
fn own_range_split_by_insert_stays_locked() {
    let (storage, tree) = tree_of([10, 30].into_iter(), 20);
    let (owner, other) = (impatient(&storage), impatient(&storage));
    assert_eq!(read(&storage, &tree, (&owner, LockMode::RangeSharedShared), between(&[15], &[25])).unwrap(), []);
    let mut txn = storage.begin_for(owner.id());
    tree.writer(&storage, &owner).insert(&mut txn, &[20], &[20; 20]).unwrap();
    assert_eq!([17, 22].map(|key| may_insert(&storage, &tree, &other, key)), [false, false]);
    storage.commit(txn, CommitDurability::Full).unwrap();
    owner.unlock_all();
    assert_eq!([17, 22].map(|key| may_insert(&storage, &tree, &other, key)), [true, true]);
}

/// A transaction deletes a key and inserts it again: no other session sees the key as missing, in
/// between or later.
#[test]
fn reinserted_key_is_waited_for() {
    let (storage, tree) = tree_of([10, 20, 30].into_iter(), 20);
    let (writer, reader) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    assert!(delete(&storage, &tree, &mut txn, &writer, 20).unwrap());
    tree.writer(&storage, &writer).insert(&mut txn, &[20], &[20; 900]).unwrap();
    let shared = (&reader, LockMode::RangeSharedShared);
    assert!(read(&storage, &tree, shared, between(&[20], &[20])).is_err());
    assert_eq!(read(&storage, &tree, shared, between(&[25], &[30])).unwrap(), [30], "it is not among these");
    reader.unlock_all();
    storage.rollback(txn).unwrap();
    writer.unlock_all();
    assert_eq!(read(&storage, &tree, shared, between(&[0], &[99])).unwrap(), [10, 20, 30]);
}

#[test]
fn read_then_insert_by_two_ends_with_a_victim() {
    let (storage, tree) = tree_of([10, 90].into_iter(), 20);
    let start = std::sync::Barrier::new(2);
    let outcomes: Vec<bool> = std::thread::scope(|scope| {
        let threads = [30u8, 40].map(|key| {
            let (storage, tree, start) = (&storage, &tree, &start);
            scope.spawn(move || {
                let owner = storage.locks.owner(Arc::default());
                let found = read(storage, tree, (&owner, LockMode::RangeSharedShared), between(&[20], &[80])).unwrap();
                assert_eq!(found, []);
                start.wait();
                let mut txn = storage.begin_for(owner.id());
                match tree.writer(storage, &owner).insert(&mut txn, &[key], &[key; 20]) {
                    Ok(()) => storage.commit(txn, CommitDurability::Full).map(|_| true).unwrap(),
                    Err(StorageError::Deadlock) => storage.rollback(txn).map(|()| false).unwrap(),
                    Err(error) => panic!("{error}"),
                }
            })
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|went| **went).count(), 1, "{outcomes:?}");
}

/// Readers read a range twice in one transaction, beside inserts, deletes, splits and merges, with
/// the same result.
#[test]
fn no_phantom_appears_in_locked_range() {
    let (storage, tree) = tree_of((0..250).step_by(5), 700);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..2u64)
            .map(|lane| {
                let (storage, tree) = (&storage, &tree);
                scope.spawn(move || {
                    let owner = storage.locks.owner(Arc::default());
                    let mut random = lane + 1;
                    for _ in 0..150 {
                        let mut txn = storage.begin_for(owner.id());
                        let mut is_victim = false;
                        for _ in 0..3 {
                            random =
                                random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                            let key = (random >> 33) as u8;
                            let outcome = match random >> 41 & 1 {
                                0 => tree.writer(storage, &owner).insert(&mut txn, &[key], &[key; 700]),
                                _ => delete(storage, tree, &mut txn, &owner, key).map(drop),
                            };
                            match outcome {
                                Ok(()) | Err(StorageError::Duplicate) => {}
                                Err(StorageError::Deadlock) => is_victim = true,
                                Err(error) => panic!("{error}"),
                            }
                            if is_victim {
                                break;
                            }
                        }
                        if is_victim || random >> 50 & 3 == 0 {
                            storage.rollback(txn).unwrap();
                        } else {
                            storage.commit(txn, CommitDurability::Delayed).unwrap();
                        }
                        owner.unlock_all();
                        tree.tidy(storage, &[(random >> 21) as u8]).unwrap();
                    }
                })
            })
            .collect();
        for lane in 0..2u8 {
            let (storage, tree, stop) = (&storage, &tree, &stop);
            scope.spawn(move || {
                let owner = storage.locks.owner(Arc::default());
                let mut from = lane;
                while !stop.load(Ordering::Relaxed) {
                    from = from.wrapping_mul(5).wrapping_add(37);
                    let range = || between(&[from], &[from.saturating_add(40)]);
                    let shared = (&owner, LockMode::RangeSharedShared);
                    if let Ok(first) = read(storage, tree, shared, range()) {
                        std::thread::yield_now();
                        assert_eq!(read(storage, tree, shared, range()).unwrap(), first, "from {from}");
                        assert_eq!(read_back(storage, tree, shared, range()).unwrap(), first, "from {from}");
                    }
                    owner.unlock_all();
                }
            });
        }
        let ends: Vec<_> = writers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        stop.store(true, Ordering::Relaxed);
        ends.into_iter().for_each(|end| end.unwrap());
    });
    assert_sound(&storage);
}
