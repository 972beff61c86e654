//! Checks that each index has exactly one entry for each row of its table.
//!
//! The check holds a shared lock on the table, so no writer is between a row and its index entries.

use sluice_access::Reader;
use sluice_base::ids::{FilegroupId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_command::statement::Env;
use sluice_query::code::context::Context;
use sluice_query::operator::RowsSeen;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockMode, Resource, StorageError};
use sluice_types::SqlError;
use std::ops::Bound;

/// Returns one error for each index with rows that lack an entry (8951) or entries that lack a row
/// (8952). The error gives their number. With a filegroup, checks the indexes that are in it along
/// with their table.
pub(super) fn check_indexes(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    filegroup: Option<FilegroupId>,
) -> Result<Vec<SqlError>, SqlError> {
    let is_within =
        |root: PageId| filegroup.is_none_or(|filegroup| database.storage.space.filegroup_of(root.file) == filegroup);
    let mut found = Vec::new();
    for table in env.state.transaction.work.catalog(database).stored_tables() {
        let within = table.indexes.iter().filter(|index| is_within(index.root)).cloned().collect();
        let checked = Arc::new(Table { indexes: within, ..Table::clone(table) });
        if !is_within(table.root) || checked.indexes.iter().all(sluice_catalog::Index::is_clustered) {
            continue;
        }
        while_shared(env, database, &checked, |env| check_table(env, database, &checked, &mut found))?;
    }
    Ok(found)
}

/// Calls `look` with a shared lock on the table. Waits for the lock, and releases it afterwards
/// unless the transaction had a lock on the table before.
pub(super) fn while_shared<T>(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    table: &Table,
    look: impl FnOnce(&Env<'_, '_>) -> Result<T, StorageError>,
) -> Result<T, SqlError> {
    while_locked(env, (database, table, LockMode::Shared), look)
}

/// Calls `look` with a lock of this mode on the table, as [`while_shared`] does.
pub(super) fn while_locked<T>(
    env: &mut Env<'_, '_>,
    (database, table, mode): (&Arc<Database>, &Table, LockMode),
    look: impl FnOnce(&Env<'_, '_>) -> Result<T, StorageError>,
) -> Result<T, SqlError> {
    let resource = database.table(table.id);
    let is_held = env.state.transaction.locks.mode_of(resource).is_some();
    env.state.transaction.lock(resource, mode)?;
    let looked = look(env);
    if !is_held {
        env.state.transaction.locks.unlock(resource);
    }
    looked.map_err(|error| sql_error(&error, &database.name))
}

/// Calls `look` with shared locks on all tables of the database, as [`while_shared`] does.
pub(super) fn while_all_shared<T>(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    look: impl FnOnce(&Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let catalog = env.state.transaction.work.catalog(database);
    let is_free = |resource: &Resource| env.state.transaction.locks.mode_of(*resource).is_none();
    let tables: Vec<Resource> = catalog.stored_tables().into_iter().map(|table| database.table(table.id)).collect();
    let taken: Vec<Resource> = tables.iter().copied().filter(is_free).collect();
    let locked = tables.into_iter().try_for_each(|table| env.state.transaction.lock(table, LockMode::Shared).map(drop));
    let looked = locked.and_then(|()| look(env));
    taken.into_iter().for_each(|table| env.state.transaction.locks.unlock(table));
    looked
}

/// Counts rows and checks for cancellation from time to time.
#[derive(Default)]
struct Asks(RowsSeen);

impl Asks {
    fn one_more(&mut self, env: &Env<'_, '_>) -> Result<(), StorageError> {
        if self.0.is_time() && env.context.is_cancelled() { Err(StorageError::Cancelled) } else { Ok(()) }
    }
}

/// Checks one table as [`check_indexes`] does. The caller holds the table's shared lock. Adds an
/// error to `found` for each index with missing entries (8951) and for each with surplus entries
/// (8952), with their number.
pub(super) fn check_table(
    env: &Env<'_, '_>,
    database: &Arc<Database>,
    table: &Arc<Table>,
    found: &mut Vec<SqlError>,
) -> Result<(), StorageError> {
    let rows = TableRows::new(Arc::clone(database), table);
    let (reader, _held) = (Reader::Committed(&env.state.transaction.locks), rows.hold());
    for index in table.indexes.iter().filter(|index| !index.is_clustered() && !index.is_disabled) {
        let Some(index) = rows.index(index.id) else { continue };
        let (missing, matched) = missing_entries(env, &rows, index, reader)?;
        let mut entries = index.tree.rows(&database.storage, reader, Bound::Unbounded, Bound::Unbounded)?;
        let (mut count, mut asks) = (0u64, Asks::default());
        while entries.next()?.is_some() {
            asks.one_more(env)?;
            count += 1;
        }
        let (table_id, surplus) = (table.id.0, count.saturating_sub(matched));
        if missing > 0 {
            found.push(SqlError::row_without_index_row(&table.name, table_id, &index.name, index.id, missing));
        }
        if surplus > 0 {
            found.push(SqlError::index_row_without_row(&table.name, table_id, &index.name, index.id, surplus));
        }
    }
    Ok(())
}

/// Returns the number of rows without an index entry and the number with a correct entry.
fn missing_entries(
    env: &Env<'_, '_>,
    rows: &TableRows,
    index: &TableIndex,
    reader: Reader<'_>,
) -> Result<(u64, u64), StorageError> {
    let mut seek = index.tree.seek(&rows.database.storage, reader);
    let (mut key, mut entry, mut value) = (Vec::new(), Vec::new(), Vec::new());
    let (mut missing, mut matched) = (0, 0);
    let mut scan = rows.scan(reader)?;
    let mut asks = Asks::default();
    while let Some((locator, row)) = scan.next()? {
        asks.one_more(env)?;
        if index.has(rows.values(row)).is_ok_and(|has| !has) {
            continue;
        }
        // A row whose key can't be made has no entry either.
        let made = index.make_entry(rows.values(row), locator, (&mut key, &mut entry)).is_ok();
        if made && seek.get(&key, &mut value)? && value == entry { matched += 1 } else { missing += 1 }
    }
    Ok((missing, matched))
}
