//! A subquery of an expression.

use super::plan::Plan;
use super::run::Run;
use sluice_types::{SqlError, Value};

/// A compiled subquery.
pub struct Subplan {
    /// Makes the rows: of one value, of none where only a row's existence is asked for.
    pub(super) plan: Plan,
    /// Whether the value is a bit that tells whether there is a row.
    pub(super) exists: bool,
    /// Whether it is another for each row around it.
    pub(super) is_correlated: bool,
}

impl Subplan {
    /// Its value beside the current rows: 512 where it has more than one.
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
