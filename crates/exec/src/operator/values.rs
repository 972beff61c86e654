//! The rows of a VALUES list.

use super::{Flow, Operator, Output, Run};
use crate::code::{Piece, Row};
use sluice_types::SqlError;

/// Rows of expressions that name no column.
pub(super) struct Values {
    /// The rows.
    pub(super) rows: Vec<Vec<Piece>>,
}

impl Operator for Values {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let mut values = Vec::new();
        for row in &self.rows {
            values.clear();
            for piece in row {
                values.push(run.value(*piece, Row::None)?);
            }
            if output(run, Row::Values(&values))? == Flow::Stop {
                return Ok(());
            }
        }
        Ok(())
    }
}
