//! The storage of a table: a heap or the clustered index's tree, and a tree for each other index.

use sluice_access::{BTree, Heap, defer_drop};
use sluice_base::ids::PageId;
use sluice_catalog::Table;
use sluice_txn::{Storage, StorageError, Transaction};

/// Creates empty storage for a table and its enabled indexes, and sets their roots.
pub fn create(storage: &Storage, transaction: &mut Transaction, table: &mut Table) -> Result<(), StorageError> {
    table.root = match table.clustered() {
        Some(_) => BTree::create(storage, transaction, table.id)?.iam_root(),
        None => Heap::create(storage, transaction, table.id)?.root,
    };
    for index in &mut table.indexes {
        index.root = match index.is_clustered() {
            true => table.root,
            false if index.is_disabled => PageId::NONE,
            false => BTree::create(storage, transaction, table.id)?.iam_root(),
        };
    }
    Ok(())
}

/// Registers that the storage of a table and its indexes is freed after the transaction's commit.
pub fn drop(storage: &Storage, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
    defer_drop(storage, transaction, table.root)?;
    let others = table.indexes.iter().filter(|index| !index.is_clustered() && !index.is_disabled);
    others.into_iter().try_for_each(|index| defer_drop(storage, transaction, index.root))
}
