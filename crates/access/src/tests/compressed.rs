//! Page compression of trees and heaps: fewer pages, the same rows; changes, rollbacks and crashes.

use super::rig::{Alone as _, assert_sound, create, entries, new, open, open_with, rows};
use crate::heap::{AppendCursor, Heap};
use crate::physical::{PhysicalScan, heap_figures, tree_figures};
use crate::{BTree, PageFill, check_form};
use proptest::prelude::*;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::PAGE_SIZE;
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;

/// The first object of a new file, as a tree and as a heap.
const TREE: BTree = BTree { root: PageId::primary(81), object: ObjectId(100) };
const HEAP: Heap = Heap { root: PageId::primary(80), object: ObjectId(100) };

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

fn key(number: usize) -> Vec<u8> {
    (number as u32).to_be_bytes().to_vec()
}

/// Returns an address whose words many rows share.
fn row(number: usize) -> Vec<u8> {
    let street = ["Prinsengracht", "Keizersgracht", "Herengracht"][number % 3];
    let city = ["Amsterdam, Noord-Holland", "Utrecht, Utrecht"][number % 7 % 2];
    format!("customer {number:06}; {street} {}; {city}; Nederland; no remarks", number % 250).into_bytes()
}

fn create_tree(storage: &Storage, txn: &mut Transaction, compresses: bool) -> Result<(), StorageError> {
    assert_eq!(BTree::create(storage, txn, TREE.object)?, TREE);
    if compresses { TREE.compress_leaves(storage) } else { Ok(()) }
}

fn create_heap(storage: &Storage, txn: &mut Transaction, compresses: bool) -> Result<(), StorageError> {
    assert_eq!(Heap::create(storage, txn, HEAP.object)?, HEAP);
    if compresses { HEAP.compress_loaded_pages(storage) } else { Ok(()) }
}

/// Returns leaves and compressed leaves.
fn leaves(storage: &Storage) -> (u64, u64) {
    let figures = &tree_figures(storage, &TREE, PhysicalScan::Detailed).unwrap()[0];
    (figures.pages, figures.records.compressed_pages)
}

fn filled(storage: &Storage, count: usize, compresses: bool) -> Rows {
    let mut txn = storage.begin();
    create_tree(storage, &mut txn, compresses).unwrap();
    // Visits all numbers in an order that is neither ascending nor random.
    let model: Rows = (0..count).map(|step| step * 7_919 % count).map(|number| (key(number), row(number))).collect();
    for step in 0..count {
        let number = step * 7_919 % count;
        TREE.insert(storage, &mut txn, &key(number), &row(number)).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    model
}

fn assert_entries(storage: &Storage, model: &Rows) {
    assert_sound(storage);
    assert_eq!(entries(storage, &TREE).unwrap(), model.clone().into_iter().collect::<Vec<_>>());
    let mut value = Vec::new();
    for (key, expected) in model {
        assert!(TREE.get(storage, key, &mut value).unwrap() && value == *expected);
    }
}

#[test]
fn full_leaves_are_compressed_and_need_fewer_pages() {
    let pages = [false, true].map(|compresses| {
        let mem = Arc::new(MemFs::new(1));
        let storage = new(&(mem.clone() as Arc<dyn Vfs>));
        let model = filled(&storage, 4_000, compresses);
        assert_entries(&storage, &model);
        let (pages, compressed) = leaves(&storage);
        assert_eq!(compressed > 0, compresses, "{compressed} of {pages}");
        assert_entries(&open(&(Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT)) as Arc<dyn Vfs>)), &model);
        pages
    });
    assert!(pages[1] * 3 < pages[0] * 2, "{pages:?}");
}

#[test]
fn loads_compress_as_densely_as_inserts_or_denser() {
    let mem = Arc::new(MemFs::new(1));
    let storage = new(&(mem as Arc<dyn Vfs>));
    let mut txn = storage.begin();
    create_tree(&storage, &mut txn, true).unwrap();
    let mut load = TREE.bulk_load(&storage, &mut txn, PageFill::WHOLE).unwrap();
    (0..4_000).for_each(|number| load.push(&key(number), &row(number)).unwrap());
    load.finish().unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_entries(&storage, &(0..4_000).map(|number| (key(number), row(number))).collect());
    let (pages, compressed) = leaves(&storage);
    assert!(pages < 40 && compressed + 1 >= pages, "{compressed} of {pages}");
}

/// A rollback finds the room for the former values, though other entries have filled the leaves.
#[test]
fn rollback_restores_changed_entries_of_full_compressed_leaves() {
    let mem = Arc::new(MemFs::new(1));
    let storage = new(&(mem.clone() as Arc<dyn Vfs>));
    let mut model = filled(&storage, 2_000, true);
    let locks = storage.locks.owner(Arc::default());
    let mut txn = storage.begin();
    for number in 0..2_000 {
        let mut writer = TREE.writer(&storage, &locks);
        let value = match number % 4 {
            0 => b"short".to_vec(),
            1 => row(number + 1),
            2 => [row(number), row(number + 5)].concat(),
            _ => {
                assert!(TREE.delete(&storage, &mut txn, &key(number)).unwrap());
                continue;
            }
        };
        writer.update(&mut txn, (&key(number), &row(number)), &value).unwrap();
    }
    let mut other = storage.begin();
    for number in 0..1_000 {
        let between = [key(number * 2), vec![1]].concat();
        TREE.insert(&storage, &mut other, &between, &row(number)).unwrap();
        model.insert(between, row(number));
    }
    storage.commit(other, CommitDurability::Full).unwrap();
    let crashed: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT));
    assert_entries(&open(&crashed), &model);
    storage.rollback(txn).unwrap();
    assert_entries(&storage, &model);
}

#[test]
fn long_entry_gets_a_page_beside_a_dictionary() {
    for place in [0, 700, 1_999, 2_000] {
        let storage = new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>));
        let mut model = filled(&storage, 2_000, true);
        let long: Vec<u8> = (0..8_060).map(|place: u32| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let mut txn = storage.begin();
        let between = [key(place), vec![1]].concat();
        TREE.insert(&storage, &mut txn, &between, &long).unwrap();
        model.insert(between, long.clone());
        if place < 2_000 {
            let locks = storage.locks.owner(Arc::default());
            let mut writer = TREE.writer(&storage, &locks);
            writer.update(&mut txn, (&key(place), &row(place)), &long).unwrap();
            model.insert(key(place), long);
        }
        storage.commit(txn, CommitDurability::Full).unwrap();
        assert_entries(&storage, &model);
    }
}

#[test]
fn emptied_compressed_leaves_are_merged() {
    let storage = new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>));
    let mut model = filled(&storage, 3_000, true);
    let (before, _) = leaves(&storage);
    let mut txn = storage.begin();
    for number in (0..3_000).filter(|number| number % 25 != 0) {
        assert!(TREE.delete(&storage, &mut txn, &key(number)).unwrap());
        model.remove(&key(number));
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    for number in 0..3_000 {
        TREE.tidy(&storage, &key(number)).unwrap();
    }
    assert_entries(&storage, &model);
    let (after, _) = leaves(&storage);
    assert!(after * 3 < before, "{before} leaves, then {after}");
}

#[test]
fn loaded_heap_is_compressed_and_accepts_all_changes() {
    let pages = [false, true].map(|compresses| {
        let mem = Arc::new(MemFs::new(1));
        let storage = new(&(mem.clone() as Arc<dyn Vfs>));
        let mut txn = storage.begin();
        create_heap(&storage, &mut txn, compresses).unwrap();
        let mut load = HEAP.bulk_load(&storage, &mut txn).unwrap();
        (0..4_000).for_each(|number| load.push(&row(number)).unwrap());
        load.finish().unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        let mut model: Vec<_> = (0..4_000).map(row).collect();
        assert_eq!(rows(&storage, &HEAP).unwrap(), model);
        assert_sound(&storage);
        let figures = heap_figures(&storage, (HEAP.root, HEAP.object), PhysicalScan::Detailed).unwrap();
        assert_eq!(figures.records.compressed_pages > 0, compresses);
        let mut places = Vec::new();
        let mut scan = HEAP.scan(&storage, crate::Reader::Dirty).unwrap();
        while let Some((rid, _)) = scan.next().unwrap() {
            places.push(rid);
        }
        for commits in [false, true] {
            let (mut txn, mut cursor) = (storage.begin(), AppendCursor::default());
            let mut changed = model.clone();
            for (number, rid) in places.iter().enumerate() {
                let new = match number % 5 {
                    0 => b"shorter".to_vec(),
                    1 => [row(number), row(number)].concat(),
                    2 => {
                        assert!(HEAP.delete(&storage, &mut txn, *rid).unwrap());
                        changed[number].clear();
                        continue;
                    }
                    _ => continue,
                };
                assert!(HEAP.update(&storage, &mut txn, &mut cursor, *rid, &new).unwrap());
                changed[number] = new;
            }
            if commits {
                model = changed;
                storage.commit(txn, CommitDurability::Full).unwrap();
            } else {
                storage.log.flush_tail().unwrap();
                let crashed: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT));
                assert_eq!(rows(&open(&crashed), &HEAP).unwrap(), model);
                storage.rollback(txn).unwrap();
                assert_eq!(rows(&storage, &HEAP).unwrap(), model);
            }
            assert_sound(&storage);
        }
        model.retain(|row| !row.is_empty());
        let mut found = rows(&storage, &HEAP).unwrap();
        found.sort();
        model.sort();
        assert_eq!(found, model);
        figures.pages
    });
    assert!(pages[1] * 2 < pages[0], "{pages:?}");
}

/// Rows of a transaction that has the table alone are compressed by the page, and go with it.
#[test]
fn append_alone_compresses_new_pages_and_is_undone() {
    let mem = Arc::new(MemFs::new(1));
    let storage = new(&(mem.clone() as Arc<dyn Vfs>));
    let mut txn = storage.begin();
    create_heap(&storage, &mut txn, true).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let compressed = || {
        let figures = heap_figures(&storage, (HEAP.root, HEAP.object), PhysicalScan::Detailed).unwrap();
        figures.records.compressed_pages
    };
    let mut cursor = AppendCursor::default();
    for (alone, commits) in [(false, true), (true, false), (true, true)] {
        let (mut txn, before) = (storage.begin(), rows(&storage, &HEAP).unwrap());
        let mut append = if alone { HEAP.append_alone(&storage).unwrap() } else { HEAP.append(&storage) };
        (0..1_000).for_each(|number| append.push(&mut txn, &mut cursor, &row(number)).unwrap());
        append.finish(&mut txn, &mut cursor).unwrap();
        assert_eq!(compressed() > 0, alone);
        let expected = [before.clone(), (0..1_000).map(row).collect()].concat();
        assert_eq!(rows(&storage, &HEAP).unwrap().len(), expected.len());
        if commits {
            storage.commit(txn, CommitDurability::Full).unwrap();
        } else {
            storage.rollback(txn).unwrap();
        }
        let mut found = rows(&storage, &HEAP).unwrap();
        let mut expected = if commits { expected } else { before };
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_sound(&storage);
    }
    let crashed = open(&(Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT)) as Arc<dyn Vfs>));
    assert_eq!(rows(&crashed, &HEAP).unwrap().len(), 2_000);
}

/// The states that were acknowledged, the last of them perhaps not.
#[derive(Default)]
struct Oracle {
    asked: Vec<Rows>,
    certain: usize,
}

fn step(
    storage: &Storage,
    oracle: &mut Oracle,
    work: impl FnOnce(&mut Transaction, &mut Rows) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let (mut txn, mut rows) = (storage.begin(), oracle.asked.last().cloned().unwrap_or_default());
    if let Err(error) = work(&mut txn, &mut rows) {
        // The disk is gone: recovery must do the rollback.
        let _ = storage.rollback(txn);
        return Err(error);
    }
    oracle.asked.push(rows);
    storage.commit(txn, CommitDurability::Full)?;
    oracle.certain = oracle.asked.len();
    Ok(())
}

fn workload(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 40)?;
    let storage = &*storage;
    step(storage, oracle, |txn, _| create_tree(storage, txn, true))?;
    let locks = storage.locks.owner(Arc::default());
    for round in 0..6 {
        step(storage, oracle, |txn, rows| {
            for number in (0..120).map(|step| step * 6 + round) {
                TREE.insert(storage, txn, &key(number), &row(number))?;
                rows.insert(key(number), row(number));
            }
            Ok(())
        })?;
        step(storage, oracle, |txn, rows| {
            for number in (0..100).map(|step| step * 6 + round) {
                if number % 3 == 0 {
                    TREE.delete(storage, txn, &key(number))?;
                    rows.remove(&key(number));
                } else {
                    let new = [row(number + 1), row(number % 9)].concat();
                    TREE.writer(storage, &locks).update(txn, (&key(number), &row(number)), &new)?;
                    rows.insert(key(number), new);
                }
            }
            Ok(())
        })?;
        if round % 3 == 1 {
            storage.checkpoint()?;
        }
    }
    Ok(())
}

#[test]
fn power_cut_at_any_call_loses_no_entry_of_compressed_leaves() {
    let prepared = |seed| {
        let mem = Arc::new(MemFs::new(seed));
        create(&(mem.clone() as Arc<dyn Vfs>)).unwrap();
        mem
    };
    let whole = Arc::new(FaultFs::new(prepared(0), FaultPlan::none()));
    let mut oracle = Oracle::default();
    workload(&(whole.clone() as Arc<dyn Vfs>), &mut oracle).unwrap();
    let calls = whole.calls();
    assert!(calls > 40, "only {calls} file calls");
    for call in 0..calls {
        let mem = prepared(call);
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut oracle = Oracle::default();
        assert!(workload(&vfs, &mut oracle).is_err(), "call {call} fails");
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
            let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(call, mode));
            let storage = open(&vfs);
            assert_sound(&storage);
            if oracle.certain > 0 {
                let found: Rows = entries(&storage, &TREE).unwrap().into_iter().collect();
                assert!(oracle.asked[oracle.certain - 1..].contains(&found), "call {call}: {} entries", found.len());
            }
        }
    }
}

proptest! {
    #[test]
    fn malformed_compressed_leaf_is_refused_or_readable(changes in prop::collection::vec((48..PAGE_SIZE, any::<u8>()), 1..12)) {
        let storage = new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>));
        filled(&storage, 100, true);
        let mut bytes = storage.pool.read(storage.id, TREE.root).unwrap().to_vec();
        prop_assert!(!crate::slotted::dictionary(&bytes).is_empty() && check_form(&bytes).is_ok());
        for (place, value) in changes {
            bytes[place] = value;
        }
        if check_form(&bytes).is_ok() {
            crate::sample::give_rows(&bytes, &mut |_| {});
        }
    }
}
