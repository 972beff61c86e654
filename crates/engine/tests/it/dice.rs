//! Random numbers, words and texts for tests, reproducible from a seed.

use sluice_base::random::Random;

pub(crate) struct Dice(pub(crate) Random);

impl Dice {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    pub(crate) fn one_of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len() as u64) as usize]
    }

    /// Returns a text of less than `end` of the `letters`.
    pub(crate) fn text(&mut self, end: u64, letters: &[&str]) -> String {
        (0..self.below(end)).map(|_| self.one_of(letters)).collect()
    }
}
