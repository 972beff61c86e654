//! A B+tree in master for data of the instance, beside the catalog. A slot of master's boot page
//! has its root.
//!
//! Each change is a transaction of its own, durable on return.

use sluice_access::{BTree, boot};
use sluice_base::ids::ObjectId;
use sluice_txn::{CommitDurability, DamageLocation, Storage, StorageError, Transaction};
use std::ops::Bound;
use std::sync::Arc;

/// A tree in master. Its changes may come from several threads.
pub(crate) struct MasterTree {
    master: Arc<Storage>,
    tree: BTree,
}

impl MasterTree {
    /// Opens the tree, or creates it in a new master database. Creating it is durable on return.
    pub(crate) fn open(master: &Arc<Storage>, slot: u8, object: ObjectId) -> Result<MasterTree, StorageError> {
        let root = boot::get(master, slot)?;
        let tree = if root.is_none() {
            let mut txn = master.begin();
            let tree = match BTree::create(master, &mut txn, object) {
                Ok(tree) => tree,
                Err(error) => return Err(given_up(master, txn, error)),
            };
            master.commit(txn, CommitDurability::Full)?;
            // Set after the commit, so that the slot never names a tree that is rolled back.
            boot::set(master, slot, tree.root)?;
            tree
        } else {
            BTree { root, object }
        };
        Ok(MasterTree { master: master.clone(), tree })
    }

    /// The storage of master.
    pub(crate) fn master(&self) -> &Arc<Storage> {
        &self.master
    }

    /// Returns `read` of each row, in key order. Reports damage named `what` if `read` returns
    /// `None`. `read` gets the key and the value.
    pub(crate) fn rows<T>(&self, what: &str, read: impl Fn(&[u8], &[u8]) -> Option<T>) -> Result<Vec<T>, StorageError> {
        let mut scan = self.tree.scan(&self.master, Bound::Unbounded, Bound::Unbounded)?;
        let mut rows = Vec::new();
        while let Some((key, value)) = scan.next()? {
            rows.push(read(key, value).ok_or_else(|| StorageError::Damaged {
                path: self.master.space.path().to_owned(),
                place: DamageLocation::Page(self.tree.root),
                what: what.to_owned(),
            })?);
        }
        Ok(rows)
    }

    /// Inserts a row, durably. Fails if the key exists.
    pub(crate) fn insert(&self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        self.change(|txn| self.tree.insert(&self.master, txn, key, value))
    }

    /// Writes a row and replaces the row with the same key, if any. Durable on return; a failure
    /// changes nothing.
    pub(crate) fn replace(&self, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        self.change(|txn| {
            self.tree.delete(&self.master, txn, key)?;
            self.tree.insert(&self.master, txn, key, value)
        })
    }

    /// Writes a value of any length under `key`, in parts, and replaces a former one. `None` only
    /// removes it. The key of a part ends with the part's number, u16 big-endian. Durable on
    /// return; a failure changes nothing.
    pub(crate) fn replace_long(&self, key: &[u8], value: Option<&[u8]>) -> Result<(), StorageError> {
        let part_key = |part: u16| [key, &part.to_be_bytes()].concat();
        self.change(|txn| {
            for part in 0.. {
                if !self.tree.delete(&self.master, txn, &part_key(part))? {
                    break;
                }
            }
            for (part, bytes) in (0..).zip(value.unwrap_or_default().chunks(PART_BYTES)) {
                self.tree.insert(&self.master, txn, &part_key(part), bytes)?;
            }
            Ok(())
        })
    }

    /// Deletes a row, if it exists, durably.
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

/// Rolls back. Returns the original error, not the rollback's.
fn given_up(master: &Storage, txn: Transaction, error: StorageError) -> StorageError {
    match master.rollback(txn) {
        Ok(()) => error,
        Err(worse) => worse,
    }
}

/// The bytes of a part of a long value, well below the longest row of a tree.
const PART_BYTES: usize = 2000;
