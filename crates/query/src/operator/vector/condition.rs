//! Conditions on the rows of a chunk: comparisons and IS NULL, evaluated for all rows at once.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use crate::code::Frame;
use sluice_types::{Comparison, SqlError};

/// A condition on the rows of a chunk.
#[derive(Debug)]
pub(super) enum Condition {
    /// A comparison. It isn't true if a side is NULL.
    Compare(Comparison, Expression, Expression),
    /// The value is NULL; with the flag set, the value is not NULL.
    IsNull(Expression, bool),
}

impl Condition {
    /// Replaces `holds` with one flag for each row: whether the condition is true for it. A
    /// comparison with NULL isn't. Fails if an expression overflows.
    pub(super) fn judge(&self, chunk: &Chunk, frame: &Frame, holds: &mut Vec<bool>) -> Result<(), SqlError> {
        holds.clear();
        match self {
            Condition::Compare(op, left, right) => {
                compare(*op, (&left.values(chunk, frame)?, &right.values(chunk, frame)?), chunk.len, holds);
            }
            Condition::IsNull(value, not) => {
                let values = value.values(chunk, frame)?;
                holds.extend((0..chunk.len).map(|row| values.get(row).is_none() != *not));
            }
        }
        Ok(())
    }
}

fn compare(op: Comparison, (left, right): (&Values<'_>, &Values<'_>), rows: usize, holds: &mut Vec<bool>) {
    match (left.all(), right.all(), right) {
        // The usual case: a column without NULLs against one value or another such column.
        (Some(left), _, Values::Same(Some(right))) => compare_all(op, left, std::iter::repeat(*right), holds),
        (Some(left), Some(right), _) => compare_all(op, left, right.iter().copied(), holds),
        _ => holds.extend((0..rows).map(|row| match (left.get(row), right.get(row)) {
            (Some(left), Some(right)) => op.holds(left.cmp(&right)),
            _ => false,
        })),
    }
}

/// Compares in a separate loop for each operator, so that the compiler can vectorize the loop.
fn compare_all(op: Comparison, left: &[i64], right: impl Iterator<Item = i64>, holds: &mut Vec<bool>) {
    let pairs = left.iter().copied().zip(right);
    match op {
        Comparison::Equal => holds.extend(pairs.map(|(left, right)| left == right)),
        Comparison::NotEqual => holds.extend(pairs.map(|(left, right)| left != right)),
        Comparison::Less => holds.extend(pairs.map(|(left, right)| left < right)),
        Comparison::LessOrEqual => holds.extend(pairs.map(|(left, right)| left <= right)),
        Comparison::Greater => holds.extend(pairs.map(|(left, right)| left > right)),
        Comparison::GreaterOrEqual => holds.extend(pairs.map(|(left, right)| left >= right)),
    }
}
