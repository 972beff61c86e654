//! CREATE TABLE.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::definition;
use crate::statement::ddl::new_object::schema_of_new;
use crate::statement::event::EventSource;
use sluice_access::ROW_MAX;
use sluice_base::sync::Arc;
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_binder::{Binder, Making, name_taken};
use sluice_catalog::EventType;
use sluice_catalog::name::same;
use sluice_catalog::{Catalog, CatalogStore, Constraint, ObjectName, Table, key_bytes_max};
use sluice_plan::table_definition::RuleDefinition;
use sluice_plan::{
    TableDefinition, Variables, check_sparse_uncompressed, check_table_options, definition_of, object_name,
};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::{layout_of, most_bytes_in_row};
use sluice_table::table_storage;
use sluice_table::temporary;
use sluice_txn::StorageError;
use sluice_types::{RowLayout, SqlError};

/// CREATE TABLE.
struct TableCreation {
    name: ObjectName,
    definition: TableDefinition,
}

/// Compiles CREATE TABLE. Types are resolved now, so an unknown one fails here; the table is
/// defined at the run. Fails with 40517 for a server name.
pub(in crate::statement) fn compile(table: &ast::CreateTable, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let definition = definition_of(table, to.types())?;
    refuse_server(&table.name)?;
    to.add(Box::new(TableCreation { name: object_name(&table.name), definition }));
    Ok(())
}

impl Command for TableCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.create_table(&self.name, &self.definition)
    }

    fn class(&self) -> StatementClass {
        StatementClass::CreateTable
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            env.object_event(EventType::CREATE_TABLE, &self.name, "TABLE").into_iter().collect()
        })
    }

    /// Creates the table, inside the session's transaction or in a transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let TableCreation { name, definition } = self;
        if let Some(database) = name.database.as_deref().filter(|_| temporary::is_temporary(&name.object)) {
            env.inform(SqlError::database_name_ignored(database));
        }
        let table = definition::define(env, |env| make_table(env, name, definition).map(|(_, table)| table))?;
        inform_of_skipped_keys(env, &name.object, definition);
        warn_of_long_rows(env, &name.object, &table);
        warn_of_long_keys(env, &table, None);
        Ok(())
    }
}

/// Warns with 1708 if a row may exceed the maximum size even with long values off-row.
pub(in crate::statement) fn warn_of_long_rows(env: &mut Env<'_, '_>, shown: &str, table: &Table) {
    if most_bytes_in_row(table) > ROW_MAX as u64 {
        env.inform(SqlError::row_size_warning(shown, ROW_MAX));
    }
}

/// Reports 1756 for each foreign key that is left out of a temporary table. Does nothing for other
/// tables. An unnamed key is reported by the table's name.
pub(in crate::statement) fn inform_of_skipped_keys(env: &mut Env<'_, '_>, table: &str, definition: &TableDefinition) {
    if !table.starts_with('#') {
        return;
    }
    for constraint in &definition.constraints {
        if matches!(constraint.rule, RuleDefinition::ForeignKey(_)) {
            env.inform(SqlError::foreign_key_skipped(constraint.name.as_deref().unwrap_or(table)));
        }
    }
}

/// Checks how `action` (create, alter) has the rows of a table stored. Fails with 11418 for sparse
/// columns in compressed rows. Fails with 1701, or 1730 for compressed rows, if a row exceeds the
/// maximum size even with empty variable-length columns.
pub(in crate::statement) fn check_rows(action: &str, shown: &str, table: &Table) -> Result<(), SqlError> {
    check_sparse_uncompressed(action, shown, table)?;
    let least = layout_of(table).least_bytes();
    if least <= ROW_MAX {
        return Ok(());
    }
    let dense = table.columns.iter().filter(|column| !column.flags.is_sparse);
    let fixed: usize = dense.filter_map(|column| RowLayout::fixed_bytes(&column.stored_type())).sum();
    Err(match table.options.compression.has_compressed_rows() {
        false => SqlError::minimum_row_too_large(shown, least, least - fixed, ROW_MAX),
        true => SqlError::compressed_row_too_large(shown, least, least - fixed, ROW_MAX),
    })
}

/// Creates a table within a statement that the caller settles. Returns its database and definition.
/// Fails with 2714 if the name is taken, with 1934 if the table needs other SET options, and with
/// 1701 or 1730 if rows are too long ([`check_rows`]).
pub(in crate::statement) fn make_table(
    env: &mut Env<'_, '_>,
    name: &ObjectName,
    definition: &TableDefinition,
) -> Result<(Arc<Database>, Table), SqlError> {
    temporary::check_length(name)?;
    let placed = env.state.new_name(&temporary::place(name, env.scope()));
    let database = env.database_of(&placed)?;
    let table = define(env, &database, &placed, (name, definition))?;
    Ok((database, table))
}

fn define(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    name: &ObjectName,
    (written, definition): (&ObjectName, &TableDefinition),
) -> Result<Table, SqlError> {
    env.define_object(database)?;
    let catalog = env.catalog(database);
    let schema = schema_of_new(&catalog, name)?;
    env.lock_name(database, schema, &name.object)?;
    // 2714: the name is taken, shown as the user wrote it.
    let taken = || SqlError::object_exists(&written.object);
    if catalog.is_taken(schema, &name.object) {
        return Err(taken());
    }
    let empty = Table::empty(database.new_object(), schema.to_owned(), name.object.clone());
    let new_id = || database.new_object();
    let filegroup = |name: &str| database.filegroup(name);
    let making = Making {
        statement: "CREATE TABLE",
        database: Some(&database.name),
        is_checked: true,
        new_id: &new_id,
        filegroup: &filegroup,
    };
    let names = env.names();
    let (mut table, referenced) = Binder::new(&names, &Variables::default()).define(&empty, definition, making)?;
    if table.filegroups.rows.is_none() {
        database.check_for_new_objects(database.storage.space.default_filegroup())?;
    }
    env.check_needs(&referenced)?;
    check_table_options(&table, env.state.options.meaning, "CREATE TABLE")?;
    check_rows("create", &written.object, &table)?;
    check_constraint_names(&catalog, &table)?;
    lock_referenced(env, database, &table, |_| true)?;
    env.lock_table_names(database, &table)?;
    env.pin_found()?;
    let enlisted = env.state.transaction.work.enlist(database);
    let failed = |error: StorageError| match error {
        StorageError::Duplicate => taken(),
        error => sql_error(&error, &database.name),
    };
    table_storage::create(&database.storage, &mut enlisted.transaction, &mut table).map_err(failed)?;
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    stored.insert_table(&mut enlisted.transaction, &table).map_err(failed)?;
    env.state.transaction.define(database, catalog.with_table(table.clone()).ok_or_else(taken)?)?;
    if temporary::is_temporary(&written.object) {
        env.state.temporary_tables.push(table.id);
        note_work(WorkCount::TempTable);
    }
    Ok(table)
}

/// Locks with Sch-M the tables referenced by those foreign keys of `table` for which `is_asked`
/// returns true. Statements that delete from these tables without knowing of the keys have finished
/// by then.
pub(in crate::statement) fn lock_referenced(
    env: &mut Env<'_, '_>,
    database: &Database,
    table: &Table,
    is_asked: impl Fn(&Constraint) -> bool,
) -> Result<(), SqlError> {
    let asked = table.foreign_keys().filter(|(constraint, key)| is_asked(constraint) && key.referenced != table.id);
    for (_, key) in asked {
        env.lock_object(database.table(key.referenced))?;
    }
    Ok(())
}

/// Fails with 2714 if a constraint of the new `table` has the name of the table or of another
/// object.
pub(in crate::statement) fn check_constraint_names(catalog: &Catalog, table: &Table) -> Result<(), SqlError> {
    let is_taken = |name: &&str| same(name, &table.name) || catalog.is_taken(&table.schema, name);
    match table.constraint_names().find(is_taken) {
        Some(name) => Err(name_taken(name)),
        None => Ok(()),
    }
}

/// Warns with 1945 if index keys may exceed the maximum length. Checks the index `only`, or all
/// indexes. The limit is 900 bytes for clustered and 1,700 for other indexes. An unknown name warns
/// of nothing.
pub(in crate::statement) fn warn_of_long_keys(env: &mut Env<'_, '_>, table: &Table, only: Option<&str>) {
    for index in table.indexes.iter().filter(|index| only.is_none_or(|only| same(&index.name, only))) {
        let most = key_bytes_max(index.is_clustered());
        let longest = TableIndex::new(table, index).most_bytes();
        if longest > most {
            let kind = if index.is_clustered() { "clustered" } else { "nonclustered" };
            env.inform(SqlError::index_key_length_warning(kind, most, &index.name, longest));
        }
    }
}
