//! The rows of a built-in function.

use super::view::Shown;
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_functions::{TableFunction, TableSignature};
use sluice_types::SqlError;

/// Calls a function for its rows.
pub(super) struct Call {
    /// The function.
    pub(super) function: TableFunction,
    /// Its types.
    pub(super) signature: TableSignature,
    /// Its arguments.
    pub(super) arguments: Vec<Piece>,
    /// Where the row goes.
    pub(super) source: usize,
}

impl Operator for Call {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let values = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Shown::new(self.function.rows(&self.signature, &values)?, self.source)))
    }
}
