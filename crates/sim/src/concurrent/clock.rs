//! The clock of a schedule.

use sluice_base::clock::Clock;
use sluice_base::schedule;
use sluice_base::sync::atomic::{AtomicU64, Ordering};

/// The schedule's virtual time. Between two schedules the time stands still.
#[derive(Debug, Default)]
pub(super) struct VirtualClock {
    last_ns: AtomicU64,
}

impl VirtualClock {
    /// Returns the time in nanoseconds since 1970.
    pub(super) fn now_ns(&self) -> u64 {
        if let Some(now_ns) = schedule::now_ns() {
            self.last_ns.store(now_ns, Ordering::Relaxed);
        }
        self.last_ns.load(Ordering::Relaxed)
    }
}

impl Clock for VirtualClock {
    fn monotonic_ns(&self) -> u64 {
        self.now_ns()
    }

    fn utc_ns(&self) -> i64 {
        self.now_ns() as i64
    }

    fn thread_cpu_ns(&self) -> u64 {
        0
    }

    fn local_offset_s(&self, _utc_ns: i64) -> i32 {
        0
    }
}
