//! The clustered index of a view: it gives the view rows of its own
//! (`relational-databases/views/create-indexed-views.md`).
//!
//! The rows are stored like a table's, under the id and name of the view ([`Module::rows`]).
//! Further indexes of the view are indexes of that table. Statements that change rows of the view's
//! tables change the view's rows with them (`dml::view_rows`). So the statement that computes the
//! rows holds a shared lock on each of these tables until its transaction ends.

use crate::captured::Capture;
use crate::statement::Env;
use crate::statement::ddl::alter_table::Altered;
use crate::statement::dml::view_rows::{ViewQuery, differences};
use sluice_access::Heap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::security::PrincipalId;
use sluice_catalog::{Catalog, CatalogStore, Module, ModuleKind, ObjectName, Table};
use sluice_plan::{IndexDefinition, IndexedView, Variables, check_required_options, ids_of};
use sluice_query::code::context::Context;
use sluice_session::names::SessionNames;
use sluice_session::sink::NullSink;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_table::table_rows::TableRows;
use sluice_table::table_storage;
use sluice_txn::{LockMode, StorageError, Transaction};
use sluice_types::SqlError;

/// A view on which an index is created.
pub(super) struct IndexedTarget {
    /// The rows of the view, which the index is built from.
    pub(super) altered: Altered,
    shape: IndexedView,
}

/// Prepares the view for its index `index`. The first index must be unique and clustered: it
/// computes the rows. Returns `None` if there is no such view. Fails with 1938 for another owner's
/// tables, with 1940 or 1941 if the first index isn't a unique clustered one, with 1990 for
/// IGNORE_DUP_KEY, with 10610 for a filter, with the documented errors of views that can't be
/// indexed, and with 1934 under other SET options than the view requires. Locks the view with
/// Sch-M.
pub(super) fn take_view(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    index: &IndexDefinition,
) -> Result<Option<IndexedTarget>, SqlError> {
    let name = env.placed(written);
    let Some(database) = env.find_database_of(&name)? else { return Ok(None) };
    let catalog = env.catalog(&database);
    let view = catalog.module(&name).filter(|module| module.kind == ModuleKind::View).cloned();
    let Some(view) = view else { return Ok(None) };
    env.state.transaction.begin_defining(&database)?;
    env.lock_object(database.table(view.id))?;
    check_required_options(env.state.options.meaning, "CREATE INDEX")?;
    let index_name = index.name.as_deref().unwrap_or_default();
    if index.filter.is_some() {
        return Err(SqlError::filtered_index_on_view(index_name, written.to_string()));
    }
    if index.options.ignore_dup_key {
        return Err(SqlError::indexed_view_with_ignore_dup_key());
    }
    if view.rows.is_none() && index.clustered == Some(true) && !index.unique {
        return Err(SqlError::nonunique_clustered_index_on_view(&view.name));
    }
    if view.rows.is_none() && index.clustered != Some(true) && view.options.is_schema_bound {
        return Err(SqlError::view_without_clustered_index(&view.name));
    }
    let shape = shape_of(env, &database, &view, index_name)?;
    check_owners(&catalog, &view, &shape)?;
    let table = match &view.rows {
        Some(rows) => Arc::clone(rows),
        None => Arc::new(computed(env, &database, &view, &shape)?),
    };
    Ok(Some(IndexedTarget { altered: Altered { database, table, shown: written.object.clone() }, shape }))
}

impl IndexedTarget {
    /// Checks the key of the new index, the last index of `table` with this name.
    pub(super) fn check_key(&self, table: &Table, index: &IndexDefinition) -> Result<(), SqlError> {
        let own = index.name.as_ref().and_then(|name| table.index(name));
        own.map_or(Ok(()), |own| self.shape.check_key(&table.name, &own.name, &own.keys, own.is_clustered()))
    }
}

/// Computes the rows of a disabled view anew, in a heap without indexes. The old storage of the
/// rows is freed after the commit.
pub(super) fn with_new_rows(env: &mut Env<'_, '_>, altered: &Altered) -> Result<Altered, SqlError> {
    let Altered { database, table, shown } = altered;
    let catalog = env.catalog(database);
    let view = catalog.module_by_id(table.id).cloned();
    let view = view.ok_or_else(|| SqlError::object_not_found(shown))?;
    let shape = shape_of(env, database, &view, "")?;
    let fresh = computed(env, database, &view, &shape)?;
    let transaction = &mut env.state.transaction.work.enlist(database).transaction;
    let dropped = table_storage::drop(&database.storage, transaction, table);
    dropped.map_err(|error| sql_error(&error, &database.name))?;
    Ok(Altered { database: Arc::clone(database), table: Arc::new(fresh), shown: shown.clone() })
}

/// Drops the rows and indexes of a view, as a part of a change of the view. Does nothing for a view
/// without rows.
pub(super) fn drop_rows(
    stored: &StoredCatalog<'_>,
    database: &Database,
    transaction: &mut Transaction,
    view: &Module,
) -> Result<(), StorageError> {
    let Some(rows) = &view.rows else { return Ok(()) };
    stored.delete_table(transaction, rows)?;
    table_storage::drop(&database.storage, transaction, rows)
}

/// Drops the clustered index of a view, and all other indexes with it. The view stays, without rows
/// of its own. Does nothing if the view is gone.
pub(super) fn drop_clustered(env: &mut Env<'_, '_>, altered: &Altered) -> Result<(), SqlError> {
    let database = &altered.database;
    let catalog = env.catalog(database);
    let Some(view) = catalog.module_by_id(altered.table.id).cloned() else { return Ok(()) };
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let transaction = &mut env.state.transaction.work.enlist(database).transaction;
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    drop_rows(&stored, database, transaction, &view).map_err(failed)?;
    env.state.transaction.define(database, catalog.without_rows(&view))
}

/// Returns what the columns of a view are made of. Fails with the documented errors of views that
/// can't be indexed.
fn shape_of(
    env: &Env<'_, '_>,
    database: &Arc<Database>,
    view: &Arc<Module>,
    index: &str,
) -> Result<IndexedView, SqlError> {
    let names = SessionNames { database, ..env.names() };
    Binder::new(&names, &Variables::default()).indexed_view(view, index)
}

/// Returns the differences between indexed views and their definitions, as DBCC reports them
/// (8907, 8908). `only` is the view to check; `None` checks all views of the database.
pub fn check_views(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    only: Option<ObjectId>,
) -> Result<Vec<SqlError>, SqlError> {
    let catalog = env.state.transaction.work.catalog(database);
    let mut found = Vec::new();
    for view in catalog.all_modules() {
        if view.rows.is_some() && only.is_none_or(|only| view.id == only) {
            let shape = shape_of(env, database, view, "")?;
            found.append(&mut differences(env, database, (view, &shape))?);
        }
    }
    Ok(found)
}

/// Fails with 1938 if a table of the view has another owner than the view.
fn check_owners(catalog: &Catalog, view: &Module, shape: &IndexedView) -> Result<(), SqlError> {
    let owner = |schema: &str| catalog.schema(schema).map(|schema| -> PrincipalId { schema.owner });
    let own = owner(&view.schema);
    match shape.bases.iter().find(|base| owner(&base.schema) != own) {
        Some(base) => Err(SqlError::indexed_view_owner_differs(&view.name, &base.name)),
        None => Ok(()),
    }
}

/// Returns a heap with the rows that the definition of `view` produces. Locks the view's tables, so
/// that no other session changes their rows before the transaction ends.
fn computed(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    view: &Module,
    shape: &IndexedView,
) -> Result<Table, SqlError> {
    let failed = |error: StorageError| sql_error(&error, &database.name);
    for base in &shape.bases {
        env.state.transaction.lock(database.table(base.id), LockMode::Shared)?;
    }
    let columns = shape.columns.clone();
    let last_column = columns.last().map_or(0, |column| column.id);
    let empty = Table::empty(view.id, view.schema.clone(), view.name.clone());
    let mut table = Table { columns, last_column, bases: ids_of(&shape.bases), ..empty };
    let transaction = &mut env.state.transaction.work.enlist(database).transaction;
    table_storage::create(&database.storage, transaction, &mut table).map_err(failed)?;
    let mut query = ViewQuery::new(&view.schema, &view.name);
    let kept = {
        let mut sink = NullSink;
        let mut kept = Capture::new(&mut sink, env.context.host, None, database);
        query.run(env, database, Vec::new(), &mut kept)?;
        kept.finish()?
    };
    let table = Arc::new(table);
    let (heap, rows) = (Heap { root: table.root, object: table.id }, TableRows::new(Arc::clone(database), &table));
    let transaction = &mut env.state.transaction.work.enlist(database).transaction;
    let mut load = heap.bulk_load(&database.storage, transaction).map_err(failed)?;
    let mut bytes = Vec::new();
    for row in kept.iter().flat_map(|kept| kept.all()) {
        let row = row?;
        env.context.check_cancelled()?;
        let stop = env.context.cancel_flag();
        rows.encode((&mut *transaction, stop), |place| &row[place], |_| None, (None, &mut bytes))?;
        load.push(&bytes).map_err(failed)?;
    }
    load.finish().map_err(failed)?;
    Ok(Arc::unwrap_or_clone(table))
}
