//! CREATE TABLE.

use super::{Env, schema_of_new};
use crate::catalog_store::StoredCatalog;
use crate::consequence::STATE_OF_CONSTRAINT;
use crate::database::Database;
use crate::storage_error::sql_error;
use crate::table_index::TableIndex;
use crate::table_rows::most_bytes_in_row;
use crate::table_storage;
use crate::temporary;
use crate::work::Enlisted;
use sluice_access::ROW_MAX;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, Column, ObjectName, Table};
use sluice_plan::{IndexDefinition, TableDefinition, key_bytes_max, resolve_indexes};
use sluice_txn::StorageError;
use sluice_types::{RowLayout, SqlError};

/// Makes a table, inside the session's transaction or as one of its own.
pub fn create_table(env: &mut Env<'_, '_>, name: &ObjectName, definition: &TableDefinition) -> Result<(), SqlError> {
    let before = env.begin_change()?;
    let TableDefinition { columns, indexes } = definition;
    let result = check_row_size(name, columns).and_then(|()| make_table(env, name, columns, indexes));
    let (_, table) = env.settle(before, result)?;
    warn_of_long_keys(env, &table);
    let types: Vec<_> = columns.iter().map(|column| column.data_type).collect();
    if most_bytes_in_row(&types) > ROW_MAX as u64 {
        // 1708: rows of it may be too long, whatever is kept elsewhere.
        env.inform(1708, vec![name.object.clone(), ROW_MAX.to_string()]);
    }
    Ok(())
}

/// 1701: not even a row with nothing in its variable columns would be short enough.
fn check_row_size(name: &ObjectName, columns: &[Column]) -> Result<(), SqlError> {
    let types: Vec<_> = columns.iter().map(|column| column.data_type).collect();
    let least = RowLayout::new(&types).least_bytes();
    if least <= ROW_MAX {
        return Ok(());
    }
    let overhead = least - types.iter().filter_map(RowLayout::fixed_bytes).sum::<usize>();
    let args = vec![name.object.clone(), least.to_string(), overhead.to_string(), ROW_MAX.to_string()];
    Err(SqlError::new(1701, 16, 1, args))
}

/// Makes a table within a statement that the caller settles; gives it and its database.
pub(super) fn make_table(
    env: &mut Env<'_, '_>,
    name: &ObjectName,
    columns: &[Column],
    indexes: &[IndexDefinition],
) -> Result<(Arc<Database>, Table), SqlError> {
    temporary::check_length(name)?;
    let placed = temporary::place(name, env.scope());
    let database = env.database_of(&placed)?;
    let table = define(env, &database, (&placed, &name.object), columns, indexes)?;
    Ok((database, table))
}

fn define(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (name, written): (&ObjectName, &str),
    columns: &[Column],
    indexes: &[IndexDefinition],
) -> Result<Table, SqlError> {
    env.define_object(database)?;
    let catalog = env.state.work.catalog(database);
    let schema = schema_of_new(&catalog, name)?;
    if catalog.is_taken(schema, &name.object) {
        // As the user wrote it.
        return Err(SqlError::object_exists(written));
    }
    let id = database.new_object();
    let indexes = resolve_indexes(written, columns, indexes, || database.new_object())?;
    for constraint in indexes.iter().filter(|index| index.constraint.is_some()) {
        if catalog.is_taken(schema, &constraint.name) {
            return Err(SqlError { state: STATE_OF_CONSTRAINT, ..SqlError::object_exists(&constraint.name) });
        }
    }
    let (schema, name, columns) = (schema.to_owned(), name.object.clone(), columns.to_vec());
    let mut table = Table { id, schema, name, columns, root: PageId::NONE, indexes };
    let enlisted = env.state.work.enlist(database);
    store(enlisted, &mut table).map_err(|error| match error {
        StorageError::Duplicate => SqlError::object_exists(written),
        error => sql_error(&error, &database.name),
    })?;
    let next = catalog.with_table(table.clone()).ok_or_else(|| SqlError::object_exists(written))?;
    enlisted.set_catalog(next);
    if temporary::is_temporary(&table.name) {
        env.state.temporary_tables.push(id);
    }
    Ok(table)
}

fn store(enlisted: &mut Enlisted, table: &mut Table) -> Result<(), StorageError> {
    let Enlisted { database, transaction, .. } = enlisted;
    table_storage::create(&database.storage, transaction, table)?;
    StoredCatalog::open(&database.storage)?.insert_table(transaction, table)
}

/// 1945: values of a key may be longer than a key may be.
pub(super) fn warn_of_long_keys(env: &mut Env<'_, '_>, table: &Table) {
    for index in &table.indexes {
        let most = key_bytes_max(index.is_clustered());
        let longest = TableIndex::new(table, index).most_bytes();
        if longest > most {
            let kind = if index.is_clustered() { "clustered" } else { "nonclustered" };
            env.inform(1945, vec![kind.to_owned(), most.to_string(), index.name.clone(), longest.to_string()]);
        }
    }
}
