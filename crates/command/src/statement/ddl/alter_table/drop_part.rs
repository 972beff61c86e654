//! ALTER TABLE DROP: columns and constraints.

use crate::statement::Env;
use crate::statement::ddl::alter_table::dependents::{Change, Extent, refuse_dependents};
use crate::statement::ddl::alter_table::{Altered, rewrite};
use crate::statement::ddl::index_build::build;
use sluice_base::sync::Arc;
use sluice_catalog::{Action, Index, Rule, Table, name};
use sluice_syntax::ast::DroppedPart;
use sluice_types::SqlError;

/// Drops columns and constraints in the order written. Fails with 3728 or 4924 for an unknown
/// constraint or column, with 5074 and 4922 if a later part or another object still depends on a
/// dropped column, with 4923 for the only column, and with 3725 if a foreign key references a
/// dropped constraint. Rows are rewritten without dropped columns. Dropping a clustered key
/// rebuilds the table as a heap.
pub(super) fn drop_parts(env: &mut Env<'_, '_>, altered: &Altered, parts: &[DroppedPart]) -> Result<(), SqlError> {
    let mut new: Table = (*altered.table).clone();
    for part in parts {
        match part.is_column {
            true => drop_column(env, altered, &mut new, part)?,
            false => drop_constraint(&mut new, part)?,
        }
        if let Some((table, key)) = altered.lost_key(env, &new) {
            return Err(SqlError::constraint_referenced_by_foreign_key(&part.name.text, table, key));
        }
    }
    let keyless = drop_indexes(env, altered, &mut new)?;
    let new = Arc::new(new);
    if new.columns.len() < keyless.table.columns.len() {
        rewrite::rewrite_rows(env, &keyless, &new, &[])?;
    }
    altered.define(env, &new)
}

/// Drops the storage of the indexes that `new` lacks, before rows lose their columns: a clustered
/// index moves the rows. Returns the table without these indexes; `new` gets its roots.
fn drop_indexes(env: &mut Env<'_, '_>, altered: &Altered, new: &mut Table) -> Result<Altered, SqlError> {
    let old = &altered.table;
    let (database, shown) = (Arc::clone(&altered.database), altered.shown.clone());
    if new.indexes.len() == old.indexes.len() {
        return Ok(Altered { database, table: Arc::clone(old), shown });
    }
    let mut keyless = Table::clone(old);
    keyless.indexes.retain(|index| new.indexes.iter().any(|left| left.id == index.id));
    keyless.constraints.clone_from(&new.constraints);
    let keyless = build(env.state, env.context, &database, old, keyless)?;
    new.root = keyless.root;
    for (index, built) in new.indexes.iter_mut().zip(&keyless.indexes) {
        index.root = built.root;
    }
    Ok(Altered { database, table: Arc::new(keyless), shown })
}

/// Drops a constraint. Fails with 3728 if the table has none of that name, and with 3730 for a
/// DEFAULT that a foreign key sets.
fn drop_constraint(new: &mut Table, part: &DroppedPart) -> Result<(), SqlError> {
    let place = new.constraints.iter().position(|constraint| name::same(&constraint.name, &part.name.text));
    let is_it = |index: &Index| index.constraint.is_some() && name::same(&index.name, &part.name.text);
    let key = new.indexes.iter().position(is_it);
    match place {
        Some(place) if is_set_by_key(new, &new.constraints[place].rule) => {
            return Err(SqlError::default_used_by_foreign_key(&new.constraints[place].name));
        }
        Some(place) => drop(new.constraints.remove(place)),
        None if key.is_some() => new.indexes.retain(|index| !is_it(index)),
        None if part.if_exists => {}
        None => return Err(SqlError::not_a_constraint(&part.name.text)),
    }
    Ok(())
}

/// Whether a rule is the DEFAULT of a column that a foreign key of `table` may set to it.
fn is_set_by_key(table: &Table, rule: &Rule) -> bool {
    let Rule::Default { column, .. } = rule else { return false };
    table
        .foreign_keys()
        .any(|(_, key)| [key.on_delete, key.on_update].contains(&Action::SetDefault) && key.columns.contains(column))
}

/// Drops a column. Fails with 4924 if it doesn't exist, and with 4923 if it is the last stored
/// column. Fails with 5074 and 4922 if an object depends on the column.
fn drop_column(env: &Env<'_, '_>, altered: &Altered, new: &mut Table, part: &DroppedPart) -> Result<(), SqlError> {
    let Some(place) = new.column(&part.name.text) else {
        if part.if_exists {
            return Ok(());
        }
        return Err(SqlError::altered_column_not_found("DROP COLUMN", &part.name.text, &altered.shown));
    };
    refuse_dependents(env, new, place, Change::new(Extent::Drop))?;
    let name = new.columns[place].name.clone();
    if !new.columns.iter().enumerate().any(|(other, column)| other != place && column.computed.is_none()) {
        return Err(SqlError::only_column_cannot_be_dropped(name, &altered.shown));
    }
    new.columns.remove(place);
    let moved = |column: &mut usize| *column -= usize::from(*column > place);
    for index in &mut new.indexes {
        index.keys.iter_mut().for_each(|key| moved(&mut key.column));
        index.included.iter_mut().for_each(moved);
        if let Some(filter) = &mut index.filter {
            Arc::make_mut(filter).parts.iter_mut().for_each(|part| moved(&mut part.column));
        }
    }
    for own in new.statistics.iter_mut().filter(|own| own.filter.is_some()) {
        let filter = &mut Arc::make_mut(own).filter;
        filter.iter_mut().for_each(|filter| {
            Arc::make_mut(filter).parts.iter_mut().for_each(|part| moved(&mut part.column));
        });
    }
    Ok(())
}
