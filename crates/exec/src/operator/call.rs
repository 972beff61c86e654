//! The rows of a built-in function.

use super::{Cursor, Operator, RowsSeen, Run};
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
    seen: RowsSeen,
}

impl Operator for Call {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let values = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Given {
            rows: self.function.rows(&self.signature, &values)?,
            source: self.source,
            seen: RowsSeen::default(),
        }))
    }
}

impl<'r> Cursor<'r> for Given {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(row) = self.rows.next() else { return Ok(false) };
        run.frame.rows[self.source] = Row::Values(row?);
        self.seen.one_more(run)?;
        Ok(true)
    }
}
