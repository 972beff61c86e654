//! A wait queue for the sessions that wait for one log block.
//!
//! The sleepers do not hold the lock of the log buffer, so sessions woken together do not contend
//! for it: each reads the durable LSN and returns. Rules:
//! 1. A session that is going to wait takes the bell under the lock of the log buffer
//!    ([`Bell::join`]) and releases that lock afterwards. The end of a wait is decided under that
//!    lock, and the bell is taken after it. So no wake-up is lost.
//! 2. A call is made only if a sleeper is not called yet. A sleeper answers the call, even if its
//!    own wait is over. A session that answers and does not lead passes the call on
//!    (`Shared::harden`). So a call is not lost if it reaches a session whose earlier block with
//!    the same bell is already on disk.

use sluice_base::sync::{Condvar, Mutex, MutexGuard, thread};
use std::time::Duration;

/// The sleepers of one log block, or of several blocks with the same place in the array of bells.
#[derive(Default)]
pub(crate) struct Bell {
    sleepers: Mutex<Sleepers>,
    rings: Condvar,
}

/// The sessions asleep at a bell.
#[derive(Default)]
pub(crate) struct Sleepers {
    asleep: u32,
    /// The number of called sleepers: at most `asleep`.
    called: u32,
}

/// The end of a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// The condition waited for holds.
    Over,
    /// Called to check whether there is a block to write.
    Called,
    /// The time is up.
    Late,
}

impl Bell {
    /// Registers the caller as a sleeper. The caller holds the lock of the log buffer.
    pub(crate) fn join(&self) -> MutexGuard<'_, Sleepers> {
        let mut sleepers = self.sleepers.lock();
        sleepers.asleep += 1;
        sleepers
    }

    /// Waits until `is_over` returns true, or until called. Returns which of them ended the wait.
    /// The sleeper isn't counted afterwards. `is_over` is called under the bell's lock.
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

    /// Waits as [`Bell::wait`] does, at most `limit` after the last wake-up. Shuttle schedules have
    /// no time: there the time is up after other threads had a turn. Returns [`Woken::Late`] after
    /// that time.
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

    /// Wakes all sleepers to check their condition. Does nothing if nobody sleeps.
    pub(crate) fn ring(&self) {
        if self.sleepers.lock().asleep > 0 {
            self.rings.notify_all();
        }
    }

    /// Calls one sleeper that is not called yet; returns false if there is none. The caller holds
    /// the lock of the log buffer, and wakes the sleeper ([`Bell::wake_called`]) after releasing
    /// it.
    pub(crate) fn call(&self) -> bool {
        let mut sleepers = self.sleepers.lock();
        let found = sleepers.asleep > sleepers.called;
        sleepers.called += u32::from(found);
        found
    }

    /// Wakes one called sleeper.
    pub(crate) fn wake_called(&self) {
        self.rings.notify_one();
    }

    /// Calls all sleepers: their condition will never hold.
    pub(crate) fn call_all(&self) {
        let mut sleepers = self.sleepers.lock();
        sleepers.called = sleepers.asleep;
        self.rings.notify_all();
    }
}
