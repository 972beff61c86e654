//! How long something took: on the clock, and on a processor.

use sluice_base::clock::Clock;

/// Time that has passed, or a moment: on the clock, and of the thread's on a processor.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spent {
    /// On the clock, in nanoseconds.
    pub elapsed_ns: u64,
    /// On a processor, in nanoseconds.
    pub cpu_ns: u64,
}

impl Spent {
    /// This moment.
    pub fn now(clock: &dyn Clock) -> Spent {
        Spent { elapsed_ns: clock.monotonic_ns(), cpu_ns: clock.thread_cpu_ns() }
    }

    /// What passed between `before` and this.
    pub fn since(self, before: Spent) -> Spent {
        Spent {
            elapsed_ns: self.elapsed_ns.saturating_sub(before.elapsed_ns),
            cpu_ns: self.cpu_ns.saturating_sub(before.cpu_ns),
        }
    }

    /// Both together.
    pub fn and(self, more: Spent) -> Spent {
        Spent { elapsed_ns: self.elapsed_ns + more.elapsed_ns, cpu_ns: self.cpu_ns + more.cpu_ns }
    }

    /// Milliseconds on a processor and on the clock, as messages 3612 and 3613 have them.
    pub fn in_messages(self) -> Vec<String> {
        [self.cpu_ns, self.elapsed_ns].map(|ns| (ns / NS_OF_MS).to_string()).to_vec()
    }
}

const NS_OF_MS: u64 = 1_000_000;
