//! How much log a recovery may have to redo, and the writing of pages in the background that keeps it there (an indirect
//! checkpoint, L7); and what becomes of a database whose pages cannot be written.
//!
//! The bound is the database's TARGET_RECOVERY_TIME at [`REDO_BYTES_PER_SECOND`]. Pages whose first unwritten change is farther
//! back than that are written, the oldest first, some at a time; so a checkpoint that comes by itself has nothing to write
//! but its record. Only what needs room in the log (see [`Storage::checkpoint_due`]), CHECKPOINT and a clean end write all.
//!
//! A failed write or sync of pages is final for the database until it is opened again (rule 6 of `sluice_buffer`), whatever the
//! error was: a page's place was reserved before the page was handed out, so even a full disk says that the file system does
//! not keep its word. Commits under way are safe, they are in the log. But the log can't be truncated any more, so no
//! transaction begins to change anything: it is told why ([`StorageError::PagesFailed`]). Reading goes on.

use crate::error::StorageError;
use crate::storage::Storage;
use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::Ordering;
use std::time::Duration;

impl Storage {
    /// Sets how long a recovery may take, as near as that can be told beforehand; one minute unless set.
    pub fn set_target_recovery_time(&self, target: Duration) {
        let bytes = u128::from(REDO_BYTES_PER_SECOND) * target.as_millis() / 1000;
        self.redo_max.store(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How many bytes of log lie behind the oldest change that the data file may lack.
    pub fn redo_distance(&self) -> u64 {
        let tail = self.log.tail();
        let oldest = self.pool.min_rec_lsn(self.id).unwrap_or(tail).min(tail);
        (tail.block() - oldest.block()) * Lsn::BLOCK_UNIT
    }

    /// Writes some of the oldest pages if a redo would be too long; whether there may be more to write. To be called in the
    /// background. Never in a temporary database, which is never redone.
    pub fn shorten_redo(&self) -> Result<bool, StorageError> {
        if self.temporary {
            return Ok(false);
        }
        if self.pool.failure(self.id).is_some() {
            return Err(self.note_pages_failed());
        }
        if self.redo_distance() <= self.redo_max.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let written = self.pool.write_oldest(self.id, self.redo_target(), PAGES_AT_ONCE);
        Ok(written.map_err(|error| self.pages_error(error.into()))? == PAGES_AT_ONCE)
    }

    /// Where redo should begin at the earliest, with an eighth to spare, lest the next change need the next write.
    pub(crate) fn redo_target(&self) -> Lsn {
        let max = self.redo_max.load(Ordering::Relaxed);
        Lsn::new(self.log.tail().block().saturating_sub((max - max / 8) / Lsn::BLOCK_UNIT), 0)
    }

    /// `error`, which the writing of pages has met. If no page is written any more, nothing is begun any more.
    pub(crate) fn pages_error(&self, error: StorageError) -> StorageError {
        if self.pool.failure(self.id).is_some() {
            self.pages_failed.store(true, Ordering::Relaxed);
        }
        error
    }

    /// Why no page is written any more; nothing is begun any more.
    #[cold]
    pub(crate) fn note_pages_failed(&self) -> StorageError {
        self.pages_failed.store(true, Ordering::Relaxed);
        let why = self.pool.failure(self.id);
        StorageError::PagesFailed(why.unwrap_or_else(|| "the database is not open".into()))
    }
}

/// What redo does in a second, at the least: recovery of a million small transactions did 40 MB a second with their pages
/// in memory, on the slowest machine measured.
const REDO_BYTES_PER_SECOND: u64 = 40 << 20;

/// A minute's worth of redo, as SQL Server's default has it.
pub(crate) const REDO_MAX_DEFAULT: u64 = 60 * REDO_BYTES_PER_SECOND;

/// How many pages are written before others get their turn: two batches.
const PAGES_AT_ONCE: usize = 128;
