//! ALTER INDEX DISABLE (`relational-databases/indexes/disable-indexes-and-constraints`).
//!
//! A disabled nonclustered index loses its storage and is no longer maintained. A disabled
//! clustered index keeps the rows, which no statement can access until a rebuild. All other indexes
//! of the table and the foreign keys of the table are disabled with it. Foreign keys that need a
//! disabled index are disabled too. A disabled foreign key isn't trusted.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError};
use crate::statement::ddl::alter_table::{Altered, take, take_indexed};
use crate::statement::ddl::definition::define;
use crate::statement::ddl::index_build::build;
use crate::statement::ddl::index_event::altering_events;
use crate::statement::event::EventSource;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Constraint, ForeignKey, Index, Module, ObjectName, Rule, Table, name};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_types::SqlError;

/// ALTER INDEX DISABLE.
pub(super) struct IndexDisabling {
    pub(super) table: ObjectName,
    /// The index; `None` for all indexes.
    pub(super) index: Option<String>,
}

impl Command for IndexDisabling {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.table, &SqlError::object_not_found(&self.table).in_state(12))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Index
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| altering_events(env, &self.table, self.index.as_deref()))
    }

    /// Disables one index or all indexes. Fails with 2727 if the index doesn't exist.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let warnings = define(env, |env| disable(env, self))?;
        warnings.into_iter().for_each(|warning| env.inform(warning));
        Ok(())
    }
}

/// Returns a warning for each foreign key and each indexed view that is disabled too.
fn disable(env: &mut Env<'_, '_>, wanted: &IndexDisabling) -> Result<Vec<SqlError>, SqlError> {
    let altered = take_indexed(env, &wanted.table, SqlError::object_not_found)?;
    let old = Arc::clone(&altered.table);
    let is_named = |own: &&Index| wanted.index.as_ref().is_none_or(|index| name::same(&own.name, index));
    if let Some(index) = wanted.index.as_ref().filter(|_| !old.indexes.iter().any(|own| is_named(&own))) {
        return Err(SqlError::index_not_found(index));
    }
    let named: Vec<&Index> = old.indexes.iter().filter(is_named).collect();
    let is_clustered = named.iter().any(|index| index.is_clustered());
    let disabled: Vec<&Index> = if is_clustered { old.indexes.iter().collect() } else { named };
    let (mut warnings, mut new) = (Vec::new(), Table::clone(&old));
    let catalog = env.catalog(&altered.database);
    let mut refs = referrers(&catalog, &old, &disabled);
    // Keys of the table itself are disabled within its new definition below.
    for (child, constraint, index) in &refs {
        let parts = (&*child.name, &*old.name, &*index.name);
        warnings.push(SqlError::foreign_key_disabled_with_index(&constraint.name, parts.0, parts.1, parts.2));
    }
    refs.retain(|(child, ..)| child.id != old.id);
    let mut children: Vec<ObjectId> = refs.iter().map(|(child, ..)| child.id).collect();
    children.dedup();
    for id in children {
        let keys: Vec<&(Arc<Table>, Constraint, Index)> = refs.iter().filter(|(child, ..)| child.id == id).collect();
        disable_keys(env, &altered, &keys, is_clustered)?;
    }
    if let Some(cause) = old.clustered().filter(|_| is_clustered && !old.is_of_view()) {
        for view in catalog.indexed_views_of(old.id) {
            disable_view(env, &altered, view, cause)?;
            let index = view.rows.as_ref().and_then(|rows| Some(&rows.clustered()?.name));
            let (index, view) = (index.map_or("", String::as_str), &view.name);
            warnings.push(SqlError::view_index_disabled_with_index(index, view, &old.name, &cause.name));
        }
    }
    new.indexes.iter_mut().filter(|own| disabled.iter().any(|index| index.id == own.id)).for_each(disable_index);
    let is_lost = |key: &ForeignKey| {
        is_clustered || key.referenced == old.id && disabled.iter().any(|index| old.is_referenced_key(index, key))
    };
    new.constraints.iter_mut().for_each(|constraint| disable_key(constraint, &is_lost));
    let new = build(env.state, env.context, &altered.database, &old, new)?;
    altered.define(env, &new)?;
    Ok(warnings)
}

/// Returns the enabled foreign keys that reference `table` through one of the indexes, with their
/// tables and the index. A disabled clustered index makes all keys of the table useless.
fn referrers(catalog: &Catalog, table: &Table, disabled: &[&Index]) -> Vec<(Arc<Table>, Constraint, Index)> {
    let mut found = Vec::new();
    for (child, constraint, key) in catalog.referrers(table.id) {
        let index = disabled.iter().find(|index| table.is_referenced_key(index, key));
        if let Some(index) = index.filter(|_| !key.enforcement.is_disabled) {
            found.push((Arc::clone(child), constraint.clone(), Index::clone(index)));
        }
    }
    found.sort_by_key(|(child, constraint, _)| (child.id, constraint.id));
    found
}

/// Disables foreign keys of another table, which needs ALTER on it. Fails with 1971 or 1991 without
/// that permission.
fn disable_keys(
    env: &mut Env<'_, '_>,
    parent: &Altered,
    keys: &[&(Arc<Table>, Constraint, Index)],
    is_clustered: bool,
) -> Result<(), SqlError> {
    let Some((child, first, index)) = keys.first() else { return Ok(()) };
    let database = Some(parent.database.name.clone());
    let name = ObjectName { database, ..ObjectName::qualified(&child.schema, &child.name) };
    let denied = match is_clustered {
        true => SqlError::disable_needs_alter_of_referrer(&index.name, &parent.table.name, &first.name, &child.name),
        false => SqlError::disable_needs_alter_of_user(&index.name, &parent.table.name, &first.name, &child.name),
    };
    env.permitted(|rights| rights.alter(&name, &denied))?;
    let altered = take(env, &name, SqlError::alter_object_not_found)?;
    let mut new = Table::clone(&altered.table);
    for constraint in &mut new.constraints {
        if keys.iter().any(|(_, asked, _)| asked.id == constraint.id) {
            disable_key(constraint, &|_| true);
        }
    }
    altered.define(env, &new)
}

fn disable_index(index: &mut Index) {
    index.is_disabled = true;
    index.root = if index.is_clustered() { index.root } else { PageId::NONE };
}

/// Disables the indexes of a view along with the clustered index `cause` of one of its tables.
/// Needs ALTER on the view; fails with 1972 without it.
fn disable_view(env: &mut Env<'_, '_>, base: &Altered, view: &Module, cause: &Index) -> Result<(), SqlError> {
    let Some(rows) = &view.rows else { return Ok(()) };
    let name =
        ObjectName { database: Some(base.database.name.clone()), ..ObjectName::qualified(&view.schema, &view.name) };
    let denied = SqlError::disable_needs_alter_of_view(&cause.name, &base.table.name, &view.name);
    env.permitted(|rights| rights.alter(&name, &denied))?;
    env.lock_object(base.database.table(view.id))?;
    let mut new = Table::clone(rows);
    new.indexes.iter_mut().for_each(disable_index);
    let altered = Altered { database: Arc::clone(&base.database), table: Arc::clone(rows), shown: view.name.clone() };
    let new = build(env.state, env.context, &altered.database, rows, new)?;
    altered.define(env, &new)
}

/// Disables the constraint if it is a foreign key for which `is_lost` returns true.
fn disable_key(constraint: &mut Constraint, is_lost: &dyn Fn(&ForeignKey) -> bool) {
    if let Rule::ForeignKey(key) = &mut constraint.rule
        && is_lost(key)
    {
        (key.enforcement.is_disabled, key.enforcement.is_not_trusted) = (true, true);
    }
}
