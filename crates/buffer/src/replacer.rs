//! Which frame to give up next: a clock with a second chance for pages that were used again
//! after they came in (a scan uses each once). Only this file would change for a scan-resistant policy.

use crate::frame::Frame;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};

/// The clock's hand.
pub(crate) struct Replacer {
    hand: AtomicUsize,
    frames: usize,
}

impl Replacer {
    /// A clock over `frames` frames.
    pub(crate) fn new(frames: usize) -> Replacer {
        Replacer { hand: AtomicUsize::new(0), frames }
    }

    /// How many steps show every frame twice: once to lose its second chance, once more to be taken.
    pub(crate) fn full_sweep(&self) -> usize {
        2 * self.frames
    }

    /// The next frame on the clock.
    pub(crate) fn advance(&self) -> u32 {
        (self.hand.fetch_add(1, Ordering::Relaxed) % self.frames) as u32
    }

    /// Whether `frame` may go: not used since the hand last passed it. Takes its second chance away.
    pub(crate) fn is_cold(&self, frame: &Frame) -> bool {
        !frame.take_touch()
    }
}
