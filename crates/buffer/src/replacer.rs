//! The eviction policy: a clock with a second chance for pages that were used again after they were
//! loaded. A scan uses each page only once. A scan-resistant policy would change only this file.

use crate::frame::Frame;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};

/// The clock's hand.
pub(crate) struct Replacer {
    hand: AtomicUsize,
}

impl Replacer {
    pub(crate) fn new() -> Replacer {
        Replacer { hand: AtomicUsize::new(0) }
    }

    /// Returns the number of steps that visit each of `frames` twice: the first visit clears the
    /// second chance, the second visit evicts.
    pub(crate) fn full_sweep(&self, frames: usize) -> usize {
        2 * frames
    }

    /// Returns the next frame of the clock.
    pub(crate) fn advance(&self, frames: usize) -> u32 {
        (self.hand.fetch_add(1, Ordering::Relaxed) % frames) as u32
    }

    /// Whether `frame` was not used since the hand last passed it. Clears its second chance.
    pub(crate) fn is_cold(&self, frame: &Frame) -> bool {
        !frame.take_touch()
    }
}
