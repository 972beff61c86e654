//! Run statistics of one compiled statement.
//!
//! Only the session that compiled the statement writes here, with plain loads and stores. Readers
//! get numbers that are each correct, but not one consistent set. A run adds to no shared counter;
//! readers compute the sums.

use crate::statement_timer::RunTime;
use sluice_base::clock::Clock;
use sluice_base::page_counts::PageCounts;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::ticks::Ticker;
use sluice_query::index_use::IndexUse;
use sluice_showplan::StoredPlan;
use sluice_table::index_usage::Tally;

/// Sum, last, least and greatest value of one measure. Only one thread writes; the others read.
#[derive(Debug, Default)]
pub struct Figure {
    total: AtomicU64,
    last: AtomicU64,
    min: AtomicU64,
    max: AtomicU64,
}

/// All measures of a statement. Figures are sums over all runs since the compilation, with the
/// last, least and greatest.
pub struct StatementStats {
    /// Position of the statement in its plan's text: start and end, in bytes.
    pub place: (usize, usize),
    /// Number of compilations of this statement.
    pub generation: u64,
    /// Time of the compilation, in nanoseconds since 1970.
    pub created_ns: i64,
    /// Indexes that the statement uses.
    pub uses: Vec<IndexUse>,
    /// The statement's plan, if it's kept.
    pub plan: Option<Arc<StoredPlan>>,
    /// Pages read from the buffer pool.
    pub logical_reads: Figure,
    /// Pages read from files on demand.
    pub physical_reads: Figure,
    /// Clean pages that the statement changed.
    pub logical_writes: Figure,
    /// Rows returned or changed.
    pub rows: Figure,
    // Elapsed time and worker time, in ticks of the clock.
    clock: Arc<dyn Clock>,
    elapsed: Figure,
    worker: Figure,
    // Whether any run has waited. Until then worker time equals elapsed time, and only `elapsed` is
    // kept.
    has_waited: AtomicBool,
    runs: AtomicU64,
    last_ticks: AtomicU64,
}

impl StatementStats {
    /// Returns the statistics of a newly compiled statement, timed by `clock`. No run is counted
    /// yet. `place` is in bytes.
    pub fn new(place: (usize, usize), generation: u64, clock: &Arc<dyn Clock>, uses: Vec<IndexUse>) -> StatementStats {
        let created_ns = clock.utc_coarse_ns();
        StatementStats {
            place,
            generation,
            created_ns,
            uses,
            plan: None,
            logical_reads: Figure::default(),
            physical_reads: Figure::default(),
            logical_writes: Figure::default(),
            rows: Figure::default(),
            clock: Arc::clone(clock),
            elapsed: Figure::default(),
            worker: Figure::default(),
            has_waited: AtomicBool::new(false),
            runs: AtomicU64::new(0),
            last_ticks: AtomicU64::new(0),
        }
    }

    /// Adds a run. Worker time is elapsed time without waits. Called by the session that owns the
    /// plan only.
    #[inline]
    pub fn add(&self, time: RunTime, pages: PageCounts, rows: u64) {
        let runs = self.runs.load(Ordering::Relaxed);
        let is_first = runs == 0;
        self.logical_reads.add(is_first, pages.logical_reads);
        self.physical_reads.add(is_first, pages.physical_reads);
        self.logical_writes.add(is_first, pages.logical_writes);
        self.rows.add(is_first, rows);
        let on_worker = if time.waited_ns > 0 { self.without_waits(time) } else { time.ticks };
        if self.has_waited.load(Ordering::Relaxed) {
            self.worker.add_varying(is_first, on_worker);
        }
        self.elapsed.add_varying(is_first, time.ticks);
        self.last_ticks.store(time.began, Ordering::Relaxed);
        self.runs.store(runs + 1, Ordering::Relaxed);
    }

    /// Returns the ticks of a run without its waits. From the first run with waits on, both times
    /// are kept.
    #[cold]
    fn without_waits(&self, time: RunTime) -> u64 {
        if !self.has_waited.load(Ordering::Relaxed) {
            self.worker.become_as(&self.elapsed);
            self.has_waited.store(true, Ordering::Release);
        }
        time.ticks.saturating_sub(self.clock.ticks_of_ns(time.waited_ns))
    }

    /// Returns the elapsed times of the runs in nanoseconds: sum, last, least, greatest.
    pub fn elapsed_ns(&self) -> [u64; 4] {
        self.elapsed.get().map(|ticks| self.clock.ns_of_ticks(ticks))
    }

    /// Returns the elapsed times without waits, in the same form.
    pub fn worker_ns(&self) -> [u64; 4] {
        let worker = if self.has_waited.load(Ordering::Acquire) { &self.worker } else { &self.elapsed };
        worker.get().map(|ticks| self.clock.ns_of_ticks(ticks))
    }

    /// Returns the number of completed runs.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Returns the start of the last run, in nanoseconds since 1970 (UTC). Without a run it has no
    /// meaning.
    pub fn last_ns(&self) -> i64 {
        let passed = Ticker::for_clock(&*self.clock).now().saturating_sub(self.last_ticks.load(Ordering::Relaxed));
        self.clock.utc_ns() - self.clock.ns_of_ticks(passed) as i64
    }

    /// Returns number and last time of the uses of each index: one for each run. The time is 0
    /// without a run.
    pub fn tally(&self) -> Tally {
        let count = self.runs();
        Tally { count, last_ns: if count == 0 { 0 } else { self.last_ns() } }
    }

    /// Moves the index uses to their databases, when the plan is discarded. Does nothing if there
    /// was no run. Databases that are closed are skipped.
    pub fn leave(&self) {
        let tally = self.tally();
        if tally.count == 0 {
            return;
        }
        for used in &self.uses {
            if let Some(database) = used.database.upgrade() {
                database.index_usage.add((used.object, used.index), used.kind, tally);
            }
        }
    }
}

impl Figure {
    #[inline]
    fn add(&self, is_first: bool, value: u64) {
        self.total.store(self.total.load(Ordering::Relaxed) + value, Ordering::Relaxed);
        if is_first || value != self.last.load(Ordering::Relaxed) {
            self.differ(is_first, value);
        }
    }

    /// Adds a value as `add` does, for a measure that differs in almost every run.
    #[inline]
    fn add_varying(&self, is_first: bool, value: u64) {
        self.total.store(self.total.load(Ordering::Relaxed) + value, Ordering::Relaxed);
        self.last.store(value, Ordering::Relaxed);
        if is_first || value < self.min.load(Ordering::Relaxed) {
            self.min.store(value, Ordering::Relaxed);
        }
        if value > self.max.load(Ordering::Relaxed) {
            self.max.store(value, Ordering::Relaxed);
        }
    }

    fn become_as(&self, other: &Figure) {
        for (own, value) in [&self.total, &self.last, &self.min, &self.max].into_iter().zip(other.get()) {
            own.store(value, Ordering::Relaxed);
        }
    }

    #[cold]
    fn differ(&self, is_first: bool, value: u64) {
        self.last.store(value, Ordering::Relaxed);
        if is_first || value < self.min.load(Ordering::Relaxed) {
            self.min.store(value, Ordering::Relaxed);
        }
        if value > self.max.load(Ordering::Relaxed) {
            self.max.store(value, Ordering::Relaxed);
        }
    }

    /// Sum, last, least and greatest value.
    pub fn get(&self) -> [u64; 4] {
        [&self.total, &self.last, &self.min, &self.max].map(|value| value.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::ManualClock;

    #[test]
    fn statement_stats_keep_sum_last_least_and_greatest() {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(1_000));
        let stats = StatementStats::new((0, 1), 1, &clock, Vec::new());
        assert_eq!(stats.tally(), Tally::default(), "it has not run");
        for (began, logical_reads, rows) in [(10, 5, 1), (20, 3, 0), (30, 3, 9), (40, 8, 2)] {
            let time = RunTime { began, ticks: 10 * logical_reads, waited_ns: 0 };
            stats.add(time, PageCounts { logical_reads, ..PageCounts::default() }, rows);
        }
        assert_eq!((stats.runs(), stats.last_ns()), (4, 40));
        assert_eq!(stats.logical_reads.get(), [19, 8, 3, 8]);
        assert_eq!(stats.rows.get(), [12, 2, 0, 9]);
        assert_eq!(stats.physical_reads.get(), [0; 4]);
        assert_eq!(stats.elapsed_ns(), [190, 80, 30, 80]);
        assert_eq!(stats.worker_ns(), stats.elapsed_ns(), "no run has waited");
    }

    #[test]
    fn worker_time_excludes_waits() {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(1_000));
        let stats = StatementStats::new((0, 1), 1, &clock, Vec::new());
        for (ticks, waited_ns) in [(30, 0), (20, 15), (40, 0), (50, 49)] {
            stats.add(RunTime { began: 0, ticks, waited_ns }, PageCounts::default(), 0);
        }
        assert_eq!(stats.elapsed_ns(), [140, 50, 20, 50]);
        assert_eq!(stats.worker_ns(), [76, 1, 1, 40]);
        let waited = StatementStats::new((0, 1), 1, &clock, Vec::new());
        waited.add(RunTime { began: 0, ticks: 20, waited_ns: 15 }, PageCounts::default(), 0);
        assert_eq!(waited.worker_ns(), [5; 4], "the first run has");
    }
}
