//! Whoever changes users' entries of a tree: how it comes to have one for itself.
//!
//! As in heaps (`heap::writer`) an entry's stamp is its writer's lock on it. A change finds its
//! entry by the key, and under the leaf's exclusive latch looks at the stamp, and where the tree's
//! flag is set, at the locks on the key; it lets go of the latch to wait, and looks again. A change
//! says which value it has seen, and gets the newest committed one to judge again if they differ.
//!
//! The key of an entry never changes: who changes it deletes one entry and inserts another. Keys
//! are unique, ghosts and entries that are not committed included: who inserts a key that another
//! is at work on waits for him, and then finds an entry, or a ghost, or nothing.

use super::range_lock::Turn;
use super::{BTree, delete, descend, insert, node, replace};
use crate::heap::{AppendCursor, Changed, Haste};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{LockOwner, Snapshot, Storage, StorageError, Transaction};

/// Changes entries of a tree, in turn with others who do.
pub struct TreeWriter<'a> {
    tree: BTree,
    storage: &'a Storage,
    locks: &'a LockOwner,
    snapshot: Option<&'a Snapshot>,
    haste: Option<Haste>,
}

enum Claim<'a> {
    /// The entry's leaf, latched, and its slot.
    Entry(PageMut<'a>, usize),
    Not(Changed),
}

impl<'a> TreeWriter<'a> {
    pub(super) fn new(tree: BTree, storage: &'a Storage, locks: &'a LockOwner) -> TreeWriter<'a> {
        TreeWriter { tree, storage, locks, snapshot: None, haste: None }
    }

    /// It does not wait for what others have of the entries. What is put in cannot be passed over:
    /// an insert that would have to wait gets `LockTimeout`, whatever the haste.
    pub fn hurried(self, haste: Option<Haste>) -> TreeWriter<'a> {
        TreeWriter { haste, ..self }
    }

    /// For a transaction that works by a snapshot: it changes no entry whose newest state the
    /// snapshot does not see, but gets `UpdateConflict`.
    pub fn by_snapshot(self, snapshot: &'a Snapshot) -> TreeWriter<'a> {
        TreeWriter { snapshot: Some(snapshot), ..self }
    }

    /// Puts an entry in. `Duplicate` if there is one with this key, be it that the transaction's
    /// snapshot does not see it. Waits for another's transaction that is at work on the key, and
    /// for whoever has locked the range that the key comes into: `Deadlock`, `LockTimeout` and
    /// `Cancelled` as in [`LockOwner::lock`].
    pub fn insert(&mut self, txn: &mut Transaction, key: &[u8], value: &[u8]) -> Result<(), StorageError> {
        insert::insert(&self.tree, self.storage, txn, (key, value), Some((&self.turn(), None)))
    }

    /// As [`TreeWriter::insert`], quickly where keys only ever grow: `cursor` remembers the leaf of
    /// the last one.
    pub fn append(
        &mut self,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), StorageError> {
        insert::append(&self.turn(), txn, cursor, (key, value))
    }

    /// As [`TreeWriter::insert`], under `key` and four bytes that make it unique, which are
    /// appended to it. `Duplicate` only where the last number of a key is taken.
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
                // Another was quicker, or its entry has come while this one waited.
                Err(StorageError::Duplicate) if number < u32::MAX => key.truncate(length),
                inserted => return inserted,
            }
        }
    }

    /// Replaces the value of the entry with this key, which was `seen`. Waits as
    /// [`TreeWriter::insert`].
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
    /// [`TreeWriter::insert`].
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

    /// Latches the leaf of an entry once nobody else is at work on it. `UpdateConflict`: somebody
    /// has been, whom the transaction's snapshot does not see.
    fn claim(&self, txn: &Transaction, key: &[u8], seen: &[u8]) -> Result<Claim<'a>, StorageError> {
        let turn = self.turn();
        loop {
            let leaf = descend::leaf_exclusive(&self.tree, self.storage, key)?;
            let bad = |bad| descend::bad_cell(self.storage, leaf.id(), bad);
            let Ok(slot) = node::search(&leaf, key).map_err(bad)? else {
                // What a snapshot has seen is not taken away before it is lost.
                self.snapshot.map_or(Ok(()), Snapshot::check)?;
                return Ok(Claim::Not(Changed::Gone));
            };
            if let Some(wait) = turn.before_change(txn, &leaf, slot, key) {
                drop(leaf);
                match turn.wait(wait) {
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
            if value != seen {
                return Ok(Claim::Not(Changed::Newer(value.to_vec())));
            }
            return Ok(Claim::Entry(leaf, slot));
        }
    }

    /// Keeps a claimed entry, as it is, for snapshots.
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

    /// The number behind the greatest that entries and ghosts with this key have.
    fn next_number(&self, key: &[u8]) -> Result<u32, StorageError> {
        let last = [key, &[u8::MAX; 4]].concat();
        let greatest = descend::greatest_upto(&self.tree, self.storage, &last)?;
        let number = greatest.as_deref().and_then(|greatest| greatest.strip_prefix(key));
        let number = number.and_then(|number| Some(u32::from_be_bytes(number.try_into().ok()?)));
        Ok(number.map_or(0, |number| number.saturating_add(1)))
    }

    fn turn(&self) -> Turn<'_> {
        Turn { tree: &self.tree, storage: self.storage, owner: self.locks, haste: self.haste }
    }
}
