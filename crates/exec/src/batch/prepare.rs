//! Binds the statements of a batch before it runs. An error in one statement refuses the whole
//! batch.
//!
//! Binding waits for the statement's execution only if an error may disappear (deferred name
//! resolution). Missing tables and synonym targets may be created by the batch. Unsupported
//! features may never be reached. A statement that was bound once isn't checked again; if the
//! catalog has changed, it is rebound when it runs.

use super::program::{BoundProgram, Slot, Step};
use sluice_base::sync::Arc;
use sluice_catalog::view::UNMADE_TABLE;
use sluice_command::statement::Env;
use sluice_session::consequence::{UNSUPPORTED, is_of_closed_database};
use sluice_types::SqlError;

/// Binds the unbound statements and returns all errors. A statement that is bound already isn't
/// bound again.
///
/// The statements after USE are bound in its database. If that database doesn't exist yet, they are
/// bound when they run. The session's database stays as it is. Errors that may disappear until the
/// statement runs are left to the run: missing objects, closed databases, unsupported features.
pub(super) fn prepare(bound: &mut BoundProgram, env: &mut Env<'_, '_>) -> Result<(), Vec<SqlError>> {
    let BoundProgram { program, slots } = bound;
    let mut database = Some(Arc::clone(&env.state.database));
    let mut errors = Vec::new();
    for (number, (step, slot)) in program.steps.iter().zip(slots).enumerate() {
        match (step, slot) {
            (Step::Use(name), _) => database = env.context.host.database(name),
            (Step::Bound(_) | Step::Test(..), Slot::Bound(slot)) if !slot.is_bound() => {
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
    let placed = |(number, error): (usize, SqlError)| {
        error.at_line(program.line_of_step(number)).in_procedure(program.name.clone())
    };
    Err(SqlError::of_compilation(errors.into_iter().map(placed).collect()))
}

/// Returns whether a statement is still unbound.
pub(super) fn is_needed(bound: &BoundProgram) -> bool {
    let mut steps = bound.program.steps.iter().zip(&bound.slots);
    steps.any(|step| matches!(step, (Step::Bound(_) | Step::Test(..), Slot::Bound(slot)) if !slot.is_bound()))
}

/// 4413: a view whose query has an error of binding, which is the first cause.
const VIEW_NOT_BOUND: i32 = 4413;

/// Returns whether an error of binding is reported only when its statement runs. An earlier
/// statement of the batch may create an object or open a database. A READ_ONLY filegroup (652) may
/// be READ_WRITE by then, and SET options (1934) may be others.
fn waits(error: &SqlError) -> bool {
    let error = error.causes.first().filter(|_| error.number == VIEW_NOT_BOUND).unwrap_or(error);
    matches!(error.number, 208 | 315 | 470 | 652 | 1934 | 5313 | 8655 | UNSUPPORTED)
        || error.number == 259 && error.state == UNMADE_TABLE
        || is_of_closed_database(error)
}
