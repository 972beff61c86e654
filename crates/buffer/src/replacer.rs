//! The eviction policy: a clock with a second chance for pages that were used again after they were
//! loaded. A scan uses each page only once. A scan-resistant policy would change only this file.

use crate::frame::Frame;
use sluice_base::clock::Clock;
use sluice_base::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The clock's hand.
pub(crate) struct Replacer {
    hand: AtomicUsize,
    /// The time when the hand last passed the first frame, and the duration of the round before.
    round_began_ns: AtomicU64,
    round_ns: AtomicU64,
}

impl Replacer {
    /// Returns the hand before its first round, at the first frame.
    pub(crate) fn new(clock: &dyn Clock) -> Replacer {
        let round_began_ns = AtomicU64::new(clock.monotonic_ns());
        Replacer { hand: AtomicUsize::new(0), round_began_ns, round_ns: AtomicU64::new(0) }
    }

    /// Returns the time that a page without references stays: that of the hand's round, of which
    /// the one in progress counts once it is longer than the one before.
    pub(crate) fn life_ns(&self, clock: &dyn Clock) -> u64 {
        let in_progress = clock.monotonic_ns().saturating_sub(self.round_began_ns.load(Ordering::Relaxed));
        in_progress.max(self.round_ns.load(Ordering::Relaxed))
    }

    /// Returns the number of steps that visit each of `frames` twice: the first visit clears the
    /// second chance, the second visit evicts.
    pub(crate) fn full_sweep(&self, frames: usize) -> usize {
        2 * frames
    }

    /// Returns the next frame of the clock's hand. `clock` times the rounds.
    pub(crate) fn advance(&self, frames: usize, clock: &dyn Clock) -> u32 {
        let next = self.hand.fetch_add(1, Ordering::Relaxed) % frames;
        if next == 0 {
            let now_ns = clock.monotonic_ns();
            let began_ns = self.round_began_ns.swap(now_ns, Ordering::Relaxed);
            self.round_ns.store(now_ns.saturating_sub(began_ns), Ordering::Relaxed);
        }
        next as u32
    }

    /// Whether `frame` was not used since the hand last passed it. Clears its second chance.
    pub(crate) fn is_cold(&self, frame: &Frame) -> bool {
        !frame.take_touch()
    }
}
