//! ALTER DATABASE ... SET OFFLINE | ONLINE | EMERGENCY, and detaching a database: the ends of a
//! database's use.
//!
//! `t-sql/statements/alter-database-transact-sql-set-options`, *db_state_option*. A database
//! changes its state when no other session uses it; the termination clause decides how the others
//! are treated (`user_access`). If the session itself is in a database that goes offline, it moves
//! to master.

use super::altered::{LAST_SYSTEM_DATABASE, altered};
use super::user_access::be_alone;
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Name, NamedOption, Termination};
use sluice_table::database::Database;
use sluice_types::SqlError;
use std::time::Duration;

/// The state that ALTER DATABASE sets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NewState {
    Online,
    Offline,
    Emergency,
}

impl NewState {
    /// Returns the state that an option sets. `None` if it sets none.
    pub(super) fn of_option(option: &NamedOption) -> Option<NewState> {
        let states = [NewState::Online, NewState::Offline, NewState::Emergency];
        states.into_iter().find(|state| option.value.is_none() && option.name.is(state.name()))
    }

    /// The option's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            NewState::Online => "ONLINE",
            NewState::Offline => "OFFLINE",
            NewState::Emergency => "EMERGENCY",
        }
    }
}

/// Changes the state of the database `written`, or of the current one. Fails with 5058 for OFFLINE
/// and EMERGENCY of a system database, with the errors of `be_alone` while others use it, and with
/// the reason if the database can't be opened. OFFLINE waits for or ends other sessions as
/// `termination` says, and moves this session to master. ONLINE of an open database does nothing.
/// Fails with 5011 if there is no such database.
pub(super) fn change_state(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    state: NewState,
    termination: Option<&Termination>,
) -> Result<(), SqlError> {
    let host = env.context.host;
    let name = written.map_or_else(|| env.state.database.name.clone(), |name| name.text.to_string());
    let Some(id) = host.database_id(&name) else {
        // 5011 also covers a lack of permission.
        return Err(SqlError::alter_database_denied(name).in_state(5));
    };
    if state != NewState::Online && id <= LAST_SYSTEM_DATABASE {
        return Err(SqlError::option_cannot_be_set(state.name(), name));
    }
    let asking = env.state.id;
    let change = || match state {
        NewState::Online => host.bring_online(&name, asking),
        NewState::Offline => host.take_offline(&name),
        NewState::Emergency => host.begin_emergency(&name),
    };
    // A database that isn't open has no users, and one that is online stays as it is.
    let is_in_use = host.database(&name).is_some_and(|database| state != NewState::Online || database.is_emergency());
    if !is_in_use {
        return change();
    }
    let database = altered(env, written)?;
    be_alone(env, &database, termination)?;
    let result = change();
    match state {
        NewState::Offline => leave_closed(env, &database)?,
        NewState::Online | NewState::Emergency => return_to(env, &database)?,
    }
    result
}

/// Detaches the database called `name`. Fails with 15010 if there is none, with 7940 for a system
/// database, and with 3703 if it is in use. Also fails with 226 within a transaction. The files
/// stay. A database that isn't open can be detached.
pub fn detach_database(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    env.refuse_in_transaction("sp_detach_db")?;
    let host = env.context.host;
    let Some(id) = host.database_id(name) else { return Err(SqlError::no_such_database(name)) };
    if id <= LAST_SYSTEM_DATABASE {
        return Err(SqlError::system_database_cannot_be_detached());
    }
    let Some(database) = host.database(name) else { return host.detach_database(name) };
    if Arc::ptr_eq(&database, &env.state.database) || !env.state.use_alone(&database, Some(Duration::ZERO))? {
        return Err(SqlError::detach_in_use(&database.name));
    }
    let result = host.detach_database(name);
    leave_closed(env, &database)?;
    result
}

/// Requires the permission to detach a database.
pub fn may_detach_database(rights: &Rights<'_>, name: &str) -> Result<(), SqlError> {
    rights.detach_database(name)
}

/// Ends the exclusive use of a database that was closed and opened again. Moves the session to the
/// present opening if the database is its current one, or to master if it couldn't be opened.
pub(in crate::statement) fn return_to(env: &mut Env<'_, '_>, database: &Arc<Database>) -> Result<(), SqlError> {
    if !Arc::ptr_eq(database, &env.state.database) {
        return env.state.share(database);
    }
    match env.context.host.database_by_id(database.id) {
        Some(now) => {
            env.state.stays_in(&now);
            env.context.database = Arc::clone(&now);
            env.state.share(&now)
        }
        None => leave_closed(env, database),
    }
}

/// Ends the exclusive use of a database that was closed. Moves the session to master if the
/// database is its current one. Another database is shared again with other sessions.
pub(in crate::statement) fn leave_closed(env: &mut Env<'_, '_>, database: &Arc<Database>) -> Result<(), SqlError> {
    if !Arc::ptr_eq(database, &env.state.database) {
        return env.state.share(database);
    }
    let host = env.context.host;
    let master = host.database(MASTER).ok_or_else(|| host.not_open(MASTER))?;
    env.state.change_database(&master, || host.database(MASTER).ok_or_else(|| host.not_open(MASTER)))?;
    env.context.database = Arc::clone(&env.state.database);
    env.state.look_up_default_schema(host);
    Ok(())
}

const MASTER: &str = "master";
