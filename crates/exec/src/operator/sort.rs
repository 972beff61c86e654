//! Rows in an order. All rows are held in memory, as far as there is some; the sort is stable, so that rows with equal keys keep their order.

use super::{Flow, Operator, Output, Run, Workspace, append_row};
use crate::code::{Piece, Row};
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;

/// Sorts its input.
pub(super) struct Sort {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The keys: the expression, and whether the greatest comes first.
    pub(super) keys: Vec<(Piece, bool)>,
}

impl Operator for Sort {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let workspace = Workspace::new(run);
        let mut rows: Vec<Box<[Value]>> = Vec::new();
        self.input.run(run, &mut |run, row| {
            let mut values = Vec::with_capacity(self.keys.len());
            for (piece, _) in &self.keys {
                values.push(run.value(*piece, row)?);
            }
            append_row(row, &mut values)?;
            workspace.take_row(&values)?;
            rows.push(values.into_boxed_slice());
            Ok(Flow::Continue)
        })?;
        run.check_cancelled()?;
        rows.sort_by(|left, right| self.order(left, right));
        for row in &rows {
            if output(run, Row::Values(&row[self.keys.len()..]))? == Flow::Stop {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Sort {
    fn order(&self, left: &[Value], right: &[Value]) -> Ordering {
        for (place, (_, descending)) in self.keys.iter().enumerate() {
            let order = compare_nulls_first(&left[place], &right[place]);
            if order != Ordering::Equal {
                return if *descending { order.reverse() } else { order };
            }
        }
        Ordering::Equal
    }
}
