//! Subqueries in expressions.

use super::plan::Plan;
use super::run::Run;
use sluice_types::{SqlError, Value};

/// A compiled subquery.
pub struct Subplan {
    /// Query of one value, or of none for EXISTS.
    pub(super) plan: Plan,
    /// Whether the value is a bit: whether there is a row (EXISTS).
    pub(super) exists: bool,
    /// Whether the subquery depends on the outer row.
    pub(super) is_correlated: bool,
}

impl Subplan {
    /// Returns the value for the current outer rows. Fails with 512 if there is more than one row.
    pub(super) fn value<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Value, SqlError> {
        let mut cursor = self.plan.operator.open(run)?;
        if self.exists {
            return Ok(Value::Bit(cursor.next(run)?));
        }
        if !cursor.next(run)? {
            return Ok(Value::Null);
        }
        let value = match self.plan.values.first() {
            Some(piece) => run.value(*piece)?,
            None => Value::Null,
        };
        if cursor.next(run)? { Err(SqlError::subquery_returned_more_than_one()) } else { Ok(value) }
    }
}
