//! Bulk load of a tree: complete after the commit, and absent after a rollback or an earlier crash.

use super::rig::{assert_sound, create, entries, new, open, open_with};
use crate::heap::LOGGED_PAGES;
use crate::{BTree, ENTRY_MAX, KEY_MAX, PageFill};
use proptest::prelude::*;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_buffer::{PageType, page};
use sluice_txn::{CommitDurability, RecoveryModel, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The first object of a new file.
const TREE: BTree = BTree { root: PageId::primary(81), object: ObjectId(100) };

const IAM_ROOT: PageId = PageId::primary(80);

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

fn fill(storage: &Storage, txn: &mut Transaction, rows: &Rows) -> Result<(), StorageError> {
    fill_to(storage, txn, rows, PageFill::WHOLE, false)
}

fn fill_to(
    storage: &Storage,
    txn: &mut Transaction,
    rows: &Rows,
    fill: PageFill,
    compresses: bool,
) -> Result<(), StorageError> {
    assert_eq!(BTree::create(storage, txn, TREE.object)?, TREE);
    if compresses {
        TREE.compress_leaves(storage)?;
    }
    let mut load = TREE.bulk_load(storage, txn, fill)?;
    rows.iter().try_for_each(|(key, value)| load.push(key, value))?;
    load.finish()
}

fn loaded() -> impl Strategy<Value = Rows> {
    let key = prop_oneof![
        8 => (0u32..100_000).prop_map(|number| number.to_be_bytes().to_vec()),
        4 => (0u8..4, proptest::collection::vec(0u8..3, 0..30)).prop_map(|(of, end)| [vec![of; 300], end].concat()),
        1 => (any::<u8>(), 500usize..=KEY_MAX).prop_map(|(byte, length)| vec![byte; length]),
    ];
    let value = prop_oneof![6 => 0usize..60, 2 => 0usize..2_000, 1 => 3_000usize..=ENTRY_MAX];
    let row = (key, value).prop_map(|(key, length)| {
        let value = vec![key.len() as u8; length.min(ENTRY_MAX - key.len())];
        (key, value)
    });
    proptest::collection::vec(row, 0..600).prop_map(|rows| rows.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn bulk_loaded_tree_accepts_all_changes(
        rows in loaded(), leaf in 1u8..=100, inner in 1u8..=100, compresses: bool
    ) {
        let mem = Arc::new(MemFs::new(1));
        let vfs: Arc<dyn Vfs> = mem.clone();
        let storage = new(&vfs);
        let mut txn = storage.begin();
        fill_to(&storage, &mut txn, &rows, PageFill { leaf, inner }, compresses).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        assert_sound(&storage);
        let mut model = rows.clone();
        // The loaded tree accepts later inserts and deletes.
        let mut txn = storage.begin();
        for (index, (key, _)) in rows.iter().enumerate() {
            match index % 3 {
                0 => {
                    prop_assert!(TREE.delete(&storage, &mut txn, key).unwrap());
                    model.remove(key);
                }
                1 => {
                    let next = [&key[..key.len().min(KEY_MAX - 1)], &[7]].concat();
                    if let Entry::Vacant(free) = model.entry(next) {
                        TREE.insert(&storage, &mut txn, free.key(), b"new").unwrap();
                        free.insert(b"new".to_vec());
                    }
                }
                _ => {}
            }
        }
        storage.commit(txn, CommitDurability::Full).unwrap();
        let expected: Vec<_> = model.into_iter().collect();
        let crashed: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::POWER_CUT));
        for storage in [storage, open(&crashed)] {
            assert_sound(&storage);
            prop_assert_eq!(&entries(&storage, &TREE).unwrap(), &expected);
        }
    }
}

/// The dictionary is made for all gathered cells, of which the first one takes its page alone.
#[test]
fn entry_alone_on_compressed_leaf_gets_no_dictionary() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&vfs);
    let random = Random::seeded(5);
    let long: Vec<u8> = (0..ENTRY_MAX - 4).map(|_| random.next_u64() as u8).collect();
    let rows: Rows = (0u32..6)
        .map(|number| (number.to_be_bytes().to_vec(), if number == 0 { long.clone() } else { vec![7; 1_000] }))
        .collect();
    let mut txn = storage.begin();
    fill_to(&storage, &mut txn, &rows, PageFill::WHOLE, true).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
    assert_eq!(entries(&storage, &TREE).unwrap(), rows.into_iter().collect::<Vec<_>>());
}

/// Returns entries that fill this many leaves.
fn long_rows(leaves: usize) -> Rows {
    (0..leaves as u32).map(|number| (number.to_be_bytes().to_vec(), vec![number as u8; 7_000])).collect()
}

#[test]
fn bulk_load_refuses_unordered_keys() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(2));
    let storage = new(&vfs);
    for _ in 0..2 {
        let mut txn = storage.begin();
        fill(&storage, &mut txn, &long_rows(20)).unwrap();
        storage.rollback(txn).unwrap();
        assert_sound(&storage);
    }
    let mut txn = storage.begin();
    assert_eq!(BTree::create(&storage, &mut txn, TREE.object).unwrap(), TREE);
    let mut load = TREE.bulk_load(&storage, &mut txn, PageFill::WHOLE).unwrap();
    load.push(b"b", &[]).unwrap();
    for key in [&b"b"[..], b"a"] {
        assert!(matches!(load.push(key, &[]), Err(StorageError::Duplicate)));
    }
    load.push(b"c", &[]).unwrap();
    load.finish().unwrap();
    assert_eq!(entries(&storage, &TREE).unwrap().len(), 2);
    storage.rollback(txn).unwrap();
    assert_sound(&storage);
}

#[test]
fn long_tree_load_is_minimally_logged_except_under_full() {
    let bytes_of = |model: RecoveryModel| {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(4));
        let storage = new(&vfs);
        storage.set_recovery_model(model).unwrap();
        let before = storage.log.tail();
        let mut txn = storage.begin();
        fill(&storage, &mut txn, &long_rows(2 * LOGGED_PAGES)).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        assert_eq!(entries(&storage, &TREE).unwrap().len(), 2 * LOGGED_PAGES);
        assert_sound(&storage);
        storage.log.tail().0 - before.0
    };
    let (full, simple) = (bytes_of(RecoveryModel::Full), bytes_of(RecoveryModel::Simple));
    assert!(simple < full / 10 * 6, "{simple} and {full}");
}

fn workload(vfs: &Arc<dyn Vfs>, rows: &Rows, acknowledged: &mut bool) -> Result<(), StorageError> {
    let (storage, _) = open_with(vfs, 600)?;
    let mut txn = storage.begin();
    let filled = fill(&storage, &mut txn, rows).and_then(|()| TREE.insert(&storage, &mut txn, b"\xFF", b"behind"));
    if let Err(error) = filled {
        let _ = storage.rollback(txn);
        return Err(error);
    }
    storage.commit(txn, CommitDurability::Full)?;
    *acknowledged = true;
    Ok(())
}

#[test]
fn power_cut_leaves_all_loaded_entries_or_none() {
    let rows = long_rows(LOGGED_PAGES + 20);
    let prepared = || {
        let mem = Arc::new(MemFs::new(3));
        create(&(mem.clone() as Arc<dyn Vfs>)).unwrap();
        mem
    };
    let whole = Arc::new(FaultFs::new(prepared(), FaultPlan::none()));
    workload(&(whole.clone() as Arc<dyn Vfs>), &rows, &mut false).unwrap();
    let calls = whole.calls();
    assert!(calls > 20, "only {calls} file calls");
    for call in 0..calls {
        let mem = prepared();
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut acknowledged = false;
        assert!(workload(&vfs, &rows, &mut acknowledged).is_err(), "call {call} fails");
        let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::POWER_CUT));
        let storage = open(&vfs);
        assert_sound(&storage);
        let root = storage.pool.read(storage.id, IAM_ROOT).unwrap();
        let is_there = page::page_type(&root) == PageType::IAM;
        drop(root);
        assert!(is_there || !acknowledged, "call {call}: the tree is lost");
        if is_there {
            assert_eq!(entries(&storage, &TREE).unwrap().len(), rows.len() + 1, "call {call}");
        }
    }
}
