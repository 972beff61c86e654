//! The locks and threads of the facade with the feature `schedule`. A task of a schedule waits in
//! the scheduler, and any other thread in the standard library.
//!
//! The data lies in the standard library's lock, which a task only tries. A task that finds it
//! taken blocks under the lock's address until an owner drops its guard. Each request of a lock is
//! a point.

use super::BROKEN;
use crate::schedule;
use crate::signal::{self, Signal};
use std::ops::{Deref, DerefMut};
use std::sync::TryLockError;
use std::time::Duration;

/// A mutual-exclusion lock.
#[derive(Default, Debug)]
pub struct Mutex<T>(std::sync::Mutex<T>);

/// The guard of a locked [`Mutex`].
pub struct MutexGuard<'a, T> {
    mutex: &'a Mutex<T>,
    /// Present until the guard is dropped or given to a condition variable.
    inner: Option<std::sync::MutexGuard<'a, T>>,
}

impl<T> Mutex<T> {
    /// Returns a mutex around `value`.
    pub fn new(value: T) -> Mutex<T> {
        Mutex(std::sync::Mutex::new(value))
    }

    /// Waits for the lock. Panics if a thread has panicked while it held the lock.
    #[track_caller]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        if !schedule::is_task() {
            return self.guard(self.0.lock().expect(BROKEN));
        }
        schedule::point();
        self.lock_as_task()
    }

    /// Takes the lock if it is free. Panics if a thread has panicked while it held the lock.
    #[track_caller]
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        schedule::point();
        self.lock_now()
    }

    /// Returns the guarded value.
    pub fn into_inner(self) -> T {
        self.0.into_inner().expect(BROKEN)
    }

    #[track_caller]
    fn lock_now(&self) -> Option<MutexGuard<'_, T>> {
        if_free(self.0.try_lock()).map(|inner| self.guard(inner))
    }

    #[track_caller]
    fn lock_as_task(&self) -> MutexGuard<'_, T> {
        loop {
            if let Some(guard) = self.lock_now() {
                return guard;
            }
            schedule::wait(key_of(self), None, || ());
        }
    }

    fn guard<'a>(&'a self, inner: std::sync::MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        MutexGuard { mutex: self, inner: Some(inner) }
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        drop(self.inner.take());
        schedule::wake(key_of(self.mutex), true);
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.inner.as_ref().expect(HELD)
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect(HELD)
    }
}

/// A condition variable for changes of a value guarded by a [`Mutex`].
#[derive(Default, Debug)]
pub struct Condvar {
    inner: std::sync::Condvar,
    /// The time of the last notification, for measuring signal waits.
    notified: Signal,
}

impl Condvar {
    /// Returns a condition variable without waiters.
    pub fn new() -> Condvar {
        Condvar::default()
    }

    /// Releases the lock, waits for a notification, and takes the lock again. Spurious wake-ups are
    /// possible, so callers loop.
    #[track_caller]
    pub fn wait<'a, T>(&self, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        let (mutex, since_ns) = (guard.mutex, signal::now_ns());
        let guard = if schedule::is_task() {
            schedule::wait(key_of(self), None, || drop(guard));
            mutex.lock_as_task()
        } else {
            mutex.guard(self.inner.wait(guard.inner.take().expect(HELD)).expect(BROKEN))
        };
        self.notified.woken(since_ns);
        guard
    }

    /// Does the same as [`Condvar::wait`], for at most `limit`.
    #[track_caller]
    pub fn wait_timeout<'a, T>(&self, guard: MutexGuard<'a, T>, limit: Duration) -> MutexGuard<'a, T> {
        self.wait_within(guard, limit).0
    }

    /// Does the same as [`Condvar::wait_timeout`] and also returns whether the time was up. It may
    /// also wake without a notification. The mutex is released meanwhile and held on return.
    #[track_caller]
    pub fn wait_within<'a, T>(&self, mut guard: MutexGuard<'a, T>, limit: Duration) -> (MutexGuard<'a, T>, bool) {
        let (mutex, since_ns) = (guard.mutex, signal::now_ns());
        let waited = if schedule::is_task() {
            let was_woken = schedule::wait(key_of(self), Some(limit), || drop(guard));
            (mutex.lock_as_task(), !was_woken)
        } else {
            let inner = guard.inner.take().expect(HELD);
            let (inner, outcome) = self.inner.wait_timeout(inner, limit).expect(BROKEN);
            (mutex.guard(inner), outcome.timed_out())
        };
        self.notified.woken(since_ns);
        waited
    }

    /// Wakes one waiter.
    pub fn notify_one(&self) {
        self.notified.set();
        schedule::wake(key_of(self), false);
        self.inner.notify_one();
    }

    /// Wakes all waiters.
    pub fn notify_all(&self) {
        self.notified.set();
        schedule::wake(key_of(self), true);
        self.inner.notify_all();
    }
}

/// A lock for many readers or one writer.
#[derive(Default, Debug)]
pub struct RwLock<T>(std::sync::RwLock<T>);

/// The guard of an [`RwLock`] locked for reading.
pub struct RwLockReadGuard<'a, T> {
    lock: &'a RwLock<T>,
    /// Present until the guard is dropped.
    inner: Option<std::sync::RwLockReadGuard<'a, T>>,
}

/// The guard of an [`RwLock`] locked for writing.
pub struct RwLockWriteGuard<'a, T> {
    lock: &'a RwLock<T>,
    /// Present until the guard is dropped.
    inner: Option<std::sync::RwLockWriteGuard<'a, T>>,
}

impl<T> RwLock<T> {
    /// Returns a lock around `value`.
    pub fn new(value: T) -> RwLock<T> {
        RwLock(std::sync::RwLock::new(value))
    }

    /// Waits until no writer holds the lock. Panics if a writer has panicked while it held the
    /// lock. Any number of readers may hold it. In a schedule this is a point where the baton may
    /// pass.
    #[track_caller]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        if !schedule::is_task() {
            return RwLockReadGuard { lock: self, inner: Some(self.0.read().expect(BROKEN)) };
        }
        schedule::point();
        loop {
            if let Some(inner) = if_free(self.0.try_read()) {
                return RwLockReadGuard { lock: self, inner: Some(inner) };
            }
            schedule::wait(key_of(self), None, || ());
        }
    }

    /// Waits until no thread holds the lock. Panics as [`RwLock::read`] does. In a schedule this is
    /// a point where the baton may pass.
    #[track_caller]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        if !schedule::is_task() {
            return RwLockWriteGuard { lock: self, inner: Some(self.0.write().expect(BROKEN)) };
        }
        schedule::point();
        loop {
            if let Some(inner) = if_free(self.0.try_write()) {
                return RwLockWriteGuard { lock: self, inner: Some(inner) };
            }
            schedule::wait(key_of(self), None, || ());
        }
    }
}

impl<T> Drop for RwLockReadGuard<'_, T> {
    fn drop(&mut self) {
        drop(self.inner.take());
        schedule::wake(key_of(self.lock), true);
    }
}

impl<T> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        drop(self.inner.take());
        schedule::wake(key_of(self.lock), true);
    }
}

impl<T> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.inner.as_ref().expect(HELD)
    }
}

impl<T> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.inner.as_ref().expect(HELD)
    }
}

impl<T> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect(HELD)
    }
}

/// Threads: tasks, if the starting thread is a task.
pub(super) mod thread {
    use crate::schedule::{self, ScheduledThread};
    use std::time::Duration;

    /// A started thread or task.
    #[derive(Debug)]
    pub enum JoinHandle<T> {
        /// A thread outside the schedule.
        Thread(std::thread::JoinHandle<T>),
        /// A task.
        Task(ScheduledThread<T>),
    }

    impl<T> JoinHandle<T> {
        /// Waits for the thread's end. Returns its result or its panic.
        pub fn join(self) -> std::thread::Result<T> {
            match self {
                JoinHandle::Thread(thread) => thread.join(),
                JoinHandle::Task(task) => task.join(),
            }
        }

        /// Whether the thread has ended.
        pub fn is_finished(&self) -> bool {
            match self {
                JoinHandle::Thread(thread) => thread.is_finished(),
                JoinHandle::Task(task) => task.is_finished(),
            }
        }
    }

    /// Starts a thread. If the caller is a task of a schedule, the new thread is a task too.
    pub fn spawn<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        if schedule::is_task() {
            JoinHandle::Task(schedule::spawn(run))
        } else {
            JoinHandle::Thread(std::thread::spawn(run))
        }
    }

    /// Runs `others` on threads of their own and `own` on this thread. Returns when all have ended.
    pub fn run_together<'a>(others: Vec<Box<dyn FnOnce() + Send + 'a>>, own: impl FnOnce()) {
        if schedule::is_task() {
            return schedule::run_together(others, own);
        }
        std::thread::scope(|scope| {
            for task in others {
                scope.spawn(task);
            }
            own();
        });
    }

    /// Sleeps for `duration`.
    pub fn sleep(duration: Duration) {
        if schedule::is_task() {
            schedule::sleep(duration);
        } else {
            std::thread::sleep(duration);
        }
    }

    /// Lets other threads run.
    pub fn yield_now() {
        if schedule::is_task() {
            schedule::give_way();
        } else {
            std::thread::yield_now();
        }
    }
}

/// Returns the guard if the lock was free.
#[track_caller]
fn if_free<G>(tried: Result<G, TryLockError<G>>) -> Option<G> {
    match tried {
        Ok(guard) => Some(guard),
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Poisoned(_)) => panic!("{BROKEN}"),
    }
}

/// Returns the key under which tasks wait for the thing at this address.
fn key_of<T>(thing: &T) -> usize {
    std::ptr::from_ref(thing) as usize
}

const HELD: &str = "a guard holds its lock until it is dropped";
