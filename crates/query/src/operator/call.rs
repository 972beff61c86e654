//! Rows of a built-in table function.

use super::view::Shown;
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_functions::{TableFunction, TableSignature};
use sluice_types::SqlError;

/// A compiled call of a built-in table function. The arguments are evaluated when it is opened, and
/// the rows come from the function's iterator.
pub(super) struct Call {
    pub(super) function: TableFunction,
    /// Types of the arguments and columns.
    pub(super) signature: TableSignature,
    pub(super) arguments: Vec<Piece>,
    /// Source of the result rows.
    pub(super) source: usize,
}

impl Operator for Call {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let values = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Shown::new(self.function.rows(&self.signature, &values)?, self.source)))
    }
}
