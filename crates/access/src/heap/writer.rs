//! Whoever changes rows of a heap: how it comes to have a row for itself.
//!
//! The stamp of a row is its writer's lock on it, that of a moved row the stamp of its copy. A
//! change claims its row in one place, [`HeapWriter`]: under the page's exclusive latch it looks
//! whether the stamp is that of a transaction which is active. Then it lets go of the latch, waits
//! for that transaction's end, and looks again. What it finds then may not be the row that the
//! caller has judged: the caller says which row it has seen, and gets the newest committed one to
//! judge again if they differ. So no update is lost, and a row that is no longer wanted is left
//! alone (READ COMMITTED as SQL Server has it).
//!
//! Where the table's flag says that somebody may have locked rows or pages without writing them,
//! the locks of the row and of the page of its place are looked at too, and waited for (rule 5 of
//! `sluice_txn::lock`); a row that bears the transaction's own stamp is its own already.
//!
//! The first committer wins where a transaction works by a snapshot: it gets no row whose newest
//! state the snapshot does not see. And where snapshots may want the row as it was, the claim keeps
//! it for them.
//!
//! A claimed row stays claimed while its page is latched; the change stamps it before the latch
//! goes.

use super::change::{self, LostCopy, copy_of, live_body};
use super::{AppendCursor, Haste, Heap, ROW_MAX, row_lock};
use crate::heap_cell::{Body, Rid, STAMP_SIZE, stamp_of};
use crate::slotted;
use sluice_base::ids::TxnId;
use sluice_base::waits::WaitType;
use sluice_buffer::PageMut;
use sluice_txn::{ActiveWriters, LockMode, LockOwner, Resource, Snapshot, Storage, StorageError, Transaction};

/// Changes rows of a heap, in turn with others who do.
pub struct HeapWriter<'a> {
    heap: Heap,
    storage: &'a Storage,
    locks: &'a LockOwner,
    writers: ActiveWriters,
    snapshot: Option<&'a Snapshot>,
    haste: Option<Haste>,
}

/// What became of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Changed {
    /// It is made.
    Done,
    /// There is no such row any more.
    Gone,
    /// Nothing is changed: the row is not the one that was seen, but this one.
    Newer(Vec<u8>),
    /// Nothing is changed: the row is another's, and is passed over ([`Haste::ReadPast`]).
    Passed,
}

/// A row that is about to be changed: the page where its bytes are, latched.
pub(super) struct Claimed<'a> {
    /// The page.
    pub(super) page: PageMut<'a>,
    /// The row's slot there.
    pub(super) slot: u16,
    /// Whether this is the copy of a moved row.
    pub(super) is_copy: bool,
}

enum Claim<'a> {
    Row(Claimed<'a>),
    Not(Changed),
}

impl Claimed<'_> {
    /// The place of the bytes.
    pub(super) fn place(&self) -> Rid {
        Rid { page: self.page.id(), slot: self.slot }
    }

    /// How long the body of the cell is.
    pub(super) fn room(&self) -> usize {
        slotted::get(&self.page, self.slot.into()).map_or(0, |cell| cell.len().saturating_sub(STAMP_SIZE))
    }
}

impl<'a> HeapWriter<'a> {
    pub(super) fn new(heap: Heap, storage: &'a Storage, locks: &'a LockOwner) -> HeapWriter<'a> {
        HeapWriter { heap, storage, locks, writers: ActiveWriters::of(storage), snapshot: None, haste: None }
    }

    /// It does not wait for what others have of the rows.
    pub fn hurried(self, haste: Option<Haste>) -> HeapWriter<'a> {
        HeapWriter { haste, ..self }
    }

    /// For a transaction that works by a snapshot: it changes no row whose newest state the
    /// snapshot does not see, but gets `UpdateConflict`.
    pub fn by_snapshot(self, snapshot: &'a Snapshot) -> HeapWriter<'a> {
        HeapWriter { snapshot: Some(snapshot), ..self }
    }

    /// Replaces the row at `rid`, which was `seen`, by `row`. The row keeps its place. Waits for
    /// another's transaction that has changed it: `Deadlock`, `LockTimeout` and `Cancelled` as in
    /// [`LockOwner::lock`].
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
    /// [`HeapWriter::update`].
    pub fn delete(&mut self, txn: &mut Transaction, (rid, seen): (Rid, &[u8])) -> Result<Changed, StorageError> {
        match self.claim(txn, rid, seen)? {
            Claim::Row(claimed) => change::delete(&self.heap, self.storage, txn, rid, claimed)?,
            Claim::Not(why) => return Ok(why),
        }
        Ok(Changed::Done)
    }

    /// Latches the row of `rid` where its bytes are, once no other's active transaction has changed
    /// it. `UpdateConflict`: somebody has, whom the transaction's snapshot does not see.
    fn claim(&mut self, txn: &mut Transaction, rid: Rid, seen: &[u8]) -> Result<Claim<'a>, StorageError> {
        let (heap, storage) = (self.heap, self.storage);
        let mut lost = LostCopy::default();
        loop {
            let page = storage.pool.write(storage.id, rid.page)?;
            let lsn = page.lsn();
            let cell = slotted::get(&page, rid.slot.into()).filter(|_| heap.owns(&page));
            // Also of a ghost: its deleter may be rolled back.
            if let Some(other) = cell.and_then(|cell| self.in_the_way(cell, txn)) {
                drop(page);
                if !self.wait_for(other)? {
                    return Ok(Claim::Not(Changed::Passed));
                }
                continue;
            }
            match (cell, self.snapshot) {
                (Some(cell), _) => self.check_conflict(txn, cell)?,
                // What a snapshot has seen is not taken out of its slot before it is lost.
                (None, Some(snapshot)) => snapshot.check()?,
                (None, None) => {}
            }
            let copy = match live_body(&heap, storage, &page, rid)? {
                Some(Body::Row(row)) if row == seen => {
                    if self.is_locked(&page, rid.slot, txn, rid) {
                        drop(page);
                        if !self.lock(rid)? {
                            return Ok(Claim::Not(Changed::Passed));
                        }
                        continue;
                    }
                    let stamp = TxnId(cell.map_or(0, stamp_of));
                    storage.keep_version(txn, (rid.page, rid.slot), stamp, row)?;
                    return Ok(Claim::Row(Claimed { page, slot: rid.slot, is_copy: false }));
                }
                Some(Body::Row(row)) => return Ok(Claim::Not(Changed::Newer(row.to_vec()))),
                Some(Body::Stub(copy)) => copy,
                // Nobody is given the place of a copy.
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
                // It has moved on in between, or is gone; the stub knows.
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

    /// The first committer wins.
    fn check_conflict(&self, txn: &Transaction, cell: &[u8]) -> Result<(), StorageError> {
        match self.snapshot {
            Some(snapshot) => self.storage.check_conflict(txn, snapshot, TxnId(stamp_of(cell))),
            None => Ok(()),
        }
    }

    /// The active transaction of another that has stamped the cell, whose page is latched.
    fn in_the_way(&mut self, cell: &[u8], txn: &Transaction) -> Option<TxnId> {
        let writer = TxnId(stamp_of(cell));
        if txn.id() == Some(writer) || self.writers.is_settled(writer) {
            return None;
        }
        self.writers.refresh(self.storage);
        self.writers.is_in_the_way(writer, self.locks.id()).then_some(writer)
    }

    /// Whether another's lock keeps the writer from the row of `rid`, whose bytes are in `slot` of
    /// the latched page.
    fn is_locked(&self, page: &[u8], slot: u16, txn: &Transaction, rid: Rid) -> bool {
        let (id, locks) = (self.storage.id, &self.storage.locks);
        let is_own = || slotted::get(page, slot.into()).is_some_and(|cell| txn.id() == Some(TxnId(stamp_of(cell))));
        locks.is_flagged(id, self.heap.object) && !is_own() && locks.excludes_any(&self.locks_of(rid), self.locks.id())
    }

    /// Waits for the row's locks, with no latch held; false if the row is to be passed over
    /// instead. They stay, though the stamp will do: it is rare. The page comes before the row, as
    /// with everybody else: of two who have one of them and want the other none would go on.
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

    /// What a writer of the row at `rid` needs, as far as others have locks there.
    fn locks_of(&self, rid: Rid) -> [(Resource, LockMode); 2] {
        let id = self.storage.id;
        let page = (row_lock::page(id, self.heap.object, rid.page), LockMode::IntentExclusive);
        [page, (row_lock::row(id, self.heap.object, rid), LockMode::Exclusive)]
    }

    /// Waits for another's end, with no latch held; false if the row is to be passed over instead.
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
