//! The storage of a table: a heap or the clustered index's tree, and a tree for each other index.

use sluice_access::{BTree, Heap, Placement, defer_drop};
use sluice_base::ids::PageId;
use sluice_catalog::{Compression, Index, Table};
use sluice_txn::{Storage, StorageError, Transaction};

/// Creates empty storage for a table and its enabled indexes, and sets their roots. The storage is
/// in the filegroups that the definition names, else in those of the present storage. The clustered
/// index shares the table's root; disabled indexes get no storage. The trees are empty: the caller
/// fills them.
pub fn create(storage: &Storage, transaction: &mut Transaction, table: &mut Table) -> Result<(), StorageError> {
    let placement = placement(storage, table)?;
    table.root = match table.clustered() {
        Some(_) => create_tree(storage, transaction, table, placement, table.options.compression)?,
        None => create_heap(storage, transaction, table, placement)?,
    };
    table.filegroups.rows = Some(placement.rows);
    for place in 0..table.indexes.len() {
        let index = &table.indexes[place];
        let root = match index.is_clustered() {
            true => table.root,
            false if index.is_disabled => PageId::NONE,
            false => create_index(storage, transaction, table, index)?,
        };
        table.indexes[place].root = root;
    }
    Ok(())
}

/// Creates an empty tree for a nonclustered index. Returns its root.
pub fn create_index(
    storage: &Storage,
    transaction: &mut Transaction,
    table: &Table,
    index: &Index,
) -> Result<PageId, StorageError> {
    let filegroup = index.filegroup.or(table.filegroups.rows).unwrap_or(storage.space.default_filegroup());
    create_tree(storage, transaction, table, Placement::within(filegroup), index.compression)
}

fn create_tree(
    storage: &Storage,
    transaction: &mut Transaction,
    table: &Table,
    placement: Placement,
    compression: Compression,
) -> Result<PageId, StorageError> {
    let tree = BTree::create_in(storage, transaction, table.id, placement)?;
    if compression == Compression::Page {
        tree.compress_leaves(storage)?;
    }
    Ok(tree.iam_root())
}

fn create_heap(
    storage: &Storage,
    transaction: &mut Transaction,
    table: &Table,
    placement: Placement,
) -> Result<PageId, StorageError> {
    let heap = Heap::create_in(storage, transaction, table.id, placement)?;
    if table.options.compression == Compression::Page {
        heap.compress_loaded_pages(storage)?;
    }
    Ok(heap.root)
}

/// Returns the placement of a table's new storage. The rows are in the filegroup of the clustered
/// index.
fn placement(storage: &Storage, table: &Table) -> Result<Placement, StorageError> {
    let wanted = table.clustered().and_then(|index| index.filegroup).or(table.filegroups.rows);
    let rows = wanted.unwrap_or(storage.space.default_filegroup());
    let long_values = match table.filegroups.long_values {
        Some(filegroup) => filegroup,
        None if table.root.is_none() => rows,
        None => Placement::for_object(storage, table.root)?.long_values,
    };
    Ok(Placement { rows, long_values })
}

/// Sets the filegroups of a table whose storage exists.
pub(crate) fn note_filegroups(storage: &Storage, table: &mut Table) {
    let of_root = |root: PageId| (!root.is_none()).then(|| storage.space.filegroup_of(root.file));
    table.filegroups.rows = of_root(table.root);
    table.indexes.iter_mut().for_each(|index| index.filegroup = of_root(index.root));
}

/// Registers that the storage of a table and its indexes is freed after the transaction's commit.
pub fn drop(storage: &Storage, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
    defer_drop(storage, transaction, table.root)?;
    let others = table.indexes.iter().filter(|index| !index.is_clustered() && !index.is_disabled);
    others.into_iter().try_for_each(|index| defer_drop(storage, transaction, index.root))
}
