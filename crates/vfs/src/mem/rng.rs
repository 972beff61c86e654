//! A small random number generator with the same numbers on every machine for the same seed
//! (splitmix64).

/// A stream of numbers determined by its seed.
#[derive(Clone, Debug)]
pub(super) struct Rng {
    state: u64,
}

impl Rng {
    /// Returns the stream of `seed`.
    pub(super) fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// Returns the next number, uniform over all values. Advances the generator.
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns true in `percent` of 100 cases: never for 0, always for 100 and more.
    pub(super) fn percent(&mut self, percent: u8) -> bool {
        self.next() % 100 < u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_agrees_with_published_sequence() {
        // The first outputs of splitmix64 for the seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| rng.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn rng_percent_matches_frequency() {
        let mut rng = Rng::new(7);
        for (percent, low, high) in [(0, 0, 0), (30, 2_700, 3_300), (100, 10_000, 10_000)] {
            let hits = (0..10_000).filter(|_| rng.percent(percent)).count();
            assert!((low..=high).contains(&hits), "{percent} %: {hits}");
        }
    }
}
