//! Subqueries in expressions.

use super::routine::Subplan;
use super::run::Run;
use sluice_types::{SqlError, Value};

impl Subplan {
    /// Returns the value for the current outer rows. Fails with 512 if there is more than one row.
    /// Without a row the value is NULL. For EXISTS it is a bit, and only one row is looked for. The
    /// plan runs anew for each call.
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
