//! Long values: whole and partial reads, rollbacks, power cuts, and the release of pages.

use super::rig::{assert_sound, create, new, open, open_with, temporary};
use crate::heap::Heap;
use crate::lob_page::{DATA_CAPACITY, NODE_CAPACITY};
use crate::{Freed, LobPointer, object};
use proptest::prelude::*;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PageType, page};
use sluice_txn::{CommitDurability, LogHandler, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::time::Duration;

/// The place of the unit's generation in an intent.
const GENERATION: usize = 7;

/// The first object of a new file.
pub(super) const HEAP: Heap = Heap { root: PageId::primary(80), object: ObjectId(7) };

pub(super) fn bytes(seed: u64, length: usize) -> Vec<u8> {
    (0..length as u64).map(|at| (seed.wrapping_mul(31) ^ at ^ at >> 8).wrapping_mul(0x9E37_79B9) as u8).collect()
}

pub(super) fn write(
    storage: &Storage,
    txn: &mut Transaction,
    value: &[u8],
    piece: usize,
) -> Result<LobPointer, StorageError> {
    let mut writer = HEAP.lobs().write(storage);
    value.chunks(piece).try_for_each(|piece| writer.push(txn, piece))?;
    writer.finish(txn)
}

pub(super) fn read(storage: &Storage, lob: &LobPointer, offset: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![1];
    HEAP.lobs().read(storage, lob, (offset, length), &mut bytes).unwrap().then_some(bytes)
}

pub(super) fn with_heap(storage: &Storage) {
    let mut txn = storage.begin();
    assert_eq!(Heap::create(storage, &mut txn, HEAP.object).unwrap(), HEAP);
    storage.commit(txn, CommitDurability::Full).unwrap();
}

/// The release of a value whose whole line of values has no row.
pub(super) fn whole(lob: LobPointer) -> Freed {
    Freed { lob, still: None }
}

/// Returns the number of used pages of long values, and the last page allocated to their object.
pub(super) fn pages(storage: &Storage) -> (usize, PageId) {
    let unit = crate::iam::lob_unit(&storage.pool.read(storage.id, HEAP.root).unwrap()).unwrap().0;
    let last = object::last_page(storage, unit).unwrap();
    let is_lob = |number: &u32| {
        let page = storage.pool.read(storage.id, PageId::primary(*number)).unwrap();
        [PageType::LOB, PageType::LOB_NODE].contains(&page::page_type(&page))
    };
    ((80..=last.page).filter(is_lob).count(), last)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_range_of_a_value_reads_back(
        length in prop_oneof![0usize..30, 8_000usize..8_200, 16_100usize..16_300, 0usize..200_000],
        piece in 1usize..20_000, ranges in proptest::collection::vec((0u64..210_000, 0usize..30_000), 1..8),
        is_temporary in any::<bool>(),
    ) {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
        let storage = if is_temporary { temporary(&vfs, 128).unwrap() } else { new(&vfs) };
        with_heap(&storage);
        let value = bytes(length as u64, length);
        let mut txn = storage.begin();
        let lob = write(&storage, &mut txn, &value, piece).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        prop_assert_eq!(lob.length, length as u64);
        prop_assert_eq!(read(&storage, &lob, 0, length).unwrap(), &value[..]);
        for (offset, length) in ranges {
            let from = (offset as usize).min(value.len());
            let expected = &value[from..(from + length).min(value.len())];
            prop_assert_eq!(read(&storage, &lob, offset, length).unwrap(), expected);
        }
        assert_sound(&storage);
    }
}

#[test]
fn two_level_value_is_readable_near_its_end() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = temporary(&vfs, 512).unwrap();
    with_heap(&storage);
    let (mut txn, mut writer) = (storage.begin(), HEAP.lobs().write(&storage));
    let pages = NODE_CAPACITY + 3;
    for number in 0..pages {
        writer.push(&mut txn, &vec![number as u8; DATA_CAPACITY]).unwrap();
    }
    let lob = writer.finish(&mut txn).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    for number in [0, 5, NODE_CAPACITY - 1, NODE_CAPACITY, pages - 1] {
        let found = read(&storage, &lob, (number * DATA_CAPACITY) as u64 + 7, 2).unwrap();
        assert_eq!(found, [number as u8; 2], "page {number}");
    }
    assert_sound(&storage);
}

#[test]
fn rolled_back_and_freed_values_release_pages() {
    let storage = new(&(Arc::new(MemFs::new(3)) as Arc<dyn Vfs>));
    with_heap(&storage);
    let mut txn = storage.begin();
    let kept = write(&storage, &mut txn, &bytes(1, 100_000), 9_000).unwrap();
    let point = storage.savepoint(&txn);
    let undone = write(&storage, &mut txn, &bytes(2, 50_000), 50_000).unwrap();
    storage.rollback_to(&mut txn, point).unwrap();
    assert_eq!(read(&storage, &undone, 0, 10), None);
    storage.commit(txn, CommitDurability::Full).unwrap();
    let (used, last) = pages(&storage);
    assert_eq!(used, 100_000usize.div_ceil(DATA_CAPACITY) + 1);
    // A release is requested and rolled back.
    let mut txn = storage.begin();
    HEAP.lobs().defer_free(&storage, &mut txn, &[whole(kept)]).unwrap();
    storage.rollback(txn).unwrap();
    assert_eq!(read(&storage, &kept, 0, 100_000).unwrap(), bytes(1, 100_000));
    let mut txn = storage.begin();
    HEAP.lobs().defer_free(&storage, &mut txn, &[whole(kept)]).unwrap();
    assert_eq!(read(&storage, &kept, 99_999, 9).unwrap().len(), 1, "until the commit it is there");
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!((read(&storage, &kept, 0, 1), pages(&storage)), (None, (0, last)));
    assert_sound(&storage);
    let mut txn = storage.begin();
    let again = write(&storage, &mut txn, &bytes(4, 120_000), 8_000).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!((read(&storage, &kept, 0, 1), pages(&storage).1), (None, last));
    assert_eq!(read(&storage, &again, 0, 200_000).unwrap(), bytes(4, 120_000));
    // A drop of the heap frees them, too.
    let mut txn = storage.begin();
    crate::defer_drop(&storage, &mut txn, HEAP.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
    let mut txn = storage.begin();
    let reused = Heap::create(&storage, &mut txn, ObjectId(8)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(reused.root, HEAP.root, "its extents are free");
}

#[test]
fn value_longer_than_2_gb_is_refused() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(5));
    let storage = temporary(&vfs, 64).unwrap();
    with_heap(&storage);
    let (mut txn, mut writer) = (storage.begin(), HEAP.lobs().write(&storage));
    writer.set_length((1 << 31) - 3);
    writer.push(&mut txn, &[1, 2]).unwrap();
    let error = writer.push(&mut txn, &[3]).unwrap_err();
    assert!(matches!(error, StorageError::TooLong { bytes: 0x8000_0000, max: 0x7FFF_FFFF }), "{error}");
    storage.rollback(txn).unwrap();
}

/// The long values of rows whose bytes are encoded pointers.
fn problems_of_rows(storage: &Storage) -> Vec<String> {
    let lobs_of_row = |row: &[u8]| match row.len() {
        0 => Some(Vec::new()),
        _ => LobPointer::decode(row).map(|lob| vec![lob]),
    };
    crate::check_database(storage, Some(&lobs_of_row)).into_iter().map(|problem| problem.what).collect()
}

#[test]
fn check_compares_rows_and_values() {
    let storage = new(&(Arc::new(MemFs::new(9)) as Arc<dyn Vfs>));
    with_heap(&storage);
    let (mut txn, mut cursor) = (storage.begin(), crate::AppendCursor::default());
    let short = write(&storage, &mut txn, &bytes(1, 100), 100).unwrap();
    let long = write(&storage, &mut txn, &bytes(2, 30_000), 9_000).unwrap();
    HEAP.insert(&storage, &mut txn, &mut cursor, &short.encode()).unwrap();
    let row = HEAP.insert(&storage, &mut txn, &mut cursor, &long.encode()).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(problems_of_rows(&storage), Vec::<String>::new());
    // A value without a row; not a problem while its release is pending.
    let mut txn = storage.begin();
    let alone = write(&storage, &mut txn, &bytes(3, 10), 10).unwrap();
    assert_eq!(problems_of_rows(&storage), ["no row of object 7 leads to its long value"]);
    HEAP.lobs().defer_free(&storage, &mut txn, &[whole(alone)]).unwrap();
    assert_eq!(problems_of_rows(&storage), Vec::<String>::new());
    let snapshot = storage.versions.snapshot();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(problems_of_rows(&storage), Vec::<String>::new());
    assert!(read(&storage, &alone, 0, 10).is_some(), "a snapshot is older");
    drop(snapshot);
    crate::tidy(&storage);
    assert_eq!(read(&storage, &alone, 0, 10), None);
    // Rows without a value, with another row's value, with a wrong length, and with a malformed
    // pointer.
    let mut txn = storage.begin();
    let shorter = LobPointer { length: 99, ..short };
    for row in [&alone.encode()[..], &long.encode(), &shorter.encode(), b"?"] {
        HEAP.insert(&storage, &mut txn, &mut cursor, row).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let said = problems_of_rows(&storage).join("; ");
    for expected in [
        "slot 2 leads to",
        "which is not there",
        "and so does another row",
        "differs from the pointer",
        "row in slot 5",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    // A deleted row's value may be missing.
    let mut txn = storage.begin();
    let locks = storage.locks.owner(Arc::default());
    let seen = long.encode();
    let changed = HEAP.writer(&storage, &locks).delete(&mut txn, (row, &seen)).unwrap();
    assert_eq!(changed, crate::Changed::Done);
    HEAP.lobs().defer_free(&storage, &mut txn, &[whole(long)]).unwrap();
    storage.rollback(txn).unwrap();
}

/// The page of a value that is gone keeps its bytes, and so it looks like the value's. A thread
/// that takes the page for another object has the IAM root latched, which may be on the page of the
/// earlier one.
#[test]
fn release_in_a_dead_unit_latches_no_page_of_it() {
    let storage = new(&(Arc::new(MemFs::new(9)) as Arc<dyn Vfs>));
    with_heap(&storage);
    let mut txn = storage.begin();
    let lob = write(&storage, &mut txn, &bytes(1, 100), 100).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut txn = storage.begin();
    HEAP.lobs().defer_free(&storage, &mut txn, &[whole(lob)]).unwrap();
    let mut intent = storage.intents()[0].to_vec();
    storage.rollback(txn).unwrap();
    // Another generation of the IAM root.
    intent[GENERATION] ^= 1;
    let unit = crate::iam::lob_unit(&storage.pool.read(storage.id, HEAP.root).unwrap()).unwrap().0;
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let root = storage.pool.write(storage.id, unit).unwrap();
        let releasing = Arc::clone(&storage);
        let release = std::thread::spawn(move || crate::Handler.release(&releasing, &intent).unwrap());
        std::thread::sleep(Duration::from_millis(50));
        drop(storage.pool.write(storage.id, lob.root).unwrap());
        drop(root);
        done.send(release.join().unwrap()).unwrap();
    });
    assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(true), "two threads wait for each other");
}

/// Writes, frees and rolls back values; `committed` has the last committed state.
fn workload(vfs: &Arc<dyn Vfs>, committed: &mut Vec<LobPointer>) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 40)?;
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, HEAP.object)?;
    storage.commit(txn, CommitDurability::Full)?;
    for round in 0..4 {
        let mut txn = storage.begin();
        let worked = (|| {
            let lob = write(&storage, &mut txn, &bytes(round, 30_000 + round as usize), 5_000)?;
            if let Some(old) = committed.last() {
                HEAP.lobs().defer_free(&storage, &mut txn, &[whole(*old)])?;
            }
            Ok(lob)
        })();
        match worked {
            Err(error) => {
                let _ = storage.rollback(txn);
                return Err(error);
            }
            Ok(_) if round == 2 => storage.rollback(txn)?,
            Ok(lob) => {
                storage.commit(txn, CommitDurability::Full)?;
                committed.push(lob);
            }
        }
        storage.checkpoint()?;
    }
    Ok(())
}

/// Cuts the power at every file call of `workload`. `judge` gets the storage after the restart, the
/// entries that `workload` had committed, and the number of the call.
pub(super) fn cut_power_at_every_call<C>(
    workload: impl Fn(&Arc<dyn Vfs>, &mut Vec<C>) -> Result<(), StorageError>,
    judge: impl Fn(&Storage, &[C], u64),
) {
    let prepared = || {
        let mem = Arc::new(MemFs::new(6));
        create(&(mem.clone() as Arc<dyn Vfs>)).unwrap();
        mem
    };
    let counted = Arc::new(FaultFs::new(prepared(), FaultPlan::none()));
    workload(&(counted.clone() as Arc<dyn Vfs>), &mut Vec::new()).unwrap();
    for call in 0..counted.calls() {
        let mem = prepared();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut committed = Vec::new();
        let _fails_in_the_middle = workload(&vfs, &mut committed);
        let storage = open(&(Arc::new(mem.crash(CrashMode::POWER_CUT)) as Arc<dyn Vfs>));
        assert_sound(&storage);
        judge(&storage, &committed, call);
    }
}

#[test]
fn power_cut_leaves_values_whole_or_gone() {
    cut_power_at_every_call(workload, |storage, committed, call| {
        let Some((newest, older)) = committed.split_last() else { return };
        assert!(older.iter().all(|lob| read(storage, lob, 0, 1).is_none()), "call {call}: an old value is there");
        // An unacknowledged commit may have succeeded and freed the value.
        if let Some(found) = read(storage, newest, 0, 40_000) {
            assert_eq!(found, bytes(newest.length - 30_000, newest.length as usize), "call {call}");
        } else {
            assert!(committed.len() < 3, "call {call}: the newest value is lost");
        }
    });
}
