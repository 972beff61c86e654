//! Time, behind a trait: the machine's, or the simulator's.

use crate::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Where the engine gets the time from.
pub trait Clock: Send + Sync {
    /// Nanoseconds since some fixed moment; never goes back.
    fn monotonic_ns(&self) -> u64;

    /// Nanoseconds since 1970-01-01 00:00:00 UTC.
    fn utc_ns(&self) -> i64;

    /// As [`Clock::utc_ns`], perhaps some milliseconds late (as exact as SQL Server's datetime), for a few nanoseconds.
    fn utc_coarse_ns(&self) -> i64 {
        self.utc_ns()
    }

    /// How long the calling thread has run on a processor, in nanoseconds.
    fn thread_cpu_ns(&self) -> u64;

    /// How far the server's local time is ahead of UTC at `utc_ns`, in seconds.
    fn local_offset_s(&self, utc_ns: i64) -> i32;
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock whose monotonic time starts now.
    pub fn new() -> SystemClock {
        SystemClock { origin: Instant::now() }
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
        // SAFETY: the pointer is to a live value of the type that clock_gettime fills in; it reads nothing of ours.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME_COARSE, &raw mut now) } != 0;
        if failed { self.utc_ns() } else { now.tv_sec * 1_000_000_000 + now.tv_nsec }
    }

    #[cfg(unix)]
    fn thread_cpu_ns(&self) -> u64 {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a live value of the type that clock_gettime fills in; it reads nothing of ours.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) } != 0;
        if failed { 0 } else { now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64 }
    }

    #[cfg(not(unix))]
    fn thread_cpu_ns(&self) -> u64 {
        self.monotonic_ns()
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

/// Waits; for tools that measure and for tests. The engine waits on what it waits for, by `base::waits`.
pub fn sleep(duration: Duration) {
    std::thread::sleep(duration);
}

#[cfg(unix)]
fn local_offset_of(utc_s: i64) -> i32 {
    let seconds = utc_s as libc::time_t;
    let mut broken_down = std::mem::MaybeUninit::<libc::tm>::uninit();
    // SAFETY: both pointers are to live, properly aligned values of the types that localtime_r asks for; the result is
    // read only where it says that it filled it.
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

/// The simulator's clock: it stands still until it is moved, and local time is UTC.
#[derive(Debug, Default)]
pub struct ManualClock {
    now_ns: AtomicU64,
}

impl ManualClock {
    /// A clock that stands at `start_ns` after 1970 (UTC).
    pub fn new(start_ns: u64) -> ManualClock {
        ManualClock { now_ns: AtomicU64::new(start_ns) }
    }

    /// Moves the clock on.
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

    /// Whoever runs by this clock takes no time.
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

    #[test]
    fn the_manual_clock_moves_only_when_told() {
        let clock = ManualClock::new(5);
        assert_eq!((clock.monotonic_ns(), clock.utc_ns()), (5, 5));
        clock.advance(Duration::from_nanos(7));
        assert_eq!(clock.monotonic_ns(), 12);
    }

    #[test]
    fn local_time_is_within_a_day_of_utc() {
        let clock = SystemClock::new();
        let offset = clock.local_offset_s(clock.utc_ns());
        assert!(offset.abs() <= 14 * 3600 && offset % 60 == 0, "{offset}");
    }
}
