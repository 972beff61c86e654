//! Memory grants limit the memory of requests that build sorts, hashes and spools at the same time.
//! Other requests queue (wait type `RESOURCE_SEMAPHORE`).
//!
//! A grant promises bytes: the estimated memory of the request's operators, at least what they need
//! to make progress. The sum of all grants stays within a part of the instance's limit
//! ([`most_granted`]). Requests get grants in the order in which they asked. A request that holds a
//! grant gets further grants without waiting and without bytes, so its functions and triggers never
//! wait for the request itself.
//!
//! A [`Semaphore`] of their own keeps a part of the memory for small requests, so that they don't
//! queue behind large ones. A small request takes from the regular semaphore while nobody waits
//! there.

use crate::account::{self, Account};
use crate::signal;
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex};
use std::collections::VecDeque;
use std::time::Duration;

/// The grants of an instance.
#[derive(Default, Debug)]
pub struct Grants {
    regular: Arc<Semaphore>,
    small: Arc<Semaphore>,
}

/// The grants that share a maximum, and the queue of the requests that wait for one.
#[derive(Default, Debug)]
pub struct Semaphore {
    given: AtomicUsize,
    /// The bytes of the grants given.
    granted: AtomicU64,
    waiting: AtomicUsize,
    /// How many requests gave up since the instance started.
    timeouts: AtomicU64,
    /// The waiting requests in their order. Each has a condition variable of its own, so that a
    /// free grant wakes one request.
    queue: Mutex<VecDeque<Arc<Condvar>>>,
}

/// The memory that a request asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The bytes of the grant.
    pub bytes: u64,
    /// The estimated cost of the request's statement.
    pub cost: f64,
}

/// A memory grant, released when dropped.
#[derive(Debug)]
pub struct Grant {
    semaphore: Arc<Semaphore>,
    account: Option<Arc<Account>>,
    /// The bytes that count against the maximum. `None` for a further grant of a request that
    /// already holds one.
    counted: Option<u64>,
}

/// The reason why a request got no grant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No grant became free within the time limit.
    TimedOut,
    /// The request was stopped.
    Stopped,
}

impl Wanted {
    /// Whether the request may use the semaphore for small requests: less than 5 MB and a cost
    /// below 3 (`sys-dm-exec-query-resource-semaphores-transact-sql.md`).
    fn is_small(self) -> bool {
        self.bytes < SMALL_BYTES && self.cost < SMALL_COST
    }
}

impl Grants {
    /// Takes a grant of an instance whose memory has `limit` bytes, if the other grants leave it
    /// and no request waits. A request that holds a grant always gets another. So does the only
    /// request, whatever it asks for. Returns `None` if the caller has to wait for a grant.
    pub fn try_acquire(&self, wanted: Wanted, limit: u64) -> Option<Grant> {
        let account = account::current();
        if account.as_ref().is_some_and(|account| account.grants() > 0) {
            return Some(Grant::new(&self.regular, account, None));
        }
        account.iter().for_each(|account| account.note_requested(wanted.bytes, false));
        if self.regular.take_unless_awaited(wanted.bytes, most_regular(limit)) {
            return Some(Grant::new(&self.regular, account, Some(wanted.bytes)));
        }
        if wanted.is_small() && self.small.take_unless_awaited(wanted.bytes, most_small(limit)) {
            account.iter().for_each(|account| account.note_requested(wanted.bytes, true));
            return Some(Grant::new(&self.small, account, Some(wanted.bytes)));
        }
        None
    }

    /// Waits for a grant behind the requests of the same semaphore that asked earlier. `limit` is
    /// the memory of the instance in bytes. Fails after `longest`, or soon after `is_stopped`
    /// returns true. `is_stopped` is asked at intervals. A request that goes away leaves its place
    /// to the next one.
    pub fn wait(
        &self,
        wanted: Wanted,
        limit: u64,
        longest: Duration,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Grant, Refusal> {
        let account = account::current();
        account.iter().for_each(|account| account.note_requested(wanted.bytes, wanted.is_small()));
        let (semaphore, most) = match wanted.is_small() {
            true => (&self.small, most_small(limit)),
            false => (&self.regular, most_regular(limit)),
        };
        semaphore.wait((wanted.bytes, most), longest, is_stopped)?;
        Ok(Grant::new(semaphore, account, Some(wanted.bytes)))
    }

    /// Returns the semaphore of requests of any size.
    pub fn regular(&self) -> &Semaphore {
        &self.regular
    }

    /// Returns the semaphore that small requests use while others wait for the regular one.
    pub fn small(&self) -> &Semaphore {
        &self.small
    }

    /// Returns the number of grants held.
    pub fn given(&self) -> usize {
        self.regular.given() + self.small.given()
    }

    /// Returns the number of requests that wait for a grant.
    pub fn waiting(&self) -> usize {
        self.regular.waiting() + self.small.waiting()
    }

    /// Returns the bytes of the grants held.
    pub fn granted_bytes(&self) -> u64 {
        self.regular.granted_bytes() + self.small.granted_bytes()
    }
}

impl Semaphore {
    /// Returns the number of grants held.
    pub fn given(&self) -> usize {
        self.given.load(Ordering::Relaxed)
    }

    /// Returns the number of requests that wait for a grant.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns the bytes of the grants held.
    pub fn granted_bytes(&self) -> u64 {
        self.granted.load(Ordering::Relaxed)
    }

    /// Returns how many requests got no grant in time since the instance started.
    pub fn timeouts(&self) -> u64 {
        self.timeouts.load(Ordering::Relaxed)
    }

    fn wait(&self, (bytes, most): (u64, u64), longest: Duration, is_stopped: impl Fn() -> bool) -> Result<(), Refusal> {
        let begun_ns = signal::now_ns();
        let turn = Arc::new(Condvar::new());
        let is_own = |other: &Arc<Condvar>| Arc::ptr_eq(other, &turn);
        let mut queue = self.queue.lock();
        queue.push_back(Arc::clone(&turn));
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let outcome = loop {
            if queue.front().is_some_and(is_own) && self.take(bytes, most) {
                break Ok(());
            }
            if is_stopped() {
                break Err(Refusal::Stopped);
            }
            if u128::from(signal::now_ns() - begun_ns) >= longest.as_nanos() {
                self.timeouts.fetch_add(1, Ordering::Relaxed);
                break Err(Refusal::TimedOut);
            }
            queue = turn.wait_timeout(queue, SLICE);
        };
        queue.retain(|other| !is_own(other));
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        queue.front().iter().for_each(|next| next.notify_one());
        outcome
    }

    fn take_unless_awaited(&self, bytes: u64, most: u64) -> bool {
        self.waiting.load(Ordering::Relaxed) == 0 && self.take(bytes, most)
    }

    fn take(&self, bytes: u64, most: u64) -> bool {
        let more = |granted: u64| (granted == 0 || granted + bytes <= most).then_some(granted + bytes);
        self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    fn give_back(&self, bytes: u64) {
        self.given.fetch_sub(1, Ordering::Relaxed);
        self.granted.fetch_sub(bytes, Ordering::Relaxed);
        if self.waiting() > 0 {
            self.queue.lock().front().iter().for_each(|next| next.notify_one());
        }
    }
}

impl Grant {
    fn new(semaphore: &Arc<Semaphore>, account: Option<Arc<Account>>, counted: Option<u64>) -> Grant {
        if counted.is_some() {
            semaphore.given.fetch_add(1, Ordering::Relaxed);
        }
        account.iter().for_each(|account| account.add_grant());
        Grant { semaphore: Arc::clone(semaphore), account, counted }
    }

    /// Returns the bytes of the grant. A further grant of a request has none.
    pub fn bytes(&self) -> u64 {
        self.counted.unwrap_or_default()
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.account.iter().for_each(|account| account.remove_grant());
        self.counted.iter().for_each(|bytes| self.semaphore.give_back(*bytes));
    }
}

/// Returns the bytes that all grants together may have in an instance whose limit is `limit`.
pub fn most_granted(limit: u64) -> u64 {
    most_regular(limit) + most_small(limit)
}

/// Returns the bytes that the grants of the regular semaphore may have.
pub fn most_regular(limit: u64) -> u64 {
    limit / 100 * REGULAR_PERCENT
}

/// Returns the bytes that the grants of the semaphore for small requests may have.
pub fn most_small(limit: u64) -> u64 {
    limit / 100 * SMALL_PERCENT
}

/// Percentage of the instance's memory for the grants of the regular semaphore.
const REGULAR_PERCENT: u64 = 55;
/// Percentage of the instance's memory for the grants of small requests.
const SMALL_PERCENT: u64 = 5;
/// The bytes that a small request stays below.
const SMALL_BYTES: u64 = 5 << 20;
/// The cost that a small request stays below.
const SMALL_COST: f64 = 3.0;
/// The time a waiter sleeps before it checks whether it must stop.
const SLICE: Duration = Duration::from_millis(50);

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::memory::MemoryBroker;

    const LARGE: fn(u64) -> Wanted = |bytes| Wanted { bytes, cost: SMALL_COST };
    const SMALL: fn(u64) -> Wanted = |bytes| Wanted { bytes, cost: 1.0 };
    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn waiters_get_grants_in_order() {
        let grants = Grants::default();
        let first = grants.try_acquire(LARGE(1), 2).unwrap();
        assert!(grants.try_acquire(LARGE(1), 2).is_none());
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for waiter in 0..3 {
                let (grants, order) = (&grants, &order);
                scope.spawn(move || {
                    let grant = grants.wait(LARGE(1), 2, MINUTE, || false).unwrap();
                    order.lock().push(waiter);
                    drop(grant);
                });
                while grants.waiting() <= waiter {
                    std::thread::yield_now();
                }
            }
            assert!(grants.try_acquire(LARGE(1), 900).is_none(), "others wait already");
            drop(first);
        });
        assert_eq!((&*order.lock(), grants.given(), grants.waiting()), (&vec![0, 1, 2], 0, 0));
    }

    #[test]
    fn grant_wait_ends_on_timeout_and_stop() {
        let grants = Grants::default();
        let _all = grants.try_acquire(LARGE(1), 1).unwrap();
        assert_eq!(grants.wait(LARGE(1), 1, Duration::from_millis(30), || false).unwrap_err(), Refusal::TimedOut);
        assert_eq!(grants.wait(LARGE(1), 1, MINUTE, || true).unwrap_err(), Refusal::Stopped);
        assert_eq!((grants.given(), grants.waiting(), grants.regular().timeouts()), (1, 0, 1));
    }

    #[test]
    fn request_with_grant_gets_further_grants() {
        let grants = Grants::default();
        let account = Account::open(&MemoryBroker::new(1 << 20)).unwrap();
        let _running = account.enter();
        let outer = grants.try_acquire(LARGE(1), 1).unwrap();
        let inner = grants.try_acquire(LARGE(1), 1).unwrap();
        drop(outer);
        assert_eq!((grants.given(), account.grants()), (0, 1));
        drop(inner);
        assert!(grants.try_acquire(LARGE(1), 1).is_some_and(|grant| grant.counted == Some(1)));
    }

    #[test]
    fn sum_of_grants_is_bounded() {
        let grants = Grants::default();
        let large = grants.try_acquire(LARGE(70), 100).expect("an only request gets what it asks for");
        assert!(grants.try_acquire(LARGE(1), 100).is_none());
        drop(large);
        let held = [grants.try_acquire(LARGE(40), 100).unwrap(), grants.try_acquire(LARGE(15), 100).unwrap()];
        assert!(grants.try_acquire(LARGE(1), 100).is_none());
        assert_eq!((grants.given(), grants.granted_bytes()), (2, 55));
        drop(held);
        assert_eq!((grants.given(), grants.granted_bytes()), (0, 0));
    }

    #[test]
    fn small_requests_pass_large_ones() {
        let grants = Grants::default();
        let plenty = grants.try_acquire(SMALL(20), 100).unwrap();
        assert_eq!((grants.regular().given(), grants.small().given()), (1, 0), "nobody waits");
        let large = grants.try_acquire(LARGE(35), 100).unwrap();
        let passing = grants.try_acquire(SMALL(3), 100).expect("a part of the memory is theirs");
        assert_eq!((grants.small().granted_bytes(), grants.given()), (3, 3));
        assert!(grants.try_acquire(SMALL(3), 100).is_none(), "the part has 5 bytes");
        assert!(grants.try_acquire(LARGE(1), 100).is_none());
        std::thread::scope(|scope| {
            scope.spawn(|| grants.wait(SMALL(3), 100, MINUTE, || false).unwrap());
            while grants.small().waiting() == 0 {
                std::thread::yield_now();
            }
            assert_eq!(grants.regular().waiting(), 0);
            drop(passing);
        });
        drop((plenty, large));
        assert_eq!((grants.given(), grants.granted_bytes()), (0, 0));
    }
}
