//! Merges of leaves after deletes, beside readers and writers.

use super::rig::{assert_sound, entries, new, open, open_with};
use crate::{BTree, Heap, layout, object};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PageType, page};
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeSet;
use std::ops::Bound;

/// Returns keys with a common beginning, so that pages have prefixes.
fn key(number: u32) -> Vec<u8> {
    [&b"the same beginning of a hundred thousand keys: "[..], &number.to_be_bytes()].concat()
}

fn filled(storage: &Storage, count: u32, length: usize) -> BTree {
    let mut txn = storage.begin();
    let tree = BTree::create(storage, &mut txn, ObjectId(9)).unwrap();
    for number in 0..count {
        // Visits all residues in an order that is neither ascending nor random.
        let number = (u64::from(number) * 7_919 % u64::from(count)) as u32;
        tree.insert(storage, &mut txn, &key(number), &vec![number as u8; length]).unwrap();
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    storage.checkpoint().unwrap();
    tree
}

fn delete(storage: &Storage, tree: &BTree, numbers: impl Iterator<Item = u32>) {
    let mut txn = storage.begin();
    for number in numbers {
        assert!(tree.delete(storage, &mut txn, &key(number)).unwrap());
    }
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    storage.checkpoint().unwrap();
}

fn level(storage: &Storage, tree: &BTree) -> u8 {
    layout::level(&storage.pool.read(storage.id, tree.root).unwrap())
}

/// Returns the number of free pages of the tree's object, and the last page ever allocated to it.
fn pages(storage: &Storage, tree: &BTree) -> (usize, PageId) {
    let iam_root = layout::anchor(&storage.pool.read(storage.id, tree.root).unwrap());
    let last = object::last_page(storage, iam_root).unwrap();
    let is_free = |number: &u32| {
        let page = storage.pool.read(storage.id, PageId::primary(*number)).unwrap();
        page::page_type(&page) == PageType::NONE && page::object(&page) == tree.object
    };
    ((80..=last.page).filter(is_free).count(), last)
}

#[test]
fn emptied_leaves_are_merged_and_pages_reused() {
    let mem = Arc::new(MemFs::new(1));
    let storage = new(&(mem.clone() as Arc<dyn Vfs>));
    let tree = filled(&storage, 6_000, 900);
    assert_eq!(level(&storage, &tree), 2, "the test wants inner nodes below the root");
    let (free, last) = pages(&storage, &tree);
    assert_eq!(free, 0);
    delete(&storage, &tree, (0..6_000).filter(|number| number % 50 != 0));
    assert!((0..6_000).all(|number| !tree.tidy(&storage, &key(number)).unwrap()), "every deleter is through");
    assert_sound(&storage);
    let left: Vec<Vec<u8>> = entries(&storage, &tree).unwrap().into_iter().map(|(key, _)| key).collect();
    assert_eq!(left, (0..120).map(|number| key(number * 50)).collect::<Vec<_>>());
    let (free, last_now) = pages(&storage, &tree);
    assert!(free > 60 && last_now == last, "{free} pages are free");
    assert_eq!(level(&storage, &tree), 1);
    let mut txn = storage.begin();
    for number in (0..6_000).filter(|number| number % 50 == 1) {
        tree.insert(&storage, &mut txn, &key(number), &[number as u8; 900]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
    let (free_now, last_now) = pages(&storage, &tree);
    assert!(free_now < free && last_now == last, "the free pages were used: {free}, then {free_now}");
    delete(&storage, &tree, (0..6_000).filter(|number| number % 50 < 2));
    (0..6_000).for_each(|number| assert!(!tree.tidy(&storage, &key(number)).unwrap()));
    assert_eq!((level(&storage, &tree), entries(&storage, &tree).unwrap().len()), (0, 0));
    assert_sound(&storage);
    storage.log.flush_tail().unwrap();
    let storage = open(&(Arc::new(mem.crash(CrashMode::POWER_CUT)) as Arc<dyn Vfs>));
    assert_sound(&storage);
    assert_eq!((level(&storage, &tree), entries(&storage, &tree).unwrap().len()), (0, 0));
}

/// The pages of a dropped tree keep their content until they are used again.
#[test]
fn dropped_tree_is_not_cleaned_up() {
    let storage = new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>));
    let tree = filled(&storage, 6_000, 900);
    delete(&storage, &tree, (0..6_000).filter(|number| number % 50 != 0));
    let mut txn = storage.begin();
    crate::defer_drop(&storage, &mut txn, tree.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    // Another object's IAM root is on the page of the tree's, and nothing else is used again yet.
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(10)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(heap.root, tree.iam_root());
    let tail = storage.log.tail();
    crate::tidy(&storage);
    assert_eq!(storage.log.tail(), tail, "nothing was changed");
    assert_sound(&storage);
}

#[test]
fn common_prefix_is_stored_once_per_page() {
    let storage = new(&(Arc::new(MemFs::new(2)) as Arc<dyn Vfs>));
    let tree = filled(&storage, 4_000, 60);
    let (_, last) = pages(&storage, &tree);
    // An entry has 51 bytes of key, 60 of value and 14 of overhead. Without prefixes some 62 fit on
    // a page, and three-quarters full leaves would number 85.
    let leaves = last.page - tree.root.page;
    assert!(leaves < 75, "{leaves} pages");
    assert_eq!(entries(&storage, &tree).unwrap().len(), 4_000);
}

#[test]
fn uncommitted_delete_is_undone_after_merge() {
    let storage = new(&(Arc::new(MemFs::new(3)) as Arc<dyn Vfs>));
    let tree = filled(&storage, 1_000, 60);
    let before = entries(&storage, &tree).unwrap();
    let mut deleting = storage.begin();
    for number in 300..700 {
        assert!(tree.delete(&storage, &mut deleting, &key(number)).unwrap());
    }
    delete(&storage, &tree, (0..300).chain(700..1_000).filter(|number| number % 40 != 0));
    let still: Vec<u32> = (0..1_000).filter(|number| tree.tidy(&storage, &key(*number)).unwrap()).collect();
    assert!(still.contains(&400) && !still.contains(&100), "{still:?}");
    assert!(pages(&storage, &tree).0 > 4);
    storage.rollback(deleting).unwrap();
    assert_sound(&storage);
    let kept = |entry: &&(Vec<u8>, Vec<u8>)| {
        (300..700).any(|number| entry.0 == key(number)) || (0..25).any(|number| entry.0 == key(number * 40))
    };
    let expected: Vec<_> = before.iter().filter(kept).cloned().collect();
    assert_eq!(entries(&storage, &tree).unwrap(), expected);
}

/// Deletes and merges, with checkpoints in between. Some of the deletes are never committed.
fn workload(vfs: &Arc<dyn Vfs>, tree: &BTree, committed: &mut u32) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 40)?;
    for round in 0..4u32 {
        let mut txn = storage.begin();
        let deleted = (0..800).filter(|number| number % 5 == round).try_for_each(|number| {
            assert!(tree.delete(&storage, &mut txn, &key(number))?);
            Ok(())
        });
        if let Err(error) = deleted {
            let _ = storage.rollback(txn);
            return Err(error);
        }
        storage.commit(txn, CommitDurability::Full)?;
        *committed = round + 1;
        for number in (0..800).step_by(7) {
            tree.tidy(&storage, &key(number))?;
        }
        storage.checkpoint()?;
    }
    Ok(())
}

#[test]
fn power_cut_during_merges_leaves_sound_tree() {
    let prepared = || {
        let mem = Arc::new(MemFs::new(4));
        let storage = new(&(mem.clone() as Arc<dyn Vfs>));
        let tree = filled(&storage, 800, 60);
        storage.close().unwrap();
        (mem, tree)
    };
    let (mem, tree) = prepared();
    let whole = Arc::new(FaultFs::new(mem, FaultPlan::none()));
    workload(&(whole.clone() as Arc<dyn Vfs>), &tree, &mut 0).unwrap();
    for call in 0..whole.calls() {
        let (mem, tree) = prepared();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut committed = 0;
        assert!(workload(&vfs, &tree, &mut committed).is_err(), "call {call} fails");
        let storage = open(&(Arc::new(mem.crash(CrashMode::POWER_CUT)) as Arc<dyn Vfs>));
        assert_sound(&storage);
        let left = entries(&storage, &tree).unwrap().len() as u32;
        // An unacknowledged commit may have succeeded.
        assert!(
            [800 - 160 * committed, 800 - 160 * (committed + 1).min(4)].contains(&left),
            "call {call}: {left} left"
        );
    }
}

#[test]
fn scans_beside_merges_see_stable_keys_once() {
    for temporary in [false, true] {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(5));
        let storage = if temporary { super::rig::temporary(&vfs, 256).unwrap() } else { new(&vfs) };
        let tree = filled(&storage, 2_000, 60);
        delete(&storage, &tree, (0..2_000).filter(|number| number % 100 != 7));
        std::thread::scope(|scope| {
            for writer in 0..2u32 {
                let (storage, tree) = (&storage, &tree);
                scope.spawn(move || {
                    for round in 0..6 {
                        let numbers = || (0..2_000).filter(|number| number % 100 != 7 && number % 2 == writer);
                        let mut txn = storage.begin();
                        for number in numbers() {
                            tree.insert(storage, &mut txn, &key(number), &[round; 60]).unwrap();
                        }
                        storage.commit(txn, CommitDurability::Delayed).unwrap();
                        delete(storage, tree, numbers());
                        for number in numbers() {
                            tree.tidy(storage, &key(number)).unwrap();
                        }
                    }
                });
            }
            let look = |back: bool| {
                let (mut seen, mut before): (BTreeSet<Vec<u8>>, Option<Vec<u8>>) = Default::default();
                let mut take = |key: &[u8]| {
                    let is_next =
                        |before: &Vec<u8>| if back { key < before.as_slice() } else { key > before.as_slice() };
                    assert!(before.as_ref().is_none_or(is_next), "in order");
                    before = Some(key.to_vec());
                    seen.insert(key.to_vec());
                };
                if back {
                    let mut scan = tree.scan_back(&storage, Bound::Unbounded, Bound::Unbounded).unwrap();
                    while let Some((key, _)) = scan.next().unwrap() {
                        take(key);
                    }
                } else {
                    let mut scan = tree.scan(&storage, Bound::Unbounded, Bound::Unbounded).unwrap();
                    while let Some((key, _)) = scan.next().unwrap() {
                        take(key);
                    }
                }
                assert!((0..20).all(|number| seen.contains(&key(number * 100 + 7))), "what stays is seen");
            };
            for back in [false, true] {
                scope.spawn(move || (0..40).for_each(|_| look(back)));
            }
        });
        assert_sound(&storage);
        assert_eq!(entries(&storage, &tree).unwrap().len(), 20);
    }
}
