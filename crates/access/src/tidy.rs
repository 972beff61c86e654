//! Background cleanup after deletes: tree leaves, and deferred releases that came too early.

use crate::btree::BTree;
use crate::layout;
use sluice_buffer::{PageType, page};
use sluice_txn::{SparseLeaf, Storage, StorageError};

/// Cleans the leaves noted since the last call: removes ghosts of ended transactions and merges
/// nearly empty leaves. A leaf whose cleanup fails is forgotten: a later user meets the same error
/// and can report it. Does nothing in a database that may not be changed. Then tries the deferred
/// releases again. Does nothing while a consistency check reads the database.
pub fn tidy(storage: &Storage) {
    if storage.check_changes().is_err() {
        return;
    }
    // A check in progress must see whole pages of one moment.
    let Some(_cleaning) = storage.begin_cleaning() else { return };
    for leaf in storage.space.leftovers.take_leaves() {
        if let Ok(true) = tidy_leaf(storage, &leaf) {
            // Some ghosts belong to active transactions.
            storage.space.leftovers.note_leaf(leaf.root, leaf);
        }
    }
    let _tried_again_later = storage.run_releases();
}

fn tidy_leaf(storage: &Storage, leaf: &SparseLeaf) -> Result<bool, StorageError> {
    let tree = BTree { root: leaf.root, object: leaf.object };
    let root = storage.pool.read(storage.id, tree.root)?;
    // The tree may have been dropped, and its pages reused; then the descent would find damage.
    let is_there = page::page_type(&root) == PageType::INDEX && layout::object(&root) == tree.object;
    drop(root);
    if is_there { tree.tidy(storage, &leaf.key) } else { Ok(false) }
}
