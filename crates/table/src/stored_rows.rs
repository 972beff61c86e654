//! How the rows of a source are stored: as the table has them, or as an index does that has all that is asked for.

use crate::storage_error::damaged_row;
use crate::table_index::TableIndex;
use crate::table_rows::{TableRow, TableRows};
use sluice_base::sync::Arc;
use sluice_types::{RowLayout, SqlError, Value};

/// The rows of a source.
pub struct StoredRows {
    /// The table's.
    pub rows: Arc<TableRows>,
    /// Where the columns of a row lie.
    pub layout: RowLayout,
    /// Whether they are an index's entries: no value of these is elsewhere.
    are_entries: bool,
}

impl StoredRows {
    /// A table's rows.
    pub fn of_table(rows: &Arc<TableRows>) -> StoredRows {
        StoredRows { rows: Arc::clone(rows), layout: rows.layout.clone(), are_entries: false }
    }

    /// The entries of an index of the table, by its own columns.
    pub fn of_index(rows: &Arc<TableRows>, index: &TableIndex) -> StoredRows {
        StoredRows { rows: Arc::clone(rows), layout: index.layout.clone(), are_entries: true }
    }

    /// The value of column `column` of a row with these bytes, from wherever it is; a long one stays on its page chain. `is_dirty`: the
    /// row may be one that is never committed.
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
