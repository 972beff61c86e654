//! Objects: release with or after their transaction, reuse of extents, growth of the file, and a
//! full disk.

use super::rig::{assert_sound, create, entries, new, open, rows};
use crate::extent::file_pages;
use crate::heap::{AppendCursor, Heap};
use crate::object::{Life, release};
use crate::{BTree, boot, defer_drop, gam, layout};
use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};

/// Returns the number of used extents.
fn extents_in_use(storage: &Storage) -> u32 {
    let map = storage.pool.read(storage.id, PageId::primary(gam::FIRST_GAM)).unwrap();
    (0..gam::EXTENTS_PER_GAM).filter(|bit| gam::is_used(&map, *bit)).count() as u32
}

fn fill(storage: &Storage, heap: &Heap, rows: usize) -> Result<(), StorageError> {
    let mut txn = storage.begin();
    let mut cursor = AppendCursor::default();
    let filled = (0..rows).try_for_each(|_| heap.insert(storage, &mut txn, &mut cursor, &[3; 8000]).map(drop));
    match filled {
        Ok(()) => storage.commit(txn, CommitDurability::Full).map(drop),
        Err(error) => storage.rollback(txn).and(Err(error)),
    }
}

fn new_heap(storage: &Storage, object: i32) -> Heap {
    let mut txn = storage.begin();
    let heap = Heap::create(storage, &mut txn, ObjectId(object)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    heap
}

#[test]
fn dropped_extents_are_free_after_commit() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let before = extents_in_use(&storage);
    let heap = new_heap(&storage, 50);
    fill(&storage, &heap, 100).unwrap();
    let full = extents_in_use(&storage);
    assert_eq!(full - before, 13, "100 pages and the IAM page");
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, heap.root).unwrap();
    assert_eq!(extents_in_use(&storage), full, "nothing is freed before the commit");
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(extents_in_use(&storage), before);
    assert_sound(&storage);
    let again = new_heap(&storage, 51);
    assert_eq!(again.root, heap.root);
    fill(&storage, &again, 20).unwrap();
    assert_eq!(rows(&storage, &again).unwrap().len(), 20, "no row of the former owner");
    assert_sound(&storage);
}

#[test]
fn rolled_back_drop_keeps_the_object() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = new(&vfs);
    let heap = new_heap(&storage, 50);
    fill(&storage, &heap, 20).unwrap();
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, heap.root).unwrap();
    storage.rollback(txn).unwrap();
    assert_eq!(rows(&storage, &heap).unwrap().len(), 20);
    assert_sound(&storage);
}

#[test]
fn second_release_spares_the_next_owner() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(3));
    let storage = new(&vfs);
    let heap = new_heap(&storage, 50);
    let generation = layout::generation(&storage.pool.read(storage.id, heap.root).unwrap());
    let life = Life { root: heap.root, generation };
    assert_eq!(Life::decode(&life.encode()), Ok(life));
    release(&storage, life).unwrap();
    release(&storage, life).unwrap();
    let next = new_heap(&storage, 50);
    assert_eq!(next.root, heap.root, "same place, same object id: only the generation differs");
    fill(&storage, &next, 5).unwrap();
    release(&storage, life).unwrap();
    assert_eq!(rows(&storage, &next).unwrap().len(), 5);
    assert_sound(&storage);
}

#[test]
fn uncommitted_object_is_freed_by_rollback_or_crash() {
    let mem = Arc::new(MemFs::new(4));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let before = extents_in_use(&storage);
    let make = |storage: &Storage, txn: &mut sluice_txn::Transaction| {
        let heap = Heap::create(storage, txn, ObjectId(60)).unwrap();
        let tree = BTree::create(storage, txn, ObjectId(61)).unwrap();
        let mut cursor = AppendCursor::default();
        for number in 0..60u8 {
            heap.insert(storage, txn, &mut cursor, &[number; 4000]).unwrap();
            tree.insert(storage, txn, &[number], &[number; 2000]).unwrap();
        }
    };
    let mut txn = storage.begin();
    make(&storage, &mut txn);
    assert!(extents_in_use(&storage) > before + 4);
    storage.rollback(txn).unwrap();
    assert_eq!(extents_in_use(&storage), before);
    assert_sound(&storage);
    let mut txn = storage.begin();
    make(&storage, &mut txn);
    storage.log.flush_tail().unwrap();
    std::mem::forget(txn);
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
    let storage = open(&vfs);
    assert_eq!(extents_in_use(&storage), before);
    assert_sound(&storage);
}

#[test]
fn object_with_several_iam_pages_is_scanned_and_freed() {
    let mem = Arc::new(MemFs::new(5));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let before = extents_in_use(&storage);
    let heap = new_heap(&storage, 50);
    let pages = 2 * crate::iam::ENTRIES_MAX * 8 + 100;
    for _ in 0..pages / 500 + 1 {
        fill(&storage, &heap, 500).unwrap();
        storage.checkpoint().unwrap();
    }
    let (mut scan, mut found) = (heap.scan(&storage, crate::Reader::Dirty).unwrap(), 0);
    while scan.next().unwrap().is_some() {
        found += 1;
    }
    assert_eq!(found, (pages / 500 + 1) * 500);
    assert_sound(&storage);
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, heap.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(extents_in_use(&storage), before);
    assert_sound(&storage);
}

#[test]
fn full_disk_fails_only_the_insert() {
    let options = MemOptions { capacity: 16 << 20, crashable: false, ..MemOptions::powersafe(6) };
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::with_options(options));
    let storage = new(&vfs);
    let heap = new_heap(&storage, 50);
    let mut kept = 0;
    let error = loop {
        match fill(&storage, &heap, 100) {
            Ok(()) => kept += 100,
            Err(error) => break error,
        }
        storage.checkpoint().unwrap();
    };
    assert!(matches!(&error, StorageError::DataFull { path, .. } if path.ends_with("t.mdf")), "{error}");
    assert!(kept >= 500, "most of the disk was used: {kept} pages");
    assert_eq!(rows(&storage, &heap).unwrap().len(), kept);
    assert_sound(&storage);
    // Changes without a new page still succeed.
    let mut txn = storage.begin();
    heap.insert(&storage, &mut txn, &mut AppendCursor::default(), &[1; 10]).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, heap.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    fill(&storage, &new_heap(&storage, 51), 100).unwrap();
    assert_sound(&storage);
}

#[test]
fn growth_and_boot_slots_survive_crash() {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    create(&vfs).unwrap();
    let storage = open(&vfs);
    let small = file_pages(&storage, FileId::PRIMARY).unwrap();
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(boot::get(&storage, 3).unwrap(), PageId::NONE);
    boot::set(&storage, 3, tree.root).unwrap();
    fill(&storage, &new_heap(&storage, 50), 30).unwrap();
    let grown = file_pages(&storage, FileId::PRIMARY).unwrap();
    assert_eq!(grown, small + 1024, "8 MB more");
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    let storage = open(&vfs);
    assert_eq!(file_pages(&storage, FileId::PRIMARY).unwrap(), grown);
    assert_eq!(boot::get(&storage, 3).unwrap(), tree.root);
    assert!(boot::get(&storage, 64).is_err(), "there are 64 slots");
    assert!(entries(&storage, &tree).unwrap().is_empty());
    assert_sound(&storage);
}

#[test]
fn rollback_in_full_log_frees_created_objects() {
    for is_live in [true, false] {
        let mem = Arc::new(MemFs::new(8));
        let vfs: Arc<dyn Vfs> = mem.clone();
        let storage = new(&vfs);
        let other = new_heap(&storage, 50);
        let mut txn = storage.begin();
        Heap::create(&storage, &mut txn, ObjectId(60)).unwrap();
        BTree::create(&storage, &mut txn, ObjectId(61)).unwrap();
        // The open transaction prevents log truncation; system records take the last bytes.
        let error = (0..).find_map(|_| fill(&storage, &other, 20).err()).unwrap();
        assert!(matches!(error, StorageError::LogFull { .. }), "{error}");
        while boot::set(&storage, 7, other.root).is_ok() {}
        let before = extents_in_use(&storage);
        if is_live {
            storage.rollback(txn).unwrap();
            assert_eq!(extents_in_use(&storage), before - 2);
            assert_sound(&storage);
            storage.checkpoint().unwrap();
            fill(&storage, &other, 20).unwrap();
        } else {
            storage.log.flush_tail().unwrap();
            std::mem::forget(txn);
            let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
            let storage = open(&vfs);
            assert_eq!(extents_in_use(&storage), before - 2);
            assert_sound(&storage);
        }
    }
}
