//! A power cut at every file call of a small mixed workload, and another during recovery.
//! Acknowledged changes survive, uncommitted ones do not, and the database is sound. Other tests
//! bring workloads of their own ([`cut_at_any_call`]).

use super::rig::{Alone as _, assert_sound, create, entries, open, open_with, places, rows};
use crate::heap::{AppendCursor, Heap};
use crate::{BTree, defer_drop};
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;

/// The content of the heap and the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    pub(super) rows: Vec<Vec<u8>>,
    pub(super) entries: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// The progress of the workload.
#[derive(Default)]
pub(super) struct Oracle {
    /// Whether the database's files were created.
    pub(super) is_made: bool,
    /// The states after each requested commit; the first is that of the empty objects.
    asked: Vec<State>,
    /// The number of certain states: acknowledged as durable, or before one that is.
    certain: usize,
}

/// The end of a transaction of the workload.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Full,
    Delayed,
    Rollback,
}

/// The heap and the tree are the first objects of a new file.
pub(super) const HEAP: Heap = Heap { root: PageId::primary(80), object: ObjectId(100) };
pub(super) const TREE: BTree = BTree { root: PageId::primary(89), object: ObjectId(101) };

pub(super) fn transact(
    storage: &Storage,
    oracle: &mut Oracle,
    end: End,
    work: impl FnOnce(&mut Transaction, &mut State) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut txn = storage.begin();
    let mut state = oracle.asked.last().cloned().unwrap_or_default();
    if let Err(error) = work(&mut txn, &mut state) {
        // The disk is gone: the rollback may fail too, and recovery must do it.
        let _ = storage.rollback(txn);
        return Err(error);
    }
    if end == End::Rollback {
        return storage.rollback(txn);
    }
    oracle.asked.push(state);
    let durability = if end == End::Full { CommitDurability::Full } else { CommitDurability::Delayed };
    storage.commit(txn, durability)?;
    if end == End::Full {
        oracle.certain = oracle.asked.len();
    }
    Ok(())
}

/// Creates the database and its two objects, and returns it, open with a pool of `frames` pages.
pub(super) fn made(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle, frames: usize) -> Result<Arc<Storage>, StorageError> {
    create(vfs)?;
    oracle.is_made = true;
    let (storage, _) = open_with(vfs, frames)?;
    transact(&storage, oracle, End::Full, |txn, _| {
        assert_eq!(Heap::create(&storage, txn, HEAP.object)?, HEAP);
        assert_eq!(BTree::create(&storage, txn, TREE.object)?, TREE);
        Ok(())
    })?;
    Ok(storage)
}

fn workload(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle) -> Result<(), StorageError> {
    let storage = &*made(vfs, oracle, 40)?;
    let mut cursor = AppendCursor::default();
    for number in 0..12u8 {
        let end = [End::Full, End::Delayed, End::Rollback][usize::from(number) % 3];
        transact(storage, oracle, end, |txn, state| fill(storage, txn, state, &mut cursor, number))?;
        transact(storage, oracle, end, |txn, state| change_rows(storage, txn, state, &mut cursor, number))?;
        if number == 3 || number == 7 {
            storage.checkpoint()?;
        }
        if number == 5 {
            temporary_object(storage, oracle)?;
        }
    }
    storage.checkpoint()?;
    transact(storage, oracle, End::Full, |txn, state| {
        let key = state.entries.keys().nth(2).cloned().expect("the tree has entries");
        state.entries.remove(&key);
        assert!(TREE.delete(storage, txn, &key)?);
        Ok(())
    })
}

fn fill(
    storage: &Storage,
    txn: &mut Transaction,
    state: &mut State,
    cursor: &mut AppendCursor,
    number: u8,
) -> Result<(), StorageError> {
    for step in 0..5u8 {
        let row = vec![number * 16 + step; 1500];
        HEAP.insert(storage, txn, cursor, &row)?;
        state.rows.push(row);
        let key = vec![step * 37 % 11, number, step, 9];
        let value = vec![number; 1100];
        TREE.insert(storage, txn, &key, &value)?;
        state.entries.insert(key, value);
    }
    let mut append = HEAP.append(storage);
    for step in 0..4u8 {
        let row = vec![number * 16 + 8 + step; 900];
        append.push(txn, cursor, &row)?;
        state.rows.push(row);
    }
    append.finish(txn, cursor)?;
    if number % 4 == 1 {
        let key = state.entries.keys().nth(1).cloned().expect("five were put in");
        state.entries.remove(&key);
        assert!(TREE.delete(storage, txn, &key)?);
    }
    Ok(())
}

/// Rows grow and move, shrink, and are deleted.
fn change_rows(
    storage: &Storage,
    txn: &mut Transaction,
    state: &mut State,
    cursor: &mut AppendCursor,
    number: u8,
) -> Result<(), StorageError> {
    for (index, (rid, old)) in places(storage, &HEAP)?.into_iter().enumerate() {
        let new = match (index + usize::from(number)) % 4 {
            0 => vec![old[0]; 4000 / (1 + usize::from(number) % 3)],
            1 => vec![old[0]; 300],
            2 if index % 3 == 0 => Vec::new(),
            _ => continue,
        };
        let at = state.rows.iter().position(|row| *row == old).expect("the heap holds the state's rows");
        if new.is_empty() {
            state.rows.swap_remove(at);
            assert!(HEAP.delete(storage, txn, rid)?);
        } else {
            state.rows[at].clone_from(&new);
            assert!(HEAP.update(storage, txn, cursor, rid, &new)?);
        }
    }
    Ok(())
}

/// Creates, fills and drops an object, whose extents another object then takes.
fn temporary_object(storage: &Storage, oracle: &mut Oracle) -> Result<(), StorageError> {
    let mut heap = None;
    transact(storage, oracle, End::Full, |txn, _| {
        let made = Heap::create(storage, txn, ObjectId(102))?;
        let mut cursor = AppendCursor::default();
        (0..10).try_for_each(|_| made.insert(storage, txn, &mut cursor, &[5; 7000]).map(drop))?;
        heap = Some(made);
        Ok(())
    })?;
    let heap = heap.expect("made above");
    transact(storage, oracle, End::Full, |txn, _| defer_drop(storage, txn, heap.root))?;
    transact(storage, oracle, End::Rollback, |txn, _| {
        let again = Heap::create(storage, txn, ObjectId(103))?;
        assert_eq!(again.root, heap.root, "freed extents are taken again");
        Ok(())
    })
}

/// Opens the state after a crash and compares it.
fn verify(vfs: &Arc<dyn Vfs>, oracle: &Oracle, call: u64) {
    let storage = open(vfs);
    assert_sound(&storage);
    if oracle.certain == 0 {
        return;
    }
    let mut found = State {
        rows: rows(&storage, &HEAP).expect("the heap is readable"),
        entries: entries(&storage, &TREE).expect("the tree is readable").into_iter().collect(),
    };
    found.rows.sort();
    let possible = oracle.asked[oracle.certain - 1..].iter().any(|state| {
        let mut state = state.clone();
        state.rows.sort();
        state == found
    });
    assert!(
        possible,
        "call {call}: {} rows, {} entries are none of the {} possible states",
        found.rows.len(),
        found.entries.len(),
        oracle.asked.len() + 1 - oracle.certain
    );
}

/// Runs a workload once as a whole, and once for each `step`th of its file calls with a power cut
/// there. Each state of the disk after the cut is opened, with another cut during recovery, and
/// compared with the workload's oracle.
pub(super) fn cut_at_any_call(
    (calls_min, step): (u64, usize),
    workload: impl Fn(&Arc<dyn Vfs>, &mut Oracle) -> Result<(), StorageError>,
) {
    let mem = Arc::new(MemFs::new(1));
    let whole = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = whole.clone();
    let mut oracle = Oracle::default();
    workload(&vfs, &mut oracle).expect("without faults it runs through");
    let calls = whole.calls();
    assert!(calls > calls_min, "only {calls} file calls: the workload tests little");
    verify(&(mem as Arc<dyn Vfs>), &oracle, calls);
    for call in (0..calls).step_by(step) {
        let mem = Arc::new(MemFs::new(call));
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call)));
        let mut oracle = Oracle::default();
        assert!(workload(&vfs, &mut oracle).is_err(), "call {call} fails");
        drop(vfs);
        if !oracle.is_made {
            continue;
        }
        for (seed, mode) in MODES.into_iter().enumerate() {
            let mem = Arc::new(mem.crash_copy(call * 4 + seed as u64, mode));
            // The second power cut, during recovery.
            let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(mem.clone(), FaultPlan::power_cut_at(call * 7 % 31)));
            drop(open_with(&vfs, 64));
            let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(mode));
            verify(&vfs, &oracle, call);
        }
    }
}

#[test]
fn power_cut_at_any_call_loses_no_acknowledged_change() {
    cut_at_any_call((100, 1), workload);
}

const MODES: [CrashMode; 4] =
    [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::ProcessKill];
