//! ALTER TABLE.
//!
//! The table is had alone (Sch-M) until the transaction ends. Its definition is replaced as a whole in the catalog; where rows must look
//! otherwise, each is changed in its place, as an UPDATE of all rows would: a rollback of any kind brings them back, and what leads to a row goes on
//! leading there.

mod add;
mod alter_column;
mod drop_part;
mod row_code;

mod rewrite;
mod verify;

mod switch;

pub(in crate::statement) use switch::distrust;

use super::Env;
use super::statistics::{of_indexes, without_gone};
use crate::catalog_store::StoredCatalog;
use crate::database::Database;
use crate::storage_error::sql_error;
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, Index, ObjectName, Table};
use sluice_plan::TableDefinition;
use sluice_syntax::ast::{ColumnChange, DroppedPart, Name};
use sluice_txn::{LockMode, StorageError};
use sluice_types::SqlError;

/// What ALTER TABLE does.
pub enum TableChange {
    /// ADD; whether the rows that are there are held against new constraints.
    Add {
        /// Columns and constraints.
        items: TableDefinition,
        /// Not said to be WITH NOCHECK.
        is_checked: bool,
    },
    /// ALTER COLUMN.
    AlterColumn(Name, ColumnChange),
    /// DROP.
    Drop(Vec<DroppedPart>),
    /// CHECK or NOCHECK CONSTRAINT.
    Switch {
        /// WITH CHECK: the rows that are there are held against what is enabled.
        is_checked: bool,
        /// CHECK.
        enable: bool,
        /// Empty is ALL.
        names: Vec<Name>,
    },
}

/// A table that is being altered.
pub(super) struct Altered {
    /// The database it is in.
    pub(super) database: Arc<Database>,
    /// As it is.
    pub(super) table: Arc<Table>,
    /// Its name as the user wrote it.
    pub(super) shown: String,
}

/// Alters a table, inside the session's transaction or as one of its own.
pub fn alter_table(env: &mut Env<'_, '_>, name: &ObjectName, change: &TableChange) -> Result<(), SqlError> {
    let before = env.begin_change()?;
    let result = alter(env, name, change);
    env.settle(before, result)
}

/// Alters a table within a statement that the caller settles.
pub(super) fn alter(env: &mut Env<'_, '_>, name: &ObjectName, change: &TableChange) -> Result<(), SqlError> {
    let altered = take(env, name, NO_TABLE)?;
    match change {
        TableChange::Add { items, is_checked } => add::add(env, &altered, items, *is_checked),
        TableChange::AlterColumn(column, change) => alter_column::alter_column(env, &altered, &column.text, change),
        TableChange::Drop(parts) => drop_part::drop_parts(env, &altered, parts),
        TableChange::Switch { is_checked, enable, names } => {
            switch::switch(env, &altered, (*enable, *is_checked), names)
        }
    }
}

/// The table, had alone: an error of this number where there is none.
pub(super) fn take(env: &mut Env<'_, '_>, written: &ObjectName, unknown: i32) -> Result<Altered, SqlError> {
    let unknown = || SqlError::new(unknown, 16, 1, vec![written.to_string()]);
    let name = env.placed(written);
    let database = env.database_of(&name).map_err(|_| unknown())?;
    env.state.work.catalog(&database).table(&name).ok_or_else(unknown)?;
    env.state.define(&database)?;
    // Only now do the names stand still.
    let table = Arc::clone(env.state.work.catalog(&database).table(&name).ok_or_else(unknown)?);
    env.state.lock(database.table(table.id), LockMode::SchemaModification)?;
    Ok(Altered { database, table, shown: written.object.clone() })
}

impl Altered {
    /// Replaces the table's definition by `new`. Of an index that has been built the statistics are made.
    pub(super) fn define(&self, env: &mut Env<'_, '_>, new: &Table) -> Result<(), SqlError> {
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let mut new = new.clone();
        without_gone(&mut new);
        let is_new = |index: &&Index| !self.table.indexes.iter().any(|old| old.root == index.root);
        let built: Vec<u16> = new.indexes.iter().filter(is_new).map(|index| index.id).collect();
        of_indexes(env, &self.database, &mut new, &built)?;
        let next = env.state.work.catalog(&self.database).with_changed(new.clone());
        let enlisted = env.state.work.enlist(&self.database);
        let stored = StoredCatalog::open(&self.database.storage).map_err(failed)?;
        stored.delete_table(&mut enlisted.transaction, &self.table).map_err(failed)?;
        stored.insert_table(&mut enlisted.transaction, &new).map_err(failed)?;
        env.state.work.define(&self.database, next)
    }

    /// The table's name as messages about its columns have it.
    fn full_name(&self) -> Arc<str> {
        Arc::from(format!("{}.{}.{}", self.database.name, self.table.schema, self.table.name))
    }
}

/// The error for a table that is not there.
const NO_TABLE: i32 = 4902;
