//! Choices made from a seed.

use sluice_base::random::Random;

/// Makes the choices of a generator.
pub(super) struct Dice(Random);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(Random::seeded(seed))
    }

    /// Returns a number below `end`, which is at least 1.
    pub(super) fn below(&self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// Returns a number from `least` to `most`.
    pub(super) fn between(&self, least: i64, most: i64) -> i64 {
        least + (self.0.next_u64() % (most - least + 1) as u64) as i64
    }

    /// Returns true once in `times` on average.
    pub(super) fn one_in(&self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, of which there is at least one.
    pub(super) fn one_of<T: Copy>(&self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns one of the items, or `None` if there are none.
    pub(super) fn pick<'t, T>(&self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
