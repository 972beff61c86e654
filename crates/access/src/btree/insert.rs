//! Inserts of entries.
//!
//! A ghost of the same key becomes the entry: then it does not matter whether the ghost is still
//! needed, and the undo needs no room. A leaf is cleaned before it is split.

use super::node;
use super::range_lock::{LockContext, Wait};
use super::{BTree, ENTRY_MAX, KEY_MAX, descend, replace};
use crate::heap::AppendCursor;
use crate::layout;
use crate::records::{TREE_INSERT, TreeEntry};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_buffer::{PageMut, PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};

/// Inserts an entry, splitting pages as necessary. With `context`, waits for other writers and
/// range locks without holding a latch. Fails with `Duplicate` if the key exists, or with
/// `TooLong`. A ghost of the key becomes the entry. If the entry is the tree's last, `cursor` gets
/// its leaf.
pub(super) fn insert(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    (key, value): (&[u8], &[u8]),
    context: Option<(&LockContext<'_>, Option<&mut AppendCursor>)>,
) -> Result<(), StorageError> {
    check_size(key, value)?;
    let (context, cursor) = context.unzip();
    loop {
        let mut leaf = descend::leaf_exclusive(tree, storage, key)?;
        let found = node::search(&leaf, key).map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
        if let Some(context) = context
            && let Some(wait) = in_the_way(context, txn, &leaf, found, key)?
        {
            drop(leaf);
            context.wait(wait)?;
            continue;
        }
        match found {
            Err(slot) if slotted::cell_fits(&leaf, node::leaf_cell_size(&leaf, key, value)) => {
                put(tree, storage, txn, (&mut leaf, slot), (key, value))?;
                if let Some(cursor) = cursor.flatten().filter(|_| slot + 1 == slotted::count(&leaf))
                    && is_last_leaf(tree, &leaf)
                {
                    *cursor = AppendCursor { page: leaf.id(), hint: leaf.hint() };
                }
                return Ok(());
            }
            Ok(slot) if !is_free(storage, txn, &leaf, slot) => return Err(StorageError::Duplicate),
            Ok(slot) if replace::fits(&leaf, slot, key, value) => {
                if context.is_some() {
                    let stamp = TxnId(node::stamp(&leaf, slot));
                    storage.keep_entry_version(txn, (tree.root, key), stamp, None)?;
                }
                return replace::replace(tree, storage, txn, (&mut leaf, slot), (key, value));
            }
            _ => replace::make_room(tree, storage, leaf, (key, value))?,
        }
    }
}

/// Inserts as [`insert`] does, for mostly ascending keys: the leaf in `cursor` is tried first. The
/// leaf takes the entry if it is the tree's last leaf and the key is above its last. A former leaf
/// of the tree never belongs to another tree while this tree exists. Otherwise `cursor` is reset
/// and the entry is inserted from the root.
pub(super) fn append(
    context: &LockContext<'_>,
    txn: &mut Transaction,
    cursor: &mut AppendCursor,
    (key, value): (&[u8], &[u8]),
) -> Result<(), StorageError> {
    check_size(key, value)?;
    let (tree, storage) = (context.tree, context.storage);
    if !cursor.page.is_none() {
        let mut leaf = storage.pool.write_hinted(&mut cursor.hint, storage.id, cursor.page)?;
        let slot = slotted::count(&leaf);
        if is_last_leaf(tree, &leaf)
            && node::is_above(&leaf, key)
            && slotted::cell_fits(&leaf, node::leaf_cell_size(&leaf, key, value))
            && context.before_insert(&leaf, slot, key)?.is_none()
        {
            return put(tree, storage, txn, (&mut leaf, slot), (key, value));
        }
    }
    *cursor = AppendCursor::default();
    insert(tree, storage, txn, (key, value), Some((context, Some(cursor))))
}

fn is_last_leaf(tree: &BTree, page: &[u8]) -> bool {
    page::page_type(page) == PageType::INDEX
        && page::object(page) == tree.object
        && layout::level(page) == 0
        && layout::next(page).is_none()
}

/// Checks the length of a key and its value. Fails with `TooLong` if the key alone or both together
/// exceed their maximum.
pub(super) fn check_size(key: &[u8], value: &[u8]) -> Result<(), StorageError> {
    let too_long = |bytes: usize, max: usize| StorageError::TooLong { bytes: bytes as u64, max: max as u64 };
    if key.len() > KEY_MAX {
        return Err(too_long(key.len(), KEY_MAX));
    }
    let bytes = key.len() + value.len();
    if bytes > ENTRY_MAX { Err(too_long(bytes, ENTRY_MAX)) } else { Ok(()) }
}

/// Returns the obstacle that an insert must wait for.
fn in_the_way(
    context: &LockContext<'_>,
    txn: &Transaction,
    leaf: &PageMut<'_>,
    found: Result<usize, usize>,
    key: &[u8],
) -> Result<Option<Wait>, StorageError> {
    let slot = match found {
        Err(slot) => slot,
        // A ghost of its own, or an entry.
        Ok(slot) if txn.id() == Some(TxnId(node::stamp(leaf, slot))) => return Ok(None),
        Ok(slot) => match context.other_writer(txn, leaf, slot) {
            None if slotted::is_ghost(leaf, slot) => slot,
            wait => return Ok(wait),
        },
    };
    context.before_insert(leaf, slot, key)
}

/// Whether the slot has a ghost whose key may be inserted again: a ghost of the own transaction, or
/// of an ended one. An active deleter may restore its ghost.
fn is_free(storage: &Storage, txn: &Transaction, leaf: &PageMut<'_>, slot: usize) -> bool {
    let stamp = TxnId(node::stamp(leaf, slot));
    slotted::is_ghost(leaf, slot) && (txn.id() == Some(stamp) || !storage.is_active(stamp))
}

fn put(
    tree: &BTree,
    storage: &Storage,
    txn: &mut Transaction,
    (leaf, slot): (&mut PageMut<'_>, usize),
    (key, value): (&[u8], &[u8]),
) -> Result<(), StorageError> {
    let writer = storage.start(txn)?;
    let (head, length) = (TreeEntry::head(tree.root, slot as u16), (key.len() as u16).to_le_bytes());
    storage.log_change_undone_by(txn, leaf, TREE_INSERT, &[&head, &length, key], &[value], head.len())?;
    debug_assert_eq!(layout::level(leaf), 0, "entries live in leaves");
    let fits = node::insert_entry(leaf, slot, writer.0, key, value);
    assert!(fits, "the leaf was looked at for room");
    Ok(())
}
