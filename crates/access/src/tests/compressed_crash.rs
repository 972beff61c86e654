//! A power cut at every file call of loads and changes of compressed heaps, and another during
//! recovery.

use super::crash::{End, HEAP, Oracle, State, TREE, cut_at_any_call, transact};
use super::rig::{Alone as _, create, open_with, places};
use crate::BTree;
use crate::heap::{AppendCursor, Heap, LOGGED_PAGES};
use crate::physical::{PhysicalScan, heap_figures};
use sluice_base::sync::Arc;
use sluice_txn::{Storage, StorageError, Transaction};
use sluice_vfs::Vfs;

/// Returns a row that shares words with the others.
fn row(number: usize) -> Vec<u8> {
    let street = ["Prinsengracht", "Keizersgracht", "Herengracht"][number % 3];
    format!("customer {number:06}; {street} {}; Amsterdam, Noord-Holland; no remarks", number % 250).into_bytes()
}

/// Creates the objects of the workloads, and loads rows into the heap, which compresses them. A
/// rollback undoes the load with the heap's creation.
fn make(storage: &Storage, oracle: &mut Oracle, rows: impl Iterator<Item = Vec<u8>>) -> Result<(), StorageError> {
    transact(storage, oracle, End::Full, |txn, state| {
        assert_eq!(Heap::create(storage, txn, HEAP.object)?, HEAP);
        assert_eq!(BTree::create(storage, txn, TREE.object)?, TREE);
        HEAP.compress_loaded_pages(storage)?;
        let mut load = HEAP.bulk_load(storage, txn)?;
        for row in rows {
            load.push(&row)?;
            state.rows.push(row);
        }
        load.finish()
    })
}

fn append(
    storage: &Storage,
    txn: &mut Transaction,
    state: &mut State,
    cursor: &mut AppendCursor,
    rows: impl Iterator<Item = Vec<u8>>,
) -> Result<(), StorageError> {
    let mut append = HEAP.append_alone(storage)?;
    for row in rows {
        append.push(txn, cursor, &row)?;
        state.rows.push(row);
    }
    append.finish(txn, cursor)
}

/// Compressed rows grow, most of them beyond their page, shrink, and are deleted.
fn change(
    storage: &Storage,
    txn: &mut Transaction,
    state: &mut State,
    cursor: &mut AppendCursor,
    round: usize,
) -> Result<(), StorageError> {
    for (rid, old) in places(storage, &HEAP)?.into_iter().skip(round).step_by(7) {
        let at = state.rows.iter().position(|row| *row == old).expect("the heap holds the state's rows");
        let new = match at % 3 {
            0 => [&old[..], &[b'x'; 400][..]].concat(),
            1 => old[..old.len() - 9].to_vec(),
            _ => {
                state.rows.swap_remove(at);
                assert!(HEAP.delete(storage, txn, rid)?);
                continue;
            }
        };
        assert!(HEAP.update(storage, txn, cursor, rid, &new)?);
        state.rows[at] = new;
    }
    Ok(())
}

fn workload(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle) -> Result<(), StorageError> {
    create(vfs)?;
    oracle.is_made = true;
    let (storage, _) = open_with(vfs, 40)?;
    let storage = &*storage;
    make(storage, oracle, (0..300).map(row))?;
    let mut cursor = AppendCursor::default();
    for round in 0..6 {
        let end = [End::Full, End::Delayed, End::Rollback][round % 3];
        let rows = (0..220).map(|number| row(1_000 * (round + 1) + number));
        transact(storage, oracle, end, |txn, state| append(storage, txn, state, &mut cursor, rows))?;
        transact(storage, oracle, end, |txn, state| change(storage, txn, state, &mut cursor, round))?;
        if round == 1 || round == 4 {
            storage.checkpoint()?;
        }
    }
    let figures = heap_figures(storage, (HEAP.root, HEAP.object), PhysicalScan::Detailed)?;
    assert!(figures.records.compressed_pages > 4, "{} compressed pages", figures.records.compressed_pages);
    storage.checkpoint()?;
    transact(storage, oracle, End::Full, |txn, state| change(storage, txn, state, &mut cursor, 3))
}

#[test]
fn power_cut_at_any_call_loses_no_row_of_compressed_heap() {
    cut_at_any_call((80, 1), workload);
}

/// A row of which a page holds three, and four if it is compressed.
fn long_row(number: usize) -> Vec<u8> {
    let own = (0..1_500u32).map(|at| (at.wrapping_mul(2_654_435_761) ^ (number as u32 * 40_503)).to_le_bytes()[1]);
    let common = (0..1_000u32).map(|at| (at.wrapping_mul(2_246_822_519) >> 11) as u8);
    (number as u32).to_le_bytes().into_iter().chain(own).chain(common).collect()
}

/// Loads more pages than are logged, then changes rows of both kinds of pages.
fn long_workload(vfs: &Arc<dyn Vfs>, oracle: &mut Oracle) -> Result<(), StorageError> {
    create(vfs)?;
    oracle.is_made = true;
    let (storage, _) = open_with(vfs, 600)?;
    let storage = &*storage;
    make(storage, oracle, (0..4 * (LOGGED_PAGES + 30)).map(long_row))?;
    let figures = heap_figures(storage, (HEAP.root, HEAP.object), PhysicalScan::Detailed)?;
    let compressed = figures.records.compressed_pages;
    assert!(compressed > LOGGED_PAGES as u64, "{compressed} compressed pages");
    let mut cursor = AppendCursor::default();
    transact(storage, oracle, End::Full, |txn, state| {
        let places = places(storage, &HEAP)?;
        for place in [2, 4 * LOGGED_PAGES + 8] {
            state.rows[place] = [&long_row(place)[..], &[7; 500][..]].concat();
            assert!(HEAP.update(storage, txn, &mut cursor, places[place].0, &state.rows[place])?);
        }
        Ok(())
    })
}

#[test]
fn power_cut_keeps_unlogged_compressed_rows_or_none() {
    cut_at_any_call((30, 7), long_workload);
}
