//! Memory grants limit the memory of requests that build sorts, hashes and spools at the same time.
//! Other requests queue (wait type `RESOURCE_SEMAPHORE`).
//!
//! A grant promises bytes: the estimated memory of the request's operators, at least what they need
//! to make progress. The sum of all grants stays within a part of the instance's limit
//! ([`most_granted`]). Requests get grants in the order in which they asked. A request that holds a
//! grant gets further grants without waiting and without bytes, so its functions and triggers never
//! wait for the request itself.

use crate::account::{self, Account};
use crate::signal;
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex};
use std::collections::VecDeque;
use std::time::Duration;

/// The grants of an instance.
#[derive(Default, Debug)]
pub struct Grants {
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

/// A memory grant, released when dropped.
#[derive(Debug)]
pub struct Grant {
    grants: Arc<Grants>,
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

impl Grants {
    /// Takes a grant of `bytes` bytes if the grants then have at most `most` bytes and no request
    /// waits. A request that holds a grant always gets another. So does the only request, whatever
    /// it asks for. Returns `None` if the caller has to wait for a grant.
    pub fn try_acquire(self: &Arc<Self>, bytes: u64, most: u64) -> Option<Grant> {
        let account = account::current();
        if account.as_ref().is_some_and(|account| account.grants() > 0) {
            return Some(self.grant(account, None));
        }
        account.iter().for_each(|account| account.note_requested(bytes));
        let is_free = self.waiting.load(Ordering::Relaxed) == 0 && self.take(bytes, most);
        is_free.then(|| self.grant(account, Some(bytes)))
    }

    /// Waits for a grant of `bytes` bytes, behind the requests that asked earlier; the grants have
    /// at most `most` bytes together. Fails after `limit`, or soon after `is_stopped` returns true.
    /// `is_stopped` is asked at intervals. A request that goes away leaves its place to the next
    /// one.
    pub fn wait(
        self: &Arc<Self>,
        bytes: u64,
        most: u64,
        limit: Duration,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Grant, Refusal> {
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
            if u128::from(signal::now_ns() - begun_ns) >= limit.as_nanos() {
                self.timeouts.fetch_add(1, Ordering::Relaxed);
                break Err(Refusal::TimedOut);
            }
            queue = turn.wait_timeout(queue, SLICE);
        };
        queue.retain(|other| !is_own(other));
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        queue.front().iter().for_each(|next| next.notify_one());
        drop(queue);
        outcome.map(|()| self.grant(account::current(), Some(bytes)))
    }

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

    fn take(&self, bytes: u64, most: u64) -> bool {
        let more = |granted: u64| (granted == 0 || granted + bytes <= most).then_some(granted + bytes);
        self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    fn grant(self: &Arc<Self>, account: Option<Arc<Account>>, counted: Option<u64>) -> Grant {
        if counted.is_some() {
            self.given.fetch_add(1, Ordering::Relaxed);
        }
        account.iter().for_each(|account| account.add_grant());
        Grant { grants: Arc::clone(self), account, counted }
    }
}

impl Grant {
    /// Returns the bytes of the grant. A further grant of a request has none.
    pub fn bytes(&self) -> u64 {
        self.counted.unwrap_or_default()
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.account.iter().for_each(|account| account.remove_grant());
        if let Some(bytes) = self.counted {
            self.grants.given.fetch_sub(1, Ordering::Relaxed);
            self.grants.granted.fetch_sub(bytes, Ordering::Relaxed);
            if self.grants.waiting() > 0 {
                self.grants.queue.lock().front().iter().for_each(|next| next.notify_one());
            }
        }
    }
}

/// Returns the bytes that all grants together may have in an instance whose limit is `limit`.
pub fn most_granted(limit: u64) -> u64 {
    limit / 100 * GRANTED_PERCENT
}

/// Percentage of the instance's memory for all grants.
const GRANTED_PERCENT: u64 = 60;
/// The time a waiter sleeps before it checks whether it must stop.
const SLICE: Duration = Duration::from_millis(50);

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::memory::MemoryBroker;

    #[test]
    fn waiters_get_grants_in_order() {
        let grants = Arc::new(Grants::default());
        let first = grants.try_acquire(1, 1).unwrap();
        assert!(grants.try_acquire(1, 1).is_none());
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for waiter in 0..3 {
                let (grants, order) = (&grants, &order);
                scope.spawn(move || {
                    let grant = grants.wait(1, 1, Duration::from_secs(60), || false).unwrap();
                    order.lock().push(waiter);
                    drop(grant);
                });
                while grants.waiting() <= waiter {
                    std::thread::yield_now();
                }
            }
            assert!(grants.try_acquire(1, 9).is_none(), "others wait already");
            drop(first);
        });
        assert_eq!((&*order.lock(), grants.given(), grants.waiting()), (&vec![0, 1, 2], 0, 0));
    }

    #[test]
    fn grant_wait_ends_on_timeout_and_stop() {
        let grants = Arc::new(Grants::default());
        let _all = grants.try_acquire(1, 1).unwrap();
        assert_eq!(grants.wait(1, 1, Duration::from_millis(30), || false).unwrap_err(), Refusal::TimedOut);
        assert_eq!(grants.wait(1, 1, Duration::from_secs(60), || true).unwrap_err(), Refusal::Stopped);
        assert_eq!((grants.given(), grants.waiting()), (1, 0));
    }

    #[test]
    fn request_with_grant_gets_further_grants() {
        let grants = Arc::new(Grants::default());
        let account = Account::open(&MemoryBroker::new(1 << 20)).unwrap();
        let _running = account.enter();
        let outer = grants.try_acquire(1, 1).unwrap();
        let inner = grants.try_acquire(1, 1).unwrap();
        drop(outer);
        assert_eq!((grants.given(), account.grants()), (0, 1));
        drop(inner);
        assert!(grants.try_acquire(1, 1).is_some_and(|grant| grant.counted == Some(1)));
    }
    #[test]
    fn sum_of_grants_is_bounded() {
        let grants = Arc::new(Grants::default());
        let large = grants.try_acquire(70, 60).expect("an only request gets what it asks for");
        assert!(grants.try_acquire(1, 60).is_none());
        drop(large);
        let held = [grants.try_acquire(40, 60).unwrap(), grants.try_acquire(20, 60).unwrap()];
        assert!(grants.try_acquire(1, 60).is_none());
        assert_eq!((grants.given(), grants.granted_bytes()), (2, 60));
        drop(held);
        assert_eq!((grants.given(), grants.granted_bytes()), (0, 0));
    }
}
