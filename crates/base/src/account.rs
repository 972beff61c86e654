//! The memory of a session and of the request that it runs: the branches of the tree of accounts whose root is the memory broker.
//!
//! A session runs on one thread at a time, which [`enter`](Account::enter)s the account. From then on every layer on that thread can
//! ask before it allocates much ([`want`]), and says now and then that it goes on ([`checkpoint`]). Where the process counts
//! its heap ([`crate::heap`]) the account holds what the thread has allocated, to the byte, and settles with the broker every
//! `STEP` bytes; else it only compares what is wanted with what the instance has left.
//!
//! Beyond the instance's limit the largest running request ends with an error, not the one that asked last.

use crate::heap;
use crate::memory::{Clerk, Holder, MemoryBroker, OutOfMemory, Reservation};
use crate::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use crate::sync::{Arc, Weak};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// A session's memory.
#[derive(Debug)]
pub struct Account {
    broker: Arc<MemoryBroker>,
    /// Bytes kept between requests.
    session: AtomicI64,
    /// Bytes that the running request has allocated, as of its last step.
    request: AtomicI64,
    /// The thread's count when the request began.
    start: AtomicI64,
    is_running: AtomicBool,
    is_condemned: AtomicBool,
    /// How many memory grants its requests hold.
    grants: AtomicUsize,
    stack: Reservation,
}

/// A request runs on this thread until this is dropped.
#[derive(Debug)]
pub struct Entered {
    before: Option<Arc<Account>>,
}

impl Account {
    /// The account of a new session. Fails if the instance has no memory for one more.
    pub fn open(broker: &Arc<MemoryBroker>) -> Result<Arc<Account>, OutOfMemory> {
        let account = Arc::new(Account {
            broker: Arc::clone(broker),
            session: AtomicI64::new(0),
            request: AtomicI64::new(0),
            start: AtomicI64::new(0),
            is_running: AtomicBool::new(false),
            is_condemned: AtomicBool::new(false),
            grants: AtomicUsize::new(0),
            stack: broker.open(Clerk::Connections),
        });
        account.reserve_stack()?;
        let holder: Arc<dyn Holder> = Arc::<Account>::clone(&account);
        let holder: Weak<dyn Holder> = Arc::downgrade(&holder);
        broker.enter(holder);
        Ok(account)
    }

    /// Begins a request on this thread.
    pub fn enter(self: &Arc<Account>) -> Entered {
        self.start.store(heap::thread_bytes(), Ordering::Relaxed);
        self.request.store(0, Ordering::Relaxed);
        self.is_condemned.store(false, Ordering::Relaxed);
        self.is_running.store(true, Ordering::Relaxed);
        DUE.set(heap::thread_bytes() + STEP as i64);
        Entered { before: CURRENT.replace(Some(Arc::clone(self))) }
    }

    /// Bytes kept between requests.
    pub fn session_bytes(&self) -> u64 {
        u64::try_from(self.session.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// Bytes of the running request, as of its last step.
    pub fn request_bytes(&self) -> u64 {
        u64::try_from(self.request.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// How many memory grants its requests hold.
    pub(crate) fn grants(&self) -> usize {
        self.grants.load(Ordering::Relaxed)
    }

    pub(crate) fn add_grant(&self) {
        self.grants.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn remove_grant(&self) {
        self.grants.fetch_sub(1, Ordering::Relaxed);
    }

    /// A new session is let in at the cost of a large request, if there is one.
    fn reserve_stack(&self) -> Result<(), OutOfMemory> {
        for round in 0..ROUNDS {
            match self.stack.grow(STACK_BYTES) {
                Err(refused) if round == 0 && !self.broker.condemn_larger_than(SMALL) && !self.broker.can_give() => {
                    return Err(refused);
                }
                Err(_) => std::thread::sleep(PAUSE),
                Ok(()) => return Ok(()),
            }
        }
        self.stack.grow(STACK_BYTES)
    }

    /// Whether the session would keep much when the request ends, or anything of a size where the instance is short of memory. For the
    /// running request's thread.
    pub fn keeps_much(&self) -> bool {
        let kept = u64::try_from(self.session.load(Ordering::Relaxed) + self.note()).unwrap_or(0);
        let is_short = || self.broker.free() < SMALL && !self.broker.can_give();
        kept > STEP as u64 && (kept > self.broker.limit() / KEPT_PARTS || is_short())
    }

    fn note(&self) -> i64 {
        let request = heap::thread_bytes() - self.start.load(Ordering::Relaxed);
        self.request.store(request, Ordering::Relaxed);
        request
    }

    /// Settles with the broker; `bytes` more are to be there.
    fn settle(&self, bytes: u64) -> Result<(), OutOfMemory> {
        heap::settle();
        let is_small = u64::try_from(self.note()).unwrap_or(0) + bytes <= SMALL;
        // A reserve is left for small requests.
        let left = if is_small { 0 } else { self.broker.limit() / LEFT_PARTS };
        for round in 0..ROUNDS {
            if self.is_condemned.swap(false, Ordering::Relaxed) {
                break;
            }
            // Promised first, so that of two that ask at once the broker sees both.
            heap::promise(bytes);
            self.broker.measure_heap();
            let unseen = if heap::is_counted() { 0 } else { bytes };
            if self.broker.make_room(unseen + left) {
                return Ok(());
            }
            if is_small && heap::is_counted() {
                // Its end would free nothing: a large request is to end.
                self.broker.condemn_larger_than(SMALL);
                return Ok(());
            }
            heap::settle();
            self.broker.measure_heap();
            let own = self.request_bytes() + self.session_bytes() + bytes;
            if round == 0 && !self.broker.condemn_larger_than(own) && !self.broker.can_give() {
                break;
            }
            std::thread::sleep(PAUSE);
        }
        Err(OutOfMemory { clerk: Clerk::General, wanted: bytes, limit: self.broker.limit() })
    }
}

impl Holder for Account {
    fn running_bytes(&self) -> Option<u64> {
        self.is_running.load(Ordering::Relaxed).then(|| self.session_bytes() + self.request_bytes())
    }

    fn condemn(&self) {
        self.is_condemned.store(true, Ordering::Relaxed);
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
    }
}

/// Before this thread allocates about so many bytes: an error if the instance has no memory for them, or if the request is to end for
/// want of memory. Little is not asked for.
#[inline]
pub fn want(bytes: usize) -> Result<(), OutOfMemory> {
    if bytes < STEP { Ok(()) } else { want_much(bytes) }
}

#[cold]
fn want_much(bytes: usize) -> Result<(), OutOfMemory> {
    settle_current(bytes as u64)
}

/// The memory of a buffer that grows by doubling: asked for ahead of each doubling.
#[derive(Debug, Default)]
pub struct Growth {
    asked: usize,
}

impl Growth {
    /// Before the buffer is of `bytes` bytes.
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

/// While this thread allocates bit by bit: the same for what it has allocated since it was asked last.
#[inline]
pub fn checkpoint() -> Result<(), OutOfMemory> {
    if heap::thread_bytes() < DUE.get() { Ok(()) } else { settle_current(0) }
}

/// As [`checkpoint`], and an error also if another request needs the memory of this one: for loops that hold much and allocate little.
#[inline]
pub fn check_request() -> Result<(), OutOfMemory> {
    let is_condemned = |account: &Arc<Account>| account.is_condemned.load(Ordering::Relaxed);
    if CURRENT.with_borrow(|account| account.as_ref().is_some_and(is_condemned)) {
        return settle_current(0);
    }
    checkpoint()
}

/// The account of the request that runs on this thread.
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
    /// The thread's count from which on it settles.
    static DUE: Cell<i64> = const { Cell::new(i64::MAX) };
}

/// How much a request allocates before it settles again, in bytes.
const STEP: usize = 64 << 10;
/// The resident part of the stack of a session's thread, in bytes.
const STACK_BYTES: u64 = 64 << 10;
/// A request up to this size is never refused where a larger one can be.
const SMALL: u64 = 256 << 10;
/// The part of the limit that larger requests leave.
const LEFT_PARTS: u64 = 16;
/// The part of the limit that is much for a session to keep.
const KEPT_PARTS: u64 = 64;
/// How long who asks waits for memory that others are to free, in turns.
const ROUNDS: usize = 200;
const PAUSE: Duration = Duration::from_millis(2);
