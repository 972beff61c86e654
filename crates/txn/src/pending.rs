//! The deferred releases of committed transactions that are not done yet.
//!
//! Invariant: an intent is in this list before its transaction leaves the table, and until its
//! drop-done record is appended. The record is appended under the list's lock. So a checkpoint that
//! reads the table first and this list second misses no intent. It lists no intent whose drop-done
//! record lies before the checkpoint's begin.

use crate::table::Intent;
use sluice_base::ids::Lsn;
use sluice_base::sync::Mutex;

#[derive(Default, Debug)]
pub(crate) struct PendingReleases {
    list: Mutex<Vec<Pending>>,
}

#[derive(Debug)]
struct Pending {
    intent: Intent,
    /// Whether a thread is running this release.
    running: bool,
}

impl PendingReleases {
    /// Adds intents whose transaction's commit record is on disk.
    pub(crate) fn add(&self, intents: impl IntoIterator<Item = Intent>) {
        let entries = intents.into_iter().map(|intent| Pending { intent, running: false });
        self.list.lock().extend(entries);
    }

    /// Takes the oldest idle intent after `after`. The caller runs it, and ends with `done` or
    /// `give_up`.
    pub(crate) fn take(&self, after: Lsn) -> Option<Intent> {
        let mut list = self.list.lock();
        let waiting = list.iter_mut().filter(|pending| !pending.running && pending.intent.lsn > after);
        let next = waiting.min_by_key(|pending| pending.intent.lsn)?;
        next.running = true;
        Some(next.intent.clone())
    }

    /// Removes the intent together with its drop-done record, written by `append`. If `append`
    /// fails, the intent stays.
    pub(crate) fn done<E>(&self, lsn: Lsn, append: impl FnOnce() -> Result<Lsn, E>) -> Result<(), E> {
        let mut list = self.list.lock();
        append()?;
        list.retain(|pending| pending.intent.lsn != lsn);
        Ok(())
    }

    /// Leaves the intent in the list for another try.
    pub(crate) fn give_up(&self, lsn: Lsn) {
        let mut list = self.list.lock();
        let found = list.iter_mut().find(|pending| pending.intent.lsn == lsn);
        found.into_iter().for_each(|pending| pending.running = false);
    }

    pub(crate) fn snapshot(&self) -> Vec<Intent> {
        self.list.lock().iter().map(|pending| pending.intent.clone()).collect()
    }
}
