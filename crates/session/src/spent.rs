//! Elapsed time and CPU time.

use sluice_base::clock::Clock;
use sluice_base::usage::helped_ns;

/// A duration, or a point in time: on the clock, and in the thread's CPU time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spent {
    /// Time on the clock, in nanoseconds.
    pub elapsed_ns: u64,
    /// CPU time of the thread and of those that helped it, in nanoseconds.
    pub cpu_ns: u64,
}

impl Spent {
    /// Returns the times of now, to take differences of: the thread's CPU time includes that of
    /// helpers.
    pub fn now(clock: &dyn Clock) -> Spent {
        Spent { elapsed_ns: clock.monotonic_ns(), cpu_ns: clock.thread_cpu_ns() + helped_ns() }
    }

    /// Returns the duration from `before` to `self`.
    pub fn since(self, before: Spent) -> Spent {
        Spent {
            elapsed_ns: self.elapsed_ns.saturating_sub(before.elapsed_ns),
            cpu_ns: self.cpu_ns.saturating_sub(before.cpu_ns),
        }
    }

    /// Returns the sum of two durations.
    pub fn and(self, more: Spent) -> Spent {
        Spent { elapsed_ns: self.elapsed_ns + more.elapsed_ns, cpu_ns: self.cpu_ns + more.cpu_ns }
    }

    /// Returns CPU and elapsed time in whole milliseconds, in the order of messages 3612 and 3613.
    pub fn milliseconds(self) -> [u64; 2] {
        [self.cpu_ns, self.elapsed_ns].map(|ns| ns / NS_OF_MS)
    }
}

const NS_OF_MS: u64 = 1_000_000;
