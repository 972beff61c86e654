//! Deletes: an entry stays in its leaf as a ghost. Also the undo of a delete, and the undo of an
//! insert, which removes the entry.

use super::node;
use super::{BTree, descend};
use crate::heap_cell::set_stamp;
use crate::records::{TREE_GHOST, TREE_REMOVE, TREE_RESTORE, TreeEntry};
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{SparseLeaf, Storage, StorageError, Transaction, UndoChain};

/// Makes the entry of `key` a ghost, without waiting for other writers. Returns false if there is
/// no entry.
pub(super) fn delete(tree: &BTree, storage: &Storage, txn: &mut Transaction, key: &[u8]) -> Result<bool, StorageError> {
    let (mut leaf, found) = find(tree, storage, key)?;
    match found.filter(|slot| !slotted::is_ghost(&leaf, *slot)) {
        Some(slot) => make_ghost(tree, storage, txn, (&mut leaf, slot), key).map(|()| true),
        None => Ok(false),
    }
}

/// Makes the entry in a slot of the latched leaf a ghost. Logs the change first. The ghost gets the
/// deleter's stamp, and the leaf is noted for later cleaning.
pub(super) fn make_ghost(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    (leaf, slot): (&mut PageMut<'_>, usize),
    key: &[u8],
) -> Result<(), StorageError> {
    let before = node::stamp(leaf, slot).to_le_bytes();
    let deleter = storage.start(txn)?;
    let head = TreeEntry::head(tree.root, slot as u16);
    let compensation = head.len() + before.len();
    storage.log_change_undone_by(txn, leaf, TREE_GHOST, &[&head, &before, key], &[], compensation)?;
    slotted::set_ghost(leaf, slot, true);
    set_stamp(leaf, slot, deleter.0);
    note(tree, storage, leaf, key);
    Ok(())
}

/// Removes the entry that the record of `txn` inserted into `tree`. Logs the compensation and
/// removes the cell. It's damage if the entry isn't there with this transaction's stamp.
pub(crate) fn undo_insert(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &UndoChain<'_>,
    key: &[u8],
) -> Result<(), StorageError> {
    let (mut leaf, slot) = own(tree, storage, undone.newest().txn, key, false)?;
    storage.compensate(txn, undone, &mut leaf, TREE_REMOVE, &[&TreeEntry::head(tree.root, slot as u16)])?;
    let taken = slotted::remove_cell(&mut leaf, slot);
    assert!(taken, "the search found the slot");
    note(tree, storage, &leaf, key);
    Ok(())
}

/// Makes the ghost that the record of `txn` left in `tree` an entry again, which needs no room.
/// `stamp` is the one that it gets back.
pub(crate) fn undo_ghost(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &UndoChain<'_>,
    (stamp, key): (u64, &[u8]),
) -> Result<(), StorageError> {
    let (mut leaf, slot) = own(tree, storage, undone.newest().txn, key, true)?;
    let head = TreeEntry::head(tree.root, slot as u16);
    storage.compensate(txn, undone, &mut leaf, TREE_RESTORE, &[&head, &stamp.to_le_bytes()])?;
    slotted::set_ghost(&mut leaf, slot, false);
    set_stamp(&mut leaf, slot, stamp);
    Ok(())
}

/// Notes a leaf that has lost an entry, however full the leaf is, for the background cleanup
/// (`tidy`). The note is a hint in memory and isn't logged. A full list ignores the note.
pub(super) fn note(tree: &BTree, storage: &Storage, leaf: &PageMut<'_>, key: &[u8]) {
    let sparse = SparseLeaf { root: tree.root, object: tree.object, key: key.to_vec() };
    storage.space.leftovers.note_leaf(leaf.id(), sparse);
}

/// Returns the latched leaf where the key belongs, and its slot if the key exists, ghost or not.
fn find<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<(PageMut<'a>, Option<usize>), StorageError> {
    let leaf = descend::leaf_exclusive(tree, storage, key)?;
    let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
    Ok((leaf, found.ok()))
}

/// Returns leaf and slot of the key's entry or ghost, left by the transaction being rolled back;
/// anything else is damage. The leaf stays latched exclusively.
pub(super) fn own<'a>(
    tree: &BTree,
    storage: &'a Storage,
    owner: TxnId,
    key: &[u8],
    is_ghost: bool,
) -> Result<(PageMut<'a>, usize), StorageError> {
    let (leaf, found) = find(tree, storage, key)?;
    let is_own = |slot: &usize| node::stamp(&leaf, *slot) == owner.0 && slotted::is_ghost(&leaf, *slot) == is_ghost;
    match found.filter(is_own) {
        Some(slot) => Ok((leaf, slot)),
        None => Err(damaged(storage, leaf.id(), "the entry that a rollback must undo is not in its expected state")),
    }
}
