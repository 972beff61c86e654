//! State shared by the programs on the call stack, and the refusal of a program that can't run.

use super::ending::Ending;
use super::plans::Plans;
use sluice_command::statement::{self, Env};
use sluice_session::consequence::{self, Consequence};
use sluice_session::sink::Message;
use sluice_types::SqlError;

/// State shared by the programs on the call stack.
pub(super) struct Calls<'c> {
    /// The session's compiled programs.
    pub plans: &'c mut Plans,
    /// Number of callers that are in a TRY block.
    pub tries: u32,
}

/// Sends the errors that prevent a batch from running, or raises the first of them in the caller's
/// TRY block. `@@ERROR` is the first error's number. An error that ends the transaction dooms it in
/// a TRY block, and otherwise ends it with the batch. `@@ROWCOUNT` becomes 0.
pub(super) fn refuse(env: &mut Env<'_, '_>, calls: &Calls<'_>, errors: Vec<SqlError>) -> Ending {
    env.frame.globals.error = errors.first().map_or(0, |error| error.number);
    env.frame.globals.row_count = 0;
    let ends_transaction = consequence::of_refusal(&errors, env.state.options.xact_abort) >= Consequence::Transaction;
    let mut errors = errors.into_iter();
    if calls.tries > 0
        && let Some(first) = errors.next()
    {
        if ends_transaction {
            doom(env);
        }
        return Ending::Raised(first);
    }
    errors.for_each(|error| env.sink.message(Message::Error(error)));
    if ends_transaction {
        statement::end_transaction(env);
        return Ending::BatchEnded;
    }
    Ending::ScopeEnded
}

/// Dooms the transaction after a caught error that would have rolled it back. An autocommit
/// transaction isn't doomed, since it ends with its statement.
pub(super) fn doom(env: &mut Env<'_, '_>) {
    env.frame.globals.is_doomed = !env.is_autocommit();
}
