//! Many programs one after another, in new worlds from time to time, and what became of them.

use super::author::Context;
use super::watchdog::Watchdog;
use super::world::{Failure, World};
use std::collections::BTreeMap;

/// Counts of the outcomes of programs.
#[derive(Default)]
pub struct Tally {
    /// By kind of statement and context: how many programs ran to the end, and how many there were.
    pub counts: BTreeMap<(&'static str, Context), (u64, u64)>,
    /// By kind of statement: the first errors of programs, with how often each came.
    pub errors: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// The seeds and texts of programs that a panic ended.
    pub failures: Vec<String>,
}

impl Tally {
    /// Runs the programs of the seeds, supervised by `watchdog`.
    ///
    /// # Errors
    /// A world can't be created.
    pub fn run(seeds: impl IntoIterator<Item = u64>, watchdog: &Watchdog) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        let mut world = World::new()?;
        let author = world.author();
        for (place, seed) in (0_u64..).zip(seeds) {
            if place > 0 && place.is_multiple_of(PROGRAMS_PER_WORLD) {
                world = World::new()?;
            }
            let program = author.program(seed);
            match world.run(&program, &mut |watch| watchdog.follow(watch, &program.text)) {
                Ok(outcome) => {
                    let (right, all) = tally.counts.entry((program.kind, program.context)).or_default();
                    *right += u64::from(outcome.errors.is_empty());
                    *all += 1;
                    if let (Some(number), Some(text)) = (outcome.errors.first(), outcome.texts.first()) {
                        let shown: String = text.chars().take(SHOWN_MAX).collect();
                        *tally
                            .errors
                            .entry(program.kind)
                            .or_default()
                            .entry(format!("{number} {shown}"))
                            .or_default() += 1;
                    }
                }
                Err(failure) => {
                    tally.failures.push(format!("seed {seed}: {failure}"));
                    world = World::new()?;
                }
            }
        }
        Ok(tally)
    }

    /// Adds what another run has found.
    pub fn add(&mut self, other: Tally) {
        for (pair, (right, all)) in other.counts {
            let (own_right, own_all) = self.counts.entry(pair).or_default();
            (*own_right, *own_all) = (*own_right + right, *own_all + all);
        }
        for (kind, errors) in other.errors {
            let own = self.errors.entry(kind).or_default();
            errors.into_iter().for_each(|(error, count)| *own.entry(error).or_default() += count);
        }
        self.failures.extend(other.failures);
    }

    /// How many programs ran to the end, and how many there were.
    pub fn total(&self) -> (u64, u64) {
        let failed = self.failures.len() as u64;
        self.counts.values().fold((0, failed), |(right, all), (more, of)| (right + more, all + of))
    }

    /// A line for each kind: its counts by context, and the errors that came most often.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("programs that ran to the end, and all, by context: {:?}", Context::ALL)];
        for kind in super::KINDS {
            let counts = Context::ALL.map(|context| self.counts.get(&(*kind, context)).copied().unwrap_or_default());
            let counts: Vec<String> = counts.iter().map(|(right, all)| format!("{right}/{all}")).collect();
            let mut errors: Vec<_> = self.errors.get(kind).into_iter().flatten().collect();
            errors.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let errors: Vec<String> =
                errors.iter().take(3).map(|(error, count)| format!("{count} × {error}")).collect();
            lines.push(format!("{kind}: {}; {}", counts.join(" "), errors.join("; ")));
        }
        lines
    }
}

/// Objects that programs leave behind make later programs slower.
const PROGRAMS_PER_WORLD: u64 = 200;
const SHOWN_MAX: usize = 70;
