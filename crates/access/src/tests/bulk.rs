//! Bulk load of a heap: all rows exist after the commit, and none after a rollback or an earlier
//! crash.

use super::rig::{Alone as _, assert_sound, create, new, open, open_with, rows};
use crate::heap::{Heap, LOGGED_PAGES, ROW_MAX, Reader, Rid};
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PageType, page};
use sluice_txn::{CommitDurability, LogBackup, RecoveryModel, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};

/// The first object of a new file.
const HEAP: Heap = Heap { root: PageId::primary(80), object: ObjectId(100) };

fn row(number: usize) -> Vec<u8> {
    let length = [0, 5, 200, 1700, 8, ROW_MAX][number % 6];
    vec![number as u8; length]
}

fn fill(storage: &Storage, txn: &mut Transaction, count: usize) -> Result<(), StorageError> {
    assert_eq!(Heap::create(storage, txn, HEAP.object)?, HEAP);
    let mut load = HEAP.bulk_load(storage, txn)?;
    (0..count).try_for_each(|number| load.push(&row(number)))?;
    load.finish()
}

#[test]
fn bulk_loaded_heap_accepts_all_changes() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    fill(&storage, &mut txn, 500).unwrap();
    let before = storage.log.tail();
    let mut load = HEAP.bulk_load(&storage, &mut txn).unwrap();
    assert!(matches!(load.push(&[0; ROW_MAX + 1]), Err(StorageError::TooLong { .. })));
    load.finish().unwrap();
    assert_eq!(storage.log.tail(), before, "nothing put in, nothing logged");
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(rows(&storage, &HEAP).unwrap(), (0..500).map(row).collect::<Vec<_>>());
    assert_sound(&storage);
    let mut txn = storage.begin();
    let mut scan = HEAP.scan(&storage, Reader::Dirty).unwrap();
    let mut cursor = crate::AppendCursor::default();
    while let Some((rid, _)) = scan.next().unwrap() {
        assert!(HEAP.update(&storage, &mut txn, &mut cursor, rid, &[7; 900]).unwrap());
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(rows(&storage, &HEAP).unwrap(), vec![vec![7; 900]; 500]);
    assert_sound(&storage);
}

#[test]
fn bulk_load_rollback_leaves_nothing() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = new(&vfs);
    for _ in 0..2 {
        let mut txn = storage.begin();
        fill(&storage, &mut txn, 300).unwrap();
        storage.rollback(txn).unwrap();
        assert_sound(&storage);
    }
}

fn workload(vfs: &Arc<dyn Vfs>, acknowledged: &mut bool) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 40)?;
    let mut txn = storage.begin();
    if let Err(error) = fill(&storage, &mut txn, 200) {
        let _ = storage.rollback(txn);
        return Err(error);
    }
    storage.commit(txn, CommitDurability::Full)?;
    *acknowledged = true;
    storage.checkpoint()
}

#[test]
fn power_cut_leaves_all_bulk_rows_or_none() {
    let prepared = || {
        let mem = Arc::new(MemFs::new(3));
        create(&(mem.clone() as Arc<dyn Vfs>)).unwrap();
        mem
    };
    let whole = Arc::new(FaultFs::new(prepared(), FaultPlan::none()));
    workload(&(whole.clone() as Arc<dyn Vfs>), &mut false).unwrap();
    let calls = whole.calls();
    assert!(calls > 20, "only {calls} file calls");
    for call in 0..calls {
        let mem = prepared();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut acknowledged = false;
        assert!(workload(&vfs, &mut acknowledged).is_err(), "call {call} fails");
        let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
        let storage = open(&vfs);
        assert_sound(&storage);
        let root = storage.pool.read(storage.id, HEAP.root).unwrap();
        let is_there = page::page_type(&root) == PageType::IAM;
        drop(root);
        assert!(is_there || !acknowledged, "call {call}: the heap is lost");
        if is_there {
            assert_eq!(rows(&storage, &HEAP).unwrap().len(), 200, "call {call}");
        }
    }
}

/// Loads more pages than are always logged, then changes a row and adds one before the commit, and
/// adds a row after it.
fn long_workload(vfs: &Arc<dyn Vfs>, acknowledged: &mut bool) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 600)?;
    let mut txn = storage.begin();
    let loaded = (|| {
        assert_eq!(Heap::create(&storage, &mut txn, HEAP.object)?, HEAP);
        let mut load = HEAP.bulk_load(&storage, &mut txn)?;
        (0..LONG).try_for_each(|number| load.push(&[number as u8; 8_000]))?;
        load.finish()?;
        let mut cursor = crate::AppendCursor::default();
        let last = Rid { page: crate::object::last_page(&storage, HEAP.root)?, slot: 0 };
        assert!(HEAP.update(&storage, &mut txn, &mut cursor, last, &[1; 10])?);
        HEAP.insert(&storage, &mut txn, &mut cursor, &[2; 20]).map(drop)
    })();
    if let Err(error) = loaded {
        let _ = storage.rollback(txn);
        return Err(error);
    }
    storage.commit(txn, CommitDurability::Full)?;
    *acknowledged = true;
    let mut txn = storage.begin();
    let added = HEAP.insert(&storage, &mut txn, &mut crate::AppendCursor::default(), &[3; 30]);
    match added {
        Ok(_) => storage.commit(txn, CommitDurability::Full).map(drop),
        Err(error) => {
            let _ = storage.rollback(txn);
            Err(error)
        }
    }
}

const LONG: usize = LOGGED_PAGES + 70;

fn assert_loaded(storage: &Storage, acknowledged: bool, call: u64) {
    assert_sound(storage);
    let is_there = page::page_type(&storage.pool.read(storage.id, HEAP.root).unwrap()) == PageType::IAM;
    assert!(is_there || !acknowledged, "call {call}: the heap is lost");
    if is_there {
        let found = rows(storage, &HEAP).unwrap();
        let mut expected: Vec<Vec<u8>> = (0..LONG - 1).map(|number| vec![number as u8; 8_000]).collect();
        expected.extend([vec![1; 10], vec![2; 20]]);
        assert_eq!(found[..expected.len()], expected, "call {call}");
        assert!(found[expected.len()..].iter().all(|row| *row == [3; 30]) && found.len() <= expected.len() + 1);
    }
}

#[test]
fn power_cut_keeps_unlogged_rows_or_drops_heap() {
    let prepared = || {
        let mem = Arc::new(MemFs::new(4));
        let storage = new(&(mem.clone() as Arc<dyn Vfs>));
        // The extents had an earlier owner, whose records are in the log.
        let mut txn = storage.begin();
        fill(&storage, &mut txn, 300).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        let mut txn = storage.begin();
        crate::defer_drop(&storage, &mut txn, HEAP.root).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        drop(storage);
        Arc::new(mem.crash(CrashMode::ProcessKill))
    };
    let whole = Arc::new(FaultFs::new(prepared(), FaultPlan::none()));
    long_workload(&(whole.clone() as Arc<dyn Vfs>), &mut false).unwrap();
    for call in 0..=whole.calls() {
        let mem = prepared();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut acknowledged = false;
        assert!(long_workload(&vfs, &mut acknowledged).is_err() || call == whole.calls());
        for mode in [CrashMode::POWER_CUT, CrashMode::KEEP_UNSYNCED] {
            let storage = open_with(&(Arc::new(mem.crash_copy(call, mode)) as Arc<dyn Vfs>), 600).unwrap().0;
            assert_loaded(&storage, acknowledged, call);
        }
    }
}

/// Returns the bytes logged by a load of `pages` pages, and of 1,000 more, under a recovery model.
fn logged_by_a_long_load(model: RecoveryModel) -> [u64; 2] {
    let storage = new(&(Arc::new(MemFs::new(5)) as Arc<dyn Vfs>));
    storage.set_recovery_model(model).unwrap();
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, HEAP.object).unwrap();
    let mut load = HEAP.bulk_load(&storage, &mut txn).unwrap();
    let logged = [LOGGED_PAGES, 1_000].map(|pages| {
        let before = storage.log.tail().block();
        (0..pages).for_each(|_| load.push(&[7; 8_000]).unwrap());
        (storage.log.tail().block() - before) * Lsn::BLOCK_UNIT
    });
    load.finish().unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(rows(&storage, &HEAP).unwrap().len(), LOGGED_PAGES + 1_000);
    assert_sound(&storage);
    logged
}

#[test]
fn long_load_is_minimally_logged_except_under_full() {
    for model in [RecoveryModel::Simple, RecoveryModel::BulkLogged] {
        let logged = logged_by_a_long_load(model);
        assert!(logged[0] > 1_900_000 && logged[1] < 200_000, "{model:?}: {logged:?}");
    }
    let logged = logged_by_a_long_load(RecoveryModel::Full);
    assert!(logged[1] > 8_000_000, "{logged:?}");
}

#[test]
fn long_load_into_temporary_database_writes_no_page() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(6));
    let storage = super::rig::temporary(&vfs, 1_000).unwrap();
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, HEAP.object).unwrap();
    let mut load = HEAP.bulk_load(&storage, &mut txn).unwrap();
    (0..LONG).for_each(|_| load.push(&[7; 8_000]).unwrap());
    load.finish().unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(storage.pool.counters().page_writes.get(), 0);
    assert_eq!(rows(&storage, &HEAP).unwrap().len(), LONG);
}

/// The log lacks the rows of pages behind the first ones, so the next log backup has their extents.
#[test]
fn log_backup_has_the_extents_of_unlogged_pages_once() {
    let pages = [RecoveryModel::Full, RecoveryModel::BulkLogged].map(|model| {
        let storage = new(&(Arc::new(MemFs::new(7)) as Arc<dyn Vfs>));
        storage.set_recovery_model(model).unwrap();
        storage.back_up_data(true, || crate::read_data(&storage)).unwrap();
        let mut txn = storage.begin();
        Heap::create(&storage, &mut txn, HEAP.object).unwrap();
        let mut load = HEAP.bulk_load(&storage, &mut txn).unwrap();
        (0..LONG).for_each(|_| load.push(&[7; 8_000]).unwrap());
        load.finish().unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        [true, false, false].map(|keep| {
            let backed_up = storage.back_up_log(keep, |from, to| crate::read_unlogged(&storage, from, to)).unwrap();
            let LogBackup::Done { pages, .. } = backed_up else { panic!("{backed_up:?}") };
            pages
        })
    });
    // The IAM root and 256 logged pages take 32 extents and a page: the other 70 are in 9 extents.
    assert_eq!(pages, [[0, 0, 0], [72, 72, 0]]);
}
