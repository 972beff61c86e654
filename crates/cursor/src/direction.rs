//! The directions of FETCH.

use sluice_query::code::Reg;

/// The row that FETCH moves to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// NEXT.
    Next,
    /// PRIOR.
    Prior,
    /// FIRST.
    First,
    /// LAST.
    Last,
    /// ABSOLUTE, with the number in a register.
    Absolute(Reg),
    /// RELATIVE, with the number in a register.
    Relative(Reg),
}

impl Which {
    /// Returns the word as errors write it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Which::Next => "next",
            Which::Prior => "prior",
            Which::First => "first",
            Which::Last => "last",
            Which::Absolute(_) => "absolute",
            Which::Relative(_) => "relative",
        }
    }
}

/// Returns the position after a FETCH: 0 is before the first row, `count` + 1 after the last.
/// Positions beyond are these two. `by` is the number of ABSOLUTE or RELATIVE; NULL (`None`) moves
/// before the first row.
pub(crate) fn moved(which: Which, by: Option<i64>, (at, count): (usize, usize)) -> usize {
    let (at, behind) = (at as i64, count as i64 + 1);
    let to = match (which, by) {
        (Which::Next, _) => at + 1,
        (Which::Prior, _) => at - 1,
        (Which::First, _) => 1,
        // Without rows this is 0, the position before the first row.
        (Which::Last, _) => count as i64,
        (Which::Absolute(_), Some(number)) if number < 0 => behind.saturating_add(number),
        (Which::Absolute(_), Some(number)) => number,
        (Which::Relative(_), Some(number)) => at.saturating_add(number),
        (Which::Absolute(_) | Which::Relative(_), None) => 0,
    };
    to.clamp(0, behind) as usize
}
