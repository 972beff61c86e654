//! Locks on rows and pages of a heap, or on keys of a tree, by a reader that keeps them (REPEATABLE
//! READ) or may change the rows (update locks).
//!
//! Each row is locked by its place, a moved row by its stub's, with its page in the row's intent
//! mode. Or the page is locked as a whole, which covers the rows placed on it. After 5,000 locks a
//! statement's reader requests the whole table instead, without waiting, and again after every
//! 1,250 more. If locks press on memory, it does so after every 1,250
//! (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock
//! escalation"). Row locks never escalate to a page.
//!
//! A writer of rows has no lock on their page, and is detected by its stamp. So a page is locked as
//! a whole only without other active writers on it. Otherwise the reader would wait for a writer
//! that may need more of the page. Such a page is locked row by row. So is a page with moved rows,
//! whose writers are found only at each row.

use super::reader::{Granule, Haste, Reader};
use crate::heap_cell::Rid;
use sluice_base::ids::{DatabaseId, ObjectId, PageId};
use sluice_base::work_counts::{WorkCount, count};
use sluice_txn::{LockMode, LockOwner, Resource, Storage, StorageError};
use std::time::Duration;

/// The kind of lock that the owner has on a page whose rows are read next. Not a guard:
/// dropping it releases nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageLock {
    /// An intent lock: each row must be locked.
    Intent,
    /// A whole-page lock taken now.
    New,
    /// A whole-page lock, or the whole table, held before.
    Old,
}

/// The locks that one scan takes below its table. `taken` counts towards escalation to a lock of
/// the table.
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
    /// Returns the locks of `reader`, or `None` if it takes none. READPAST locks single rows even
    /// where pages are asked for.
    pub(crate) fn for_reader(storage: &'a Storage, object: ObjectId, reader: Reader<'a>) -> Option<RowLocks<'a>> {
        let (owner, mode, granule) = match reader {
            Reader::Locking(owner, mode, granule) | Reader::Hurried(owner, Some((mode, granule)), Haste::NoWait) => {
                (owner, mode, granule)
            }
            // Pages are never skipped.
            Reader::Hurried(owner, Some((mode, _)), Haste::ReadPast) => (owner, mode, Granule::Row),
            Reader::Ranges(owner, mode, _) => (owner, mode, Granule::Row),
            Reader::Dirty | Reader::Committed(_) | Reader::Hurried(_, None, _) | Reader::Snapshot(..) => return None,
        };
        Some(RowLocks { owner, mode, granule, haste: reader.haste(), storage, object, taken: 0 })
    }

    /// Whether the owner has the whole table in the mode, so that rows need no locks.
    pub(crate) fn has_table(&self) -> bool {
        self.owner.mode_of(self.table()).is_some_and(|held| held.covers(self.mode.without_range()))
    }

    /// Locks a page before its rows are read, and keeps the lock: in the rows' mode as a whole, or
    /// in the intent mode, if its rows must be locked one by one. The whole table counts as a lock
    /// on the page. May wait, so the caller has no latch. Errors are those of [`LockOwner::lock`],
    /// except `OutOfLocks` if the table could be locked instead.
    pub(super) fn lock_page(&mut self, id: PageId) -> Result<PageLock, StorageError> {
        let resource = page(self.storage.id, self.object, id);
        let held = self.owner.mode_of(resource);
        if held.is_some_and(|held| held.covers(self.mode)) || self.has_table() {
            return Ok(PageLock::Old);
        }
        // With locks on some rows, a whole-page lock could no longer be given up (`refine_page`).
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

    /// Replaces a new whole-page lock by an intent lock, before any row was read. The caller has no
    /// latch.
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

    /// Locks a row, whose page has an intent lock. Returns false if the row is skipped. The caller
    /// has no latch, and must check the row again.
    pub(super) fn lock(&mut self, rid: Rid) -> Result<bool, StorageError> {
        self.lock_part(row(self.storage.id, self.object, rid))
    }

    /// Locks a row, or a key of a tree, as [`RowLocks::lock`] does. Returns whether the row may be
    /// read: false if it is skipped under READPAST. The table's lock covers all rows. May escalate
    /// to a lock of the table.
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

    /// Takes a lock, or without memory for it, the table. Returns whether a new or stronger lock
    /// was taken.
    fn take(&mut self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        match self.owner.lock_within(resource, mode, limit(self.owner, resource, self.haste)) {
            Err(StorageError::OutOfLocks) if self.escalate()? => Ok(false),
            taken => taken,
        }
    }

    /// Counts one more lock and escalates if due.
    fn count(&mut self) -> Result<(), StorageError> {
        self.taken += 1;
        let is_step = self.taken.is_multiple_of(ESCALATION_STEP);
        if is_step && (self.taken >= ESCALATION_FROM || self.storage.locks.is_pressed()) {
            self.escalate()?;
        }
        Ok(())
    }

    /// Takes the table in place of its rows and pages, if its LOCK_ESCALATION allows that and no
    /// other owner conflicts. Returns whether it has the table.
    #[cold]
    fn escalate(&self) -> Result<bool, StorageError> {
        if !self.storage.locks.escalates(self.storage.id, self.object) {
            return Ok(false);
        }
        let is_shared = self.mode.without_range() == LockMode::Shared;
        let mode = if is_shared { LockMode::Shared } else { LockMode::Exclusive };
        match self.owner.lock_within(self.table(), mode, Some(Duration::ZERO)) {
            Ok(_) => {
                count(WorkCount::LockEscalation);
                self.owner.unlock_parts(self.storage.id, self.object, mode);
            }
            Err(StorageError::LockTimeout) => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    fn table(&self) -> Resource {
        Resource::Object(self.storage.id, self.object)
    }
}

/// Returns the time that a wait for the lock may last: zero with haste, except that READPAST waits
/// for pages. `None` means no limit.
pub(super) fn limit(owner: &LockOwner, resource: Resource, haste: Option<Haste>) -> Option<Duration> {
    match (haste, resource) {
        (None, _) | (Some(Haste::ReadPast), Resource::Page(..)) => owner.limit(),
        (Some(_), _) => Some(Duration::ZERO),
    }
}

/// Returns the resource of a row.
pub(super) fn row(database: DatabaseId, object: ObjectId, rid: Rid) -> Resource {
    Resource::Row(database, object, rid.page, rid.slot)
}

/// Returns the resource of a page.
pub(super) fn page(database: DatabaseId, object: ObjectId, id: PageId) -> Resource {
    Resource::Page(database, object, id)
}

/// The number of row locks before `Granule::Growing` locks pages: a small table's rows may be
/// locked one by one.
const FEW: u32 = 250;
/// The number of locks from which on a statement escalates; a multiple of the step.
const ESCALATION_FROM: u32 = 5_000;
const ESCALATION_STEP: u32 = 1_250;
