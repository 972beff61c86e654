//! CREATE INDEX, DROP INDEX, ALTER INDEX REBUILD and REORGANIZE, ALTER TABLE REBUILD.

use crate::statement::Env;
use crate::statement::ddl::alter_table::{Altered, take};
use crate::statement::ddl::create_table::warn_of_long_keys;
use crate::statement::ddl::definition::define;
use crate::statement::ddl::index_build::build;
use sluice_base::ids::PageId;
use sluice_catalog::{Index, ObjectName, Table, name};
use sluice_plan::{IndexDefinition, changed_options, filter_indexes, resolve_indexes};
use sluice_syntax::ast::NamedOption;
use sluice_types::SqlError;

/// Creates an index, inside the session's transaction or in a transaction of its own. Fails with
/// 1088 if the table doesn't exist.
pub fn create_index(env: &mut Env<'_, '_>, table: &ObjectName, index: &IndexDefinition) -> Result<(), SqlError> {
    let table = define(env, |env| create(env, table, index))?;
    warn_of_long_keys(env, &table, index.name.as_deref());
    Ok(())
}

fn create(env: &mut Env<'_, '_>, table: &ObjectName, index: &IndexDefinition) -> Result<Table, SqlError> {
    let altered = take(env, table, NO_TABLE)?;
    let mut new = Table::clone(&altered.table);
    new.name.clone_from(&altered.shown);
    let new_id = || altered.database.new_object();
    resolve_indexes(&mut new, std::slice::from_ref(index), &new_id)?;
    // Messages about the filter show the table's name as the user wrote it.
    new.name = table.to_string();
    filter_indexes(&mut new, std::slice::from_ref(index))?;
    new.name.clone_from(&altered.table.name);
    rebuild(env, &altered, new)
}

/// Drops indexes. Each index is a statement of its own: a failure keeps the indexes dropped before.
pub fn drop_indexes(env: &mut Env<'_, '_>, if_exists: bool, indexes: &[(ObjectName, String)]) -> Result<(), SqlError> {
    for (table, index) in indexes {
        define(env, |env| drop_one(env, if_exists, table, index))?;
    }
    Ok(())
}

/// Drops an index. Fails with 3701 if it doesn't exist and with 3723 if it belongs to a constraint.
fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, table: &ObjectName, written: &str) -> Result<(), SqlError> {
    let shown = format!("{table}.{written}");
    let unknown = || SqlError::cannot_drop("drop", "index", &shown);
    let altered = match take(env, table, NO_TABLE) {
        Ok(altered) => altered,
        Err(error) if error.number == NO_TABLE && if_exists => return Ok(()),
        Err(error) if error.number == NO_TABLE => return Err(unknown()),
        Err(error) => return Err(error),
    };
    let mut new = Table::clone(&altered.table);
    let Some(place) = place_of(&new, written) else {
        return if if_exists { Ok(()) } else { Err(unknown()) };
    };
    let index = new.indexes.remove(place);
    if let Some(constraint) = index.constraint {
        let kind = if constraint.is_primary { "PRIMARY KEY" } else { "UNIQUE KEY" };
        return Err(SqlError::new(3723, 16, 4, vec![shown, kind.to_owned()]));
    }
    rebuild(env, &altered, new).map(drop)
}

/// A compiled REBUILD.
pub struct Rebuild {
    /// The table.
    pub table: ObjectName,
    /// The index; `None` for all indexes.
    pub index: Option<String>,
    /// ALTER TABLE REBUILD: rebuilds a heap too. The options apply to the clustered index alone.
    pub of_rows: bool,
    /// The index options to change.
    pub options: Vec<NamedOption>,
}

/// Rebuilds one index, all indexes, or the rows of a table. Fails with 2727 if the index doesn't
/// exist.
pub fn rebuild_indexes(env: &mut Env<'_, '_>, rebuild: &Rebuild) -> Result<(), SqlError> {
    define(env, |env| rebuild_named(env, rebuild))
}

fn rebuild_named(env: &mut Env<'_, '_>, wanted: &Rebuild) -> Result<(), SqlError> {
    let altered = take(env, &wanted.table, if wanted.of_rows { NO_TABLE_TO_ALTER } else { NO_TABLE })?;
    let mut new = Table::clone(&altered.table);
    if let Some(index) = &wanted.index
        && place_of(&new, index).is_none()
    {
        return Err(SqlError::new(2727, 11, 1, vec![index.clone()]));
    }
    if wanted.of_rows && new.clustered().is_none() {
        // Heap rows get new locators, so all indexes are rebuilt with the heap.
        new.root = PageId::NONE;
    }
    for own in &mut new.indexes {
        let is_wanted = wanted.index.as_ref().is_none_or(|index| name::same(&own.name, index));
        if is_wanted && (own.is_clustered() || !wanted.of_rows) {
            own.root = PageId::NONE;
            own.options = changed_options(own.options, &wanted.options)?;
        }
    }
    rebuild(env, &altered, new).map(drop)
}

/// Builds the storage that `new` has and the table lacks, and replaces the definition by `new`.
fn rebuild(env: &mut Env<'_, '_>, altered: &Altered, new: Table) -> Result<Table, SqlError> {
    let new = build(env.state, env.context, &altered.database, &altered.table, new)?;
    altered.define(env, &new)?;
    Ok(new)
}

fn place_of(table: &Table, index: &str) -> Option<usize> {
    table.indexes.iter().position(|own: &Index| name::same(&own.name, index))
}

/// "Cannot find the object": the error for a table that doesn't exist.
const NO_TABLE: i32 = 1088;

/// The same error of ALTER TABLE.
const NO_TABLE_TO_ALTER: i32 = 4902;
