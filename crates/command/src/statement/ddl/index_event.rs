//! DDL events of statements on indexes.

use crate::statement::Env;
use crate::statement::event::DdlEvent;
use sluice_catalog::{EventType, ObjectName, name};

/// Returns an ALTER_INDEX event for the index `only`, or for each index of the table. The names are
/// those of the catalog. Empty if the table or the index isn't found.
pub(super) fn altering_events(env: &Env<'_, '_>, table: &ObjectName, only: Option<&str>) -> Vec<DdlEvent> {
    let altered = indexes_of(env, table, only);
    let event = |index: &String| index_event(env, EventType::ALTER_INDEX, table, Some(index));
    altered.iter().filter_map(event).collect()
}

/// Returns the event about an index of a table or view. `None` without an index, and as in
/// [`Env::part_event`].
pub(super) fn index_event(
    env: &Env<'_, '_>,
    event: EventType,
    table: &ObjectName,
    index: Option<&str>,
) -> Option<DdlEvent> {
    env.part_event(event, (index?, "INDEX"), (table, env.target_kind(table)))
}

/// Returns the names of the indexes of a table, or that of the index `only` if it exists. Empty if
/// the table isn't found or can't be looked up.
pub(super) fn indexes_of(env: &Env<'_, '_>, table: &ObjectName, only: Option<&str>) -> Vec<String> {
    let Ok(database) = env.database_of(table) else { return Vec::new() };
    let catalog = env.state.transaction.work.catalog(&database);
    let Some(table) = catalog.stored_table(table) else { return Vec::new() };
    let names = table.indexes.iter().map(|index| &index.name);
    names.filter(|name| only.is_none_or(|only| name::same(name, only))).cloned().collect()
}
