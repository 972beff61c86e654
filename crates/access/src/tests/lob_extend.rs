//! Values that extend others: what they share, what a change writes and gives back, and what a
//! power cut leaves.

use super::lob::{HEAP, bytes, cut_power_at_every_call, pages, read, whole, with_heap, write};
use super::rig::{assert_sound, new, open_with, temporary};
use crate::lob_page::{DATA_CAPACITY, NODE_CAPACITY};
use crate::{AppendCursor, Freed, Heap, LobPointer};
use proptest::prelude::*;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;

/// `old` with `new` in the place of `count` bytes at `at`, and `old` to be given back.
fn change(
    storage: &Storage,
    txn: &mut Transaction,
    old: &LobPointer,
    (at, count, new): (u64, u64, &[u8]),
) -> Result<LobPointer, StorageError> {
    let mut writer = HEAP.lobs().extend(storage, old)?;
    writer.keep(txn, 0..at)?;
    writer.push(txn, new)?;
    writer.keep(txn, at + count..old.length)?;
    let lob = writer.finish(txn)?;
    HEAP.lobs().defer_free(storage, txn, &[Freed { lob: *old, still: Some(lob) }])?;
    Ok(lob)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn changed_values_are_as_their_model(
        length in prop_oneof![1usize..30, 8_000usize..8_200, 16_100usize..16_300, 0usize..200_000],
        changes in proptest::collection::vec((0usize..220_000, 0usize..20_000, 0usize..20_000, 0u8..5), 1..8),
        is_temporary in any::<bool>(),
    ) {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
        let storage = if is_temporary { temporary(&vfs, 128).unwrap() } else { new(&vfs) };
        with_heap(&storage);
        let mut model = bytes(7, length);
        let mut txn = storage.begin();
        let mut lob = write(&storage, &mut txn, &model, 5_000).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        for (number, (at, count, new, kind)) in changes.into_iter().enumerate() {
            let at = at.min(model.len());
            let count = count.min(model.len() - at);
            // An append, a change of the same length, or any other.
            let (at, count, new) = match kind {
                0 | 1 => (model.len(), 0, new),
                2 => (at, count, count),
                _ => (at, count, new),
            };
            let new = bytes(number as u64, new);
            let mut txn = storage.begin();
            let changed = change(&storage, &mut txn, &lob, (at as u64, count as u64, &new)).unwrap();
            if number % 3 == 2 {
                storage.rollback(txn).unwrap();
            } else {
                model.splice(at..at + count, new);
                lob = changed;
                let snapshot = storage.versions.snapshot();
                storage.commit(txn, CommitDurability::Full).unwrap();
                prop_assert_eq!(read(&storage, &lob, 0, 300_000).unwrap(), &model[..]);
                drop(snapshot);
                crate::tidy(&storage);
            }
            prop_assert_eq!(lob.length, model.len() as u64);
            prop_assert_eq!(read(&storage, &lob, 0, 300_000).unwrap(), &model[..]);
            assert_sound(&storage);
            let data = model.len().div_ceil(DATA_CAPACITY).max(1);
            prop_assert_eq!(pages(&storage).0, data + usize::from(data > 1), "what is not shared is given back");
        }
        let mut txn = storage.begin();
        HEAP.lobs().defer_free(&storage, &mut txn, &[whole(lob)]).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        crate::tidy(&storage);
        prop_assert_eq!(pages(&storage).0, 0);
        assert_sound(&storage);
    }
}

/// Appending to a value of two levels writes its last pages, not all of them.
#[test]
fn append_writes_few_pages_however_long_the_value_is() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = temporary(&vfs, 512).unwrap();
    with_heap(&storage);
    let mut txn = storage.begin();
    let mut writer = HEAP.lobs().write(&storage);
    for number in 0..2 * NODE_CAPACITY + 3 {
        writer.push(&mut txn, &vec![number as u8; DATA_CAPACITY]).unwrap();
    }
    let mut lob = writer.finish(&mut txn).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let before = pages(&storage).0;
    assert_eq!(before, 2 * NODE_CAPACITY + 3 + 4);
    let piece = bytes(1, 64 << 10);
    let mut txn = storage.begin();
    for number in 0..50u64 {
        let used = pages(&storage).0;
        lob = change(&storage, &mut txn, &lob, (lob.length, 0, &piece)).unwrap();
        let written = pages(&storage).0 - used;
        // Nine pages of data, the root, and a node, or two where one has become full.
        assert!(written <= 9 + 3, "append {number} wrote {written} pages");
    }
    let at = 2 * NODE_CAPACITY * DATA_CAPACITY;
    let used = pages(&storage).0;
    lob = change(&storage, &mut txn, &lob, (at as u64 / 2 + 5, 3, &[1, 2, 3])).unwrap();
    assert_eq!(
        pages(&storage).0 - used,
        5,
        "a page of data and the last one, which is not full, their nodes and the root"
    );
    assert_eq!(read(&storage, &lob, at as u64 / 2 + 4, 5).unwrap()[1..4], [1, 2, 3]);
    // A snapshot that is older reads the old values' pages; then they go.
    storage.commit(txn, CommitDurability::Full).unwrap();
    crate::tidy(&storage);
    assert_eq!(pages(&storage).0, before + (50usize * (64 << 10)).div_ceil(DATA_CAPACITY));
    assert_sound(&storage);
}

#[test]
fn rollback_leaves_the_value_that_was_extended() {
    let storage = new(&(Arc::new(MemFs::new(3)) as Arc<dyn Vfs>));
    with_heap(&storage);
    let mut txn = storage.begin();
    let first = write(&storage, &mut txn, &bytes(1, 100_000), 9_000).unwrap();
    let point = storage.savepoint(&txn);
    let undone = change(&storage, &mut txn, &first, (50_000, 1_000, b"x")).unwrap();
    assert_eq!(read(&storage, &undone, 50_000, 1).unwrap(), b"x");
    storage.rollback_to(&mut txn, point).unwrap();
    assert_eq!(read(&storage, &undone, 0, 10), None, "its root is gone");
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_eq!(read(&storage, &first, 0, 100_000).unwrap(), bytes(1, 100_000));
    let mut txn = storage.begin();
    let second = change(&storage, &mut txn, &first, (100_000, 0, &bytes(2, 20_000))).unwrap();
    storage.rollback(txn).unwrap();
    assert_eq!((read(&storage, &second, 0, 1), read(&storage, &first, 99_999, 9).unwrap().len()), (None, 1));
    assert_sound(&storage);
    let mut txn = storage.begin();
    let third = change(&storage, &mut txn, &first, (0, 1, b"y")).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    crate::tidy(&storage);
    assert_eq!((read(&storage, &first, 0, 1), read(&storage, &third, 0, 2).unwrap()[0]), (None, b'y'));
}

/// A row leads to each value; some appends are rolled back. The committed values are in
/// `committed`.
fn workload(vfs: &Arc<dyn Vfs>, committed: &mut Vec<(LobPointer, Vec<u8>)>) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 60)?;
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, HEAP.object)?;
    let mut model = bytes(1, 30_000);
    let mut lob = write(&storage, &mut txn, &model, 5_000)?;
    HEAP.insert(&storage, &mut txn, &mut AppendCursor::default(), b"")?;
    storage.commit(txn, CommitDurability::Full)?;
    committed.push((lob, model.clone()));
    for round in 0..5u64 {
        let mut txn = storage.begin();
        let (at, count, new) = match round {
            3 => (9_000, 5, bytes(9, 5)),
            _ => (model.len() as u64, 0, bytes(round, 9_000)),
        };
        match change(&storage, &mut txn, &lob, (at, count, &new)) {
            Err(error) => {
                let _ = storage.rollback(txn);
                return Err(error);
            }
            Ok(_) if round == 1 => storage.rollback(txn)?,
            Ok(changed) => {
                storage.commit(txn, CommitDurability::Full)?;
                model.splice(at as usize..(at + count) as usize, new);
                lob = changed;
                committed.push((lob, model.clone()));
            }
        }
        storage.checkpoint()?;
    }
    Ok(())
}

#[test]
fn power_cut_at_any_file_call_leaves_one_value_whole() {
    cut_power_at_every_call(workload, |storage, committed, call| {
        let Some(((newest, model), older)) = committed.split_last() else { return };
        let alive = older.iter().filter(|(lob, _)| read(storage, lob, 0, 1).is_some()).count();
        assert_eq!(alive, 0, "call {call}: an old value is there");
        // A commit that was not acknowledged may have come through, and freed it.
        match read(storage, newest, 0, 100_000) {
            Some(found) => assert_eq!(&found, model, "call {call}"),
            None => assert!(committed.len() < 5, "call {call}: the newest value is lost"),
        }
    });
}
