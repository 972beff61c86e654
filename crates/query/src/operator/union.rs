//! UNION ALL: the rows of several inputs one after the other.

use super::Plan;
use super::{Cursor, Operator, Run};
use sluice_types::SqlError;

/// UNION ALL. An input is opened when the one before it has ended. Each row's values become the row
/// of `source`.
pub(super) struct Union {
    pub(super) inputs: Vec<Plan>,
    /// Source of the result rows.
    pub(super) source: usize,
}

struct Following<'r> {
    of: &'r Union,
    inputs: std::slice::Iter<'r, Plan>,
    current: Option<(&'r Plan, Box<dyn Cursor<'r> + 'r>)>,
}

impl Operator for Union {
    fn open<'r>(&'r self, _run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Following { of: self, inputs: self.inputs.iter(), current: None }))
    }
}

impl<'r> Cursor<'r> for Following<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if let Some((plan, cursor)) = &mut self.current
                && cursor.next(run)?
            {
                run.take_values(self.of.source, &plan.values)?;
                return Ok(true);
            }
            let Some(plan) = self.inputs.next() else { return Ok(false) };
            self.current = Some((plan, plan.operator.open(run)?));
        }
    }
}
