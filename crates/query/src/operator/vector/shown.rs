//! Rows of chunks, one after the other, for a row operator that reads all of them.

use super::chunk::Chunk;
use super::source::{Chunks, Source};
use crate::code::Row;
use crate::operator::{Cursor, Operator, Run};
use sluice_types::{SqlError, Value};

/// Shows the rows of chunks.
pub(in crate::operator) struct Shown {
    /// The chunks.
    pub(super) input: Box<dyn Source>,
    /// The columns of the rows, as numbers of the chunks' columns.
    pub(super) columns: Vec<usize>,
    /// The source in the frame that gets a row.
    pub(super) source: usize,
}

struct Showing<'r> {
    of: &'r Shown,
    /// The chunks; `None` after the last.
    chunks: Option<Box<dyn Chunks<'r> + 'r>>,
    chunk: Chunk,
    /// The next row of the chunk.
    next: usize,
}

impl Operator for Shown {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let (chunks, chunk) = (Some(self.input.open(run)?), Chunk::new(self.input.types()));
        Ok(Box::new(Showing { of: self, chunks, chunk, next: 0 }))
    }
}

impl<'r> Cursor<'r> for Showing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Shown { columns, source, .. } = self.of;
        if self.next == self.chunk.len {
            self.next = 0;
            let Some(chunks) = &mut self.chunks else { return Ok(false) };
            if !chunks.next(run, &mut self.chunk)? {
                (self.chunks, self.chunk.len) = (None, 0);
                return Ok(false);
            }
        }
        let row = &mut run.frame.rows[*source];
        if !matches!(row, Row::Values(values) if values.len() == columns.len()) {
            *row = Row::Values(vec![Value::Null; columns.len()]);
        }
        if let Row::Values(values) = row {
            let chunk = &self.chunk;
            values.iter_mut().zip(columns).for_each(|(value, column)| *value = chunk.columns[*column].get(self.next));
        }
        self.next += 1;
        Ok(true)
    }
}
