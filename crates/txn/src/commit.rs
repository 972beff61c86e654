//! Commit.
//!
//! Durability, stated where it is kept: a full commit returns `Ok` only after `harden` of its commit record has returned
//! `Ok` (L3), and only then leaves the table (L3a). The log is one sequence, so whatever was committed before it is then on
//! disk too. A delayed commit leaves the table as soon as its record is appended; if it has releases to run it is hardened
//! first, as a full one, since a released page must never belong to a transaction that a power cut brings back (rule 5). It is
//! hardened first, too, when a power cut could still take commits that are older than the bound allows (`delayed`).
//! In a temporary database no commit is durable, so none waits for anything and none is logged (T2).

use crate::error::StorageError;
use crate::storage::{CommitDurability, Storage};
use crate::table::Phase;
use crate::transaction::Transaction;
use sluice_base::ids::Lsn;
use sluice_wal::{Harden, Space};

impl Storage {
    /// Commits. The result is the commit record's LSN; NONE if the transaction changed nothing, or the database is temporary:
    /// then nothing is logged and nothing is flushed. After an error the log is poisoned and the outcome is in doubt: the transaction stays in the
    /// table, and the next recovery tells.
    pub fn commit(&self, txn: Transaction, durability: CommitDurability) -> Result<Lsn, StorageError> {
        let Some(mut started) = txn.end() else { return Ok(Lsn::NONE) };
        if self.temporary {
            self.publish(&mut started);
            self.end_temporary(started);
            return Ok(Lsn::NONE);
        }
        let delayed = durability == CommitDurability::Delayed;
        let now_ns = if delayed { self.clock.monotonic_ns() } else { 0 };
        let late = delayed && !self.delayed.admits(now_ns, || self.log.durable());
        // All that was kept is given back with the record itself: the log's lock is taken once.
        let kept = started.take(u32::MAX);
        let mut active = started.lock();
        let told_now = delayed && !late && active.intents.is_empty();
        let lsn = match self.append_commit(&mut active, Space::Reserved(kept), told_now) {
            Ok(lsn) => lsn,
            Err(error) => {
                drop(active);
                return Err(self.in_doubt(&started, error.into_poisoned()));
            }
        };
        // More than 4 GB of it comes in a second go.
        self.log.release(started.reserved);
        if told_now {
            // Out of the table under the very lock under which its last record was appended.
            let awaited = active.clear();
            drop(active);
            self.publish(&mut started);
            self.give_back(started.slot, started.id, awaited);
            self.delayed.told(lsn);
            return Ok(lsn);
        }
        active.phase = Phase::Committed;
        // A checkpoint that looks at this slot from now on copies the intents from here; the list below takes them over
        // before the slot is given up.
        let releases = !active.intents.is_empty();
        let intents = if releases { active.intents.clone() } else { Vec::new() };
        drop(active);
        let why = if late { Harden::Request } else { Harden::Commit(started.slot.owner().0) };
        if let Err(error) = self.log.harden(lsn, why) {
            return Err(self.in_doubt(&started, StorageError::from(error).into_poisoned()));
        }
        if late {
            self.delayed.hardened(now_ns);
        }
        if releases {
            self.pending.add(intents);
        }
        self.publish(&mut started);
        self.leave(started.slot);
        if releases {
            // The commit stands whatever becomes of them: what fails now is tried again by the next checkpoint, and
            // after a crash by recovery.
            let _tried_again_later = self.run_releases();
        }
        Ok(lsn)
    }
}
