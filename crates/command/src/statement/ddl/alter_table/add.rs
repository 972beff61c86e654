//! ALTER TABLE ADD: columns and constraints.

use crate::statement::Env;
use crate::statement::ddl::alter_table::{Altered, rewrite, verify};
use crate::statement::ddl::create_table::{
    check_constraint_names, check_rows, inform_of_skipped_keys, lock_referenced, warn_of_long_keys, warn_of_long_rows,
};
use crate::statement::ddl::index_build::build;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, Making};
use sluice_catalog::{Column, Constraint, Rule, Table};
use sluice_plan::table_definition::RuleDefinition;
use sluice_plan::{TableDefinition, Variables, check_new_options, parts_with_needs};
use sluice_table::storage_error::sql_error;
use sluice_types::{DataType, SqlError};

/// Runs ALTER TABLE ADD: defines the columns and constraints, checks existing rows against new
/// constraints if `is_checked`, and fills new columns in existing rows, which may rewrite them.
/// Fails with 2744 for a second identity column, with 4901 for a NOT NULL column without a value
/// for existing rows, and with 1934 if a new column or index needs other SET options.
pub(super) fn add(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    items: &TableDefinition,
    is_checked: bool,
) -> Result<(), SqlError> {
    let (database, old) = (&altered.database, &altered.table);
    if old.identity().is_some() && items.columns.iter().any(|column| column.identity.is_some()) {
        return Err(SqlError::multiple_identity_columns(&altered.shown));
    }
    let new_id = || database.new_object();
    let filegroup = |name: &str| database.filegroup(name);
    let making = Making {
        statement: "ALTER TABLE",
        database: Some(&database.name),
        is_checked,
        new_id: &new_id,
        filegroup: &filegroup,
    };
    let (new, referenced) = Binder::new(&env.names(), &Variables::default()).define(old, items, making)?;
    env.check_needs(&referenced)?;
    let new = Arc::new(new);
    check_new_options((parts_with_needs(old), &new), env.state.options.meaning, "ALTER TABLE")?;
    check_rows("alter", &altered.shown, &new)?;
    lock_referenced(env, database, &new, |constraint| old.constraints.iter().all(|known| known.id != constraint.id))?;
    altered.lock_changed_names(env, &new)?;
    env.pin_found()?;
    check_constraint_names(&env.catalog(database).without_table(old.id), &new)?;
    let added = &new.columns[old.columns.len()..];
    let filled = filled_columns(&new, added, items);
    refuse_not_null(env, altered, added, &filled)?;
    if added.iter().any(|column| column.identity.is_some()) {
        // Resets the generator: an ADD that was rolled back may have advanced it.
        database.begin_identity(&new).map_err(|error| sql_error(&error, &database.name))?;
    }
    let is_stored = |column: &Column| column.computed.is_some() && !column.is_virtual();
    let is_drawn = |column: &Column| column.identity.is_some() || column.data_type == DataType::RowVersion;
    let becomes_stored = |(before, after): (&Column, &Column)| before.is_virtual() && !after.is_virtual();
    let is_indexed = old.columns.iter().zip(&new.columns).any(becomes_stored);
    if is_indexed || !filled.is_empty() || added.iter().any(|column| is_drawn(column) || is_stored(column)) {
        // The rows keep their compression until a new clustered index moves them.
        let rows = Arc::new(Table { options: old.options, ..Table::clone(&new) });
        rewrite::rewrite_rows(env, altered, &rows, &filled)?;
    }
    let new = match items.indexes.as_slice() {
        [] => new,
        _ => {
            // Starts from rows with the new columns: they have been rewritten in place.
            let indexes = old.indexes.clone();
            let rows = Table { indexes, options: old.options, ..Table::clone(&new) };
            let built = build(env.state, env.context, database, &rows, Arc::unwrap_or_clone(new));
            Arc::new(built?)
        }
    };
    altered.define(env, &new)?;
    if is_checked {
        let first = old.constraints.len();
        let added: Vec<&Constraint> = new.constraints[first..].iter().collect();
        verify::verify(env, altered, &new, &added, &[])?;
    }
    for index in &new.indexes[..] {
        if old.index(&index.name).is_none() {
            warn_of_long_keys(env, &new, Some(&index.name));
        }
    }
    inform_of_skipped_keys(env, &altered.shown, items);
    if !items.columns.is_empty() {
        warn_of_long_rows(env, &altered.shown, &new);
    }
    Ok(())
}

/// Returns the ids of new columns whose DEFAULT is written into existing rows: NOT NULL columns and
/// columns WITH VALUES.
fn filled_columns(new: &Table, added: &[Column], items: &TableDefinition) -> Vec<u16> {
    let with_values = |column: &Column| {
        items.constraints.iter().any(|constraint| match &constraint.rule {
            RuleDefinition::Default { column: name, with_values, .. } => {
                *with_values && sluice_catalog::name::same(name, &column.name)
            }
            RuleDefinition::Check { .. } | RuleDefinition::ForeignKey(_) => false,
        })
    };
    let has_default = |id: u16| {
        new.constraints
            .iter()
            .any(|constraint| matches!(&constraint.rule, Rule::Default { column, .. } if *column == id))
    };
    let is_filled = |column: &&Column| has_default(column.id) && (!column.nullable || with_values(column));
    added.iter().filter(is_filled).map(|column| column.id).collect()
}

/// Fails with 4901 if the table has rows and a new NOT NULL column has no value for them.
fn refuse_not_null(env: &mut Env<'_, '_>, altered: &Altered, added: &[Column], filled: &[u16]) -> Result<(), SqlError> {
    let has_value = |column: &Column| {
        column.nullable
            || column.identity.is_some()
            || column.data_type == DataType::RowVersion
            || column.computed.is_some()
            || filled.contains(&column.id)
    };
    match added.iter().find(|column| !has_value(column)) {
        Some(column) if verify::has_rows(env, altered)? => {
            Err(SqlError::added_column_needs_default(&column.name, &altered.shown))
        }
        _ => Ok(()),
    }
}
