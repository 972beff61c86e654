//! Epochs of a database: points in its log after which a hook sees each page before the page's
//! first change.
//!
//! A page's header has the epoch of the page's last change. The first record of a later epoch that
//! changes the page calls the database's hook with the page's content, before any byte changes.
//! Snapshots, reverts and clones keep that copy (requirement X3).
//!
//! ```text
//! log    ----- r1 ----| since of epoch 2 |---- r2 ------ r3 ----
//! page   epoch 1                               2: hook sees the page as of r1; not called for r3
//! ```
//! 1. A change belongs to the epoch that contains its record's LSN, not to the epoch in force when
//!    the change was announced. An epoch is therefore an exact position in the log, and no thread
//!    is stopped to begin it.
//! 2. The header's epoch is not logged. Redo of a record sees the page as of that log position and
//!    evaluates the same condition with the same LSN. A page that reached its file with the epoch
//!    is not shown again. Another page is shown again with the same content, and the hook keeps the
//!    first copy.
//! 3. A page may be written at any moment after its change. The hook's copy must therefore be
//!    durable when the hook returns, or be redone from the log like the page.
//! 4. The pool does not store epochs on disk. The owner stores their numbers and LSNs and restores
//!    them before redo.

use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::sync::{Arc, RwLock};

/// Receives pages before their first change in an epoch.
pub trait EpochHook: Send + Sync {
    /// Called before `page`, last changed in the epoch `before`, is changed in the epoch `now`.
    /// `content` is the page's present content; all zeroes mean a page that was never written. The
    /// page is latched, so the hook must not request pages from the pool.
    fn before_first_change(&self, database: DatabaseId, page: PageId, before: u32, now: u32, content: &[u8]);
}

/// An epoch of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// The epoch's number. Pages that no epoch has touched have 0.
    pub number: u32,
    /// The LSN of the epoch's first record.
    pub since: Lsn,
}

/// A database's epochs, the oldest first, and their hook.
#[derive(Default)]
pub(crate) struct Epochs(RwLock<State>);

#[derive(Default)]
struct State {
    epochs: Vec<Epoch>,
    hook: Option<Arc<dyn EpochHook>>,
}

/// The epoch of a record.
pub(crate) struct RecordEpoch {
    pub(crate) number: u32,
    /// Whether this is the newest epoch.
    pub(crate) is_newest: bool,
    /// The hook to call.
    pub(crate) hook: Option<Arc<dyn EpochHook>>,
}

impl Epochs {
    /// Whether the database has epochs.
    pub(crate) fn exist(&self) -> bool {
        !self.0.read().epochs.is_empty()
    }

    /// Restores stored epochs with their hook. Panics if they aren't in order. Replaces whatever
    /// was there before.
    pub(crate) fn restore(&self, epochs: Vec<Epoch>, hook: Arc<dyn EpochHook>) {
        let is_ordered =
            epochs.windows(2).all(|pair| pair[0].number < pair[1].number && pair[0].since <= pair[1].since);
        assert!(is_ordered, "epochs come in their order");
        *self.0.write() = State { epochs, hook: Some(hook) };
    }

    /// Begins the next epoch at the LSN that `since` returns. Lookups of a record's epoch wait
    /// meanwhile.
    pub(crate) fn advance(&self, since: impl FnOnce() -> Lsn) -> Epoch {
        let mut state = self.0.write();
        let number = state.epochs.last().map_or(1, |last| last.number + 1);
        let epoch = Epoch { number, since: since() };
        state.epochs.push(epoch);
        epoch
    }

    /// Returns the epoch of the record `lsn`, if it is in an epoch. `None` for a record before the
    /// first epoch.
    pub(crate) fn for_record(&self, lsn: Lsn) -> Option<RecordEpoch> {
        let state = self.0.read();
        let place = state.epochs.partition_point(|epoch| epoch.since <= lsn).checked_sub(1)?;
        let is_newest = place + 1 == state.epochs.len();
        Some(RecordEpoch { number: state.epochs[place].number, is_newest, hook: state.hook.clone() })
    }
}
