//! Decides whether a committer waits for others, to write one block for a group.
//!
//! While a block is in flight, the next group gathers by itself (`tail`). With nothing in flight,
//! the first committer would write at once, and committers a moment later would need their own
//! write. Then two committers never meet: many connections make as many writes as few, and each
//! write takes CPU time from requests. So the first committer waits for others that are sure to
//! come soon:
//! - Among the last [`SAMPLE`] commits there were at least two committers. Up to [`FEW`] committers
//!   are all waited for, unless one of them made less than two thirds of its even share. A slow
//!   committer must not hold up a fast one. From a larger crowd, half are waited for, so that the
//!   others work meanwhile, and at most [`GROUP`].
//! - A write takes at least [`WORTH_NS`]: below that, a wake-up costs more than a write.
//! - Commits come so fast that separate writes would keep the device busy two thirds of the time,
//!   and that a group gathers within [`WAIT`].
//! - A wait lasts at most twice the time a group takes at that pace, and at most [`WAIT`]. If more
//!   than one wait in eight times out, waiting pauses until the next sample, then for two samples,
//!   four, up to [`REST_MAX`].
//! - After [`REST_MAX`] samples with useful waits comes one without. A committer that waits for
//!   others commits as often as they do, so only a sample without waits reveals the slow
//!   committers.
//!
//! Measurements: `docs/decisions/2026-11-23-groups.md`.

use std::time::Duration;

/// Statistics of recent commits, and the resulting group size. `group` and `wait` are decided at
/// the end of each sample.
#[derive(Debug)]
pub(crate) struct Crowd {
    /// Commits per committer in the current sample, by number modulo `SEEN`. Exact for consecutive
    /// numbers.
    seen: [u16; SEEN],
    commits: u32,
    since_ns: u64,
    /// The moving average of the time of a write that committers wait for.
    write_ns: u64,
    /// The group size to wait for; 1 disables waiting.
    group: u32,
    wait: Duration,
    /// Waits of the current sample that ended with a full group, and with a time-out.
    full: u32,
    late: u32,
    /// Samples left without waiting; the length of the next pause; samples with waits since the
    /// last pause.
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
    /// Counts a commit of `committer`. The last commit of a sample ends the sample and decides the
    /// size of groups and the time of waits. `now_ns` is called only then.
    pub(crate) fn count(&mut self, committer: u64, now_ns: impl FnOnce() -> u64) {
        self.seen[committer as usize % SEEN] += 1;
        self.commits += 1;
        if self.commits == SAMPLE {
            self.end_sample(now_ns());
        }
    }

    /// Adds the time of a block write that committers waited for to the moving average.
    pub(crate) fn record_write(&mut self, took_ns: u64) {
        self.write_ns = if self.write_ns == 0 { took_ns } else { (7 * self.write_ns + took_ns) / 8 };
    }

    /// Whether a group of this size is written without waiting for more.
    pub(crate) fn is_enough(&self, gathered: u32) -> bool {
        gathered >= self.group
    }

    /// Returns the maximum time of a wait.
    pub(crate) fn wait(&self) -> Duration {
        self.wait
    }

    /// Records that a wait ended with a full group.
    pub(crate) fn record_full_wait(&mut self) {
        self.full += 1;
    }

    /// Records that a wait timed out. If that has happened often, commits aren't grouped for a
    /// while.
    pub(crate) fn record_late_wait(&mut self) {
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

    /// Returns the group size to wait for, from the committers of the sample.
    fn wanted(&self) -> u32 {
        let committers = self.seen.iter().filter(|commits| **commits > 0).count() as u32;
        if committers > FEW {
            return (committers / 2).clamp(FEW, GROUP);
        }
        let least = self.seen.iter().filter(|commits| **commits > 0).min().copied().unwrap_or(0);
        if SMALL || 3 * u32::from(least) * committers >= 2 * SAMPLE { committers } else { 1 }
    }

    fn is_worth(&self, group: u32, group_ns: u64) -> bool {
        // Shuttle schedules have no time.
        SMALL
            || self.write_ns >= WORTH_NS
                && 2 * group_ns <= 3 * u64::from(group) * self.write_ns
                && u128::from(group_ns) <= WAIT.as_nanos()
    }
}

/// The maximum group size of a wait.
pub(crate) const GROUP: u32 = 24;
/// Up to this number of committers, all are waited for.
const FEW: u32 = 8;
/// The commits of a sample.
pub(crate) const SAMPLE: u32 = if SMALL { 4 } else { 256 };
/// The maximum time of a wait.
const WAIT: Duration = Duration::from_millis(1);
/// The minimum time of a write for a wait to pay: a wake-up takes some 30 µs.
const WORTH_NS: u64 = 40_000;
/// The maximum pause in samples, and the number of samples with waits before one without.
const REST_MAX: u32 = 32;
const SEEN: usize = 256;
const _: () = assert!(SAMPLE <= u16::MAX as u32);
/// Shuttle schedules have few threads.
const SMALL: bool = cfg!(feature = "shuttle");

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    /// Runs a sample of commits by these committers in turn, `step_ns` apart. Returns the resulting
    /// group size.
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
        crowd.record_write(ns);
        crowd
    }

    #[test]
    fn group_size_follows_commit_pace_and_write_time() {
        let group = |committers: &[u64], step_ns| sample(&mut writing_in(90_000), committers, step_ns);
        assert!(writing_in(90_000).is_enough(1), "nothing is known yet");
        let groups = [1, 2, 3, 8, 9, 16, 17, 32, 47, 48, 64, 200].map(|count| group(&all(count), 20_000));
        assert_eq!(groups, [1, 2, 3, 8, 8, 8, 8, 16, 23, 24, 24, 24]);
        // Two thirds of the time: one write of 90 µs every 135 µs.
        assert_eq!([group(&all(2), 135_000), group(&all(2), 136_000)], [2, 1]);
        // Twenty-four commits within a millisecond.
        assert_eq!([group(&all(64), 41_600), group(&all(64), 41_700)], [24, 1]);
        assert_eq!(sample(&mut writing_in(39_999), &all(64), 10_000), 1, "such a device is not worth a wait");
    }

    #[test]
    fn slow_committer_does_not_delay_fast_one() {
        let group = |committers: &[u64]| sample(&mut writing_in(90_000), committers, 20_000);
        assert_eq!([group(&[0, 0, 0, 1, 1]), group(&[0, 0, 1]), group(&[0, 0, 0, 0, 1])], [2, 1, 1]);
        assert_eq!([group(&[0, 1, 2, 3, 0, 1, 2]), group(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 3])], [1, 1]);
        // A waiting committer is as slow as the slowest. So a sample without waits comes now and
        // then.
        let mut crowd = writing_in(90_000);
        let groups: Vec<u32> = (0..2 * REST_MAX + 2).map(|_| sample(&mut crowd, &all(2), 20_000)).collect();
        let without = groups.iter().enumerate().filter(|(_, group)| **group == 1).map(|(at, _)| at as u32);
        assert_eq!(without.collect::<Vec<_>>(), [REST_MAX, 2 * REST_MAX + 1]);
    }

    #[test]
    fn wait_is_at_most_twice_group_time() {
        let mut crowd = writing_in(90_000);
        sample(&mut crowd, &all(2), 70_000);
        assert_eq!(crowd.wait(), Duration::from_micros(280));
        sample(&mut crowd, &all(64), 30_000);
        assert_eq!(crowd.wait(), WAIT);
    }

    #[test]
    fn timed_out_waits_pause_for_doubling_periods() {
        let mut crowd = writing_in(90_000);
        let mut without = Vec::new();
        for _ in 0..8 {
            let mut samples = 0;
            while sample(&mut crowd, &all(2), 20_000) == 1 {
                samples += 1;
            }
            without.push(samples);
            crowd.record_late_wait();
            assert!(!crowd.is_enough(1), "one may happen");
            crowd.record_late_wait();
            assert!(crowd.is_enough(1));
        }
        assert_eq!(without, [0, 1, 2, 4, 8, 16, 32, 32]);
        while sample(&mut crowd, &all(2), 20_000) == 1 {}
        (0..80).for_each(|_| crowd.record_full_wait());
        (0..11).for_each(|_| crowd.record_late_wait());
        assert!(!crowd.is_enough(1), "one in eight");
        assert_eq!(sample(&mut crowd, &all(2), 20_000), 2);
        (0..2).for_each(|_| crowd.record_late_wait());
        assert_eq!([(); 2].map(|()| sample(&mut crowd, &all(2), 20_000)), [1, 2], "it went well before");
    }

    #[test]
    fn write_time_is_moving_average() {
        let mut crowd = writing_in(10_000);
        (0..64).for_each(|_| crowd.record_write(90_000));
        assert!((89_000..=90_000).contains(&crowd.write_ns), "{}", crowd.write_ns);
    }
}
