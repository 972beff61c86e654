//! SHUTDOWN: ends the server (`t-sql/language-elements/shutdown-transact-sql.md`).
//!
//! Without NOWAIT it refuses log-ins of logins other than administrators, waits for the statements
//! that run, and then has the server end with a checkpoint in every database.

use sluice_base::error_log::LogSource;
use sluice_base::ids::SessionId;
use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource};
use sluice_plan::unsupported;
use sluice_query::code::context::Context;
use sluice_session::Message;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::shutdown::ShutdownKind;
use sluice_types::SqlError;
use std::time::Duration;

/// A compiled SHUTDOWN.
struct Shutdown(ShutdownKind);

/// Compiles SHUTDOWN.
pub(crate) fn compile(no_wait: bool, to: &mut dyn Compilation) {
    to.add(Box::new(Shutdown(if no_wait { ShutdownKind::NoWait } else { ShutdownKind::Clean })));
}

impl Command for Shutdown {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.server_or(codes::SHUTDOWN, SqlError::shutdown_denied())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(shut_down(env, self.0)?)
    }
}

/// Requests the end of the server, which begins when the client has the answer. Fails with 6007 in
/// a transaction or module, and with 40517 if the instance is embedded in a program.
fn shut_down(env: &mut Env<'_, '_>, kind: ShutdownKind) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    if !env.is_autocommit() || env.frame.globals.nest_level > 0 {
        return Err(SqlError::shutdown_not_allowed_here());
    }
    let shutdown = env.context.host.shutdown();
    if !shutdown.is_possible() {
        return Err(unsupported("SHUTDOWN of an embedded instance"));
    }
    if kind == ShutdownKind::Clean {
        shutdown.set_waiting(true);
        let waited = wait_for_statements(env);
        shutdown.set_waiting(false);
        waited?;
    }
    let how = if kind == ShutdownKind::Clean { "request" } else { "NOWAIT request" };
    let message = SqlError::server_shut_down(how, &env.state.security.who.original.name);
    let host = env.context.host;
    let text = host.message_text(&message);
    host.error_log().information(LogSource::Session(env.state.id), format_args!("{text}"));
    env.sink.message(Message::Error(message.at_line(env.frame.globals.line)));
    shutdown.request(kind);
    Ok(())
}

/// Waits until the batches that other sessions run now have ended.
fn wait_for_statements(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let host = env.context.host;
    let own = env.state.id;
    let running = || -> Vec<(SessionId, i64)> {
        let others = host.sessions().into_iter().filter(|session| session.id != own && session.is_running());
        others.map(|session| (session.id, session.began_ns())).collect()
    };
    let mut awaited = running();
    if !awaited.is_empty() {
        let message = SqlError::shutdown_waits(awaited.len()).at_line(env.frame.globals.line);
        env.sink.message(Message::Error(message));
    }
    while !awaited.is_empty() {
        if env.context.is_cancelled() {
            return Err(SqlError::cancelled());
        }
        env.state.activity.pause.wait(STEP, || env.context.is_cancelled());
        let still = running();
        awaited.retain(|batch| still.contains(batch));
    }
    Ok(())
}

/// The time between two looks at the running batches.
const STEP: Duration = Duration::from_millis(20);
