//! The activity of a session, as other threads observe and cancel it.

use crate::session_sight::{Running, SessionSight};
use crate::spent::Spent;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;

/// The activity of a session.
pub struct Activity {
    /// Facts that other sessions see.
    pub sight: Arc<SessionSight>,
    /// Set by another thread to cancel the batch.
    pub cancel: Arc<AtomicBool>,
    /// The running plan, whose steps are published while they run.
    pub running: Running,
    /// Time spent binding measured statements.
    pub compiled: Spent,
}

impl Activity {
    /// Returns the activity of a session that runs nothing.
    pub(crate) fn new(sight: Arc<SessionSight>, cancel: Arc<AtomicBool>) -> Activity {
        Activity { sight, cancel, running: Running::default(), compiled: Spent::default() }
    }

    /// Resets measurements, the values of functions and the running plan. Observers and cancel
    /// handles stay valid.
    pub(crate) fn reset(&mut self) {
        self.sight.values.clear();
        self.sight.waits.clear();
        (self.running, self.compiled) = (Running::default(), Spent::default());
    }

    /// Publishes that the plan of `running` runs. Returns the previous one for
    /// [`Activity::leave_plan`].
    pub(crate) fn enter_plan(&mut self, running: Running) -> (Running, Running) {
        let before = (self.running, self.sight.running());
        self.running = running;
        self.sight.set_running(running);
        before
    }

    /// Returns to the previous plan: `running` as the session knows it, `shown` as others see it.
    pub fn leave_plan(&mut self, (running, shown): (Running, Running)) {
        self.running = running;
        self.sight.set_running(shown);
    }
}
