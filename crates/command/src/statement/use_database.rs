//! USE (`t-sql/language-elements/use-transact-sql.md`).

use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Runs USE. Sends 5701 on success. Fails with 911 or the database's state if it isn't open, with
/// 916 if the session may not enter it, and with 505 after sp_setapprole and SETUSER. Sets
/// `@@ROWCOUNT` to 0.
pub fn use_database(env: &mut Env<'_, '_>, written: &str) -> Result<(), SqlError> {
    if env.state.security.replaced.is_some() {
        return Err(SqlError::database_change_under_assumed_identity());
    }
    let found = env.context.host.database(written);
    let database = found.ok_or_else(|| env.context.host.not_open(written))?;
    if env.state.security.is_restricted {
        env.state.enter(env.context.host, &database)?;
    }
    env.frame.globals.row_count = 0;
    let host = env.context.host;
    env.state.change_database(&database, || host.database(written).ok_or_else(|| host.not_open(written)))?;
    env.context.database = Arc::clone(&env.state.database);
    env.state.look_up_default_schema(host);
    env.inform(SqlError::database_context_changed(&database.name));
    Ok(())
}
