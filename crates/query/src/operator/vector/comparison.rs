//! Comparison of the values of two expressions, in a separate loop for each operator and form.

use super::keys::{compare_floats, compare_rows};
use super::rows::Rows;
use super::values::{Floats, Integers, Values};
use sluice_types::Comparison;

/// Replaces `out` by those of `rows` for which the comparison holds.
pub(super) fn compare(op: Comparison, (left, right): (&Values<'_>, &Values<'_>), rows: Rows<'_>, out: &mut Vec<u32>) {
    if left.are_null() || right.are_null() {
        return out.clear();
    }
    if let (Some(left), Some(right)) = (left.integers(), right.integers()) {
        compare_integers(op, (left, right), rows, out);
    } else if let (Some(left), Some(right)) = (left.floats(), right.floats()) {
        let value = |floats: &Floats<'_>, row: usize| match floats {
            Floats::Each(values) => values[row],
            Floats::Same(value) => *value,
        };
        rows.filter_into(out, |row| op.holds(compare_floats(value(&left, row), value(&right, row))));
    } else {
        let (left, right) = (left.typed(), right.typed());
        rows.filter_into(out, |row| {
            let (left, right) = (left.at(row), right.at(row));
            !left.0.is_null(left.1) && !right.0.is_null(right.1) && op.holds(compare_rows(left, right))
        });
    }
    for nulls in [left.nulls(), right.nulls()].into_iter().filter(|nulls| !nulls.is_empty()) {
        out.retain(|row| !nulls[*row as usize]);
    }
}

/// Does the same as [`compare`] for integers of which none is NULL.
pub(super) fn compare_integers(
    op: Comparison,
    (left, right): (Integers<'_>, Integers<'_>),
    rows: Rows<'_>,
    out: &mut Vec<u32>,
) {
    match (left, right) {
        (Integers::Each(left), Integers::Each(right)) => compare_each(op, |row| (left[row], right[row]), rows, out),
        (Integers::Each(left), Integers::Same(right)) => compare_each(op, |row| (left[row], right), rows, out),
        (Integers::Same(left), Integers::Each(right)) => compare_each(op, |row| (left, right[row]), rows, out),
        (Integers::Same(left), Integers::Same(right)) => compare_each(op, |_| (left, right), rows, out),
    }
}

#[inline(always)]
fn compare_each(op: Comparison, sides: impl Fn(usize) -> (i64, i64), rows: Rows<'_>, out: &mut Vec<u32>) {
    macro_rules! select {
        ($operator:tt) => {
            rows.filter_into(out, |row| {
                let (left, right) = sides(row);
                left $operator right
            })
        };
    }
    match op {
        Comparison::Equal => select!(==),
        Comparison::NotEqual => select!(!=),
        Comparison::Less => select!(<),
        Comparison::LessOrEqual => select!(<=),
        Comparison::Greater => select!(>),
        Comparison::GreaterOrEqual => select!(>=),
    }
}
