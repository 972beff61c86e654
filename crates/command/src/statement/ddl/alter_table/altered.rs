//! A table that a statement alters, locked for the change of its definition.

use crate::statement::Env;
use crate::statement::ddl::gone_permissions::without_column_permissions;
use crate::statement::ddl::statistics::{of_indexes, without_gone};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, CatalogStore, Column, ForeignKey, Index, ObjectName, Table, name};
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::isolation::Isolation;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// A table locked with Sch-M for a change of its definition.
#[derive(Clone)]
pub(in crate::statement) struct Altered {
    pub(in crate::statement) database: Arc<Database>,
    /// The definition before the change.
    pub(in crate::statement) table: Arc<Table>,
    /// The table's name as the user wrote it, for messages.
    pub(in crate::statement) shown: String,
}

/// Locks the table with Sch-M until the transaction ends. Fails with `unknown` if the table doesn't
/// exist, and with 652 if a part of it is in a READ_ONLY filegroup. Fails with 3964 in a SNAPSHOT
/// transaction.
pub(in crate::statement) fn take(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    unknown: fn(String) -> SqlError,
) -> Result<Altered, SqlError> {
    let altered = take_to_read(env, written, unknown)?;
    altered.database.check_writable(&altered.table, |_| true)?;
    Ok(altered)
}

/// Like [`take`], for a statement that doesn't change the table's storage: READ_ONLY filegroups
/// aren't checked. Fails with `unknown` if there is no such table. Fails with 3964 in a SNAPSHOT
/// transaction.
pub(in crate::statement) fn take_to_read(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    unknown: fn(String) -> SqlError,
) -> Result<Altered, SqlError> {
    take_found(env, written, unknown, |catalog, name| catalog.table(name).cloned())
}

fn take_found(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    unknown: fn(String) -> SqlError,
    find: fn(&Catalog, &ObjectName) -> Option<Arc<Table>>,
) -> Result<Altered, SqlError> {
    refuse_by_snapshot(env)?;
    let unknown = || unknown(written.to_string()).in_state(1);
    let name = env.placed(written);
    let database = env.find_database_of(&name)?.ok_or_else(unknown)?;
    let table = find(&env.catalog(&database), &name).ok_or_else(unknown)?;
    env.state.transaction.begin_defining(&database)?;
    env.lock_object(database.table(table.id))?;
    Ok(Altered { database, table, shown: written.object.clone() })
}

/// Like [`take`], for a statement on indexes: `written` may also be an indexed view. The object is
/// locked with Sch-M until the transaction ends. Fails with 3964 in a SNAPSHOT transaction, and
/// with 652, with the lock held, for a part in a READ_ONLY filegroup. Permissions aren't checked.
pub(in crate::statement) fn take_indexed(
    env: &mut Env<'_, '_>,
    written: &ObjectName,
    unknown: fn(String) -> SqlError,
) -> Result<Altered, SqlError> {
    let altered = take_found(env, written, unknown, |catalog, name| catalog.stored_table(name).cloned())?;
    altered.database.check_writable(&altered.table, |_| true)?;
    Ok(altered)
}

/// Fails with 1974 if the rows of `table` can't be accessed because its clustered index is
/// disabled.
pub(in crate::statement) fn check_access(table: &Table, shown: &str) -> Result<(), SqlError> {
    match table.disabled_clustered() {
        Some(index) => {
            let kind = if table.is_of_view() { "view" } else { "table" };
            Err(SqlError::operation_under_disabled_clustered_index(kind, shown, &index.name))
        }
        None => Ok(()),
    }
}

/// Fails with 3964 for ALTER TABLE, ALTER INDEX, CREATE INDEX and DROP INDEX inside a SNAPSHOT
/// transaction (`relational-databases/errors-events/mssqlserver-3961-database-engine-error.md`).
fn refuse_by_snapshot(env: &Env<'_, '_>) -> Result<(), SqlError> {
    let is_refused = env.state.options.isolation == Isolation::Snapshot && !env.is_autocommit();
    if is_refused { Err(SqlError::ddl_in_snapshot_transaction()) } else { Ok(()) }
}

impl Altered {
    /// Fails with 1974 if the rows can't be accessed because the clustered index is disabled.
    pub(in crate::statement) fn check_access(&self) -> Result<(), SqlError> {
        check_access(&self.table, &self.shown)
    }

    /// Returns the table and the name of a foreign key that references a key of the table that
    /// `new` lacks. `None` if each key that had one still has one.
    pub(in crate::statement) fn lost_key(&self, env: &Env<'_, '_>, new: &Table) -> Option<(String, String)> {
        let has = |table: &Table, key: &ForeignKey| {
            table.indexes.iter().any(|index| !index.is_disabled && table.is_referenced_key(index, key))
        };
        let catalog = env.catalog(&self.database);
        let mut lost = catalog.referrers(self.table.id).into_iter().filter(|(child, constraint, key)| {
            let is_kept = child.id != new.id || new.constraints.iter().any(|own| own.id == constraint.id);
            is_kept && has(&self.table, key) && !has(new, key)
        });
        lost.next().map(|(child, constraint, _)| (child.name.clone(), constraint.name.clone()))
    }

    /// Replaces the table's definition by `new` and creates statistics for newly built indexes.
    /// Writes it within the transaction, drops permissions on columns that are gone, and makes it
    /// visible to the session. Other sessions see it after the commit. Rows are the caller's.
    pub(in crate::statement) fn define(&self, env: &mut Env<'_, '_>, new: &Table) -> Result<(), SqlError> {
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let mut new = new.clone();
        without_gone(&mut new);
        self.lock_changed_names(env, &new)?;
        let is_new =
            |index: &&Index| !index.root.is_none() && !self.table.indexes.iter().any(|old| old.root == index.root);
        let built: Vec<u16> = new.indexes.iter().filter(is_new).map(|index| index.id).collect();
        of_indexes(env, &self.database, &mut new, &built)?;
        let is_gone = |column: &&Column| !new.columns.iter().any(|other| other.id == column.id);
        let gone: Vec<i32> = self.table.columns.iter().filter(is_gone).map(|column| column.id.into()).collect();
        let catalog = env.catalog(&self.database);
        let kept = without_column_permissions(env, &self.database, &catalog, (new.id, &gone))?;
        let next = kept.with_changed(new.clone());
        let enlisted = env.state.transaction.work.enlist(&self.database);
        let stored = StoredCatalog::open(&self.database.storage).map_err(failed)?;
        stored.delete_table(&mut enlisted.transaction, &self.table).map_err(failed)?;
        stored.insert_table(&mut enlisted.transaction, &new).map_err(failed)?;
        env.state.transaction.define(&self.database, next)
    }

    /// Locks the names of constraints that are added or dropped. Names in both definitions aren't
    /// locked. Waits for their holders.
    pub(in crate::statement) fn lock_changed_names(&self, env: &mut Env<'_, '_>, new: &Table) -> Result<(), SqlError> {
        let of_both = self.table.constraint_names().chain(new.constraint_names());
        let is_in = |table: &Table, name: &str| table.constraint_names().any(|known| name::same(known, name));
        for name in of_both.filter(|name| is_in(&self.table, name) != is_in(new, name)) {
            env.lock_name(&self.database, &new.schema, name)?;
        }
        Ok(())
    }

    /// Returns database.schema.table, as messages about columns show it.
    pub(super) fn full_name(&self) -> Arc<str> {
        Arc::from(format!("{}.{}.{}", self.database.name, self.table.schema, self.table.name))
    }
}
