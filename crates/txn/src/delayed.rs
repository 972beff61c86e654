//! Delayed commits that a power cut could still take, and the bound on them (X1).
//!
//! **The bound:** when a delayed commit is acknowledged, everything that was acknowledged before and is not on disk was
//! acknowledged within the last so many milliseconds. As long as the disk keeps up, hardening in the background sees to it;
//! when it does not, delayed commits wait for the disk as full ones do.
//!
//! `since_ns` makes that cheap: no delayed commit at risk was acknowledged before that time. It only ever moves forward:
//! * whoever has hardened the log moves it to the time before he looked where the log ended: whatever was acknowledged by
//!   then had been appended by then;
//! * a committer who finds nothing at risk moves it to the time before he looked.

use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The delayed commits of one database.
#[derive(Debug)]
pub(crate) struct DelayedCommits {
    /// The newest one's record; 0 if there was none.
    newest: AtomicU64,
    since_ns: AtomicU64,
    limit_ns: AtomicU64,
}

impl DelayedCommits {
    /// None yet; the bound is 100 ms.
    pub(crate) fn new() -> DelayedCommits {
        let limit_ns = AtomicU64::new(DEFAULT_LIMIT.as_nanos() as u64);
        DelayedCommits { newest: AtomicU64::new(0), since_ns: AtomicU64::new(0), limit_ns }
    }

    /// Sets the bound.
    pub(crate) fn set_limit(&self, limit: Duration) {
        let limit_ns = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
        self.limit_ns.store(limit_ns, Ordering::Relaxed);
    }

    /// The newest one's record; NONE if there was none.
    pub(crate) fn newest(&self) -> Lsn {
        Lsn(self.newest.load(Ordering::Acquire))
    }

    /// Whether a commit may be acknowledged before it is on disk. `now_ns` was read by the caller just before; the log
    /// is on disk below `durable`.
    pub(crate) fn admits(&self, now_ns: u64, durable: impl FnOnce() -> Lsn) -> bool {
        let since_ns = self.since_ns.load(Ordering::Acquire);
        if now_ns.saturating_sub(since_ns) <= self.limit_ns.load(Ordering::Relaxed) {
            return true;
        }
        let nothing_at_risk = self.newest() < durable();
        if nothing_at_risk {
            self.since_ns.fetch_max(now_ns, Ordering::AcqRel);
        }
        nothing_at_risk
    }

    /// One is about to be acknowledged.
    pub(crate) fn told(&self, lsn: Lsn) {
        self.newest.fetch_max(lsn.0, Ordering::AcqRel);
    }

    /// Everything that was appended before `began_ns` is on disk.
    pub(crate) fn hardened(&self, began_ns: u64) {
        self.since_ns.fetch_max(began_ns, Ordering::AcqRel);
    }
}

const DEFAULT_LIMIT: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT_NS: u64 = 100_000_000;

    #[test]
    fn what_is_at_risk_is_never_older_than_the_limit() {
        let delayed = DelayedCommits::new();
        let (first, second) = (Lsn(10), Lsn(20));
        assert!(delayed.admits(5 * LIMIT_NS, || Lsn(1)), "nothing is at risk");
        delayed.told(first);
        assert!(delayed.admits(6 * LIMIT_NS, || Lsn(10)), "just within");
        delayed.told(second);
        assert!(!delayed.admits(6 * LIMIT_NS + 1, || Lsn(10)));
        assert!(!delayed.admits(7 * LIMIT_NS, || Lsn(20)), "the first is on disk, the second not");
        assert!(delayed.admits(7 * LIMIT_NS, || Lsn(21)), "both are");
        assert!(delayed.admits(8 * LIMIT_NS, || Lsn(10)), "within the limit since then");
        assert_eq!(delayed.newest(), second);
    }

    #[test]
    fn hardening_moves_the_time_on_and_never_back() {
        let delayed = DelayedCommits::new();
        delayed.told(Lsn(10));
        delayed.hardened(LIMIT_NS);
        delayed.hardened(LIMIT_NS / 2);
        assert!(delayed.admits(2 * LIMIT_NS, || Lsn(1)));
        assert!(!delayed.admits(2 * LIMIT_NS + 1, || Lsn(1)));
        delayed.set_limit(Duration::ZERO);
        assert!(!delayed.admits(LIMIT_NS + 1, || Lsn(1)));
        delayed.set_limit(Duration::MAX);
        assert!(delayed.admits(u64::MAX, || Lsn(1)), "without a bound");
    }
}
