//! The thread that notices failed databases and unused ones with AUTO_CLOSE.
//!
//! A failed database, or one whose opening failed, is restarted until it opens. Master and tempdb
//! are never restarted by the watcher.
//!
//! Each database is restarted by a thread of its own, because a call of a failing disk may hang.
//! The watcher starts these threads, and sleeps while no database needs it.

use crate::failures::Failures;
use crate::slot::Slot;
use crate::slots::Slots;
use crate::well_known::{MASTER_ID, TEMPDB_ID};
use sluice_base::clock::Clock;
use sluice_base::sync::{Arc, Weak, thread};
use sluice_txn::LockMode;
use std::time::Duration;

/// Restarts and closes databases for the watcher.
pub(crate) trait Caretaker: Send + Sync {
    /// Closes a failed database, and opens it again if that is possible now.
    fn restart(&self, slot: &Slot);

    /// Closes a database with AUTO_CLOSE, unless a session or a statement uses it.
    fn close_by_itself(&self, slot: &Slot);
}

/// The thread that has failed databases restarted, and unused ones with AUTO_CLOSE closed.
pub(crate) struct Watcher {
    failures: Arc<Failures>,
    thread: thread::JoinHandle<()>,
}

impl Watcher {
    /// Starts the thread. It wakes for a failure, and at intervals while a database may close by
    /// itself. Each restart and each close runs on a thread of its own.
    pub(crate) fn start(
        slots: &Arc<Slots>,
        failures: &Arc<Failures>,
        clock: &Arc<dyn Clock>,
        caretaker: Weak<dyn Caretaker>,
    ) -> Watcher {
        let (own, slots, clock) = (Arc::clone(failures), Arc::clone(slots), Arc::clone(clock));
        let thread = thread::spawn(move || {
            let mut limit = None;
            while own.wait(limit) {
                limit = None;
                for slot in slots.all() {
                    let (restarts, closes) = (slot.needs_restart(), slot.closes_by_itself());
                    limit = limit.or(closes.then_some(BETWEEN_CLOSES));
                    if !(restarts || closes && !slot.is_in_use()) || !own.claim(slot.id) {
                        continue;
                    }
                    // The thread ends by itself once the instance is closed. Closing waits for an
                    // attempt in progress by the slot's transition.
                    let (failures, caretaker) = (Arc::clone(&own), Weak::clone(&caretaker));
                    let clock = Arc::clone(&clock);
                    thread::spawn(move || match restarts {
                        true => restart(&caretaker, &slot, &failures, &*clock),
                        false => {
                            caretaker.upgrade().into_iter().for_each(|caretaker| caretaker.close_by_itself(&slot));
                            failures.release(slot.id);
                        }
                    });
                }
            }
        });
        Watcher { failures: Arc::clone(failures), thread }
    }

    /// Ends the thread, and the restarts after their present attempts.
    pub(crate) fn stop(self) {
        self.failures.end();
        drop(self.thread.join());
    }
}

/// Restarts a database, with pauses between the attempts.
fn restart(caretaker: &Weak<dyn Caretaker>, slot: &Slot, failures: &Failures, clock: &dyn Clock) {
    let mut pause = PAUSE_MIN;
    loop {
        let Some(held) = caretaker.upgrade() else { break };
        let began_ns = clock.monotonic_ns();
        held.restart(slot);
        drop(held);
        if !slot.needs_restart() {
            break;
        }
        // Opening reads the log, so a long attempt has a long pause after it.
        let took = Duration::from_nanos(clock.monotonic_ns() - began_ns);
        if !failures.pause(pause.max(took.min(PAUSE_MAX)), clock) {
            break;
        }
        pause = (pause * 2).min(PAUSE_MAX);
    }
    failures.release(slot.id);
    if slot.needs_restart() {
        // It has failed again after the last look.
        failures.raise();
    }
}

impl Slot {
    /// Whether the database is open and has the option AUTO_CLOSE.
    pub(crate) fn closes_by_itself(&self) -> bool {
        let mut closes = false;
        self.with_open(|database| closes = database.options().auto_close);
        closes
    }

    /// Whether a session or a statement holds the lock on the database.
    fn is_in_use(&self) -> bool {
        let Some(database) = self.database() else { return false };
        let owner = database.storage.locks.owner(Arc::default());
        let is_free = owner.lock_within(database.resource(), LockMode::Exclusive, Some(Duration::ZERO)).is_ok();
        owner.unlock(database.resource());
        !is_free
    }

    /// Whether the database has failed and an automatic restart may help. False for master and
    /// tempdb. A database whose opening failed counts too.
    pub(crate) fn needs_restart(&self) -> bool {
        // Master decides on transactions of all others, and tempdb is made anew at each start.
        let is_restartable = self.id != MASTER_ID && self.id != TEMPDB_ID;
        let mut has_failed = false;
        self.with_open(|database| has_failed = database.storage.failure().is_some());
        is_restartable && (has_failed || self.is_pending())
    }
}

/// The interval at which unused databases with AUTO_CLOSE are looked for, while one is open.
const BETWEEN_CLOSES: Duration = Duration::from_millis(300);
/// The pause after the first failed attempt.
const PAUSE_MIN: Duration = Duration::from_millis(50);
/// The longest pause: half of the second within which a database answers again.
const PAUSE_MAX: Duration = Duration::from_millis(400);
