//! CREATE TABLE.

use super::{Env, schema_of_new};
use crate::catalog_store::StoredCatalog;
use crate::database::Database;
use crate::storage_error::sql_error;
use crate::table_rows::most_bytes_in_row;
use crate::temporary;
use crate::work::Enlisted;
use sluice_access::{Heap, ROW_MAX};
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, Column, ObjectName, Table};
use sluice_txn::StorageError;
use sluice_types::{RowLayout, SqlError};

/// Makes a table, inside the session's transaction or as one of its own.
pub fn create_table(env: &mut Env<'_, '_>, name: &ObjectName, columns: &[Column]) -> Result<(), SqlError> {
    let before = env.begin_change()?;
    let result = check_row_size(name, columns).and_then(|()| make_table(env, name, columns).map(drop));
    env.settle(before, result)?;
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
) -> Result<(Arc<Database>, Table), SqlError> {
    temporary::check_length(name)?;
    let placed = temporary::place(name, env.scope());
    let database = env.database_of(&placed)?;
    let table = define(env, &database, &placed, columns).map_err(|error| match error.number {
        // 2714: there is already an object of that name, as the user wrote it.
        2714 => SqlError::object_exists(&name.object),
        _ => error,
    })?;
    Ok((database, table))
}

fn define(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    name: &ObjectName,
    columns: &[Column],
) -> Result<Table, SqlError> {
    env.define_object(database)?;
    let catalog = env.state.work.catalog(database);
    let schema = schema_of_new(&catalog, name)?;
    if catalog.is_taken(schema, &name.object) {
        return Err(SqlError::object_exists(&name.object));
    }
    let enlisted = env.state.work.enlist(database);
    let table = store(enlisted, schema, name, columns).map_err(|error| match error {
        StorageError::Duplicate => SqlError::object_exists(&name.object),
        error => sql_error(&error, &database.name),
    })?;
    let id = table.id;
    let next = catalog.with_table(table.clone()).ok_or_else(|| SqlError::object_exists(&name.object))?;
    enlisted.set_catalog(next);
    if temporary::is_temporary(&name.object) {
        env.state.temporary_tables.push(id);
    }
    Ok(table)
}

fn store(enlisted: &mut Enlisted, schema: &str, name: &ObjectName, columns: &[Column]) -> Result<Table, StorageError> {
    let Enlisted { database, transaction, .. } = enlisted;
    let id = database.new_object();
    let heap = Heap::create(&database.storage, transaction, id)?;
    let table =
        Table { id, schema: schema.to_owned(), name: name.object.clone(), columns: columns.to_vec(), root: heap.root };
    StoredCatalog::open(&database.storage)?.insert_table(transaction, &table)?;
    Ok(table)
}
