//! ALTER TABLE ... CHECK | NOCHECK CONSTRAINT: enables and disables constraints, and records
//! whether existing rows are known to satisfy them.

use crate::statement::Env;
use crate::statement::ddl::alter_table::altered::{Altered, take};
use crate::statement::ddl::alter_table::verify;
use crate::statement::ddl::create_table::lock_referenced;
use crate::statement::ddl::definition::attempt;
use sluice_base::sync::Arc;
use sluice_catalog::{Constraint, Enforcement, ForeignKey, Index, ObjectName, Table, name};
use sluice_syntax::ast::Name;
use sluice_types::SqlError;

/// Enables or disables the constraints `names`, or all if empty. Fails with 4917 and 4916 if a
/// constraint doesn't exist, and with 11415 and 4916 if its kind can't be disabled. With
/// `is_checked`, existing rows are checked first and the constraint becomes trusted; otherwise it
/// is not trusted. Enabling a foreign key to a disabled index fails with 1989 and 4916.
pub(super) fn switch(
    env: &mut Env<'_, '_>,
    altered: &Altered,
    (enable, is_checked): (bool, bool),
    names: &[Name],
) -> Result<(), SqlError> {
    let mut new: Table = (*altered.table).clone();
    for asked in names {
        let found = new.constraints.iter().find(|constraint| name::same(&constraint.name, &asked.text));
        let refused = match found {
            None => Some(SqlError::constraint_not_found(&asked.text)),
            Some(constraint) if constraint.rule.enforcement().is_none() => {
                Some(SqlError::constraint_cannot_be_disabled(&asked.text))
            }
            Some(_) => None,
        };
        if let Some(cause) = refused {
            return Err(SqlError::constraint_not_switched().after(cause));
        }
    }
    let is_asked = |constraint: &Constraint| {
        names.is_empty() || names.iter().any(|asked| name::same(&constraint.name, &asked.text))
    };
    for constraint in new.constraints.iter_mut().filter(|constraint| is_asked(constraint)) {
        if let Some(enforcement) = constraint.rule.enforcement_mut() {
            *enforcement = switched(*enforcement, enable, is_checked);
        }
    }
    if enable {
        let catalog = env.catalog(&altered.database);
        for (constraint, key) in new.foreign_keys().filter(|(constraint, _)| is_asked(constraint)) {
            if let Some(index) = catalog.table_by_id(key.referenced).and_then(|parent| disabled_key(parent, key)) {
                let cause = SqlError::foreign_key_to_disabled_index(&constraint.name, index);
                return Err(SqlError::constraint_not_switched().after(cause));
            }
        }
    }
    let new = Arc::new(new);
    if enable && is_checked {
        lock_referenced(env, &altered.database, &new, is_asked)?;
        let asked: Vec<&Constraint> = new.constraints.iter().filter(|constraint| is_asked(constraint)).collect();
        verify::verify(env, altered, &new, &asked, &[])?;
    }
    altered.define(env, &new)
}

/// Marks all constraints as not trusted after rows were inserted without checks. Does nothing if no
/// constraint of the table is trusted.
pub(in crate::statement) fn distrust(env: &mut Env<'_, '_>, name: &ObjectName) -> Result<(), SqlError> {
    attempt(env, |env| distrust_once(env, name))
}

fn distrust_once(env: &mut Env<'_, '_>, name: &ObjectName) -> Result<(), SqlError> {
    let placed = env.placed(name);
    let database = env.database_of(&placed)?;
    let catalog = env.catalog(&database);
    let is_trusted =
        |constraint: &Constraint| constraint.rule.enforcement().is_some_and(|enforcement| !enforcement.is_not_trusted);
    if !catalog.table(&placed).is_some_and(|table| table.constraints.iter().any(is_trusted)) {
        return Ok(());
    }
    let altered = take(env, name, SqlError::alter_object_not_found)?;
    let mut new: Table = (*altered.table).clone();
    for enforcement in new.constraints.iter_mut().filter_map(|constraint| constraint.rule.enforcement_mut()) {
        enforcement.is_not_trusted = true;
    }
    altered.define(env, &new)
}

/// Returns the state after a switch. A disabled constraint isn't trusted. An enabled constraint
/// becomes trusted once all rows have been checked.
fn switched(before: Enforcement, enable: bool, is_checked: bool) -> Enforcement {
    let is_not_trusted = match (enable, is_checked) {
        (true, true) => false,
        (true, false) => before.is_not_trusted,
        (false, _) => true,
    };
    Enforcement { is_disabled: !enable, is_not_trusted, ..before }
}

/// Returns the name of a disabled index of `parent` over the referenced columns, if no enabled
/// index is over them.
fn disabled_key(parent: &Table, key: &ForeignKey) -> Option<String> {
    let mut over: Vec<&Index> = parent.indexes.iter().filter(|index| parent.is_referenced_key(index, key)).collect();
    over.sort_by_key(|index| index.is_disabled);
    over.first().filter(|index| index.is_disabled).map(|index| index.name.clone())
}
