//! How many commit, and how fast: whether it is worth while to let a group gather while the device has nothing to do.
//!
//! As long as a block is in flight, the next group gathers by itself (`tail`). Where requests cost the processors more than the device
//! takes for a write, though, each write would be over when only a few have come: many connections would make as many writes as few, each of
//! which takes processor time that their requests want. So who comes first waits for others, if there are so many of them that the processors have enough
//! to do meanwhile, and if they come so fast that the wait is short:
//! * at least [`CROWD`] committers have been seen, each counted once, among the last [`SAMPLE`] commits;
//! * at their pace [`GROUP`] of them come within [`WAIT`], which is also as long as anybody waits;
//! * the last wait was not in vain: where it ended for the time with less than half of a group, nobody waits until the next sample tells otherwise.
//!
//! Few committers never wait (`docs/decisions/2026-11-20-few-committers.md`).

use std::time::Duration;

/// Who has committed of late.
#[derive(Default, Debug)]
pub(crate) struct Crowd {
    /// A bit for each committer of the sample under way, by the remainder of its number: exact where numbers follow each other.
    seen: [u64; SEEN_WORDS],
    commits: u32,
    since_ns: u64,
    /// Whether the last sample says that a group is worth a wait.
    is_dense: bool,
}

impl Crowd {
    /// Counts a commit of `committer`; `now_ns` is asked once a sample.
    pub(crate) fn count(&mut self, committer: u64, now_ns: impl FnOnce() -> u64) {
        let bit = committer as usize % (64 * SEEN_WORDS);
        self.seen[bit / 64] |= 1 << (bit % 64);
        self.commits += 1;
        if self.commits < SAMPLE {
            return;
        }
        let now_ns = now_ns();
        let committers: u32 = self.seen.iter().map(|word| word.count_ones()).sum();
        let group_ns = now_ns.saturating_sub(self.since_ns) / u64::from(SAMPLE) * u64::from(GROUP);
        self.is_dense = committers >= CROWD && u128::from(group_ns) <= WAIT.as_nanos();
        (self.seen, self.commits, self.since_ns) = ([0; SEEN_WORDS], 0, now_ns);
    }

    /// Whether a group of so many is to be written, rather than to be waited for.
    pub(crate) fn is_enough(&self, gathered: u32) -> bool {
        !self.is_dense || gathered >= GROUP
    }

    /// A wait is over with so many.
    pub(crate) fn waited(&mut self, gathered: u32) {
        self.is_dense &= gathered >= GROUP / 2;
    }
}

/// How many a wait gathers.
pub(crate) const GROUP: u32 = if SMALL { 2 } else { 24 };
/// From how many committers on: twice a group, so that half of them are at work while the others wait.
const CROWD: u32 = 2 * GROUP;
/// Commits in a sample.
pub(crate) const SAMPLE: u32 = if SMALL { 4 } else { 256 };
/// How long a wait is at most.
pub(crate) const WAIT: Duration = Duration::from_millis(1);
const SEEN_WORDS: usize = 4;
/// Explored schedules have few threads.
const SMALL: bool = cfg!(feature = "shuttle");

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    /// A sample of so many committers in turn, each commit so long after the last one.
    fn sample(crowd: &mut Crowd, committers: u64, step_ns: u64) {
        let mut now_ns = crowd.since_ns;
        for commit in 0..u64::from(SAMPLE) {
            now_ns += step_ns;
            crowd.count(1_000 + commit % committers, || now_ns);
        }
    }

    #[test]
    fn a_group_is_waited_for_where_many_commit_fast() {
        for (committers, step_ns, is_waited_for) in
            [(64, 20_000, true), (48, 41_600, true), (47, 20_000, false), (1, 5_000, false), (64, 41_700, false)]
        {
            let mut crowd = Crowd::default();
            assert!(crowd.is_enough(1), "nothing is known yet");
            sample(&mut crowd, committers, step_ns);
            assert_eq!(!crowd.is_enough(GROUP - 1), is_waited_for, "{committers} committers, {step_ns} ns");
            assert!(crowd.is_enough(GROUP));
        }
    }

    #[test]
    fn a_wait_in_vain_is_the_last_one_until_the_next_sample() {
        let mut crowd = Crowd::default();
        sample(&mut crowd, 64, 10_000);
        crowd.waited(GROUP / 2);
        assert!(!crowd.is_enough(1));
        crowd.waited(GROUP / 2 - 1);
        assert!(crowd.is_enough(1));
        sample(&mut crowd, 64, 10_000);
        assert!(!crowd.is_enough(1));
    }
}
