//! The locks on rows and pages of a heap, or on keys of a tree, of a reader that keeps what it has
//! read (REPEATABLE READ), or means to change it (update locks).
//!
//! Each row is locked by its place, a moved one by its stub's, and its page in the row's intent
//! mode; or the page is locked as a whole, and the rows that have their place there with it. Where
//! a reader of a statement has taken 5,000 locks, it asks for the whole table instead, without
//! waiting, and after every 1,250 more again; where locks press on memory, after every 1,250
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock
//! escalation"). Rows never become their page.
//!
//! Whoever writes rows has no lock on their page, and is found by its stamp. So a page is locked as
//! a whole only while no other's writer is at work on it: else the reader would wait for a writer
//! that may want more of the page. It goes row by row there, and also where rows have moved away,
//! whose writers are found only as the reader comes to them.

use super::scan::{Haste, Reader};
use crate::heap_cell::Rid;
use sluice_base::ids::{DatabaseId, ObjectId, PageId};
use sluice_txn::{LockMode, LockOwner, Resource, Storage, StorageError};
use std::time::Duration;

/// How finely a reader locks what it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granule {
    /// Row by row.
    Row,
    /// Page by page, for who reads all rows of a page anyway.
    Page,
    /// Row by row as long as it is a few, then page by page.
    Growing,
}

/// How a page is locked whose rows are about to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageLock {
    /// In intent: each row is to be locked.
    Intent,
    /// As a whole, since now.
    New,
    /// As a whole, or with the whole table, since before.
    Old,
}

/// The locks that one scan takes below its table.
pub(crate) struct RowLocks<'a> {
    owner: &'a LockOwner,
    mode: LockMode,
    granule: Granule,
    haste: Option<Haste>,
    storage: &'a Storage,
    object: ObjectId,
    taken: u32,
}

impl<'a> RowLocks<'a> {
    /// Those of `reader`; none if it takes none.
    pub(crate) fn of(storage: &'a Storage, object: ObjectId, reader: Reader<'a>) -> Option<RowLocks<'a>> {
        let (owner, mode, granule) = match reader {
            Reader::Locking(owner, mode, granule) | Reader::Hurried(owner, Some((mode, granule)), Haste::NoWait) => {
                (owner, mode, granule)
            }
            // Pages are not passed over.
            Reader::Hurried(owner, Some((mode, _)), Haste::ReadPast) => (owner, mode, Granule::Row),
            Reader::Ranges(owner, mode, _) => (owner, mode, Granule::Row),
            Reader::Dirty | Reader::Committed(_) | Reader::Hurried(_, None, _) | Reader::Snapshot(..) => return None,
        };
        Some(RowLocks { owner, mode, granule, haste: reader.haste(), storage, object, taken: 0 })
    }

    /// Whether its owner has the whole table so, and rows need no locks.
    pub(crate) fn has_table(&self) -> bool {
        self.owner.mode_of(self.table()).is_some_and(|held| held.covers(self.mode.without_range()))
    }

    /// Locks a page before its rows are looked at. The caller has no latch.
    pub(super) fn lock_page(&mut self, id: PageId) -> Result<PageLock, StorageError> {
        let resource = page(self.storage.id, self.object, id);
        let held = self.owner.mode_of(resource);
        if held.is_some_and(|held| held.covers(self.mode)) || self.has_table() {
            return Ok(PageLock::Old);
        }
        // Who has some of its rows already would not get rid of the whole any more (`refine_page`).
        let by_rows = match self.granule {
            Granule::Row => true,
            Granule::Page => false,
            Granule::Growing => self.taken < FEW,
        };
        if by_rows || held.is_some() {
            return self.lock_intent(resource);
        }
        self.take(resource, self.mode)?;
        self.count()?;
        Ok(if self.has_table() { PageLock::Old } else { PageLock::New })
    }

    /// Instead of a page that was locked as a whole just now its rows are to be locked; nothing of
    /// it was read yet. The caller has no latch.
    pub(super) fn refine_page(&mut self, id: PageId) -> Result<PageLock, StorageError> {
        let resource = page(self.storage.id, self.object, id);
        self.owner.unlock(resource);
        self.taken -= 1;
        self.lock_intent(resource)
    }

    fn lock_intent(&mut self, page: Resource) -> Result<PageLock, StorageError> {
        self.take(page, self.mode.intent())?;
        Ok(if self.has_table() { PageLock::Old } else { PageLock::Intent })
    }

    /// Locks a row, whose page is locked in intent; false if it is to be passed over. The caller
    /// has no latch; what it knows of the row is to be looked at again.
    pub(super) fn lock(&mut self, rid: Rid) -> Result<bool, StorageError> {
        self.lock_part(row(self.storage.id, self.object, rid))
    }

    /// Locks a row, or a key of a tree, as [`RowLocks::lock`].
    pub(crate) fn lock_part(&mut self, resource: Resource) -> Result<bool, StorageError> {
        if self.has_table() {
            return Ok(true);
        }
        match self.take(resource, self.mode) {
            Ok(true) => self.count()?,
            Ok(false) => {}
            Err(StorageError::LockTimeout) if self.haste == Some(Haste::ReadPast) => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// Takes a lock; if there is no memory for it, the table. Whether it had less of the resource
    /// before, and has it now.
    fn take(&mut self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        match self.owner.lock_within(resource, mode, limit(self.owner, resource, self.haste)) {
            Err(StorageError::OutOfLocks) if self.escalate()? => Ok(false),
            taken => taken,
        }
    }

    /// One more lock is taken.
    fn count(&mut self) -> Result<(), StorageError> {
        self.taken += 1;
        let is_step = self.taken.is_multiple_of(ESCALATION_STEP);
        if is_step && (self.taken >= ESCALATION_FROM || self.storage.locks.is_pressed()) {
            self.escalate()?;
        }
        Ok(())
    }

    /// Takes the table instead of its rows and pages, if nobody is in the way. Whether it has it.
    #[cold]
    fn escalate(&self) -> Result<bool, StorageError> {
        let is_shared = self.mode.without_range() == LockMode::Shared;
        let mode = if is_shared { LockMode::Shared } else { LockMode::Exclusive };
        match self.owner.lock_within(self.table(), mode, Some(Duration::ZERO)) {
            Ok(_) => self.owner.unlock_parts(self.storage.id, self.object, mode),
            Err(StorageError::LockTimeout) => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    fn table(&self) -> Resource {
        Resource::Object(self.storage.id, self.object)
    }
}

/// How long `owner` waits for a lock: who reads past rows does wait for pages.
pub(super) fn limit(owner: &LockOwner, resource: Resource, haste: Option<Haste>) -> Option<Duration> {
    match (haste, resource) {
        (None, _) | (Some(Haste::ReadPast), Resource::Page(..)) => owner.limit(),
        (Some(_), _) => Some(Duration::ZERO),
    }
}

/// A row as it is locked.
pub(super) fn row(database: DatabaseId, object: ObjectId, rid: Rid) -> Resource {
    Resource::Row(database, object, rid.page, rid.slot)
}

/// A page as it is locked.
pub(super) fn page(database: DatabaseId, object: ObjectId, id: PageId) -> Resource {
    Resource::Page(database, object, id)
}

/// So many locks are a few: a small table's rows may well be locked one by one.
const FEW: u32 = 250;
/// A multiple of the step.
const ESCALATION_FROM: u32 = 5_000;
const ESCALATION_STEP: u32 = 1_250;
