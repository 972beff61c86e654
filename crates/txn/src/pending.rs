//! The releases that committed transactions have left to do.
//!
//! Invariant: an intent is in this list before its transaction leaves the table, and until its drop-done record is
//! appended; that record is appended under the list's lock. So a checkpoint that looks into the table first and
//! here second misses none, and lists none whose drop-done record lies before the checkpoint's begin.

use crate::table::Intent;
use sluice_base::ids::Lsn;
use sluice_base::sync::Mutex;

/// The list.
#[derive(Default, Debug)]
pub(crate) struct PendingReleases {
    list: Mutex<Vec<Pending>>,
}

#[derive(Debug)]
struct Pending {
    intent: Intent,
    /// Somebody is at it.
    running: bool,
}

impl PendingReleases {
    /// Lists intents whose transaction's commit record is on disk.
    pub(crate) fn add(&self, intents: impl IntoIterator<Item = Intent>) {
        let entries = intents.into_iter().map(|intent| Pending { intent, running: false });
        self.list.lock().extend(entries);
    }

    /// One that nobody is at, oldest first, of those after `after`; the caller is at it now, until `done` or `give_up`.
    pub(crate) fn take(&self, after: Lsn) -> Option<Intent> {
        let mut list = self.list.lock();
        let waiting = list.iter_mut().filter(|pending| !pending.running && pending.intent.lsn > after);
        let next = waiting.min_by_key(|pending| pending.intent.lsn)?;
        next.running = true;
        Some(next.intent.clone())
    }

    /// Takes it off the list with its drop-done record, which `append` appends; if that fails, it stays.
    pub(crate) fn done<E>(&self, lsn: Lsn, append: impl FnOnce() -> Result<Lsn, E>) -> Result<(), E> {
        let mut list = self.list.lock();
        append()?;
        list.retain(|pending| pending.intent.lsn != lsn);
        Ok(())
    }

    /// It stays on the list, for another to try.
    pub(crate) fn give_up(&self, lsn: Lsn) {
        let mut list = self.list.lock();
        let found = list.iter_mut().find(|pending| pending.intent.lsn == lsn);
        found.into_iter().for_each(|pending| pending.running = false);
    }

    /// What is not done.
    pub(crate) fn snapshot(&self) -> Vec<Intent> {
        self.list.lock().iter().map(|pending| pending.intent.clone()).collect()
    }
}
