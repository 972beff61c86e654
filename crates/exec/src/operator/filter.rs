//! The rows for which a condition holds.

use super::{Flow, Operator, Output, Run};
use crate::code::Piece;
use sluice_types::SqlError;

/// Lets through the rows for which the condition holds.
pub(super) struct Filter {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The condition.
    pub(super) condition: Piece,
}

impl Operator for Filter {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        self.input.run(run, &mut |run, row| match run.holds(self.condition, row)? {
            true => output(run, row),
            false => Ok(Flow::Continue),
        })
    }
}
