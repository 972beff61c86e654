//! One row without columns.

use super::{Cursor, Operator, Run};
use sluice_types::SqlError;

/// The operator of a SELECT without FROM: one row without columns.
pub(super) struct OneRow;

/// Whether the row is still to be returned.
struct Once(bool);

impl Operator for OneRow {
    fn open<'r>(&'r self, _run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Once(true)))
    }
}

impl<'r> Cursor<'r> for Once {
    fn next(&mut self, _run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        Ok(std::mem::replace(&mut self.0, false))
    }
}
