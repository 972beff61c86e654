//! Claims of other threads on a session: to end it, or to have it between two batches.
//!
//! A session that is held begins no batch. Threads that hold sessions don't wait for each other, so
//! they may hold any number of them in any order.

use sluice_base::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Whether KILL or ALTER DATABASE ... WITH ROLLBACK ends the session. Set before the session's
/// state, so that no further batch begins, and the running one reports 596. A thread that needs
/// the session between two batches holds it, so that the next batch waits.
#[derive(Clone, Default)]
pub(crate) struct Killed(Arc<Claims>);

#[derive(Default)]
struct Claims {
    is_killed: AtomicBool,
    /// The number of holds.
    holds: AtomicU32,
    /// Locked between a release and its notification, so that none is missed.
    waiting: Mutex<()>,
    released: Condvar,
}

/// A hold on a session, which begins no batch until this is dropped.
struct Hold(Killed);

impl Killed {
    /// Whether the session is to end.
    pub(crate) fn is_so(&self) -> bool {
        self.0.is_killed.load(Ordering::Relaxed)
    }

    /// Sets whether the session is to end. Wakes nobody.
    pub(crate) fn set(&self, is_killed: bool) {
        self.0.is_killed.store(is_killed, Ordering::Relaxed);
    }

    /// Locks the session's state for a batch. Waits until no thread holds the session.
    #[inline]
    pub(crate) fn enter<'s, T>(&self, state: &'s Mutex<T>) -> MutexGuard<'s, T> {
        loop {
            if self.is_held() {
                self.wait_for_release();
            }
            // A hold that came before the lock counts: a thread that holds the session and has had
            // the lock knows that no batch is running.
            let state = state.lock();
            if !self.is_held() {
                return state;
            }
        }
    }

    fn is_held(&self) -> bool {
        self.0.holds.load(Ordering::Acquire) > 0
    }

    #[cold]
    fn wait_for_release(&self) {
        let mut waiting = self.0.waiting.lock();
        while self.is_held() {
            waiting = self.0.released.wait(waiting);
        }
    }

    fn hold(&self) -> Hold {
        self.0.holds.fetch_add(1, Ordering::AcqRel);
        Hold(self.clone())
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let claims = &self.0.0;
        claims.holds.fetch_sub(1, Ordering::AcqRel);
        drop(claims.waiting.lock());
        claims.released.notify_all();
    }
}

/// Sessions that begin no batch until this is dropped.
#[derive(Default)]
pub(crate) struct HeldSessions(Vec<Hold>);

impl HeldSessions {
    /// Holds the session. Doesn't wait for a running batch.
    pub(crate) fn add(&mut self, session: &Killed) {
        self.0.push(session.hold());
    }

    /// Ends the holds on the session, and wakes its waiting batch.
    pub(crate) fn release(&mut self, session: &Killed) {
        self.0.retain(|hold| !Arc::ptr_eq(&hold.0.0, &session.0));
    }

    /// Whether the session is held here.
    pub(crate) fn has(&self, session: &Killed) -> bool {
        self.0.iter().any(|hold| Arc::ptr_eq(&hold.0.0, &session.0))
    }
}
