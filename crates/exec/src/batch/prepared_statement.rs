//! Compiles and binds the statements of `sp_prepare` and related procedures without running them.

use super::body::within;
use super::compiled_batch::Batch;
use super::plans::Plans;
use super::prepare::prepare;
use super::program::{BoundProgram, Slot, Step};
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_session::prepared::PreparedStatement;
use sluice_types::SqlError;

/// Compiles and binds a statement. Fails with its errors, followed by 8180. On request sends the
/// columns of the first result. Nothing runs. The compiled statement is cached.
pub(super) fn check_statement(
    plans: &mut Plans,
    env: &mut Env<'_, '_>,
    statement: &PreparedStatement,
    tells: bool,
) -> Result<(), Vec<SqlError>> {
    let PreparedStatement { text, declarations, .. } = statement;
    let taken = plans.take(text, declarations, env.state);
    let looked = taken.and_then(|mut batch: Box<Batch>| {
        let looked = within(env, &mut batch, |bound, env| look(bound, env, tells));
        plans.put(text, batch);
        looked
    });
    looked.map_err(|mut errors| {
        errors.push(SqlError::statement_not_prepared().at_line(1));
        errors
    })
}

/// Binds the statements. A single statement is bound at once, since no other statement can define
/// its names.
fn look(bound: &mut BoundProgram, env: &mut Env<'_, '_>, tells: bool) -> Result<(), Vec<SqlError>> {
    prepare(bound, env)?;
    let BoundProgram { program, slots } = bound;
    let database = Arc::clone(&env.state.database);
    if let ([Step::Bound(_)], [Slot::Bound(slot)]) = (&program.steps[..], &mut slots[..])
        && !slot.is_bound()
    {
        slot.bind(&database, env).map_err(|error| vec![error.at_line(1)])?;
    }
    if tells
        && let Some(Step::Bound(_)) = program.steps.first()
        && let Some(Slot::Bound(slot)) = slots.first_mut()
    {
        let columns = slot.columns(env).map_err(|error| vec![error.at_line(1)])?;
        if let Some(columns) = columns {
            env.sink.columns(&columns);
            env.sink.done(None);
        }
    }
    Ok(())
}
