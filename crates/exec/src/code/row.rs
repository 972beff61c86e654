//! The rows that expressions read their columns from.
//!
//! Each source of a statement has a place of its own for its current row, so that a join copies nothing: its row is the rows of its
//! sources. An operator that keeps rows for later keeps what lies in these places.

use sluice_types::{RowDamaged, RowLayout, Value};

/// The current row of a source.
#[derive(Clone, Debug, Default)]
pub enum Row {
    /// Every column is NULL: the side of an outer join that has no partner.
    #[default]
    Nulls,
    /// Values of an operator.
    Values(Vec<Value>),
    /// A row of a table as it is stored, of which columns are read in place.
    Stored(Vec<u8>),
}

impl Row {
    /// The value of column `column`; `layout` is the table's.
    #[inline]
    pub fn column(&self, layout: &RowLayout, column: usize) -> Result<Value, RowDamaged> {
        match self {
            Row::Stored(bytes) => layout.read(bytes, column),
            Row::Values(values) => values.get(column).cloned().ok_or(RowDamaged),
            Row::Nulls => Ok(Value::Null),
        }
    }

    /// Makes it a stored row with these bytes.
    #[inline]
    pub fn store(&mut self, bytes: &[u8]) {
        match self {
            Row::Stored(place) => {
                place.clear();
                place.extend_from_slice(bytes);
            }
            other => *other = Row::Stored(bytes.to_vec()),
        }
    }

    /// Makes it a row of values, to be filled.
    #[inline]
    pub fn values(&mut self) -> &mut Vec<Value> {
        if !matches!(self, Row::Values(_)) {
            *self = Row::Values(Vec::new());
        }
        match self {
            Row::Values(values) => {
                values.clear();
                values
            }
            Row::Nulls | Row::Stored(_) => unreachable!("it has just been made a row of values"),
        }
    }
}
