//! Stops programs that run too long, and notices those that do not stop.
//!
//! It starts no thread: the caller gives [`Watchdog::watch`] one.

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::{Condvar, Mutex};
use sluice_engine::Watch;
use std::time::Duration;

/// Watches one program at a time.
pub struct Watchdog {
    clock: SystemClock,
    /// How long a program may run before it is stopped.
    limit_ns: u64,
    /// The time within which a cancelled program must stop.
    grace_ns: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    /// Programs that were stopped, and the longest time that one of them took to do so.
    stopped: u64,
    stop_ns_max: u64,
    is_over: bool,
}

struct Running {
    watch: Watch,
    text: String,
    since_ns: u64,
    told_ns: Option<u64>,
}

impl Watchdog {
    /// Returns a watchdog that cancels programs after `limit`. They must end within `grace` more.
    pub fn new(limit: Duration, grace: Duration) -> Watchdog {
        let (limit_ns, grace_ns) = (limit.as_nanos() as u64, grace.as_nanos() as u64);
        let (state, changed) = (Mutex::default(), Condvar::default());
        Watchdog { clock: SystemClock::new(), limit_ns, grace_ns, state, changed }
    }

    /// A program begins (or, without a watch, has ended).
    pub fn follow(&self, watch: Option<Watch>, text: &str) {
        let now_ns = self.clock.monotonic_ns();
        let mut state = self.state.lock();
        if let Some(told_ns) = state.running.take().and_then(|running| running.told_ns) {
            state.stopped += 1;
            state.stop_ns_max = state.stop_ns_max.max(now_ns - told_ns);
        }
        state.running = watch.map(|watch| Running { watch, text: text.to_owned(), since_ns: now_ns, told_ns: None });
    }

    /// How many programs were stopped, and the longest time that one took to do so.
    pub fn stopped(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.stopped, state.stop_ns_max)
    }

    /// The loop of the watchdog's thread until [`Watchdog::end`]. Calls `stuck` with the text of a
    /// program that doesn't stop.
    pub fn watch(&self, stuck: impl Fn(&str)) {
        let mut state = self.state.lock();
        while !state.is_over {
            let now_ns = self.clock.monotonic_ns();
            if let Some(running) = &mut state.running
                && now_ns > running.since_ns + self.limit_ns
            {
                // Again at each turn: the next batch of the program forgets what came before it.
                running.watch.cancel();
                let told_ns = *running.told_ns.get_or_insert(now_ns);
                if now_ns > told_ns + self.grace_ns {
                    stuck(&running.text);
                }
            }
            state = self.changed.wait_timeout(state, TURN);
        }
    }

    /// Ends [`Watchdog::watch`].
    pub fn end(&self) {
        self.state.lock().is_over = true;
        self.changed.notify_all();
    }
}

const TURN: Duration = Duration::from_millis(20);
