//! Compares the stored rows of an indexed view with its definition, for DBCC
//! (`t-sql/database-console-commands/dbcc-checktable-transact-sql.md`, EXTENDED_LOGICAL_CHECKS).

use super::QueryRows;
use super::delta::Delta;
use super::query::ViewQuery;
use crate::statement::Env;
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_plan::IndexedView;
use sluice_query::code::context::Context;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockMode, StorageError};
use sluice_types::{SqlError, Value};

/// Returns 8907 if the view has rows that its definition doesn't produce, and 8908 if it lacks
/// rows. Shared locks on the view and its tables keep out writers meanwhile. Empty for a view
/// without rows of its own or with a disabled clustered index.
pub(in crate::statement) fn differences(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (view, shape): (&Module, &IndexedView),
) -> Result<Vec<SqlError>, SqlError> {
    let Some(table) = view.rows.as_ref().filter(|rows| rows.disabled_clustered().is_none()) else {
        return Ok(Vec::new());
    };
    let tables = std::iter::once(table.id).chain(table.bases.iter().copied()).map(|id| database.table(id));
    let free = tables.filter(|resource| env.state.transaction.locks.mode_of(*resource).is_none()).collect::<Vec<_>>();
    let locked = free.iter().try_for_each(|table| env.state.transaction.lock(*table, LockMode::Shared).map(drop));
    let delta = locked.and_then(|()| delta(env, database, (view, shape)));
    free.into_iter().for_each(|table| env.state.transaction.locks.unlock(table));
    let delta = delta?;
    let (is_missing, is_surplus) = delta.differences();
    let surplus = is_surplus.then(|| SqlError::view_row_not_produced(&view.name, view.id.0));
    let missing = is_missing.then(|| SqlError::view_row_missing(&view.name, view.id.0));
    Ok(surplus.into_iter().chain(missing).collect())
}

/// Returns the rows of the definition less the stored rows.
fn delta(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (view, shape): (&Module, &IndexedView),
) -> Result<Delta, SqlError> {
    let table = view.rows.as_ref().ok_or_else(|| SqlError::object_not_found(&view.name))?;
    let mut delta = Delta::new(table, shape);
    let mut produced = QueryRows::default();
    ViewQuery::new(&view.schema, &view.name).run(env, database, Vec::new(), &mut produced)?;
    produced.rows.into_iter().try_for_each(|row| delta.add(row, 1))?;
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let rows = TableRows::new(Arc::clone(database), table);
    let _held = rows.hold();
    let mut scan = rows.scan(Reader::Committed(&env.state.transaction.locks)).map_err(failed)?;
    while let Some((_, row)) = scan.next().map_err(failed)? {
        env.context.check_cancelled()?;
        let values = (0..table.columns.len()).map(|place| rows.values(row)(place));
        delta.add(values.collect::<Result<Vec<Value>, _>>()?, -1)?;
    }
    Ok(delta)
}
