//! Who commits, and how fast: whether it is worth while to let a group gather while the device has nothing to do.
//!
//! As long as a block is in flight, the next group gathers by itself (`tail`). Where nothing is, whoever comes first would write at once, and those who
//! come a moment later would need a write of their own: two committers never meet, and many connections make as many writes as few, each of which takes processor time that their
//! requests want. So who comes first waits for others, where these are sure to come soon:
//! * Among the last [`SAMPLE`] commits there were at least two committers. Of up to [`FEW`] all are waited for, if none of them has
//!   less than two thirds of his even share: a fast one shall not be held up by a slow one. Of more, half are, so that the others are at work meanwhile, and [`GROUP`] at most.
//! * A write takes at least [`WORTH_NS`]: where it takes less, to be woken costs more than to write.
//! * They come so fast that writes of their own would keep the device at work for two thirds of the time, and a group within [`WAIT`].
//! * Nobody waits longer than twice what a group takes at that pace, nor than [`WAIT`]. Where more than one wait in eight ends for the time, nobody
//!   waits until the next sample, then for two samples, four, up to [`REST_MAX`].
//! * After [`REST_MAX`] samples in which waits were worth while there is one without: who has to wait for others commits as often as they, and only so it is seen who
//!   would not.
//!
//! What it brings: `docs/decisions/2026-11-23-groups.md`.

use std::time::Duration;

/// Who has committed of late.
#[derive(Debug)]
pub(crate) struct Crowd {
    /// How often each has in the sample under way, by the remainder of its number: exact where numbers follow each other.
    seen: [u16; SEEN],
    commits: u32,
    since_ns: u64,
    /// What a write of a block takes that committers wait for: a moving average.
    write_ns: u64,
    /// How many are waited for: one where nobody is.
    group: u32,
    wait: Duration,
    /// Waits of the sample under way that a group ended, and that the time ended.
    full: u32,
    late: u32,
    /// Samples to come in which nobody waits; how many they are the next time; samples with waits since the last one without.
    rest: u32,
    next_rest: u32,
    waited: u32,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            seen: [0; SEEN],
            commits: 0,
            since_ns: 0,
            write_ns: 0,
            group: 1,
            wait: WAIT,
            full: 0,
            late: 0,
            rest: 0,
            next_rest: 1,
            waited: 0,
        }
    }
}

impl Crowd {
    /// Counts a commit of `committer`; `now_ns` is asked once a sample.
    pub(crate) fn count(&mut self, committer: u64, now_ns: impl FnOnce() -> u64) {
        self.seen[committer as usize % SEEN] += 1;
        self.commits += 1;
        if self.commits == SAMPLE {
            self.end_sample(now_ns());
        }
    }

    /// A block that committers wait for was written in that time.
    pub(crate) fn wrote(&mut self, took_ns: u64) {
        self.write_ns = if self.write_ns == 0 { took_ns } else { (7 * self.write_ns + took_ns) / 8 };
    }

    /// Whether a group of so many is to be written, rather than to be waited for.
    pub(crate) fn is_enough(&self, gathered: u32) -> bool {
        gathered >= self.group
    }

    /// How long somebody waits at most.
    pub(crate) fn wait(&self) -> Duration {
        self.wait
    }

    /// A wait ended with a group.
    pub(crate) fn came(&mut self) {
        self.full += 1;
    }

    /// A wait ended for the time.
    pub(crate) fn did_not_come(&mut self) {
        self.late += 1;
        if self.late > 1 + self.full / 8 {
            self.group = 1;
            (self.rest, self.next_rest) = (self.next_rest, (2 * self.next_rest).min(REST_MAX));
        }
    }

    fn end_sample(&mut self, now_ns: u64) {
        let sample_ns = now_ns.saturating_sub(self.since_ns);
        let group = self.wanted();
        let (seen, commits, since_ns, full, late) = ([0; SEEN], 0, now_ns, 0, 0);
        *self = Crowd { seen, commits, since_ns, full, late, ..*self };
        if self.group > 1 {
            (self.next_rest, self.waited) = (1, self.waited + 1);
        }
        if self.waited == REST_MAX {
            (self.rest, self.waited) = (1, 0);
        }
        let group_ns = sample_ns * u64::from(group) / u64::from(SAMPLE);
        self.group = if self.rest == 0 && self.is_worth(group, group_ns) { group } else { 1 };
        self.wait = Duration::from_nanos(2 * group_ns).min(WAIT);
        self.rest = self.rest.saturating_sub(1);
    }

    /// How many are to be waited for, by who has committed in the sample.
    fn wanted(&self) -> u32 {
        let committers = self.seen.iter().filter(|commits| **commits > 0).count() as u32;
        if committers > FEW {
            return (committers / 2).clamp(FEW, GROUP);
        }
        let least = self.seen.iter().filter(|commits| **commits > 0).min().copied().unwrap_or(0);
        if SMALL || 3 * u32::from(least) * committers >= 2 * SAMPLE { committers } else { 1 }
    }

    fn is_worth(&self, group: u32, group_ns: u64) -> bool {
        // Explored schedules have no time.
        SMALL
            || self.write_ns >= WORTH_NS
                && 2 * group_ns <= 3 * u64::from(group) * self.write_ns
                && u128::from(group_ns) <= WAIT.as_nanos()
    }
}

/// How many a wait gathers at most.
pub(crate) const GROUP: u32 = 24;
/// Of so many all are waited for.
const FEW: u32 = 8;
/// Commits in a sample.
pub(crate) const SAMPLE: u32 = if SMALL { 4 } else { 256 };
/// How long a wait is at most.
const WAIT: Duration = Duration::from_millis(1);
/// What a write takes at least where waits are worth while; to be woken takes some 30 µs.
const WORTH_NS: u64 = 40_000;
/// Samples without waits at most, and samples with waits before one without.
const REST_MAX: u32 = 32;
const SEEN: usize = 256;
const _: () = assert!(SAMPLE <= u16::MAX as u32);
/// Explored schedules have few threads.
const SMALL: bool = cfg!(feature = "shuttle");

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    /// A sample by these committers in turn, each commit so long after the last one; what it makes of the crowd.
    fn sample(crowd: &mut Crowd, committers: &[u64], step_ns: u64) -> u32 {
        let mut now_ns = crowd.since_ns;
        for commit in 0..SAMPLE as usize {
            now_ns += step_ns;
            crowd.count(1_000 + committers[commit % committers.len()], || now_ns);
        }
        crowd.group
    }

    fn all(count: u64) -> Vec<u64> {
        (0..count).collect()
    }

    fn writing_in(ns: u64) -> Crowd {
        let mut crowd = Crowd::default();
        crowd.wrote(ns);
        crowd
    }

    #[test]
    fn those_are_waited_for_who_come_soon() {
        let group = |committers: &[u64], step_ns| sample(&mut writing_in(90_000), committers, step_ns);
        assert!(writing_in(90_000).is_enough(1), "nothing is known yet");
        let groups = [1, 2, 3, 8, 9, 16, 17, 32, 47, 48, 64, 200].map(|count| group(&all(count), 20_000));
        assert_eq!(groups, [1, 2, 3, 8, 8, 8, 8, 16, 23, 24, 24, 24]);
        // Two thirds of the time is a write of 90 µs each 135.
        assert_eq!([group(&all(2), 135_000), group(&all(2), 136_000)], [2, 1]);
        // Twenty-four within a millisecond.
        assert_eq!([group(&all(64), 41_600), group(&all(64), 41_700)], [24, 1]);
        assert_eq!(sample(&mut writing_in(39_999), &all(64), 10_000), 1, "such a device is not worth a wait");
    }

    #[test]
    fn a_fast_one_is_not_held_up_by_a_slow_one() {
        let group = |committers: &[u64]| sample(&mut writing_in(90_000), committers, 20_000);
        assert_eq!([group(&[0, 0, 0, 1, 1]), group(&[0, 0, 1]), group(&[0, 0, 0, 0, 1])], [2, 1, 1]);
        assert_eq!([group(&[0, 1, 2, 3, 0, 1, 2]), group(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 3])], [1, 1]);
        // Once he is, both are as fast as the slower one: so a sample without waits comes now and then.
        let mut crowd = writing_in(90_000);
        let groups: Vec<u32> = (0..2 * REST_MAX + 2).map(|_| sample(&mut crowd, &all(2), 20_000)).collect();
        let without = groups.iter().enumerate().filter(|(_, group)| **group == 1).map(|(at, _)| at as u32);
        assert_eq!(without.collect::<Vec<_>>(), [REST_MAX, 2 * REST_MAX + 1]);
    }

    #[test]
    fn nobody_waits_much_longer_than_a_group_takes() {
        let mut crowd = writing_in(90_000);
        sample(&mut crowd, &all(2), 70_000);
        assert_eq!(crowd.wait(), Duration::from_micros(280));
        sample(&mut crowd, &all(64), 30_000);
        assert_eq!(crowd.wait(), WAIT);
    }

    #[test]
    fn waits_in_vain_are_given_up_for_longer_and_longer() {
        let mut crowd = writing_in(90_000);
        let mut without = Vec::new();
        for _ in 0..8 {
            let mut samples = 0;
            while sample(&mut crowd, &all(2), 20_000) == 1 {
                samples += 1;
            }
            without.push(samples);
            crowd.did_not_come();
            assert!(!crowd.is_enough(1), "one may happen");
            crowd.did_not_come();
            assert!(crowd.is_enough(1));
        }
        assert_eq!(without, [0, 1, 2, 4, 8, 16, 32, 32]);
        while sample(&mut crowd, &all(2), 20_000) == 1 {}
        (0..80).for_each(|_| crowd.came());
        (0..11).for_each(|_| crowd.did_not_come());
        assert!(!crowd.is_enough(1), "one in eight");
        assert_eq!(sample(&mut crowd, &all(2), 20_000), 2);
        (0..2).for_each(|_| crowd.did_not_come());
        assert_eq!([(); 2].map(|()| sample(&mut crowd, &all(2), 20_000)), [1, 2], "it went well before");
    }

    #[test]
    fn what_a_write_takes_is_what_it_took_of_late() {
        let mut crowd = writing_in(10_000);
        (0..64).for_each(|_| crowd.wrote(90_000));
        assert!((89_000..=90_000).contains(&crowd.write_ns), "{}", crowd.write_ns);
    }
}
