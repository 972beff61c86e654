//! Computes further columns of a chunk from its columns, integers only.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use super::source::{Chunks, Source};
use crate::operator::Run;
use sluice_types::SqlError;

/// Appends computed columns to the rows of its input.
pub(super) struct Compute {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The expressions of the computed columns.
    pub(super) values: Vec<Expression>,
}

struct Computing<'r> {
    of: &'r Compute,
    input: Box<dyn Chunks<'r> + 'r>,
}

impl Source for Compute {
    fn width(&self) -> usize {
        self.input.width() + self.values.len()
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        Ok(Box::new(Computing { of: self, input: self.input.open(run)? }))
    }
}

impl<'r> Chunks<'r> for Computing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        // The computed columns follow the input's columns, which the input fills without them.
        let width = self.of.input.width();
        let mut computed = chunk.columns.split_off(width);
        let goes_on = self.input.next(run, chunk)?;
        for (value, column) in self.of.values.iter().zip(&mut computed) {
            column.clear();
            let values = value.values(chunk, run.frame)?;
            match values {
                Values::Computed(values) => *column = values,
                values => (0..chunk.len).for_each(|row| column.push(values.get(row))),
            }
        }
        chunk.columns.append(&mut computed);
        Ok(goes_on)
    }
}
