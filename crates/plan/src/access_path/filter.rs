//! Filtered indexes: whether a statement's conditions imply an index's filter.
//!
//! Each part of the filter must follow from one condition: from an identical condition, or from a
//! comparison of the column with a constant
//! (`relational-databases/indexes/create-filtered-indexes.md`). Variables imply nothing, because a
//! plan exists before their values.

use super::TableUse;
use super::sargable::{ColumnRange, Sargable};
use crate::expression::{Condition, Expr, ExprKind};
use crate::physical::SeekBound;
use sluice_catalog::IndexFilter;
use sluice_catalog::index_filter::{FilterPart, FilterTest};
use sluice_types::{Comparison, Value, compare};
use std::cmp::Ordering;

/// Whether every row for which the conditions hold satisfies the filter. False if that can't be
/// shown.
pub(super) fn is_implied(
    filter: &IndexFilter,
    table_use: TableUse<'_>,
    conditions: &[Condition],
    sargable: &[Sargable],
) -> bool {
    filter.parts.iter().all(|part| {
        let of_column = |said: &&Sargable| said.column == part.column;
        sargable.iter().filter(of_column).any(|said| said.ranges.iter().all(|range| lies_in(range, &part.test)))
            || conditions.iter().any(|condition| says(condition, part, table_use))
    })
}

/// Whether the test is true for all values of a range.
fn lies_in(range: &ColumnRange, test: &FilterTest) -> bool {
    match (range, test) {
        // A comparison excludes NULL.
        (_, FilterTest::Null(not)) => *not,
        (ColumnRange::Equal(value), test) => constant(value).is_some_and(|value| value.is_null() || test.holds(value)),
        (ColumnRange::Between(from, to), FilterTest::Compare(comparison, value)) => {
            // Compares a bound with the filter's constant; also returns whether the bound is
            // inclusive.
            let end = |bound: &Option<SeekBound>| {
                let bound = bound.as_ref()?;
                Some((compare(constant(&bound.value)?, value)?, bound.is_inclusive))
            };
            let is_above = end(from).is_some_and(|(order, has)| order.is_gt() || order.is_eq() && !has);
            let is_below = end(to).is_some_and(|(order, has)| order.is_lt() || order.is_eq() && !has);
            match comparison {
                Comparison::Greater => is_above,
                Comparison::GreaterOrEqual => end(from).is_some_and(|(order, _)| order.is_ge()),
                Comparison::Less => is_below,
                Comparison::LessOrEqual => end(to).is_some_and(|(order, _)| order.is_le()),
                Comparison::NotEqual => is_above || is_below,
                Comparison::Equal => [from, to].iter().all(|bound| end(bound) == Some((Ordering::Equal, true))),
            }
        }
        _ => false,
    }
}

/// Whether the condition is the filter's test of the column.
fn says(condition: &Condition, part: &FilterPart, table_use: TableUse<'_>) -> bool {
    let is_it = |expr: &Expr| expr.as_column() == table_use.columns.get(part.column).copied();
    match (condition, &part.test) {
        (Condition::IsNull(value, not), FilterTest::Null(wanted)) => not == wanted && is_it(value),
        (Condition::Compare(Comparison::NotEqual, left, right), FilterTest::Null(true)) => is_it(left) || is_it(right),
        (Condition::Compare(Comparison::NotEqual, left, right), FilterTest::Compare(Comparison::NotEqual, value)) => {
            let is_same =
                |other: &Expr| constant(other).is_some_and(|other| compare(other, value) == Some(Ordering::Equal));
            is_it(left) && left.data_type == right.data_type && is_same(right) || is_it(right) && is_same(left)
        }
        _ => false,
    }
}

fn constant(expr: &Expr) -> Option<&Value> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(value),
        _ => None,
    }
}
