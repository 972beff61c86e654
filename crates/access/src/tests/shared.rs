//! Scans that share the rows of a heap or the entries of a tree: each comes out of one of them.

use super::rig::new;
use crate::heap::{AppendCursor, Heap, HeapScan};
use crate::{BTree, Reader, TreeScan};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, LockOwner, Storage, StorageError};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use std::ops::{Bound, Range};
use std::time::Duration;

const ROWS: u16 = 3000;

/// Creates a heap and a tree with the same committed rows, on some hundred pages each.
fn made() -> (Arc<Storage>, Heap, BTree) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    let tree = BTree::create(&storage, &mut txn, ObjectId(8)).unwrap();
    let mut cursor = AppendCursor::default();
    for number in 0..ROWS {
        let row = row(number);
        heap.insert(&storage, &mut txn, &mut cursor, &row).unwrap();
        tree.insert(&storage, &mut txn, &number.to_be_bytes(), &row).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    (storage, heap, tree)
}

fn row(number: u16) -> Vec<u8> {
    let mut row = number.to_be_bytes().to_vec();
    row.resize(500, 0);
    row
}

fn impatient(storage: &Storage) -> LockOwner {
    let owner = storage.locks.owner(Arc::default());
    owner.set_wait_limit(Some(Duration::ZERO));
    owner
}

/// Appends the numbers of a batch of rows. Returns false at the end.
fn take(
    next: impl FnOnce(&mut Vec<Range<usize>>) -> Result<Option<Vec<u8>>, StorageError>,
    found: &mut Vec<u16>,
) -> Result<bool, StorageError> {
    let mut places = Vec::new();
    let Some(bytes) = next(&mut places)? else { return Ok(false) };
    found.extend(places.iter().map(|place| u16::from_be_bytes([bytes[place.start], bytes[place.start + 1]])));
    Ok(true)
}

fn take_heap(scan: &mut HeapScan<'_>, found: &mut Vec<u16>) -> Result<bool, StorageError> {
    take(|places| Ok(scan.next_rows(places)?.map(<[u8]>::to_vec)), found)
}

fn take_tree(scan: &mut TreeScan<'_>, found: &mut Vec<u16>) -> Result<bool, StorageError> {
    take(|places| Ok(scan.next_rows(places)?.map(<[u8]>::to_vec)), found)
}

fn sorted(mut found: Vec<u16>) -> Vec<u16> {
    found.sort_unstable();
    found
}

#[test]
fn shared_scans_return_each_row_once() {
    let (storage, heap, tree) = made();
    let owner = impatient(&storage);
    for reader in [Reader::Dirty, Reader::Committed(&owner)] {
        let shared = heap.scan(&storage, reader).unwrap().share().ok().expect("it can be shared");
        let (mut scans, mut found) = ([(); 3].map(|()| HeapScan::of_shared(&shared)), [(); 3].map(|()| Vec::new()));
        while scans
            .iter_mut()
            .zip(&mut found)
            .map(|(scan, found)| take_heap(scan, found).unwrap())
            .fold(false, |a, b| a | b)
        {}
        assert!(found.iter().all(|found| found.len() > 500), "all scans read");
        assert_eq!(sorted(found.concat()), (0..ROWS).collect::<Vec<_>>());

        let (from, to) = (100u16.to_be_bytes(), 2900u16.to_be_bytes());
        let scan = tree.rows(&storage, reader, Bound::Included(&from), Bound::Excluded(&to)).unwrap();
        let shared = scan.share().ok().expect("it can be shared");
        let (mut scans, mut found) = ([(); 3].map(|()| TreeScan::of_shared(&shared)), [(); 3].map(|()| Vec::new()));
        while scans
            .iter_mut()
            .zip(&mut found)
            .map(|(scan, found)| take_tree(scan, found).unwrap())
            .fold(false, |a, b| a | b)
        {}
        assert!(found.iter().all(|found| found.len() > 500), "all scans read");
        assert_eq!(sorted(found.concat()), (100..2900).collect::<Vec<_>>());
    }
}

#[test]
fn reader_that_locks_rows_shares_nothing() {
    let (storage, heap, tree) = made();
    let owner = impatient(&storage);
    let locking = Reader::Locking(&owner, sluice_txn::LockMode::Shared, crate::Granule::Row);
    let hurried = Reader::Committed(&owner).hurried(crate::Haste::ReadPast);
    for reader in [locking, hurried] {
        assert!(heap.scan(&storage, reader).unwrap().share().is_err());
        assert!(tree.rows(&storage, reader, Bound::Unbounded, Bound::Unbounded).unwrap().share().is_err());
    }
}

/// The leaf with an entry of an active writer is read by one scan. The others wait for nothing.
#[test]
fn entry_of_active_writer_is_met_by_one_scan() {
    let (storage, _, tree) = made();
    let (reader, writer) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(writer.id());
    tree.insert(&storage, &mut txn, &[0, 5, 0], &row(0)).unwrap();
    let scan = tree.rows(&storage, Reader::Committed(&reader), Bound::Unbounded, Bound::Unbounded).unwrap();
    let shared = scan.share().ok().expect("it can be shared");
    let (mut first, mut second) = (TreeScan::of_shared(&shared), TreeScan::of_shared(&shared));
    let mut found = Vec::new();
    // The entries of such a leaf come one by one.
    let failed = (0..9).map(|_| take_tree(&mut first, &mut found)).find(Result::is_err);
    assert!(matches!(failed, Some(Err(StorageError::LockTimeout))), "{failed:?}");
    assert_eq!(found, (0..=5).collect::<Vec<_>>());
    drop(first);
    let met = found.len();
    while take_tree(&mut second, &mut found).unwrap() {}
    assert!(found.len() > met + 1000 && found[met..].iter().all(|number| *number > 100), "the other ranges");
    storage.rollback(txn).unwrap();

    let scan = tree.rows(&storage, Reader::Committed(&reader), Bound::Unbounded, Bound::Unbounded).unwrap();
    let shared = scan.share().ok().expect("it can be shared");
    let mut scan = TreeScan::of_shared(&shared);
    found.clear();
    assert!(take_tree(&mut scan, &mut found).unwrap());
    shared.stop();
    while take_tree(&mut scan, &mut found).unwrap() {}
    assert!(found.len() < 500, "a stopped scan ends with the leaves that it has copied");
}

/// Each committed row is read once while others split, merge and refill leaves.
#[test]
fn shared_scans_read_rows_once_beside_writers() {
    let (storage, heap, tree) = made();
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut cursor = AppendCursor::default();
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                let mut txn = storage.begin();
                for number in (0..ROWS).step_by(7) {
                    let [high, low] = number.to_be_bytes();
                    tree.insert(&storage, &mut txn, &[high, low, 1], &row(u16::MAX)).unwrap();
                    heap.insert(&storage, &mut txn, &mut cursor, &row(u16::MAX)).unwrap();
                }
                storage.rollback(txn).unwrap();
            }
        });
        let (mut heap_turns, mut tree_turns) = (0, 0);
        for _ in 0..20 {
            let collect = |found: Vec<Vec<u16>>| {
                let all: Vec<u16> = found.concat().into_iter().filter(|number| *number != u16::MAX).collect();
                sorted(all)
            };
            let shared = heap.scan(&storage, Reader::Dirty).unwrap().share().ok().expect("it can be shared");
            let found = std::thread::scope(|scope| {
                let read = || {
                    let (mut scan, mut found) = (HeapScan::of_shared(&shared), Vec::new());
                    while take_heap(&mut scan, &mut found).unwrap() {}
                    found
                };
                let threads = [(); 2].map(|()| scope.spawn(read));
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(collect(found), (0..ROWS).collect::<Vec<_>>(), "turn {heap_turns} of the heap");
            heap_turns += 1;
            let scan = tree.rows(&storage, Reader::Dirty, Bound::Unbounded, Bound::Unbounded).unwrap();
            let shared = scan.share().ok().expect("it can be shared");
            let found = std::thread::scope(|scope| {
                let read = || {
                    let (mut scan, mut found) = (TreeScan::of_shared(&shared), Vec::new());
                    while take_tree(&mut scan, &mut found).unwrap() {}
                    found
                };
                let threads = [(); 2].map(|()| scope.spawn(read));
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(collect(found), (0..ROWS).collect::<Vec<_>>(), "turn {tree_turns} of the tree");
            tree_turns += 1;
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
