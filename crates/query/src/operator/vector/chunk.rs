//! A chunk: some rows, as columns.

use super::column::Column;

/// Some rows, with only the columns that the query uses.
#[derive(Default, Debug)]
pub(super) struct Chunk {
    /// The number of rows.
    pub(super) len: usize,
    /// The columns; each has `len` values.
    pub(super) columns: Vec<Column>,
}

impl Chunk {
    /// Returns a chunk with this number of columns and no rows.
    pub(super) fn new(columns: usize) -> Chunk {
        Chunk { len: 0, columns: vec![Column::default(); columns] }
    }

    /// Removes all rows. The columns stay, with their memory.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.columns.iter_mut().for_each(Column::clear);
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
}
