//! ALTER DATABASE ... SET SINGLE_USER | RESTRICTED_USER | MULTI_USER: who else may be in a database, and what becomes of those who are.
//!
//! `t-sql/statements/alter-database-transact-sql-set-options`, *db_user_access_option* and *termination*. SINGLE_USER is set when nobody
//! else uses the database: without a termination clause the statement waits for that, with NO_WAIT it fails at once (5070), with
//! ROLLBACK it ends the others' sessions. Its one user is then the session that set it, if it is in the database, else who comes
//! first. Every session is of sysadmin, whom RESTRICTED_USER lets in.

use super::Env;
use crate::consequence::cancelled;
use sluice_base::sync::Arc;
use sluice_syntax::ast::Termination;
use sluice_table::database::Database;
use sluice_table::database_options::UserAccess;
use sluice_types::SqlError;
use std::time::Duration;

/// Sets who may be in `database`, by `set`.
pub(super) fn change(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    access: UserAccess,
    termination: Option<&Termination>,
    set: impl FnOnce(&mut Env<'_, '_>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    if access != UserAccess::Single {
        set(env)?;
        database.set_user(None);
        return Ok(());
    }
    be_alone(env, database, termination)?;
    let result = set(env);
    if result.is_ok() {
        let is_in = Arc::ptr_eq(database, &env.state.database);
        database.set_user(is_in.then_some(env.state.id));
    }
    result.and(env.state.share(database))
}

/// Sees to it that nobody else uses the database, until it is shared again.
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
        // 5070: others are using it.
        return Err(SqlError::new(5070, 16, 2, vec![database.name.clone()]));
    }
    // 5060: how far the rolling back is.
    env.inform(5060, vec!["0".to_owned()]);
    loop {
        let mut others = database.storage.active_transactions();
        others.retain(|(_, owner)| *owner != env.state.locks.id() && *owner != sluice_txn::OwnerId::default());
        let host = env.context.host;
        let are_ended = host.end_sessions(database.id, env.state.id, &env.state.cancel)
            && host.end_transactions(database, &others, &env.state.cancel);
        if !are_ended {
            return Err(cancelled());
        }
        if env.state.use_alone(database, Some(BETWEEN_LOOKS))? {
            break;
        }
    }
    env.inform(5060, vec!["100".to_owned()]);
    Ok(())
}

/// After what time it is looked for those who have come meanwhile.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
