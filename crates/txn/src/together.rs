//! A commit across databases: in all of them or in none (L4).
//!
//! One database of the instance coordinates (master: it is open before the others, and never
//! dropped). The protocol:
//! 1. **Prepare.** A prepare record is appended and hardened in every database that the transaction
//!    has changed. From here on no database can refuse the commit, and none decides alone: after a
//!    crash it asks the coordinator.
//! 2. **Decide.** The coordinator appends one record that names all parts, and hardens it. The
//!    record is the commit. It is fully durable whatever the databases' settings are.
//! 3. **Commit.** Each database gets a commit record, which is not waited for: if a crash loses it,
//!    the database asks again. When all are appended the transaction leaves all tables. So its rows
//!    become visible in all databases only after everything is hardened (L3a).
//! 4. **Forget.** A part's commit record on disk is its acknowledgement. After all acknowledgements
//!    the coordinator appends a record that forgets the decision. Until then its checkpoints carry
//!    the decision (`decisions`).
//!
//! The state after a crash depends on the last step on disk:
//! - Before a prepare record is on disk: that database rolls back by itself; no decision can exist.
//! - Prepared, without the decision on disk: the coordinator has no decision, and every part is
//!   rolled back.
//! - With the decision on disk: every part without a commit record is found prepared, asks, and
//!   commits.
//! - In the recovery itself: nothing is forgotten before the recovered database has hardened its
//!   work, so the next one asks again.
//!
//! Failures without a crash:
//! - A failed prepare, or a failed append of the decision: all parts are rolled back.
//! - A failed hardening of the decision: the outcome is in doubt. The parts stay in their tables
//!   and lock their rows until the instance is opened again.
//! - A database opened again while the coordinator lives: it asks as after a crash. An undecided
//!   transaction is rolled back there, and a later decision on it fails (`decisions`).
//! - A failed commit record, since a database's log has failed: the transaction is committed. The
//!   database shows that when it is opened again.

use crate::decisions::Participant;
use crate::error::StorageError;
use crate::record;
use crate::storage::Storage;
use crate::table::{Phase, Preparation};
use crate::transaction::{Started, Transaction};
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_wal::{Harden, Space};

/// The part of a transaction across databases in one of them.
pub struct Part {
    /// The database's storage; not a temporary one.
    pub storage: Arc<Storage>,
    /// The transaction in that database.
    pub transaction: Transaction,
}

/// A commit across databases that failed.
#[derive(Debug)]
pub struct PartFailed {
    /// The database that failed.
    pub database: DatabaseId,
    /// The error. After `Poisoned` of the coordinator the outcome may be in doubt; after any other
    /// error every part is rolled back.
    pub error: StorageError,
}

/// A part with an appended commit record, or the error of the append.
struct Ended {
    storage: Arc<Storage>,
    started: Started,
    outcome: Result<(), StorageError>,
}

impl Storage {
    /// Commits a transaction in all databases that it has changed, fully durably. Every part has
    /// changes, and the databases have one coordinator. The steps are: prepare all, log and harden
    /// the decision, publish, then commit each part. A failure before the decision rolls all parts
    /// back. A failed flush of the decision leaves them in doubt until restart.
    pub fn commit_together(mut parts: Vec<Part>) -> Result<(), PartFailed> {
        let Some(first) = parts.first() else { return Ok(()) };
        let coordinator = first.storage.coordination.coordinator.clone().unwrap_or_else(|| first.storage.clone());
        let committer = first.transaction.owner;
        coordinator.forget_decisions();
        let mut participants = Vec::with_capacity(parts.len());
        for part in &mut parts {
            match part.storage.prepare(&mut part.transaction, &coordinator) {
                Ok(participant) => participants.push(participant),
                Err(error) => {
                    let database = part.storage.id;
                    roll_back(parts, &coordinator);
                    return Err(PartFailed { database, error });
                }
            }
        }
        let failed = |error| PartFailed { database: coordinator.id, error };
        let decision = match coordinator.append_decision(&participants) {
            Ok(decision) => decision,
            Err(error) => {
                roll_back(parts, &coordinator);
                return Err(failed(error));
            }
        };
        if let Err(error) = coordinator.log.harden(decision, Harden::Commit(committer.0)) {
            leave_in_doubt(parts);
            return Err(failed(StorageError::from(error).into_poisoned()));
        }
        // New snapshots see all parts from here on, and none before.
        let mut shown: Vec<_> = parts.iter_mut().map(|part| (&*part.storage, &mut part.transaction)).collect();
        Storage::publish_together(&mut shown);
        let ends = parts.into_iter().zip(participants).filter_map(|(part, participant)| {
            let Part { storage, transaction } = part;
            let mut started = transaction.end()?;
            let outcome = storage.commit_prepared(&mut started, &coordinator, (decision, participant));
            Some(Ended { storage, started, outcome })
        });
        let ended: Vec<Ended> = ends.collect();
        show(ended);
        Ok(())
    }

    /// Drops the claims of databases for which `is_there` is false, except this one: they are gone
    /// and will not ask for decisions.
    pub fn retain_participants(&self, is_there: impl Fn(DatabaseGuid) -> bool) {
        self.coordination.decisions.settle(|database| database != self.coordination.guid && !is_there(database));
    }

    /// Whether the database may ask this one, its coordinator, for a decision.
    pub fn has_participant(&self, database: DatabaseGuid) -> bool {
        self.coordination.decisions.has_asker(database)
    }

    /// Forgets the decisions that no participant will ask for. A record that cannot be logged now
    /// is logged later.
    pub(crate) fn forget_decisions(&self) {
        let _later = self.coordination.decisions.forget(|lsn| {
            self.append_system(record::FORGOTTEN, PageId::NONE, &[&lsn.0.to_le_bytes()], Space::Reserving(0))
        });
    }

    /// Does step 1 for one database.
    fn prepare(&self, txn: &mut Transaction, coordinator: &Storage) -> Result<Participant, StorageError> {
        debug_assert!(!self.is_temporary() && txn.has_changes(), "such a database takes no part");
        let started = self.started(txn)?;
        let (epoch, known) = (coordinator.log.epoch(), coordinator.log.durable());
        let preparation = Preparation { coordinator: coordinator.coordination.guid, epoch, known };
        let payload: [&[u8]; 3] =
            [&coordinator.coordination.guid.0.to_le_bytes(), &epoch.to_le_bytes(), &known.0.to_le_bytes()];
        let who = Participant { database: self.coordination.guid, txn: started.id };
        coordinator.coordination.decisions.prepare(who);
        let mut active = started.lock();
        let appended = self.append_chained(&mut active, record::PREPARED, &payload, Space::Reserving(0));
        let lsn = appended.inspect_err(|_| coordinator.coordination.decisions.withdraw(who))?;
        active.phase = Phase::Prepared(preparation);
        drop(active);
        started.last = lsn;
        self.log.harden(lsn, Harden::Commit(started.slot.owner().0))?;
        Ok(who)
    }

    /// Does step 2 without the hardening.
    fn append_decision(&self, parts: &[Participant]) -> Result<Lsn, StorageError> {
        let bytes = |part: &Participant| [part.database.0.to_le_bytes(), part.txn.0.to_le_bytes()].concat();
        let payload: Vec<u8> = parts.iter().flat_map(bytes).collect();
        self.coordination
            .decisions
            .decide(parts, || self.append_system(record::DECIDED, PageId::NONE, &[&payload], Space::Reserving(0)))
    }

    /// Does step 3 for one database, except for leaving the table.
    fn commit_prepared(
        &self,
        started: &mut Started,
        coordinator: &Storage,
        (decision, participant): (Lsn, Participant),
    ) -> Result<(), StorageError> {
        let kept = started.take(u32::MAX);
        let mut active = started.lock();
        let lsn = self.append_commit(&mut active, Space::Reserved(kept), false)?;
        active.phase = Phase::Committed;
        drop(active);
        self.log.release(started.reserved);
        coordinator.coordination.decisions.ended(decision, participant, &self.log, lsn);
        Ok(())
    }
}

/// Takes the transaction out of all tables. A release may run before the commit record is on disk:
/// the decision is on disk, and the release's records come after the commit record.
fn show(ended: Vec<Ended>) {
    let mut releasing = Vec::new();
    for Ended { storage, started, outcome } in ended {
        match outcome {
            Ok(()) => {
                if storage.leave(started.slot) {
                    releasing.push(storage);
                }
            }
            // The transaction is committed; the log of its database has failed and must be opened
            // again.
            Err(_) => storage.slot_in_doubt(&started),
        }
    }
    for storage in releasing {
        // A failed release is retried by the next checkpoint, and after a crash by recovery.
        let _tried_again_later = storage.run_releases();
    }
}

/// Rolls back all parts without a decision. A failed rollback is left to the next recovery: the
/// coordinator has no decision.
fn roll_back(parts: Vec<Part>, coordinator: &Storage) {
    for Part { storage, transaction } in parts {
        let who = transaction.started.as_ref().map(|started| {
            started.lock().phase = Phase::Active;
            Participant { database: storage.coordination.guid, txn: started.id }
        });
        let ended = storage.rollback(transaction).is_ok().then(|| (storage.log.clone(), storage.log.tail()));
        if let Some(who) = who {
            coordinator.coordination.decisions.give_up(who, ended);
        }
    }
}

fn leave_in_doubt(parts: Vec<Part>) {
    for Part { storage, transaction } in parts {
        if let Some(started) = transaction.end() {
            storage.slot_in_doubt(&started);
        }
    }
}
