//! KILL: a session ends, and what it has open is rolled back (`t-sql/language-elements/kill-transact-sql.md`).
//!
//! KILL doesn't wait for a long rollback, which goes on by itself. WITH STATUSONLY knows no estimate of it: 6120.

use super::Env;
use crate::consequence::cancelled;
use sluice_base::ids::SessionId;
use sluice_types::SqlError;

/// KILL of a session's number.
#[derive(Clone, Copy, Debug)]
pub struct Kill {
    /// The number, as written.
    pub session: i64,
    /// WITH STATUSONLY.
    pub status_only: bool,
}

/// Ends the session: 6115 within a transaction, 6101 for what is no number of a session, 6104 for the own one, 6107 for the system's, 6106 where there is none
/// such; 6120 for its status.
pub fn kill(env: &mut Env<'_, '_>, kill: Kill) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let shown = || vec![kill.session.to_string()];
    if !env.is_autocommit() {
        return Err(SqlError::new(6115, 16, 1, Vec::new()));
    }
    let number = i16::try_from(kill.session).ok().filter(|number| *number > 0);
    let id = SessionId(number.ok_or_else(|| SqlError::new(6101, 16, 1, shown()))?.unsigned_abs());
    if id == env.state.id {
        return Err(SqlError::new(6104, 16, 1, Vec::new()));
    }
    if id.0 <= SYSTEM_SESSIONS {
        return Err(SqlError::new(6107, 14, 1, Vec::new()));
    }
    let host = env.context.host;
    if host.sessions().iter().all(|session| session.id != id) {
        return Err(SqlError::new(6106, 16, 2, shown()));
    }
    if kill.status_only {
        return Err(SqlError::new(6120, 16, 1, shown()));
    }
    if host.end_session(id, &env.state.cancel) { Ok(()) } else { Err(cancelled()) }
}

/// Numbers up to this one are the system's own.
const SYSTEM_SESSIONS: u16 = 50;
