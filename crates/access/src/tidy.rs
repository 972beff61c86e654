//! Giving back what deletes have left, in the background: in trees, and what was too early when its transaction ended.

use crate::btree::BTree;
use crate::layout;
use sluice_buffer::{PageType, page};
use sluice_txn::{SparseLeaf, Storage, StorageError};

/// Looks after the leaves that were noted since the last time: ghosts of ended transactions go, leaves that are nearly empty
/// are merged. Where it fails the leaf is forgotten: whoever needs it meets the same error and has somebody to tell it to.
pub fn tidy(storage: &Storage) {
    for leaf in storage.leftovers.take_leaves() {
        if let Ok(true) = tidy_leaf(storage, &leaf) {
            // Some ghosts are of transactions that are not over.
            storage.leftovers.note_leaf(leaf.root, leaf);
        }
    }
    let _tried_again_later = storage.run_releases();
}

fn tidy_leaf(storage: &Storage, leaf: &SparseLeaf) -> Result<bool, StorageError> {
    let tree = BTree { root: leaf.root, object: leaf.object };
    let root = storage.pool.read(storage.id, tree.root)?;
    // The tree may have been dropped meanwhile, and its pages be another's; then the descent would find damage.
    let is_there = page::page_type(&root) == PageType::INDEX && layout::object(&root) == tree.object;
    drop(root);
    if is_there { tree.tidy(storage, &leaf.key) } else { Ok(false) }
}
