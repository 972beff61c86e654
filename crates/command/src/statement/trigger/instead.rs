//! A change replaced by an INSTEAD OF trigger: its rows are computed and captured, and nothing is
//! changed.

use crate::statement::Env;
use crate::statement::trigger::capture::Capturing;
use crate::triggers::Firing;
use sluice_query::operator::{Notes, Plan, Routine};
use sluice_types::SqlError;

/// A compiled change that INSTEAD OF triggers replace.
pub(in crate::statement) struct Instead {
    pub(in crate::statement) plan: Plan,
    pub(in crate::statement) rows: Capturing,
}

impl Instead {
    /// Captures the rows for the triggers. `@@ROWCOUNT` becomes their number. An error while
    /// computing rows rolls the statement back.
    pub(in crate::statement) fn run(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<Box<Firing>, SqlError> {
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
                rows.keep(run.context.databases(), values.to_vec(), event)
            })
        };
        env.settle(before, result)?;
        env.frame.globals.row_count = count as i64;
        Ok(Box::new(rows.finish(count)))
    }
}
