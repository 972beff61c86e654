//! Which frame to give up next: a clock with a second chance for pages that were used again
//! after they came in (a scan uses each once). Only this file would change for a scan-resistant policy.

use crate::frame::Frame;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};

/// The clock's hand.
pub(crate) struct Replacer {
    hand: AtomicUsize,
}

impl Replacer {
    /// A clock.
    pub(crate) fn new() -> Replacer {
        Replacer { hand: AtomicUsize::new(0) }
    }

    /// How many steps show every one of `frames` twice: once to lose its second chance, once more to be taken.
    pub(crate) fn full_sweep(&self, frames: usize) -> usize {
        2 * frames
    }

    /// The next of `frames` on the clock.
    pub(crate) fn advance(&self, frames: usize) -> u32 {
        (self.hand.fetch_add(1, Ordering::Relaxed) % frames) as u32
    }

    /// Whether `frame` may go: not used since the hand last passed it. Takes its second chance away.
    pub(crate) fn is_cold(&self, frame: &Frame) -> bool {
        !frame.take_touch()
    }
}
