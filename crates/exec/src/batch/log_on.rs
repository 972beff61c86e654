//! Logon triggers (`relational-databases/triggers/logon-triggers`): they run after the client has
//! proven its login, in a transaction of their own.

use super::calls::Calls;
use super::interpreter::Interpreter;
use super::plans::Plans;
use sluice_catalog::{DdlScope, EventType};
use sluice_command::statement::{self, Env, Watcher, home, logon_data, watchers_in};
use sluice_query::code::Frame;
use sluice_session::call_context::CallContext;
use sluice_session::sink::{Message, Sink};
use sluice_session::state::SessionState;
use sluice_session::transaction_sight::Beginning;

/// Runs the logon triggers of a session that is about to begin. Messages go to `sink`. Returns
/// whether the session may begin: false if the transaction was rolled back, or a trigger ended with
/// an error that ends its batch. Returns true at once if there are no triggers or master isn't
/// open. The session's figures are as before afterwards.
pub(crate) fn log_on(
    state: &mut SessionState,
    context: &mut CallContext<'_>,
    sink: &mut dyn Sink,
    plans: &mut Plans,
    is_pooled: bool,
) -> bool {
    let globals = state.globals;
    let mut frame = Frame { globals, ..Frame::default() };
    let mut env = Env { state, frame: &mut frame, context, sink };
    let Ok(master) = home(&env, DdlScope::Server) else { return true };
    let watchers = watchers_in(&env, (master, DdlScope::Server), EventType::LOGON);
    if watchers.is_empty() {
        return true;
    }
    env.begin_transaction(None, Beginning::Other);
    let is_let_in = run_all(&mut env, plans, &watchers, is_pooled) && statement::commit(&mut env, false).is_ok();
    if !is_let_in {
        statement::end_transaction(&mut env);
    }
    env.state.cursors.end_local();
    env.state.globals = globals;
    is_let_in
}

fn run_all(env: &mut Env<'_, '_>, plans: &mut Plans, watchers: &[Watcher], is_pooled: bool) -> bool {
    let mut calls = Calls { plans, tries: 0 };
    watchers.iter().all(|watcher| {
        let data = logon_data(env, is_pooled);
        match Interpreter::new(env, &mut calls).run_watcher(watcher, data) {
            Ok(ending) => ending.is_none() && !env.frame.globals.is_doomed,
            Err(error) => {
                env.sink.message(Message::Error(error.at_line(1)));
                false
            }
        }
    })
}
