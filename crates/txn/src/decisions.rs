//! What a coordinator has decided about transactions across databases, as long as anybody may ask (see `together`).
//!
//! A decision is always *committed*: of what is not here nothing was decided, and it is rolled back. One who may ask is known by
//! its database and its transaction there; both are never given again once a prepare record with them is on disk.
//!
//! Invariant: a decision is in the list when its record is appended, and leaves it when its forgotten record is, each under the
//! list's lock. So a checkpoint that looks here after it has taken its begin misses none, and lists none that was forgotten before.

use sluice_base::ids::{DatabaseGuid, Lsn, TxnId};
use sluice_base::sync::{Arc, Mutex};
use sluice_wal::Log;
use std::collections::BTreeMap;

/// A part of a transaction across databases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Participant {
    /// Its database.
    pub(crate) database: DatabaseGuid,
    /// Its transaction there.
    pub(crate) txn: TxnId,
}

/// The decisions that are not forgotten.
#[derive(Default)]
pub(crate) struct Decisions {
    /// By the LSN of the decision's record: who may still ask.
    list: Mutex<BTreeMap<Lsn, Vec<Asker>>>,
}

struct Asker {
    who: Participant,
    /// Its commit record: when that is on disk it has nothing to ask any more.
    ended: Option<(Arc<Log>, Lsn)>,
}

impl Decisions {
    /// Enters a decision with its record, which `append` appends.
    pub(crate) fn decide<E>(
        &self,
        parts: impl IntoIterator<Item = Participant>,
        append: impl FnOnce() -> Result<Lsn, E>,
    ) -> Result<Lsn, E> {
        let mut list = self.list.lock();
        let lsn = append()?;
        list.insert(lsn, parts.into_iter().map(Asker::new).collect());
        Ok(lsn)
    }

    /// Enters what recovery found.
    pub(crate) fn adopt(&self, found: impl IntoIterator<Item = (Lsn, Vec<Participant>)>) {
        let askers = |parts: Vec<Participant>| parts.into_iter().map(Asker::new).collect();
        self.list.lock().extend(found.into_iter().map(|(lsn, parts)| (lsn, askers(parts))));
    }

    /// Whether the transaction that `who` is a part of is committed.
    pub(crate) fn has(&self, who: Participant) -> bool {
        self.list.lock().values().flatten().any(|asker| asker.who == who)
    }

    /// The commit record of a part is at `lsn` of `log`.
    pub(crate) fn ended(&self, decision: Lsn, who: Participant, log: &Arc<Log>, lsn: Lsn) {
        let mut list = self.list.lock();
        let askers = list.get_mut(&decision).into_iter().flatten();
        askers.filter(|asker| asker.who == who).for_each(|asker| asker.ended = Some((log.clone(), lsn)));
    }

    /// Databases for which `gone` holds will not ask for anything that was decided until now.
    pub(crate) fn settle(&self, gone: impl Fn(DatabaseGuid) -> bool) {
        self.list.lock().values_mut().for_each(|askers| askers.retain(|asker| !gone(asker.who.database)));
    }

    /// Takes decisions off the list that nobody will ask for, each with the record that `append` appends for it; the first that
    /// fails ends it.
    pub(crate) fn forget<E>(&self, mut append: impl FnMut(Lsn) -> Result<Lsn, E>) -> Result<(), E> {
        let mut list = self.list.lock();
        list.values_mut().for_each(|askers| askers.retain(Asker::may_ask));
        while let Some(lsn) = list.iter().find(|(_, askers)| askers.is_empty()).map(|(lsn, _)| *lsn) {
            append(lsn)?;
            list.remove(&lsn);
        }
        Ok(())
    }

    /// Each decision with each that may still ask for it.
    pub(crate) fn snapshot(&self) -> Vec<(Lsn, Participant)> {
        let list = self.list.lock();
        list.iter().flat_map(|(lsn, askers)| askers.iter().map(|asker| (*lsn, asker.who))).collect()
    }
}

impl Asker {
    fn new(who: Participant) -> Asker {
        Asker { who, ended: None }
    }

    fn may_ask(&self) -> bool {
        self.ended.as_ref().is_none_or(|(log, lsn)| log.durable() <= *lsn)
    }
}
