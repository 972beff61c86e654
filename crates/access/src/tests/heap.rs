//! Heaps against a vector.

use super::rig::{Alone as _, assert_sound, new, open, rows};
use crate::heap::{AppendCursor, Changed, Heap, ROW_MAX, Reader, Rid};
use proptest::prelude::*;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};

#[derive(Clone, Debug)]
enum Step {
    Insert { length: usize, seed: u8 },
    Append { length: usize, count: u8 },
    Delete { which: usize },
    Update { which: usize, length: usize, seed: u8 },
    Savepoint,
    BackToSavepoint,
    Commit,
    Rollback,
    Checkpoint,
    Crash,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let length = prop_oneof![6 => 0usize..200, 2 => 0usize..3000, 1 => 7000usize..=ROW_MAX];
    let other = length.clone();
    let step = prop_oneof![
        4 => (0usize..900, 1u8..30).prop_map(|(length, count)| Step::Append { length, count }),
        12 => (any::<usize>(), other, any::<u8>()).prop_map(|(which, length, seed)| Step::Update { which, length, seed }),
        20 => (length, any::<u8>()).prop_map(|(length, seed)| Step::Insert { length, seed }),
        5 => any::<usize>().prop_map(|which| Step::Delete { which }),
        2 => Just(Step::Savepoint),
        2 => Just(Step::BackToSavepoint),
        3 => Just(Step::Commit),
        2 => Just(Step::Rollback),
        1 => Just(Step::Checkpoint),
        1 => Just(Step::Crash),
    ];
    proptest::collection::vec(step, 1..160)
}

type Model = Vec<(Rid, Vec<u8>)>;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn heap_matches_vector_of_rows(steps in steps()) {
        let mut mem = Arc::new(MemFs::new(1));
        let mut vfs: Arc<dyn Vfs> = mem.clone();
        let mut storage = new(&vfs);
        let mut txn = storage.begin();
        let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        let mut txn = storage.begin();
        let mut cursor = AppendCursor::default();
        let (mut committed, mut model) = (Model::new(), Model::new());
        let mut savepoint = None;
        for step in steps {
            match step {
                Step::Insert { length, seed } => {
                    let row: Vec<u8> = (0..length).map(|i| seed ^ i as u8).collect();
                    let rid = heap.insert(&storage, &mut txn, &mut cursor, &row).unwrap();
                    prop_assert!(model.iter().all(|(other, _)| *other != rid), "a place is given once");
                    model.push((rid, row));
                }
                Step::Append { length, count } => {
                    let mut append = heap.append(&storage);
                    let rows: Vec<Vec<u8>> = (0..count).map(|number| vec![number; length]).collect();
                    for row in &rows {
                        append.push(&mut txn, &mut cursor, row).unwrap();
                    }
                    append.finish(&mut txn, &mut cursor).unwrap();
                    let mut scan = heap.scan(&storage, Reader::Dirty).unwrap();
                    // The rows may be on several pages, in any order if deletes had left room.
                    let (known, mut added) = (model.len(), Vec::new());
                    while let Some((rid, row)) = scan.next().unwrap() {
                        if model[..known].iter().all(|(known, _)| *known != rid) {
                            added.push(row.to_vec());
                            model.push((rid, row.to_vec()));
                        }
                    }
                    added.sort();
                    prop_assert_eq!(added, rows);
                }
                Step::Delete { which } if !model.is_empty() => {
                    let (rid, _) = model.swap_remove(which % model.len());
                    prop_assert!(heap.delete(&storage, &mut txn, rid).unwrap());
                    prop_assert!(!heap.delete(&storage, &mut txn, rid).unwrap(), "it is gone");
                }
                Step::Update { which, length, seed } if !model.is_empty() => {
                    let which = which % model.len();
                    let row: Vec<u8> = (0..length).map(|i| seed ^ i as u8).collect();
                    prop_assert!(heap.update(&storage, &mut txn, &mut cursor, model[which].0, &row).unwrap());
                    model[which].1 = row;
                }
                Step::Delete { .. } | Step::Update { .. } => {}
                Step::Savepoint => savepoint = Some((storage.savepoint(&txn), model.clone())),
                Step::BackToSavepoint => {
                    if let Some((point, kept)) = &savepoint {
                        storage.rollback_to(&mut txn, *point).unwrap();
                        model.clone_from(kept);
                    }
                }
                Step::Commit => {
                    storage.commit(txn, CommitDurability::Full).unwrap();
                    (txn, savepoint) = (storage.begin(), None);
                    committed.clone_from(&model);
                }
                Step::Rollback => {
                    storage.rollback(txn).unwrap();
                    (txn, savepoint) = (storage.begin(), None);
                    model.clone_from(&committed);
                }
                Step::Checkpoint => storage.checkpoint().unwrap(),
                Step::Crash => {
                    std::mem::forget(txn);
                    mem = Arc::new(mem.crash(CrashMode::POWER_CUT));
                    vfs = mem.clone();
                    storage = open(&vfs);
                    (txn, savepoint) = (storage.begin(), None);
                    cursor = AppendCursor::default();
                    model.clone_from(&committed);
                }
            }
        }
        let mut row = Vec::new();
        for (rid, expected) in &model {
            prop_assert!(heap.get(&storage, *rid, &mut row).unwrap());
            prop_assert_eq!(&row, expected);
        }
        let mut found = rows(&storage, &heap).unwrap();
        let mut expected: Vec<Vec<u8>> = model.into_iter().map(|(_, row)| row).collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
        assert_sound(&storage);
        storage.rollback(txn).unwrap();
        assert_sound(&storage);
        prop_assert_eq!(rows(&storage, &heap).unwrap().len(), committed.len());
    }
}

#[test]
fn scan_returns_rows_in_insert_order() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    for number in 0u32..3000 {
        let row = [&number.to_le_bytes()[..], &[7; 600]].concat();
        heap.insert(&storage, &mut txn, &mut cursor, &row).unwrap();
    }
    let writer = txn.id().unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut scan = heap.scan(&storage, crate::Reader::Dirty).unwrap();
    let mut next = 0u32;
    while let Some((_, row)) = scan.next().unwrap() {
        assert_eq!(row[..4], next.to_le_bytes());
        assert_eq!(scan.writer(), writer);
        next += 1;
    }
    assert_eq!(next, 3000);
    assert_sound(&storage);
}

#[test]
fn row_longer_than_8060_bytes_is_refused() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(3));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    heap.insert(&storage, &mut txn, &mut cursor, &[1; ROW_MAX]).unwrap();
    let error = heap.insert(&storage, &mut txn, &mut cursor, &[1; ROW_MAX + 1]).unwrap_err();
    assert!(matches!(error, StorageError::TooLong { bytes: 8061, max: 8060 }));
    heap.insert(&storage, &mut txn, &mut cursor, &[]).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(rows(&storage, &heap).unwrap(), [vec![1; ROW_MAX], vec![]]);
}

/// Creates a heap with a full first page: `count` committed rows of `length` bytes. Returns their
/// places.
fn full_page(storage: &Storage, count: u8, length: usize) -> (Heap, AppendCursor, Vec<Rid>) {
    let mut txn = storage.begin();
    let heap = Heap::create(storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let put = |number| heap.insert(storage, &mut txn, &mut cursor, &vec![number; length]).unwrap();
    let rids: Vec<Rid> = (0..count).map(put).collect();
    assert!(rids.iter().all(|rid| rid.page == rids[0].page), "all on one page");
    storage.commit(txn, CommitDurability::Full).unwrap();
    (heap, cursor, rids)
}

#[test]
fn moved_row_keeps_its_rid_and_is_scanned_once() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(5));
    let storage = new(&vfs);
    let (heap, mut cursor, rids) = full_page(&storage, 8, 1000);
    let mut txn = storage.begin();
    for length in [3000, 6000, 8060, 20] {
        assert!(heap.update(&storage, &mut txn, &mut cursor, rids[3], &vec![77; length]).unwrap());
        let found = rows(&storage, &heap).unwrap();
        assert_eq!(found.len(), 8);
        assert_eq!(found[3], vec![77; length], "at its place in the order");
        assert_sound(&storage);
    }
    let writer = txn.id().unwrap();
    let mut scan = heap.scan(&storage, Reader::Dirty).unwrap();
    let writers: Vec<bool> =
        std::iter::from_fn(|| scan.next().unwrap().map(drop).map(|()| scan.writer() == writer)).collect();
    assert_eq!(writers, [false, false, false, true, false, false, false, false]);
    assert!(heap.delete(&storage, &mut txn, rids[3]).unwrap());
    assert!(!heap.delete(&storage, &mut txn, rids[3]).unwrap());
    assert_eq!(rows(&storage, &heap).unwrap().len(), 7);
    storage.rollback(txn).unwrap();
    assert_eq!(rows(&storage, &heap).unwrap(), (0..8).map(|number| vec![number; 1000]).collect::<Vec<_>>());
    assert_sound(&storage);
}

#[test]
fn freed_room_is_reusable_only_after_commit() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(6));
    let storage = new(&vfs);
    let (heap, mut cursor, rids) = full_page(&storage, 8, 1000);
    let mut shrinking = storage.begin();
    heap.update(&storage, &mut shrinking, &mut cursor, rids[0], &[1; 10]).unwrap();
    heap.delete(&storage, &mut shrinking, rids[1]).unwrap();
    let mut other = storage.begin();
    let elsewhere = heap.insert(&storage, &mut other, &mut AppendCursor::default(), &[2; 900]).unwrap();
    assert_ne!(elsewhere.page, rids[0].page);
    storage.commit(other, CommitDurability::Full).unwrap();
    let savepoint = storage.savepoint(&shrinking);
    heap.update(&storage, &mut shrinking, &mut cursor, rids[2], &[2; 990]).unwrap();
    storage.rollback_to(&mut shrinking, savepoint).unwrap();
    storage.commit(shrinking, CommitDurability::Full).unwrap();
    let mut grown = storage.begin();
    heap.update(&storage, &mut grown, &mut cursor, rids[2], &[3; 2900]).unwrap();
    storage.commit(grown, CommitDurability::Full).unwrap();
    let page = storage.pool.read(storage.id, rids[2].page).unwrap();
    assert_eq!(crate::slotted::kind(&page, 2), 0, "it grew in its page, which was cleaned");
    drop(page);
    assert_eq!(rows(&storage, &heap).unwrap().len(), 8);
    assert_sound(&storage);
}

#[test]
fn row_grows_on_page_cleaned_of_its_padding() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(7));
    let storage = new(&vfs);
    let (heap, mut cursor, rids) = full_page(&storage, 8, 1000);
    let mut txn = storage.begin();
    heap.update(&storage, &mut txn, &mut cursor, rids[0], &[1; 100]).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut txn = storage.begin();
    for length in [1001, 990, 1020, 4000, 5] {
        heap.update(&storage, &mut txn, &mut cursor, rids[0], &vec![9; length]).unwrap();
        assert_eq!(rows(&storage, &heap).unwrap()[0], vec![9; length]);
    }
    assert_sound(&storage);
    storage.rollback(txn).unwrap();
    assert_eq!(rows(&storage, &heap).unwrap()[0], [1; 100]);
    assert_sound(&storage);
}

#[test]
fn rollback_spares_other_writers_rows_on_page() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(4));
    let storage = new(&vfs);
    let mut setup = storage.begin();
    let heap = Heap::create(&storage, &mut setup, ObjectId(7)).unwrap();
    storage.commit(setup, CommitDurability::Full).unwrap();
    let (mut one, mut two) = (storage.begin(), storage.begin());
    let (mut cursor_one, mut cursor_two) = (AppendCursor::default(), AppendCursor::default());
    for number in 0..500u32 {
        let (txn, cursor) = if number % 2 == 0 { (&mut one, &mut cursor_one) } else { (&mut two, &mut cursor_two) };
        heap.insert(&storage, txn, cursor, &[&number.to_le_bytes()[..], &[0; 60]].concat()).unwrap();
    }
    storage.rollback(one).unwrap();
    storage.commit(two, CommitDurability::Full).unwrap();
    let left = rows(&storage, &heap).unwrap();
    assert_eq!(left.len(), 250);
    assert!(left.iter().all(|row| row[0] % 2 == 1), "only the committed writer's rows");
    assert_sound(&storage);
}

#[test]
fn changed_row_is_returned_instead_of_updated() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(9));
    let storage = new(&vfs);
    let (heap, mut cursor, rids) = full_page(&storage, 8, 1000);
    let locks = storage.locks.owner(Arc::default());
    let mut writer = heap.writer(&storage, &locks);
    let mut txn = storage.begin_for(locks.id());
    let seen = vec![3; 1000];
    // In its page, and moved out of it.
    for length in [900, 5000] {
        assert!(heap.update(&storage, &mut txn, &mut cursor, rids[3], &vec![9; length]).unwrap());
        let newer = Changed::Newer(vec![9; length]);
        assert_eq!(writer.update(&mut txn, &mut cursor, (rids[3], &seen), &[1; 10]).unwrap(), newer);
        assert_eq!(writer.delete(&mut txn, (rids[3], &seen)).unwrap(), newer);
        assert_eq!(rows(&storage, &heap).unwrap()[3], vec![9; length]);
    }
    assert_eq!(writer.delete(&mut txn, (rids[3], &[9; 5000])).unwrap(), Changed::Done);
    assert_eq!(writer.update(&mut txn, &mut cursor, (rids[3], &[9; 5000]), &[1; 10]).unwrap(), Changed::Gone);
    storage.rollback(txn).unwrap();
    assert_sound(&storage);
}

/// A writer waits at a stamp of another active transaction, also at the copy of a moved row and at
/// a ghost. Then it continues with the committed state.
#[test]
fn writers_of_the_same_rows_wait_in_turn() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(10));
    let storage = new(&vfs);
    let (heap, _, rids) = full_page(&storage, 4, 1500);
    std::thread::scope(|scope| {
        for lane in 0..3u32 {
            let (storage, rids) = (&storage, &rids);
            scope.spawn(move || {
                let (locks, mut cursor) = (storage.locks.owner(Arc::default()), AppendCursor::default());
                for round in 0..60u32 {
                    let mut txn = storage.begin_for(locks.id());
                    // All writers use one order, so that no cycle of waits arises.
                    for rid in rids {
                        let mut seen = Vec::new();
                        heap.get(storage, *rid, &mut seen).unwrap();
                        loop {
                            let count = u32::from_le_bytes(*seen.first_chunk().unwrap());
                            let length = 100 + ((round * 997 + lane * 331) % 4000) as usize;
                            let row = [&(count + 1).to_le_bytes()[..], &vec![0; length]].concat();
                            let mut writer = heap.writer(storage, &locks);
                            match writer.update(&mut txn, &mut cursor, (*rid, &seen), &row).unwrap() {
                                Changed::Done => break,
                                Changed::Newer(newer) => seen = newer,
                                Changed::Gone | Changed::Passed => panic!("no thread commits a delete"),
                            }
                        }
                    }
                    if round % 3 == 2 {
                        let mut writer = heap.writer(storage, &locks);
                        let mut seen = Vec::new();
                        heap.get(storage, rids[1], &mut seen).unwrap();
                        assert_eq!(writer.delete(&mut txn, (rids[1], &seen)).unwrap(), Changed::Done);
                        storage.rollback(txn).unwrap();
                    } else {
                        storage.commit(txn, CommitDurability::Delayed).unwrap();
                    }
                }
            });
        }
    });
    let counts = rows(&storage, &heap).unwrap().into_iter().map(|row| u32::from_le_bytes(*row.first_chunk().unwrap()));
    let begun = (0..4u32).map(|number| u32::from_le_bytes([number as u8; 4]));
    assert_eq!(counts.collect::<Vec<_>>(), begun.map(|begun| begun + 3 * 40).collect::<Vec<_>>(), "each commit counts");
    assert_sound(&storage);
}

#[test]
fn many_writers_append_to_several_heaps() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(8));
    let storage = new(&vfs);
    let mut setup = storage.begin();
    let heaps = [7, 8].map(|object| Heap::create(&storage, &mut setup, ObjectId(object)).unwrap());
    storage.commit(setup, CommitDurability::Full).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let (storage, heap) = (&storage, heaps[usize::from(writer) % 2]);
            scope.spawn(move || {
                let mut cursor = AppendCursor::default();
                for number in 0..300u32 {
                    let mut txn = storage.begin();
                    heap.insert(storage, &mut txn, &mut cursor, &[writer; 700]).unwrap();
                    if number % 3 == 0 {
                        storage.rollback(txn).unwrap();
                    } else {
                        storage.commit(txn, CommitDurability::Delayed).unwrap();
                    }
                }
            });
        }
        // Objects are created and dropped meanwhile, in the same extents.
        scope.spawn(|| {
            for object in 100..130 {
                let mut txn = storage.begin();
                let heap = Heap::create(&storage, &mut txn, ObjectId(object)).unwrap();
                let mut cursor = AppendCursor::default();
                for _ in 0..10 {
                    heap.insert(&storage, &mut txn, &mut cursor, &[9; 5000]).unwrap();
                }
                storage.rollback(txn).unwrap();
            }
        });
    });
    for (heap, writers) in heaps.iter().zip([[0, 2], [1, 3]]) {
        let found = rows(&storage, heap).unwrap();
        assert_eq!(found.len(), 400);
        assert!(found.iter().all(|row| *row == [row[0]; 700] && writers.contains(&row[0])), "no row is another heap's");
    }
    assert_sound(&storage);
}

/// One transaction appends empty rows, singly and by the page, until the log is full. Its rollback
/// has exactly the reserved log space, and every compensation is nearly as long as its record. Rows
/// of another transaction in between make the links long.
#[test]
fn rollback_in_full_log_fits_reservation() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(8));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let other = Heap::create(&storage, &mut txn, ObjectId(8)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let (mut first, mut second) = (storage.begin(), storage.begin());
    let (mut cursor, mut other_cursor) = (AppendCursor::default(), AppendCursor::default());
    let mut put = |number: usize| match number % 8 {
        0 => heap.insert(&storage, &mut first, &mut cursor, &[1; 10]).map(drop),
        7 => {
            let mut append = other.append(&storage);
            append.push(&mut second, &mut other_cursor, &[2; 9])?;
            append.finish(&mut second, &mut other_cursor)
        }
        _ => other.insert(&storage, &mut second, &mut other_cursor, &[]).map(drop),
    };
    let full = (0..).find_map(|number| put(number).err()).unwrap();
    assert!(matches!(full, StorageError::LogFull { .. }), "{full}");
    storage.rollback(second).unwrap();
    storage.rollback(first).unwrap();
    assert!(rows(&storage, &heap).unwrap().is_empty() && rows(&storage, &other).unwrap().is_empty());
    assert_sound(&storage);
    storage.checkpoint().unwrap();
    let mut txn = storage.begin();
    heap.insert(&storage, &mut txn, &mut AppendCursor::default(), &[3; 8]).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
}
