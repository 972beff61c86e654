//! DROP TABLE. The table's pages are freed after the transaction commits.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::binding::bound_to;
use crate::statement::ddl::definition::define_each;
use crate::statement::ddl::gone_permissions::without_permissions;
use crate::statement::ddl::other_object::refuse_other_kind;
use crate::statement::event::EventSource;
use crate::statement::trigger::definition::{drop_triggers, lock_triggers};
use sluice_base::sync::Arc;
use sluice_catalog::EventType;
use sluice_catalog::security::SecurableClass;
use sluice_catalog::{Catalog, CatalogStore, ObjectName, Table};
use sluice_plan::object_name;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_storage;
use sluice_table::temporary::TEMPDB;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// DROP TABLE.
struct TableRemoval {
    if_exists: bool,
    names: Vec<ObjectName>,
}

/// Compiles DROP TABLE. Fails with 40517 for a server name.
pub(in crate::statement) fn compile(
    if_exists: bool,
    names: &[ast::ObjectName],
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    names.iter().try_for_each(refuse_server)?;
    to.add(Box::new(TableRemoval { if_exists, names: names.iter().map(object_name).collect() }));
    Ok(())
}

impl Command for TableRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.drop_each(&self.names, "table")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| env.object_events(EventType::DROP_TABLE, &self.names, "TABLE"))
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(drop_tables(env, self.if_exists, &self.names)?)
    }
}

/// Drops tables, each as `define_each` does. Fails with 3701 without the table and IF EXISTS,
/// with 3705 for an object of another kind, with 3726 for a table that a foreign key references,
/// with 3729 if a schema-bound module names it, and with 3740 in a READ_ONLY filegroup.
pub fn drop_tables(env: &mut Env<'_, '_>, if_exists: bool, names: &[ObjectName]) -> Result<(), SqlError> {
    define_each(env, names, |env, name| drop_one(env, if_exists, name))
}

/// Drops temporary tables of an ended procedure that a rollback has restored. Does nothing if there
/// are none. Errors are ignored.
pub(in crate::statement) fn drop_ended(env: &mut Env<'_, '_>) {
    if env.state.transaction.ended_tables.is_empty() {
        return;
    }
    let Some(tempdb) = env.context.host.database(TEMPDB) else { return };
    let catalog = env.state.transaction.work.catalog(&tempdb);
    let back = env.state.transaction.ended_tables.iter().filter_map(|id| catalog.table_by_id(*id));
    let names: Vec<ObjectName> = back.map(|table| ObjectName::unqualified(&table.name)).collect();
    if env.is_autocommit() {
        env.state.transaction.ended_tables.clear();
    }
    // This isn't a user statement, so it starts no implicit transaction. Tables that can't be
    // dropped now are dropped when the session ends.
    let implicit = std::mem::take(&mut env.state.options.implicit_transactions);
    let _ = drop_tables(env, true, &names);
    env.state.options.implicit_transactions = implicit;
}

fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, name: &ObjectName) -> Result<(), SqlError> {
    let shown = name.to_string();
    let unknown = || SqlError::cannot_drop("drop", "table", &shown);
    let name = &env.placed(name);
    let database = match env.find_database_of(name)? {
        Some(database) => database,
        None if if_exists => return Ok(()),
        None => return Err(unknown()),
    };
    let catalog = env.catalog(&database);
    let table = match catalog.table(name) {
        Some(table) => Arc::clone(table),
        None => {
            refuse_other_kind(&catalog, name, ("table", &shown))?;
            return if if_exists { Ok(()) } else { Err(unknown()) };
        }
    };
    env.state.transaction.begin_defining(&database)?;
    env.lock_table_names(&database, &table)?;
    env.lock_object(database.table(table.id))?;
    lock_triggers(env, &database, table.id)?;
    if database.is_partly_read_only(&table) {
        return Err(SqlError::dropped_from_read_only_filegroup("table", shown));
    }
    if is_referenced(&catalog, &table) {
        return Err(SqlError::table_referenced_by_foreign_key(shown));
    }
    if let Some(module) = bound_to(&catalog, (&table.schema, &table.name), table.id) {
        return Err(SqlError::object_is_referenced("DROP TABLE", shown, &module.name));
    }
    let kept = without_permissions(env, &database, &catalog, (SecurableClass::Object, table.id.0))?;
    let next = forget(env, &database, (&kept, &table))?;
    env.state.transaction.define(&database, next.without_table(table.id))
}

/// Whether another table has a foreign key to `table`.
pub(in crate::statement) fn is_referenced(catalog: &Catalog, table: &Table) -> bool {
    catalog.referrers(table.id).iter().any(|(child, ..)| child.id != table.id)
}

/// Deletes the table and its triggers from the stored catalog and returns the catalog without the
/// triggers.
fn forget(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (catalog, table): (&Catalog, &Table),
) -> Result<Catalog, SqlError> {
    let to_sql = |error: StorageError| sql_error(&error, &database.name);
    let enlisted = env.state.transaction.work.enlist(database);
    let stored = StoredCatalog::open(&database.storage).map_err(to_sql)?;
    let transaction = &mut enlisted.transaction;
    let next = drop_triggers((&stored, transaction), catalog, table.id).map_err(to_sql)?;
    stored.delete_table(transaction, table).map_err(to_sql)?;
    table_storage::drop(&database.storage, transaction, table).map_err(to_sql)?;
    Ok(next)
}
