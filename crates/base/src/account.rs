//! The memory account of a session and of its running request. Accounts are the branches of a tree
//! whose root is the memory broker.
//!
//! A session runs on one thread at a time, and that thread [`enter`](Account::enter)s the account.
//! Threads may help the request meanwhile (`helped_request`); their bytes count as the request's.
//! Each layer on the thread calls [`want`] before a large allocation and [`checkpoint`] from time
//! to time. If the process counts its heap ([`crate::heap`]), the account holds the thread's
//! allocated bytes exactly. The account then settles with the broker every `STEP` bytes. Otherwise
//! the account only compares the wanted bytes with the instance's free memory.
//!
//! When the instance reaches its limit, the largest running request fails, not the last request
//! that asked for memory.

use crate::heap;
use crate::interruption;
use crate::memory::{Clerk, HeapCharge, Holder, MemoryBroker, OutOfMemory, Reservation};
use crate::signal;
use crate::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Arc, Weak, thread};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// The memory used by one session. Other threads read its figures; only the session's thread
/// changes them, except for the order to stop (`is_condemned`).
#[derive(Debug)]
pub struct Account {
    broker: Arc<MemoryBroker>,
    session: AtomicI64,
    /// Bytes allocated by the running request, as of its last settlement.
    request: AtomicI64,
    /// Bytes allocated by the threads that help the request, as of their last settlements.
    helpers: AtomicI64,
    /// The thread's heap count at the start of the request.
    start: AtomicI64,
    is_running: AtomicBool,
    is_condemned: AtomicBool,
    /// Whether the running request was condemned. Set until the request ends.
    is_ending: AtomicBool,
    /// Number of memory grants that the session's requests hold.
    grants: AtomicUsize,
    /// The time of the first of them, by `signal::now_ns`.
    granted_ns: AtomicU64,
    /// The bytes of the grant that the running request asked for last.
    requested: AtomicU64,
    /// Whether that grant is one of the semaphore for small requests.
    asked_small: AtomicBool,
    stack: Reservation,
    buffers: HeapCharge,
}

/// The wait of a request for memory that others free: the buffer pool, and larger requests.
///
/// The pool may hold changed pages, which it gives back once they are written. On a slow disk that
/// takes seconds, in which the pool makes progress. Requests end only if it makes none.
struct Patience<'a> {
    broker: &'a MemoryBroker,
    /// The pauses so far.
    rounds: usize,
    /// The pauses since the pool's last progress.
    rounds_without_progress: usize,
    /// The pool's count of work at the last look.
    progress: u64,
}

impl Patience<'_> {
    fn new(broker: &MemoryBroker) -> Patience<'_> {
        Patience { broker, rounds: 0, rounds_without_progress: 0, progress: broker.giver_progress() }
    }

    /// Whether the request should wait for the pool before a larger request is ended.
    fn is_for_pool(&self) -> bool {
        let is_at_work = self.rounds_without_progress < POOL_ROUNDS && self.rounds < ROUNDS_MAX;
        is_at_work && self.broker.can_give()
    }

    /// Whether the request should wait at all. An interrupted request waits no longer.
    fn lasts(&self) -> bool {
        (self.rounds < ROUNDS || self.is_for_pool()) && !interruption::is_raised()
    }

    fn pause(&mut self) {
        thread::sleep(PAUSE);
        self.rounds += 1;
        let progress = self.broker.giver_progress();
        self.rounds_without_progress = if progress == self.progress { self.rounds_without_progress + 1 } else { 0 };
        self.progress = progress;
    }
}

/// Marks a request as running on this thread until it is dropped.
#[derive(Debug)]
pub struct Entered {
    before: Option<Arc<Account>>,
}

/// Charges this thread's allocations to the account of the request that it helps until it is
/// dropped.
#[derive(Debug)]
pub struct Helping(());

impl Account {
    /// Opens the account of a new session. Fails if the instance has no memory for another session.
    /// The session's stack is reserved at once.
    pub fn open(broker: &Arc<MemoryBroker>) -> Result<Arc<Account>, OutOfMemory> {
        let account = Arc::new(Account {
            broker: Arc::clone(broker),
            session: AtomicI64::new(0),
            request: AtomicI64::new(0),
            helpers: AtomicI64::new(0),
            start: AtomicI64::new(0),
            is_running: AtomicBool::new(false),
            is_condemned: AtomicBool::new(false),
            is_ending: AtomicBool::new(false),
            grants: AtomicUsize::new(0),
            granted_ns: AtomicU64::new(0),
            requested: AtomicU64::new(0),
            asked_small: AtomicBool::new(false),
            stack: broker.open(Clerk::Connections),
            buffers: HeapCharge::new(broker, Clerk::Buffers),
        });
        account.reserve_stack()?;
        let holder: Arc<dyn Holder> = Arc::<Account>::clone(&account);
        let holder: Weak<dyn Holder> = Arc::downgrade(&holder);
        broker.enter(holder);
        Ok(account)
    }

    /// Begins a request on this thread. Heap bytes are counted from here, and an order to stop for
    /// an earlier request is forgotten. The request ends when the result is dropped, on the same
    /// thread.
    pub fn enter(self: &Arc<Account>) -> Entered {
        self.start.store(heap::thread_bytes(), Ordering::Relaxed);
        self.request.store(0, Ordering::Relaxed);
        self.helpers.store(0, Ordering::Relaxed);
        self.is_condemned.store(false, Ordering::Relaxed);
        self.is_ending.store(false, Ordering::Relaxed);
        self.is_running.store(true, Ordering::Relaxed);
        DUE.set(heap::thread_bytes() + STEP as i64);
        Entered { before: CURRENT.replace(Some(Arc::clone(self))) }
    }

    /// Makes this thread, which runs no request of its own, help the account's request until the
    /// result is dropped. Memory that it has not freed by then stays charged to the request.
    pub(crate) fn enter_helper(self: &Arc<Account>) -> Helping {
        NOTED.set(Some(heap::thread_bytes()));
        DUE.set(heap::thread_bytes() + STEP as i64);
        CURRENT.replace(Some(Arc::clone(self)));
        Helping(())
    }

    /// Returns the bytes that the session keeps between requests.
    pub fn session_bytes(&self) -> u64 {
        u64::try_from(self.session.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// Returns the bytes of the running request, as of its last settlement.
    pub fn request_bytes(&self) -> u64 {
        u64::try_from(self.of_request()).unwrap_or(0)
    }

    fn of_request(&self) -> i64 {
        self.request.load(Ordering::Relaxed) + self.helpers.load(Ordering::Relaxed)
    }

    /// Returns the number of memory grants that the session holds.
    pub(crate) fn grants(&self) -> usize {
        self.grants.load(Ordering::Relaxed)
    }

    /// Returns for how many nanoseconds the session's request has held a memory grant. `None` if it
    /// holds none.
    pub fn granted_for_ns(&self) -> Option<u64> {
        let since_ns = self.granted_ns.load(Ordering::Relaxed);
        (self.grants() > 0).then(|| signal::now_ns().saturating_sub(since_ns))
    }

    /// Returns the bytes of the memory grant that the session's request holds or waits for. Without
    /// either the number means nothing.
    pub fn requested_grant(&self) -> u64 {
        self.requested.load(Ordering::Relaxed)
    }

    /// Returns whether that grant is one of the semaphore for small requests.
    pub fn has_small_grant(&self) -> bool {
        self.asked_small.load(Ordering::Relaxed)
    }

    /// Records the bytes of the memory grant that a statement requests, and whether it asks the
    /// semaphore for small requests.
    pub(crate) fn note_requested(&self, bytes: u64, is_small: bool) {
        self.requested.store(bytes, Ordering::Relaxed);
        self.asked_small.store(is_small, Ordering::Relaxed);
    }

    /// Counts a memory grant. The first one notes the time.
    pub(crate) fn add_grant(&self) {
        if self.grants.fetch_add(1, Ordering::Relaxed) == 0 {
            self.granted_ns.store(signal::now_ns(), Ordering::Relaxed);
        }
    }

    /// Counts a memory grant as given back.
    pub(crate) fn remove_grant(&self) {
        self.grants.fetch_sub(1, Ordering::Relaxed);
    }

    /// Charges the clerk of connections with this thread's allocations so far. The thread must
    /// serve this session alone.
    pub fn adopt_thread(&self) {
        self.buffers.add(heap::thread_bytes());
    }

    /// Reserves the session's stack. Sessions have memory reserved, up to a part of the limit.
    /// Beyond that a large request is condemned so that the session can open.
    fn reserve_stack(&self) -> Result<(), OutOfMemory> {
        let reserved = self.broker.limit() / LOG_IN_PARTS;
        self.broker.measure_heap();
        if self.stack.grow_reserved(STACK_BYTES, reserved).is_ok() {
            return Ok(());
        }
        let may_wait = self.broker.condemn_larger_than(SMALL) || self.broker.can_give();
        let mut patience = Patience::new(&self.broker);
        loop {
            let grown = self.stack.grow_reserved(STACK_BYTES, reserved);
            if grown.is_ok() || !may_wait {
                return grown;
            }
            if !patience.lasts() {
                return self.stack.grow(STACK_BYTES);
            }
            patience.pause();
        }
    }

    /// Whether plans of `bytes` are too much for the session to keep. If the instance is short of
    /// memory, more than `STEP` bytes are too much.
    pub fn are_much(&self, bytes: u64) -> bool {
        let is_short = || self.broker.free() < SMALL && !self.broker.can_give();
        bytes > STEP as u64 && (bytes > self.broker.limit() / KEPT_PARTS || is_short())
    }

    /// Notes what this thread has allocated. Returns the bytes of the request.
    fn note(&self) -> i64 {
        let now = heap::thread_bytes();
        match NOTED.get() {
            Some(before) => {
                NOTED.set(Some(now));
                self.helpers.fetch_add(now - before, Ordering::Relaxed);
            }
            None => self.request.store(now - self.start.load(Ordering::Relaxed), Ordering::Relaxed),
        }
        self.of_request()
    }

    /// Settles with the broker and makes sure that `bytes` more are available.
    fn settle(&self, bytes: u64) -> Result<(), OutOfMemory> {
        heap::settle();
        let is_small = u64::try_from(self.note()).unwrap_or(0) + bytes <= SMALL;
        // Only small requests may use the last `1 / LEFT_PARTS` of the limit. A request with a
        // memory grant grows within the bounds of workspaces, which leave as much.
        let left = if is_small || self.grants() > 0 { 0 } else { self.broker.limit() / LEFT_PARTS };
        let mut next_condemnation = 0;
        let mut patience = Patience::new(&self.broker);
        while patience.lasts() {
            if self.is_condemned.swap(false, Ordering::Relaxed) {
                break;
            }
            // The promise comes first: if two requests ask at the same time, the broker counts
            // both.
            heap::promise(bytes);
            self.broker.measure_changed();
            let unseen = if heap::is_counted() { 0 } else { bytes };
            let is_free = match is_small && heap::is_counted() {
                true => self.broker.make_some_room(2 * SMALL),
                false => self.broker.make_room(unseen + left),
            };
            if is_free {
                return Ok(());
            }
            if is_small && heap::is_counted() {
                // Ending a small request would free almost nothing, so a large request must end.
                self.broker.condemn_larger_than(SMALL);
                return Ok(());
            }
            heap::settle();
            self.broker.measure_heap();
            let own = self.request_bytes() + self.session_bytes() + bytes;
            if !patience.is_for_pool() && patience.rounds >= next_condemnation {
                next_condemnation = patience.rounds + CONDEMNATION_ROUNDS;
                if !self.broker.condemn_larger_than(own) && !self.broker.can_give() {
                    break;
                }
            }
            patience.pause();
        }
        Err(OutOfMemory { clerk: Clerk::General, wanted: bytes, limit: self.broker.limit() })
    }
}

impl Holder for Account {
    fn bytes(&self) -> u64 {
        u64::try_from(self.session.load(Ordering::Relaxed) + self.of_request()).unwrap_or(0)
    }

    fn running_bytes(&self) -> Option<u64> {
        self.is_running.load(Ordering::Relaxed).then(|| self.session_bytes() + self.request_bytes())
    }

    fn condemn(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.is_condemned.store(true, Ordering::Relaxed);
    }

    fn is_ending(&self) -> bool {
        self.is_running.load(Ordering::Relaxed) && self.is_ending.load(Ordering::Relaxed)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        heap::settle();
        DUE.set(if self.before.is_some() { heap::thread_bytes() } else { i64::MAX });
        let Some(account) = CURRENT.replace(self.before.take()) else { return };
        account.is_running.store(false, Ordering::Relaxed);
        account.session.fetch_add(account.note(), Ordering::Relaxed);
        account.request.store(0, Ordering::Relaxed);
        account.helpers.store(0, Ordering::Relaxed);
    }
}

impl Drop for Helping {
    fn drop(&mut self) {
        heap::settle();
        DUE.set(i64::MAX);
        if let Some(account) = CURRENT.take() {
            account.note();
        }
        NOTED.set(None);
    }
}

/// Asks for memory before this thread allocates about `bytes` bytes. Fails if the instance has no
/// memory for the allocation, or if the request is condemned to free memory. Amounts below `STEP`
/// are not checked.
#[inline]
pub fn want(bytes: usize) -> Result<(), OutOfMemory> {
    if bytes < STEP { Ok(()) } else { want_much(bytes) }
}

#[cold]
fn want_much(bytes: usize) -> Result<(), OutOfMemory> {
    settle_current(bytes as u64)
}

/// The check of a buffer that grows by doubling. [`Growth::reach`] calls [`want`] before each
/// doubling, with twice the bytes that the buffer reaches. It reserves nothing and frees nothing.
#[derive(Debug, Default)]
pub struct Growth {
    asked: usize,
}

impl Growth {
    /// Asks for memory before the buffer reaches `bytes` bytes. Buffers below `STEP` bytes are
    /// not checked. After an error the caller must not let the buffer grow.
    #[inline]
    pub fn reach(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes < self.asked.max(STEP) { Ok(()) } else { self.ask(bytes) }
    }

    #[cold]
    fn ask(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        want(bytes.saturating_mul(2))?;
        self.asked = bytes.saturating_mul(2);
        Ok(())
    }
}

/// Settles for a thread that allocates in small steps, once it has allocated `STEP` bytes since the
/// last settlement. Fails under the same conditions as [`want`].
#[inline]
pub fn checkpoint() -> Result<(), OutOfMemory> {
    if heap::thread_bytes() < DUE.get() { Ok(()) } else { settle_current(0) }
}

/// Does the same as [`checkpoint`], and also settles if the request is condemned because another
/// request needs its memory. For loops that hold much memory and allocate little.
#[inline]
pub fn check_request() -> Result<(), OutOfMemory> {
    if is_condemned() { settle_current(0) } else { checkpoint() }
}

/// Whether the request that runs on this thread has to free memory because another request needs
/// it.
#[inline]
pub(crate) fn is_condemned() -> bool {
    let is_condemned = |account: &Arc<Account>| account.is_condemned.load(Ordering::Relaxed);
    CURRENT.with_borrow(|account| account.as_ref().is_some_and(is_condemned))
}

/// Returns the account of the request that runs on this thread. `None` outside a request.
pub(crate) fn current() -> Option<Arc<Account>> {
    CURRENT.with_borrow(Option::clone)
}

#[cold]
fn settle_current(bytes: u64) -> Result<(), OutOfMemory> {
    let Some(account) = current() else { return Ok(()) };
    let settled = account.settle(bytes);
    DUE.set(heap::thread_bytes() + STEP as i64);
    settled
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Account>>> = const { RefCell::new(None) };
    /// The heap count of a thread that helps a request, when it was last noted.
    static NOTED: Cell<Option<i64>> = const { Cell::new(None) };
    /// The thread's heap count at which the thread settles next.
    static DUE: Cell<i64> = const { Cell::new(i64::MAX) };
}

/// Bytes a request allocates between two settlements.
const STEP: usize = 64 << 10;
/// Resident bytes of the stack of a session's thread.
const STACK_BYTES: u64 = 64 << 10;
/// Requests up to this size in bytes are never refused while a larger request can be refused.
const SMALL: u64 = 256 << 10;
/// Divisor of the limit: larger requests leave this part of the limit free.
const LEFT_PARTS: u64 = 16;
/// Divisor of the limit: this part of the limit is reserved for the stacks of sessions.
const LOG_IN_PARTS: u64 = 16;
/// Divisor of the limit: a session's plans are too much if they have more than this part of it.
const KEPT_PARTS: u64 = 64;
/// Number of rounds, each of `PAUSE`, that a request waits for memory that requests free.
const ROUNDS: usize = 200;
const PAUSE: Duration = Duration::from_millis(2);
/// Number of rounds after which a request that still waits has another larger request ended.
const CONDEMNATION_ROUNDS: usize = 25;
/// Number of rounds without progress of the buffer pool after which a larger request is ended. The
/// pool writes 64 pages at a time, which takes a second on a disk of 100 operations a second.
const POOL_ROUNDS: usize = 1_000;
/// Number of rounds after which a request no longer waits for the buffer pool.
const ROUNDS_MAX: usize = 15_000;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::memory::GivesBack;

    /// An account whose session runs a request and holds `bytes` bytes.
    fn running(broker: &Arc<MemoryBroker>, bytes: i64) -> Arc<Account> {
        let account = Account::open(broker).expect("there is memory for a session");
        account.session.store(bytes, Ordering::Relaxed);
        account.is_running.store(true, Ordering::Relaxed);
        account
    }

    #[test]
    fn one_request_is_condemned_at_a_time() {
        let broker = MemoryBroker::new(100 << 20);
        let [largest, other] = [60 << 20, 50 << 20].map(|bytes| running(&broker, bytes));
        let condemned = || [&largest, &other].map(|account| account.is_condemned.load(Ordering::Relaxed));
        assert!(!broker.condemn_larger_than(60 << 20) && condemned() == [false, false]);
        assert!(broker.condemn_larger_than(1 << 20) && condemned() == [true, false]);
        largest.is_condemned.store(false, Ordering::Relaxed);
        assert!(broker.condemn_larger_than(1 << 20), "the first request is still on its way to its end");
        assert_eq!(condemned(), [false, false]);
        largest.is_running.store(false, Ordering::Relaxed);
        assert!(broker.condemn_larger_than(1 << 20) && condemned() == [false, true]);
    }

    /// A pool whose pages are written for a while before their memory is given back.
    struct WritingPool {
        memory: Reservation,
        looks: AtomicU64,
    }

    impl GivesBack for WritingPool {
        fn give_back(&self, bytes: u64) -> u64 {
            let is_written = self.looks.load(Ordering::Relaxed) > WRITES;
            let given = if is_written { bytes.min(self.memory.bytes()) } else { 0 };
            self.memory.shrink(given);
            given
        }

        fn can_give(&self) -> bool {
            self.memory.bytes() > 0
        }

        fn progress(&self) -> u64 {
            self.looks.fetch_add(1, Ordering::Relaxed)
        }
    }

    /// More pauses than a request makes for memory that other requests free.
    const WRITES: u64 = 1 << 60;

    #[test]
    fn request_waits_while_pool_writes_pages() {
        let broker = MemoryBroker::new(4 << 20);
        let account = running(&broker, 0);
        let memory = broker.reserve(Clerk::BufferPool, 3 << 20).expect("the pool's memory is free");
        let pool: Arc<dyn GivesBack> = Arc::new(WritingPool { memory, looks: AtomicU64::new(0) });
        let giver: Weak<dyn GivesBack> = Arc::downgrade(&pool);
        broker.set_giver(giver);
        assert_eq!(account.settle(2 << 20), Ok(()));
    }
}
