//! SET IDENTITY_INSERT, which is ON for at most one table per session.

use super::Env;
use super::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::event::EventSource;
use sluice_catalog::ObjectName;
use sluice_plan::object_name;
use sluice_session::consequence::StatementClass;
use sluice_session::options::IdentityInsert;
use sluice_session::rights::Rights;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// SET IDENTITY_INSERT.
struct IdentitySwitch {
    table: ObjectName,
    on: bool,
}

/// Compiles SET IDENTITY_INSERT. Fails with 40517 for a server name.
pub(in crate::statement) fn compile(
    table: &ast::ObjectName,
    on: bool,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(table)?;
    to.add(Box::new(IdentitySwitch { table: object_name(table), on }));
    Ok(())
}

impl Command for IdentitySwitch {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table))
    }

    fn class(&self) -> StatementClass {
        StatementClass::IdentityInsert
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(identity_insert(env, &self.table, self.on)?)
    }
}

/// Sets the option. Fails with 1088 if the table doesn't exist, with 8105 for another object, and
/// with 8106 if the table has no identity column. Fails with 8107 if the option is ON for another
/// table.
fn identity_insert(env: &mut Env<'_, '_>, name: &ObjectName, on: bool) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    let placed = env.placed(name);
    let database = env.database_of(&placed)?;
    let catalog = env.state.transaction.work.catalog(&database);
    let unknown = || match catalog.object(&placed) {
        Some(_) => SqlError::identity_insert_of_other_object(name),
        None => SqlError::object_not_found(name),
    };
    let table = catalog.table(&placed).ok_or_else(unknown)?;
    if table.identity().is_none() {
        return Err(SqlError::table_has_no_identity(name));
    }
    let shown = [&*database.name, &*table.schema, &*table.name].map(str::to_owned);
    let this = IdentityInsert { database: database.id, table: table.id, name: shown };
    // A table that has been dropped since doesn't count.
    let still_there = |other: &IdentityInsert| {
        let database = env.context.host.database_by_id(other.database);
        database
            .is_some_and(|database| env.state.transaction.work.catalog(&database).table_by_id(other.table).is_some())
    };
    let other = env.state.identity_insert.as_ref().filter(|other| **other != this && still_there(other));
    match (on, other) {
        (true, Some(other)) => {
            let [database, schema, table] = &other.name;
            Err(SqlError::identity_insert_already_on(database, schema, table, name))
        }
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
