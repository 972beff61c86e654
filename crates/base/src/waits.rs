//! Every wait of the engine goes through [`Waits::begin`], so that `sys.dm_os_wait_stats` is
//! complete (L8, B2).
//!
//! A wait counts for the instance and for the session whose batch the thread runs
//! ([`WaitCells::enter`]), if there is such a session. The signal wait is the part of a wait
//! between the notification and the thread's next step. Condition variables measure it (`signal`).

use crate::clock::Clock;
use crate::counters::Counter;
use crate::events::{EventKind, Events, FieldValue};
use crate::machine;
use crate::signal;
use crate::sync::Arc;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::turns::{self, Turns};
use crate::usage::{self, SpaceUse, Usage};
use crate::work_counts::WorkCount;
use std::cell::{Cell, RefCell};

pub use crate::wait_type::WaitType;

impl WaitType {
    /// Whether the wait is for the latch of a page, or for the read of a page.
    fn is_for_page_latch(self) -> bool {
        matches!(
            self,
            WaitType::PageLatchShared
                | WaitType::PageLatchExclusive
                | WaitType::PageIoLatchShared
                | WaitType::PageIoLatchExclusive
        )
    }
}

/// The waits of one wait type.
#[derive(Debug, Default)]
pub struct WaitCell {
    /// Number of ended waits.
    pub count: Counter,
    /// Total time of the ended waits, in nanoseconds.
    pub total_ns: Counter,
    /// The part of the total time between a notification and the waiter's next step, in
    /// nanoseconds.
    pub signal_ns: Counter,
    max_ns: AtomicU64,
}

impl WaitCell {
    /// Returns the longest wait, in nanoseconds.
    pub fn max_ns(&self) -> u64 {
        self.max_ns.load(Ordering::Relaxed)
    }

    fn add(&self, took_ns: u64, signal_ns: u64) {
        self.count.add(1);
        self.total_ns.add(took_ns);
        self.signal_ns.add(signal_ns);
        self.max_ns.fetch_max(took_ns, Ordering::Relaxed);
    }

    fn clear(&self) {
        [&self.count, &self.total_ns, &self.signal_ns].into_iter().for_each(Counter::clear);
        self.max_ns.store(0, Ordering::Relaxed);
    }
}

/// A [`WaitCell`] per wait type, for the instance or for a session.
#[derive(Debug)]
pub struct WaitCells {
    /// Processor time and pages that the session's requests have used. Zero for the instance.
    pub usage: Usage,
    cells: Vec<WaitCell>,
    // The session's current wait: the type's number plus 1 in the high bits, the start time below.
    // Zero means no wait.
    current: AtomicU64,
    // The number of the type of the last wait that began, plus 1; 0 before the first one.
    last: AtomicU64,
}

impl Default for WaitCells {
    fn default() -> WaitCells {
        let cells = WaitType::ALL.iter().map(|_| WaitCell::default()).collect();
        WaitCells { usage: Usage::default(), cells, current: AtomicU64::new(0), last: AtomicU64::new(0) }
    }
}

impl WaitCells {
    /// Returns the waits of type `wait`.
    pub fn cell(&self, wait: WaitType) -> &WaitCell {
        &self.cells[wait as usize]
    }

    /// Resets all counts.
    pub fn clear(&self) {
        self.cells.iter().for_each(WaitCell::clear);
    }

    /// Returns the session's current wait and its start by the monotonic clock. For nested waits,
    /// returns the outermost. `None` if the session doesn't wait.
    pub fn current(&self) -> Option<(WaitType, u64)> {
        let current = self.current.load(Ordering::Relaxed);
        let place = usize::try_from(current >> SINCE_BITS).ok()?.checked_sub(1)?;
        Some((*WaitType::ALL.get(place)?, current & SINCE_MASK))
    }

    /// Returns the type of the session's current wait or of the last one. `None` if the session has
    /// never waited.
    pub fn last(&self) -> Option<WaitType> {
        let place = usize::try_from(self.last.load(Ordering::Relaxed)).ok()?.checked_sub(1)?;
        WaitType::ALL.get(place).copied()
    }

    fn set_current(&self, current: Option<(WaitType, u64)>) {
        let packed = current.map_or(0, |(wait, since_ns)| ((wait as u64 + 1) << SINCE_BITS) | (since_ns & SINCE_MASK));
        self.current.store(packed, Ordering::Relaxed);
        if let Some((wait, _)) = current {
            self.last.store(wait as u64 + 1, Ordering::Relaxed);
        }
    }

    /// Begins a request of the session on this thread. The thread's waits count here too, and the
    /// request's computing is limited by [`Waits::give_way`], until the result is dropped.
    pub fn enter(self: &Arc<WaitCells>) -> Entered {
        let outer = CURRENT.replace(Some(Arc::clone(self)));
        match &outer {
            Some(outer) => usage::report(&outer.usage, waited_ns()),
            None => {
                turns::begin_request();
                usage::begin(waited_ns());
            }
        }
        Entered(outer)
    }
}

impl WaitCells {
    /// Makes this thread help the session's request until the result is dropped. Its waits count
    /// here too, and its computing is limited as a request's. Its usage isn't reported.
    pub(crate) fn enter_helper(self: &Arc<WaitCells>) -> EnteredHelper {
        CURRENT.replace(Some(Arc::clone(self)));
        turns::begin_request();
        usage::set_helper(true);
        EnteredHelper(())
    }
}

/// Returns the cells of the session whose batch this thread runs. `None` outside a batch.
pub(crate) fn current() -> Option<Arc<WaitCells>> {
    CURRENT.with_borrow(Option::clone)
}

/// The guard returned by [`WaitCells::enter`].
pub struct Entered(Option<Arc<WaitCells>>);

/// The guard returned by [`WaitCells::enter_helper`].
pub(crate) struct EnteredHelper(());

impl Drop for EnteredHelper {
    fn drop(&mut self) {
        turns::end_request();
        usage::set_helper(false);
        CURRENT.take();
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        if self.0.is_none() {
            turns::end_request();
        }
        report_usage();
        CURRENT.replace(self.0.take());
    }
}

thread_local! {
    /// The cells of the session whose batch this thread runs.
    static CURRENT: RefCell<Option<Arc<WaitCells>>> = const { RefCell::new(None) };
    /// Nesting depth of this thread's current waits.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static WAITED_NS: Cell<u64> = const { Cell::new(0) };
}

/// Returns the time this thread has waited so far, in nanoseconds. A statement's waiting time is
/// the difference of two calls. A nested wait counts only as part of the outer wait.
#[inline]
pub fn waited_ns() -> u64 {
    WAITED_NS.get()
}

/// Adds what this thread's request has used since its last report to its session's usage. Does
/// nothing outside a request.
pub fn report_usage() {
    CURRENT.with_borrow(|current| current.iter().for_each(|cells| usage::report(&cells.usage, waited_ns())));
}

/// Adds pages of tempdb to the usage of the session whose request this thread runs. Does nothing
/// outside a request.
pub fn note_space(space: SpaceUse, pages: u64) {
    CURRENT.with_borrow(|current| current.iter().for_each(|cells| cells.usage.add_space(space, pages)));
}

/// Counts work for the session whose request this thread runs. Does nothing outside a request.
pub fn note_work(kind: WorkCount) {
    CURRENT.with_borrow(|current| current.iter().for_each(|cells| cells.usage.count(kind)));
}

/// The waits of an instance. Counts and times by wait type, for the whole instance.
pub struct Waits {
    clock: Arc<dyn Clock>,
    cells: WaitCells,
    /// The waits for page latches, of all their types. Reset apart from `cells`.
    page_latches: WaitCell,
    pub(crate) turns: Arc<Turns>,
    events: Events,
}

impl Waits {
    /// Returns an empty statistic timed by `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Waits {
        Waits::with_places(clock, machine::processors())
    }

    /// Returns an empty statistic of an instance where `places` long requests compute at a time.
    pub(crate) fn with_places(clock: Arc<dyn Clock>, places: usize) -> Waits {
        let events = Events::new(clock.clone());
        let (cells, page_latches) = (WaitCells::default(), WaitCell::default());
        Waits { clock, cells, page_latches, turns: Turns::new(places), events }
    }

    /// Lets other requests compute if this thread's request has computed for long and others queue
    /// for the processors. Called by loops about once per page of rows, without a latch.
    #[inline]
    pub fn give_way(&self) {
        if turns::is_due() {
            self.look_for_turn();
        }
    }

    #[cold]
    fn look_for_turn(&self) {
        report_usage();
        if turns::must_queue(&self.turns, waited_ns()) {
            let wait = self.begin(WaitType::SchedulerYield);
            self.turns.wait();
            wait.end();
            turns::turn_came(waited_ns());
        }
    }

    /// Returns the number of requests that wait for a processor in [`Waits::give_way`].
    pub fn queued_for_processor(&self) -> usize {
        self.turns.queued()
    }

    /// Starts a wait, which ends when the guard is dropped. A turn at the processor is paused
    /// meanwhile. Only the outermost wait of a thread is shown as its current wait; each wait is
    /// counted.
    pub fn begin(&self, wait: WaitType) -> WaitGuard<'_> {
        if turns::is_held() {
            turns::pause(waited_ns());
        }
        signal::begin();
        DEPTH.set(DEPTH.get() + 1);
        let since_ns = self.clock.monotonic_ns();
        if DEPTH.get() == 1 {
            publish_current(Some((wait, since_ns)));
        }
        self.raise_begin(wait);
        WaitGuard { waits: self, wait, since_ns }
    }

    /// Starts a wait of the session whose batch this thread runs. The thread may do other work, and
    /// another thread may resume the session.
    pub fn park(&self, wait: WaitType) -> ParkedWait {
        if turns::is_held() {
            turns::pause(waited_ns());
        }
        let since_ns = self.clock.monotonic_ns();
        publish_current(Some((wait, since_ns)));
        self.raise_begin(wait);
        ParkedWait { wait, since_ns }
    }

    /// Ends a parked wait. It counts as time that this thread has waited.
    pub fn resume(&self, parked: ParkedWait) {
        let took = self.clock.monotonic_ns().saturating_sub(parked.since_ns);
        WAITED_NS.set(WAITED_NS.get() + took);
        publish_current(None);
        self.count(parked.wait, took, 0);
    }

    /// Counts a wait for the instance and for the session whose batch this thread runs.
    fn count(&self, wait: WaitType, took_ns: u64, signal_ns: u64) {
        self.raise_end(wait, [took_ns, signal_ns].map(|ns| FieldValue::UInt(ns / NS_OF_MS)));
        self.cell(wait).add(took_ns, signal_ns);
        if wait.is_for_page_latch() {
            self.page_latches.add(took_ns, signal_ns);
        }
        CURRENT.with_borrow(|session| {
            if let Some(session) = session {
                session.cell(wait).add(took_ns, signal_ns);
            }
        });
    }

    #[inline]
    fn raise_begin(&self, wait: WaitType) {
        self.events
            .raise(EventKind::WaitInfo, || [wait as u64, BEGIN, 0, 0].into_iter().map(FieldValue::UInt).collect());
    }

    /// Raises the events of a wait that has ended after `times`: the whole, and its signal part.
    #[inline]
    fn raise_end(&self, wait: WaitType, times: [FieldValue; 2]) {
        let wait = FieldValue::UInt(wait as u64);
        if self.events.is_collected(EventKind::WaitInfo) {
            let [whole, signal] = times.clone();
            self.events.raise(EventKind::WaitInfo, || vec![wait.clone(), FieldValue::UInt(END), whole, signal]);
        }
        self.events.raise(EventKind::WaitCompleted, || [wait].into_iter().chain(times).collect());
    }

    /// Returns the instance's events, which every layer that can wait can raise.
    #[inline]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Returns the waits of type `wait`.
    pub fn cell(&self, wait: WaitType) -> &WaitCell {
        self.cells.cell(wait)
    }

    /// Returns the waits for page latches, with those for a page that is being read.
    pub fn page_latches(&self) -> &WaitCell {
        &self.page_latches
    }

    /// Resets the waits for page latches, but not those by type.
    pub fn clear_page_latches(&self) {
        self.page_latches.clear();
    }

    /// Resets the counts of the instance. The sessions' counts are kept.
    pub fn clear(&self) {
        self.cells.clear();
    }

    /// Returns the clock that times the waits.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }
}

/// A wait in progress that no thread spends. A dropped one isn't counted.
#[derive(Clone, Copy, Debug)]
pub struct ParkedWait {
    wait: WaitType,
    since_ns: u64,
}

/// A wait in progress. Dropping it counts the wait and its time for the instance and for the
/// thread's session.
pub struct WaitGuard<'a> {
    waits: &'a Waits,
    wait: WaitType,
    since_ns: u64,
}

impl WaitGuard<'_> {
    /// Ends the wait and returns its duration in nanoseconds.
    pub fn end(self) -> u64 {
        self.elapsed_ns()
    }

    fn elapsed_ns(&self) -> u64 {
        self.waits.clock.monotonic_ns().saturating_sub(self.since_ns)
    }
}

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        let took = self.elapsed_ns();
        // The signal wait is measured by the machine's clock, which need not be the clock that
        // times the wait.
        let signal = signal::end().min(took);
        DEPTH.set(DEPTH.get() - 1);
        if DEPTH.get() == 0 {
            WAITED_NS.set(WAITED_NS.get() + took);
            publish_current(None);
        }
        self.waits.count(self.wait, took, signal);
    }
}

/// Publishes the current wait of the session whose batch this thread runs.
fn publish_current(current: Option<(WaitType, u64)>) {
    CURRENT.with_borrow(|session| session.iter().for_each(|session| session.set_current(current)));
}

/// Bits of [`WaitCells::current`] for the start time: two years of nanoseconds.
const SINCE_BITS: u32 = 56;
const SINCE_MASK: u64 = (1 << SINCE_BITS) - 1;

/// The keys of the map `event_opcode`.
const BEGIN: u64 = 0;
const END: u64 = 1;
const NS_OF_MS: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use std::time::Duration;

    #[test]
    fn wait_is_counted_when_it_ends() {
        let clock = Arc::new(ManualClock::new(0));
        let waits = Waits::new(clock.clone());
        for took in [3, 5, 4] {
            let guard = waits.begin(WaitType::WriteLog);
            clock.advance(Duration::from_nanos(took));
            assert_eq!(guard.end(), took);
        }
        let cell = waits.cell(WaitType::WriteLog);
        assert_eq!((cell.count.get(), cell.total_ns.get(), cell.max_ns()), (3, 12, 5));
        assert_eq!(cell.signal_ns.get(), 0, "no notification woke this thread");
        assert_eq!(waits.cell(WaitType::IoCompletion).count.get(), 0);
    }

    #[test]
    fn session_shows_its_current_wait() {
        let clock = Arc::new(ManualClock::new(0));
        clock.advance(Duration::from_nanos(70));
        let (waits, session) = (Waits::new(clock), Arc::new(WaitCells::default()));
        let entered = session.enter();
        let outer = waits.begin(WaitType::LockShared);
        let inner = waits.begin(WaitType::IoCompletion);
        assert_eq!(session.current(), Some((WaitType::LockShared, 70)));
        inner.end();
        assert_eq!(session.current(), Some((WaitType::LockShared, 70)), "the outer wait goes on");
        outer.end();
        assert_eq!(session.current(), None);
        drop(entered);
    }

    #[test]
    fn parked_wait_counts_on_resuming_thread() {
        let clock = Arc::new(ManualClock::new(0));
        let (waits, session) = (Waits::new(clock.clone()), Arc::new(WaitCells::default()));
        clock.advance(Duration::from_nanos(70));
        let entered = session.enter();
        let parked = waits.park(WaitType::AsyncNetworkIo);
        drop(entered);
        assert_eq!(session.current(), Some((WaitType::AsyncNetworkIo, 70)));
        clock.advance(Duration::from_nanos(30));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _entered = session.enter();
                waits.resume(parked);
                assert_eq!(waited_ns(), 30);
            });
        });
        assert_eq!(session.current(), None);
        for cell in [waits.cell(WaitType::AsyncNetworkIo), session.cell(WaitType::AsyncNetworkIo)] {
            assert_eq!((cell.count.get(), cell.total_ns.get(), cell.max_ns()), (1, 30, 30));
        }
    }

    #[test]
    fn waited_ns_sums_outer_waits_of_thread() {
        let clock = Arc::new(ManualClock::new(0));
        let waits = Waits::new(clock.clone());
        let before = waited_ns();
        let outer = waits.begin(WaitType::WriteLog);
        clock.advance(Duration::from_nanos(3));
        let inner = waits.begin(WaitType::IoCompletion);
        clock.advance(Duration::from_nanos(4));
        drop(inner);
        drop(outer);
        assert_eq!(waited_ns() - before, 7, "a nested wait is part of the outer wait");
    }

    #[test]
    fn wait_is_counted_for_session_of_thread() {
        let waits = Waits::new(Arc::new(ManualClock::new(0)));
        let [outer, inner] = [Arc::<WaitCells>::default(), Arc::<WaitCells>::default()];
        let wait = || drop(waits.begin(WaitType::LockShared));
        wait();
        let outside = outer.enter();
        wait();
        let inside = inner.enter();
        wait();
        drop(inside);
        wait();
        drop(outside);
        wait();
        let counted = [&outer, &inner].map(|cells| cells.cell(WaitType::LockShared).count.get());
        assert_eq!((counted, waits.cell(WaitType::LockShared).count.get()), ([2, 1], 5));
        waits.clear();
        assert_eq!(
            (outer.cell(WaitType::LockShared).count.get(), waits.cell(WaitType::LockShared).count.get()),
            (2, 0)
        );
    }

    #[cfg(not(feature = "shuttle"))]
    #[test]
    fn signal_wait_is_part_of_wait_time() {
        use crate::clock::SystemClock;
        use crate::sync::{Condvar, Mutex, thread};
        let waits = Arc::new(Waits::new(Arc::new(SystemClock::new())));
        let shared = Arc::new((Mutex::new((false, false)), Condvar::new()));
        let waiter = thread::spawn({
            let (waits, shared) = (waits.clone(), shared.clone());
            move || {
                let _wait = waits.begin(WaitType::LockShared);
                let mut state = shared.0.lock();
                state.0 = true;
                while !state.1 {
                    state = shared.1.wait(state);
                }
            }
        });
        let mut state = shared.0.lock();
        while !state.0 {
            drop(state);
            thread::yield_now();
            state = shared.0.lock();
        }
        state.1 = true;
        shared.1.notify_all();
        // The waiter is notified but can't continue until this lock is released.
        crate::clock::sleep(Duration::from_millis(5));
        drop(state);
        waiter.join().unwrap();
        let cell = waits.cell(WaitType::LockShared);
        assert!((5_000_000..=cell.total_ns.get()).contains(&cell.signal_ns.get()), "{cell:?}");
    }
}
