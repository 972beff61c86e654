//! Putting an entry into its leaf: live, or to undo its removal.

use super::node;
use super::{BTree, ENTRY_MAX, descend, split};
use crate::layout;
use crate::records::{TREE_INSERT, TreeEntry};
use crate::slotted;
use crate::system::{Purpose, damaged};
use sluice_buffer::PageMut;
use sluice_txn::{Record, Storage, StorageError, Transaction};

/// See [`BTree::insert`].
pub(super) fn insert(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    key: &[u8],
    value: &[u8],
) -> Result<(), StorageError> {
    let bytes = key.len() + value.len();
    if bytes > ENTRY_MAX {
        return Err(StorageError::TooLong { bytes: bytes as u64, max: ENTRY_MAX as u64 });
    }
    let (mut leaf, slot) = place(tree, storage, key, value, Purpose::Work)?;
    let (head, length) = (TreeEntry::head(tree.root, slot as u16), (key.len() as u16).to_le_bytes());
    storage.log_change_redo(txn, &mut leaf, TREE_INSERT, &[&head, &length, key], &[value])?;
    put(&mut leaf, slot, key, value);
    Ok(())
}

/// Puts back the entry that the record of `txn` took out of `tree`.
pub(crate) fn undo_remove(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &Record<'_>,
    key: &[u8],
    value: &[u8],
) -> Result<(), StorageError> {
    let (mut leaf, slot) = match place(tree, storage, key, value, Purpose::Undo) {
        Err(StorageError::Duplicate) => {
            return Err(damaged(storage, undone.page, "a key that a rollback puts back is there already"));
        }
        place => place?,
    };
    let (head, length) = (TreeEntry::head(tree.root, slot as u16), (key.len() as u16).to_le_bytes());
    storage.compensate(txn, undone, &mut leaf, TREE_INSERT, &[&head, &length, key, value])?;
    put(&mut leaf, slot, key, value);
    Ok(())
}

/// The leaf with room for an entry, latched, and its slot there.
fn place<'a>(
    tree: &BTree,
    storage: &'a Storage,
    key: &[u8],
    value: &[u8],
    purpose: Purpose,
) -> Result<(PageMut<'a>, usize), StorageError> {
    let size = node::leaf_cell_size(key, value);
    loop {
        let leaf = descend::leaf_exclusive(tree, storage, key)?;
        let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
        let Err(slot) = found else { return Err(StorageError::Duplicate) };
        if slotted::cell_fits(&leaf, size) {
            return Ok((leaf, slot));
        }
        drop(leaf);
        split::make_room(tree, storage, key, size, purpose)?;
    }
}

fn put(leaf: &mut PageMut<'_>, slot: usize, key: &[u8], value: &[u8]) {
    debug_assert_eq!(layout::level(leaf), 0, "entries live in leaves");
    let length = (key.len() as u16).to_le_bytes();
    let fits = slotted::insert_cell(leaf, slot, &[&length, key, value]);
    assert!(fits, "the leaf was chosen for its room");
}
