//! The rows of a built-in function.

use super::{Cursor, Operator, Run};
use crate::code::{Piece, Row};
use sluice_functions::table_function::RowsOfFunction;
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

struct Given {
    rows: RowsOfFunction,
    source: usize,
    seen: u32,
}

impl Operator for Call {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let values = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Given { rows: self.function.rows(&self.signature, &values)?, source: self.source, seen: 0 }))
    }
}

impl<'r> Cursor<'r> for Given {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(row) = self.rows.next() else { return Ok(false) };
        run.frame.rows[self.source] = Row::Values(row?);
        self.seen = self.seen.wrapping_add(1);
        if self.seen.is_multiple_of(ROWS_BETWEEN_CHECKS) {
            run.check_cancelled()?;
        }
        Ok(true)
    }
}

/// After how many rows it asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u32 = 256;
