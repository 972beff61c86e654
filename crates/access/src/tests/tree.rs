//! Trees against a `BTreeMap`.

use super::rig::{assert_sound, entries, new, open, open_with};
use crate::BTree;
use crate::btree::{ENTRY_MAX, KEY_MAX};
use proptest::prelude::*;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;
use std::ops::Bound;

#[derive(Clone, Debug)]
enum Step {
    Insert { key: Vec<u8>, length: usize },
    Delete { which: usize },
    DeleteMany { which: usize, count: usize },
    Tidy { key: Vec<u8> },
    Look { key: Vec<u8> },
    Range { from: Bound<Vec<u8>>, to: Bound<Vec<u8>> },
    Commit,
    Rollback,
    Checkpoint,
    Crash,
}

fn keys() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => (0u16..2000).prop_map(|number| number.to_be_bytes().to_vec()),
        2 => proptest::collection::vec(0u8..3, 0..12),
        1 => (any::<u8>(), 500usize..=KEY_MAX).prop_map(|(byte, length)| vec![byte % 8; length]),
    ]
}

fn bounds() -> impl Strategy<Value = Bound<Vec<u8>>> {
    prop_oneof![keys().prop_map(Bound::Included), keys().prop_map(Bound::Excluded), Just(Bound::Unbounded),]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let length = prop_oneof![6 => 0usize..80, 2 => 0usize..1500, 1 => 3000usize..=ENTRY_MAX];
    let step = prop_oneof![
        30 => (keys(), length).prop_map(|(key, length)| Step::Insert { key, length }),
        8 => any::<usize>().prop_map(|which| Step::Delete { which }),
        2 => (any::<usize>(), 1usize..60).prop_map(|(which, count)| Step::DeleteMany { which, count }),
        6 => keys().prop_map(|key| Step::Tidy { key }),
        3 => keys().prop_map(|key| Step::Look { key }),
        2 => (bounds(), bounds()).prop_map(|(from, to)| Step::Range { from, to }),
        3 => Just(Step::Commit),
        2 => Just(Step::Rollback),
        1 => Just(Step::Checkpoint),
        1 => Just(Step::Crash),
    ];
    proptest::collection::vec(step, 1..250)
}

type Model = BTreeMap<Vec<u8>, Vec<u8>>;

fn range(storage: &Storage, tree: &BTree, from: &Bound<Vec<u8>>, to: &Bound<Vec<u8>>) -> Vec<Vec<u8>> {
    let borrowed = |bound: &Bound<Vec<u8>>| bound.as_ref().map(|key| key.clone());
    let (from, to) = (borrowed(from), borrowed(to));
    let mut scan = tree.scan(storage, from.as_ref().map(Vec::as_slice), to.as_ref().map(Vec::as_slice)).unwrap();
    let mut keys = Vec::new();
    while let Some((key, _)) = scan.next().unwrap() {
        keys.push(key.to_vec());
    }
    let mut back = tree.scan_back(storage, from.as_ref().map(Vec::as_slice), to.as_ref().map(Vec::as_slice)).unwrap();
    for key in keys.iter().rev() {
        assert_eq!(back.next().unwrap().map(|(key, _)| key), Some(key.as_slice()), "backwards");
    }
    assert!(back.next().unwrap().is_none(), "backwards there is no more");
    keys
}

fn is_inside(key: &Vec<u8>, from: &Bound<Vec<u8>>, to: &Bound<Vec<u8>>) -> bool {
    let above = match from {
        Bound::Included(from) => key >= from,
        Bound::Excluded(from) => key > from,
        Bound::Unbounded => true,
    };
    above
        && match to {
            Bound::Included(to) => key <= to,
            Bound::Excluded(to) => key < to,
            Bound::Unbounded => true,
        }
}

fn insert(
    storage: &Storage,
    txn: &mut sluice_txn::Transaction,
    tree: &BTree,
    model: &mut Model,
    key: Vec<u8>,
    length: usize,
) {
    let value = vec![key.len() as u8; length.min(ENTRY_MAX - key.len())];
    match tree.insert(storage, txn, &key, &value) {
        Ok(()) => assert!(model.insert(key, value).is_none(), "a key goes in once"),
        Err(StorageError::Duplicate) => assert!(model.contains_key(&key), "only a key that is there is a duplicate"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn deleted_entry_keeps_its_room_until_commit() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(6));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..7u8 {
        tree.insert(&storage, &mut txn, &[number], &[number; 1100]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let before = entries(&storage, &tree).unwrap();
    let level = || crate::layout::level(&storage.pool.read(storage.id, tree.root).unwrap());
    assert_eq!(level(), 0, "one full leaf");
    let mut deleting = storage.begin();
    for key in [2u8, 3, 4] {
        assert!(tree.delete(&storage, &mut deleting, &[key]).unwrap());
        assert!(!tree.delete(&storage, &mut deleting, &[key]).unwrap(), "it is gone");
    }
    assert!(!tree.get(&storage, &[3], &mut Vec::new()).unwrap());
    assert_eq!(entries(&storage, &tree).unwrap().len(), 4);
    // The same key is inserted again, by the same transaction and by another.
    tree.insert(&storage, &mut deleting, &[3], b"other").unwrap();
    let mut other = storage.begin();
    let taken = tree.insert(&storage, &mut other, &[2], b"x").unwrap_err();
    assert!(matches!(taken, StorageError::Duplicate), "the delete may be undone");
    storage.rollback(other).unwrap();
    storage.rollback(deleting).unwrap();
    assert_eq!(entries(&storage, &tree).unwrap(), before);
    assert_eq!(level(), 0, "nothing was split");
    let mut deleting = storage.begin();
    assert!(tree.delete(&storage, &mut deleting, &[2]).unwrap());
    storage.commit(deleting, CommitDurability::Full).unwrap();
    let mut other = storage.begin();
    tree.insert(&storage, &mut other, &[2], &[22; 1100]).unwrap();
    assert_eq!(level(), 0, "the ghost made way");
    tree.insert(&storage, &mut other, &[9], &[9; 1100]).unwrap();
    assert_eq!(level(), 1);
    storage.commit(other, CommitDurability::Full).unwrap();
    assert_sound(&storage);
    let mut keys: Vec<u8> = entries(&storage, &tree).unwrap().iter().map(|(key, _)| key[0]).collect();
    assert_eq!(keys, [0, 1, 2, 3, 4, 5, 6, 9]);
    keys.clear();
    let mut back = tree.scan_back(&storage, Bound::Unbounded, Bound::Unbounded).unwrap();
    while let Some((key, _)) = back.next().unwrap() {
        keys.push(key[0]);
    }
    assert_eq!(keys, [9, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn ghosts_moved_by_split_are_restored_after_crash() {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..60u8 {
        tree.insert(&storage, &mut txn, &[number, 0], &[number; 100]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let before = entries(&storage, &tree).unwrap();
    let mut deleting = storage.begin();
    for number in (0..60u8).step_by(2) {
        assert!(tree.delete(&storage, &mut deleting, &[number, 0]).unwrap());
    }
    let mut other = storage.begin();
    for number in 0..60u8 {
        tree.insert(&storage, &mut other, &[number, 1], &[number; 300]).unwrap();
    }
    storage.commit(other, CommitDurability::Full).unwrap();
    assert_eq!(entries(&storage, &tree).unwrap().len(), 90);
    std::mem::forget(deleting);
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
    let storage = open(&vfs);
    assert_sound(&storage);
    let found = entries(&storage, &tree).unwrap();
    let kept: Vec<_> = found.into_iter().filter(|(key, _)| key[1] == 0).collect();
    assert_eq!(kept, before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tree_matches_ordered_map(steps in steps()) {
        let mut mem = Arc::new(MemFs::new(1));
        let mut vfs: Arc<dyn Vfs> = mem.clone();
        let mut storage = new(&vfs);
        let mut txn = storage.begin();
        let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        let mut txn = storage.begin();
        let (mut committed, mut model) = (Model::new(), Model::new());
        for step in steps {
            match step {
                Step::Insert { key, length } => insert(&storage, &mut txn, &tree, &mut model, key, length),
                Step::Delete { which } => {
                    let key = model.keys().nth(which % (model.len() + 1)).cloned().unwrap_or(vec![0xFF; 3]);
                    let was_there = model.remove(&key).is_some();
                    prop_assert_eq!(tree.delete(&storage, &mut txn, &key).unwrap(), was_there);
                }
                Step::DeleteMany { which, count } => {
                    let first = which % (model.len() + 1);
                    let keys: Vec<_> = model.keys().skip(first).take(count).cloned().collect();
                    for key in keys {
                        model.remove(&key);
                        prop_assert!(tree.delete(&storage, &mut txn, &key).unwrap());
                    }
                }
                Step::Tidy { key } => {
                    tree.tidy(&storage, &key).unwrap();
                }
                Step::Look { key } => {
                    let mut value = vec![1, 2, 3];
                    let found = tree.get(&storage, &key, &mut value).unwrap();
                    prop_assert_eq!(found.then_some(&value), model.get(&key));
                    prop_assert!(found || value.is_empty());
                }
                Step::Range { from, to } => {
                    let expected: Vec<_> = model.keys().filter(|key| is_inside(key, &from, &to)).cloned().collect();
                    prop_assert_eq!(range(&storage, &tree, &from, &to), expected);
                }
                Step::Commit => {
                    storage.commit(txn, CommitDurability::Full).unwrap();
                    txn = storage.begin();
                    committed.clone_from(&model);
                }
                Step::Rollback => {
                    storage.rollback(txn).unwrap();
                    txn = storage.begin();
                    model.clone_from(&committed);
                }
                Step::Checkpoint => storage.checkpoint().unwrap(),
                Step::Crash => {
                    std::mem::forget(txn);
                    mem = Arc::new(mem.crash(CrashMode::POWER_CUT));
                    vfs = mem.clone();
                    storage = open(&vfs);
                    txn = storage.begin();
                    model.clone_from(&committed);
                }
            }
        }
        prop_assert_eq!(entries(&storage, &tree).unwrap(), model.into_iter().collect::<Vec<_>>());
        assert_sound(&storage);
        storage.rollback(txn).unwrap();
        assert_sound(&storage);
        prop_assert_eq!(entries(&storage, &tree).unwrap(), committed.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn large_tree_grows_in_small_pool_and_survives() {
    let mem = Arc::new(MemFs::new(5));
    let vfs: Arc<dyn Vfs> = mem.clone();
    super::rig::create(&vfs).unwrap();
    let (storage, _) = open_with(&vfs, 24).unwrap();
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    let mut model = Model::new();
    for number in 0u32..4000 {
        // Visits all residues in an order that is neither ascending nor random.
        let key = (number * 1_531 % 4_001).to_be_bytes();
        insert(&storage, &mut txn, &tree, &mut model, [&key[..], &[b'k'; 300]].concat(), 40);
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
    let root = storage.pool.read(storage.id, tree.root).unwrap();
    assert!(crate::layout::level(&root) >= 1);
    drop(root);
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
    let storage = open(&vfs);
    assert_sound(&storage);
    assert_eq!(entries(&storage, &tree).unwrap(), model.into_iter().collect::<Vec<_>>());
}

#[test]
fn key_over_4000_or_entry_over_8080_bytes_is_refused() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(6));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for byte in 0..40u8 {
        tree.insert(&storage, &mut txn, &vec![byte ^ 0x15; KEY_MAX], &vec![byte; ENTRY_MAX - KEY_MAX]).unwrap();
    }
    let error = tree.insert(&storage, &mut txn, &vec![99; KEY_MAX + 1], &[]).unwrap_err();
    assert!(matches!(error, StorageError::TooLong { bytes: 4001, max: 4000 }));
    let error = tree.insert(&storage, &mut txn, &[99], &[1; ENTRY_MAX]).unwrap_err();
    assert!(matches!(error, StorageError::TooLong { bytes: 8081, max: 8080 }));
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(entries(&storage, &tree).unwrap().len(), 40);
    assert_sound(&storage);
}

#[test]
fn tree_readers_and_writers_run_concurrently() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(7));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..3u32 {
            let storage = &storage;
            scope.spawn(move || {
                for number in 0..600u32 {
                    let mut txn = storage.begin();
                    let key = [&(number * 37 % 601).to_be_bytes()[..], &writer.to_be_bytes()].concat();
                    tree.insert(storage, &mut txn, &key, &[1; 100]).unwrap();
                    if number % 5 == 0 {
                        storage.rollback(txn).unwrap();
                    } else {
                        storage.commit(txn, CommitDurability::Delayed).unwrap();
                    }
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..30 {
                    let keys = entries(&storage, &tree).unwrap();
                    assert!(keys.windows(2).all(|pair| pair[0].0 < pair[1].0), "a scan is in order, whatever splits");
                }
            });
        }
    });
    assert_eq!(entries(&storage, &tree).unwrap().len(), 3 * 480);
    assert_sound(&storage);
}

/// A shortened entry keeps its room until its transaction has ended, so that its rollback needs
/// none.
#[test]
fn replaced_entry_is_restored_in_full_leaf() {
    let mem = Arc::new(MemFs::new(9));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..6u8 {
        tree.insert(&storage, &mut txn, &[number], &[number; 1100]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let before = entries(&storage, &tree).unwrap();
    let (mut one, mut two) = (storage.begin(), storage.begin());
    assert!(tree.delete(&storage, &mut one, &[3]).unwrap() && tree.delete(&storage, &mut one, &[4]).unwrap());
    tree.insert(&storage, &mut one, &[3], &[]).unwrap();
    tree.insert(&storage, &mut two, &[2, 5], &[9; 1000]).unwrap();
    let level = |storage: &Storage| crate::layout::level(&storage.pool.read(storage.id, tree.root).unwrap());
    assert_eq!(level(&storage), 0);
    tree.insert(&storage, &mut two, &[2, 6], &[9; 1000]).unwrap();
    assert_eq!(level(&storage), 1, "the room of what was replaced is not to be had");
    storage.commit(two, CommitDurability::Full).unwrap();
    storage.rollback(one).unwrap();
    assert_sound(&storage);
    storage.log.flush_tail().unwrap();
    let crashed: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT));
    for storage in [storage, open(&crashed)] {
        assert_sound(&storage);
        let mut found = entries(&storage, &tree).unwrap();
        found.retain(|(key, _)| key.len() == 1);
        assert_eq!(found, before);
    }
}
