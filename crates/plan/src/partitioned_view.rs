//! Inputs of UNION ALL that the CHECK constraints of their tables exclude: a query over a
//! partitioned view reads only the tables that can have its rows
//! (`t-sql/statements/create-view-transact-sql.md`, *Partitioned Views*).
//!
//! A constraint counts if it is enabled and trusted, and compares single columns with constants. A
//! row with NULL in the column passes the constraint, but no comparison.

use crate::expression::{ColumnId, Condition, Expr, ExprKind};
use crate::physical::{Node, Rows, ScanTarget};
use sluice_catalog::index_filter::FilterTest;
use sluice_types::{Comparison, Value, compare};
use std::cmp::Ordering;

/// Removes the inputs of a UNION ALL that have no row for their conditions, with these conditions.
/// At least one input stays.
pub(crate) fn prune(inputs: &mut Vec<Rows>, conditions: &mut Vec<Vec<Condition>>) {
    let mut place = inputs.len();
    while place > 0 && inputs.len() > 1 {
        place -= 1;
        if scan_below(&inputs[place].node).is_some_and(|scan| excludes_any(scan, &conditions[place])) {
            inputs.remove(place);
            conditions.remove(place);
        }
    }
}

/// Returns the scan whose rows an input passes on, all or some of them.
fn scan_below(mut node: &Node) -> Option<&ScanTarget> {
    loop {
        node = match node {
            Node::Scan(target) => return Some(target),
            Node::Filter(input, _) | Node::Compute(input, _) => input,
            _ => return None,
        };
    }
}

fn excludes_any(scan: &ScanTarget, conditions: &[Condition]) -> bool {
    !scan.checks.is_empty() && conditions.iter().any(|condition| excludes(scan, condition))
}

/// Whether no row of the scan can meet a condition.
fn excludes(scan: &ScanTarget, condition: &Condition) -> bool {
    match condition {
        Condition::Compare(comparison, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Column(id), _) => excludes_column(scan, *id, *comparison, right),
            (_, ExprKind::Column(id)) => excludes_column(scan, *id, comparison.mirrored(), left),
            _ => false,
        },
        Condition::And(parts) => excludes_any(scan, parts),
        Condition::Or(parts) => parts.iter().all(|part| excludes(scan, part)),
        Condition::IsNull(..) | Condition::Exists(..) => false,
    }
}

fn excludes_column(scan: &ScanTarget, id: ColumnId, comparison: Comparison, value: &Expr) -> bool {
    let ExprKind::Constant(value) = &value.kind else { return false };
    let Some(column) = scan.columns.iter().position(|known| *known == id) else { return false };
    scan.checks.iter().any(|check| check.column == column && contradict(&check.test, comparison, value))
}

/// Whether no value passes the test and compares so with `value`.
fn contradict(test: &FilterTest, comparison: Comparison, value: &Value) -> bool {
    let order = |constant: &Value| compare(constant, value);
    match test {
        FilterTest::Null(_) => false,
        FilterTest::In(constants) => {
            constants.iter().all(|constant| order(constant).is_some_and(|order| !comparison.holds(order)))
        }
        FilterTest::Compare(of_test, constant) => match order(constant) {
            None => false,
            Some(order) => are_apart(*of_test, comparison, order),
        },
    }
}

/// Whether no value is in both ranges: the one that `first` bounds by a constant, and the one that
/// `second` bounds by another. `order` is that of the first constant to the second.
fn are_apart(first: Comparison, second: Comparison, order: Ordering) -> bool {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    match (first, second) {
        (Equal, _) => !second.holds(order),
        (_, Equal) => !first.holds(order.reverse()),
        (LessOrEqual, GreaterOrEqual) => order.is_lt(),
        (Less | LessOrEqual, Greater | GreaterOrEqual) => order.is_le(),
        (GreaterOrEqual, LessOrEqual) => order.is_gt(),
        (Greater | GreaterOrEqual, Less | LessOrEqual) => order.is_ge(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_apart_if_no_number_is_in_both() {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        let all = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
        for (first, second) in all.iter().flat_map(|first| all.map(|second| (*first, second))) {
            for (one, other) in [(10, 20), (20, 10), (10, 10)] {
                let is_in_both = |half: i32| first.holds(half.cmp(&one)) && second.holds(half.cmp(&other));
                let has_value = (0..40).any(is_in_both);
                let is_apart = are_apart(first, second, one.cmp(&other));
                assert!(!(is_apart && has_value), "{first:?} {one} {second:?} {other}");
                let is_exact = first != NotEqual && second != NotEqual;
                assert!(!is_exact || is_apart != has_value, "{first:?} {one} {second:?} {other}");
            }
        }
    }
}
