//! The clock behind a trait: the machine's clock or the simulator's clock.

use crate::processor_counter::{is_even, processor_ticks};
use crate::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The source of time for the engine.
pub trait Clock: Send + Sync {
    /// Nanoseconds since an arbitrary fixed moment. Never decreases.
    fn monotonic_ns(&self) -> u64;

    /// Nanoseconds since 1970-01-01 00:00:00 UTC.
    fn utc_ns(&self) -> i64;

    /// Does the same as [`Clock::utc_ns`] in a few nanoseconds, but may lag by some milliseconds.
    /// This is as precise as SQL Server's `datetime`.
    fn utc_coarse_ns(&self) -> i64 {
        self.utc_ns()
    }

    /// Nanoseconds for which the calling thread has run on a processor.
    fn thread_cpu_ns(&self) -> u64;

    /// Whether the ticks that belong to this clock (`base::ticks`) are the processor's ticks.
    fn has_ticks_of_processor(&self) -> bool {
        false
    }

    /// Converts ticks to nanoseconds.
    fn ns_of_ticks(&self, ticks: u64) -> u64 {
        ticks
    }

    /// Converts nanoseconds to ticks.
    fn ticks_of_ns(&self, ns: u64) -> u64 {
        ns
    }

    /// Seconds by which the server's local time is ahead of UTC at `utc_ns`.
    fn local_offset_s(&self, utc_ns: i64) -> i32;
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
    /// The processor's tick count at `origin`. `None` if the processor has no invariant tick
    /// counter.
    origin_ticks: Option<u64>,
    /// Bits of a tick's length in nanoseconds (`f64`). Zero until the length is measured well.
    tick_ns: AtomicU64,
}

impl SystemClock {
    /// Returns a clock whose monotonic time starts now.
    pub fn new() -> SystemClock {
        let origin_ticks = is_even().then(processor_ticks);
        SystemClock { origin: Instant::now(), origin_ticks, tick_ns: AtomicU64::new(0) }
    }

    /// Returns the length of a processor tick in nanoseconds: the ratio of both counters since this
    /// clock was created. No caller waits for a calibration. The value is cached after one second.
    /// The cost of a reading is then less than one ten-millionth of the measured span.
    fn tick_ns(&self, origin_ticks: u64) -> f64 {
        let known = f64::from_bits(self.tick_ns.load(Ordering::Relaxed));
        if known > 0.0 {
            return known;
        }
        let (passed, counted) = (self.origin.elapsed(), processor_ticks().saturating_sub(origin_ticks));
        let tick_ns = passed.as_nanos() as f64 / counted.max(1) as f64;
        if passed >= Duration::from_secs(1) {
            self.tick_ns.store(tick_ns.to_bits(), Ordering::Relaxed);
        }
        tick_ns
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn monotonic_ns(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    #[cfg(target_os = "linux")]
    fn utc_coarse_ns(&self) -> i64 {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a live value of the type that clock_gettime fills in;
        // clock_gettime reads none of our memory.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME_COARSE, &raw mut now) } != 0;
        if failed { self.utc_ns() } else { now.tv_sec * 1_000_000_000 + now.tv_nsec }
    }

    #[cfg(unix)]
    fn thread_cpu_ns(&self) -> u64 {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a live value of the type that clock_gettime fills in;
        // clock_gettime reads none of our memory.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) } != 0;
        if failed { 0 } else { now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64 }
    }

    #[cfg(not(unix))]
    fn thread_cpu_ns(&self) -> u64 {
        self.monotonic_ns()
    }

    fn has_ticks_of_processor(&self) -> bool {
        self.origin_ticks.is_some()
    }

    fn ns_of_ticks(&self, ticks: u64) -> u64 {
        self.origin_ticks.map_or(ticks, |origin| (ticks as f64 * self.tick_ns(origin)) as u64)
    }

    fn ticks_of_ns(&self, ns: u64) -> u64 {
        self.origin_ticks.map_or(ns, |origin| (ns as f64 / self.tick_ns(origin)) as u64)
    }

    fn utc_ns(&self) -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_nanos() as i64,
            Err(before) => -(before.duration().as_nanos() as i64),
        }
    }

    fn local_offset_s(&self, utc_ns: i64) -> i32 {
        local_offset_of(utc_ns.div_euclid(1_000_000_000))
    }
}

/// Sleeps for `duration`. For measuring tools and tests only: the engine waits through
/// `base::waits`.
pub fn sleep(duration: Duration) {
    std::thread::sleep(duration);
}

#[cfg(unix)]
fn local_offset_of(utc_s: i64) -> i32 {
    let seconds = utc_s as libc::time_t;
    let mut broken_down = std::mem::MaybeUninit::<libc::tm>::uninit();
    // SAFETY: both pointers are to live, aligned values of the types that localtime_r expects. The
    // result is read only if localtime_r reports that it was filled in.
    unsafe {
        if libc::localtime_r(&raw const seconds, broken_down.as_mut_ptr()).is_null() {
            return 0;
        }
        broken_down.assume_init().tm_gmtoff as i32
    }
}

#[cfg(not(unix))]
fn local_offset_of(_utc_s: i64) -> i32 {
    0
}

/// The simulator's clock: time changes only through [`advance`](ManualClock::advance), and local
/// time is UTC.
#[derive(Debug, Default)]
pub struct ManualClock {
    now_ns: AtomicU64,
}

impl ManualClock {
    /// Returns a clock set to `start_ns` after 1970 (UTC).
    pub fn new(start_ns: u64) -> ManualClock {
        ManualClock { now_ns: AtomicU64::new(start_ns) }
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.now_ns.fetch_add(by.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn monotonic_ns(&self) -> u64 {
        self.now_ns.load(Ordering::Relaxed)
    }

    fn utc_ns(&self) -> i64 {
        self.now_ns.load(Ordering::Relaxed) as i64
    }

    /// Simulated threads use no processor time.
    fn thread_cpu_ns(&self) -> u64 {
        0
    }

    fn local_offset_s(&self, _utc_ns: i64) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticks::Ticker;

    #[test]
    fn manual_clock_moves_only_on_advance() {
        let clock = ManualClock::new(5);
        assert_eq!((clock.monotonic_ns(), clock.utc_ns()), (5, 5));
        clock.advance(Duration::from_nanos(7));
        assert_eq!(clock.monotonic_ns(), 12);
    }

    #[test]
    fn tick_length_agrees_with_clock() {
        let clock = SystemClock::new();
        let ticker = Ticker::for_clock(&clock);
        let (from_ns, from) = (clock.monotonic_ns(), ticker.now());
        sleep(Duration::from_millis(30));
        let (ticks, ns) = (ticker.now() - from, clock.monotonic_ns() - from_ns);
        // The thread may be preempted between the two readings.
        let by_ticks = clock.ns_of_ticks(ticks);
        assert!(by_ticks.abs_diff(ns) < ns / 4, "{by_ticks} ns by ticks, {ns} by the clock");
        assert!(clock.ticks_of_ns(by_ticks).abs_diff(ticks) <= ticks / 100, "there and back");
    }

    #[test]
    fn clock_without_ticks_counts_nanoseconds() {
        let clock = ManualClock::new(5);
        let ticker = Ticker::for_clock(&clock);
        clock.advance(Duration::from_nanos(7));
        assert_eq!((ticker.now(), clock.ns_of_ticks(12), clock.ticks_of_ns(12)), (12, 12, 12));
    }

    #[test]
    fn local_offset_is_within_a_day() {
        let clock = SystemClock::new();
        let offset = clock.local_offset_s(clock.utc_ns());
        assert!(offset.abs() <= 14 * 3600 && offset % 60 == 0, "{offset}");
    }
}
