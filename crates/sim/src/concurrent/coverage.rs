//! The events that a number of seeds has reached (`docs/simulator.md`).

use super::history::Derivations;
use super::run::{ConcurrentRun, LifeEvents};
use std::fmt;

/// The figures of a number of seeds.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    seeds: u64,
    /// The seeds with a life in which each event occurred, in the order of [`EVENTS`].
    with_event: [u64; EVENTS.len()],
    /// The seeds with a life in which all events occurred.
    with_all: u64,
    /// The other seeds whose fullest life lacks each event.
    lacking: [u64; EVENTS.len()],
    batches: Vec<u64>,
    points: Vec<u64>,
    comparisons: u64,
    in_doubt: u64,
    /// The seeds that read pages from an extension.
    with_extension: u64,
    /// The seeds in which an extension failed.
    with_failed_extension: u64,
    derivations: Derivations,
    nanoseconds: u64,
}

/// The figures as shares and counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// The share of seeds with a life in which all events occurred.
    pub with_all: f64,
    /// The smallest number of batches of a seed.
    pub batches_min: u64,
    /// The smallest number of scheduling points of a seed.
    pub points_min: u64,
}

impl Coverage {
    /// Adds a seed that took this time.
    pub fn add(&mut self, run: &ConcurrentRun, nanoseconds: u64) {
        self.seeds += 1;
        for (count, (_, event)) in self.with_event.iter_mut().zip(EVENTS) {
            *count += u64::from(run.lives.iter().any(|life| event(life) > 0));
        }
        let lacks = |life: &LifeEvents| EVENTS.map(|(_, event)| event(life) == 0);
        let fullest = run.lives.iter().map(lacks).min_by_key(|lacks| lacks.iter().filter(|lacks| **lacks).count());
        let lacks = fullest.unwrap_or([true; EVENTS.len()]);
        self.with_all += u64::from(!lacks.contains(&true));
        self.lacking.iter_mut().zip(lacks).for_each(|(count, lacks)| *count += u64::from(lacks));
        self.batches.push(run.reached.batches);
        self.points.push(run.reached.points);
        self.comparisons += run.reached.comparisons;
        self.in_doubt += run.reached.in_doubt;
        self.with_extension += u64::from(run.lives.iter().any(|life| life.extension_reads > 0));
        self.with_failed_extension += u64::from(run.lives.iter().any(|life| life.extension_failures > 0));
        self.derivations += run.reached.derivations;
        self.nanoseconds += nanoseconds;
    }

    /// Returns the figures that have bars.
    pub fn figures(&self) -> Figures {
        let least = |counts: &[u64]| counts.iter().copied().min().unwrap_or(0);
        Figures {
            with_all: share(self.with_all, self.seeds),
            batches_min: least(&self.batches),
            points_min: least(&self.points),
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seeds                               {}", self.seeds)?;
        for ((name, _), count) in EVENTS.iter().zip(self.with_event) {
            writeln!(f, "seeds with {name:<24} {:.1} %", 100.0 * share(count, self.seeds))?;
        }
        writeln!(f, "seeds with all of them in one life  {:.1} %", 100.0 * share(self.with_all, self.seeds))?;
        for ((name, _), count) in EVENTS.iter().zip(self.lacking) {
            writeln!(f, "  otherwise without {name:<17} {:.1} %", 100.0 * share(count, self.seeds))?;
        }
        for (name, counts) in [("batches", &self.batches), ("scheduling points", &self.points)] {
            let mut counts = counts.clone();
            counts.sort_unstable();
            let middle = counts.get(counts.len() / 2).copied().unwrap_or(0);
            let least = counts.first().copied().unwrap_or(0);
            writeln!(f, "{name} a seed, least and middle: {least}, {middle}")?;
        }
        writeln!(f, "comparisons; commits in doubt       {}; {}", self.comparisons, self.in_doubt)?;
        let extensions =
            [self.with_extension, self.with_failed_extension].map(|count| 100.0 * share(count, self.seeds));
        writeln!(
            f,
            "seeds with reads of an extension; with a failed one: {:.1} %; {:.1} %",
            extensions[0], extensions[1]
        )?;
        let Derivations { snapshots, clones, reverts, drops } = self.derivations;
        writeln!(f, "snapshots; clones; reverts; drops   {snapshots}; {clones}; {reverts}; {drops}")?;
        let seconds = self.nanoseconds as f64 / 1e9 / self.seeds.max(1) as f64;
        write!(f, "seconds a seed                      {seconds:.2}")
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// An event that a life must reach, with its count.
type Event = (&'static str, fn(&LifeEvents) -> u64);

const EVENTS: [Event; 5] = [
    ("a background checkpoint", |life| life.background_checkpoints),
    ("an eviction", |life| life.evictions),
    ("two log blocks in flight", |life| life.overlapping_log_writes),
    ("a poisoned log", |life| life.poisons),
    ("a restart in place", |life| life.restarts),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concurrent::Reached;

    #[test]
    fn share_counts_events_of_one_life() {
        let life = |events: [u64; 5]| LifeEvents {
            background_checkpoints: events[0],
            evictions: events[1],
            overlapping_log_writes: events[2],
            poisons: events[3],
            restarts: events[4],
            ..LifeEvents::default()
        };
        let run = |lives: Vec<LifeEvents>, batches| {
            let reached = Reached { batches, points: 10 * batches, ..Reached::default() };
            ConcurrentRun { lives, reached, ..ConcurrentRun::default() }
        };
        let mut coverage = Coverage::default();
        coverage.add(&run(vec![life([1, 1, 1, 1, 0]), life([0, 0, 0, 0, 1])], 7), 1);
        coverage.add(&run(vec![life([0; 5]), life([3, 1, 2, 1, 1])], 5), 1);
        assert_eq!(coverage.figures(), Figures { with_all: 0.5, batches_min: 5, points_min: 50 });
        assert!(coverage.to_string().contains("restart in place       100.0 %"), "{coverage}");
    }
}
