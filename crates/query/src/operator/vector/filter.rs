//! Keeps the rows of a chunk for which all conditions are true.

use super::chunk::Chunk;
use super::condition::Condition;
use super::rows::Rows;
use super::source::{Chunks, Opened, Source, Start};
use crate::operator::Run;
use sluice_types::{DataType, SqlError};

/// Passes on the rows for which all conditions are true.
pub(super) struct Filter {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The conditions. Each is evaluated for the rows that the previous ones have kept.
    pub(super) conditions: Vec<Condition>,
    /// Whether no condition can fail.
    pub(super) cannot_fail: bool,
}

struct Filtering<'r> {
    of: &'r Filter,
    input: Box<dyn Chunks<'r> + 'r>,
    rows: Vec<u32>,
    keeps: Vec<bool>,
}

impl Source for Filter {
    fn types(&self) -> &[DataType] {
        self.input.types()
    }

    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        let start = if self.cannot_fail { start } else { start.unfiltered() };
        Ok(self.input.begin(start, run)?.under(|input| Filtering::over(self, input)))
    }
}

impl<'r> Filtering<'r> {
    fn over(of: &'r Filter, input: Box<dyn Chunks<'r> + 'r>) -> Box<dyn Chunks<'r> + 'r> {
        Box::new(Filtering { of, input, rows: Vec::new(), keeps: Vec::new() })
    }
}

impl<'r> Chunks<'r> for Filtering<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        while self.input.next(run, chunk)? {
            for condition in &self.of.conditions {
                condition.select(chunk, (Rows::All(chunk.len), &mut self.rows), run)?;
                chunk.keep_rows(&self.rows, &mut self.keeps);
            }
            if chunk.len > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
