//! Changes of users' entries of a tree, and the claim of an entry.
//!
//! As in heaps (`heap::writer`), an entry's stamp is its writer's lock. A change finds its entry by
//! key. Under the leaf's exclusive latch it checks the stamp and, if the tree's flag is set, the
//! locks on the key. It releases the latch to wait, and checks again. A change passes the value it
//! has seen, and gets the newest committed value to judge again if they differ.
//!
//! The key of an entry never changes: an update of a key deletes one entry and inserts another.
//! Keys are unique, ghosts and uncommitted entries included. An insert of a key that another
//! transaction is changing waits for it, and then finds an entry, a ghost, or nothing.

use super::range_lock::LockContext;
use super::{BTree, delete, descend, insert, node, replace};
use crate::heap::{AppendCursor, Changed, Haste};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{LockOwner, Snapshot, Storage, StorageError, Transaction};

/// Changes entries of a tree, isolated from other writers and readers with locks. Each change waits
/// for the entry's writer, and for locks on its key.
pub struct TreeWriter<'a> {
    tree: BTree,
    storage: &'a Storage,
    locks: &'a LockOwner,
    snapshot: Option<&'a Snapshot>,
    haste: Option<Haste>,
}

enum Claim<'a> {
    /// The latched leaf of the entry, and its slot.
    Entry(PageMut<'a>, usize),
    Not(Changed),
}

impl<'a> TreeWriter<'a> {
    /// Returns a writer that waits and reads no snapshot; other methods change that.
    pub(super) fn new(tree: BTree, storage: &'a Storage, locks: &'a LockOwner) -> TreeWriter<'a> {
        TreeWriter { tree, storage, locks, snapshot: None, haste: None }
    }

    /// Makes the writer skip or fail, rather than wait, on entries of other transactions. An insert
    /// cannot be skipped: it fails with `LockTimeout` if it would have to wait.
    pub fn hurried(self, haste: Option<Haste>) -> TreeWriter<'a> {
        TreeWriter { haste, ..self }
    }

    /// Makes the writer work by a snapshot. An entry whose newest state the snapshot does not see
    /// fails with `UpdateConflict`.
    pub fn by_snapshot(self, snapshot: &'a Snapshot) -> TreeWriter<'a> {
        TreeWriter { snapshot: Some(snapshot), ..self }
    }

    /// Inserts an entry. Fails with `Duplicate` if the key exists, even if the transaction's
    /// snapshot does not see it. Waits for other transactions that change the key, and for owners
    /// that have locked the range of the key. Fails with `Deadlock`, `LockTimeout` and `Cancelled`
    /// as [`LockOwner::lock`] does.
    pub fn insert(&mut self, txn: &mut Transaction, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        insert::insert(&self.tree, self.storage, txn, (key, value), Some((&self.context(), None)))
    }

    /// Inserts as [`TreeWriter::insert`] does, fast for ascending keys: `cursor` remembers the leaf
    /// of the last one.
    pub fn append(
        &mut self,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), StorageError> {
        insert::append(&self.context(), txn, cursor, (key, value))
    }

    /// Inserts as [`TreeWriter::insert`] does, under `key` and four appended bytes that make it
    /// unique. Fails with `Duplicate` only if the last number of a key is taken.
    pub fn insert_uniquified(
        &mut self,
        txn: &mut Transaction,
        key: &mut Vec<u8>,
        value: &[u8],
    ) -> Result<(), StorageError> {
        let length = key.len();
        loop {
            let number = self.next_number(key)?;
            key.extend_from_slice(&number.to_be_bytes());
            match self.insert(txn, key, value) {
                // Another session was quicker, or its entry came while this one waited.
                Err(StorageError::Duplicate) if number < u32::MAX => key.truncate(length),
                inserted => return inserted,
            }
        }
    }

    /// Replaces the value of the entry with this key, which was `seen`. Waits as
    /// [`TreeWriter::insert`] does. Returns `Done`, or why nothing has changed: the entry is gone
    /// or differs from `seen`. Under SNAPSHOT, a newer version fails with `UpdateConflict`. The old
    /// version is kept for snapshots. Fails with `TooLong` as an insert does.
    pub fn update(
        &mut self,
        txn: &mut Transaction,
        (key, seen): (&[u8], &[u8]),
        value: &[u8],
    ) -> Result<Changed, StorageError> {
        insert::check_size(key, value)?;
        loop {
            match self.claim(txn, key, seen)? {
                Claim::Entry(mut leaf, slot) if replace::fits(&leaf, slot, key, value) => {
                    self.keep(txn, &leaf, slot, (key, seen))?;
                    replace::replace(&self.tree, self.storage, txn, (&mut leaf, slot), (key, value))?;
                    return Ok(Changed::Done);
                }
                Claim::Entry(leaf, _) => replace::make_room(&self.tree, self.storage, leaf, (key, value))?,
                Claim::Not(why) => return Ok(why),
            }
        }
    }

    /// Makes the entry with this key, which was `seen`, a ghost stamped with its deleter. Waits as
    /// [`TreeWriter::insert`] does.
    pub fn delete(&mut self, txn: &mut Transaction, (key, seen): (&[u8], &[u8])) -> Result<Changed, StorageError> {
        match self.claim(txn, key, seen)? {
            Claim::Entry(mut leaf, slot) => {
                self.keep(txn, &leaf, slot, (key, seen))?;
                delete::make_ghost(&self.tree, self.storage, txn, (&mut leaf, slot), key)?;
                Ok(Changed::Done)
            }
            Claim::Not(why) => Ok(why),
        }
    }

    /// Latches the leaf of an entry once no other transaction is changing it. Fails with
    /// `UpdateConflict` if a writer that the transaction's snapshot does not see has changed it.
    fn claim(&self, txn: &Transaction, key: &[u8], seen: &[u8]) -> Result<Claim<'a>, StorageError> {
        let context = self.context();
        loop {
            let leaf = descend::leaf_exclusive(&self.tree, self.storage, key)?;
            let bad = |bad| descend::bad_cell(self.storage, leaf.id(), bad);
            let Ok(slot) = node::search(&leaf, key).map_err(bad)? else {
                // An entry seen by a snapshot is not removed before the snapshot is lost.
                self.snapshot.map_or(Ok(()), Snapshot::check)?;
                return Ok(Claim::Not(Changed::Gone));
            };
            if let Some(wait) = context.before_change(txn, &leaf, slot, key) {
                drop(leaf);
                match context.wait(wait) {
                    Err(StorageError::LockTimeout) if self.haste == Some(Haste::ReadPast) => {
                        return Ok(Claim::Not(Changed::Passed));
                    }
                    waited => waited?,
                }
                continue;
            }
            if let Some(snapshot) = self.snapshot {
                self.storage.check_conflict(txn, snapshot, TxnId(node::stamp(&leaf, slot)))?;
            }
            let value = node::leaf_cell(&leaf, slot).map_err(bad)?.1;
            if slotted::is_ghost(&leaf, slot) {
                return Ok(Claim::Not(Changed::Gone));
            }
            if *value != *seen {
                return Ok(Claim::Not(Changed::Newer(value.into_owned())));
            }
            return Ok(Claim::Entry(leaf, slot));
        }
    }

    /// Keeps a claimed entry's current state for snapshots.
    fn keep(
        &self,
        txn: &mut Transaction,
        leaf: &PageMut<'_>,
        slot: usize,
        (key, value): (&[u8], &[u8]),
    ) -> Result<(), StorageError> {
        let stamp = TxnId(node::stamp(leaf, slot));
        self.storage.keep_entry_version(txn, (self.tree.root, key), stamp, Some(value))
    }

    /// Returns the number after the greatest number of entries and ghosts with this key.
    fn next_number(&self, key: &[u8]) -> Result<u32, StorageError> {
        let last = [key, &[u8::MAX; 4]].concat();
        let greatest = descend::greatest_upto(&self.tree, self.storage, &last)?;
        let number = greatest.as_deref().and_then(|greatest| greatest.strip_prefix(key));
        let number = number.and_then(|number| Some(u32::from_be_bytes(number.try_into().ok()?)));
        Ok(number.map_or(0, |number| number.saturating_add(1)))
    }

    fn context(&self) -> LockContext<'_> {
        LockContext { tree: &self.tree, storage: self.storage, owner: self.locks, haste: self.haste }
    }
}
