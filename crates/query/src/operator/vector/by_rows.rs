//! Expressions and conditions that the register machine evaluates, row by row of a chunk.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::Evaluate;
use super::rows::Rows;
use super::values::value_by_value;
use crate::code::{Piece, Row};
use crate::operator::Run;
use sluice_types::{DataType, SqlError, Value};

/// Compiled code that reads columns of a chunk from a row of values.
pub(super) struct ByRows {
    /// The code.
    pub(super) piece: Piece,
    /// The source whose row it reads.
    pub(super) source: usize,
    /// The columns that it reads: their numbers in the chunk and in the row.
    pub(super) columns: Vec<usize>,
    /// The number of columns of the row.
    pub(super) width: usize,
}

impl Evaluate for ByRows {
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError> {
        value_by_value(data_type, (rows, chunk.len), |row| {
            self.show(chunk, row, run);
            run.value(self.piece)
        })
    }
}

impl ByRows {
    /// Replaces `out` by those of the selected rows for which the condition holds. The first error
    /// ends the selection.
    pub(super) fn select(
        &self,
        chunk: &Chunk,
        (rows, out): (Rows<'_>, &mut Vec<u32>),
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        out.clear();
        rows.try_for_each(|row| {
            self.show(chunk, row, run);
            if run.holds(self.piece)? {
                out.push(row as u32);
            }
            Ok(())
        })
    }

    /// Makes a row of the chunk the current row of the source.
    fn show(&self, chunk: &Chunk, row: usize, run: &mut Run<'_, '_>) {
        let current = &mut run.frame.rows[self.source];
        if !matches!(current, Row::Values(values) if values.len() == self.width) {
            *current = Row::Values(vec![Value::Null; self.width]);
        }
        if let Row::Values(values) = current {
            for column in &self.columns {
                values[*column] = chunk.columns[*column].get(row);
            }
        }
    }
}
