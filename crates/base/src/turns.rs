//! Turns of long requests at the processors, as SQL Server's schedulers give them.
//!
//! At most as many long requests compute at a time as there are processors; the others queue.
//! Without this limit, a short request waits for a time slice of every thread that sorts. A
//! request is long once it has computed for [`SHORT_NS`] more than it has waited. So a loop of
//! commits, which waits for each of them, needs no turn. A long request keeps its turn until it has
//! computed for [`TURN_NS`] and others queue, until it waits for something else, or until it ends.
//! A request that has waited before its turn was used up queues at the front.
//!
//! Requests that have computed for less than [`TURN_NS`] in all, the young ones, have a queue of
//! their own. It is served first, but after [`YOUNG_IN_TURN`] young requests an older one comes. So
//! a request of a millisecond doesn't wait until each sort has had its turn.
//!
//! # Invariants
//! - A request queues only in [`Waits::give_way`](crate::waits::Waits::give_way), where its thread
//!   holds no latch. It may hold locks of its transaction: a request that waits for those has given
//!   its own turn back.
//! - A holder that has not been seen for [`LAPSE_NS`] loses its turn to the queue. So a holder that
//!   makes no check for long, or waits without registering it, delays the queue and never stops it.
//! - A request in [`Turns::wait`] is a holder or queued. A turn that lapses before the request's
//!   thread has woken puts the request at the front of the queue again.

use crate::processor_counter::processor_ticks;
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex};
use crate::{account, interruption, scheduling, signal};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

/// The turns of an instance.
pub(crate) struct Turns {
    places: usize,
    queued: AtomicUsize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    holders: Vec<Arc<Ticket>>,
    young: VecDeque<Arc<Ticket>>,
    older: VecDeque<Arc<Ticket>>,
    /// The number of young requests that have got a turn since an older one did.
    young_in_turn: usize,
}

impl Queue {
    fn part(&mut self, is_young: bool) -> &mut VecDeque<Arc<Ticket>> {
        if is_young { &mut self.young } else { &mut self.older }
    }

    fn is_empty(&self) -> bool {
        self.young.is_empty() && self.older.is_empty()
    }

    /// Takes the request out that gets the next turn.
    fn pop(&mut self) -> Option<Arc<Ticket>> {
        let is_older_due = self.young_in_turn >= YOUNG_IN_TURN && !self.older.is_empty();
        let is_young = !self.young.is_empty() && !is_older_due;
        self.young_in_turn = if is_young { self.young_in_turn + 1 } else { 0 };
        self.part(is_young).pop_front()
    }
}

/// A request that has a turn or queues for one.
struct Ticket {
    /// When the request was last seen computing, in nanoseconds of `signal::now_ns`.
    seen_ns: AtomicU64,
    /// Notified when the request gets its turn.
    turn: Condvar,
}

/// The request that this thread runs.
#[derive(Default)]
struct Request {
    /// The time that the thread had computed and waited at the last look, in nanoseconds. `None`
    /// before the first look.
    looked: Option<(u64, u64)>,
    /// The time that the request has computed, in nanoseconds; at most [`TURN_NS`].
    computed_ns: u64,
    /// The time that the request has computed and not waited since, in nanoseconds; at most
    /// [`TURN_NS`].
    owed_ns: u64,
    /// The computing time left of the turn, in nanoseconds.
    left_ns: u64,
    turn: Option<(Arc<Turns>, Arc<Ticket>)>,
}

impl Turns {
    /// Returns the turns of an instance where `places` long requests compute at a time, at least
    /// one.
    pub(crate) fn new(places: usize) -> Arc<Turns> {
        Arc::new(Turns { places: places.max(1), queued: AtomicUsize::new(0), queue: Mutex::new(Queue::default()) })
    }

    /// Returns the number of requests that queue for a turn.
    pub(crate) fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    /// Waits for a turn of this thread. Returns without a turn once the request is interrupted or
    /// has to free memory.
    pub(crate) fn wait(self: &Arc<Turns>) {
        let ticket = Arc::new(Ticket::default());
        let (is_young, is_resumed) =
            REQUEST.with_borrow(|request| (request.computed_ns < TURN_NS, request.left_ns > 0));
        let mut queue = self.queue.lock();
        match is_resumed {
            true => queue.part(is_young).push_front(Arc::clone(&ticket)),
            false => queue.part(is_young).push_back(Arc::clone(&ticket)),
        }
        self.queued.fetch_add(1, Ordering::Relaxed);
        loop {
            self.admit(&mut queue);
            if queue.holders.iter().any(|holder| Arc::ptr_eq(holder, &ticket)) {
                return self.hold(ticket);
            }
            if !queue.part(is_young).iter().any(|other| Arc::ptr_eq(other, &ticket)) {
                queue.part(is_young).push_front(Arc::clone(&ticket));
                self.queued.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            if interruption::is_raised() || account::is_condemned() {
                queue.part(is_young).retain(|other| !Arc::ptr_eq(other, &ticket));
                self.queued.fetch_sub(1, Ordering::Relaxed);
                return;
            }
            queue = ticket.turn.wait_timeout(queue, RECHECK);
        }
    }

    /// Takes a turn for this thread, if one is free and no request queues.
    fn try_take(self: &Arc<Turns>) -> bool {
        if self.queued() > 0 {
            return false;
        }
        let mut queue = self.queue.lock();
        if queue.holders.len() >= self.places {
            return false;
        }
        let ticket = Arc::new(Ticket::default());
        queue.holders.push(Arc::clone(&ticket));
        self.hold(ticket);
        true
    }

    /// Makes `ticket` the turn of this thread.
    fn hold(self: &Arc<Turns>, ticket: Arc<Ticket>) {
        IS_HELD.set(true);
        REQUEST.with_borrow_mut(|request| {
            request.left_ns = if request.left_ns == 0 { TURN_NS } else { request.left_ns };
            request.turn = Some((Arc::clone(self), ticket));
        });
    }

    /// Gives free and lapsed turns to the requests at the front of the queue.
    fn admit(&self, queue: &mut Queue) {
        let now_ns = signal::now_ns();
        while !queue.is_empty() {
            if queue.holders.len() >= self.places {
                let is_lapsed = |ticket: &Arc<Ticket>| now_ns > ticket.seen_ns.load(Ordering::Relaxed) + LAPSE_NS;
                let Some(place) = queue.holders.iter().position(is_lapsed) else { return };
                queue.holders.swap_remove(place);
            }
            let Some(next) = queue.pop() else { return };
            self.queued.fetch_sub(1, Ordering::Relaxed);
            next.seen_ns.store(now_ns, Ordering::Relaxed);
            next.turn.notify_one();
            queue.holders.push(next);
        }
    }

    /// Ends a turn, unless it has lapsed, and gives it to the request at the front of the queue.
    fn give_back(&self, ticket: &Arc<Ticket>) {
        let mut queue = self.queue.lock();
        queue.holders.retain(|holder| !Arc::ptr_eq(holder, ticket));
        self.admit(&mut queue);
    }
}

impl Default for Ticket {
    fn default() -> Ticket {
        Ticket { seen_ns: AtomicU64::new(signal::now_ns()), turn: Condvar::new() }
    }
}

/// Begins a request of this thread, which has not computed yet.
pub(crate) fn begin_request() {
    DUE_TICKS.set(0);
    REQUEST.with_borrow_mut(|request| request.looked = None);
}

/// Ends the request of this thread and gives its turn back.
pub(crate) fn end_request() {
    DUE_TICKS.set(u64::MAX);
    if IS_HELD.get() {
        give_back();
    }
}

/// Whether it is time for [`must_queue`]. It is never time for the tasks of a schedule, which
/// compute in no time, and outside a request.
#[inline]
pub(crate) fn is_due() -> bool {
    crate::sync::thread::is_free() && processor_ticks() >= DUE_TICKS.get()
}

/// Whether this thread has a turn.
#[inline]
pub(crate) fn is_held() -> bool {
    IS_HELD.get()
}

/// Gives this thread's turn back, because the thread begins to wait for something. The thread has
/// waited for `waited_ns` in its life.
#[cold]
pub(crate) fn pause(waited_ns: u64) {
    look(waited_ns);
    give_back();
    DUE_TICKS.set(0);
}

fn give_back() {
    IS_HELD.set(false);
    if let Some((turns, ticket)) = REQUEST.with_borrow_mut(|request| request.turn.take()) {
        turns.give_back(&ticket);
    }
}

/// Takes, keeps or gives back this thread's turn according to the time that its request has
/// computed; the thread has waited for `waited_ns` in its life. Returns whether the thread must
/// call [`Turns::wait`].
pub(crate) fn must_queue(turns: &Arc<Turns>, waited_ns: u64) -> bool {
    DUE_TICKS.set(processor_ticks().saturating_add(TICKS_BETWEEN_LOOKS));
    if look(waited_ns) < SHORT_NS {
        return false;
    }
    if !IS_HELD.get() {
        return !turns.try_take();
    }
    let (left_ns, is_lapsed) = REQUEST.with_borrow_mut(|request| {
        let Some((turns, ticket)) = &request.turn else { return (0, true) };
        ticket.seen_ns.store(signal::now_ns(), Ordering::Relaxed);
        if request.left_ns == 0 && turns.queued() == 0 {
            request.left_ns = TURN_NS;
        }
        (request.left_ns, !turns.queue.lock().holders.iter().any(|holder| Arc::ptr_eq(holder, ticket)))
    });
    let is_over = left_ns == 0 || is_lapsed;
    if is_over {
        give_back();
    }
    is_over
}

/// Forgets the time that this thread has waited for its turn, which pays for no computing. With
/// that time, the thread has waited for `waited_ns` in its life.
pub(crate) fn turn_came(waited_ns: u64) {
    REQUEST.with_borrow_mut(|request| request.looked = Some((scheduling::thread_time_ns(), waited_ns)));
}

/// Adds up what the thread has computed and waited since the last look. Returns the time that the
/// request owes, in nanoseconds.
fn look(waited_ns: u64) -> u64 {
    let looked = (scheduling::thread_time_ns(), waited_ns);
    REQUEST.with_borrow_mut(|request| {
        match request.looked.replace(looked) {
            None => (request.computed_ns, request.owed_ns, request.left_ns) = (0, 0, 0),
            Some((computed_ns, waited_ns)) => {
                let computed_ns = looked.0.saturating_sub(computed_ns);
                let owed_ns = (request.owed_ns + computed_ns).saturating_sub(looked.1.saturating_sub(waited_ns));
                request.computed_ns = (request.computed_ns + computed_ns).min(TURN_NS);
                request.owed_ns = owed_ns.min(TURN_NS);
                request.left_ns = request.left_ns.saturating_sub(computed_ns);
            }
        }
        request.owed_ns
    })
}

thread_local! {
    static REQUEST: RefCell<Request> = RefCell::new(Request::default());
    static IS_HELD: Cell<bool> = const { Cell::new(false) };
    /// The processor's tick count from which the request is looked at again.
    static DUE_TICKS: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The computing time of a turn: SQL Server's quantum.
const TURN_NS: u64 = 4_000_000;
/// The computing time without a wait from which a request counts as long. Two hundred requests that
/// begin at once compute for this time each before they queue.
const SHORT_NS: u64 = 500_000;
/// The number of young requests that get a turn before an older one does.
const YOUNG_IN_TURN: usize = 8;
/// The time after which a turn lapses whose holder has not been seen.
const LAPSE_NS: u64 = 50_000_000;
/// The time after which a queued request looks for lapsed turns and for its interruption.
const RECHECK: Duration = Duration::from_millis(20);
/// Ticks between two looks: a tenth to a quarter of a millisecond on today's processors, a few
/// milliseconds on those with the slowest counters.
const TICKS_BETWEEN_LOOKS: u64 = 1 << 18;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::sync::atomic::AtomicBool;
    use crate::waits::{WaitCells, WaitType, Waits};
    use std::thread::scope;

    /// Computes until `is_over`, as a request with checks.
    fn compute_until(waits: &Waits, is_over: impl Fn() -> bool) {
        while !is_over() {
            waits.give_way();
        }
    }

    fn waits_with_one_place() -> Waits {
        Waits::with_places(Arc::new(crate::clock::SystemClock::new()), 1)
    }

    #[test]
    fn long_requests_compute_in_turn() {
        let waits = waits_with_one_place();
        let computed = [(); 3].map(|()| AtomicU64::new(0));
        let is_over = || computed.iter().all(|computed| computed.load(Ordering::Relaxed) > 5 * TURN_NS);
        scope(|scope| {
            for own in &computed {
                scope.spawn(|| {
                    let cells = Arc::new(WaitCells::default());
                    let _entered = cells.enter();
                    compute_until(&waits, || {
                        own.store(scheduling::thread_time_ns(), Ordering::Relaxed);
                        is_over()
                    });
                    assert!(cells.cell(WaitType::SchedulerYield).count.get() > 2);
                });
            }
        });
        assert_eq!(waits.queued_for_processor(), 0);
        assert!(waits.turns.queue.lock().holders.is_empty());
    }

    #[test]
    fn request_that_waits_or_ends_gives_its_turn_back() {
        let waits = waits_with_one_place();
        let (has_waited, is_served) = (AtomicBool::new(false), AtomicBool::new(false));
        scope(|scope| {
            scope.spawn(|| {
                let cells = Arc::new(WaitCells::default());
                let _entered = cells.enter();
                compute_until(&waits, is_held);
                let wait = waits.begin(WaitType::LockShared);
                assert!(!is_held());
                has_waited.store(true, Ordering::Relaxed);
                while !is_served.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                drop(wait);
            });
            scope.spawn(|| {
                let cells = Arc::new(WaitCells::default());
                let entered = cells.enter();
                compute_until(&waits, || has_waited.load(Ordering::Relaxed) && is_held());
                drop(entered);
                assert!(!is_held());
                is_served.store(true, Ordering::Relaxed);
            });
        });
        assert!(waits.turns.queue.lock().holders.is_empty());
    }

    #[test]
    fn holder_that_is_not_seen_loses_its_turn() {
        let turns = Turns::new(1);
        let unseen = Arc::new(Ticket::default());
        turns.queue.lock().holders.push(Arc::clone(&unseen));
        turns.wait();
        assert!(signal::now_ns() - unseen.seen_ns.load(Ordering::Relaxed) > LAPSE_NS);
        turns.give_back(&unseen);
        assert_eq!(turns.queue.lock().holders.len(), 1, "the new holder keeps its turn");
        give_back();
        assert!(turns.queue.lock().holders.is_empty());
    }

    #[test]
    fn turn_that_lapses_before_its_thread_wakes_is_queued_for_again() {
        let turns = Turns::new(1);
        let ticket = || Arc::new(Ticket { seen_ns: AtomicU64::new(u64::MAX / 2), turn: Condvar::new() });
        let second = ticket();
        turns.queue.lock().holders.push(ticket());
        let is_raised = Arc::new(AtomicBool::new(false));
        scope(|scope| {
            let waiter = scope.spawn(|| {
                let _entered = interruption::enter(Arc::clone(&is_raised));
                turns.wait();
                is_held()
            });
            while turns.queued() == 0 {
                std::thread::yield_now();
            }
            {
                let mut queue = turns.queue.lock();
                queue.holders.clear();
                turns.admit(&mut queue);
                queue.holders[0].seen_ns.store(0, Ordering::Relaxed);
                queue.young.push_back(Arc::clone(&second));
                turns.queued.fetch_add(1, Ordering::Relaxed);
                turns.admit(&mut queue);
                assert!(Arc::ptr_eq(&queue.holders[0], &second), "the waiter's turn has lapsed");
            }
            let until_ns = signal::now_ns() + 10_000_000_000;
            while turns.queued() == 0 && signal::now_ns() < until_ns {
                std::thread::yield_now();
            }
            let is_queued = turns.queued() == 1;
            is_raised.store(!is_queued, Ordering::Relaxed);
            turns.give_back(&second);
            assert!(waiter.join().unwrap() && is_queued);
        });
    }

    #[test]
    fn young_requests_come_first_and_older_ones_in_between() {
        let mut queue = Queue::default();
        let [young, older] = [(); 2].map(|()| Arc::new(Ticket::default()));
        for _ in 0..2 * YOUNG_IN_TURN {
            queue.part(true).push_back(Arc::clone(&young));
        }
        queue.part(false).extend([(); 3].map(|()| Arc::clone(&older)));
        let mut places = Vec::new();
        for place in 0.. {
            match queue.pop() {
                Some(next) if Arc::ptr_eq(&next, &older) => places.push(place),
                Some(_) => {}
                None => break,
            }
        }
        assert_eq!(places, [YOUNG_IN_TURN, 2 * YOUNG_IN_TURN + 1, 2 * YOUNG_IN_TURN + 2]);
    }

    #[test]
    fn interrupted_request_leaves_the_queue() {
        let turns = Turns::new(1);
        let other = Arc::new(Ticket { seen_ns: AtomicU64::new(u64::MAX / 2), turn: Condvar::new() });
        turns.queue.lock().holders.push(other);
        let _entered = interruption::enter(Arc::new(AtomicBool::new(true)));
        turns.wait();
        assert!(!is_held());
        assert_eq!(turns.queued(), 0);
    }
}
