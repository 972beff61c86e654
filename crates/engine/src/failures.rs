//! The signal between the threads that meet the failure of a database and the one that restarts it.

use sluice_base::clock::Clock;
use sluice_base::hash::HashSet;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::{Condvar, Mutex};
use sluice_txn::StorageError;
use std::time::Duration;

/// The signal that a database has failed, and that the instance ends.
#[derive(Default)]
pub(crate) struct Failures {
    state: Mutex<FailureState>,
    changed: Condvar,
}

#[derive(Default)]
struct FailureState {
    is_raised: bool,
    is_over: bool,
    /// The databases that are being restarted.
    restarting: HashSet<DatabaseId>,
}

impl Failures {
    /// Signals that a database has failed, or that one may close by itself from now on.
    pub(crate) fn raise(&self) {
        self.state.lock().is_raised = true;
        self.changed.notify_all();
    }

    /// Waits until a failure is signalled, at most `limit`. Returns false at the end of the
    /// instance. Also returns after the limit. Several signals before the wait count as one.
    pub(crate) fn wait(&self, limit: Option<Duration>) -> bool {
        let mut state = self.state.lock();
        while !state.is_raised && !state.is_over {
            match limit {
                None => state = self.changed.wait(state),
                Some(limit) => {
                    state = self.changed.wait_timeout(state, limit);
                    break;
                }
            }
        }
        state.is_raised = false;
        !state.is_over
    }

    /// Waits for `pause`. Returns false at the end of the instance. Signals don't end it.
    pub(crate) fn pause(&self, pause: Duration, clock: &dyn Clock) -> bool {
        let until = clock.monotonic_ns() + pause.as_nanos() as u64;
        let mut state = self.state.lock();
        while !state.is_over {
            let now = clock.monotonic_ns();
            if now >= until {
                return true;
            }
            state = self.changed.wait_timeout(state, Duration::from_nanos(until - now));
        }
        false
    }

    /// Ends all present and later waits.
    pub(crate) fn end(&self) {
        self.state.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Claims the restart of a database. Returns false if another thread has it.
    pub(crate) fn claim(&self, id: DatabaseId) -> bool {
        self.state.lock().restarting.insert(id)
    }

    /// Ends the claim of [`Failures::claim`]. Wakes nobody.
    pub(crate) fn release(&self, id: DatabaseId) {
        self.state.lock().restarting.remove(&id);
    }
}

/// Whether only a new opening of the database helps after `error`.
pub(crate) fn is_final(error: &StorageError) -> bool {
    matches!(error, StorageError::Poisoned(_) | StorageError::PagesFailed(_))
}
