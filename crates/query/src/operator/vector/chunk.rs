//! A chunk: some rows, as columns.

use super::column::Column;

/// Rows, of which only the columns are there that somebody uses.
#[derive(Default, Debug)]
pub(super) struct Chunk {
    /// How many rows.
    pub(super) len: usize,
    /// Their columns.
    pub(super) columns: Vec<Column>,
}

impl Chunk {
    /// No rows, of so many columns.
    pub(super) fn new(columns: usize) -> Chunk {
        Chunk { len: 0, columns: vec![Column::default(); columns] }
    }

    /// No rows.
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
