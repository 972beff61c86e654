//! Expressions, evaluated for the selected rows of a chunk at once.
//!
//! An expression that can fail is evaluated for the selected rows only. So it fails for a row if
//! and only if it fails when rows are evaluated one after the other. If several rows fail, the
//! error may be that of another row. A form that isn't known here is evaluated by the register
//! machine, for each selected row of the chunk (`by_rows`).

use super::chunk::Chunk;
use super::column::Column;
use super::rows::Rows;
use super::scaled::Scaled;
use super::values::Values;
use crate::code::{Piece, Reg};
use crate::operator::Run;
use sluice_types::{DataType, SqlError};
use std::borrow::Cow;

/// A value to compute for the rows of a chunk.
pub(super) struct Expression {
    /// How it is computed.
    pub(super) kind: Kind,
    /// The type of the values. It has a form in columns.
    pub(super) data_type: DataType,
}

/// How an [`Expression`] is computed.
pub(super) enum Kind {
    /// The chunk's column with this number.
    Column(usize),
    /// The value of a register, a constant or variable: the same for all rows.
    Register(Reg),
    /// A value without columns, computed at its first use in the statement.
    Once(Piece),
    /// Any other expression.
    Computed(Box<dyn Evaluate>),
}

/// An expression that is computed from others.
pub(super) trait Evaluate: Send + Sync {
    /// Returns a column of this type with the values for the selected rows of `chunk`; those of
    /// other rows are arbitrary. Fails as the row operators do.
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError>;

    /// Returns the conversion if this is one that multiplies integers.
    fn scaled(&self) -> Option<Scaled<'_>> {
        None
    }

    /// Returns the same values. An expression that can pass on its input's values replaces this
    /// function.
    fn values<'c>(
        &self,
        data_type: DataType,
        chunk: &'c Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Values<'c>, SqlError> {
        Ok(Values::computed(self.column(data_type, chunk, rows, run)?, data_type))
    }
}

impl Expression {
    /// Returns the number of the chunk's column, if the expression is one.
    pub(super) fn as_column(&self) -> Option<usize> {
        match self.kind {
            Kind::Column(number) => Some(number),
            _ => None,
        }
    }

    /// Whether all rows have the same value.
    pub(super) fn is_same_for_all(&self) -> bool {
        matches!(self.kind, Kind::Register(_) | Kind::Once(_))
    }

    /// Returns the conversion if this is one that multiplies integers. `None` for any other
    /// expression.
    pub(super) fn scaled(&self) -> Option<Scaled<'_>> {
        match &self.kind {
            Kind::Computed(computed) => computed.scaled(),
            _ => None,
        }
    }

    /// Returns the values for the selected rows of `chunk`. Fails as the row operators do.
    pub(super) fn values<'c>(
        &self,
        chunk: &'c Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Values<'c>, SqlError> {
        let data_type = self.data_type;
        match &self.kind {
            Kind::Column(number) => Ok(Values::of_column(&chunk.columns[*number], data_type)),
            Kind::Register(register) => Ok(Values::same(run.frame.get(*register).clone(), data_type)),
            Kind::Once(piece) => {
                if rows.len() > 0 && !run.notes.is_computed(piece.result) {
                    run.evaluate(*piece)?;
                    run.notes.note_computed(piece.result);
                }
                Ok(Values::same(run.frame.get(piece.result).clone(), data_type))
            }
            Kind::Computed(computed) => computed.values(data_type, chunk, rows, run),
        }
    }

    /// Returns the values for all rows of `chunk` as a column.
    pub(super) fn column<'c>(&self, chunk: &'c Chunk, run: &mut Run<'_, '_>) -> Result<Cow<'c, Column>, SqlError> {
        Ok(self.values(chunk, Rows::All(chunk.len), run)?.into_column(chunk.len))
    }
}

/// Whether the keys of both sides of a join are columns, which can't fail.
pub(super) fn have_columns(left: &[Expression], right: &[Expression]) -> bool {
    left.iter().chain(right).all(|key| matches!(key.kind, Kind::Column(_)))
}

/// Returns the values of each expression for all rows of `chunk`.
pub(super) fn columns_of<'c>(
    expressions: &[Expression],
    chunk: &'c Chunk,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Cow<'c, Column>>, SqlError> {
    expressions.iter().map(|expression| expression.column(chunk, run)).collect()
}
