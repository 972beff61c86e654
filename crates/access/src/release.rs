//! DROP of an object: requested in a transaction, done after its commit. A crash between both
//! leaves the intent in the log, which recovery carries out.

use crate::layout;
use crate::object::{Life, read_iam};
use crate::system::damaged;
use sluice_base::ids::PageId;
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};

/// Frees the extents of a heap or tree after the transaction has committed; a rollback cancels it.
/// `root` is [`crate::heap::Heap::root`] or [`crate::btree::BTree::root`]. Only logs an intent now.
pub fn defer_drop(storage: &Storage, txn: &mut Transaction, root: PageId) -> Result<(), StorageError> {
    let life = life_of(storage, root)?;
    storage.defer_release(txn, &life.encode())
}

fn life_of(storage: &Storage, root: PageId) -> Result<Life, StorageError> {
    let page = storage.pool.read(storage.id, root)?;
    let iam_root = match page::page_type(&page) {
        PageType::IAM => root,
        PageType::INDEX if layout::is_root(&page) => layout::anchor(&page),
        _ => return Err(damaged(storage, root, "it is the root of no object")),
    };
    drop(page);
    let iam = read_iam(storage, iam_root)?;
    Ok(Life { root: iam_root, generation: layout::generation(&iam) })
}
