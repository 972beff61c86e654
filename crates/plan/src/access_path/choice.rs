//! The choice between candidate access paths: by cost if the table's row count is known and large,
//! otherwise by rule.

use super::{Candidate, TableUse, entry_bytes, row_bytes};
use crate::cardinality;
use crate::cost::{self, SeekCost};
use crate::physical::{ScanTarget, Seek};
use sluice_catalog::{Index, Table};

/// Returns the best candidate. For a large table that is the cheapest; ties are decided by the
/// rule.
///
/// The rule prefers a seek to a scan. Among seeks it prefers, in this order: a unique index with
/// its whole key equated, the longest equated key prefix, bounds on the next column, no row lookup.
/// Among scans, and for ties, it prefers the narrowest rows. `None` without candidates.
pub(crate) fn best(table_use: TableUse<'_>, candidates: Vec<Candidate>) -> Option<Candidate> {
    let merit = |candidate: &Candidate| {
        let Candidate { is_one_row, equal, bounds, looks_up, bytes, .. } = *candidate;
        (is_one_row, equal, bounds, !looks_up, std::cmp::Reverse(bytes))
    };
    let cost = |candidate: &Candidate| match table_use.rows {
        Some(rows) if rows >= LARGE => cost_of_candidate(table_use, candidate, rows as f64),
        _ => 0.0,
    };
    let order = |one: &Candidate, other: &Candidate| {
        cost(other).total_cmp(&cost(one)).then_with(|| merit(one).cmp(&merit(other)))
    };
    candidates.into_iter().rev().max_by(order)
}

fn cost_of_candidate(table_use: TableUse<'_>, candidate: &Candidate, rows: f64) -> f64 {
    let bytes = candidate.bytes as f64;
    let Some(seek) = &candidate.seek else { return cost::of_scan(rows, bytes) };
    let share = if candidate.is_one_row { 1.0 / rows } else { cardinality::of_seek(table_use.table, rows, seek) };
    let found = rows * share;
    let bytes = if candidate.looks_up { bytes + row_bytes(table_use.table) as f64 } else { bytes };
    cost::of_seek(cost_of_seek(table_use.table, seek, (found, bytes), candidate.looks_up))
}

/// Returns the cost of a seek that finds `rows` entries of `bytes` bytes.
pub(super) fn cost_of_seek(table: &Table, seek: &Seek, (rows, bytes): (f64, f64), looks_up: bool) -> SeekCost {
    let index = table.indexes.iter().find(|index| index.id == seek.index);
    let is_full = |index: &Index| seek.ranges.iter().all(|range| range.equal.len() == index.keys.len());
    let is_point = index.is_some_and(|index| index.is_clustered() && index.unique && is_full(index));
    SeekCost { ranges: seek.ranges.len() as f64, is_point, rows, bytes, looks_up }
}

/// Returns the cost of a scan, or `None` if its row count is unknown. A seek costs its ranges, the
/// rows found and, if the index doesn't cover, their look-ups.
pub(crate) fn cost_of_scan(target: &ScanTarget) -> Option<f64> {
    cost_of(target, |seek, index| !seek.covers && !index.is_clustered())
}

/// Returns the cost of a scan without its look-ups, or `None` if its row count is unknown.
pub(crate) fn cost_of_entries(target: &ScanTarget) -> Option<f64> {
    cost_of(target, |_, _| false)
}

fn cost_of(target: &ScanTarget, looks_up: impl Fn(&Seek, &Index) -> bool) -> Option<f64> {
    let (table, rows) = (&*target.table, target.rows? as f64);
    let of_table = row_bytes(table) as f64;
    let Some(seek) = &target.seek else { return Some(cost::of_scan(rows, of_table)) };
    let index = table.indexes.iter().find(|index| index.id == seek.index)?;
    let looks_up = looks_up(seek, index);
    let bytes = entry_bytes(table, index) as f64 + if looks_up { of_table } else { 0.0 };
    let found = rows * cardinality::of_seek(table, rows, seek);
    Some(cost::of_seek(cost_of_seek(table, seek, (found, bytes), looks_up)))
}

/// Below this number of rows every path is short, and the rule picks the one with the fewest locks.
const LARGE: u64 = 1_000;
