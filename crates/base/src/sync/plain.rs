//! The locks of the facade: the standard library's or, with the feature `shuttle`, shuttle's.

use crate::signal::{self, Signal};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use super::BROKEN;

#[cfg(not(feature = "shuttle"))]
use std::sync as imp;

#[cfg(feature = "shuttle")]
use shuttle::sync as imp;

/// A mutual-exclusion lock.
#[derive(Default, Debug)]
pub struct Mutex<T>(imp::Mutex<T>);

/// The guard of a locked [`Mutex`].
pub struct MutexGuard<'a, T>(imp::MutexGuard<'a, T>);

impl<T> Mutex<T> {
    /// Returns a mutex around `value`.
    pub fn new(value: T) -> Mutex<T> {
        Mutex(imp::Mutex::new(value))
    }

    /// Waits for the lock. Panics if a thread has panicked while it held the lock.
    #[track_caller]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard(self.0.lock().expect(BROKEN))
    }

    /// Takes the lock if it is free. Panics as [`Mutex::lock`] does. Returns `None` at once if
    /// another thread, or this one, holds it.
    #[track_caller]
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(guard) => Some(MutexGuard(guard)),
            Err(std::sync::TryLockError::WouldBlock) => None,
            Err(std::sync::TryLockError::Poisoned(_)) => panic!("{BROKEN}"),
        }
    }

    /// Returns the guarded value.
    pub fn into_inner(self) -> T {
        self.0.into_inner().expect(BROKEN)
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A condition variable for changes of a value guarded by a [`Mutex`].
#[derive(Default, Debug)]
pub struct Condvar {
    inner: imp::Condvar,
    /// The time of the last notification, for measuring signal waits.
    notified: Signal,
}

impl Condvar {
    /// Returns a condition variable without waiters.
    pub fn new() -> Condvar {
        Condvar { inner: imp::Condvar::new(), notified: Signal::default() }
    }

    /// Releases the lock, waits for a notification, and takes the lock again. Spurious wake-ups are
    /// possible, so callers loop.
    #[track_caller]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        let since_ns = signal::now_ns();
        let guard = MutexGuard(self.inner.wait(guard.0).expect(BROKEN));
        self.notified.woken(since_ns);
        guard
    }

    /// Does the same as [`Condvar::wait`], for at most `limit`. Shuttle has no time: there the wait
    /// has no limit.
    #[track_caller]
    pub fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> MutexGuard<'a, T> {
        self.wait_within(guard, limit).0
    }

    /// Does the same as [`Condvar::wait_timeout`] and also returns whether the time was up.
    #[track_caller]
    pub fn wait_within<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> (MutexGuard<'a, T>, bool) {
        let since_ns = signal::now_ns();
        let (guard, outcome) = self.inner.wait_timeout(guard.0, limit).expect(BROKEN);
        self.notified.woken(since_ns);
        (MutexGuard(guard), outcome.timed_out())
    }

    /// Wakes one waiter.
    pub fn notify_one(&self) {
        self.notified.set();
        self.inner.notify_one();
    }

    /// Wakes all waiters.
    pub fn notify_all(&self) {
        self.notified.set();
        self.inner.notify_all();
    }
}

/// A lock for many readers or one writer.
#[derive(Default, Debug)]
pub struct RwLock<T>(imp::RwLock<T>);

/// The guard of an [`RwLock`] locked for reading.
pub struct RwLockReadGuard<'a, T>(imp::RwLockReadGuard<'a, T>);

/// The guard of an [`RwLock`] locked for writing.
pub struct RwLockWriteGuard<'a, T>(imp::RwLockWriteGuard<'a, T>);

impl<T> RwLock<T> {
    /// Returns a lock around `value`.
    pub fn new(value: T) -> RwLock<T> {
        RwLock(imp::RwLock::new(value))
    }

    /// Waits until no writer holds the lock. Panics if a writer has panicked while it held the
    /// lock.
    #[track_caller]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        RwLockReadGuard(self.0.read().expect(BROKEN))
    }

    /// Waits until no thread holds the lock. Panics as [`RwLock::read`] does.
    #[track_caller]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        RwLockWriteGuard(self.0.write().expect(BROKEN))
    }
}

impl<T> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
