//! Replacement of a key's cell in a leaf: a new value for an entry, or an entry in place of a
//! ghost; and its undo.
//!
//! The cell keeps its place and never becomes shorter (`leaf_cell.rs`). So the undo, which finds it
//! by its key, needs no room.

use super::node;
use super::{BTree, clean, compress, delete, descend, split};
use crate::layout;
use crate::leaf_cell::{self, IS_GHOST, LeafCell};
use crate::records::{RowChange, TREE_REVERT, TREE_UPDATE, TreeChange};
use crate::slotted;
use crate::system::damaged;
use crate::{heap_cell, records};
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError, Transaction, UndoChain};

/// Whether a leaf has room for `value` in place of a slot's cell.
pub(super) fn fits(leaf: &[u8], slot: usize, key: &[u8], value: &[u8]) -> bool {
    slotted::replacement_fits(leaf, slot, size(leaf, slot, key, value))
}

/// Returns the length of the cell with `value` in place of a slot's cell. In a tree that compresses
/// its leaves, the cell has room for the former value as logged, which may be longer than the
/// former cell, and is padded.
pub(super) fn size(leaf: &[u8], slot: usize, key: &[u8], value: &[u8]) -> usize {
    let plain = node::leaf_cell_size(leaf, key, value);
    if !layout::compresses(leaf) {
        return plain;
    }
    let body = LeafCell::at(leaf, slot).and_then(|cell| cell.logged_body());
    plain - value.len() + room(leaf, &body.unwrap_or_default(), value)
}

/// Returns the length of a body with `value` in place of a body.
fn room(leaf: &[u8], body: &[u8], value: &[u8]) -> usize {
    body.len().max(value.len() + usize::from(layout::compresses(leaf)))
}

/// Makes room in one step. The caller then looks the leaf up again. A full leaf of a tree with page
/// compression is compressed before it is split.
pub(super) fn make_room(
    tree: &BTree,
    storage: &Storage,
    mut leaf: PageMut<'_>,
    entry: (&[u8], &[u8]),
) -> Result<(), StorageError> {
    if clean::clean(storage, &mut leaf)? || compress::compress(storage, &mut leaf)? {
        return Ok(());
    }
    drop(leaf);
    split::make_room(tree, storage, entry)
}

/// Replaces the cell of `key` in a slot of the latched leaf by the entry with `value`, for which
/// there is room. The change is logged with the bytes that differ. The cell never becomes shorter;
/// padding fills it.
pub(super) fn replace(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    (leaf, slot): (&mut PageMut<'_>, usize),
    (key, value): (&[u8], &[u8]),
) -> Result<(), StorageError> {
    let bad = |_| descend::bad_cell(storage, leaf.id(), node::BadCell(slot));
    let old_body = LeafCell::at(leaf, slot).and_then(|cell| cell.logged_body()).ok_or(()).map_err(bad)?;
    let (kind, body) = heap_cell::padded(value, room(leaf, &old_body, value));
    let (old, stamp) = ((leaf_cell::kind(leaf, slot), &old_body[..]), node::stamp(leaf, slot));
    let change = RowChange::between(slot as u16, stamp, old, (kind, &body));
    let undo = TreeChange { root: tree.root, key, change }.undo_part();
    let after = change.after.to_vec();
    drop(old_body);
    let writer = storage.start(txn)?;
    storage.log_change_undone_by(txn, leaf, TREE_UPDATE, &[&undo], &[&after], undo.len())?;
    let is_made = leaf_cell::replace(leaf, slot, writer.0, (kind, &body));
    assert!(is_made, "the caller has looked for room");
    Ok(())
}

/// Undoes the newest record of the chain, a [`records::TREE_UPDATE`]. The entry gets its former
/// body, kind and stamp. It's damage if the entry isn't in the state that the record left.
pub(crate) fn undo_change(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &UndoChain<'_>,
    (key, change): (&[u8], &RowChange<'_>),
) -> Result<(), StorageError> {
    debug_assert_eq!(undone.newest().kind, records::TREE_UPDATE);
    let (mut leaf, slot) = delete::own(tree, storage, undone.newest().txn, key, false)?;
    let change = RowChange { slot: slot as u16, ..change.undone() };
    let mut payload = TreeChange { root: tree.root, key: &[], change }.undo_part();
    payload.extend_from_slice(change.after);
    storage.compensate(txn, undone, &mut leaf, TREE_REVERT, &[&payload])?;
    if !node::change_body(&mut leaf, change.stamp, &change) {
        return Err(damaged(storage, leaf.id(), "it does not accept the undo of a change of an entry"));
    }
    if change.kinds.1 & IS_GHOST != 0 {
        delete::note(tree, storage, &leaf, key);
    }
    Ok(())
}
