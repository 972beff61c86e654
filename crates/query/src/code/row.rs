//! The rows that expressions read columns from.
//!
//! Each source of a statement has its own slot for its current row. A join therefore copies
//! nothing: its row is the rows of its sources. An operator that buffers rows copies these slots.

use sluice_table::storage_error::damaged_row;
use sluice_table::stored_rows::StoredRows;
use sluice_types::{SqlError, Value};

/// The current row of a source.
#[derive(Clone, Debug, Default)]
pub enum Row {
    /// All columns are NULL: the unmatched side of an outer join.
    #[default]
    Nulls,
    /// Computed values.
    Values(Vec<Value>),
    /// A table's row as stored; columns are decoded in place.
    Stored {
        /// Stored bytes of the row.
        bytes: Vec<u8>,
        /// Whether the row may be uncommitted.
        is_dirty: bool,
    },
}

impl Row {
    /// Returns the value of a column, possibly a long value. `rows` describes the format of a
    /// stored row. A stored row is decoded at each call. A position beyond the row is damage; a
    /// stored row without `rows` panics.
    #[inline]
    pub fn column(&self, rows: Option<&StoredRows>, column: usize) -> Result<Value, SqlError> {
        match (self, rows) {
            (Row::Stored { bytes, is_dirty }, Some(rows)) => rows.column(bytes, *is_dirty, column),
            (Row::Values(values), _) => values.get(column).cloned().ok_or_else(|| damaged_row("")),
            (Row::Nulls, _) => Ok(Value::Null),
            (Row::Stored { .. }, None) => unreachable!("only a table's scan stores rows"),
        }
    }

    /// Takes the values of a row of `count` computed values, and leaves none. Returns `None`,
    /// without a change, for any other row.
    #[inline]
    pub(crate) fn lend(&mut self, count: usize) -> Option<Vec<Value>> {
        match self {
            Row::Values(values) if values.len() == count => Some(std::mem::take(values)),
            _ => None,
        }
    }

    /// Turns `self` into a stored row and returns its buffer, which the caller fills. The buffer
    /// keeps its memory and its old contents if the row was stored before.
    #[inline]
    pub fn stored(&mut self, dirty: bool) -> &mut Vec<u8> {
        if !matches!(self, Row::Stored { .. }) {
            *self = Row::Stored { bytes: Vec::new(), is_dirty: dirty };
        }
        match self {
            Row::Stored { bytes, is_dirty } => {
                *is_dirty = dirty;
                bytes
            }
            Row::Nulls | Row::Values(_) => unreachable!("it has just been made a stored row"),
        }
    }

    /// Turns `self` into a stored row with these bytes. Its buffer is reused if the row was stored
    /// before.
    #[inline]
    pub fn store(&mut self, row: &[u8], dirty: bool) {
        match self {
            Row::Stored { bytes, is_dirty } => {
                bytes.clear();
                bytes.extend_from_slice(row);
                *is_dirty = dirty;
            }
            other => *other = Row::Stored { bytes: row.to_vec(), is_dirty: dirty },
        }
    }
}
