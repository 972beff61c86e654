//! The rows that expressions read their columns from.
//!
//! Each source of a statement has a place of its own for its current row, so that a join copies nothing: its row is the rows of its
//! sources. An operator that keeps rows for later keeps what lies in these places.

use sluice_table::storage_error::damaged_row;
use sluice_table::stored_rows::StoredRows;
use sluice_types::{SqlError, Value};

/// The current row of a source.
#[derive(Clone, Debug, Default)]
pub enum Row {
    /// Every column is NULL: the side of an outer join that has no partner.
    #[default]
    Nulls,
    /// Values of an operator.
    Values(Vec<Value>),
    /// A row of a table as it is stored, of which columns are read in place.
    Stored {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Whether it may be one that is never committed.
        is_dirty: bool,
    },
}

impl Row {
    /// The value of column `column`, perhaps a long one; `rows` says how it is stored, if it is.
    #[inline]
    pub fn column(&self, rows: Option<&StoredRows>, column: usize) -> Result<Value, SqlError> {
        match (self, rows) {
            (Row::Stored { bytes, is_dirty }, Some(rows)) => rows.column(bytes, *is_dirty, column),
            (Row::Values(values), _) => values.get(column).cloned().ok_or_else(|| damaged_row("")),
            (Row::Nulls, _) => Ok(Value::Null),
            (Row::Stored { .. }, None) => unreachable!("only a table's scan stores rows"),
        }
    }

    /// Makes it a stored row, whose bytes the caller puts in.
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

    /// Makes it a stored row with these bytes.
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
