//! The select list.

use super::{Operator, Output, Run};
use crate::code::{Piece, Row};
use sluice_types::SqlError;

/// For each row the values of expressions.
pub(super) struct Project {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The expressions.
    pub(super) expressions: Vec<Piece>,
}

impl Operator for Project {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let mut values = Vec::with_capacity(self.expressions.len());
        self.input.run(run, &mut |run, row| {
            values.clear();
            for piece in &self.expressions {
                values.push(run.value(*piece, row)?);
            }
            output(run, Row::Values(&values))
        })
    }
}
