//! The mode in which a session's statements are compiled.

use sluice_plan::BrowseMode;

/// The browse information of results, and whether the rows of operators are counted. One byte, so
/// that a statement's run compares it at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompileMode(u8);

impl CompileMode {
    /// No browse information; nothing is counted.
    pub const PLAIN: CompileMode = CompileMode(0);

    /// Returns the mode with this browse information.
    #[must_use]
    pub fn browsing(self, browse: BrowseMode) -> CompileMode {
        let bits = match browse {
            BrowseMode::Off => 0,
            BrowseMode::Order => 1,
            BrowseMode::Tables => 2,
            BrowseMode::Named => BROWSE,
        };
        CompileMode(self.0 & !BROWSE | bits)
    }

    /// Returns the mode with the counting of operators' rows on or off.
    #[must_use]
    pub fn counting(self, is_on: bool) -> CompileMode {
        CompileMode(if is_on { self.0 | COUNTS } else { self.0 & !COUNTS })
    }

    /// Returns the browse information of results.
    pub fn browse(self) -> BrowseMode {
        match self.0 & BROWSE {
            0 => BrowseMode::Off,
            1 => BrowseMode::Order,
            2 => BrowseMode::Tables,
            _ => BrowseMode::Named,
        }
    }

    /// Whether the rows of operators are counted.
    pub fn counts(self) -> bool {
        self.0 & COUNTS != 0
    }
}

/// The bits of the browse information.
const BROWSE: u8 = 3;
/// The bit of counting.
const COUNTS: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_mode_are_independent() {
        for browse in [BrowseMode::Off, BrowseMode::Order, BrowseMode::Tables, BrowseMode::Named] {
            for counts in [false, true] {
                let mode = CompileMode::PLAIN.browsing(BrowseMode::Named).counting(counts).browsing(browse);
                assert_eq!((mode.browse(), mode.counts()), (browse, counts));
            }
        }
        assert_eq!(CompileMode::PLAIN.counting(true).counting(false), CompileMode::PLAIN);
    }
}
