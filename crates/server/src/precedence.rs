//! Log-ins go before requests: while somebody logs in, connections that are about to begin a request wait.
//!
//! Whoever logs in takes some turns of server and client and, for the first time, a hash of tens of milliseconds of a processor; beside many sessions that
//! never sleep a thread gets a small part of one, and late. Whoever waits may
//! have a transaction open and hold locks. That blocks nobody for good, as no wait is for an event alone: a request waits for a while at
//! most, and all of them together for a share of the time, which is saved up to be spent at once. So whoever guesses passwords holds up a tenth of the work
//! and no more; when the share is spent, log-ins and requests go side by side.
//!
//! Anybody can connect and say nothing, and whoever has the answer may be slow to read it. So each of those stages goes first for a short while only
//! ([`Stage`]), and while more than half of what may be saved up is left: whatever strangers do, the other half is there for hashes. Nobody hashes
//! before LOGIN7, and hashes are made one at a time, so what guesses take of that half is bounded by the processors and by the throttle.

use sluice_base::clock::Clock;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Whether log-ins go first now.
///
/// Requests never wait for `state`, nor for each other: dozens that are woken together and want one lock get it one by one, each when it has a processor,
/// and a log-in that wants it stands behind them. What they need to know is in `until_ns`.
pub(crate) struct Precedence {
    /// Until when somebody goes first if nobody comes or goes; 0: nobody does.
    until_ns: AtomicU64,
    /// What log-ins alone look at.
    state: Mutex<State>,
    /// Who is to be woken when that is sooner than it was; some may be there twice, or have gone on.
    waiting: Mutex<Vec<Thread>>,
}

struct State {
    /// Who goes first, and no longer than they do.
    turns: Vec<Turn>,
    /// The number of the next who comes.
    next: u64,
    /// What of the share was left then.
    left_ns: u64,
    then_ns: u64,
}

/// A log-in that goes first.
struct Turn {
    number: u64,
    until_ns: u64,
    /// What of the share it leaves to others.
    spared_ns: u64,
}

/// How far a log-in is.
#[derive(Clone, Copy)]
pub(crate) enum Stage {
    /// It is connected and has said nothing.
    Arrival,
    /// It has said its first word, and the server waits for LOGIN7 or opens a session for a password that it knows.
    Greeted,
    /// Its password is hashed, and what comes of it answered.
    Hash,
}

/// Who has come, until its thread takes it over ([`Precedence::follow`]); if none does, its stage ends by itself.
pub(crate) struct Arrived(u64);

/// A log-in that goes first as far as its stage and the share let it, until it is dropped.
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
    /// Somebody has connected.
    pub(crate) fn arrive(&self, clock: &dyn Clock) -> Arrived {
        let mut state = self.state.lock();
        state.next += 1;
        let number = state.next;
        drop(state);
        self.enter(number, Some(Stage::Arrival), clock);
        Arrived(number)
    }

    /// Whoever has arrived logs in from now on.
    pub(crate) fn follow<'p>(&'p self, arrived: Arrived, clock: &'p dyn Clock) -> Ahead<'p> {
        Ahead { precedence: self, clock, number: arrived.0 }
    }

    /// Waits while a log-in goes first, within bounds; whether there was one.
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
            // Where the list is not to be had at once, the time alone wakes it.
            let listed = self.waiting.try_lock().map(|mut waiting| waiting.push(thread::current()));
            // Who empties the list has told before how long it is: what was read before may be too long, and is read again.
            if let Some(listed_ns) = self.limit_ns(begun_ns, now_ns) {
                let nap_ns = if listed.is_some() { limit_ns } else { NAP_NS };
                thread::park_timeout(Duration::from_nanos(listed_ns.min(nap_ns)));
            }
            now_ns = clock.monotonic_ns();
        }
        now_ns > begun_ns
    }

    /// For how long a request that has waited since `begun_ns` is to wait on, if at all.
    fn limit_ns(&self, begun_ns: u64, now_ns: u64) -> Option<u64> {
        let until_ns = self.until_ns.load(Ordering::SeqCst);
        if until_ns <= now_ns && until_ns != 0 {
            // Nobody need read the clock for it again, unless another has come.
            let _ = self.until_ns.compare_exchange(until_ns, 0, Ordering::SeqCst, Ordering::Relaxed);
        }
        until_ns.min(begun_ns + WAIT_NS_MAX).checked_sub(now_ns).filter(|limit_ns| *limit_ns > 0)
    }

    /// That log-in is at a stage from now on, or at none.
    fn enter(&self, number: u64, stage: Option<Stage>, clock: &dyn Clock) {
        let mut state = self.state.lock();
        state.enter(number, stage, clock.monotonic_ns());
        let until_ns = state.until_ns();
        let was_ns = self.until_ns.swap(until_ns, Ordering::SeqCst);
        drop(state);
        // Who waits knows of none that came later. Where nobody went first the list has those whose wait has ended by itself.
        if until_ns < was_ns || was_ns == 0 {
            let waiting = std::mem::take(&mut *self.waiting.lock());
            waiting.iter().for_each(Thread::unpark);
        }
    }
}

impl Ahead<'_> {
    /// It has come to that stage.
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
    /// How long it goes first at most, and what of the share it leaves to others.
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
                self.turns.push(Turn { number, until_ns: now_ns + long_ns, spared_ns });
            }
        }
    }

    /// Until when somebody goes first, if nobody comes or goes; 0: nobody does.
    fn until_ns(&self) -> u64 {
        if self.turns.is_empty() { 0 } else { self.then_ns + self.ahead_ns() }
    }

    /// How long from `then_ns` on somebody goes first, if nobody comes or goes.
    fn ahead_ns(&self) -> u64 {
        let ahead_ns =
            |turn: &Turn| turn.until_ns.saturating_sub(self.then_ns).min(self.left_ns.saturating_sub(turn.spared_ns));
        self.turns.iter().map(ahead_ns).max().unwrap_or(0)
    }

    /// What is left of the share shrinks while somebody goes first, and grows while nobody does. Whose stage is over, or its part of the share, does not go first any more.
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

/// What a request waits at most: some hashes. Less than one would let all of them begin just before its end.
const WAIT_NS_MAX: u64 = 100_000_000;
/// How many times as long as log-ins go first they do not, in the long run.
const TIMES_AS_LONG: u64 = 9;
/// How soon a request looks again that nobody will wake.
const NAP_NS: u64 = 1_000_000;
/// What may be saved up: some twenty hashes on the machine that was measured (`docs/decisions/2026-11-23-log-ins.md`).
const SAVED_NS_MAX: u64 = 500_000_000;
/// What of it only hashes may take.
const SPARED_NS: u64 = SAVED_NS_MAX / 2;
/// With less than that left for it a stage does not begin: a hash takes longer.
const WORTH_NS: u64 = 10_000_000;
/// Clients speak at once; it takes the new connection's thread some milliseconds to hear it, until what has begun before has ended.
const ARRIVAL_NS_MAX: u64 = 15_000_000;
/// An answer to PRELOGIN and the way back, perhaps by way of a handshake, where client and server share the processors.
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
    fn all_of_them_wait_for_a_share_of_the_time() {
        let mut state = with_left(12 * MS);
        state.enter(1, Some(Stage::Hash), 0);
        assert_eq!(state.until_ns(), 12 * MS);
        state.go_on(12 * MS);
        assert_eq!(state.until_ns(), 0);
        // What is spent comes back slowly, and so much of it.
        state.go_on(102 * MS);
        assert_eq!(state.left_ns, 10 * MS);
        state.go_on(1_000_000 * MS);
        assert_eq!(state.left_ns, SAVED_NS_MAX);
    }

    #[test]
    fn who_says_nothing_goes_first_for_a_moment() {
        let mut state = with_left(SAVED_NS_MAX);
        state.enter(1, Some(Stage::Arrival), 0);
        assert_eq!(state.until_ns(), ARRIVAL_NS_MAX);
        state.enter(1, Some(Stage::Greeted), 2 * MS);
        assert_eq!(state.until_ns(), 2 * MS + GREETED_NS_MAX);
        // One that comes later does not make it longer for the first, nor the other way round.
        state.enter(2, Some(Stage::Arrival), 20 * MS);
        assert_eq!(state.until_ns(), 20 * MS + ARRIVAL_NS_MAX);
        state.enter(2, None, 21 * MS);
        assert_eq!(state.until_ns(), 2 * MS + GREETED_NS_MAX);
        // What was spent is what it took, however late somebody looks.
        state.go_on(2 * MS + GREETED_NS_MAX + 9 * MS);
        let spent_ns = 2 * MS + GREETED_NS_MAX;
        assert_eq!((state.until_ns(), state.left_ns), (0, SAVED_NS_MAX - spent_ns + MS));
    }

    #[test]
    fn strangers_leave_half_of_it_to_hashes() {
        let (mut state, mut ahead_ns) = (with_left(SAVED_NS_MAX), 0);
        // For a minute one comes every five milliseconds and says nothing.
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
        // While a hash takes of that half, no stranger goes first any more.
        state.go_on(now_ns + 100 * MS);
        state.enter(20_000, None, now_ns + 100 * MS);
        state.enter(20_001, Some(Stage::Arrival), now_ns + 100 * MS);
        assert_eq!(state.until_ns(), 0);
    }

    #[test]
    fn who_has_spent_the_share_goes_beside_requests() {
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
        // One reading when the wait begins, and one for every stride that the bound has or begins.
        assert_eq!(clock.0.monotonic_ns() - begun_ns, (1 + WAIT_NS_MAX.div_ceil(STRIDE_NS)) * STRIDE_NS);
        assert_ne!(precedence.until_ns.load(Ordering::Relaxed), 0, "it is still the log-in's turn");
        drop(second);
        assert!(!precedence.give_way(&clock));
    }

    #[test]
    fn who_waits_goes_on_when_the_log_in_is_through() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        let ahead = precedence.follow(precedence.arrive(&clock), &clock);
        ahead.enter(Stage::Hash);
        // Their time stands still: it does not wake them.
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
    fn who_waited_for_the_silent_is_not_listed_for_good() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        for _ in 0..3 {
            let _silent = precedence.arrive(&clock);
            assert!(precedence.waiting.lock().is_empty());
            precedence.waiting.lock().push(thread::current());
            // It ends by itself: nobody is woken for it.
            clock.advance(Duration::from_secs(1));
            assert!(!precedence.give_way(&clock));
        }
    }

    #[test]
    fn what_is_over_is_noticed_by_who_comes() {
        let (precedence, clock) = (Precedence::default(), ManualClock::default());
        let _silent = precedence.arrive(&clock);
        assert_ne!(precedence.until_ns.load(Ordering::Relaxed), 0);
        clock.advance(Duration::from_nanos(ARRIVAL_NS_MAX));
        assert!(!precedence.give_way(&clock));
        assert_eq!(precedence.until_ns.load(Ordering::Relaxed), 0);
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
