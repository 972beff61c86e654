//! Processor time and pages that the requests of a session have used, and counts of their work.
//!
//! The thread that runs a request adds what it has used since its last report when the request
//! ends, when a long request is looked at for its turn (`turns`), and when its own view asks. A
//! reader on another thread may see figures of two moments.
//!
//! Processor time is the time that a thread has not waited. A thread that runs for more than a
//! fifth of a millisecond between two reports asks the system as well, because other programs may
//! have had the processor meanwhile; the smaller figure counts.

use crate::page_counts::PageCounts;
use crate::work_counts::{self, FREQUENT, FrequentCounts, WorkCount, WorkCounts};
use crate::{scheduling, signal};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// The sums of a session, and their state when its current request began. Written by the thread
/// that runs the session's requests.
#[derive(Debug, Default)]
pub struct Usage {
    sums: [AtomicU64; FIGURES],
    before: [AtomicU64; FIGURES],
    /// Pages of tempdb, by [`SpaceUse`]; and their state when the current request began.
    space: [AtomicU64; SPACE_USES],
    space_before: [AtomicU64; SPACE_USES],
    work: WorkSums,
}

/// Counts of the work of a session, by kind.
#[derive(Debug)]
struct WorkSums([AtomicU64; WorkCounts::KINDS]);

impl Default for WorkSums {
    fn default() -> WorkSums {
        WorkSums([const { AtomicU64::new(0) }; WorkCounts::KINDS])
    }
}

/// Figures and counts of all sessions of an instance since it started.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UsageTotals {
    /// Processor time and pages.
    pub used: Used,
    /// Counts of their work.
    pub work: WorkCounts,
}

impl UsageTotals {
    /// Adds the figures and counts of a session.
    pub fn add(&mut self, usage: &Usage) {
        let more = usage.of_session();
        let used = &mut self.used;
        used.processor_ns += more.processor_ns;
        used.elapsed_ns += more.elapsed_ns;
        used.pages = used.pages.and(more.pages);
        self.work.add(&usage.work());
    }
}

/// The use of pages of tempdb by a request (`sys.dm_db_session_space_usage`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpaceUse {
    /// Allocates pages of tables and indexes.
    UserAllocated,
    /// Frees pages of tables and indexes.
    UserFreed,
    /// Allocates pages of work files.
    InternalAllocated,
    /// Frees pages of work files.
    InternalFreed,
}

/// Figures of a session or of a request.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Used {
    /// The processor time in nanoseconds.
    pub processor_ns: u64,
    /// The time in nanoseconds in which requests ran, waits included.
    pub elapsed_ns: u64,
    /// The pages read and written.
    pub pages: PageCounts,
}

impl Usage {
    /// Begins a request: [`Usage::of_request`] counts from here.
    pub fn begin_request(&self) {
        let space = self.space_before.iter().zip(&self.space);
        for (before, sum) in self.before.iter().zip(&self.sums).chain(space) {
            before.store(sum.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Adds pages of tempdb.
    pub(crate) fn add_space(&self, space: SpaceUse, pages: u64) {
        self.space[space as usize].fetch_add(pages, Ordering::Relaxed);
    }

    /// Returns the pages of tempdb, in the order of [`SpaceUse`], of all requests before the
    /// current or last one, and of that request.
    pub fn space(&self) -> [[u64; SPACE_USES]; 2] {
        let sums = self.space.each_ref().map(|sum| sum.load(Ordering::Relaxed));
        let before = self.space_before.each_ref().map(|sum| sum.load(Ordering::Relaxed));
        [before, std::array::from_fn(|place| sums[place].saturating_sub(before[place]))]
    }

    /// Counts work of the session.
    pub fn count(&self, kind: WorkCount) {
        self.work.0[kind as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the counts of the session's work.
    pub fn work(&self) -> WorkCounts {
        WorkCounts::from_values(self.work.0.each_ref().map(|sum| sum.load(Ordering::Relaxed)))
    }

    /// Adds frequent work of the thread that runs the session's request.
    fn add_work(&self, counts: &FrequentCounts) {
        for (sum, more) in self.work.0.iter().zip(counts).filter(|(_, more)| **more > 0) {
            sum.store(sum.load(Ordering::Relaxed) + more, Ordering::Relaxed);
        }
    }

    /// Returns what all requests of the session have used.
    pub fn of_session(&self) -> Used {
        Used::from_figures(std::array::from_fn(|place| self.sums[place].load(Ordering::Relaxed)))
    }

    /// Returns what the current request, or the last one, has used.
    pub fn of_request(&self) -> Used {
        Used::from_figures(std::array::from_fn(|place| {
            let sum = self.sums[place].load(Ordering::Relaxed);
            sum.saturating_sub(self.before[place].load(Ordering::Relaxed))
        }))
    }

    fn add(&self, figures: [u64; FIGURES]) {
        for (sum, more) in self.sums.iter().zip(figures) {
            sum.store(sum.load(Ordering::Relaxed) + more, Ordering::Relaxed);
        }
    }
}

impl Used {
    fn figures(self) -> [u64; FIGURES] {
        let pages = self.pages;
        let pages = [pages.logical_reads, pages.physical_reads, pages.read_ahead_reads, pages.logical_writes];
        [self.processor_ns, self.elapsed_ns, pages[0], pages[1], pages[2], pages[3]]
    }

    fn from_figures(figures: [u64; FIGURES]) -> Used {
        let [processor_ns, elapsed_ns, logical_reads, physical_reads, read_ahead_reads, logical_writes] = figures;
        let pages = PageCounts { logical_reads, physical_reads, read_ahead_reads, logical_writes };
        Used { processor_ns, elapsed_ns, pages }
    }
}

/// The state of a thread at its last report.
#[derive(Clone, Copy, Default)]
struct Report {
    now_ns: u64,
    waited_ns: u64,
    /// The thread's processor time at the last question; not later than the report.
    processor_ns: u64,
    /// The processor time of the helpers.
    helped_ns: u64,
    pages: PageCounts,
    work: FrequentCounts,
}

/// Begins to count for a session on this thread, which has waited for `waited_ns` in its life.
pub(crate) fn begin(waited_ns: u64) {
    let helped_ns = HELPED_NS.get();
    let (pages, work) = (PageCounts::now(), work_counts::of_thread());
    let report = Report { now_ns: signal::now_ns(), waited_ns, helped_ns, pages, work, ..LAST.get() };
    LAST.set(report);
}

/// Sets whether this thread is a helper, which reports nothing itself.
pub(crate) fn set_helper(is_helper: bool) {
    IS_HELPER.set(is_helper);
}

/// Adds processor time of a helper to the request of this thread.
pub(crate) fn add_help(processor_ns: u64) {
    HELPED_NS.set(HELPED_NS.get() + processor_ns);
}

/// Returns the processor time of the helpers of this thread's requests so far, in nanoseconds. A
/// statement's part is the difference of two calls.
pub fn helped_ns() -> u64 {
    HELPED_NS.get()
}

/// Adds to `usage` what this thread has used since its last report.
pub(crate) fn report(usage: &Usage, waited_ns: u64) {
    if IS_HELPER.get() {
        return;
    }
    let last = LAST.get();
    let (now_ns, pages, work) = (signal::now_ns(), PageCounts::now(), work_counts::of_thread());
    let elapsed_ns = now_ns.saturating_sub(last.now_ns);
    let mut processor_ns = elapsed_ns.saturating_sub(waited_ns.saturating_sub(last.waited_ns));
    let mut asked_ns = last.processor_ns;
    if elapsed_ns > ASK_NS {
        asked_ns = scheduling::thread_time_ns();
        processor_ns = processor_ns.min(asked_ns.saturating_sub(last.processor_ns));
    }
    let helped_ns = HELPED_NS.get();
    processor_ns += helped_ns - last.helped_ns;
    LAST.set(Report { now_ns, waited_ns, processor_ns: asked_ns, helped_ns, pages, work });
    let used = Used { processor_ns, elapsed_ns, pages }.figures();
    // Counts fall at the end of `page_counts::uncounted`.
    let before = Used { pages: last.pages, ..Used::default() }.figures();
    usage.add(std::array::from_fn(|place| used[place].saturating_sub(before[place])));
    usage.add_work(&work_counts::between(&last.work, &work));
}

thread_local! {
    static LAST: Cell<Report> = const {
        Cell::new(Report {
            now_ns: 0,
            waited_ns: 0,
            processor_ns: 0,
            helped_ns: 0,
            pages: PageCounts { logical_reads: 0, physical_reads: 0, read_ahead_reads: 0, logical_writes: 0 },
            work: [0; FREQUENT],
        })
    };
    static HELPED_NS: Cell<u64> = const { Cell::new(0) };
    static IS_HELPER: Cell<bool> = const { Cell::new(false) };
}

/// Number of the kinds of [`SpaceUse`].
const SPACE_USES: usize = 4;

/// Number of figures of [`Used`].
const FIGURES: usize = 6;

/// The time between two reports from which the system is asked for the thread's processor time. The
/// question takes a fifth of a microsecond.
const ASK_NS: u64 = 200_000;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::page_counts;
    use std::time::{Duration, Instant};

    fn compute(time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn waits_use_no_processor() {
        let usage = Usage::default();
        begin(0);
        std::thread::sleep(Duration::from_millis(30));
        report(&usage, 30_000_000);
        let used = usage.of_session();
        assert!(used.elapsed_ns >= 30_000_000 && used.processor_ns < 20_000_000, "{used:?}");
        compute(Duration::from_millis(5));
        report(&usage, 30_000_000);
        let more_ns = usage.of_session().processor_ns - used.processor_ns;
        assert!(more_ns > 0 && more_ns <= scheduling::thread_time_ns(), "{more_ns}");
    }

    #[test]
    fn time_of_other_programs_is_no_processor_time() {
        let usage = Usage::default();
        begin(0);
        // The thread sleeps without a registered wait, as if it were preempted.
        report(&usage, 0);
        std::thread::sleep(Duration::from_millis(50));
        report(&usage, 0);
        assert!(usage.of_session().processor_ns < 40_000_000, "{:?}", usage.of_session());
    }

    #[test]
    fn space_of_request_joins_session_with_next_request() {
        let usage = Usage::default();
        usage.begin_request();
        usage.add_space(SpaceUse::UserAllocated, 8);
        usage.add_space(SpaceUse::InternalFreed, 16);
        assert_eq!(usage.space(), [[0; 4], [8, 0, 0, 16]]);
        usage.begin_request();
        usage.add_space(SpaceUse::UserFreed, 8);
        assert_eq!(usage.space(), [[8, 0, 0, 16], [0, 8, 0, 0]]);
    }

    #[test]
    fn work_is_counted_from_the_beginning_of_a_request() {
        let usage = Usage::default();
        work_counts::count(WorkCount::PageSplit);
        begin(0);
        work_counts::count(WorkCount::PageSplit);
        work_counts::count(WorkCount::IndexSearch);
        report(&usage, 0);
        work_counts::count(WorkCount::IndexSearch);
        report(&usage, 0);
        usage.count(WorkCount::Batch);
        let mut totals = UsageTotals::default();
        totals.add(&usage);
        totals.add(&usage);
        let kinds = [WorkCount::PageSplit, WorkCount::IndexSearch, WorkCount::Batch, WorkCount::FullScan];
        assert_eq!(kinds.map(|kind| totals.work.get(kind)), [2, 4, 2, 0]);
    }

    #[test]
    fn request_counts_from_its_beginning() {
        let usage = Usage::default();
        begin(0);
        page_counts::count_write();
        page_counts::count_read();
        report(&usage, 0);
        usage.begin_request();
        page_counts::count_read();
        report(&usage, 0);
        let (session, request) = (usage.of_session().pages, usage.of_request().pages);
        assert_eq!((session.logical_reads, session.logical_writes), (2, 1));
        assert_eq!((request.logical_reads, request.logical_writes), (1, 0));
    }
}
