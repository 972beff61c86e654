//! Commit.
//!
//! A full commit returns `Ok` only after `harden` of its commit record has returned `Ok` (L3), and
//! only then leaves the table (L3a). The log is one sequence, so earlier commits are then on disk
//! too.
//!
//! A delayed commit leaves the table as soon as its record is appended, with two exceptions. With
//! releases to run it is hardened first, since a released page must never belong to a transaction
//! that a power cut revives (rule 5). It is also hardened first if a power cut could still take
//! commits older than the bound (`delayed`).
//!
//! In a temporary database no commit is durable: no commit waits and none is logged (T2).

use crate::error::StorageError;
use crate::storage::{CommitDurability, Storage};
use crate::table::Phase;
use crate::transaction::{Started, Transaction};
use sluice_base::ids::Lsn;
use sluice_wal::{Harden, Space};

impl Storage {
    /// Commits the transaction. Returns the LSN of the commit record, or NONE, without logging, if
    /// the transaction changed nothing or the database is temporary. After an error the log is
    /// poisoned and the outcome is in doubt: the transaction stays in the table, and the next
    /// recovery decides.
    pub fn commit(&self, txn: Transaction, durability: CommitDurability) -> Result<Lsn, StorageError> {
        let Some(started) = txn.end() else { return Ok(Lsn::NONE) };
        self.policy.commit(self, started, durability)
    }

    /// Commits a transaction of a recovered database. A full commit waits until its record is on
    /// disk; a delayed one returns after the append, unless it has releases or older delayed
    /// commits wait too long. Publishes its versions, then takes the transaction out of the table.
    /// If the append or the flush fails, the transaction stays in doubt and the log is poisoned.
    pub(crate) fn commit_logged(
        &self,
        mut started: Started,
        durability: CommitDurability,
    ) -> Result<Lsn, StorageError> {
        let delayed = durability == CommitDurability::Delayed;
        let now_ns = if delayed { self.clock.monotonic_ns() } else { 0 };
        let late = delayed && !self.transactions.delayed.admits(now_ns, || self.log.durable());
        // The whole reservation is released with the record itself, so the log's lock is taken
        // once.
        let kept = started.take(u32::MAX);
        let mut active = started.lock();
        let is_early = delayed && !late && active.intents.is_empty();
        let lsn = match self.append_commit(&mut active, Space::Reserved(kept), is_early) {
            Ok(lsn) => lsn,
            Err(error) => {
                drop(active);
                return Err(self.in_doubt(&started, error.into_poisoned()));
            }
        };
        // A reservation of more than 4 GB is released in a second step.
        self.log.release(started.reserved);
        if is_early {
            // The slot is cleared under the lock under which the last record was appended.
            let awaited = active.clear();
            drop(active);
            self.publish(&mut started);
            self.give_back(started.slot, started.id, awaited);
            self.transactions.delayed.acknowledge(lsn);
            return Ok(lsn);
        }
        active.phase = Phase::Committed;
        drop(active);
        let why = if late { Harden::Request } else { Harden::Commit(started.slot.owner().0) };
        if let Err(error) = self.log.harden(lsn, why) {
            return Err(self.in_doubt(&started, StorageError::from(error).into_poisoned()));
        }
        if late {
            self.transactions.delayed.hardened(now_ns);
        }
        self.publish(&mut started);
        if self.leave(started.slot) {
            // The commit is final whatever the releases' outcome. A failed release is retried by
            // the next checkpoint, and after a crash by recovery.
            let _tried_again_later = self.run_releases();
        }
        Ok(lsn)
    }
}
