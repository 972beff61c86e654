//! The row that an expression's columns are read from.

use sluice_types::{RowDamaged, RowLayout, Value};

/// A row, wherever it lies.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// There is none: the expression names no column.
    None,
    /// Values of an operator.
    Values(&'a [Value]),
    /// A row of a heap, read in place, column by column.
    Encoded(&'a RowLayout, &'a [u8]),
}

impl Row<'_> {
    /// The value of column `column`.
    #[inline]
    pub fn column(&self, column: usize) -> Result<Value, RowDamaged> {
        match self {
            Row::Encoded(layout, bytes) => layout.read(bytes, column),
            Row::Values(values) => values.get(column).cloned().ok_or(RowDamaged),
            Row::None => Err(RowDamaged),
        }
    }
}
