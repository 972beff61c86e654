//! Conditions on the rows of a chunk. A condition selects the rows for which it is true; UNKNOWN
//! and false select nothing, since plans have no negation above a comparison.

use super::by_rows::ByRows;
use super::chunk::Chunk;
use super::comparison::compare;
use super::expression::Expression;
use super::like::Like;
use super::rows::{Rows, without};
use super::scaled;
use crate::operator::Run;
use sluice_types::{Comparison, SqlError};

/// A condition on the rows of a chunk.
pub(super) enum Condition {
    /// A comparison. It isn't true if a side is NULL.
    Compare(Comparison, Expression, Expression),
    /// The value is NULL; with the flag set, the value is not NULL.
    IsNull(Expression, bool),
    /// All parts are true. Each is evaluated for the rows that the previous ones have selected.
    And(Vec<Condition>),
    /// Any part is true. Each is evaluated for the rows that the previous ones have not selected.
    Or(Vec<Condition>),
    /// The value, which is computed once, equals any value of the list. It isn't true if the value
    /// is NULL.
    Among(Expression, Vec<Expression>),
    /// LIKE or, with the flag set, NOT LIKE.
    Like(Box<Like>, bool),
    /// Any other condition.
    ByRows(Box<ByRows>),
}

impl Condition {
    /// Whether the condition is one comparison.
    pub(super) fn is_comparison(&self) -> bool {
        matches!(self, Condition::Compare(..) | Condition::IsNull(..))
    }

    /// Replaces `out` by those of `rows` for which the condition is true. Fails if an expression
    /// fails for a row on which the outcome depends.
    pub(super) fn select(
        &self,
        chunk: &Chunk,
        (rows, out): (Rows<'_>, &mut Vec<u32>),
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        if rows.len() == 0 {
            out.clear();
            return Ok(());
        }
        match self {
            Condition::Compare(op, left, right) => {
                if scaled::select(*op, (left, right), chunk, (rows, out), run)? {
                    return Ok(());
                }
                let (left, right) = (left.values(chunk, rows, run)?, right.values(chunk, rows, run)?);
                compare(*op, (&left, &right), rows, out);
            }
            Condition::IsNull(value, not) => {
                let values = value.values(chunk, rows, run)?;
                rows.filter_into(out, |row| values.is_null(row) != *not);
            }
            Condition::And(parts) => {
                *out = rows.numbers();
                let mut left = Vec::new();
                for part in parts {
                    part.select(chunk, (Rows::Some(out), &mut left), run)?;
                    std::mem::swap(out, &mut left);
                }
            }
            Condition::Or(parts) => {
                let (mut rest, mut taken) = (rows.numbers(), Vec::new());
                out.clear();
                for part in parts {
                    part.select(chunk, (Rows::Some(&rest), &mut taken), run)?;
                    without(&mut rest, &taken);
                    out.extend_from_slice(&taken);
                }
                out.sort_unstable();
            }
            Condition::Among(value, list) => {
                let values = value.values(chunk, rows, run)?;
                let (mut rest, mut taken) = (rows.numbers(), Vec::new());
                out.clear();
                for other in list {
                    let other = other.values(chunk, Rows::Some(&rest), run)?;
                    compare(Comparison::Equal, (&values, &other), Rows::Some(&rest), &mut taken);
                    without(&mut rest, &taken);
                    out.extend_from_slice(&taken);
                }
                out.sort_unstable();
            }
            Condition::Like(like, not) => like.select(*not, chunk, (rows, out), run)?,
            Condition::ByRows(by_rows) => by_rows.select(chunk, (rows, out), run)?,
        }
        Ok(())
    }
}
