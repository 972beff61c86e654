//! Computes additional columns.

use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::SqlError;

/// Evaluates further expressions for each row of the input, into a row of their own. Input rows
/// stay in their sources.
pub(super) struct Compute {
    pub(super) input: Box<dyn Operator>,
    /// Source of the computed values.
    pub(super) source: usize,
    pub(super) values: Vec<Piece>,
}

struct Computing<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    of: &'r Compute,
}

impl Operator for Compute {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Computing { input: self.input.open(run)?, of: self }))
    }
}

impl<'r> Cursor<'r> for Computing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if !self.input.next(run)? {
            return Ok(false);
        }
        run.take_values(self.of.source, &self.of.values)?;
        Ok(true)
    }
}
