//! Keeps the rows of a chunk for which all conditions are true.

use super::chunk::Chunk;
use super::condition::Condition;
use super::source::{Chunks, Source};
use crate::operator::Run;
use sluice_types::SqlError;

/// Passes on the rows for which all conditions are true.
pub(super) struct Filter {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The conditions. Each is evaluated for the rows that the previous ones have kept.
    pub(super) conditions: Vec<Condition>,
}

struct Filtering<'r> {
    of: &'r Filter,
    input: Box<dyn Chunks<'r> + 'r>,
    holds: Vec<bool>,
}

impl Source for Filter {
    fn width(&self) -> usize {
        self.input.width()
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        Ok(Box::new(Filtering { of: self, input: self.input.open(run)?, holds: Vec::new() }))
    }
}

impl<'r> Chunks<'r> for Filtering<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        while self.input.next(run, chunk)? {
            for condition in &self.of.conditions {
                if chunk.len == 0 {
                    break;
                }
                condition.judge(chunk, run.frame, &mut self.holds)?;
                chunk.keep(&self.holds);
            }
            if chunk.len > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
