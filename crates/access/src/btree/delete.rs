//! Taking an entry out of its leaf: live, or to undo its insert.

use super::node;
use super::{BTree, descend};
use crate::records::{TREE_REMOVE, TreeEntry};
use crate::slotted;
use crate::system::damaged;
use sluice_buffer::PageMut;
use sluice_txn::{Record, Storage, StorageError, Transaction};

/// See [`BTree::delete`].
pub(super) fn delete(tree: &BTree, storage: &Storage, txn: &mut Transaction, key: &[u8]) -> Result<bool, StorageError> {
    let (mut leaf, found) = find(tree, storage, key)?;
    let Some(slot) = found else { return Ok(false) };
    // The cell is on the page that the record stamps, so it is copied first. It has at most 4,002 bytes.
    let mut copy = [0; 2 + super::ENTRY_MAX];
    let cell = slotted::get(&leaf, slot).filter(|cell| cell.len() <= copy.len());
    let length = cell.ok_or_else(|| descend::bad_cell(storage, leaf.id(), node::BadCell(slot)))?.len();
    copy[..length].copy_from_slice(slotted::get(&leaf, slot).unwrap_or_default());
    storage.log_change(txn, &mut leaf, TREE_REMOVE, &[&TreeEntry::head(tree.root, slot as u16), &copy[..length]])?;
    take(&mut leaf, slot);
    Ok(true)
}

/// Takes out the entry that the record of `txn` put into `tree`.
pub(crate) fn undo_insert(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &Record<'_>,
    key: &[u8],
) -> Result<(), StorageError> {
    let (mut leaf, found) = find(tree, storage, key)?;
    let Some(slot) = found else {
        return Err(damaged(storage, leaf.id(), "a key that a rollback takes out is not there"));
    };
    storage.compensate(txn, undone, &mut leaf, TREE_REMOVE, &[&TreeEntry::head(tree.root, slot as u16)])?;
    take(&mut leaf, slot);
    Ok(())
}

/// The leaf where the key belongs, latched, and its slot if it is there.
fn find<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<(PageMut<'a>, Option<usize>), StorageError> {
    let leaf = descend::leaf_exclusive(tree, storage, key)?;
    let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
    Ok((leaf, found.ok()))
}

fn take(leaf: &mut PageMut<'_>, slot: usize) {
    let taken = slotted::remove_cell(leaf, slot);
    assert!(taken, "the search found the slot");
}
