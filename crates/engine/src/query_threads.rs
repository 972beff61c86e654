//! Threads that help sessions to run parallel plans.
//!
//! The helpers of all sessions together are at most as many as there are processors. A session that
//! gets fewer than it wants runs its plan with those. A helper ends with the work that it was
//! started for, so no helper outlives its statement.

use sluice_base::machine;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::thread;

/// The helpers of an instance.
pub(crate) struct QueryThreads {
    /// The greatest number of helpers, and of threads of one plan.
    limit: usize,
    busy: AtomicUsize,
}

/// Helpers that a session has taken.
struct Taken<'t> {
    of: &'t QueryThreads,
    count: usize,
}

impl QueryThreads {
    /// Returns the helpers of an instance: one for each processor, or none if its work must be
    /// repeatable.
    pub(crate) fn new(is_repeatable: bool) -> QueryThreads {
        let processors = machine::processors();
        QueryThreads { limit: if is_repeatable { 1 } else { processors }, busy: AtomicUsize::new(0) }
    }

    /// Returns the greatest number of threads of one plan, with the session's own.
    pub(crate) fn degree_max(&self) -> usize {
        if thread::is_free() { self.limit } else { 1 }
    }

    /// Runs `own` on this thread and `help` on up to `wanted` others. `own` gets their number.
    /// Returns when all have ended. Panics if one of them does. The number may be 0, if the helpers
    /// are busy.
    pub(crate) fn run_together(&self, wanted: usize, help: &(dyn Fn() + Sync), own: &mut dyn FnMut(usize)) {
        let taken = self.take(wanted.min(self.degree_max() - 1));
        let helpers = (0..taken.count).map(|_| Box::new(help) as Box<dyn FnOnce() + Send + '_>).collect();
        thread::run_together(helpers, || own(taken.count));
    }

    fn take(&self, wanted: usize) -> Taken<'_> {
        let mut busy = self.busy.load(Ordering::Relaxed);
        loop {
            let count = wanted.min(self.limit.saturating_sub(busy));
            match self.busy.compare_exchange_weak(busy, busy + count, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Taken { of: self, count },
                Err(now) => busy = now,
            }
        }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.busy.fetch_sub(self.count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::sync::Mutex;

    #[test]
    fn helpers_of_all_sessions_are_limited() {
        let threads = QueryThreads { limit: 2, busy: AtomicUsize::new(0) };
        let counts = Mutex::new(Vec::new());
        let note = |count| counts.lock().push(count);
        threads.run_together(9, &|| (), &mut |count| {
            note(count);
            threads.run_together(1, &|| (), &mut |count| {
                note(count);
                threads.run_together(1, &|| (), &mut |count| counts.lock().push(count));
            });
        });
        assert_eq!(*counts.lock(), [1, 1, 0]);
        assert_eq!(threads.busy.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn panic_of_a_helper_reaches_the_caller() {
        let threads = QueryThreads { limit: 2, busy: AtomicUsize::new(0) };
        let run = || threads.run_together(1, &|| panic!("expected by this test"), &mut |_| ());
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert_eq!(threads.busy.load(Ordering::Relaxed), 0);
    }
}
