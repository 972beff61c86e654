//! SET IDENTITY_INSERT: for one table of a session at a time.

use super::Env;
use crate::state::IdentityInsert;
use sluice_catalog::ObjectName;
use sluice_types::SqlError;

/// Switches it: 1088 for a table that is not there, 8106 for one without an identity column, 8107 where it is ON for another.
pub fn identity_insert(env: &mut Env<'_, '_>, name: &ObjectName, on: bool) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let placed = env.placed(name);
    let database = env.database_of(&placed)?;
    let catalog = env.state.work.catalog(&database);
    let table = catalog.table(&placed).ok_or_else(|| SqlError::new(1088, 16, 11, vec![name.to_string()]))?;
    if table.identity().is_none() {
        return Err(SqlError::new(8106, 16, 1, vec![name.to_string()]));
    }
    let shown = format!("{}.{}.{}", database.name, table.schema, table.name);
    let this = IdentityInsert { database: database.id, table: table.id, name: shown };
    // A table that has been dropped meanwhile is in nobody's way.
    let still_there = |other: &IdentityInsert| {
        let database = env.context.host.database_by_id(other.database);
        database.is_some_and(|database| env.state.work.catalog(&database).table_by_id(other.table).is_some())
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
