//! Putting an entry into its leaf, or a ghost back.
//!
//! A ghost of the same key makes way: by a system record once its deleter's transaction is over, by a record of the transaction where
//! that is the deleter itself. Other ghosts of ended transactions go before a leaf is split.

use super::node;
use super::range_lock::Turn;
use super::{BTree, ENTRY_MAX, descend, split};
use crate::edit::Edit;
use crate::layout;
use crate::records::{TREE_GHOST_BACK, TREE_INSERT, TREE_REMOVE, TreeEntry};
use crate::slotted;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{LockOwner, Storage, StorageError, Transaction, UndoChain};

/// See [`BTree::insert`].
pub(super) fn insert(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    (key, value): (&[u8], &[u8]),
    owner: Option<&LockOwner>,
) -> Result<(), StorageError> {
    let bytes = key.len() + value.len();
    if bytes > ENTRY_MAX {
        return Err(StorageError::TooLong { bytes: bytes as u64, max: ENTRY_MAX as u64 });
    }
    let turn = owner.map(|owner| Turn { tree, storage, owner });
    let (mut leaf, slot) = loop {
        let (leaf, found) = place(tree, storage, key, value, Purpose::Work)?;
        let wait = match (&turn, found) {
            (None, _) => None,
            (Some(turn), Err(slot)) => turn.before_insert(&leaf, slot, key)?,
            (Some(turn), Ok(slot)) if txn.id() == Some(TxnId(node::stamp(&leaf, slot))) => {
                turn.before_revival(&leaf, slot)?
            }
            (Some(turn), Ok(slot)) => turn.other_writer(txn, &leaf, slot),
        };
        match (found, &turn, wait) {
            (_, Some(turn), Some(wait)) => {
                drop(leaf);
                turn.wait(wait)?;
            }
            (Err(slot), ..) => break (leaf, slot),
            (Ok(slot), ..) => make_way(tree, storage, txn, key, leaf, slot)?,
        }
    };
    let writer = storage.start(txn)?;
    let (head, length) = (TreeEntry::head(tree.root, slot as u16), (key.len() as u16).to_le_bytes());
    storage.log_change_redo(txn, &mut leaf, TREE_INSERT, &[&head, &length, key], &[value])?;
    put(&mut leaf, slot, writer, key, value);
    Ok(())
}

/// Puts back the ghost that the record of `txn` took out of `tree`.
pub(crate) fn undo_remove(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    undone: &UndoChain<'_>,
    key: &[u8],
    value: &[u8],
) -> Result<(), StorageError> {
    let (mut leaf, found) = place(tree, storage, key, value, Purpose::Undo)?;
    let Err(slot) = found else {
        return Err(damaged(storage, undone.newest().page, "a key that a rollback puts back is there already"));
    };
    let (head, length) = (TreeEntry::head(tree.root, slot as u16), (key.len() as u16).to_le_bytes());
    storage.compensate(txn, undone, &mut leaf, TREE_GHOST_BACK, &[&head, &length, key, value])?;
    put(&mut leaf, slot, undone.newest().txn, key, value);
    slotted::set_ghost(&mut leaf, slot, true);
    Ok(())
}

/// The leaf where the key belongs, latched: the key's slot there, or the slot for it, and then there is room for the entry.
fn place<'a>(
    tree: &BTree,
    storage: &'a Storage,
    key: &[u8],
    value: &[u8],
    purpose: Purpose,
) -> Result<(PageMut<'a>, Result<usize, usize>), StorageError> {
    loop {
        let mut leaf = descend::leaf_exclusive(tree, storage, key)?;
        let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
        if found.is_ok() || slotted::cell_fits(&leaf, node::leaf_cell_size(&leaf, key, value)) {
            return Ok((leaf, found));
        }
        if !clean(storage, &mut leaf, purpose)? {
            drop(leaf);
            split::make_room(tree, storage, (key, value), purpose)?;
        }
    }
}

/// Takes the key's ghost away; an entry that is none is a duplicate, and so is the ghost of a transaction that is still
/// under way: it may come back.
fn make_way(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    key: &[u8],
    mut leaf: PageMut<'_>,
    slot: usize,
) -> Result<(), StorageError> {
    if !slotted::is_ghost(&leaf, slot) {
        return Err(StorageError::Duplicate);
    }
    let stamp = TxnId(node::stamp(&leaf, slot));
    if txn.id() == Some(stamp) {
        let bad = |bad| descend::bad_cell(storage, leaf.id(), bad);
        let (_, value) = node::leaf_cell(&leaf, slot).map_err(bad)?;
        let entry = [&(key.len() as u16).to_le_bytes(), key, value].concat();
        storage.log_change(txn, &mut leaf, TREE_REMOVE, &[&TreeEntry::head(tree.root, slot as u16), &entry])?;
        let taken = slotted::remove_cell(&mut leaf, slot);
        assert!(taken, "the search found the slot");
        return Ok(());
    }
    if storage.is_active(stamp) {
        return Err(StorageError::Duplicate);
    }
    clean(storage, &mut leaf, Purpose::Work).map(drop)
}

/// Takes the ghosts of ended transactions off a leaf; whether there were any.
pub(super) fn clean(storage: &Storage, leaf: &mut PageMut<'_>, purpose: Purpose) -> Result<bool, StorageError> {
    let mut record = SystemRecord::new(purpose);
    let mut found = false;
    // From the end, so that the positions before stay what they are.
    for slot in (0..slotted::count(leaf)).rev() {
        if slotted::is_ghost(leaf, slot) && !storage.is_active(TxnId(node::stamp(leaf, slot))) {
            record.edit(leaf.id(), Edit::Remove { position: slot as u16 });
            found = true;
        }
    }
    if found {
        record.log(storage, vec![leaf])?;
    }
    Ok(found)
}

fn put(leaf: &mut PageMut<'_>, slot: usize, stamp: TxnId, key: &[u8], value: &[u8]) {
    debug_assert_eq!(layout::level(leaf), 0, "entries live in leaves");
    let fits = node::insert_entry(leaf, slot, stamp.0, key, value);
    assert!(fits, "the leaf was chosen for its room");
}
