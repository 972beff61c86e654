//! Recovery models, and the effect of backups on the log (L6). `wal::retention` has the rules of
//! the log chain. This module prevents truncation between reading the log and moving the chain:
//! both happen under `checkpoints`.
//!
//! The caller decides where the bytes of a backup go. Here the log is only read through, so that an
//! unreadable block is found by the backup and not by a later restore, and the chain is moved.

use crate::error::StorageError;
use crate::log_reuse_wait::LogReuseWait;
use crate::storage::Storage;
use sluice_base::ids::Lsn;
use sluice_wal::{Harden, RecoveryModel};

/// The result of a log backup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogBackup {
    /// The log was read. The log below is no longer kept for backups.
    Done {
        /// The bytes read, block headers and padding included.
        bytes: u64,
        /// The pages read beside the log.
        pages: u64,
    },
    /// The recovery model is SIMPLE: no log backup is possible.
    Simple,
    /// There is no full backup to follow.
    NoFullBackup,
}

impl Storage {
    /// Returns the recovery model without a lock: each bulk change reads it at its start.
    #[inline]
    pub fn recovery_model(&self) -> RecoveryModel {
        self.log.recovery_model()
    }

    /// Sets the recovery model durably. After a change from or to SIMPLE, the log is truncated as
    /// under SIMPLE until the next full backup. Fails with `Unrecovered` for a database in
    /// EMERGENCY.
    pub fn set_recovery_model(&self, model: RecoveryModel) -> Result<(), StorageError> {
        if self.is_unrecovered() {
            return Err(StorageError::Unrecovered);
        }
        let _no_truncation = self.checkpoints.lock();
        if self.log.recovery_model() != model {
            self.log.set_recovery_model(model)?;
        }
        Ok(())
    }

    /// Ends the log chain, durably: the log goes on from another state of the database.
    pub fn end_log_chain(&self) -> Result<(), StorageError> {
        let _no_truncation = self.checkpoints.lock();
        Ok(self.log.end_chain()?)
    }

    /// Applies a full backup to the log. Takes a checkpoint, calls `read` to read the data, and
    /// then begins the log chain: all records that recovery from here on needs are kept for log
    /// backups. No chain begins under SIMPLE, with an existing chain, or without `begins_chain` (a
    /// copy-only backup), nor if `read` fails. A backup that may begin a chain also becomes the
    /// base of the map of changed extents, once it is complete.
    pub fn back_up_data<T>(
        &self,
        begins_chain: bool,
        read: impl FnOnce() -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let mut last = self.checkpoints.lock();
        *last = self.checkpoint_locked(self.log.tail(), *last)?;
        if !begins_chain {
            return read();
        }
        // Pages that are dirty when the base begins count as changed since. After the checkpoint
        // there are few. The base's own checkpoint comes later, so that no change is between both.
        self.pool.begin_base(self.id)?;
        let read = self.checkpoint_locked(self.log.tail(), *last).and_then(|taken| {
            *last = taken;
            read()
        });
        let base = read.is_ok().then_some(last.record);
        self.pool.end_base(self.id, base)?;
        if base.is_some() && self.log.chain().is_none() {
            self.log.set_chain(last.keep_from)?;
        }
        read
    }

    /// Backs the log up: reads the log since the last log backup. `read_unlogged` gets its first
    /// LSN and its end; it reads the pages whose content those records lack and returns their
    /// number. Unless `keep` (a copy-only backup), the log is then no longer kept for backups, and
    /// is truncated below the last checkpoint's needs. Appends nothing, so it helps a full log.
    /// Under SIMPLE and without an earlier full backup nothing is done, and the result says so. An
    /// error of `read_unlogged`, and any other, leaves the chain as it was.
    pub fn back_up_log(
        &self,
        keep: bool,
        read_unlogged: impl FnOnce(Lsn, Lsn) -> Result<u64, StorageError>,
    ) -> Result<LogBackup, StorageError> {
        let last = self.checkpoints.lock();
        let from = self.log.chain();
        if self.log.recovery_model() == RecoveryModel::Simple {
            return Ok(LogBackup::Simple);
        }
        if from.is_none() {
            return Ok(LogBackup::NoFullBackup);
        }
        self.log.harden(Lsn(u64::MAX), Harden::InFile)?;
        let to = self.log.durable_in_file();
        let bytes = self.log.read_through(from, to)?;
        let pages = read_unlogged(from, to)?;
        if !keep {
            self.log.set_chain(to)?;
            self.log.set_checkpoint(last.record, last.keep_from)?;
        }
        Ok(LogBackup::Done { bytes, pages })
    }

    /// Returns the reason that log space is not reused. The caller holds no transaction's lock. A
    /// missing log backup comes before an active transaction, and that before a checkpoint;
    /// `Nothing` if no stretch waits for reuse.
    pub fn log_reuse_wait(&self) -> LogReuseWait {
        let Some(end) = self.log.oldest_end() else { return LogReuseWait::Nothing };
        if self.log.waits_for_backup() {
            return LogReuseWait::LogBackup;
        }
        let oldest = self.transactions.active.snapshot().iter().map(|active| active.first).min();
        match oldest {
            Some(first) if first.block() < end => LogReuseWait::ActiveTransaction,
            _ => LogReuseWait::Checkpoint,
        }
    }
}
