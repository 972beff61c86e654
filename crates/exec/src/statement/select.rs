//! SELECT: rows to the client, or values into variables.

use super::Env;
use crate::code::Reg;
use crate::operator::{Notes, Plan, Routine};
use crate::sink::ColumnInfo;
use sluice_types::SqlError;

/// A compiled SELECT to the client.
pub(super) struct Select {
    /// Makes the rows.
    pub(super) plan: Plan,
    /// Their columns.
    pub(super) columns: Vec<ColumnInfo>,
}

/// A compiled SELECT into variables.
pub(super) struct Assign {
    /// Makes rows of one value a variable.
    pub(super) plan: Plan,
    /// Registers of the variables.
    pub(super) targets: Vec<Reg>,
}

impl Select {
    /// Sends the rows. A result set that has begun is ended even where an error ends its rows.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        env.sink.columns(&self.columns);
        let (mut count, mut notes) = (0, Notes::default());
        let (mut run, sink) = env.run_and_sink(routine, &mut notes);
        let result = self.plan.for_each(&mut run, |_, values| {
            count += 1;
            sink.row(values);
            Ok(())
        });
        finish(env, &notes);
        match result {
            Ok(()) => env.done(count),
            Err(_) => env.sink.done(None),
        }
        result
    }
}

impl Assign {
    /// Assigns row after row, so that the last one stays; without a row the variables keep what they have.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let (mut count, mut notes) = (0, Notes::default());
        let (mut run, _) = env.run_and_sink(routine, &mut notes);
        self.plan.for_each(&mut run, |run, values| {
            count += 1;
            for (value, target) in values.iter().zip(&self.targets) {
                run.frame.set(*target, value.clone());
            }
            Ok(())
        })?;
        finish(env, &notes);
        env.frame.globals.row_count = count;
        Ok(())
    }
}

/// 8153: an aggregate passed over a NULL.
pub(super) fn finish(env: &mut Env<'_, '_>, notes: &Notes) {
    if notes.nulls_passed_over {
        env.inform(8153, Vec::new());
    }
}
