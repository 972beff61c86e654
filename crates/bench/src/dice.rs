//! Choices made from a seed.

use sluice_base::random::Random;

/// Makes the choices of a generator.
pub(crate) struct Dice(Random);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Random::seeded(seed))
    }

    /// Returns a number below `end`, which is at least 1.
    pub(crate) fn below(&self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// Returns a number from `least` to `most`.
    pub(crate) fn between(&self, least: i64, most: i64) -> i64 {
        least + (self.0.next_u64() % (most - least + 1) as u64) as i64
    }

    /// Returns a number from 0 to 1, less than 1.
    pub(crate) fn share(&self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below `end`, which is at least 1, by Zipf's law: the n-th number comes
    /// about 1 / n times as often as the first.
    pub(crate) fn zipf(&self, end: usize) -> usize {
        (((end + 1) as f64).powf(self.share()) - 1.0) as usize
    }

    /// Returns true once in `times` on average.
    pub(crate) fn one_in(&self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, of which there is at least one.
    pub(crate) fn one_of<T: Copy>(&self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns one of the items, or `None` if there are none.
    pub(crate) fn pick<'t, T>(&self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
