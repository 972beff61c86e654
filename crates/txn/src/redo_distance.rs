//! The redo distance: the log that a recovery may have to redo. Background writes keep it short
//! (indirect checkpoint, L7). Also the state of a database whose pages cannot be written.
//!
//! The bound is the database's TARGET_RECOVERY_TIME at `REDO_BYTES_PER_SECOND`. Pages whose first
//! unwritten change lies farther back are written, oldest first, some at a time. So an automatic
//! checkpoint has little to write but its record. Only a checkpoint for log space (see
//! [`Storage::checkpoint_due`]), CHECKPOINT and a clean end write all pages.
//!
//! A failed sync of pages is final until the database is opened again (rule 6 of
//! `sluice_buffer`), whatever the error, and so are several failed writes in a row. Commits in
//! progress are safe in the log. But the log can no longer be truncated, so no transaction begins a
//! change: it gets [`StorageError::PagesFailed`]. Reading goes on until the engine closes the
//! database and opens it again.

use crate::error::StorageError;
use crate::page_writes::REDO_BYTES_PER_SECOND;
use crate::storage::Storage;
use sluice_base::ids::Lsn;
use std::time::Duration;

impl Storage {
    /// Sets the approximate maximum time of a recovery. The default is one minute.
    pub fn set_target_recovery_time(&self, target: Duration) {
        let bytes = u128::from(REDO_BYTES_PER_SECOND) * target.as_millis() / 1000;
        self.page_writes.set_redo_max(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// Returns the cost of redo from the oldest change that the data file may lack, in bytes of
    /// records ([`sluice_wal::Log::redo_cost_since`]). 0 if no page is dirty.
    pub fn redo_distance(&self) -> u64 {
        self.pool.min_rec_lsn(self.id).map_or(0, |oldest| self.log.redo_cost_since(oldest))
    }

    /// Writes some of the oldest pages if redo would take too long. Returns whether more pages may
    /// remain. Called in the background. A temporary database is never redone and needs no such
    /// writes.
    pub fn shorten_redo(&self) -> Result<bool, StorageError> {
        self.policy.shorten_redo(self)
    }

    /// Writes some of the oldest pages, see [`Storage::shorten_redo`]. Returns whether there may be
    /// more to write: a full round was written and the distance is still too long. Fails if earlier
    /// page writes failed.
    pub(crate) fn write_oldest_pages(&self) -> Result<bool, StorageError> {
        self.check_page_writes()?;
        if self.redo_distance() <= self.page_writes.redo_max() {
            return Ok(false);
        }
        let written = self.pool.write_oldest(self.id, self.redo_target(), PAGES_AT_ONCE);
        Ok(written? == PAGES_AT_ONCE)
    }

    /// Returns the earliest LSN at which redo should begin, with an eighth to spare, so that the
    /// next change needs no write.
    pub(crate) fn redo_target(&self) -> Lsn {
        let max = self.page_writes.redo_max();
        self.log.lsn_within_redo_cost(max - max / 8)
    }

    /// Returns the failure that ended the use of the database's files, if there is one. The
    /// database must be closed, and its next opening recovers it.
    pub fn failure(&self) -> Option<StorageError> {
        match self.log.failure() {
            Some(why) => Some(StorageError::Poisoned(why)),
            None => self.check_page_writes().err().or_else(|| self.failed_undo()),
        }
    }

    fn failed_undo(&self) -> Option<StorageError> {
        self.transactions.failed_undo.lock().clone().map(StorageError::UndoFailed)
    }

    /// Fails with `PagesFailed` if a write or sync of pages has failed.
    #[inline]
    pub fn check_page_writes(&self) -> Result<(), StorageError> {
        if self.page_writes.has_failed() { Err(self.pages_failed()) } else { Ok(()) }
    }

    /// Returns the error that stopped the writing of pages.
    #[cold]
    fn pages_failed(&self) -> StorageError {
        let why = self.pool.failure(self.id);
        StorageError::PagesFailed(why.unwrap_or_else(|| "the database is not open".into()))
    }
}

/// The number of pages written before other work gets a turn: two batches.
const PAGES_AT_ONCE: usize = 128;
