//! Which of the ways to a table's rows is taken: the cheapest, as far as its rows are known; otherwise a rule says.

use super::{Asked, Candidate, entry_bytes, row_bytes};
use crate::physical::ScanTarget;
use crate::{cardinality, cost};

/// The candidate that is taken: of a table that is known to be large the one that costs least, and of those that cost the same the one that the
/// rule has. By the rule a seek goes before a scan; among seeks one of a unique index whose whole key is equated,
/// then the longest prefix of a key that is held to single values, then bounds of the next column, then one that looks no row
/// up; among scans, and where all that is the same, what is narrowest goes first.
pub(crate) fn best(asked: Asked<'_>, candidates: Vec<Candidate>) -> Option<Candidate> {
    let merit = |candidate: &Candidate| {
        let Candidate { is_one_row, equal, bounds, looks_up, bytes, .. } = *candidate;
        (is_one_row, equal, bounds, !looks_up, std::cmp::Reverse(bytes))
    };
    let cost = |candidate: &Candidate| match asked.rows {
        Some(rows) if rows >= LARGE => cost_of(asked, candidate, rows as f64),
        _ => 0.0,
    };
    let order = |one: &Candidate, other: &Candidate| {
        cost(other).total_cmp(&cost(one)).then_with(|| merit(one).cmp(&merit(other)))
    };
    candidates.into_iter().rev().max_by(order)
}

fn cost_of(asked: Asked<'_>, candidate: &Candidate, rows: f64) -> f64 {
    let bytes = candidate.bytes as f64;
    let Some(seek) = &candidate.seek else { return cost::of_scan(rows, bytes) };
    let share = if candidate.is_one_row { 1.0 / rows } else { cardinality::of_seek(asked.table, rows, seek) };
    let found = rows * share;
    let bytes = if candidate.looks_up { bytes + row_bytes(asked.table) as f64 } else { bytes };
    cost::of_seek(seek.ranges.len() as f64, found, bytes, candidate.looks_up)
}

/// What it costs to read what a scan reads, if its rows are known.
pub(super) fn cost_of_scan(target: &ScanTarget) -> Option<f64> {
    let (table, rows) = (&*target.table, target.rows? as f64);
    let of_table = row_bytes(table) as f64;
    let Some(seek) = &target.seek else { return Some(cost::of_scan(rows, of_table)) };
    let index = table.indexes.iter().find(|index| index.id == seek.index)?;
    let looks_up = !seek.covers && !index.is_clustered();
    let bytes = entry_bytes(table, index) as f64 + if looks_up { of_table } else { 0.0 };
    let found = rows * cardinality::of_seek(table, rows, seek);
    Some(cost::of_seek(seek.ranges.len() as f64, found, bytes, looks_up))
}

/// In a table of fewer rows every way is short, and the rule says which: it locks the least.
const LARGE: u64 = 1_000;
