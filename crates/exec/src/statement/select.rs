//! SELECT: rows to the client, or values into variables.

use super::Env;
use crate::code::{Code, Reg};
use crate::operator::{Flow, Operator, Run, append_row};
use crate::sink::ColumnInfo;
use crate::state::Sight;
use sluice_types::SqlError;

/// A compiled SELECT to the client.
pub(super) struct Select {
    /// Makes the rows.
    pub(super) plan: Box<dyn Operator>,
    /// Their columns.
    pub(super) columns: Vec<ColumnInfo>,
}

/// A compiled SELECT into variables.
pub(super) struct Assign {
    /// Makes rows of one value a variable.
    pub(super) plan: Box<dyn Operator>,
    /// Registers of the variables.
    pub(super) targets: Vec<Reg>,
}

impl Select {
    /// Sends the rows. A result set that has begun is ended even where an error ends its rows.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, code: &Code) -> Result<(), SqlError> {
        env.sink.columns(&self.columns);
        let mut count = 0;
        let sink = &mut *env.sink;
        let mut run = Run::new(
            code,
            env.frame,
            env.context,
            Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots),
        );
        let mut decoded = Vec::new();
        let result = self.plan.run(&mut run, &mut |_, row| {
            count += 1;
            if let crate::code::Row::Values(values) = row {
                sink.row(values);
            } else {
                decoded.clear();
                append_row(row, &mut decoded)?;
                sink.row(&decoded);
            }
            Ok(Flow::Continue)
        });
        let nulls_passed_over = run.nulls_passed_over;
        finish(env, nulls_passed_over);
        match result {
            Ok(()) => env.done(count),
            Err(_) => env.sink.done(None),
        }
        result
    }
}

impl Assign {
    /// Assigns row after row, so that the last one stays; without a row the variables keep what they have.
    pub(super) fn run(&self, env: &mut Env<'_, '_>, code: &Code) -> Result<(), SqlError> {
        let mut count = 0;
        let mut run = Run::new(
            code,
            env.frame,
            env.context,
            Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots),
        );
        self.plan.run(&mut run, &mut |run, row| {
            count += 1;
            for (place, target) in self.targets.iter().enumerate() {
                let value = row.column(place)?;
                run.frame.set(*target, value);
            }
            Ok(Flow::Continue)
        })?;
        let nulls_passed_over = run.nulls_passed_over;
        finish(env, nulls_passed_over);
        env.frame.globals.row_count = count;
        Ok(())
    }
}

/// 8153: an aggregate passed over a NULL.
fn finish(env: &mut Env<'_, '_>, nulls_passed_over: bool) {
    if nulls_passed_over {
        env.inform(8153, Vec::new());
    }
}
