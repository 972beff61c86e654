//! Recovery models, and what backups mean to the log (L6). `wal::retention` keeps the rules of the log chain; here it is seen to that
//! nothing is truncated between the look at the log and the change of the chain: both happen under `checkpoints`.
//!
//! Where a backup's bytes go is the caller's: the log is read through, so that a block that cannot be read is found by the backup
//! and not by whoever needs it, and its position is moved.

use crate::error::StorageError;
use crate::log_reuse_wait::LogReuseWait;
use crate::storage::Storage;
use sluice_base::ids::Lsn;
use sluice_wal::{Harden, RecoveryModel};

/// What became of a log backup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogBackup {
    /// So many bytes of log were read; the log below is not kept for backups any more.
    Done {
        /// Headers of blocks and padding included.
        bytes: u64,
    },
    /// Under SIMPLE there is none.
    Simple,
    /// There is no full backup that it could follow.
    NoFullBackup,
}

impl Storage {
    /// The recovery model. Takes no lock: a bulk change asks it when it begins.
    #[inline]
    pub fn recovery_model(&self) -> RecoveryModel {
        self.log.recovery_model()
    }

    /// Sets the recovery model, durably. From or to SIMPLE, the log is truncated as under SIMPLE until the next full backup.
    pub fn set_recovery_model(&self, model: RecoveryModel) -> Result<(), StorageError> {
        let _no_truncation = self.checkpoints.lock();
        if self.log.recovery_model() != model {
            self.log.set_recovery_model(model)?;
        }
        Ok(())
    }

    /// What a full backup means to the log: a checkpoint; and unless the recovery model is SIMPLE, or a log chain is there already,
    /// or `begins_chain` is false (a copy-only backup), everything that recovery from here on needs is kept for log backups.
    /// `read` reads the data between the two; when it fails, nothing begins.
    pub fn back_up_data<T>(
        &self,
        begins_chain: bool,
        read: impl FnOnce() -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let mut last = self.checkpoints.lock();
        *last = self.checkpoint_locked(self.log.tail())?;
        let read = read()?;
        if begins_chain && self.log.chain().is_none() {
            self.log.set_chain(last.keep_from)?;
        }
        Ok(read)
    }

    /// Backs the log up: reads what no log backup had yet; then, unless `keep` (a copy-only backup), it is not kept for
    /// backups any more, and what the last checkpoint does not need either is let go of. It appends nothing, so it helps a log
    /// that is full.
    pub fn back_up_log(&self, keep: bool) -> Result<LogBackup, StorageError> {
        let last = self.checkpoints.lock();
        let from = self.log.chain();
        if self.log.recovery_model() == RecoveryModel::Simple {
            return Ok(LogBackup::Simple);
        }
        if from.is_none() {
            return Ok(LogBackup::NoFullBackup);
        }
        self.log.harden(Lsn(u64::MAX), Harden::Request)?;
        let to = self.log.durable();
        let bytes = self.log.read_through(from, to)?;
        if !keep {
            self.log.set_chain(to)?;
            self.log.set_checkpoint(last.record, last.keep_from)?;
        }
        Ok(LogBackup::Done { bytes })
    }

    /// What the reuse of log space waits for now. The caller holds no transaction's lock.
    pub fn log_reuse_wait(&self) -> LogReuseWait {
        let Some(end) = self.log.oldest_end() else { return LogReuseWait::Nothing };
        if self.log.waits_for_backup() {
            return LogReuseWait::LogBackup;
        }
        let oldest = self.table.snapshot().iter().map(|active| active.first).min();
        match oldest {
            Some(first) if first.block() < end => LogReuseWait::ActiveTransaction,
            _ => LogReuseWait::Checkpoint,
        }
    }
}
