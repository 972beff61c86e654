//! Rows that are locked without being written: by readers that keep what they read, or mean to change it.

use super::rig::new;
use crate::heap::{AppendCursor, Changed, Heap, Reader, Rid};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, LockMode, LockOwner, Resource, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::time::Duration;

/// A heap of `count` committed rows, and their places.
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
    let mut owner = storage.locks.owner(Arc::default());
    owner.set_wait_limit(Some(Duration::ZERO));
    owner
}

/// Reads `count` rows; none if it would have to wait.
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
fn an_update_lock_is_held_without_writing() {
    let (storage, heap, rids) = heap_of(4);
    let (holder, other) = (impatient(&storage), impatient(&storage));
    reads(&storage, &heap, Reader::Locking(&holder, LockMode::Update), 2).expect("they are free");
    assert_eq!(
        holder.mode_of(Resource::Row(storage.id, heap.object, rids[1].page, rids[1].slot)),
        Some(LockMode::Update)
    );
    assert!(reads(&storage, &heap, Reader::Committed(&other), 4).is_some(), "it has written nothing");
    assert!(reads(&storage, &heap, Reader::Locking(&other, LockMode::Shared), 4).is_some(), "who reads may share them");
    other.unlock_all();
    assert!(
        reads(&storage, &heap, Reader::Locking(&other, LockMode::Update), 1).is_none(),
        "but not mean to write, too"
    );
    assert!(!writes(&storage, &heap, &other, (rids[1], 1)));
    assert!(writes(&storage, &heap, &other, (rids[2], 2)), "the third row is nobody's");
    assert!(writes(&storage, &heap, &holder, (rids[1], 1)), "its holder may");
    holder.unlock_all();
    assert!(writes(&storage, &heap, &other, (rids[1], 1)));
}

#[test]
fn a_shared_row_is_not_written_and_one_that_is_written_is_not_shared() {
    let (storage, heap, rids) = heap_of(3);
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    let changed = heap.writer(&storage, &writer).delete(&mut txn, (rids[1], &1u16.to_le_bytes()));
    assert_eq!(changed.unwrap(), Changed::Done);
    assert!(reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared), 1).is_some());
    assert!(reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared), 2).is_none(), "it waits for the stamp");
    assert!(!writes(&storage, &heap, &writer, (rids[0], 0)));
    storage.rollback(txn).unwrap();
    assert!(reads(&storage, &heap, Reader::Locking(&reader, LockMode::Shared), 3).is_some());
    assert!(!writes(&storage, &heap, &writer, (rids[1], 1)));
    reader.unlock_all();
    assert!(writes(&storage, &heap, &writer, (rids[1], 1)));
}

/// `sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock escalation": at 5,000 locks of one statement on one table,
/// and again after each 1,250 more if others were in the way; never to pages.
#[test]
fn five_thousand_rows_become_the_table() {
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
        let mut scan = heap.scan(&storage, Reader::Locking(&reader, LockMode::Shared)).unwrap();
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
