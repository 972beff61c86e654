//! The row that an expression's columns are read from.

use crate::storage_error::damaged_row;
use crate::table_rows::TableRow;
use sluice_types::{SqlError, Value};

/// A row, wherever it lies.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// There is none: the expression names no column.
    None,
    /// Values of an operator.
    Values(&'a [Value]),
    /// A row of a table, read in place, column by column.
    Encoded(TableRow<'a>),
}

impl Row<'_> {
    /// The value of column `column`.
    #[inline]
    pub fn column(&self, column: usize) -> Result<Value, SqlError> {
        match self {
            Row::Encoded(row) => row.column(column),
            Row::Values(values) => values.get(column).cloned().ok_or_else(|| damaged_row("")),
            Row::None => Err(damaged_row("")),
        }
    }
}
