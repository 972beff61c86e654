//! Shrinking of the files (`t-sql/database-console-commands/dbcc-shrinkfile-transact-sql`).
//!
//! The log can give back only what lies behind its last virtual log file in use. If that is the one
//! being written, fillers lead the stream into a free one nearer to the front, and a checkpoint
//! frees the one at the end.

use crate::error::StorageError;
use crate::storage::Storage;
use sluice_base::ids::Lsn;
use sluice_wal::ShrinkLimit;

impl Storage {
    /// Shrinks the log file to `bytes`, rounded up to whole virtual log files. Durable on return.
    /// Returns the reason if the file is longer than that. Takes checkpoints, and writes at most
    /// two virtual log files full of fillers. `None` if the log has the wanted length.
    pub fn shrink_log(&self, bytes: u64) -> Result<Option<ShrinkLimit>, StorageError> {
        self.checkpoint()?;
        let mut limit = self.log.shrink_to(bytes)?;
        for _ in 0..WAYS_MAX {
            // A temporary log has no fillers.
            let is_movable = limit == Some(ShrinkLimit::InUse) && !self.is_temporary();
            let Some(end) = self.log.way_forward(bytes).filter(|_| is_movable) else { break };
            self.advance_log_past(Lsn(end.0 - 1))?;
            self.checkpoint()?;
            limit = self.log.shrink_to(bytes)?;
        }
        Ok(limit)
    }

    /// Calls `work` while no checkpoint, backup or freeze of the database runs.
    pub fn without_checkpoint<T>(&self, work: impl FnOnce() -> T) -> T {
        let _no_checkpoint = self.checkpoints.lock();
        work()
    }
}

/// The virtual log files that a shrink fills at most: after a growth that comes between, the stream
/// may go to the end of the file once more.
const WAYS_MAX: usize = 2;
