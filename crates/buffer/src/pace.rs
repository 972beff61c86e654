//! The pace of a data file's disk: whether a request costs milliseconds, and the hand that sweeps
//! such a file (`fill`).

/// The measured cost of a file's requests, the success of fillers, and the place of the hand.
#[derive(Default)]
pub(crate) struct Pace {
    /// Whether a request took long when the disk was last measured.
    is_slow: bool,
    /// The batches with fillers since then.
    filled: u32,
    /// The batches for which no fillers are looked for, since too few were found.
    pause: u32,
    /// Whether a batch ever had fillers, so that a read may have met one (rule 4 of `fill`).
    pub(crate) has_filled: bool,
    /// The page from which the next window is looked for.
    pub(crate) hand: u32,
}

impl Pace {
    /// Whether the next batch is to have fillers. One without measures the disk at times.
    pub(crate) fn takes_fillers(&self) -> bool {
        self.is_slow && self.filled < MEASURED_EVERY && self.pause == 0
    }

    /// Records a batch written in place by `requests` requests. `ns` is the time of the requests
    /// and of the sync.
    pub(crate) fn note(&mut self, requests: usize, ns: u64) {
        if self.takes_fillers() {
            self.filled += 1;
            return;
        }
        self.pause = self.pause.saturating_sub(1);
        if requests >= REQUESTS_MIN {
            self.filled = 0;
            self.is_slow = ns / (requests as u64 + 1) >= SLOW_NS;
        }
    }

    /// Records in how many gaps of a batch a filler was missing. If it was in most of them, the
    /// next batches are made without: their room is better used for dirty pages.
    pub(crate) fn note_gaps(&mut self, gaps: usize, unfilled: usize) {
        if 2 * unfilled > gaps {
            self.pause = PAUSE;
        }
    }

    /// Moves the hand behind `page`, the last one of a batch.
    pub(crate) fn pass(&mut self, page: u32) {
        self.hand = page.saturating_add(1);
    }
}

/// The time of a request on a slow disk: 1 ms. Scattered requests that overlap take a tenth of
/// that on other disks.
const SLOW_NS: u64 = 1_000_000;

/// The fewest requests of a batch that measures the disk. With fewer, the sync would count most.
const REQUESTS_MIN: usize = 16;

/// The batches without fillers after too many were missing.
const PAUSE: u32 = 64;

/// The batches with fillers after which the disk is measured again.
const MEASURED_EVERY: u32 = 512;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    fn slow() -> Pace {
        let mut pace = Pace::default();
        pace.note(64, 65 * 4_000_000);
        assert!(pace.takes_fillers());
        pace
    }

    #[test]
    fn disk_is_measured_by_batches_of_many_requests() {
        let mut pace = Pace::default();
        pace.note(15, 1_000_000_000);
        assert!(!pace.takes_fillers(), "the sync may have taken the time");
        pace.note(16, 10_000_000);
        assert!(!pace.takes_fillers(), "a slow sync alone is no slow disk");
        pace.note(16, 17_000_000);
        assert!(pace.takes_fillers());
    }

    #[test]
    fn disk_is_measured_again_at_times() {
        let mut pace = slow();
        (1..MEASURED_EVERY).for_each(|_| pace.note(1, 20_000_000));
        assert!(pace.takes_fillers());
        pace.note(1, 20_000_000);
        assert!(!pace.takes_fillers());
        pace.note(3, 60_000_000);
        assert!(!pace.takes_fillers(), "few requests measure nothing");
        pace.note(64, 3_000_000);
        assert!(!pace.takes_fillers(), "it has become fast");
        pace.note(64, 300_000_000);
        assert!(pace.takes_fillers());
    }

    #[test]
    fn missing_fillers_end_the_search_for_a_while() {
        let mut pace = slow();
        pace.note_gaps(10, 5);
        assert!(pace.takes_fillers());
        pace.note_gaps(10, 6);
        for _ in 0..PAUSE {
            assert!(!pace.takes_fillers());
            pace.note(64, 300_000_000);
        }
        assert!(pace.takes_fillers());
    }
}
