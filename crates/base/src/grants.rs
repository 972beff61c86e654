//! Memory grants limit the number of requests that build sorts, hashes and spools at the same time.
//! Other requests queue (wait type `RESOURCE_SEMAPHORE`).
//!
//! Each operator of a request needs a minimum of memory to make progress. A grant guarantees this
//! minimum, so the instance's limit determines the number of grants. Requests get grants in the
//! order in which they asked. A request that holds a grant gets further grants without waiting, so
//! its functions and triggers never wait for the request itself.

use crate::account::{self, Account};
use crate::signal;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Arc, Condvar, Mutex};
use std::collections::VecDeque;
use std::time::Duration;

/// The grants of an instance.
#[derive(Default, Debug)]
pub struct Grants {
    given: AtomicUsize,
    waiting: AtomicUsize,
    /// The waiting requests in their order. Each has a condition variable of its own, so that a
    /// free grant wakes one request.
    queue: Mutex<VecDeque<Arc<Condvar>>>,
}

/// A memory grant, released when dropped.
#[derive(Debug)]
pub struct Grant {
    grants: Arc<Grants>,
    account: Option<Arc<Account>>,
    /// Whether this grant counts against the maximum. A further grant of a request that already
    /// holds a grant does not count.
    is_counted: bool,
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
    /// Takes a grant if fewer than `most` are held and no request waits. A request that holds a
    /// grant always gets another. Returns `None` if the caller has to wait for a grant.
    pub fn try_acquire(self: &Arc<Self>, most: usize) -> Option<Grant> {
        let account = account::current();
        let is_counted = account.as_ref().is_none_or(|account| account.grants() == 0);
        let is_free = !is_counted || self.waiting.load(Ordering::Relaxed) == 0 && self.take(most);
        is_free.then(|| self.grant(account, is_counted))
    }

    /// Waits for a grant, behind the requests that asked earlier; at most `most` grants are held at
    /// a time. Fails after `limit`, or soon after `is_stopped` returns true. `is_stopped` is asked
    /// at intervals. A request that goes away leaves its place to the next one.
    pub fn wait(
        self: &Arc<Self>,
        most: usize,
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
            if queue.front().is_some_and(is_own) && self.take(most) {
                break Ok(());
            }
            if is_stopped() {
                break Err(Refusal::Stopped);
            }
            if u128::from(signal::now_ns() - begun_ns) >= limit.as_nanos() {
                break Err(Refusal::TimedOut);
            }
            queue = turn.wait_timeout(queue, SLICE);
        };
        queue.retain(|other| !is_own(other));
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        queue.front().iter().for_each(|next| next.notify_one());
        drop(queue);
        outcome.map(|()| self.grant(account::current(), true))
    }

    /// Returns the number of grants held.
    pub fn given(&self) -> usize {
        self.given.load(Ordering::Relaxed)
    }

    /// Returns the number of requests that wait for a grant.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn take(&self, most: usize) -> bool {
        let more = |given: usize| (given < most.max(1)).then_some(given + 1);
        self.given.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    fn grant(self: &Arc<Self>, account: Option<Arc<Account>>, is_counted: bool) -> Grant {
        account.iter().for_each(|account| account.add_grant());
        Grant { grants: Arc::clone(self), account, is_counted }
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        self.account.iter().for_each(|account| account.remove_grant());
        if self.is_counted {
            self.grants.given.fetch_sub(1, Ordering::Relaxed);
            if self.grants.waiting() > 0 {
                self.grants.queue.lock().front().iter().for_each(|next| next.notify_one());
            }
        }
    }
}

/// The time a waiter sleeps before it checks whether it must stop.
const SLICE: Duration = Duration::from_millis(50);

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::memory::MemoryBroker;

    #[test]
    fn waiters_get_grants_in_order() {
        let grants = Arc::new(Grants::default());
        let first = grants.try_acquire(1).unwrap();
        assert!(grants.try_acquire(1).is_none());
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for waiter in 0..3 {
                let (grants, order) = (&grants, &order);
                scope.spawn(move || {
                    let grant = grants.wait(1, Duration::from_secs(60), || false).unwrap();
                    order.lock().push(waiter);
                    drop(grant);
                });
                while grants.waiting() <= waiter {
                    std::thread::yield_now();
                }
            }
            assert!(grants.try_acquire(9).is_none(), "others wait already");
            drop(first);
        });
        assert_eq!((&*order.lock(), grants.given(), grants.waiting()), (&vec![0, 1, 2], 0, 0));
    }

    #[test]
    fn grant_wait_ends_on_timeout_and_stop() {
        let grants = Arc::new(Grants::default());
        let _all = grants.try_acquire(1).unwrap();
        assert_eq!(grants.wait(1, Duration::from_millis(30), || false).unwrap_err(), Refusal::TimedOut);
        assert_eq!(grants.wait(1, Duration::from_secs(60), || true).unwrap_err(), Refusal::Stopped);
        assert_eq!((grants.given(), grants.waiting()), (1, 0));
    }

    #[test]
    fn request_with_grant_gets_further_grants() {
        let grants = Arc::new(Grants::default());
        let account = Account::open(&MemoryBroker::new(1 << 20)).unwrap();
        let _running = account.enter();
        let outer = grants.try_acquire(1).unwrap();
        let inner = grants.try_acquire(1).unwrap();
        drop(outer);
        assert_eq!((grants.given(), account.grants()), (0, 1));
        drop(inner);
        assert!(grants.try_acquire(1).is_some_and(|grant| grant.is_counted));
    }
}
