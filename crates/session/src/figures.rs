//! Time, CPU time and page counts of a request or a statement, which may run in parts on several
//! threads.

use crate::spent::Spent;
use sluice_base::clock::Clock;
use sluice_base::page_counts::PageCounts;
use sluice_base::usage::helped_ns;

/// Figures of work that is going on.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The time of the start on the monotonic clock.
    began_ns: u64,
    /// The CPU time and the pages of the parts that have ended.
    earlier: (u64, PageCounts),
    /// The state of this thread at the start of the running part.
    part: (u64, PageCounts),
}

/// Figures of work that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Total {
    /// Elapsed time and CPU time.
    pub spent: Spent,
    /// The pages.
    pub pages: PageCounts,
}

impl Figures {
    /// Begins the work on this thread: notes the time, its CPU time and its pages.
    pub fn begin(clock: &dyn Clock) -> Figures {
        Figures { began_ns: clock.monotonic_ns(), earlier: (0, PageCounts::default()), part: here(clock) }
    }

    /// Ends a part of the work on this thread. The pause counts as elapsed time.
    pub fn pause(&mut self, clock: &dyn Clock) {
        let (cpu_ns, pages) = here(clock);
        let (cpu_before_ns, pages_before) = self.part;
        self.earlier.0 += cpu_ns.saturating_sub(cpu_before_ns);
        self.earlier.1 = self.earlier.1.and(pages.since(pages_before));
    }

    /// Continues the work, perhaps on another thread. The pause counts as elapsed time.
    pub fn resume(&mut self, clock: &dyn Clock) {
        self.part = here(clock);
    }

    /// Ends the work on this thread, and returns the figures of all parts.
    pub fn end(mut self, clock: &dyn Clock) -> Total {
        self.pause(clock);
        let (cpu_ns, pages) = self.earlier;
        let elapsed_ns = clock.monotonic_ns().saturating_sub(self.began_ns);
        Total { spent: Spent { elapsed_ns, cpu_ns }, pages }
    }
}

fn here(clock: &dyn Clock) -> (u64, PageCounts) {
    (clock.thread_cpu_ns() + helped_ns(), PageCounts::now())
}
