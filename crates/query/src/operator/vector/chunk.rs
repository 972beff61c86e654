//! A chunk: some rows, as columns.

use super::column::Column;
use sluice_types::DataType;

/// Some rows, with only the columns that the query uses.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The number of rows.
    pub(super) len: usize,
    /// The columns; each has `len` values.
    pub(super) columns: Vec<Column>,
}

impl Chunk {
    /// Returns a chunk with columns of these types and no rows.
    pub(super) fn new(types: &[DataType]) -> Chunk {
        Chunk { len: 0, columns: types.iter().map(|data_type| Column::new(*data_type)).collect() }
    }

    /// Removes all rows. The columns stay, with their memory.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.columns.iter_mut().for_each(Column::clear);
    }

    /// Returns the bytes of memory that the rows use.
    pub(super) fn memory(&self) -> usize {
        self.columns.iter().map(Column::memory).sum()
    }

    /// Removes the rows whose flag in `keeps` is false from all columns. The order stays.
    pub(super) fn keep(&mut self, keeps: &[bool]) {
        let kept = keeps.iter().filter(|keeps| **keeps).count();
        if kept == self.len {
            return;
        }
        self.columns.iter_mut().for_each(|column| column.keep(keeps));
        self.len = kept;
    }

    /// Keeps the rows with these numbers, which ascend.
    pub(super) fn keep_rows(&mut self, rows: &[u32], keeps: &mut Vec<bool>) {
        if rows.len() == self.len {
            return;
        }
        keeps.clear();
        keeps.resize(self.len, false);
        rows.iter().for_each(|row| keeps[*row as usize] = true);
        self.columns.iter_mut().for_each(|column| column.keep(keeps));
        self.len = rows.len();
    }
}
