//! Epochs of a database: a moment in its log from which on somebody wants to see each page once before it changes.
//!
//! A page's header says in which epoch it last changed. The first record of a later epoch that changes the page calls the
//! hook of the database with what the page holds by then, before any byte of it is touched. Snapshots, reverts and clones
//! keep that copy (requirement X3).
//!
//! ```text
//! log    ----- r1 ----| since of epoch 2 |---- r2 ------ r3 ----
//! page   epoch 1                               2: the hook sees the page as r1 left it; not called for r3
//! ```
//! 1. A change belongs to the epoch in which its record's LSN lies, not to the one that was current when it was announced:
//!    an epoch is a place in the log, exactly, with nobody stopped for it.
//! 2. The header's epoch is not logged. Redo of a record meets the page as the log had it then, and asks the same question
//!    with the same LSN: a page that reached its file with the epoch is not shown again, one that did not is shown again,
//!    with the same content. Who keeps copies keeps the first.
//! 3. A page may be written at any moment after its change: what the hook keeps must be durable when the hook returns, or
//!    be redone from the log like the page.
//! 4. Epochs are not kept on disk here: who uses them keeps the numbers and their LSNs, and gives them back before redo.

use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::sync::{Arc, RwLock};

/// Is shown pages before their first change in an epoch.
pub trait EpochHook: Send + Sync {
    /// `page`, last changed in the epoch `before`, is about to be changed in the epoch `now`; `content` is what it holds. All
    /// zeroes: it was never written. Called with the page latched: it must not ask the pool for pages.
    fn before_first_change(&self, database: DatabaseId, page: PageId, before: u32, now: u32, content: &[u8]);
}

/// An epoch of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// Its number; pages that no epoch has touched have 0.
    pub number: u32,
    /// Records from here on belong to it.
    pub since: Lsn,
}

/// A database's epochs, the oldest first, and who is shown pages.
#[derive(Default)]
pub(crate) struct Epochs(RwLock<State>);

#[derive(Default)]
struct State {
    epochs: Vec<Epoch>,
    hook: Option<Arc<dyn EpochHook>>,
}

/// The epoch of a record.
pub(crate) struct Found {
    pub(crate) number: u32,
    /// Whether no other has begun since.
    pub(crate) is_newest: bool,
    /// Who is shown pages.
    pub(crate) hook: Option<Arc<dyn EpochHook>>,
}

impl Epochs {
    /// Whether there are any.
    pub(crate) fn exist(&self) -> bool {
        !self.0.read().epochs.is_empty()
    }

    /// Gives them back as they were, with their hook.
    pub(crate) fn restore(&self, epochs: Vec<Epoch>, hook: Arc<dyn EpochHook>) {
        let is_ordered =
            epochs.windows(2).all(|pair| pair[0].number < pair[1].number && pair[0].since <= pair[1].since);
        assert!(is_ordered, "epochs come in their order");
        *self.0.write() = State { epochs, hook: Some(hook) };
    }

    /// Begins the next one, where `since` says; nobody finds out which epoch a record is in meanwhile.
    pub(crate) fn advance(&self, since: impl FnOnce() -> Lsn) -> Epoch {
        let mut state = self.0.write();
        let number = state.epochs.last().map_or(1, |last| last.number + 1);
        let epoch = Epoch { number, since: since() };
        state.epochs.push(epoch);
        epoch
    }

    /// The epoch of the record `lsn`, if it is in one.
    pub(crate) fn of(&self, lsn: Lsn) -> Option<Found> {
        let state = self.0.read();
        let place = state.epochs.partition_point(|epoch| epoch.since <= lsn).checked_sub(1)?;
        let is_newest = place + 1 == state.epochs.len();
        Some(Found { number: state.epochs[place].number, is_newest, hook: state.hook.clone() })
    }
}
