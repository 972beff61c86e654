//! Changes of rows, and the claim of a row.
//!
//! A row's stamp is its writer's lock; for a moved row it is the stamp of the copy. [`HeapWriter`]
//! claims a row: under the page's exclusive latch it checks whether the stamp belongs to an active
//! transaction. If so, it releases the latch, waits for the end of that transaction, and checks
//! again. The row may have changed meanwhile. So the caller passes the row it has seen, and gets
//! the newest committed row to judge again if they differ. So no update is lost, and a row that no
//! longer qualifies is not changed (READ COMMITTED as in SQL Server).
//!
//! The table's flag shows whether others may have locked rows or pages without writing them. If so,
//! the locks of the row and of its place's page are checked and waited for (rule 5 of
//! `sluice_txn::lock`). A row with the transaction's own stamp is already its own.
//!
//! In a transaction with a snapshot the first committer wins: a row whose newest state the snapshot
//! does not see is not claimed. If snapshots may need the row's state, the claim keeps it for them.
//!
//! A row stays claimed while its page is latched. The change stamps it before the latch is
//! released.

use super::change::{self, LostCopy, copy_of, live_body};
use super::claim::Claimed;
use super::{AppendCursor, Haste, Heap, ROW_MAX, row_lock};
use crate::heap_cell::{Body, Rid, stamp_of};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_base::waits::WaitType;
use sluice_txn::{ActiveWriters, LockMode, LockOwner, Resource, Snapshot, Storage, StorageError, Transaction};

/// Changes rows of a heap, isolated from other writers and readers with locks. A change waits for
/// the row's writer, and for locks if the heap's flag is set.
pub struct HeapWriter<'a> {
    heap: Heap,
    storage: &'a Storage,
    locks: &'a LockOwner,
    writers: ActiveWriters,
    snapshot: Option<&'a Snapshot>,
    haste: Option<Haste>,
}

/// The result of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Changed {
    /// The change is made.
    Done,
    /// The row no longer exists.
    Gone,
    /// Nothing is changed: the row differs from the one seen. Holds the current row.
    Newer(Vec<u8>),
    /// Nothing is changed: another transaction has the row, and it is skipped
    /// ([`Haste::ReadPast`]).
    Passed,
}

enum Claim<'a> {
    Row(Claimed<'a>),
    Not(Changed),
}

impl<'a> HeapWriter<'a> {
    /// Returns a writer that waits and reads no snapshot; other methods change that.
    pub(super) fn new(heap: Heap, storage: &'a Storage, locks: &'a LockOwner) -> HeapWriter<'a> {
        HeapWriter { heap, storage, locks, writers: ActiveWriters::new(storage), snapshot: None, haste: None }
    }

    /// Makes the writer skip or fail, rather than wait, on rows of other transactions.
    pub fn hurried(self, haste: Option<Haste>) -> HeapWriter<'a> {
        HeapWriter { haste, ..self }
    }

    /// Makes the writer work by a snapshot. A row whose newest state the snapshot does not see
    /// fails with `UpdateConflict`.
    pub fn by_snapshot(self, snapshot: &'a Snapshot) -> HeapWriter<'a> {
        HeapWriter { snapshot: Some(snapshot), ..self }
    }

    /// Replaces the row at `rid`, which was `seen`, by `row`. The row keeps its place. Waits for
    /// another transaction that has changed it, and fails with `Deadlock`, `LockTimeout` and
    /// `Cancelled` as [`LockOwner::lock`] does. Fails with `TooLong` for a row of more than
    /// [`ROW_MAX`] bytes. Returns why nothing has changed if the row is gone or differs from
    /// `seen`.
    pub fn update(
        &mut self,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        (rid, seen): (Rid, &[u8]),
        row: &[u8],
    ) -> Result<Changed, StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        match self.claim(txn, rid, seen)? {
            Claim::Row(claimed) => change::update(&self.heap, self.storage, txn, cursor, rid, row, claimed)?,
            Claim::Not(why) => return Ok(why),
        }
        Ok(Changed::Done)
    }

    /// Makes the row at `rid`, which was `seen`, a ghost stamped with its deleter. Waits as
    /// [`HeapWriter::update`] does.
    pub fn delete(&mut self, txn: &mut Transaction, (rid, seen): (Rid, &[u8])) -> Result<Changed, StorageError> {
        match self.claim(txn, rid, seen)? {
            Claim::Row(claimed) => change::delete(&self.heap, self.storage, txn, rid, claimed)?,
            Claim::Not(why) => return Ok(why),
        }
        Ok(Changed::Done)
    }

    /// Latches the page of the row's bytes once no other active transaction has changed the row.
    /// Fails with `UpdateConflict` if a writer that the transaction's snapshot does not see has
    /// changed it.
    fn claim(&mut self, txn: &mut Transaction, rid: Rid, seen: &[u8]) -> Result<Claim<'a>, StorageError> {
        let (heap, storage) = (self.heap, self.storage);
        let mut lost = LostCopy::default();
        loop {
            let page = storage.pool.write(storage.id, rid.page)?;
            let lsn = page.lsn();
            let cell = slotted::get(&page, rid.slot.into()).filter(|_| heap.owns(&page));
            // Checked for a ghost, too: its deleter may be rolled back.
            if let Some(other) = cell.and_then(|cell| self.in_the_way(cell, txn)) {
                drop(page);
                if !self.wait_for(other)? {
                    return Ok(Claim::Not(Changed::Passed));
                }
                continue;
            }
            match (cell, self.snapshot) {
                (Some(cell), _) => self.check_conflict(txn, cell)?,
                // A row seen by a snapshot stays in its slot until the snapshot is lost.
                (None, Some(snapshot)) => snapshot.check()?,
                (None, None) => {}
            }
            let copy = match live_body(&heap, storage, &page, rid)? {
                Some(Body::Row(row)) if *row == *seen => {
                    if self.is_locked(&page, rid.slot, txn, rid) {
                        drop(page);
                        if !self.lock(rid)? {
                            return Ok(Claim::Not(Changed::Passed));
                        }
                        continue;
                    }
                    let stamp = TxnId(cell.map_or(0, stamp_of));
                    storage.keep_version(txn, (rid.page, rid.slot), stamp, &row)?;
                    return Ok(Claim::Row(Claimed { page, slot: rid.slot, is_copy: false }));
                }
                Some(Body::Row(row)) => return Ok(Claim::Not(Changed::Newer(row.into_owned()))),
                Some(Body::Stub(copy)) => copy,
                // The place of a copy is never given to a caller.
                Some(Body::Copy { .. }) | None => return Ok(Claim::Not(Changed::Gone)),
            };
            drop(page);
            let page = storage.pool.write(storage.id, copy.page)?;
            let Some(found) = copy_of(&heap, storage, &page, copy, rid)? else {
                drop(page);
                lost.note(storage, rid, lsn)?;
                continue;
            };
            if let Some(other) = self.in_the_way(found.cell, txn) {
                drop(page);
                if !self.wait_for(other)? {
                    return Ok(Claim::Not(Changed::Passed));
                }
                continue;
            }
            if found.is_ghost {
                // The copy has moved on, or is gone; the stub has its new place.
                drop(page);
                lost.note(storage, rid, lsn)?;
                continue;
            }
            self.check_conflict(txn, found.cell)?;
            if found.row != seen {
                return Ok(Claim::Not(Changed::Newer(found.row.to_vec())));
            }
            if self.is_locked(&page, copy.slot, txn, rid) {
                drop(page);
                if !self.lock(rid)? {
                    return Ok(Claim::Not(Changed::Passed));
                }
                continue;
            }
            let stamp = TxnId(stamp_of(found.cell));
            storage.keep_version(txn, (rid.page, rid.slot), stamp, found.row)?;
            return Ok(Claim::Row(Claimed { page, slot: copy.slot, is_copy: true }));
        }
    }

    /// Checks that the first committer wins.
    fn check_conflict(&self, txn: &Transaction, cell: &[u8]) -> Result<(), StorageError> {
        match self.snapshot {
            Some(snapshot) => self.storage.check_conflict(txn, snapshot, TxnId(stamp_of(cell))),
            None => Ok(()),
        }
    }

    /// Returns the other active transaction that has stamped the cell. The page is latched.
    fn in_the_way(&mut self, cell: &[u8], txn: &Transaction) -> Option<TxnId> {
        let writer = TxnId(stamp_of(cell));
        if txn.id() == Some(writer) || self.writers.is_settled(writer) {
            return None;
        }
        self.writers.refresh(self.storage);
        self.writers.is_in_the_way(writer, self.locks.id()).then_some(writer)
    }

    /// Whether a lock of another owner protects the row of `rid`, whose bytes are in `slot` of the
    /// latched page.
    fn is_locked(&self, page: &[u8], slot: u16, txn: &Transaction, rid: Rid) -> bool {
        let (id, locks) = (self.storage.id, &self.storage.locks);
        let is_own = || slotted::get(page, slot.into()).is_some_and(|cell| txn.id() == Some(TxnId(stamp_of(cell))));
        locks.is_flagged(id, self.heap.object) && !is_own() && locks.excludes_any(&self.locks_of(rid), self.locks.id())
    }

    /// Locks the row and its page, without a latch. Returns false if the row is skipped instead.
    /// The locks stay, though the stamp would suffice: the case is rare. The page is locked before
    /// the row, as everywhere, so that two owners cannot wait for each other.
    #[cold]
    fn lock(&self, rid: Rid) -> Result<bool, StorageError> {
        for (resource, mode) in self.locks_of(rid) {
            match self.locks.lock_within(resource, mode, row_lock::limit(self.locks, resource, self.haste)) {
                Err(StorageError::LockTimeout)
                    if self.haste == Some(Haste::ReadPast) && !matches!(resource, Resource::Page(..)) =>
                {
                    return Ok(false);
                }
                locked => locked?,
            };
        }
        Ok(true)
    }

    /// Returns the locks that a writer of the row at `rid` needs.
    fn locks_of(&self, rid: Rid) -> [(Resource, LockMode); 2] {
        let id = self.storage.id;
        let page = (row_lock::page(id, self.heap.object, rid.page), LockMode::IntentExclusive);
        [page, (row_lock::row(id, self.heap.object, rid), LockMode::Exclusive)]
    }

    /// Waits for another transaction's end, without a latch. Returns false if the row is skipped
    /// instead.
    #[cold]
    fn wait_for(&self, other: TxnId) -> Result<bool, StorageError> {
        match self.haste {
            Some(Haste::NoWait) => Err(StorageError::LockTimeout),
            Some(Haste::ReadPast) => Ok(false),
            None => {
                self.storage.wait_for_writer(self.locks, other, WaitType::LockSharedTransactionModify).map(|()| true)
            }
        }
    }
}
