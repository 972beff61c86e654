//! A commit across databases: in all of them or in none (L4).
//!
//! One database of the instance coordinates (master: it is open before the others, and never dropped). The protocol:
//! 1. **Prepare.** In every database that the transaction has changed a prepare record is appended and hardened. From here on no
//!    database can refuse the commit, and none decides alone: after a crash it asks.
//! 2. **Decide.** The coordinator appends one record that names all the parts, and hardens it. That is the commit; it is fully durable
//!    whatever the databases' settings are.
//! 3. **Commit.** Each database gets a commit record, which nobody waits for: if a crash loses it, the database asks again. When
//!    all are appended the transaction leaves all the tables, so its rows become visible in all databases only after everything is
//!    hardened (L3a).
//! 4. **Forget.** A part's commit record on disk is its acknowledgement. When all are there the coordinator appends a record that
//!    forgets the decision; until then its checkpoints carry it (`decisions`).
//!
//! What a crash leaves, by how far it had come:
//! * before a prepare record is on disk: that database rolls back by itself; nothing can have been decided;
//! * prepared, and the decision not on disk: the coordinator knows of none, and every part is rolled back;
//! * the decision on disk: every part that has no commit record finds it prepared, asks, and commits;
//! * in the recovery itself: nothing is forgotten before the recovered database has hardened what it did, so the next one asks again.
//!
//! What fails without a crash: a prepare or the appending of the decision: all parts are rolled back. The hardening of the decision:
//! the outcome is in doubt, the parts stay in their tables and lock their rows until the instance is opened again. A commit record, since
//! a database's log has failed: the transaction is committed, and that database says so when it is opened again.

use crate::decisions::Participant;
use crate::error::StorageError;
use crate::record;
use crate::storage::Storage;
use crate::table::{Intent, Phase, Preparation};
use crate::transaction::{Started, Transaction};
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_wal::{Harden, Space};

/// What a transaction across databases has changed in one of them.
pub struct Part {
    /// The database's storage; not a temporary one.
    pub storage: Arc<Storage>,
    /// Its transaction there.
    pub transaction: Transaction,
}

/// A commit across databases that failed.
#[derive(Debug)]
pub struct PartFailed {
    /// In which database.
    pub database: DatabaseId,
    /// Why. After `Poisoned` of the coordinator the outcome may be in doubt; after all else every part is rolled back.
    pub error: StorageError,
}

/// A part whose commit record is appended, or can't be.
struct Ended {
    storage: Arc<Storage>,
    started: Started,
    outcome: Result<Vec<Intent>, StorageError>,
}

impl Storage {
    /// Commits a transaction in all databases that it has changed; fully durable. The parts have changed something, and
    /// their databases have one coordinator.
    pub fn commit_together(mut parts: Vec<Part>) -> Result<(), PartFailed> {
        let Some(first) = parts.first() else { return Ok(()) };
        let coordinator = first.storage.coordinator.clone().unwrap_or_else(|| first.storage.clone());
        let committer = first.transaction.owner;
        coordinator.forget_decisions();
        let mut participants = Vec::with_capacity(parts.len());
        for part in &mut parts {
            match part.storage.prepare(&mut part.transaction, &coordinator) {
                Ok(participant) => participants.push(participant),
                Err(error) => {
                    let database = part.storage.id;
                    roll_back(parts);
                    return Err(PartFailed { database, error });
                }
            }
        }
        let failed = |error| PartFailed { database: coordinator.id, error };
        let decision = match coordinator.append_decision(&participants) {
            Ok(decision) => decision,
            Err(error) => {
                roll_back(parts);
                return Err(failed(error));
            }
        };
        if let Err(error) = coordinator.log.harden(decision, Harden::Commit(committer.0)) {
            leave_in_doubt(parts);
            return Err(failed(StorageError::from(error).into_poisoned()));
        }
        // From here on new snapshots see all of it; before this they see none.
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

    /// Databases for which `is_there` does not hold, but for this one, are gone for good: they will not ask for decisions.
    pub fn retain_participants(&self, is_there: impl Fn(DatabaseGuid) -> bool) {
        self.decisions.settle(|database| database != self.guid && !is_there(database));
    }

    /// Forgets what nobody will ask for. What can't be logged now is forgotten later.
    pub(crate) fn forget_decisions(&self) {
        let _later = self.decisions.forget(|lsn| {
            self.append_system(record::FORGOTTEN, PageId::NONE, &[&lsn.0.to_le_bytes()], Space::Reserving(0))
        });
    }

    /// Step 1 for one database.
    fn prepare(&self, txn: &mut Transaction, coordinator: &Storage) -> Result<Participant, StorageError> {
        debug_assert!(!self.temporary && txn.has_changes(), "such a database takes no part");
        let started = self.started(txn)?;
        let (epoch, known) = (coordinator.log.epoch(), coordinator.log.durable());
        let preparation = Preparation { coordinator: coordinator.guid, epoch, known };
        let payload: [&[u8]; 3] = [&coordinator.guid.0.to_le_bytes(), &epoch.to_le_bytes(), &known.0.to_le_bytes()];
        let mut active = started.lock();
        let lsn = self.append_chained(&mut active, record::PREPARED, &payload, Space::Reserving(0))?;
        active.phase = Phase::Prepared(preparation);
        drop(active);
        started.last = lsn;
        self.log.harden(lsn, Harden::Commit(started.slot.owner().0))?;
        Ok(Participant { database: self.guid, txn: started.id })
    }

    /// Step 2 but for its hardening.
    fn append_decision(&self, parts: &[Participant]) -> Result<Lsn, StorageError> {
        let bytes = |part: &Participant| [part.database.0.to_le_bytes(), part.txn.0.to_le_bytes()].concat();
        let payload: Vec<u8> = parts.iter().flat_map(bytes).collect();
        self.decisions.decide(parts.iter().copied(), || {
            self.append_system(record::DECIDED, PageId::NONE, &[&payload], Space::Reserving(0))
        })
    }

    /// Step 3 for one database, but for the transaction's leaving; what it releases.
    fn commit_prepared(
        &self,
        started: &mut Started,
        coordinator: &Storage,
        (decision, participant): (Lsn, Participant),
    ) -> Result<Vec<Intent>, StorageError> {
        let kept = started.take(u32::MAX);
        let mut active = started.lock();
        let lsn = self.append_commit(&mut active, Space::Reserved(kept), false)?;
        active.phase = Phase::Committed;
        let intents = active.intents.clone();
        drop(active);
        self.log.release(started.reserved);
        coordinator.decisions.ended(decision, participant, &self.log, lsn);
        Ok(intents)
    }
}

/// The transaction leaves all tables. A release may run before the commit record is on disk: the decision is, and the release's
/// records come after the commit record.
fn show(ended: Vec<Ended>) {
    let mut releasing = Vec::new();
    for Ended { storage, started, outcome } in ended {
        match outcome {
            Ok(intents) => {
                let releases = !intents.is_empty();
                storage.pending.add(intents);
                storage.leave(started.slot);
                if releases {
                    releasing.push(storage);
                }
            }
            // Committed all the same; its database's log has failed and must be opened again.
            Err(_) => storage.slot_in_doubt(&started),
        }
    }
    for storage in releasing {
        // What fails now is tried again by the next checkpoint, and after a crash by recovery.
        let _tried_again_later = storage.run_releases();
    }
}

/// Nothing was decided. What cannot be rolled back now is by the next recovery: the coordinator will know of no decision.
fn roll_back(parts: Vec<Part>) {
    for Part { storage, transaction } in parts {
        if let Some(started) = &transaction.started {
            started.lock().phase = Phase::Active;
        }
        let _by_recovery = storage.rollback(transaction);
    }
}

fn leave_in_doubt(parts: Vec<Part>) {
    for Part { storage, transaction } in parts {
        if let Some(started) = transaction.end() {
            storage.slot_in_doubt(&started);
        }
    }
}
