//! The delay between a notification and the woken thread's next step: the signal wait of
//! `sys.dm_os_wait_stats`.
//!
//! A condition variable records when it was notified. A thread that wakes adds the time since then
//! to the sum it has collected since its wait began. The times are the machine's or, in a schedule,
//! the schedule's.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The time of the last notification, in nanoseconds of [`now_ns`]. Zero means never.
#[derive(Debug, Default)]
pub(crate) struct Signal(AtomicU64);

impl Signal {
    /// Records a notification.
    pub(crate) fn set(&self) {
        self.0.store(now_ns(), Ordering::Relaxed);
    }

    /// Adds the delay of a thread that began to wait at `since_ns` and now runs again.
    pub(crate) fn woken(&self, since_ns: u64) {
        let at = self.0.load(Ordering::Relaxed);
        if at >= since_ns {
            DELAY_NS.set(DELAY_NS.get() + now_ns().saturating_sub(at));
        }
    }
}

/// Begins a wait of this thread: forgets the delay collected before.
pub(crate) fn begin() {
    DELAY_NS.set(0);
}

/// Returns the delay collected since [`begin`], in nanoseconds.
pub(crate) fn end() -> u64 {
    DELAY_NS.replace(0)
}

/// Nanoseconds since a fixed moment: since the first call of this function or, in a schedule, since
/// 1970. Never 0.
pub(crate) fn now_ns() -> u64 {
    #[cfg(feature = "schedule")]
    if let Some(now_ns) = crate::schedule::now_ns() {
        return now_ns;
    }
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

thread_local! {
    static DELAY_NS: Cell<u64> = const { Cell::new(0) };
}
