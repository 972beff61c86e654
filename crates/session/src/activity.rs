//! The activity of a session, as other threads observe and cancel it.

use crate::cached_plan::CachedPlan;
use crate::running::Running;
use crate::session_sight::SessionSight;
use crate::spent::Spent;
use sluice_base::sync::atomic::AtomicBool;
use sluice_base::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The activity of a session.
pub struct Activity {
    /// Facts that other sessions see.
    pub sight: Arc<SessionSight>,
    /// Set by another thread to cancel the batch.
    pub cancel: Arc<AtomicBool>,
    /// The wait of WAITFOR, which a cancellation ends.
    pub pause: Arc<Pause>,
    /// The running plan, whose steps are published while they run.
    pub running: Running,
    /// Time spent binding measured statements.
    pub compiled: Spent,
}

/// A wait of a session that another thread can end.
#[derive(Default, Debug)]
pub struct Pause {
    /// Locked from the check for an end until the wait, so that no end is missed.
    waiting: Mutex<()>,
    ended: Condvar,
}

impl Pause {
    /// Waits at most `limit`, unless `is_over` holds. [`Pause::end`] ends the wait. May return
    /// early.
    pub fn wait(&self, limit: Duration, is_over: impl FnOnce() -> bool) {
        let waiting = self.waiting.lock();
        if !is_over() {
            drop(self.ended.wait_timeout(waiting, limit));
        }
    }

    /// Ends the wait under way. The caller has made `is_over` true before.
    pub fn end(&self) {
        drop(self.waiting.lock());
        self.ended.notify_all();
    }
}

impl Activity {
    /// Returns the activity of a session that runs nothing.
    pub(crate) fn new(sight: Arc<SessionSight>, cancel: Arc<AtomicBool>) -> Activity {
        Activity { sight, cancel, pause: Arc::default(), running: Running::default(), compiled: Spent::default() }
    }

    /// Resets measurements, the values of functions and the running plan. Observers and cancel
    /// handles stay valid.
    pub(crate) fn reset(&mut self) {
        self.sight.values.clear();
        self.sight.waits.clear();
        (self.running, self.compiled) = (Running::default(), Spent::default());
    }

    /// Publishes that a plan runs. Returns the previous one for
    /// [`Activity::leave_plan`].
    pub(crate) fn enter_plan(&mut self, plan: &Arc<CachedPlan>) -> (Running, Running) {
        let before = (self.running, self.sight.running());
        let running = Running::of_plan(plan.number());
        self.sight.programs.push(plan, before.1);
        self.running = running;
        self.sight.set_running(running);
        before
    }

    /// Returns to the previous plan: `running` as the session knows it, `shown` as others see it.
    pub fn leave_plan(&mut self, (running, shown): (Running, Running)) {
        self.running = running;
        self.sight.programs.pop();
        self.sight.set_running(shown);
    }
}
