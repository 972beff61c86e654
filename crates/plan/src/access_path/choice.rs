//! Which of the ways to a table's rows is taken. There are no statistics yet, so a rule chooses.

use super::Candidate;

/// The candidate that is taken: the first of the best. A seek goes before a scan; among seeks one of a unique index whose whole key is equated,
/// then the longest prefix of a key that is held to single values, then bounds of the next column, then one that looks no row
/// up; among scans, and where all that is the same, what is narrowest goes first.
pub(crate) fn best(candidates: Vec<Candidate>) -> Option<Candidate> {
    let merit = |candidate: &Candidate| {
        let Candidate { is_one_row, equal, bounds, looks_up, bytes, .. } = *candidate;
        (is_one_row, equal, bounds, !looks_up, std::cmp::Reverse(bytes))
    };
    candidates.into_iter().rev().max_by_key(merit)
}
