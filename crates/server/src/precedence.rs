//! Log-ins go before requests: while a password is hashed, connections that are about to begin a request wait.
//!
//! A hash takes tens of milliseconds of a processor, and beside many sessions that never sleep a thread gets a small part of one. Whoever waits may
//! have a transaction open and hold locks. That blocks nobody for good, as no wait is for an event alone: a request waits for a while at
//! most, and all of them together for a share of the time, which is saved up to be spent at once. So whoever guesses passwords holds up a tenth of the work
//! and no more; when the share is spent, log-ins and requests go side by side.

use sluice_base::clock::Clock;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Condvar, Mutex};
use std::time::Duration;

/// Whether log-ins go first now.
pub(crate) struct Precedence {
    /// Whether somebody has it. That is decided under the lock; a request that reads it too early or too late waits not at all or once more.
    is_taken: AtomicBool,
    state: Mutex<State>,
    over: Condvar,
}

struct State {
    /// The log-ins under way that want it.
    holders: u32,
    is_taken: bool,
    /// What of the share was left then.
    left_ns: u64,
    then_ns: u64,
}

/// A log-in that goes first, until it is dropped.
pub(crate) struct Ahead<'p> {
    precedence: &'p Precedence,
    clock: &'p dyn Clock,
}

impl Default for Precedence {
    fn default() -> Precedence {
        let state = State { holders: 0, is_taken: false, left_ns: SAVED_NS_MAX, then_ns: 0 };
        Precedence { is_taken: AtomicBool::new(false), state: Mutex::new(state), over: Condvar::default() }
    }
}

impl Precedence {
    /// A log-in goes first from now on, as far as the share lasts.
    pub(crate) fn take<'p>(&'p self, clock: &'p dyn Clock) -> Ahead<'p> {
        let mut state = self.state.lock();
        state.go_on(clock.monotonic_ns());
        state.holders += 1;
        state.is_taken |= state.left_ns >= WORTH_NS;
        self.is_taken.store(state.is_taken, Ordering::Relaxed);
        Ahead { precedence: self, clock }
    }

    /// Waits while a log-in goes first, within bounds; whether there was one.
    #[inline]
    pub(crate) fn give_way(&self, clock: &dyn Clock) -> bool {
        self.is_taken.load(Ordering::Relaxed) && self.wait(clock)
    }

    #[cold]
    #[inline(never)]
    fn wait(&self, clock: &dyn Clock) -> bool {
        let begun_ns = clock.monotonic_ns();
        let mut now_ns = begun_ns;
        let mut state = self.state.lock();
        loop {
            let limit_ns = state.wait_ns(begun_ns, now_ns);
            self.is_taken.store(state.is_taken, Ordering::Relaxed);
            if limit_ns == 0 {
                return now_ns > begun_ns;
            }
            state = self.over.wait_timeout(state, Duration::from_nanos(limit_ns));
            now_ns = clock.monotonic_ns();
        }
    }
}

impl Drop for Ahead<'_> {
    fn drop(&mut self) {
        let mut state = self.precedence.state.lock();
        state.go_on(self.clock.monotonic_ns());
        state.holders -= 1;
        if state.holders == 0 {
            state.is_taken = false;
            self.precedence.is_taken.store(false, Ordering::Relaxed);
            self.precedence.over.notify_all();
        }
    }
}

impl State {
    /// What is left of the share shrinks or grows with the time; where nothing is, the precedence is over.
    fn go_on(&mut self, now_ns: u64) {
        let passed_ns = now_ns.saturating_sub(self.then_ns);
        self.then_ns = now_ns.max(self.then_ns);
        if self.is_taken {
            self.left_ns = self.left_ns.saturating_sub(passed_ns);
            self.is_taken = self.left_ns > 0;
        } else {
            self.left_ns = (self.left_ns + passed_ns / TIMES_AS_LONG).min(SAVED_NS_MAX);
        }
    }

    /// For how long a request that has waited since `begun_ns` may wait on.
    fn wait_ns(&mut self, begun_ns: u64, now_ns: u64) -> u64 {
        self.go_on(now_ns);
        let own_ns = WAIT_NS_MAX.saturating_sub(now_ns.saturating_sub(begun_ns));
        if self.is_taken { own_ns.min(self.left_ns) } else { 0 }
    }
}

/// What a request waits at most: some hashes. Less than one would let all of them begin just before its end.
const WAIT_NS_MAX: u64 = 100_000_000;
/// How many times as long as log-ins go first they do not, in the long run.
const TIMES_AS_LONG: u64 = 9;
/// What may be saved up: some twenty hashes on the machine that was measured (`docs/decisions/2026-11-23-log-ins.md`).
const SAVED_NS_MAX: u64 = 500_000_000;
/// With less than that left it does not begin: a hash takes longer.
const WORTH_NS: u64 = 10_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::{ManualClock, SystemClock};

    const MS: u64 = 1_000_000;

    fn taken(left_ns: u64) -> State {
        State { holders: 1, is_taken: true, left_ns, then_ns: 0 }
    }

    #[test]
    fn a_request_waits_for_a_while_and_no_longer() {
        let mut state = taken(SAVED_NS_MAX);
        assert_eq!(state.wait_ns(0, 0), WAIT_NS_MAX);
        assert_eq!(state.wait_ns(0, 10 * MS), WAIT_NS_MAX - 10 * MS);
        assert_eq!(state.wait_ns(0, WAIT_NS_MAX), 0);
        // It is still the log-in's turn for who comes now.
        assert_eq!(state.wait_ns(WAIT_NS_MAX, WAIT_NS_MAX), WAIT_NS_MAX);
        state.is_taken = false;
        assert_eq!(state.wait_ns(WAIT_NS_MAX, WAIT_NS_MAX), 0);
    }

    #[test]
    fn all_of_them_wait_for_a_share_of_the_time() {
        let mut state = taken(12 * MS);
        assert_eq!(state.wait_ns(0, 0), 12 * MS);
        assert_eq!(state.wait_ns(0, 12 * MS), 0);
        assert!(!state.is_taken);
        // What is spent comes back slowly, and so much of it.
        state.go_on(102 * MS);
        assert_eq!(state.left_ns, 10 * MS);
        state.go_on(1_000_000 * MS);
        assert_eq!(state.left_ns, SAVED_NS_MAX);
    }

    #[test]
    fn who_has_spent_the_share_goes_beside_requests() {
        let (precedence, clock) = (Precedence::default(), SystemClock::new());
        precedence.state.lock().left_ns = 0;
        precedence.state.lock().then_ns = clock.monotonic_ns() + 1_000_000 * MS;
        let ahead = precedence.take(&clock);
        assert!(!precedence.give_way(&clock));
        drop(ahead);
        assert_eq!(precedence.state.lock().holders, 0);
    }

    #[test]
    fn requests_wait_while_any_log_in_goes_first() {
        let (precedence, clock) = (Precedence::default(), Striding::default());
        assert!(!precedence.give_way(&clock));
        let (first, second) = (precedence.take(&clock), precedence.take(&clock));
        drop(first);
        let begun_ns = clock.0.monotonic_ns();
        assert!(precedence.give_way(&clock));
        // One reading when the wait begins, and one for every stride that the bound has or begins.
        assert_eq!(clock.0.monotonic_ns() - begun_ns, (1 + WAIT_NS_MAX.div_ceil(STRIDE_NS)) * STRIDE_NS);
        assert!(precedence.state.lock().is_taken, "it is still the log-in's turn");
        drop(second);
        assert!(!precedence.give_way(&clock));
    }

    /// Goes on by a stride with every reading and stands still in between: how long a thread has to wait for a processor, it does not show.
    #[derive(Default)]
    struct Striding(ManualClock);

    impl Clock for Striding {
        fn monotonic_ns(&self) -> u64 {
            self.0.advance(Duration::from_nanos(STRIDE_NS));
            self.0.monotonic_ns()
        }

        fn utc_ns(&self) -> i64 {
            self.0.utc_ns()
        }

        fn thread_cpu_ns(&self) -> u64 {
            self.0.thread_cpu_ns()
        }

        fn local_offset_s(&self, utc_ns: i64) -> i32 {
            self.0.local_offset_s(utc_ns)
        }
    }

    const STRIDE_NS: u64 = 60 * MS;
}
