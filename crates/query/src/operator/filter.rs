//! Filters rows by a condition.

use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::SqlError;

/// Returns the input rows for which the condition is true, not false or UNKNOWN.
pub(super) struct Filter {
    pub(super) input: Box<dyn Operator>,
    pub(super) condition: Piece,
}

struct Filtering<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    condition: Piece,
}

impl Operator for Filter {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Filtering { input: self.input.open(run)?, condition: self.condition }))
    }
}

impl<'r> Cursor<'r> for Filtering<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        while self.input.next(run)? {
            if run.holds(self.condition)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
