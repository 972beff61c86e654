//! Locks on rows without writes: by readers that keep their rows, or may change them.

use super::rig::new;
use crate::heap::{AppendCursor, Changed, Granule, Heap, Reader, Rid};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, LockMode, LockOwner, Resource, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::time::Duration;

/// Creates a heap of `count` committed rows. Returns their places.
fn heap_of(count: u16) -> (Arc<Storage>, Heap, Vec<Rid>) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let mut cursor = AppendCursor::default();
    let put = |number: u16| heap.insert(&storage, &mut txn, &mut cursor, &number.to_le_bytes()).unwrap();
    let rids = (0..count).map(put).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    (storage, heap, rids)
}

fn impatient(storage: &Storage) -> LockOwner {
    let owner = storage.locks.owner(Arc::default());
    owner.set_wait_limit(Some(Duration::ZERO));
    owner
}

/// Reads `count` rows; `None` if it would have to wait.
fn reads(storage: &Storage, heap: &Heap, reader: Reader<'_>, count: usize) -> Option<()> {
    let mut scan = heap.scan(storage, reader).unwrap();
    for _ in 0..count {
        match scan.next() {
            Ok(row) => assert!(row.is_some(), "there are as many rows"),
            Err(StorageError::LockTimeout) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    Some(())
}

fn writes(storage: &Storage, heap: &Heap, owner: &LockOwner, (rid, seen): (Rid, u16)) -> bool {
    let mut txn = storage.begin_for(owner.id());
    let outcome = heap.writer(storage, owner).delete(&mut txn, (rid, &seen.to_le_bytes()));
    storage.rollback(txn).unwrap();
    match outcome {
        Ok(changed) => changed == Changed::Done,
        Err(StorageError::LockTimeout) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn update_lock_is_held_without_write() {
    let (storage, heap, rids) = heap_of(4);
    let (holder, other) = (impatient(&storage), impatient(&storage));
    reads(&storage, &heap, Reader::Locking(&holder, LockMode::Update, Granule::Row), 2).expect("they are free");
    assert_eq!(
        holder.mode_of(Resource::Row(storage.id, heap.object, rids[1].page, rids[1].slot)),
        Some(LockMode::Update)
    );
    assert!(reads(&storage, &heap, Reader::Committed(&other), 4).is_some(), "it has written nothing");
    assert!(
        reads(&storage, &heap, Reader::Locking(&other, LockMode::Shared, Granule::Row), 4).is_some(),
        "who reads may share them"
    );
    other.unlock_all();
    assert!(
        reads(&storage, &heap, Reader::Locking(&other, LockMode::Update, Granule::Row), 1).is_none(),
        "but not mean to write, too"
    );
    assert!(!writes(&storage, &heap, &other, (rids[1], 1)));
    assert!(writes(&storage, &heap, &other, (rids[2], 2)), "the third row is not locked");
    assert!(writes(&storage, &heap, &holder, (rids[1], 1)), "its holder may");
    holder.unlock_all();
    assert!(writes(&storage, &heap, &other, (rids[1], 1)));
}

#[test]
fn shared_lock_and_write_exclude_each_other() {
    let (storage, heap, rids) = heap_of(3);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    let changed = heap.writer(&storage, &writer).delete(&mut txn, (rids[1], &1u16.to_le_bytes()));
    assert_eq!(changed.unwrap(), Changed::Done);
    assert!(reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared, Granule::Row), 1).is_some());
    assert!(
        reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared, Granule::Row), 2).is_none(),
        "it waits for the stamp"
    );
    assert!(!writes(&storage, &heap, &writer, (rids[0], 0)));
    storage.rollback(txn).unwrap();
    assert!(reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared, Granule::Row), 3).is_some());
    assert!(!writes(&storage, &heap, &writer, (rids[1], 1)));
    reader.unlock_all();
    assert!(writes(&storage, &heap, &writer, (rids[1], 1)));
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock escalation": at 5,000 locks
/// of one statement on one table, and again after each 1,250 more if other owners conflicted; never
/// to pages.
#[test]
fn five_thousand_row_locks_escalate_to_table() {
    let (storage, heap, rids) = heap_of(7_000);
    let table = Resource::Object(storage.id, heap.object);
    let row = |rid: Rid| Resource::Row(storage.id, heap.object, rid.page, rid.slot);
    for (read, in_the_way, expected) in [
        (4_999, false, LockMode::IntentShared),
        (5_000, false, LockMode::Shared),
        (6_249, true, LockMode::IntentShared),
    ] {
        let (reader, other) = (impatient(&storage), impatient(&storage));
        reader.lock(table, LockMode::IntentShared).unwrap();
        if in_the_way {
            other.lock(table, LockMode::IntentExclusive).unwrap();
        }
        let mut scan = heap.scan(&storage, Reader::Locking(&reader, LockMode::Shared, Granule::Row)).unwrap();
        (0..read).for_each(|_| assert!(scan.next().unwrap().is_some()));
        assert_eq!(reader.mode_of(table), Some(expected), "{read}");
        let rows = rids.iter().filter(|rid| reader.mode_of(row(**rid)).is_some()).count();
        assert_eq!(rows, if expected == LockMode::Shared { 0 } else { read }, "{read}");
        other.unlock_all();
        while scan.next().unwrap().is_some() {}
        assert_eq!(reader.mode_of(table), Some(LockMode::Shared), "{read}: the rest was read");
        assert!(rids.iter().all(|rid| reader.mode_of(row(*rid)).is_none()), "{read}");
    }
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock granularity and
/// hierarchies".
#[test]
fn page_lock_conflicts_with_row_writes() {
    let (storage, heap, rids) = heap_of(900);
    let page = |rid: Rid| Resource::Page(storage.id, heap.object, rid.page);
    let (first, last) = (rids[0], rids[899]);
    assert!(first.page != last.page, "there are two pages");
    let (reader, other) = (impatient(&storage), impatient(&storage));
    let whole = |owner| Reader::Locking(owner, LockMode::Shared, Granule::Page);
    reads(&storage, &heap, whole(&reader), 1).expect("it is free");
    assert_eq!(reader.mode_of(page(first)), Some(LockMode::Shared));
    assert_eq!(storage.locks.inventory().len(), 1, "no rows, and not the next page");
    assert!(!writes(&storage, &heap, &other, (rids[1], 1)), "a row that it has not come to, but on its page");
    assert!(writes(&storage, &heap, &other, (last, 899)));
    assert!(writes(&storage, &heap, &reader, (rids[1], 1)), "its own reader may");
    assert!(reads(&storage, &heap, whole(&other), 900).is_some(), "who reads may share it");
    assert!(!writes(&storage, &heap, &reader, (rids[1], 1)));
    reader.unlock_all();
    other.unlock_all();

    // Row by row, with an intent lock on the page.
    for (mode, intent) in [(LockMode::Shared, LockMode::IntentShared), (LockMode::Update, LockMode::IntentUpdate)] {
        reads(&storage, &heap, Reader::Locking(&reader, mode, Granule::Row), 2).expect("they are free");
        assert_eq!((reader.mode_of(page(first)), storage.locks.inventory().len()), (Some(intent), 3));
        assert!(reads(&storage, &heap, whole(&other), 1).is_some(), "{mode:?}");
        let to_change = Reader::Locking(&other, LockMode::Update, Granule::Page);
        assert_eq!(reads(&storage, &heap, to_change, 1).is_some(), mode == LockMode::Shared);
        assert!(!writes(&storage, &heap, &other, (rids[1], 1)), "{mode:?}");
        other.unlock_all();
        let alone = Reader::Locking(&other, LockMode::Exclusive, Granule::Page);
        assert!(reads(&storage, &heap, alone, 1).is_none(), "{mode:?}");
        reader.unlock_all();
        assert!(reads(&storage, &heap, Reader::Locking(&other, LockMode::Exclusive, Granule::Page), 1).is_some());
        assert!(reads(&storage, &heap, Reader::Locking(&reader, mode, Granule::Row), 1).is_none(), "{mode:?}");
        other.unlock_all();
    }
}

/// A reader that keeps a writer from more of a page never waits for that writer.
#[test]
fn page_with_active_writer_is_locked_row_by_row() {
    let (storage, heap, rids) = heap_of(4);
    let page = Resource::Page(storage.id, heap.object, rids[0].page);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    let delete = |txn: &mut _, place: u16| {
        let seen = place.to_le_bytes();
        heap.writer(&storage, &writer).delete(txn, (rids[usize::from(place)], &seen))
    };
    delete(&mut txn, 1).unwrap();
    let whole = Reader::Locking(&reader, LockMode::Shared, Granule::Page);
    assert!(reads(&storage, &heap, whole, 1).is_some() && reads(&storage, &heap, whole, 2).is_none());
    assert_eq!(reader.mode_of(page), Some(LockMode::IntentShared));
    assert_eq!(delete(&mut txn, 2).unwrap(), Changed::Done);
    delete(&mut txn, 0).expect_err("that row is read");
    storage.rollback(txn).unwrap();
    assert!(reads(&storage, &heap, whole, 4).is_some());
    assert_eq!(reader.mode_of(page), Some(LockMode::IntentShared), "what it has begun so it goes on with");
}

/// A moved row belongs to its place: a lock on that page covers it, wherever its copy is.
#[test]
fn moved_row_is_locked_with_its_home_page() {
    let (storage, heap, rids) = heap_of(100);
    let mover = impatient(&storage);
    let mut txn = storage.begin_for(mover.id());
    let (mut cursor, row) = (AppendCursor::default(), [7; 8000]);
    let moved = heap.writer(&storage, &mover).update(&mut txn, &mut cursor, (rids[5], &5u16.to_le_bytes()), &row);
    assert_eq!(moved.unwrap(), Changed::Done);
    storage.commit(txn, CommitDurability::Full).unwrap();

    let (reader, other) = (impatient(&storage), impatient(&storage));
    reader.lock(Resource::Page(storage.id, heap.object, rids[5].page), LockMode::Shared).unwrap();
    let change = |owner: &LockOwner| {
        let mut txn = storage.begin_for(owner.id());
        let outcome = heap.writer(&storage, owner).delete(&mut txn, (rids[5], &row));
        storage.rollback(txn).unwrap();
        outcome.is_ok()
    };
    assert!(!change(&other) && change(&reader));
    reader.unlock_all();
    assert!(change(&other));
    // A page with moved rows is read row by row: their writers leave no stamp there.
    reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared, Granule::Page), 6).expect("it is free");
    assert!(!change(&other));
    assert!(writes(&storage, &heap, &other, (rids[50], 50)));
}

/// `mssqlserver-1204-database-engine-error.md`, and the guide's "Lock escalation thresholds": under
/// lock memory pressure tables are locked earlier, and without memory for one more lock at once.
/// With a conflicting owner the statement fails.
#[test]
fn lock_memory_pressure_escalates_to_table() {
    let (storage, heap, _) = heap_of(4_900);
    let table = Resource::Object(storage.id, heap.object);
    let rows = |owner| Reader::Locking(owner, LockMode::Shared, Granule::Row);
    let (hog, reader, other) = (impatient(&storage), impatient(&storage), impatient(&storage));
    for owner in [&reader, &other] {
        owner.lock(table, LockMode::IntentShared).unwrap();
    }
    reads(&storage, &heap, rows(&reader), 4_900).expect("they are free");
    assert_eq!(reader.mode_of(table), Some(LockMode::IntentShared), "fewer than 5,000, and there is room");
    reader.unlock_all();

    // Another owner takes so much that locks press.
    let mut taken = 0u32;
    let mut fill = |until: &dyn Fn() -> bool| loop {
        let key = Resource::key(storage.id, ObjectId(9), PageId::primary(9), &taken.to_le_bytes());
        if until() || hog.lock(key, LockMode::Shared).is_err() {
            return;
        }
        taken += 1;
    };
    fill(&|| storage.locks.is_pressed());
    reads(&storage, &heap, rows(&reader), 1_249).expect("they are free");
    assert_eq!(reader.mode_of(table), None);
    reads(&storage, &heap, rows(&reader), 4_900).expect("they are free");
    assert_eq!(reader.mode_of(table), Some(LockMode::Shared), "at the next 1,250");
    reader.unlock_all();

    // The other owner takes all the rest.
    fill(&|| false);
    reads(&storage, &heap, rows(&reader), 10).expect("there is memory for the table's");
    assert_eq!(reader.mode_of(table), Some(LockMode::Shared));
    reader.unlock_all();
    other.lock(table, LockMode::IntentExclusive).unwrap();
    let mut scan = heap.scan(&storage, rows(&reader)).unwrap();
    assert!(matches!(scan.next(), Err(StorageError::OutOfLocks)));
    hog.unlock_all();
    assert!(reads(&storage, &heap, rows(&reader), 10).is_some(), "what the others gave back is there again");
}

/// A read by place locks or awaits only that row.
#[test]
fn read_by_rid_locks_that_row_alone() {
    let (storage, heap, rids) = heap_of(4);
    let (reader, other) = (impatient(&storage), impatient(&storage));
    let mut row = Vec::new();
    let locking = Reader::Locking(&reader, LockMode::Shared, Granule::Row);
    assert!(heap.seek(&storage, locking).unwrap().get(rids[1], &mut row).unwrap());
    assert_eq!(row, 1u16.to_le_bytes());
    let written = [0u16, 1, 2].map(|number| writes(&storage, &heap, &other, (rids[usize::from(number)], number)));
    assert_eq!(written, [true, false, true]);
    reader.unlock_all();
    let mut txn = storage.begin_for(other.id());
    assert_eq!(heap.writer(&storage, &other).delete(&mut txn, (rids[2], &2u16.to_le_bytes())).unwrap(), Changed::Done);
    let mut seek = heap.seek(&storage, Reader::Committed(&reader)).unwrap();
    assert!(seek.get(rids[1], &mut row).unwrap() && seek.get(rids[3], &mut row).unwrap());
    assert!(matches!(seek.get(rids[2], &mut row), Err(StorageError::LockTimeout)));
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert!(!seek.get(rids[2], &mut row).unwrap() && row.is_empty());
}
