//! Keeps the rows of a chunk for which all conditions are true.

use super::chunk::Chunk;
use super::condition::Condition;
use super::source::{Chunks, Source};
use crate::operator::Run;
use sluice_types::SqlError;

/// Lets through the rows for which all conditions hold.
pub(super) struct Filter {
    /// Where rows come from.
    pub(super) input: Box<dyn Source>,
    /// Each is asked about those that the ones before it have kept.
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
