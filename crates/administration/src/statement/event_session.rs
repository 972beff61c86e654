//! CREATE, ALTER and DROP EVENT SESSION (`t-sql/statements/create-event-session-transact-sql.md`
//! and related pages).

use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{EventSession, StatementKind};
use sluice_types::SqlError;

/// A compiled statement on an event session.
struct Change(Box<EventSession>);

/// Compiles a statement on an event session.
pub(crate) fn compile(session: &EventSession, to: &mut dyn Compilation) {
    to.add(Box::new(Change(Box::new(session.clone()))));
}

impl Command for Change {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.on_server(codes::ALTER_ANY_EVENT_SESSION)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    /// Fails with 574 inside a transaction: the definition is durable at once and can't be rolled
    /// back.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        env.frame.globals.row_count = 0;
        if !env.is_autocommit() {
            let words = StatementKind::EventSession(self.0.clone()).words();
            return Err(SqlError::not_allowed_in_user_transaction(words).into());
        }
        Ok(env.context.host.event_sessions().carry_out(&self.0)?)
    }
}
