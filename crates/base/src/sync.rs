//! The sync facade: the engine's locks, atomics and threads. They are the standard library's or,
//! with the feature `shuttle`, shuttle's. With the feature `schedule`, they are the standard
//! library's on ordinary threads, and the scheduler's on the tasks of a schedule
//! (`base::schedule`).
//!
//! A thread that panics while holding a lock leaves the guarded value in doubt. Every later `lock`
//! then panics too: sessions stop, a half-made change is never used, and the files still hold all
//! acknowledged data.

#[cfg(not(feature = "schedule"))]
mod plain;

#[cfg(feature = "schedule")]
mod scheduled;

#[cfg(not(feature = "schedule"))]
use plain as locks;

#[cfg(feature = "schedule")]
use scheduled as locks;

use crate::probe::Probe;

pub use locks::{Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use std::sync::{Arc, Weak};

/// Constant tables created at first use. Their initialization waits for nothing, so shuttle and the
/// scheduler need not see it.
pub use std::sync::{LazyLock, OnceLock};

/// A barrier at which threads wait for each other. No task of a schedule uses one.
#[cfg(not(feature = "shuttle"))]
pub use std::sync::Barrier;

/// A barrier at which threads wait for each other.
#[cfg(feature = "shuttle")]
pub use shuttle::sync::Barrier;

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

/// Threads of the facade. Only the engine's top layers start threads.
pub mod thread {
    #[cfg(feature = "schedule")]
    pub use super::scheduled::thread::{JoinHandle, run_together, sleep, spawn, yield_now};
    #[cfg(feature = "shuttle")]
    pub use shuttle::thread::{JoinHandle, spawn, yield_now};
    #[cfg(not(any(feature = "shuttle", feature = "schedule")))]
    pub use std::thread::{JoinHandle, sleep, spawn, yield_now};

    /// Runs `others` on threads of their own and `own` on this thread. Returns when all have ended.
    #[cfg(not(feature = "schedule"))]
    pub fn run_together<'a>(others: Vec<Box<dyn FnOnce() + Send + 'a>>, own: impl FnOnce()) {
        std::thread::scope(|scope| {
            for task in others {
                scope.spawn(task);
            }
            own();
        });
    }

    /// Whether threads that this one starts run as the system lets them: not under shuttle, and not
    /// in a task of a schedule.
    pub fn is_free() -> bool {
        #[cfg(feature = "schedule")]
        return !crate::schedule::is_task();
        #[cfg(not(feature = "schedule"))]
        cfg!(not(feature = "shuttle"))
    }

    /// Lets other threads run. Shuttle has no time.
    #[cfg(feature = "shuttle")]
    pub fn sleep(_duration: std::time::Duration) {
        yield_now();
    }
}

/// Marks a step between two atomic operations that other threads may observe: in a schedule,
/// another task may run here. Costs nothing without the feature `schedule`.
#[inline(always)]
pub fn point() {
    #[cfg(feature = "schedule")]
    crate::schedule::point();
}

/// Reports an event that the simulator's seeds must reach. Costs nothing without the feature
/// `schedule`.
#[inline(always)]
pub fn reached(probe: Probe) {
    #[cfg(feature = "schedule")]
    crate::schedule::reached(probe);
    #[cfg(not(feature = "schedule"))]
    let _not_counted = probe;
}

/// Hints to the processor that this is a spin loop. Under shuttle and in a schedule, another task
/// runs.
pub fn spin_hint() {
    #[cfg(feature = "shuttle")]
    shuttle::thread::yield_now();
    #[cfg(feature = "schedule")]
    crate::schedule::give_way();
    #[cfg(not(any(feature = "shuttle", feature = "schedule")))]
    std::hint::spin_loop();
}

#[cfg(all(feature = "shuttle", feature = "schedule"))]
compile_error!("the features `shuttle` and `schedule` exclude each other");

const BROKEN: &str = "a thread panicked while it held this lock; the guarded value may be inconsistent";
