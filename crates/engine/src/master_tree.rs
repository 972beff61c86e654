//! A B+tree of master that the instance keeps something in, beside the catalog. Its root is in a slot of master's boot page.
//!
//! Every change is a transaction of its own, durable on return.

use sluice_access::{BTree, boot};
use sluice_base::ids::ObjectId;
use sluice_txn::{CommitDurability, Place, Storage, StorageError, Transaction};
use std::ops::Bound;
use std::sync::Arc;

/// The tree.
pub(crate) struct MasterTree {
    master: Arc<Storage>,
    tree: BTree,
}

impl MasterTree {
    /// Makes the tree in a new master database, unless a start before this one did.
    pub(crate) fn open(master: &Arc<Storage>, slot: u8, object: ObjectId) -> Result<MasterTree, StorageError> {
        let root = boot::get(master, slot)?;
        let tree = if root.is_none() {
            let mut txn = master.begin();
            let tree = match BTree::create(master, &mut txn, object) {
                Ok(tree) => tree,
                Err(error) => return Err(given_up(master, txn, error)),
            };
            master.commit(txn, CommitDurability::Full)?;
            // After the commit: the slot names a tree that stays.
            boot::set(master, slot, tree.root)?;
            tree
        } else {
            BTree { root, object }
        };
        Ok(MasterTree { master: master.clone(), tree })
    }

    /// The master database's storage.
    pub(crate) fn master(&self) -> &Arc<Storage> {
        &self.master
    }

    /// What `read` makes of each row, in the order of their keys; damage, called `what`, where it makes nothing.
    pub(crate) fn rows<T>(&self, what: &str, read: impl Fn(&[u8], &[u8]) -> Option<T>) -> Result<Vec<T>, StorageError> {
        let mut scan = self.tree.scan(&self.master, Bound::Unbounded, Bound::Unbounded)?;
        let mut rows = Vec::new();
        while let Some((key, value)) = scan.next()? {
            rows.push(read(key, value).ok_or_else(|| StorageError::Damaged {
                path: self.master.data.path().to_owned(),
                place: Place::Page(self.tree.root),
                what: what.to_owned(),
            })?);
        }
        Ok(rows)
    }

    /// Writes down a new row.
    pub(crate) fn insert(&self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        self.change(|txn| self.tree.insert(&self.master, txn, key, value))
    }

    /// Writes down a row in the place of the one with that key, if there is one.
    pub(crate) fn replace(&self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        self.change(|txn| {
            self.tree.delete(&self.master, txn, key)?;
            self.tree.insert(&self.master, txn, key, value)
        })
    }

    /// Forgets a row.
    pub(crate) fn delete(&self, key: &[u8]) -> Result<(), StorageError> {
        self.change(|txn| self.tree.delete(&self.master, txn, key).map(|_| ()))
    }

    fn change(&self, change: impl FnOnce(&mut Transaction) -> Result<(), StorageError>) -> Result<(), StorageError> {
        let mut txn = self.master.begin();
        match change(&mut txn) {
            Ok(()) => self.master.commit(txn, CommitDurability::Full).map(|_| ()),
            Err(error) => Err(given_up(&self.master, txn, error)),
        }
    }
}

/// Rolls back; what went wrong first is what the caller hears of.
fn given_up(master: &Storage, txn: Transaction, error: StorageError) -> StorageError {
    match master.rollback(txn) {
        Ok(()) => error,
        Err(worse) => worse,
    }
}
