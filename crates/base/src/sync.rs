//! The sync facade: the locks and atomics of the engine, the standard library's or, under the feature `shuttle`,
//! shuttle's.
//!
//! A thread that panics while it holds a lock leaves what the lock guards in doubt. Every later `lock` panics then too:
//! sessions stop, nothing is made of half a change, and the files still hold what was acknowledged.

use crate::signal::{self, Signal};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

#[cfg(not(feature = "shuttle"))]
use std::sync as imp;

#[cfg(feature = "shuttle")]
use shuttle::sync as imp;

pub use std::sync::{Arc, Weak};

/// A table that is made of constants when it is first used: making it waits for nothing, so shuttle need not see it.
pub use std::sync::LazyLock;

/// Where threads wait for each other before they go on together.
pub use imp::Barrier;

/// Atomics of the facade.
pub mod atomic {
    #[cfg(feature = "shuttle")]
    pub use shuttle::sync::atomic::{
        AtomicBool, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
    #[cfg(not(feature = "shuttle"))]
    pub use std::sync::atomic::{
        AtomicBool, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
}

/// Threads of the facade. Only the engine's top layers start any.
pub mod thread {
    #[cfg(feature = "shuttle")]
    pub use shuttle::thread::{JoinHandle, spawn, yield_now};
    #[cfg(not(feature = "shuttle"))]
    pub use std::thread::{JoinHandle, spawn, yield_now};
}

/// Tells the processor that this is a turn of a spin loop; under shuttle, lets another task run.
pub fn spin_hint() {
    #[cfg(feature = "shuttle")]
    shuttle::thread::yield_now();
    #[cfg(not(feature = "shuttle"))]
    std::hint::spin_loop();
}

/// Mutual exclusion.
#[derive(Default, Debug)]
pub struct Mutex<T>(imp::Mutex<T>);

/// What holds a [`Mutex`] locked.
pub struct MutexGuard<'a, T>(imp::MutexGuard<'a, T>);

impl<T> Mutex<T> {
    /// A mutex around `value`.
    pub fn new(value: T) -> Mutex<T> {
        Mutex(imp::Mutex::new(value))
    }

    /// Waits for the lock.
    #[track_caller]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard(self.0.lock().expect(BROKEN))
    }

    /// Takes the lock if nobody holds it.
    #[track_caller]
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(guard) => Some(MutexGuard(guard)),
            Err(std::sync::TryLockError::WouldBlock) => None,
            Err(std::sync::TryLockError::Poisoned(_)) => panic!("{BROKEN}"),
        }
    }

    /// Takes the value out.
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

/// Waiting for a change of what a [`Mutex`] guards.
#[derive(Default, Debug)]
pub struct Condvar {
    inner: imp::Condvar,
    /// When it was notified last: what a waiter was signalled by.
    notified: Signal,
}

impl Condvar {
    /// A condition nobody waits for yet.
    pub fn new() -> Condvar {
        Condvar { inner: imp::Condvar::new(), notified: Signal::default() }
    }

    /// Lets go of the lock, waits to be notified (or for nothing: callers loop), and takes the lock again.
    #[track_caller]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        let since_ns = signal::now_ns();
        let guard = MutexGuard(self.inner.wait(guard.0).expect(BROKEN));
        self.notified.woken(since_ns);
        guard
    }

    /// As [`Condvar::wait`], for at most `limit`. Shuttle has no time: there it waits without a limit.
    #[track_caller]
    pub fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> MutexGuard<'a, T> {
        self.wait_within(guard, limit).0
    }

    /// As [`Condvar::wait_timeout`]; true if the time was up.
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

/// Many readers or one writer.
#[derive(Default, Debug)]
pub struct RwLock<T>(imp::RwLock<T>);

/// What holds an [`RwLock`] for reading.
pub struct RwLockReadGuard<'a, T>(imp::RwLockReadGuard<'a, T>);

/// What holds an [`RwLock`] for writing.
pub struct RwLockWriteGuard<'a, T>(imp::RwLockWriteGuard<'a, T>);

impl<T> RwLock<T> {
    /// A lock around `value`.
    pub fn new(value: T) -> RwLock<T> {
        RwLock(imp::RwLock::new(value))
    }

    /// Waits until no writer holds it.
    #[track_caller]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        RwLockReadGuard(self.0.read().expect(BROKEN))
    }

    /// Waits until nobody holds it.
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

const BROKEN: &str = "a thread failed while it held this lock; what the lock guards is in doubt";
