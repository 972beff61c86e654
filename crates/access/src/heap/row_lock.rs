//! The locks on rows of a reader that keeps what it has read (REPEATABLE READ), or means to change it (update locks).
//!
//! Each row is locked by its place, a moved one by its stub's; where a reader of a statement has taken 5,000 of them, it asks for the
//! whole table instead, without waiting, and after every 1,250 more again
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock escalation").

use super::Heap;
use crate::heap_cell::Rid;
use sluice_base::ids::DatabaseId;
use sluice_txn::{LockMode, LockOwner, Resource, StorageError};
use std::time::Duration;

/// The row locks that one scan takes.
pub(super) struct RowLocks<'a> {
    owner: &'a LockOwner,
    mode: LockMode,
    database: DatabaseId,
    heap: Heap,
    taken: u32,
}

impl<'a> RowLocks<'a> {
    pub(super) fn new(owner: &'a LockOwner, mode: LockMode, database: DatabaseId, heap: Heap) -> RowLocks<'a> {
        RowLocks { owner, mode, database, heap, taken: 0 }
    }

    /// Whether its owner has the whole table so, and rows need no locks.
    pub(super) fn has_table(&self) -> bool {
        self.owner.mode_of(self.table()).is_some_and(|held| held.covers(self.mode))
    }

    /// Locks a row. The caller has no latch; what it knows of the row is to be looked at again.
    pub(super) fn lock(&mut self, rid: Rid) -> Result<(), StorageError> {
        if self.has_table() || !self.owner.lock(row(self.database, &self.heap, rid), self.mode)? {
            return Ok(());
        }
        self.taken += 1;
        let above = self.taken.checked_sub(ESCALATION_FROM);
        if above.is_some_and(|above| above.is_multiple_of(ESCALATION_STEP)) {
            return self.escalate();
        }
        Ok(())
    }

    /// Takes the table instead of its rows, if nobody is in the way.
    fn escalate(&self) -> Result<(), StorageError> {
        let mode = if self.mode == LockMode::Shared { LockMode::Shared } else { LockMode::Exclusive };
        match self.owner.lock_within(self.table(), mode, Some(Duration::ZERO)) {
            Ok(_) => self.owner.unlock_parts(self.database, self.heap.object, mode),
            Err(StorageError::LockTimeout) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn table(&self) -> Resource {
        Resource::Object(self.database, self.heap.object)
    }
}

/// A row as it is locked.
pub(super) fn row(database: DatabaseId, heap: &Heap, rid: Rid) -> Resource {
    Resource::Row(database, heap.object, rid.page, rid.slot)
}

const ESCALATION_FROM: u32 = 5_000;
const ESCALATION_STEP: u32 = 1_250;
