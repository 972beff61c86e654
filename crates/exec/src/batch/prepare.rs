//! Binding before a batch runs: what is wrong with a statement refuses the whole batch, before any of it has run.
//!
//! Only what may yet change waits for the statement's own turn (deferred name resolution): tables that are missing, also those behind synonyms, for the
//! batch may make them, and what is not supported, for the batch may never come to it. A statement that has been bound once
//! is not looked at again: where the names have changed since, it is bound anew when it runs.

use super::program::{Program, Step};
use crate::consequence::UNSUPPORTED;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Binds the statements that have not been bound yet; all that is wrong with them. USE counts here as it will when it runs:
/// the statements behind it are bound in its database, or wait if there is none of that name yet.
pub(super) fn prepare(program: &mut Program, env: &mut Env<'_, '_>) -> Result<(), Vec<SqlError>> {
    let mut database = Some(Arc::clone(&env.state.database));
    let mut errors = Vec::new();
    for (number, step) in program.steps.iter_mut().enumerate() {
        match step {
            Step::Use(name) => database = env.context.host.database(name),
            Step::Bound(slot) | Step::Test(slot, _) if !slot.is_bound() => {
                let Some(database) = &database else { continue };
                let is_refused = |bound: &Result<(), SqlError>| bound.as_ref().is_err_and(|error| !waits(error));
                let mut bound = slot.bind(database, env);
                if is_refused(&bound) {
                    // Another transaction may be changing the named objects.
                    bound = slot.bind_settled(database, env).map_err(|(_, error)| error);
                }
                if is_refused(&bound) {
                    errors.extend(bound.err().map(|error| (number, error)));
                }
            }
            _ => {}
        }
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(errors
        .into_iter()
        .map(|(number, error)| error.at_line(program.line_of_step(number)).in_procedure(program.name.clone()))
        .collect())
}

/// Whether a statement is still to be bound.
pub(super) fn is_needed(program: &Program) -> bool {
    program.steps.iter().any(|step| matches!(step, Step::Bound(slot) | Step::Test(slot, _) if !slot.is_bound()))
}

/// Whether an error of binding is told only when the batch comes to its statement.
fn waits(error: &SqlError) -> bool {
    matches!(error.number, 208 | 470 | 5313 | UNSUPPORTED)
}
