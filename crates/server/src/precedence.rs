//! Gives log-ins priority over requests: while a log-in runs, connections that are about to begin a
//! request wait.
//!
//! A log-in needs three round trips and, the first time, one Argon2id hash (tens of milliseconds of
//! CPU). Beside many sessions that never sleep, a log-in's thread gets little CPU, and late. A
//! waiting request may hold locks, but it never blocks for good: each wait has a time limit
//! ([`WAIT_NS_MAX`]).
//!
//! All priority together is limited to a share of the time, a tenth, which accumulates up to
//! [`SAVED_NS_MAX`]. So password guessing delays at most a tenth of the work. When the share is
//! spent, log-ins and requests run side by side.
//!
//! A stranger can connect and stay silent, and a client may read its answer slowly. So the stages
//! before a hash ([`Stage`]) have priority only briefly, and only while more than half of the
//! accumulated share is left. The other half is reserved for hashes. A hash needs LOGIN7 first, and
//! hashes run one at a time, so guesses can spend that half only as fast as the processors and the
//! throttle allow.

use sluice_base::clock::Clock;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Whether log-ins have priority now.
///
/// Requests never wait for `state` or for each other: dozens of woken threads would take a lock in
/// turn, and a log-in would queue behind them. Requests read `until_ns` only.
pub(crate) struct Precedence {
    /// The end of the current priority if no log-in begins or ends; 0 if none has priority.
    until_ns: AtomicU64,
    /// State used only by log-ins.
    state: Mutex<State>,
    /// Threads to unpark when the priority ends earlier than `until_ns` was. A thread may be listed
    /// twice or may have gone on.
    waiting: Mutex<Vec<Thread>>,
}

struct State {
    /// The log-ins with priority.
    turns: Vec<Priority>,
    /// The number of the next log-in.
    next: u64,
    /// The part of the share left at `then_ns`.
    left_ns: u64,
    then_ns: u64,
}

/// The priority of one log-in.
struct Priority {
    number: u64,
    until_ns: u64,
    /// The part of the share reserved for other stages.
    spared_ns: u64,
}

/// The stage of a log-in.
#[derive(Clone, Copy)]
pub(crate) enum Stage {
    /// The client has connected and sent nothing.
    Arrival,
    /// The client has sent PRELOGIN. The server waits for LOGIN7, or opens a session whose password
    /// needed no hash.
    Greeted,
    /// The password is being hashed, or the answer sent afterwards.
    Hash,
}

/// The number of a new connection until its thread takes over ([`Precedence::follow`]). Without a
/// thread the stage expires by itself.
pub(crate) struct Arrived(u64);

/// A log-in with priority as far as its stage and the share allow. Dropping ends the priority. The
/// number is that of its arrival.
pub(crate) struct Ahead<'p> {
    precedence: &'p Precedence,
    clock: &'p dyn Clock,
    number: u64,
}

impl Default for Precedence {
    fn default() -> Precedence {
        let state = State { turns: Vec::new(), next: 0, left_ns: SAVED_NS_MAX, then_ns: 0 };
        Precedence { until_ns: AtomicU64::new(0), state: Mutex::new(state), waiting: Mutex::default() }
    }
}

impl Precedence {
    /// Begins the stage [`Stage::Arrival`] for a new connection.
    pub(crate) fn arrive(&self, clock: &dyn Clock) -> Arrived {
        let mut state = self.state.lock();
        state.next += 1;
        let number = state.next;
        drop(state);
        self.enter(number, Some(Stage::Arrival), clock);
        Arrived(number)
    }

    /// Passes the priority of a new connection to its log-in.
    pub(crate) fn follow<'p>(&'p self, arrived: Arrived, clock: &'p dyn Clock) -> Ahead<'p> {
        Ahead { precedence: self, clock, number: arrived.0 }
    }

    /// Waits while a log-in has priority, at most for [`WAIT_NS_MAX`]. Returns whether the request
    /// waited.
    #[inline]
    pub(crate) fn give_way(&self, clock: &dyn Clock) -> bool {
        self.until_ns.load(Ordering::Relaxed) != 0 && self.wait(clock)
    }

    #[cold]
    #[inline(never)]
    fn wait(&self, clock: &dyn Clock) -> bool {
        let begun_ns = clock.monotonic_ns();
        let mut now_ns = begun_ns;
        while let Some(limit_ns) = self.limit_ns(begun_ns, now_ns) {
            // If the list is locked, the thread isn't listed and wakes after NAP_NS.
            let listed = self.waiting.try_lock().map(|mut waiting| waiting.push(thread::current()));
            // The thread that empties the list lowers `until_ns` first. So the limit is read again
            // after listing.
            if let Some(listed_ns) = self.limit_ns(begun_ns, now_ns) {
                let nap_ns = if listed.is_some() { limit_ns } else { NAP_NS };
                thread::park_timeout(Duration::from_nanos(listed_ns.min(nap_ns)));
            }
            now_ns = clock.monotonic_ns();
        }
        now_ns > begun_ns
    }

    /// Returns how much longer a request that has waited since `begun_ns` waits; `None` if it goes
    /// on.
    fn limit_ns(&self, begun_ns: u64, now_ns: u64) -> Option<u64> {
        let until_ns = self.until_ns.load(Ordering::SeqCst);
        if until_ns <= now_ns && until_ns != 0 {
            // Clears the expired time so that other requests skip reading the clock, unless a new
            // priority has begun.
            let _ = self.until_ns.compare_exchange(until_ns, 0, Ordering::SeqCst, Ordering::Relaxed);
        }
        until_ns.min(begun_ns + WAIT_NS_MAX).checked_sub(now_ns).filter(|limit_ns| *limit_ns > 0)
    }

    /// Moves a log-in to a stage, or ends its priority.
    fn enter(&self, number: u64, stage: Option<Stage>, clock: &dyn Clock) {
        let mut state = self.state.lock();
        state.enter(number, stage, clock.monotonic_ns());
        let until_ns = state.until_ns();
        let was_ns = self.until_ns.swap(until_ns, Ordering::SeqCst);
        drop(state);
        // Wakes waiting requests if the end moved earlier. If there was no priority before, the
        // list only has threads whose wait has expired, and is emptied.
        if until_ns < was_ns || was_ns == 0 {
            let waiting = std::mem::take(&mut *self.waiting.lock());
            waiting.iter().for_each(Thread::unpark);
        }
    }
}

impl Ahead<'_> {
    /// Moves the log-in to a stage, whose limits of time begin now. If too little of the share is
    /// left, the log-in has no priority in this stage.
    pub(crate) fn enter(&self, stage: Stage) {
        self.precedence.enter(self.number, Some(stage), self.clock);
    }
}

impl Drop for Ahead<'_> {
    fn drop(&mut self) {
        self.precedence.enter(self.number, None, self.clock);
    }
}

impl Stage {
    /// Returns the longest duration of the stage's priority, and the part of the share that it
    /// leaves to others.
    fn bounds_ns(self) -> (u64, u64) {
        match self {
            Stage::Arrival => (ARRIVAL_NS_MAX, SPARED_NS),
            Stage::Greeted => (GREETED_NS_MAX, SPARED_NS),
            Stage::Hash => (SAVED_NS_MAX, 0),
        }
    }
}

impl State {
    fn enter(&mut self, number: u64, stage: Option<Stage>, now_ns: u64) {
        self.go_on(now_ns);
        self.turns.retain(|turn| turn.number != number);
        if let Some(stage) = stage {
            let (long_ns, spared_ns) = stage.bounds_ns();
            if self.left_ns >= spared_ns + WORTH_NS {
                self.turns.push(Priority { number, until_ns: now_ns + long_ns, spared_ns });
            }
        }
    }

    /// Returns the end of the priority if no log-in begins or ends; 0 if there is none.
    fn until_ns(&self) -> u64 {
        if self.turns.is_empty() { 0 } else { self.then_ns + self.ahead_ns() }
    }

    /// Returns the duration of the priority from `then_ns` on, if no log-in begins or ends.
    fn ahead_ns(&self) -> u64 {
        let ahead_ns = |turn: &Priority| {
            turn.until_ns.saturating_sub(self.then_ns).min(self.left_ns.saturating_sub(turn.spared_ns))
        };
        self.turns.iter().map(ahead_ns).max().unwrap_or(0)
    }

    /// Advances to `now_ns`. The share shrinks during priority and grows otherwise. Log-ins whose
    /// stage or part of the share has run out lose their priority.
    fn go_on(&mut self, now_ns: u64) {
        let passed_ns = now_ns.saturating_sub(self.then_ns);
        let spent_ns = self.ahead_ns().min(passed_ns);
        self.then_ns += passed_ns;
        self.left_ns -= spent_ns;
        let (then_ns, left_ns) = (self.then_ns, self.left_ns);
        self.turns.retain(|turn| turn.until_ns > then_ns && left_ns > turn.spared_ns);
        self.left_ns = (self.left_ns + (passed_ns - spent_ns) / TIMES_AS_LONG).min(SAVED_NS_MAX);
    }
}

/// The longest wait of a request: several hashes. A limit below one hash would end all waits just
/// before the hash does.
const WAIT_NS_MAX: u64 = 100_000_000;
/// The ratio of time without priority to time with it, in the long run.
const TIMES_AS_LONG: u64 = 9;
/// The polling interval of a request that isn't in the list.
const NAP_NS: u64 = 1_000_000;
/// The largest accumulated share: about twenty hashes on the measured machine
/// (`docs/decisions/2026-11-23-log-ins.md`).
const SAVED_NS_MAX: u64 = 500_000_000;
/// The part of the share reserved for hashes.
const SPARED_NS: u64 = SAVED_NS_MAX / 2;
/// The smallest remaining share with which a stage begins; a hash takes longer.
const WORTH_NS: u64 = 10_000_000;
/// Clients send PRELOGIN at once. The new thread needs some milliseconds to read it, until running
/// requests yield.
const ARRIVAL_NS_MAX: u64 = 15_000_000;
/// The answer to PRELOGIN and the client's reply, perhaps with a TLS handshake, if client and
/// server share the processors.
const GREETED_NS_MAX: u64 = 25_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::{ManualClock, SystemClock};

    const MS: u64 = 1_000_000;

    fn with_left(left_ns: u64) -> State {
        State { turns: Vec::new(), next: 0, left_ns, then_ns: 0 }
    }

    #[test]
    fn log_in_priority_is_limited_to_its_share() {
        let mut state = with_left(12 * MS);
        state.enter(1, Some(Stage::Hash), 0);
        assert_eq!(state.until_ns(), 12 * MS);
        state.go_on(12 * MS);
        assert_eq!(state.until_ns(), 0);
        // The spent share grows back slowly, up to the limit.
        state.go_on(102 * MS);
        assert_eq!(state.left_ns, 10 * MS);
        state.go_on(1_000_000 * MS);
        assert_eq!(state.left_ns, SAVED_NS_MAX);
    }

    #[test]
    fn silent_client_has_priority_briefly() {
        let mut state = with_left(SAVED_NS_MAX);
        state.enter(1, Some(Stage::Arrival), 0);
        assert_eq!(state.until_ns(), ARRIVAL_NS_MAX);
        state.enter(1, Some(Stage::Greeted), 2 * MS);
        assert_eq!(state.until_ns(), 2 * MS + GREETED_NS_MAX);
        // A later log-in doesn't prolong the first one's stage, and the first doesn't prolong the
        // later one's.
        state.enter(2, Some(Stage::Arrival), 20 * MS);
        assert_eq!(state.until_ns(), 20 * MS + ARRIVAL_NS_MAX);
        state.enter(2, None, 21 * MS);
        assert_eq!(state.until_ns(), 2 * MS + GREETED_NS_MAX);
        // The spent share is the stage's duration, however late the state advances.
        state.go_on(2 * MS + GREETED_NS_MAX + 9 * MS);
        let spent_ns = 2 * MS + GREETED_NS_MAX;
        assert_eq!((state.until_ns(), state.left_ns), (0, SAVED_NS_MAX - spent_ns + MS));
    }

    #[test]
    fn silent_clients_leave_half_the_share_to_hashes() {
        let (mut state, mut ahead_ns) = (with_left(SAVED_NS_MAX), 0);
        // For a minute, a silent client connects every five milliseconds.
        for turn in 0..12_000 {
            state.enter(turn, Some(Stage::Arrival), 5 * MS * turn);
            ahead_ns += state.ahead_ns().min(5 * MS);
        }
        assert!(state.left_ns >= SPARED_NS, "{}", state.left_ns);
        let share_ns = SAVED_NS_MAX - SPARED_NS + 60_000 * MS / (TIMES_AS_LONG + 1);
        assert!((share_ns * 9 / 10..=share_ns).contains(&ahead_ns), "{ahead_ns} of {share_ns}");
        let now_ns = state.then_ns;
        state.enter(20_000, Some(Stage::Hash), now_ns);
        assert!(state.ahead_ns() >= SPARED_NS);
        // While a hash uses the reserved half, no stranger gets priority.
        state.go_on(now_ns + 100 * MS);
        state.enter(20_000, None, now_ns + 100 * MS);
        state.enter(20_001, Some(Stage::Arrival), now_ns + 100 * MS);
        assert_eq!(state.until_ns(), 0);
    }

    #[test]
    fn spent_share_ends_priority() {
        let (precedence, clock) = (Precedence::default(), SystemClock::new());
        precedence.state.lock().left_ns = 0;
        precedence.state.lock().then_ns = clock.monotonic_ns() + 1_000_000 * MS;
        let ahead = precedence.follow(precedence.arrive(&clock), &clock);
        ahead.enter(Stage::Hash);
        assert!(!precedence.give_way(&clock));
    }

    #[test]
    fn requests_wait_while_any_log_in_goes_first() {
        let (precedence, clock) = (Precedence::default(), Striding::default());
        assert!(!precedence.give_way(&clock));
        let [first, second] = [(); 2].map(|()| precedence.follow(precedence.arrive(&clock), &clock));
        second.enter(Stage::Hash);
        drop(first);
        let begun_ns = clock.0.monotonic_ns();
        assert!(precedence.give_way(&clock));
        // One clock reading when the wait begins, and one per stride that begins within the limit.
        assert_eq!(clock.0.monotonic_ns() - begun_ns, (1 + WAIT_NS_MAX.div_ceil(STRIDE_NS)) * STRIDE_NS);
        assert_ne!(precedence.until_ns.load(Ordering::Relaxed), 0, "it is still the log-in's turn");
        drop(second);
        assert!(!precedence.give_way(&clock));
    }

    #[test]
    fn waiting_requests_continue_after_log_in() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        let ahead = precedence.follow(precedence.arrive(&clock), &clock);
        ahead.enter(Stage::Hash);
        // The clock doesn't move, so time doesn't wake the threads.
        std::thread::scope(|scope| {
            let waiting: Vec<_> = (0..8).map(|_| scope.spawn(|| precedence.wait(&clock))).collect();
            while precedence.waiting.lock().len() < 8 {
                thread::yield_now();
            }
            drop(ahead);
            waiting.into_iter().for_each(|waiting| assert!(!waiting.join().expect("it ends"), "no time has passed"));
        });
        assert_eq!(precedence.until_ns.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn expired_waits_leave_the_list() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        for _ in 0..3 {
            let _silent = precedence.arrive(&clock);
            assert!(precedence.waiting.lock().is_empty());
            precedence.waiting.lock().push(thread::current());
            // The priority expires by itself: no thread is unparked.
            clock.advance(Duration::from_secs(1));
            assert!(!precedence.give_way(&clock));
        }
    }

    #[test]
    fn expired_priority_is_cleared_by_next_request() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        let _silent = precedence.arrive(&clock);
        assert_ne!(precedence.until_ns.load(Ordering::Relaxed), 0);
        clock.advance(Duration::from_nanos(ARRIVAL_NS_MAX));
        assert!(!precedence.give_way(&clock));
        assert_eq!(precedence.until_ns.load(Ordering::Relaxed), 0);
    }

    /// A clock that advances by a stride with every reading, so that scheduling delays don't show.
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
