//! How the rows of a source are stored: as rows of the table, or as entries of a covering index.

use crate::storage_error::damaged_row;
use crate::table_index::TableIndex;
use crate::table_rows::{TableRow, TableRows};
use sluice_base::sync::Arc;
use sluice_types::{RowLayout, SqlError, Value};

/// The stored form of a source's rows.
pub struct StoredRows {
    /// The table.
    pub rows: Arc<TableRows>,
    /// Positions of the columns in a row.
    pub layout: RowLayout,
    /// Whether the rows are index entries, which have no values on page chains.
    are_entries: bool,
}

impl StoredRows {
    /// Returns the form of a table's rows.
    pub fn of_table(rows: &Arc<TableRows>) -> StoredRows {
        StoredRows { rows: Arc::clone(rows), layout: rows.layout.clone(), are_entries: false }
    }

    /// Returns the form of an index's entries, whose columns are the index's own.
    pub fn of_index(rows: &Arc<TableRows>, index: &TableIndex) -> StoredRows {
        StoredRows { rows: Arc::clone(rows), layout: index.layout.clone(), are_entries: true }
    }

    /// Returns the value of `column` in the row `bytes`. A long value stays on its page chain.
    /// `is_dirty` says that the row may be uncommitted.
    #[inline]
    pub fn column(&self, bytes: &[u8], is_dirty: bool, column: usize) -> Result<Value, SqlError> {
        match self.layout.read(bytes, column) {
            Ok(value) => Ok(value),
            Err(_) if self.are_entries => Err(damaged_row(&self.rows.database.name)),
            Err(_) => TableRow { rows: &self.rows, bytes, is_dirty }.cell(column),
        }
    }
}

impl std::fmt::Debug for StoredRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.rows.fmt(f)
    }
}
