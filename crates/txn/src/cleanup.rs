//! The turn between cleaning up and a check of the database: a check that reads pages one after the
//! other must not see half of a release or of a merge.
//!
//! Cleaning up never waits for a check. It is left for later, as after a failure.

use sluice_base::sync::{Condvar, Mutex};

/// The threads that clean up, and the checks that keep cleaning up away.
#[derive(Debug)]
pub(crate) struct Cleanup {
    counts: Mutex<Counts>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    cleaning: usize,
    checks: usize,
}

/// A thread that cleans up. No check begins before it is dropped.
#[derive(Debug)]
pub struct Cleaning<'a>(&'a Cleanup);

/// A check in progress. No thread cleans up before it is dropped.
#[derive(Debug)]
pub struct NoCleaning<'a>(&'a Cleanup);

impl Cleanup {
    /// Returns the state in which no thread cleans up and no check is in progress.
    pub(crate) fn new() -> Cleanup {
        Cleanup { counts: Mutex::default(), changed: Condvar::new() }
    }

    /// Begins to clean up. Returns `None` while a check is in progress or waits. One thread may
    /// hold several guards.
    pub(crate) fn begin(&self) -> Option<Cleaning<'_>> {
        let mut counts = self.counts.lock();
        if counts.checks > 0 {
            return None;
        }
        counts.cleaning += 1;
        Some(Cleaning(self))
    }

    /// Waits until no thread cleans up, and keeps cleaning up away.
    pub(crate) fn keep_away(&self) -> NoCleaning<'_> {
        let mut counts = self.counts.lock();
        counts.checks += 1;
        while counts.cleaning > 0 {
            counts = self.changed.wait(counts);
        }
        NoCleaning(self)
    }
}

impl Drop for Cleaning<'_> {
    fn drop(&mut self) {
        self.0.counts.lock().cleaning -= 1;
        self.0.changed.notify_all();
    }
}

impl Drop for NoCleaning<'_> {
    fn drop(&mut self) {
        self.0.counts.lock().checks -= 1;
    }
}
