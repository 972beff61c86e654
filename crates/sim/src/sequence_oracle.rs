//! The permitted values of a sequence, from the values received so far (requirement S2).
//!
//! 1. No value is returned twice, so each value is greater than all received ones.
//! 2. An unclean end of a life loses at most as many values as the cache has.
//! 3. A clean end loses no value: without an unclean end in between, each value follows the last
//!    one.

/// The client's knowledge of the sequence.
#[derive(Clone, Debug)]
pub(crate) struct SequenceOracle {
    /// CACHE; 0 for NO CACHE.
    cache: i64,
    /// The last value received; 0 before the first.
    last: i64,
    /// The number of values that may be missing after `last`.
    may_be_lost: i64,
}

impl SequenceOracle {
    /// Returns the oracle of a sequence that begins at 1.
    pub(crate) fn new(cache: i64) -> SequenceOracle {
        SequenceOracle { cache, last: 0, may_be_lost: 0 }
    }

    /// Returns the CACHE option of the sequence.
    pub(crate) fn option(&self) -> String {
        if self.cache == 0 { "NO CACHE".to_owned() } else { format!("CACHE {}", self.cache) }
    }

    /// Verifies a received value.
    pub(crate) fn received(&mut self, value: i64) -> Result<(), String> {
        let (last, most) = (self.last, self.last + 1 + self.may_be_lost);
        if value <= last {
            return Err(format!("the sequence gave {value} after it had given {last}"));
        }
        if value > most {
            return Err(format!("the sequence gave {value} after {last}: more is lost than up to {most}"));
        }
        (self.last, self.may_be_lost) = (value, 0);
        Ok(())
    }

    /// Records the end of a life of the machine.
    pub(crate) fn ended(&mut self, cleanly: bool) {
        // NO CACHE writes each value, and may lose the one not yet received.
        self.may_be_lost += if cleanly { 0 } else { self.cache.max(1) };
    }

    pub(crate) fn last(&self) -> i64 {
        self.last
    }
}

impl Default for SequenceOracle {
    fn default() -> SequenceOracle {
        SequenceOracle::new(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violation_of_each_rule_is_detected() {
        let mut oracle = SequenceOracle::new(5);
        assert!(oracle.received(2).is_err());
        oracle.received(1).unwrap();
        oracle.ended(true);
        assert!(oracle.received(1).is_err() && oracle.received(3).is_err());
        oracle.ended(false);
        assert!(oracle.received(1).is_err() && oracle.received(8).is_err());
        oracle.received(7).unwrap();
        oracle.received(8).unwrap();
    }
}
