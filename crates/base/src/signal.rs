//! How long a woken thread takes to run again: the signal wait of `sys.dm_os_wait_stats`.
//!
//! A condition variable notes when it was notified; a thread that wakes adds the time since then to what this thread has collected
//! since its wait began. By the machine's clock, in every world: no decision of the engine depends on it.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// When something was signalled last, in nanoseconds since the process began to ask; 0: never.
#[derive(Debug, Default)]
pub(crate) struct Signal(AtomicU64);

impl Signal {
    /// It is signalled now.
    pub(crate) fn set(&self) {
        self.0.store(now_ns(), Ordering::Relaxed);
    }

    /// A thread that began to wait at `since_ns` runs again: what passed since the signal that woke it is collected.
    pub(crate) fn woken(&self, since_ns: u64) {
        let at = self.0.load(Ordering::Relaxed);
        if at >= since_ns {
            DELAY_NS.set(DELAY_NS.get() + now_ns().saturating_sub(at));
        }
    }
}

/// The thread begins a wait.
pub(crate) fn begin() {
    DELAY_NS.set(0);
}

/// What was collected since [`begin`], in nanoseconds.
pub(crate) fn end() -> u64 {
    DELAY_NS.replace(0)
}

/// Nanoseconds since the process began to ask; never 0.
pub(crate) fn now_ns() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

thread_local! {
    static DELAY_NS: Cell<u64> = const { Cell::new(0) };
}
