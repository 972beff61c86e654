//! A change in whose place triggers run: its rows are computed and kept, and nothing is changed.

use super::Env;
use super::capture::Capturing;
use crate::operator::{Notes, Plan, Routine};
use crate::triggers::Firing;
use sluice_types::SqlError;

/// A compiled change of that kind.
pub(super) struct Instead {
    /// Makes the rows.
    pub(super) plan: Plan,
    /// Keeps them.
    pub(super) rows: Capturing,
}

impl Instead {
    /// Computes the rows.
    pub(super) fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<Box<Firing>, SqlError> {
        let before = env.begin_change()?;
        let Instead { plan, rows } = self;
        rows.begin();
        let mut notes = Notes::default();
        let mut count = 0;
        let Some(event) = rows.event() else { return Ok(Box::new(rows.finish(0))) };
        let result = {
            let (mut run, _) = env.run_and_sink(routine, &mut notes);
            plan.for_each(&mut run, |run, values| {
                count += 1;
                rows.keep(run.context.host, values.to_vec(), event)
            })
        };
        env.settle(before, result)?;
        env.frame.globals.row_count = count as i64;
        Ok(Box::new(rows.finish(count)))
    }
}
