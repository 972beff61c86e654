//! The estimated rows and cost of each operator of a finished plan, as SHOWPLAN shows them.
//!
//! The figures are those by which the planner chooses. Operators without a choice cost what passing
//! their rows on costs.

use crate::access_path::{cost_of_entries, cost_of_scan};
use crate::cost;
use crate::physical::{GroupMethod, Join, JoinMethod, Node, ScanTarget};

pub use crate::cardinality::{of_scan as rows_of_scan, rows, rows_with};

/// Returns the cost of one execution of the operator itself, without its inputs.
pub fn own_cost(node: &Node) -> f64 {
    match node {
        Node::Scan(target) => {
            let (entries, lookups) = cost_of_access(target);
            entries + lookups
        }
        Node::View(_) => cost::of_view(known_rows(node)),
        Node::Aggregate(input, groups, _, method) if !groups.is_empty() => {
            cost::of_groups(known_rows(input), *method == GroupMethod::Stream)
        }
        Node::GroupingSets(sets) => cost::of_groups(known_rows(&sets.input), false) * sets.sets.len() as f64,
        Node::Join(join) => of_join(join, known_rows(node)),
        _ => match node.inputs().as_slice() {
            [] => cost::of_passing(known_rows(node)),
            inputs => inputs.iter().map(|input| cost::of_passing(known_rows(input))).sum(),
        },
    }
}

/// Returns the cost of reading a table: of its entries or rows, and of the look-ups. A table of
/// unknown size counts as one of a fixed size.
pub fn cost_of_access(target: &ScanTarget) -> (f64, f64) {
    let guessed;
    let target = match target.rows {
        Some(_) => target,
        None => {
            guessed = ScanTarget { rows: Some(ROWS_UNKNOWN as u64), ..target.clone() };
            &guessed
        }
    };
    let entries = cost_of_entries(target).unwrap_or_default();
    (entries, cost_of_scan(target).map_or(0.0, |whole| whole - entries))
}

fn of_join(join: &Join, pairs: f64) -> f64 {
    let (left, right) = (known_rows(&join.left), known_rows(&join.right));
    match &join.method {
        JoinMethod::Loop => cost::of_loop_join(left, 0.0, pairs),
        // The kept right rows are compared with each left row.
        JoinMethod::Hash(keys, _) if keys.is_empty() => cost::of_kept_pairs(left, right) + cost::of_passing(pairs),
        JoinMethod::Hash(..) if join.builds_left => cost::of_hash_join(left, right, pairs),
        JoinMethod::Hash(..) => cost::of_hash_join(right, left, pairs),
        JoinMethod::Merge(keys) => {
            let kept = if keys.is_unique == (false, false) { right } else { 0.0 };
            cost::of_merge_join(left + right, kept, pairs)
        }
    }
}

/// Returns the cost, in SQL Server's unit, of passing rows through an operator.
pub fn cost_of_passing(rows: Option<f64>) -> f64 {
    in_seconds(cost::of_passing(rows.unwrap_or(ROWS_UNKNOWN)))
}

/// Returns a cost in SQL Server's unit.
pub fn in_seconds(cost: f64) -> f64 {
    cost / ROWS_OF_COST
}

fn known_rows(node: &Node) -> f64 {
    rows(node).unwrap_or(ROWS_UNKNOWN)
}

/// The assumed rows of a source without an estimate.
pub const ROWS_UNKNOWN: f64 = 1_000.0;
/// The number of passed rows that cost 1.
pub const ROWS_OF_COST: f64 = 1e6;
