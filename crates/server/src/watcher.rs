//! The thread that looks after running requests: an attention or a client that has gone stops them.
//!
//! It looks some times a second at the sockets of requests that run, so that a short request costs no more than being written down and
//! crossed out. After a while in which none ran it sleeps.

use crate::line::Shared;
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_engine::Watch;
use std::time::Duration;

/// The requests that run.
#[derive(Default)]
pub(crate) struct Watcher {
    state: Mutex<State>,
    telling: Condvar,
}

#[derive(Default)]
struct State {
    running: Vec<(u64, Arc<Shared>, Watch)>,
    next: u64,
    is_asleep: bool,
    is_over: bool,
}

/// A request that runs, until it is dropped.
pub(crate) struct Running<'w> {
    watcher: &'w Watcher,
    number: u64,
}

impl Watcher {
    /// A request runs on this connection, and is stopped by `watch`.
    pub(crate) fn begin(&self, line: &Arc<Shared>, watch: &Watch) -> Running<'_> {
        let mut state = self.state.lock();
        state.next += 1;
        let number = state.next;
        state.running.push((number, Arc::clone(line), watch.clone()));
        if std::mem::take(&mut state.is_asleep) {
            self.telling.notify_all();
        }
        Running { watcher: self, number }
    }

    /// What the thread does, until [`Watcher::end`].
    pub(crate) fn run(&self) {
        let mut idle_turns = 0;
        loop {
            let mut state = self.state.lock();
            idle_turns = if state.running.is_empty() { idle_turns + 1 } else { 0 };
            if idle_turns > IDLE_TURNS && !state.is_over {
                state.is_asleep = true;
                while state.is_asleep && !state.is_over {
                    state = self.telling.wait(state);
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
                    // Again at each turn: a batch that only begins has forgotten what came before it.
                    watch.cancel();
                }
            }
            drop(self.telling.wait_timeout(self.state.lock(), TURN));
        }
    }

    /// Ends the thread.
    pub(crate) fn end(&self) {
        self.state.lock().is_over = true;
        self.telling.notify_all();
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.watcher.state.lock().running.retain(|(number, ..)| *number != self.number);
    }
}

const TURN: Duration = Duration::from_millis(10);
const IDLE_TURNS: u32 = 200;
