//! ALTER DATABASE ... SET SINGLE_USER | RESTRICTED_USER | MULTI_USER
//! (`t-sql/statements/alter-database-transact-sql-set-options`, *db_user_access_option* and
//! *termination*).
//!
//! SINGLE_USER takes effect when no other session uses the database. Without a termination clause
//! the statement waits for that, with NO_WAIT it fails at once (5070), and with ROLLBACK it ends
//! the other sessions. The single user is the session that set the option if it is in the database,
//! or else the first session to enter.
//!
//! RESTRICTED_USER admits members of db_owner, dbcreator and sysadmin; others get 923. With a
//! termination clause it ends other sessions as SINGLE_USER does; without, they stay.

use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_syntax::ast::Termination;
use sluice_table::database::Database;
use sluice_table::database_options::UserAccess;
use sluice_types::SqlError;
use std::time::Duration;

/// Sets the user access of `database` by calling `set`. SINGLE_USER, and RESTRICTED_USER with a
/// termination clause, first get the database alone. For SINGLE_USER, this session keeps it if it's
/// the current database. The database is shared again afterwards. Other users are treated as
/// [`be_alone`] says.
pub(super) fn change(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    access: UserAccess,
    termination: Option<&Termination>,
    set: impl FnOnce(&mut Env<'_, '_>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    if access != UserAccess::Single {
        let ends_others = access == UserAccess::Restricted && termination.is_some();
        if ends_others {
            be_alone(env, database, termination)?;
        }
        let result = set(env);
        if result.is_ok() {
            database.set_user(None);
        }
        return if ends_others { result.and(env.state.share(database)) } else { result };
    }
    be_alone(env, database, termination)?;
    let result = set(env);
    if result.is_ok() {
        let is_in = Arc::ptr_eq(database, &env.state.database);
        database.set_user(is_in.then_some(env.state.id));
    }
    result.and(env.state.share(database))
}

/// Gets the database for this session alone, until the caller shares it again. Ends other sessions
/// as the termination clause allows. Without a clause it waits without limit. NO_WAIT fails with
/// 5070 at once. ROLLBACK waits for its seconds, informs with 5060 and then ends sessions and
/// transactions until the database is free. Fails if the batch is cancelled.
pub(super) fn be_alone(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    termination: Option<&Termination>,
) -> Result<(), SqlError> {
    let limit = match termination {
        None => None,
        Some(Termination::NoWait | Termination::RollbackImmediate) => Some(Duration::ZERO),
        Some(Termination::RollbackAfter { seconds }) => Some(Duration::from_secs(u64::from(*seconds))),
    };
    if env.state.use_alone(database, limit)? {
        return Ok(());
    }
    if matches!(termination, Some(Termination::NoWait)) {
        // 5070: other sessions use the database.
        return Err(SqlError::database_is_in_use(&database.name));
    }
    // 5060: progress of the rollback in percent.
    env.inform(SqlError::transactions_rolling_back("0"));
    loop {
        let mut others = database.storage.active_transactions();
        others.retain(|(_, owner)| {
            *owner != env.state.transaction.locks.id() && *owner != sluice_txn::OwnerId::default()
        });
        let host = env.context.host;
        let are_ended = host.end_sessions(database.id, env.state.id, &env.state.activity.cancel)
            && host.end_transactions(database, &others, &env.state.activity.cancel);
        if !are_ended {
            return Err(SqlError::cancelled());
        }
        if env.state.use_alone(database, Some(BETWEEN_LOOKS))? {
            break;
        }
    }
    env.inform(SqlError::transactions_rolling_back("100"));
    Ok(())
}

/// Interval between two searches for new sessions.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
