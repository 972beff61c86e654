//! A coordinator's decisions on transactions across databases, kept while a participant may ask for
//! them (see `together`).
//!
//! A decision is always *committed*: a transaction without an entry was not decided, and is rolled
//! back. A participant is identified by its database and its transaction there. Neither is reused
//! once a prepare record with them is on disk.
//!
//! Invariant: a decision is in the list when its record is appended, and leaves the list when its
//! forgotten record is appended. Both happen under the list's lock. So a checkpoint that reads the
//! list after it has taken its begin misses no decision, and lists no decision forgotten before.
//!
//! A participant may ask within the life of the coordinator in which it was prepared, if its
//! database was opened again. The participants of this life without a decision are remembered: an
//! older copy of the coordinator's files doesn't have them, and must not answer. The answer *rolled
//! back* is binding, so a later decision on that transaction fails.
//!
//! Such a participant is forgotten when two things have happened: the commit has given up, so that
//! no decision follows; and the participant has nothing to ask, because the record of its rollback
//! is on disk or its database was recovered since.

use crate::error::StorageError;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseGuid, Lsn, TxnId};
use sluice_base::sync::{Arc, Mutex};
use sluice_wal::Log;
use std::collections::BTreeMap;

/// A part of a transaction across databases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Participant {
    /// The part's database.
    pub(crate) database: DatabaseGuid,
    /// The transaction in that database.
    pub(crate) txn: TxnId,
}

/// The decisions that are not forgotten.
#[derive(Default)]
pub(crate) struct Decisions {
    /// By LSN of the decision's record, the participants that may still ask.
    list: Mutex<BTreeMap<Lsn, Vec<Asker>>>,
    /// The participants prepared in this life and not decided. Locked after `list`.
    undecided: Mutex<HashMap<Participant, Undecided>>,
}

/// The state of a participant without a decision.
#[derive(Default)]
struct Undecided {
    /// Whether a recovery of its database has rolled it back.
    is_rolled_back: bool,
    /// Whether such a recovery is complete.
    is_recovered: bool,
    /// Whether the commit has given up.
    is_given_up: bool,
    /// The log of its database, and an LSN at or beyond the record of its rollback.
    ended: Option<(Arc<Log>, Lsn)>,
}

/// The answer to a participant.
pub(crate) enum Answer {
    /// Committed by the decision at this LSN.
    Committed(Lsn),
    /// Prepared in this life, not decided, and never to be committed.
    RolledBack,
    /// Not decided, and not of this life.
    Unknown,
}

struct Asker {
    who: Participant,
    /// The participant's commit record. When it is on disk the participant has nothing to ask.
    ended: Option<(Arc<Log>, Lsn)>,
}

impl Decisions {
    /// Remembers a participant, before its prepare record is appended.
    pub(crate) fn prepare(&self, who: Participant) {
        self.undecided.lock().insert(who, Undecided::default());
    }

    /// Forgets a participant whose prepare record was not appended.
    pub(crate) fn withdraw(&self, who: Participant) {
        self.undecided.lock().remove(&who);
    }

    /// Records that no decision follows for a participant, which was rolled back. The record of the
    /// rollback lies before the LSN of `ended`. Without one, a recovery of the database ends it.
    pub(crate) fn give_up(&self, who: Participant, ended: Option<(Arc<Log>, Lsn)>) {
        let mut undecided = self.undecided.lock();
        if let Some(part) = undecided.get_mut(&who) {
            (part.is_given_up, part.ended) = (true, ended);
        }
        undecided.retain(|_, part| part.may_ask());
    }

    /// Adds a decision together with its record, written by `append`. Fails if a participant was
    /// rolled back by the recovery of its database.
    pub(crate) fn decide(
        &self,
        parts: &[Participant],
        append: impl FnOnce() -> Result<Lsn, StorageError>,
    ) -> Result<Lsn, StorageError> {
        let mut list = self.list.lock();
        let mut undecided = self.undecided.lock();
        if parts.iter().any(|part| undecided.get(part).is_some_and(|part| part.is_rolled_back)) {
            return Err(StorageError::NotOpen(REOPENED.to_owned()));
        }
        let lsn = append()?;
        list.insert(lsn, parts.iter().copied().map(Asker::new).collect());
        for part in parts {
            undecided.remove(part);
        }
        Ok(lsn)
    }

    /// Adds the decisions found by recovery.
    pub(crate) fn adopt(&self, found: impl IntoIterator<Item = (Lsn, Vec<Participant>)>) {
        let askers = |parts: Vec<Participant>| parts.into_iter().map(Asker::new).collect();
        self.list.lock().extend(found.into_iter().map(|(lsn, parts)| (lsn, askers(parts))));
    }

    /// Returns the outcome of the transaction with the part `who`. A transaction that is still
    /// undecided becomes rolled back by this answer: its coordinator can no longer commit it.
    /// `Unknown` means that the coordinator has neither a decision nor an open vote.
    pub(crate) fn answer(&self, who: Participant) -> Answer {
        let list = self.list.lock();
        if let Some((lsn, _)) = list.iter().find(|(_, askers)| askers.iter().any(|asker| asker.who == who)) {
            return Answer::Committed(*lsn);
        }
        match self.undecided.lock().get_mut(&who) {
            Some(undecided) => {
                undecided.is_rolled_back = true;
                Answer::RolledBack
            }
            None => Answer::Unknown,
        }
    }

    /// Whether a participant in the database may ask.
    pub(crate) fn has_asker(&self, database: DatabaseGuid) -> bool {
        let list = self.list.lock();
        let is_claimed = list.values().flatten().any(|asker| asker.who.database == database && asker.may_ask());
        is_claimed || self.undecided.lock().iter().any(|(who, part)| who.database == database && part.may_ask())
    }

    /// Records that the commit record of a part is at `lsn` of `log`. Does nothing if the decision
    /// is forgotten.
    pub(crate) fn ended(&self, decision: Lsn, who: Participant, log: &Arc<Log>, lsn: Lsn) {
        let mut list = self.list.lock();
        let askers = list.get_mut(&decision).into_iter().flatten();
        askers.filter(|asker| asker.who == who).for_each(|asker| asker.ended = Some((log.clone(), lsn)));
    }

    /// Removes the claims of databases for which `gone` is true: they were recovered, or dropped.
    /// An undecided participant of such a database is forgotten once its commit has given up.
    pub(crate) fn settle(&self, gone: impl Fn(DatabaseGuid) -> bool) {
        self.list.lock().values_mut().for_each(|askers| askers.retain(|asker| !gone(asker.who.database)));
        self.undecided.lock().retain(|who, part| {
            part.is_recovered |= gone(who.database);
            part.may_ask()
        });
    }

    /// Removes the decisions that no participant may ask for, each with a record written by
    /// `append`. Stops at the first error.
    pub(crate) fn forget<E>(&self, mut append: impl FnMut(Lsn) -> Result<Lsn, E>) -> Result<(), E> {
        let mut list = self.list.lock();
        list.values_mut().for_each(|askers| askers.retain(Asker::may_ask));
        self.undecided.lock().retain(|_, part| part.may_ask());
        while let Some(lsn) = list.iter().find(|(_, askers)| askers.is_empty()).map(|(lsn, _)| *lsn) {
            append(lsn)?;
            list.remove(&lsn);
        }
        Ok(())
    }

    /// Returns each decision with each participant that may still ask for it.
    pub(crate) fn snapshot(&self) -> Vec<(Lsn, Participant)> {
        let list = self.list.lock();
        list.iter().flat_map(|(lsn, askers)| askers.iter().map(|asker| (*lsn, asker.who))).collect()
    }
}

const REOPENED: &str = "it was opened again while the transaction was being committed";

impl Asker {
    fn new(who: Participant) -> Asker {
        Asker { who, ended: None }
    }

    fn may_ask(&self) -> bool {
        !is_on_disk(&self.ended)
    }
}

impl Undecided {
    /// Whether the participant or its commit may still ask for this state.
    fn may_ask(&self) -> bool {
        !self.is_given_up || !self.is_recovered && !is_on_disk(&self.ended)
    }
}

fn is_on_disk(end: &Option<(Arc<Log>, Lsn)>) -> bool {
    end.as_ref().is_some_and(|(log, lsn)| log.durable() > *lsn)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHO: Participant = Participant { database: DatabaseGuid(7), txn: TxnId(3) };

    fn decide(decisions: &Decisions) -> bool {
        decisions.decide(&[WHO], || Ok(Lsn(9))).is_ok()
    }

    #[test]
    fn failed_prepare_is_forgotten_after_recovery() {
        let decisions = Decisions::default();
        decisions.prepare(WHO);
        decisions.give_up(WHO, None);
        assert!(matches!(decisions.answer(WHO), Answer::RolledBack), "its prepare record may be on disk");
        decisions.settle(|database| database != WHO.database);
        assert!(matches!(decisions.answer(WHO), Answer::RolledBack), "another database was recovered");
        decisions.settle(|database| database == WHO.database);
        assert!(decisions.undecided.lock().is_empty());
    }

    #[test]
    fn rolled_back_part_is_remembered_until_its_commit_gives_up() {
        let decisions = Decisions::default();
        decisions.prepare(WHO);
        assert!(matches!(decisions.answer(WHO), Answer::RolledBack));
        decisions.settle(|_| true);
        assert!(!decide(&decisions), "the recovery has rolled it back");
        decisions.give_up(WHO, None);
        assert!(decisions.undecided.lock().is_empty());
    }

    #[test]
    fn part_without_prepare_record_is_forgotten() {
        let decisions = Decisions::default();
        decisions.prepare(WHO);
        decisions.withdraw(WHO);
        assert!(matches!(decisions.answer(WHO), Answer::Unknown));
        decisions.prepare(WHO);
        assert!(decide(&decisions) && decisions.undecided.lock().is_empty());
    }
}
