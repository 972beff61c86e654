//! The database that an ALTER DATABASE changes, and the ids of the system's own databases.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_syntax::ast::Name;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Returns the database that ALTER DATABASE names, or the current one. Fails with 5011 if it
/// doesn't exist, and with 5064 if it is single-user and another session uses it. 5011 also covers
/// a lack of permission to see it.
pub(super) fn altered(env: &Env<'_, '_>, written: Option<&Name>) -> Result<Arc<Database>, SqlError> {
    let database = match written {
        Some(written) => env.context.host.database(&written.text),
        None => Some(Arc::clone(&env.state.database)),
    };
    let Some(database) = database else {
        // 5011 also covers a lack of permission.
        let written = written.map_or_else(String::new, |name| name.text.to_string());
        return Err(SqlError::alter_database_denied(written).in_state(5));
    };
    match database.check_user(env.state.id) {
        Ok(()) => Ok(database),
        Err(_) => Err(SqlError::database_in_single_user_mode(&database.name)),
    }
}

/// Ids 1 to 4 are master, tempdb, model and msdb, as in SQL Server.
pub(super) const LAST_SYSTEM_DATABASE: DatabaseId = DatabaseId(4);
pub(super) const MASTER_ID: DatabaseId = DatabaseId(1);
pub(super) const TEMPDB_ID: DatabaseId = DatabaseId(2);
pub(super) const MODEL_ID: DatabaseId = DatabaseId(3);
pub(super) const MSDB_ID: DatabaseId = DatabaseId(4);
