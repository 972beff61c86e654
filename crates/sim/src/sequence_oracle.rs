//! What a sequence may give, told from what it has given (requirement S2).
//!
//! 1. No value is given twice, so every value is greater than those that its client has received.
//! 2. Whatever end of a life is unclean loses at most as many values as the cache holds.
//! 3. A clean end loses none: without an unclean one between them, each value is the one after the last.

/// What the client knows of the sequence.
#[derive(Clone, Debug)]
pub(crate) struct SequenceOracle {
    /// CACHE; 0 for NO CACHE.
    cache: i64,
    /// The last value that was received; 0, before the first, if there was none.
    last: i64,
    /// How many values may be missing behind it.
    may_be_lost: i64,
}

impl SequenceOracle {
    /// Of a sequence that begins at 1.
    pub(crate) fn new(cache: i64) -> SequenceOracle {
        SequenceOracle { cache, last: 0, may_be_lost: 0 }
    }

    /// The option that the sequence is made with.
    pub(crate) fn option(&self) -> String {
        if self.cache == 0 { "NO CACHE".to_owned() } else { format!("CACHE {}", self.cache) }
    }

    /// The client received a value.
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

    /// A life of the machine ended.
    pub(crate) fn ended(&mut self, cleanly: bool) {
        // NO CACHE writes each value, and may lose the one that was on its way.
        self.may_be_lost += if cleanly { 0 } else { self.cache.max(1) };
    }

    /// How far the sequence has come.
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
    fn each_rule_can_be_broken() {
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
