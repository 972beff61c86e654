//! The moment of a database that a snapshot shows.
//!
//! A frozen data file has a state that a crash could leave. Recovery of that state with the log up
//! to an LSN `s` gives the database as of `s`: with the transactions committed below `s`, without
//! the others. So a freeze needs no quiet database and copies no page:
//! 1. A checkpoint is taken, so that little log is needed.
//! 2. The data files are frozen while no page is written. No page in them is ahead of the log on
//!    disk (the write-ahead rule), and their pair pages name the checkpoint.
//! 3. The log is hardened, and copied from what the checkpoint needs up to its end `s`. Truncation
//!    waits until then.
//!
//! The caller recovers the frozen files in a layer above them, with the copy as their log.
//!
//! While the checkpoint of a freeze is the last one and little was logged since, its files serve
//! for later moments too: a crash that happens before any page is written leaves the same files
//! with a longer log. So databases made from one state share a frozen file. A load that isn't
//! logged takes a checkpoint before it commits.

use crate::error::StorageError;
use crate::record;
use crate::storage::Storage;
use sluice_base::ids::{Lsn, PageId};
use sluice_vfs::{FileError, Vfs};
use sluice_wal::Space;
use std::path::Path;

/// Frozen data files.
#[derive(Clone, Debug)]
pub struct Frozen<T> {
    /// The result of freezing them.
    pub files: T,
    /// The checkpoint that they name.
    checkpoint: Lsn,
}

impl Storage {
    /// Calls `freeze` to freeze the data files, and creates a copy of the log at `log`, durable but
    /// for its name. Returns the frozen files, and the LSN as of which a recovery of both shows the
    /// database. If the files `last`, which this method has returned, serve as well, returns those
    /// without a checkpoint and without a call. Otherwise fails with the error in `freeze`, if the
    /// data files can't be frozen. After another error they may be frozen.
    pub fn freeze<T>(
        &self,
        vfs: &dyn Vfs,
        log: &Path,
        last: Option<Frozen<T>>,
        freeze: Result<impl FnOnce() -> Result<T, FileError>, StorageError>,
    ) -> Result<(Frozen<T>, Lsn), StorageError> {
        let mut checkpoint = self.checkpoints.lock();
        let has_little_log = self.log.redo_cost_since(checkpoint.record) <= SHARED_LOG_BYTES;
        let frozen = match last.filter(|last| last.checkpoint == checkpoint.record && has_little_log) {
            Some(last) => last,
            None => {
                let freeze = freeze?;
                *checkpoint = self.checkpoint_locked(self.log.tail(), *checkpoint)?;
                Frozen { files: self.pool.pause_writes(self.id, freeze)?, checkpoint: checkpoint.record }
            }
        };
        let end = self.log.copy_to(vfs, log, checkpoint.keep_from)?;
        Ok((frozen, end))
    }

    /// Makes every later record's LSN greater than `lsn`, durably. The rollbacks in a snapshot have
    /// LSNs of its copy of the log, where this database may have other records or none yet. A page
    /// that comes back by a revert must not be ahead of the log.
    pub fn advance_log_past(&self, lsn: Lsn) -> Result<(), StorageError> {
        let filler = [0; FILLER_BYTES];
        while self.log.tail() <= lsn {
            self.append_system(record::FILLER, PageId::NONE, &[&filler], Space::Reserving(0))?;
        }
        Ok(self.log.flush_tail()?)
    }
}

const FILLER_BYTES: usize = 32 << 10;
/// The log that is redone in each database made from shared frozen files, at most. Redoing it takes
/// less time than a checkpoint and a freeze.
const SHARED_LOG_BYTES: u64 = 128 << 10;
