//! Figures of pages: fragmentation, fullness and records of trees, heaps and long values.

use super::lob::{HEAP, bytes, with_heap, write};
use super::rig::{Alone as _, entries, new};
use crate::heap::{AppendCursor, Heap};
use crate::{BTree, PageFill, PhysicalScan, heap_figures, long_figures, tree_figures};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;

fn storage() -> Arc<Storage> {
    new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>))
}

/// Returns a tree of `count` entries of 100 bytes, inserted with the keys in this order.
fn tree_of(storage: &Storage, keys: impl Iterator<Item = u32>) -> BTree {
    let mut txn = storage.begin();
    let tree = BTree::create(storage, &mut txn, ObjectId(9)).unwrap();
    keys.for_each(|key| tree.insert(storage, &mut txn, &key.to_be_bytes(), &[7; 100]).unwrap());
    storage.commit(txn, CommitDurability::Full).unwrap();
    tree
}

#[test]
fn tree_levels_count_pages_and_records() {
    let storage = storage();
    let tree = tree_of(&storage, 0..5_000);
    let levels = tree_figures(&storage, &tree, PhysicalScan::Detailed).unwrap();
    assert_eq!(levels.len(), 2);
    let (leaves, root) = (&levels[0], &levels[1]);
    assert_eq!((root.pages, root.records.pages, root.records.live), (1, 1, leaves.pages));
    assert_eq!((leaves.records.pages, leaves.records.live), (leaves.pages, 5_000));
    // Stamp, key length, the key without the page's prefix, value.
    assert!((110..=114).contains(&leaves.records.bytes_max), "{}", leaves.records.bytes_max);
    assert_eq!(leaves.records.ghosts, 0);
    let limited = tree_figures(&storage, &tree, PhysicalScan::Limited).unwrap();
    assert_eq!((limited[0].pages, limited[0].out_of_order), (leaves.pages, leaves.out_of_order));
    assert_eq!(limited[0].records.pages, 0, "LIMITED reads no leaf");
    assert_eq!(tree_figures(&storage, &tree, PhysicalScan::Sampled).unwrap()[0].records.live, 5_000);
}

#[test]
fn scattered_inserts_fragment_tree_and_load_does_not() {
    let storage = storage();
    let tree = tree_of(&storage, (0..5_000).map(|number| number * 1_237 % 5_000));
    let scattered = tree_figures(&storage, &tree, PhysicalScan::Detailed).unwrap().remove(0);
    let rows = entries(&storage, &tree).unwrap();
    let mut txn = storage.begin();
    let loaded = BTree::create(&storage, &mut txn, ObjectId(10)).unwrap();
    let mut load = loaded.bulk_load(&storage, &mut txn, PageFill::WHOLE).unwrap();
    rows.iter().for_each(|(key, value)| load.push(key, value).unwrap());
    load.finish().unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let loaded = tree_figures(&storage, &loaded, PhysicalScan::Detailed).unwrap().remove(0);
    assert!(scattered.out_of_order * 2 > scattered.pages, "{scattered:?}");
    assert!(loaded.out_of_order * 20 < loaded.pages, "{loaded:?}");
    assert!(loaded.fragments * 5 < scattered.fragments, "{loaded:?}");
    assert!(loaded.records.fullness() > 95.0 && scattered.records.fullness() < 90.0);
    assert!(loaded.pages < scattered.pages);
}

#[test]
fn deleted_entries_are_ghosts_and_needed_ones_are_versions() {
    let storage = storage();
    let tree = tree_of(&storage, 0..100);
    let mut txn = storage.begin();
    (0..10).for_each(|key: u32| assert!(tree.delete(&storage, &mut txn, &key.to_be_bytes()).unwrap()));
    let open = tree_figures(&storage, &tree, PhysicalScan::Detailed).unwrap().remove(0).records;
    assert_eq!((open.live, open.ghosts), (100, 0), "the deletion isn't committed");
    storage.commit(txn, CommitDurability::Full).unwrap();
    let ended = tree_figures(&storage, &tree, PhysicalScan::Detailed).unwrap().remove(0).records;
    assert_eq!((ended.live, ended.ghosts, ended.version_ghosts), (90, 10, 0));
}

#[test]
fn heap_counts_moved_rows_and_extents() {
    let storage = storage();
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let places: Vec<_> = (0..1_000).map(|_| heap.insert(&storage, &mut txn, &mut cursor, &[1; 100]).unwrap()).collect();
    let place = (heap.root, heap.object);
    let before = heap_figures(&storage, place, PhysicalScan::Limited).unwrap();
    assert_eq!((before.records.live, before.records.stubs, before.out_of_order), (1_000, 0, 0));
    assert!(heap.update(&storage, &mut txn, &mut cursor, places[0], &[2; 5_000]).unwrap());
    storage.commit(txn, CommitDurability::Full).unwrap();
    let after = heap_figures(&storage, place, PhysicalScan::Detailed).unwrap();
    assert_eq!((after.records.live, after.records.stubs), (1_001, 1), "a stub and a copy");
    assert!(after.records.bytes_max > 5_000 && after.records.bytes_min < 200);
    assert!(after.pages >= before.pages && after.fragments >= 1);
}

#[test]
fn long_values_count_one_record_a_page() {
    let storage = storage();
    with_heap(&storage);
    let place = (HEAP.root, HEAP.object);
    assert_eq!(long_figures(&storage, place, PhysicalScan::Detailed).unwrap(), None);
    let mut txn = storage.begin();
    write(&storage, &mut txn, &bytes(1, 40_000), 40_000).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let detailed = long_figures(&storage, place, PhysicalScan::Detailed).unwrap().unwrap();
    // Five data pages and the node above them.
    assert_eq!((detailed.pages, detailed.records.live), (6, 6));
    assert_eq!(detailed.records.bytes, 40_000 + 5 * 6);
    let limited = long_figures(&storage, place, PhysicalScan::Limited).unwrap().unwrap();
    assert_eq!((limited.pages, limited.records.pages), (6, 0));
}
