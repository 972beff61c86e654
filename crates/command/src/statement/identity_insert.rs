//! SET IDENTITY_INSERT, which is ON for at most one table per session.

use super::Env;
use sluice_catalog::ObjectName;
use sluice_session::options::IdentityInsert;
use sluice_types::SqlError;

/// Sets the option. Fails with 1088 if the table doesn't exist, and with 8106 if the table has no
/// identity column. Fails with 8107 if the option is ON for another table.
pub fn identity_insert(env: &mut Env<'_, '_>, name: &ObjectName, on: bool) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let placed = env.placed(name);
    let database = env.database_of(&placed)?;
    let catalog = env.state.transaction.work.catalog(&database);
    let table = catalog.table(&placed).ok_or_else(|| SqlError::new(1088, 16, 11, vec![name.to_string()]))?;
    if table.identity().is_none() {
        return Err(SqlError::new(8106, 16, 1, vec![name.to_string()]));
    }
    let shown = format!("{}.{}.{}", database.name, table.schema, table.name);
    let this = IdentityInsert { database: database.id, table: table.id, name: shown };
    // A table that has been dropped since doesn't count.
    let still_there = |other: &IdentityInsert| {
        let database = env.context.host.database_by_id(other.database);
        database
            .is_some_and(|database| env.state.transaction.work.catalog(&database).table_by_id(other.table).is_some())
    };
    let other = env.state.identity_insert.as_ref().filter(|other| **other != this && still_there(other));
    match (on, other) {
        (true, Some(other)) => Err(SqlError::new(8107, 16, 1, vec![other.name.clone(), name.to_string()])),
        (true, None) => {
            env.state.identity_insert = Some(this);
            Ok(())
        }
        (false, Some(_)) => Ok(()),
        (false, None) => {
            env.state.identity_insert = None;
            Ok(())
        }
    }
}
