//! KILL: ends a session and rolls its transaction back
//! (`t-sql/language-elements/kill-transact-sql.md`).
//!
//! KILL doesn't wait for a long rollback, which continues in the ended session. WITH STATUSONLY has
//! no estimate to report and fails with 6120.

use sluice_base::ids::SessionId;
use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource, whole_number};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::Expr;
use sluice_types::SqlError;

/// A compiled KILL.
struct Kill {
    /// The session id as written.
    session: i64,
    /// Whether WITH STATUSONLY was given.
    status_only: bool,
}

/// Compiles KILL. Fails with 40517 unless `session` is a whole number.
pub(crate) fn compile(session: &Expr, status_only: bool, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let session = whole_number(session).ok_or_else(|| unsupported("KILL of a unit of work"))?;
    to.add(Box::new(Kill { session, status_only }));
    Ok(())
}

impl Command for Kill {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.server_or(codes::ALTER_ANY_CONNECTION, SqlError::kill_denied())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(kill(env, self)?)
    }
}

/// Ends a session.
///
/// Fails with 6115 inside a transaction, 6101 for an invalid id, 6104 for the own session and 6107
/// for a system session. Fails with 6120 for STATUSONLY, and with 6106 if the session doesn't
/// exist.
fn kill(env: &mut Env<'_, '_>, kill: &Kill) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    if !env.is_autocommit() {
        return Err(SqlError::kill_in_transaction());
    }
    let number = i16::try_from(kill.session).ok().filter(|number| *number > 0);
    let id = SessionId(number.ok_or_else(|| SqlError::invalid_session_id(kill.session))?.unsigned_abs());
    if id == env.state.id {
        return Err(SqlError::kill_of_own_process());
    }
    if id.0 <= SYSTEM_SESSIONS {
        return Err(SqlError::kill_of_system_process());
    }
    if kill.status_only {
        return Err(SqlError::rollback_not_in_progress(kill.session));
    }
    let host = env.context.host;
    if host.sessions().iter().all(|session| session.id != id) {
        return Err(SqlError::process_not_active(kill.session));
    }
    if host.end_session(id, &env.state.activity.cancel) { Ok(()) } else { Err(SqlError::cancelled()) }
}

/// Session ids up to this are reserved for the system.
const SYSTEM_SESSIONS: u16 = 50;
