//! Databases with several data files: the spread of extents, filegroups, crashes at every file
//! call, and files of another state.

use super::rig::{
    ARCHIVE, ARCHIVE_FILE, SECOND_FILE, add_files, assert_sound, create, entries, open, open_with, path_of, rows,
};
use crate::extent::{file_pages, grow_to, is_empty_file, modified_extents, used_extents};
use crate::heap::{AppendCursor, Heap};
use crate::{BTree, Placement, defer_drop, read_data};
use sluice_base::ids::{FileId, FilegroupId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::path::Path;

const FILES: [FileId; 3] = [FileId::PRIMARY, SECOND_FILE, ARCHIVE_FILE];

fn new_with_files(vfs: &Arc<dyn Vfs>) -> Arc<Storage> {
    create(vfs).unwrap();
    add_files(vfs).unwrap();
    open(vfs)
}

fn extents(storage: &Storage) -> [u32; 3] {
    FILES.map(|file| used_extents(storage, file).unwrap())
}

fn fill(storage: &Storage, heap: &Heap, count: usize) -> Result<(), StorageError> {
    let mut txn = storage.begin();
    let mut cursor = AppendCursor::default();
    let filled = (0..count).try_for_each(|_| heap.insert(storage, &mut txn, &mut cursor, &[3; 8000]).map(drop));
    match filled {
        Ok(()) => storage.commit(txn, CommitDurability::Full).map(drop),
        Err(error) => storage.rollback(txn).and(Err(error)),
    }
}

fn new_heap(storage: &Storage, placement: Placement) -> Result<Heap, StorageError> {
    let mut txn = storage.begin();
    let heap = Heap::create_in(storage, &mut txn, ObjectId(50), placement)?;
    storage.commit(txn, CommitDurability::Full)?;
    Ok(heap)
}

fn drop_heap(storage: &Storage, heap: &Heap) -> Result<(), StorageError> {
    let mut txn = storage.begin();
    defer_drop(storage, &mut txn, heap.root)?;
    storage.commit(txn, CommitDurability::Full).map(drop)
}

#[test]
fn heap_spreads_over_files_of_its_filegroup() {
    let mem = Arc::new(MemFs::new(1));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new_with_files(&vfs);
    for file in [FileId::PRIMARY, SECOND_FILE] {
        grow_to(&storage, &storage.space.file(file).unwrap(), 512).unwrap();
    }
    let before = extents(&storage);
    let heap = new_heap(&storage, Placement::PRIMARY).unwrap();
    fill(&storage, &heap, 500).unwrap();
    let full = extents(&storage);
    let taken: Vec<u32> = full.iter().zip(before).map(|(now, before)| now - before).collect();
    assert_eq!(taken.iter().sum::<u32>(), 63, "500 pages and two IAM pages");
    assert!(taken[0] > 20 && taken[1] > 20 && taken[2] == 0, "{taken:?}");
    assert_eq!(rows(&storage, &heap).unwrap().len(), 500);
    assert_sound(&storage);
    storage.checkpoint().unwrap();
    assert_eq!(read_data(&storage).unwrap(), u64::from((full.iter().sum::<u32>() - 3 * 9) * 8));
    // Both files grow, each in its turn.
    for _ in 0..4 {
        fill(&storage, &heap, 400).unwrap();
        storage.checkpoint().unwrap();
    }
    let pages = FILES.map(|file| file_pages(&storage, file).unwrap());
    assert_eq!(pages, [512 + 1024, 512 + 1024, 96]);
    let again: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    let storage = open(&again);
    assert_eq!(rows(&storage, &heap).unwrap().len(), 2_100);
    assert_sound(&storage);
    drop_heap(&storage, &heap).unwrap();
    assert_eq!(extents(&storage), before);
    assert!(is_empty_file(&storage, SECOND_FILE).unwrap());
    assert_sound(&storage);
}

#[test]
fn objects_of_a_filegroup_stay_in_its_files() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = new_with_files(&vfs);
    let before = extents(&storage);
    let heap = new_heap(&storage, Placement { rows: ARCHIVE, long_values: FilegroupId::PRIMARY }).unwrap();
    assert_eq!(heap.root, PageId { file: ARCHIVE_FILE, page: 80 });
    fill(&storage, &heap, 100).unwrap();
    let mut txn = storage.begin();
    let mut writer = heap.lobs().write(&storage);
    writer.push(&mut txn, &[7; 100_000]).unwrap();
    writer.finish(&mut txn).unwrap();
    let tree = BTree::create_in(&storage, &mut txn, ObjectId(51), Placement::within(ARCHIVE)).unwrap();
    for key in 0..2_000u32 {
        tree.insert(&storage, &mut txn, &key.to_be_bytes(), &[1; 100]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let after = extents(&storage);
    let taken: Vec<u32> = after.iter().zip(before).map(|(now, before)| now - before).collect();
    assert!(taken[0] + taken[1] == 2, "the long value's 13 pages, and its IAM page: {taken:?}");
    assert!(taken[2] > 13, "{taken:?}");
    assert_eq!(Placement::for_object(&storage, heap.root).unwrap().long_values, FilegroupId::PRIMARY);
    assert_sound(&storage);
    drop_heap(&storage, &heap).unwrap();
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, tree.iam_root()).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(extents(&storage), before);
}

#[test]
fn closing_file_gives_no_extent() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(3));
    let storage = new_with_files(&vfs);
    storage.space.file(SECOND_FILE).unwrap().set_closing(true);
    let heap = new_heap(&storage, Placement::PRIMARY).unwrap();
    fill(&storage, &heap, 200).unwrap();
    assert!(is_empty_file(&storage, SECOND_FILE).unwrap());
    assert_sound(&storage);
}

/// Changes pages of all files, with checkpoints. Returns the number of certain rows of each object.
fn workload(vfs: &Arc<dyn Vfs>, certain: &mut usize) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 40)?;
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(50))?;
    let tree = BTree::create_in(&storage, &mut txn, ObjectId(51), Placement::within(ARCHIVE))?;
    storage.commit(txn, CommitDurability::Full)?;
    for round in 0..12u32 {
        let mut txn = storage.begin();
        let mut cursor = AppendCursor::default();
        let worked = (0..8u32).try_for_each(|step| {
            heap.insert(&storage, &mut txn, &mut cursor, &[round as u8; 7000])?;
            tree.insert(&storage, &mut txn, &(round * 8 + step).to_be_bytes(), &[2; 900])
        });
        if let Err(error) = worked {
            // The disk is gone: recovery rolls back.
            let _ = storage.rollback(txn);
            return Err(error);
        }
        storage.commit(txn, CommitDurability::Full)?;
        *certain += 8;
        if round % 4 == 3 {
            storage.checkpoint()?;
        }
    }
    drop_heap(&storage, &heap)?;
    storage.checkpoint()
}

#[test]
fn power_cut_at_each_call_keeps_rows_of_all_files() {
    let mut call = 0;
    loop {
        let mem = Arc::new(MemFs::new(40 + call));
        let whole: Arc<dyn Vfs> = mem.clone();
        create(&whole).unwrap();
        add_files(&whole).unwrap();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut certain = 0;
        let done = workload(&vfs, &mut certain).is_ok();
        let mode = [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT, CrashMode::KEEP_UNSYNCED][call as usize % 3];
        let again: Arc<dyn Vfs> = Arc::new(mem.crash(mode));
        let storage = open(&again);
        assert_sound(&storage);
        let tree = BTree { root: PageId { file: ARCHIVE_FILE, page: 81 }, object: ObjectId(51) };
        if certain > 0 {
            let found = entries(&storage, &tree).unwrap().len();
            assert!(found >= certain && found.is_multiple_of(8), "call {call}: {found} entries, {certain} are certain");
        }
        if done {
            break;
        }
        call += 7;
    }
    assert!(call > 100, "the workload makes only {call} calls");
}

/// A base is written into one file after another. A crash in between leaves none of the marks out.
#[test]
fn power_cut_in_full_backup_loses_no_changed_extent() {
    let modified = |storage: &Storage| FILES.map(|file| modified_extents(storage, file).unwrap());
    let base_of = |storage: &Storage| storage.pool.differential_base(storage.id).unwrap();
    let back_up = |storage: &Storage| storage.back_up_data(true, || read_data(storage)).map(drop);
    let mut call = 0;
    loop {
        let mem = Arc::new(MemFs::new(70 + call));
        let whole: Arc<dyn Vfs> = mem.clone();
        let (base, before) = {
            let storage = new_with_files(&whole);
            for file in [FileId::PRIMARY, SECOND_FILE] {
                grow_to(&storage, &storage.space.file(file).unwrap(), 512).unwrap();
            }
            let heap = new_heap(&storage, Placement::PRIMARY).unwrap();
            fill(&storage, &heap, 100).unwrap();
            back_up(&storage).unwrap();
            let rest = modified(&storage);
            fill(&storage, &heap, 100).unwrap();
            let before = modified(&storage);
            assert!(before[0] > rest[0] && before[1] > rest[1], "both files changed: {rest:?}, {before:?}");
            storage.close().unwrap();
            (base_of(&storage), before)
        };
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let done = open_with(&vfs, 256).and_then(|(storage, _)| back_up(&storage)).is_ok();
        let mode = [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT, CrashMode::KEEP_UNSYNCED][call as usize % 3];
        let again: Arc<dyn Vfs> = Arc::new(mem.crash(mode));
        let storage = open(&again);
        assert_sound(&storage);
        let after = modified(&storage);
        if base_of(&storage) == base {
            assert!(!done, "the base is durable");
            let lost = after.iter().zip(before).any(|(after, before)| *after < before);
            assert!(!lost, "call {call}: {after:?} of {before:?}");
        }
        if done {
            assert!(after[1] < before[1], "{after:?} of {before:?}");
            break;
        }
        call += 1;
    }
    assert!(call > 10, "the backup makes only {call} calls");
}

/// Returns the bytes of a file.
fn bytes_of(vfs: &dyn Vfs, path: &str) -> Vec<u8> {
    let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
    let file = vfs.open(Path::new(path), options).unwrap();
    let mut bytes = vec![0; file.len().unwrap() as usize];
    file.read_at(&mut bytes, 0).unwrap();
    bytes
}

fn put_bytes(vfs: &dyn Vfs, path: &str, bytes: &[u8]) {
    let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
    vfs.open(Path::new(path), options).unwrap().write_at(bytes, 0).unwrap();
}

#[test]
fn older_secondary_file_is_refused_and_changes_nothing() {
    let mem = Arc::new(MemFs::new(5));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new_with_files(&vfs);
    let heap = new_heap(&storage, Placement::within(ARCHIVE)).unwrap();
    storage.close().unwrap();
    let older = bytes_of(&*vfs, &path_of(ARCHIVE_FILE));
    for _ in 0..2 {
        let storage = open(&vfs);
        fill(&storage, &heap, 2).unwrap();
        storage.close().unwrap();
    }
    let current = bytes_of(&*vfs, &path_of(ARCHIVE_FILE));
    put_bytes(&*vfs, &path_of(ARCHIVE_FILE), &older);
    let error = open_with(&vfs, 64).map(drop).unwrap_err().to_string();
    assert!(error.contains("t4.ndf") && error.contains("older than its log"), "{error}");
    put_bytes(&*vfs, &path_of(ARCHIVE_FILE), &current);
    let storage = open(&vfs);
    assert_eq!(rows(&storage, &heap).unwrap().len(), 4);
    assert_sound(&storage);
}

#[test]
fn swapped_secondary_files_are_refused() {
    let mem = Arc::new(MemFs::new(6));
    let vfs: Arc<dyn Vfs> = mem.clone();
    new_with_files(&vfs).close().unwrap();
    let [second, archive] = [SECOND_FILE, ARCHIVE_FILE].map(|file| bytes_of(&*vfs, &path_of(file)));
    put_bytes(&*vfs, &path_of(SECOND_FILE), &archive);
    put_bytes(&*vfs, &path_of(ARCHIVE_FILE), &second);
    let error = open_with(&vfs, 64).map(drop).unwrap_err().to_string();
    assert!(error.contains("t3.ndf") && error.contains("(3:0)"), "{error}");
}
