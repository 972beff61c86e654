//! New rows reuse the room of deletes in a heap, unless a rollback may still need that room.

use super::rig::{Alone, assert_sound, new, open, rows};
use crate::heap::{AppendCursor, Heap, Reader, Rid};
use crate::object;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};

fn insert(storage: &Storage, heap: &Heap, count: usize) -> Vec<Rid> {
    let (mut txn, mut cursor) = (storage.begin(), AppendCursor::default());
    let rids =
        (0..count).map(|number| heap.insert(storage, &mut txn, &mut cursor, &[number as u8; 700]).unwrap()).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    rids
}

fn delete(storage: &Storage, heap: &Heap, rids: &[Rid]) {
    let mut txn = storage.begin();
    for rid in rids {
        assert!(heap.delete(storage, &mut txn, *rid).unwrap());
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
}

fn last_page(storage: &Storage, heap: &Heap) -> PageId {
    object::last_page(storage, heap.root).unwrap()
}

fn heap(storage: &Storage) -> Heap {
    let mut txn = storage.begin();
    let heap = Heap::create(storage, &mut txn, ObjectId(7)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    heap
}

#[test]
fn new_rows_reuse_room_of_deletes() {
    let storage = new(&(Arc::new(MemFs::new(1)) as Arc<dyn Vfs>));
    let heap = heap(&storage);
    let rids = insert(&storage, &heap, 330);
    let last = last_page(&storage, &heap);
    for from in 0..5 {
        delete(&storage, &heap, &rids.iter().copied().skip(from).step_by(5).collect::<Vec<_>>());
    }
    assert_eq!(rows(&storage, &heap).unwrap().len(), 0);
    insert(&storage, &heap, 330);
    assert_eq!((last_page(&storage, &heap), rows(&storage, &heap).unwrap().len()), (last, 330));
    assert_sound(&storage);
}

#[test]
fn room_of_uncommitted_delete_is_not_reused() {
    let storage = new(&(Arc::new(MemFs::new(2)) as Arc<dyn Vfs>));
    let heap = heap(&storage);
    let rids = insert(&storage, &heap, 110);
    let last = last_page(&storage, &heap);
    let mut deleting = storage.begin();
    for rid in &rids {
        assert!(heap.delete(&storage, &mut deleting, *rid).unwrap());
    }
    insert(&storage, &heap, 55);
    let now = last_page(&storage, &heap);
    assert!(now.page >= last.page + 5, "new pages were taken");
    storage.rollback(deleting).unwrap();
    assert_eq!(rows(&storage, &heap).unwrap().len(), 165);
    delete(&storage, &heap, &rids);
    insert(&storage, &heap, 100);
    assert_eq!(last_page(&storage, &heap), now, "after the commit it is");
    assert_sound(&storage);
}

#[test]
fn scan_after_restart_notes_free_room() {
    let mem = Arc::new(MemFs::new(3));
    let storage = new(&(mem.clone() as Arc<dyn Vfs>));
    let heap = heap(&storage);
    let rids = insert(&storage, &heap, 330);
    let last = last_page(&storage, &heap);
    delete(&storage, &heap, &rids[..300]);
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
    let storage = open(&vfs);
    let mut scan = heap.scan(&storage, Reader::Dirty).unwrap();
    while scan.next().unwrap().is_some() {}
    insert(&storage, &heap, 300);
    assert_eq!((last_page(&storage, &heap), rows(&storage, &heap).unwrap().len()), (last, 330));
    assert_sound(&storage);
}

#[test]
fn noted_room_of_dropped_heap_is_ignored() {
    let storage = new(&(Arc::new(MemFs::new(4)) as Arc<dyn Vfs>));
    let first = heap(&storage);
    let rids = insert(&storage, &first, 60);
    delete(&storage, &first, &rids[..30]);
    let mut txn = storage.begin();
    crate::defer_drop(&storage, &mut txn, first.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    // As by TRUNCATE TABLE: another heap of the same object, in the same place.
    let second = heap(&storage);
    assert_eq!(second, first);
    insert(&storage, &second, 25);
    assert_eq!(rows(&storage, &second).unwrap().len(), 25);
    assert_sound(&storage);
}
