//! Delayed commits that a power cut could still take, and the bound on their age (X1).
//!
//! **The bound:** when a delayed commit is acknowledged, every acknowledged commit not on disk was
//! acknowledged within the last `limit_ns`. While the disk keeps up, hardening in the background
//! ensures this. Otherwise delayed commits wait for the disk, as full commits do.
//!
//! `since_ns` makes the check cheap: no delayed commit at risk was acknowledged before that time.
//! It only moves forward:
//! - After hardening the log, it moves to the time before the log's end was read: commits
//!   acknowledged by then had been appended by then.
//! - A committer that finds nothing at risk moves it to the time before its check.

use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The delayed commits of one database that aren't known to be on disk. `since_ns` is the time
/// since when the oldest of them has waited; `limit_ns` bounds it.
#[derive(Debug)]
pub(crate) struct DelayedCommits {
    /// The newest delayed commit's record; 0 if there was none.
    newest: AtomicU64,
    since_ns: AtomicU64,
    limit_ns: AtomicU64,
}

impl DelayedCommits {
    /// Returns a state without delayed commits, with the default limit.
    pub(crate) fn new() -> DelayedCommits {
        let limit_ns = AtomicU64::new(DEFAULT_LIMIT.as_nanos() as u64);
        DelayedCommits { newest: AtomicU64::new(0), since_ns: AtomicU64::new(0), limit_ns }
    }

    /// Sets the longest time for which an acknowledged commit may stay off the disk. It applies to
    /// later commits.
    pub(crate) fn set_limit(&self, limit: Duration) {
        let limit_ns = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
        self.limit_ns.store(limit_ns, Ordering::Relaxed);
    }

    /// Returns the newest delayed commit's record, or NONE.
    pub(crate) fn newest(&self) -> Lsn {
        Lsn(self.newest.load(Ordering::Acquire))
    }

    /// Whether a commit may be acknowledged before it is on disk. The caller read `now_ns` just
    /// before. The log is on disk below `durable`.
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

    /// Records a commit that is acknowledged next.
    pub(crate) fn acknowledge(&self, lsn: Lsn) {
        self.newest.fetch_max(lsn.0, Ordering::AcqRel);
    }

    /// Records that everything appended before `began_ns` is on disk.
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
    fn delayed_commit_at_risk_is_within_limit() {
        let delayed = DelayedCommits::new();
        let (first, second) = (Lsn(10), Lsn(20));
        assert!(delayed.admits(5 * LIMIT_NS, || Lsn(1)), "nothing is at risk");
        delayed.acknowledge(first);
        assert!(delayed.admits(6 * LIMIT_NS, || Lsn(10)), "just within");
        delayed.acknowledge(second);
        assert!(!delayed.admits(6 * LIMIT_NS + 1, || Lsn(10)));
        assert!(!delayed.admits(7 * LIMIT_NS, || Lsn(20)), "the first is on disk, the second not");
        assert!(delayed.admits(7 * LIMIT_NS, || Lsn(21)), "both are");
        assert!(delayed.admits(8 * LIMIT_NS, || Lsn(10)), "within the limit since then");
        assert_eq!(delayed.newest(), second);
    }

    #[test]
    fn hardening_moves_risk_time_forward_only() {
        let delayed = DelayedCommits::new();
        delayed.acknowledge(Lsn(10));
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
