//! The deferred releases of committed transactions that are not done yet.
//!
//! Invariant: the intents of a transaction are in its slot or in this list, never in both. They
//! move under the slot's lock, when the transaction leaves the table. A release runs only from this
//! list, and its drop-done record is appended under the list's lock. So a checkpoint that reads its
//! begin first, then the table, and then this list misses no intent. It lists no intent whose
//! drop-done record lies before its begin.
//!
//! Cost: a release that came too early is not tried again before every snapshot sees its
//! transaction. A commit beside an open snapshot passes over all earlier such releases in one step.

use crate::table::Intent;
use sluice_base::ids::Lsn;
use sluice_base::sync::Mutex;
use std::collections::BTreeMap;
use std::ops::Bound;

/// The releases waiting to be run, those that run, and those that were postponed.
#[derive(Default, Debug)]
pub(crate) struct PendingReleases {
    lists: Mutex<Lists>,
}

/// A release of a committed transaction.
#[derive(Clone, Debug)]
pub(crate) struct Release {
    pub(crate) intent: Intent,
    /// The number of the transaction's publication: snapshots with this number or a greater one
    /// see it. 0 for a transaction of an earlier start, which all snapshots see.
    number: u64,
}

/// Each release is in one of these lists.
#[derive(Default, Debug)]
struct Lists {
    /// The releases to try.
    ready: BTreeMap<Lsn, Release>,
    /// The releases that a thread is running.
    running: BTreeMap<Lsn, Release>,
    /// The releases that a snapshot was in the way of, by publication.
    early: BTreeMap<(u64, Lsn), Release>,
}

impl PendingReleases {
    /// Adds intents of the transaction published with `number`. Its commit is decided on disk, and
    /// the caller holds its slot's lock.
    pub(crate) fn add(&self, intents: impl IntoIterator<Item = Intent>, number: u64) {
        let entries = intents.into_iter().map(|intent| (intent.lsn, Release { intent, number }));
        self.lists.lock().ready.extend(entries);
    }

    /// Makes those releases ready that [`PendingReleases::postpone`] has kept and whose transaction
    /// every snapshot sees. `oldest` is the number of the oldest snapshot, which sees publications
    /// up to and including this number. No release is run here.
    pub(crate) fn wake(&self, oldest: u64) {
        let mut lists = self.lists.lock();
        while lists.early.first_key_value().is_some_and(|((number, _), _)| *number <= oldest) {
            if let Some(((_, lsn), release)) = lists.early.pop_first() {
                lists.ready.insert(lsn, release);
            }
        }
    }

    /// Takes the oldest ready release after `after`, or returns `None`. The caller runs it, and
    /// ends with `done`, `postpone` or `give_up`.
    pub(crate) fn take(&self, after: Lsn) -> Option<Release> {
        let mut lists = self.lists.lock();
        let lsn = *lists.ready.range((Bound::Excluded(after), Bound::Unbounded)).next()?.0;
        let release = lists.ready.remove(&lsn)?;
        lists.running.insert(lsn, release.clone());
        Some(release)
    }

    /// Removes a running release together with its drop-done record, written by `append`. If
    /// `append` fails, the release goes on running.
    pub(crate) fn done<E>(&self, lsn: Lsn, append: impl FnOnce() -> Result<Lsn, E>) -> Result<(), E> {
        let mut lists = self.lists.lock();
        append()?;
        lists.running.remove(&lsn);
        Ok(())
    }

    /// Keeps a release that came too early until every snapshot sees its transaction.
    pub(crate) fn postpone(&self, release: Release) {
        let mut lists = self.lists.lock();
        lists.running.remove(&release.intent.lsn);
        lists.early.insert((release.number, release.intent.lsn), release);
    }

    /// Leaves a release that failed in the list for another try.
    pub(crate) fn give_up(&self, release: Release) {
        let mut lists = self.lists.lock();
        lists.running.remove(&release.intent.lsn);
        lists.ready.insert(release.intent.lsn, release);
    }

    /// Whether no release is pending.
    pub(crate) fn is_empty(&self) -> bool {
        let lists = self.lists.lock();
        lists.ready.is_empty() && lists.running.is_empty() && lists.early.is_empty()
    }

    /// Returns the intents of all releases.
    pub(crate) fn snapshot(&self) -> Vec<Intent> {
        let lists = self.lists.lock();
        let all = lists.ready.values().chain(lists.running.values()).chain(lists.early.values());
        all.map(|release| release.intent.clone()).collect()
    }
}
