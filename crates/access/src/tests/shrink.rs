//! Data files that become shorter: what is cut off, power cuts at every file call, and work that
//! looks for pages behind the end.

use super::crash::{End, HEAP, Oracle, TREE, cut_at_any_call, made, transact};
use super::rig::{Alone as _, DATA, assert_sound, data_file, new, open, places, rows};
use crate::edit::Edit;
use crate::extent::{file_pages, grow_to, used_extents};
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::heap::{AppendCursor, Heap};
use crate::layout::EXTENT_PAGES;
use crate::object::{self, Life};
use crate::system::{Purpose, SystemRecord};
use crate::{Shrunk, defer_drop, release_end, used_extents_from};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, ObjectId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Create, Vfs};

const FILE: FileId = FileId::PRIMARY;

fn shrink(storage: &Storage, least: u32) -> Result<Shrunk, StorageError> {
    release_end(storage, storage.space.primary(), least)
}

fn length(vfs: &Arc<dyn Vfs>) -> u32 {
    (data_file(vfs, Create::Never).unwrap().len().unwrap() / PAGE_SIZE as u64) as u32
}

/// Does `work` in a transaction. If it fails, the rollback may fail too, and recovery does it.
fn commit<T>(
    storage: &Storage,
    work: impl FnOnce(&mut Transaction) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    let mut txn = storage.begin();
    match work(&mut txn) {
        Ok(made) => storage.commit(txn, CommitDurability::Full).map(|_| made),
        Err(error) => {
            let _ = storage.rollback(txn);
            Err(error)
        }
    }
}

/// Makes a heap with `pages` pages of rows.
fn filled(storage: &Storage, object: ObjectId, pages: usize) -> Result<Heap, StorageError> {
    commit(storage, |txn| {
        let heap = Heap::create(storage, txn, object)?;
        let mut cursor = AppendCursor::default();
        (0..pages).try_for_each(|_| heap.insert(storage, txn, &mut cursor, &[5; 7000]).map(drop))?;
        Ok(heap)
    })
}

fn drop_heap(storage: &Storage, heap: &Heap) -> Result<(), StorageError> {
    commit(storage, |txn| defer_drop(storage, txn, heap.root))
}

#[test]
fn free_extents_at_the_end_are_cut_off() {
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let (kept, dropped) = (filled(&storage, ObjectId(50), 30).unwrap(), filled(&storage, ObjectId(51), 900).unwrap());
    let grown = file_pages(&storage, FILE).unwrap();
    assert!(grown > 900 && length(&vfs) == grown);
    drop_heap(&storage, &dropped).unwrap();
    assert_eq!(shrink(&storage, 600).unwrap(), Shrunk::To(600), "not less than asked for");
    let used = used_extents(&storage, FILE).unwrap() * EXTENT_PAGES;
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(used));
    assert!(used < 160 && length(&vfs) == used, "{used}");
    assert_eq!(used_extents_from(&storage, FILE, used - 8).unwrap().len(), 1);
    assert_sound(&storage);
    // It grows again, and a crash loses nothing.
    let again = filled(&storage, ObjectId(52), 300).unwrap();
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    let storage = open(&vfs);
    assert_eq!((rows(&storage, &kept).unwrap().len(), rows(&storage, &again).unwrap().len()), (30, 300));
    assert_sound(&storage);
}

#[test]
fn system_pages_of_an_empty_file_stay() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(80));
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(80));
    filled(&storage, ObjectId(50), 3).unwrap();
    assert_sound(&storage);
}

#[test]
fn check_and_shrink_exclude_each_other() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let check = storage.keep_cleaning_away();
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::Busy);
    drop(check);
    let turn = storage.space.primary().shrinking.lock();
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::Busy);
    drop(turn);
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(80));
}

#[test]
fn file_longer_than_its_header_is_cut_off() {
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let dropped = filled(&storage, ObjectId(51), 300).unwrap();
    drop_heap(&storage, &dropped).unwrap();
    shrink(&storage, 0).unwrap();
    // A power cut takes the cut back; here the old length comes back by itself.
    data_file(&vfs, Create::Never).unwrap().allocate(0, 4_000 * PAGE_SIZE as u64).unwrap();
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::KEEP_UNSYNCED));
    let storage = open(&vfs);
    assert_eq!((file_pages(&storage, FILE).unwrap(), length(&vfs)), (80, 4_000));
    assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(80));
    assert_eq!(length(&vfs), 80, "{DATA}");
}

/// A release that is repeated after a crash finds no root.
#[test]
fn release_of_object_behind_the_end_is_done() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let heap = filled(&storage, ObjectId(51), 100).unwrap();
    let generation = crate::layout::generation(&storage.pool.read(storage.id, heap.root).unwrap());
    drop_heap(&storage, &heap).unwrap();
    shrink(&storage, 0).unwrap();
    let life = Life { root: heap.root, generation };
    storage.pool.drop_clean_buffers();
    object::release(&storage, life).unwrap();
    assert!(!life.is_alive(&storage).unwrap());
}

/// A creation that failed before it took its extent is undone on a page that was cut off.
#[test]
fn rollback_of_creation_behind_the_end_grows_the_file() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    filled(&storage, ObjectId(50), 20).unwrap();
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(51)).unwrap();
    let generation = crate::layout::generation(&storage.pool.read(storage.id, heap.root).unwrap());
    object::release(&storage, Life { root: heap.root, generation }).unwrap();
    let Shrunk::To(pages) = shrink(&storage, 0).unwrap() else { panic!("no check is in progress") };
    assert!(pages <= heap.root.page);
    storage.pool.drop_clean_buffers();
    storage.rollback(txn).unwrap();
    assert!(file_pages(&storage, FILE).unwrap() > heap.root.page);
    assert_sound(&storage);
}

fn free_of_first_range(storage: &Storage) -> Vec<u32> {
    let map = storage.pool.read(storage.id, gam::page_at(FILE, 0)).unwrap();
    (0..EXTENTS_PER_GAM).filter(|bit| !gam::is_used(&map, *bit)).collect()
}

/// Marks extents of the first range, without giving them to an object.
fn set_used(storage: &Storage, bits: &[u32], used: bool) {
    let mut map = storage.pool.write(storage.id, gam::page_at(FILE, 0)).unwrap();
    // A record has room for some thousand edits.
    for bits in bits.chunks(4_000) {
        let mut record = SystemRecord::new(Purpose::Work);
        bits.iter().for_each(|bit| record.edit(map.id(), Edit::Extent { bit: *bit, used }));
        record.log(storage, vec![&mut map]).unwrap();
    }
}

/// The map of the second range goes with the range, and is made anew when the file has grown.
#[test]
fn map_of_a_range_goes_with_the_range() {
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    let second = EXTENTS_PER_GAM * EXTENT_PAGES;
    let map_type = |storage: &Storage| {
        storage.pool.read(storage.id, gam::page_at(FILE, 1)).map(|map| page::page_type(&map)).unwrap_or(PageType::NONE)
    };
    for turn in 0..2 {
        grow_to(&storage, storage.space.primary(), second + 80).unwrap();
        let free = free_of_first_range(&storage);
        set_used(&storage, &free, true);
        let heap = filled(&storage, ObjectId(60 + turn), 20).unwrap();
        assert!(heap.root.page > second && map_type(&storage) == PageType::GAM);
        assert_eq!(shrink(&storage, 0).unwrap(), Shrunk::To(second + 8 * 4), "the map, and three extents");
        drop_heap(&storage, &heap).unwrap();
        set_used(&storage, &free, false);
        assert_eq!(shrink(&storage, second - 80).unwrap(), Shrunk::To(second - 80));
        assert_ne!(map_type(&storage), PageType::GAM);
        assert_sound(&storage);
        assert_eq!(used_extents(&storage, FILE).unwrap(), 10);
    }
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    assert_sound(&open(&vfs));
}

/// Objects come and go, the file grows and is shrunk, beside a heap and a tree that change.
fn workload(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle) -> Result<(), StorageError> {
    let storage = &*made(vfs, oracle, 60)?;
    storage.space.primary().growth.set(Some(FileGrowth::Bytes(16 * PAGE_SIZE as u64)), u64::MAX);
    let mut cursor = AppendCursor::default();
    for number in 0..6u8 {
        let dropped = filled(storage, ObjectId(200 + i32::from(number)), 40)?;
        let end = if number % 2 == 0 { End::Full } else { End::Delayed };
        transact(storage, oracle, end, |txn, state| {
            for step in 0..4u8 {
                let row = vec![number * 16 + step; 3000];
                HEAP.insert(storage, txn, &mut cursor, &row)?;
                state.rows.push(row);
                let (key, value) = (vec![number, step], vec![number; 900]);
                TREE.insert(storage, txn, &key, &value)?;
                state.entries.insert(key, value);
            }
            Ok(())
        })?;
        drop_heap(storage, &dropped)?;
        // Both a shrink that leaves room and one that does not.
        shrink(storage, if number % 3 == 0 { 140 } else { 0 })?;
        transact(storage, oracle, End::Full, |txn, state| {
            for (rid, old) in places(storage, &HEAP)?.into_iter().step_by(3) {
                let at = state.rows.iter().position(|row| *row == old).expect("the heap holds the state's rows");
                state.rows.swap_remove(at);
                assert!(HEAP.delete(storage, txn, rid)?);
            }
            Ok(())
        })?;
        // A transaction that is rolled back over a shrink.
        let mut txn = storage.begin();
        let undone = (|| {
            let made = Heap::create(storage, &mut txn, ObjectId(300 + i32::from(number)))?;
            (0..20)
                .try_for_each(|_| made.insert(storage, &mut txn, &mut AppendCursor::default(), &[7; 7000]).map(drop))?;
            shrink(storage, 0).map(drop)
        })();
        storage.rollback(txn).and(undone)?;
        shrink(storage, 0)?;
    }
    storage.checkpoint()
}

#[test]
fn power_cut_at_any_call_of_shrinks_loses_no_change() {
    cut_at_any_call((200, 1), workload);
}
