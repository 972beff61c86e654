//! TRUNCATE TABLE. The table and its indexes get new, empty storage. The old pages are freed after
//! the transaction commits.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::alter_table::check_access;
use crate::statement::ddl::definition::define;
use crate::statement::ddl::drop_table::is_referenced;
use crate::statement::event::EventSource;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{CatalogStore, ObjectName, Table};
use sluice_plan::object_name;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_storage;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// TRUNCATE TABLE of the named table.
struct Truncation(ObjectName);

/// Compiles TRUNCATE TABLE. Fails with 40517 for a server name.
pub(in crate::statement) fn compile(name: &ast::ObjectName, to: &mut dyn Compilation) -> Result<(), SqlError> {
    refuse_server(name)?;
    to.add(Box::new(Truncation(object_name(name))));
    Ok(())
}

impl Command for Truncation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.0, &SqlError::truncate_object_not_found(&self.0))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Truncate
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    /// Empties the table, inside the session's transaction or in a transaction of its own. Logs no
    /// rows and reports no row count.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        define(env, |env| truncate(env, &self.0))?;
        env.frame.globals.row_count = 0;
        Ok(())
    }
}

fn truncate(env: &mut Env<'_, '_>, name: &ObjectName) -> Result<(), SqlError> {
    // 4701: the object doesn't exist, or the session lacks permission.
    let (shown, written) = (name.object.clone(), name.to_string());
    let unknown = || SqlError::truncate_object_not_found(&shown);
    let name = &env.placed(name);
    let database = env.find_database_of(name)?.ok_or_else(unknown)?;
    let catalog = env.catalog(&database);
    let Some(table) = catalog.table(name).cloned() else {
        let schema = name.schema.as_deref().unwrap_or(SYSTEM_SCHEMA);
        // 4708: the object isn't a table.
        let is_other = catalog.object(name).is_some() || env.context.host.view(schema, &name.object).is_some();
        return Err(if is_other { SqlError::truncate_of_non_table(&name.object) } else { unknown() });
    };
    env.state.transaction.begin_defining(&database)?;
    env.lock_object(database.table(table.id))?;
    check_access(&table, &shown)?;
    database.check_writable(&table, |_| true)?;
    if is_referenced(&catalog, &table) {
        // 4712: a FOREIGN KEY constraint refers to the table.
        return Err(SqlError::truncate_of_referenced_table(written));
    }
    if let Some(view) = catalog.indexed_views_of(table.id).first() {
        return Err(SqlError::object_is_referenced("TRUNCATE TABLE", written, &view.name));
    }
    let emptied = replace_storage(env, &database, &table)?;
    env.state.transaction.define_undated(&database, catalog.with_changed(emptied));
    Ok(())
}

fn replace_storage(env: &mut Env<'_, '_>, database: &Arc<Database>, table: &Table) -> Result<Table, SqlError> {
    let to_sql = |error: StorageError| sql_error(&error, &database.name);
    let enlisted = env.state.transaction.work.enlist(database);
    let transaction = &mut enlisted.transaction;
    let mut emptied = table.clone();
    table_storage::create(&database.storage, transaction, &mut emptied).map_err(to_sql)?;
    let stored = StoredCatalog::open(&database.storage).map_err(to_sql)?;
    stored.delete_table(transaction, table).map_err(to_sql)?;
    stored.insert_table(transaction, &emptied).map_err(to_sql)?;
    table_storage::drop(&database.storage, transaction, table).map_err(to_sql)?;
    Ok(emptied)
}
