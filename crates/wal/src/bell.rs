//! Where the waiters for one log block sleep.
//!
//! They sleep apart from the log buffer's lock, so that those who are woken together do not meet at it: each looks at the durable
//! LSN and goes. Rules:
//! 1. Whoever is going to wait takes the bell under the log buffer's lock ([`Bell::join`]) and lets go of that lock only then.
//!    Whatever ends the wait is decided under that lock and takes the bell afterwards: so it finds the waiter asleep, or the
//!    waiter finds it.
//! 2. A call is made only where somebody sleeps who is not called yet, and somebody who sleeps there answers it, even if
//!    what he waits for is over. Whoever answers and does not lead passes the call on (`Shared::harden`). So it may reach one who
//!    has not noticed yet that his block, an earlier one with the same bell, is on disk, and is not lost with him.

use sluice_base::sync::{Condvar, Mutex, MutexGuard, thread};
use std::time::Duration;

/// A bell.
#[derive(Default)]
pub(crate) struct Bell {
    sleepers: Mutex<Sleepers>,
    rings: Condvar,
}

/// Who sleeps at a bell.
#[derive(Default)]
pub(crate) struct Sleepers {
    asleep: u32,
    /// How many of them are called: at most all.
    called: u32,
}

/// How a wait ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// What was waited for is over.
    Over,
    /// Called, to look whether there is something to lead.
    Called,
    /// The time is up.
    Late,
}

impl Bell {
    /// Makes the caller, who holds the log buffer's lock, one of the sleepers.
    pub(crate) fn join(&self) -> MutexGuard<'_, Sleepers> {
        let mut sleepers = self.sleepers.lock();
        sleepers.asleep += 1;
        sleepers
    }

    /// Waits until `is_over`, or until called.
    pub(crate) fn wait(&self, mut sleepers: MutexGuard<'_, Sleepers>, is_over: impl Fn() -> bool) -> Woken {
        let woken = loop {
            if sleepers.called > 0 {
                sleepers.called -= 1;
                break Woken::Called;
            }
            if is_over() {
                break Woken::Over;
            }
            sleepers = self.rings.wait(sleepers);
        };
        sleepers.asleep -= 1;
        woken
    }

    /// As [`Bell::wait`], but no longer than `limit` after somebody was last woken. Explored schedules have no time: there it is up when others have
    /// had a turn.
    pub(crate) fn wait_within<'a>(
        &'a self,
        mut sleepers: MutexGuard<'a, Sleepers>,
        limit: Duration,
        is_over: impl Fn() -> bool,
    ) -> Woken {
        let mut is_late = false;
        let woken = loop {
            if sleepers.called > 0 {
                sleepers.called -= 1;
                break Woken::Called;
            }
            if is_over() {
                break Woken::Over;
            }
            if is_late {
                break Woken::Late;
            }
            if cfg!(feature = "shuttle") {
                drop(sleepers);
                thread::yield_now();
                (sleepers, is_late) = (self.sleepers.lock(), true);
            } else {
                (sleepers, is_late) = self.rings.wait_within(sleepers, limit);
            }
        };
        sleepers.asleep -= 1;
        woken
    }

    /// Tells all that what they wait for may be over.
    pub(crate) fn ring(&self) {
        if self.sleepers.lock().asleep > 0 {
            self.rings.notify_all();
        }
    }

    /// Calls one who is not called yet; false if there is none. The caller holds the log buffer's lock, and wakes him
    /// ([`Bell::wake_called`]) when he has let go of it.
    pub(crate) fn call(&self) -> bool {
        let mut sleepers = self.sleepers.lock();
        let found = sleepers.asleep > sleepers.called;
        sleepers.called += u32::from(found);
        found
    }

    /// Wakes one who was called.
    pub(crate) fn wake_called(&self) {
        self.rings.notify_one();
    }

    /// Calls all: what they wait for will not come.
    pub(crate) fn call_all(&self) {
        let mut sleepers = self.sleepers.lock();
        sleepers.called = sleepers.asleep;
        self.rings.notify_all();
    }
}
