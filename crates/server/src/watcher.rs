//! The thread that watches running requests: an attention or a closed socket stops the request.
//!
//! The thread polls the sockets of running requests several times a second, so a short request only
//! costs its registration. Without requests the thread sleeps after a while.

use crate::line::Shared;
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_engine::Watch;
use std::time::Duration;

/// The list of running requests, which the watcher's thread polls every 10 ms. The thread sleeps
/// when there has been none for a while; the next request wakes it.
#[derive(Default)]
pub(crate) struct Watcher {
    state: Mutex<State>,
    wake_up: Condvar,
}

#[derive(Default)]
struct State {
    running: Vec<(u64, Arc<Shared>, Watch)>,
    next: u64,
    is_asleep: bool,
    is_over: bool,
}

/// A running request, until it is dropped.
pub(crate) struct Running<'w> {
    watcher: &'w Watcher,
    number: u64,
}

impl Watcher {
    /// Registers a request on this connection. `watch` stops it. Dropping the result ends the
    /// registration.
    pub(crate) fn begin(&self, line: &Arc<Shared>, watch: &Watch) -> Running<'_> {
        let mut state = self.state.lock();
        state.next += 1;
        let number = state.next;
        state.running.push((number, Arc::clone(line), watch.clone()));
        if std::mem::take(&mut state.is_asleep) {
            self.wake_up.notify_all();
        }
        Running { watcher: self, number }
    }

    /// The thread's loop, until [`Watcher::end`]. Cancels a request at each turn until it ends,
    /// since a batch that begins later drops an earlier cancellation.
    pub(crate) fn run(&self) {
        let mut idle_turns = 0;
        loop {
            let mut state = self.state.lock();
            idle_turns = if state.running.is_empty() { idle_turns + 1 } else { 0 };
            if idle_turns > IDLE_TURNS && !state.is_over {
                state.is_asleep = true;
                while state.is_asleep && !state.is_over {
                    state = self.wake_up.wait(state);
                }
                idle_turns = 0;
            }
            if state.is_over {
                return;
            }
            let running: Vec<(Arc<Shared>, Watch)> =
                state.running.iter().map(|(_, line, watch)| (Arc::clone(line), watch.clone())).collect();
            drop(state);
            for (line, watch) in running {
                if line.look() {
                    // Repeats the cancellation in each turn: a batch that only now begins has
                    // dropped an earlier one.
                    watch.cancel();
                }
            }
            drop(self.wake_up.wait_timeout(self.state.lock(), TURN));
        }
    }

    /// Ends the thread's loop, waking it if it sleeps. The caller joins the thread.
    pub(crate) fn end(&self) {
        self.state.lock().is_over = true;
        self.wake_up.notify_all();
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.watcher.state.lock().running.retain(|(number, ..)| *number != self.number);
    }
}

const TURN: Duration = Duration::from_millis(10);
const IDLE_TURNS: u32 = 200;
