//! Triggers in the catalog: their tables and events, ENABLE and DISABLE, and their move or drop
//! with the table.

use crate::statement::Env;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{
    Action, Catalog, CatalogStore, ForeignKey, Module, ModuleKind, ObjectName, Trigger, TriggerEvent, TriggerEvents,
    name,
};
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_txn::{StorageError, Transaction};
use sluice_types::SqlError;

/// The trigger clauses of a CREATE or ALTER TRIGGER.
#[derive(Clone)]
pub struct TriggerDefinition {
    /// The table or view.
    pub target: ObjectName,
    /// The events that fire the trigger.
    pub events: TriggerEvents,
    /// INSTEAD OF rather than AFTER.
    pub instead_of: bool,
    /// NOT FOR REPLICATION.
    pub not_for_replication: bool,
}

/// The table or view of a trigger. For a view, `has_check_option` is WITH CHECK OPTION.
pub(super) struct Watched {
    pub(super) id: ObjectId,
    schema: String,
    pub(super) name: String,
    is_view: bool,
    has_check_option: bool,
}

/// Resolves the table or view of a new or altered trigger. Returns its schema, which is also the
/// trigger's, and the trigger.
///
/// Fails with 8197 if the table doesn't exist, or for an AFTER trigger on a view. Fails with 2108
/// if the table is in another database, and with 2103 if the trigger names another schema. Fails
/// with 2110 if the existing trigger belongs to another table.
///
/// INSTEAD OF triggers fail with 2111 beside another one for the same event. They fail with 2112 on
/// a view WITH CHECK OPTION, and with 2113 beside a foreign key whose actions make the change.
pub(in crate::statement) fn resolve(
    (catalog, database): (&Catalog, &Database),
    (definition, verb): (&TriggerDefinition, &str),
    written: &ObjectName,
    old: Option<&Module>,
) -> Result<(String, Trigger), SqlError> {
    let target = &definition.target;
    if target.database.as_ref().is_some_and(|other| !name::same(other, &database.name)) {
        return Err(SqlError::target_in_other_database(verb, "trigger", target));
    }
    let invalid = || SqlError::trigger_target_not_found(target);
    let watched = watched(catalog, target).ok_or_else(invalid)?;
    if watched.is_view && !definition.instead_of {
        return Err(invalid().in_state(6));
    }
    if written.schema.as_ref().is_some_and(|schema| !name::same(schema, &watched.schema)) {
        return Err(SqlError::trigger_of_other_schema(verb, written));
    }
    if old.and_then(|old| old.trigger).is_some_and(|trigger| trigger.parent != watched.id) {
        return Err(SqlError::trigger_of_other_object(&written.object, target));
    }
    let trigger = Trigger {
        parent: watched.id,
        events: definition.events,
        instead_of: definition.instead_of,
        is_disabled: false,
        not_for_replication: definition.not_for_replication,
        // ALTER TRIGGER loses the order (`sp-settriggerorder-transact-sql`).
        first: TriggerEvents::default(),
        last: TriggerEvents::default(),
    };
    if definition.instead_of {
        if watched.has_check_option {
            return Err(SqlError::trigger_on_view_with_check_option(&written.object, target));
        }
        check_instead(catalog, &watched, (&trigger, verb, &written.object), old)?;
    }
    Ok((watched.schema, trigger))
}

/// Returns the existing module of that name, which may be no trigger. The default schema is that of
/// the trigger's table. `None` if there is none.
pub(in crate::statement) fn known(
    catalog: &Catalog,
    (definition, written): (&TriggerDefinition, &ObjectName),
) -> Option<Arc<Module>> {
    let schema = watched(catalog, &definition.target).map(|watched| watched.schema);
    let schema = written.schema.clone().or(schema);
    catalog.module(&ObjectName { schema, ..written.clone() }).cloned()
}

fn check_instead(
    catalog: &Catalog,
    watched: &Watched,
    (trigger, verb, written): (&Trigger, &str, &str),
    old: Option<&Module>,
) -> Result<(), SqlError> {
    let others = catalog.triggers_of(watched.id).into_iter().filter(|other| old.is_none_or(|old| old.id != other.id));
    let replaced = others.filter_map(|other| other.trigger.filter(|other| other.instead_of));
    let mut both = replaced.filter_map(|other| other.events.common(trigger.events).each().next());
    if let Some(event) = both.next() {
        let kind = if watched.is_view { "view" } else { "table" };
        return Err(SqlError::instead_of_trigger_exists(verb, written, kind, &watched.name, event.word()));
    }
    let Some(table) = catalog.table_by_id(watched.id) else { return Ok(()) };
    let has = |event: TriggerEvent| trigger.events.has(event);
    let is_replaced = |key: &ForeignKey| {
        let (deletes, updates) = Action::changes_of(key.on_delete, key.on_update);
        deletes && has(TriggerEvent::Delete) || updates && has(TriggerEvent::Update)
    };
    if table.foreign_keys().any(|(_, key)| is_replaced(key)) {
        return Err(SqlError::instead_of_trigger_with_cascade(verb, written, &table.name));
    }
    Ok(())
}

/// Returns the table or view that a trigger is on; `None` if there is none of the name in this
/// catalog.
pub(super) fn watched(catalog: &Catalog, target: &ObjectName) -> Option<Watched> {
    if let Some(table) = catalog.table(target) {
        let (schema, name) = (table.schema.clone(), table.name.clone());
        return Some(Watched { id: table.id, schema, name, is_view: false, has_check_option: false });
    }
    let view = catalog.module(target).filter(|module| module.kind == ModuleKind::View)?;
    let has_check_option = view.options.has_check_option;
    Some(Watched { id: view.id, schema: view.schema.clone(), name: view.name.clone(), is_view: true, has_check_option })
}

/// Locks the triggers of a table or view, and their names. For a statement that drops, moves or
/// renames their table. The locks stay until the transaction ends.
pub(in crate::statement) fn lock_triggers(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    parent: ObjectId,
) -> Result<(), SqlError> {
    let catalog = env.catalog(database);
    for module in catalog.triggers_of(parent) {
        env.lock_name(database, &module.schema, &module.name)?;
        env.lock_object(database.table(module.id))?;
    }
    Ok(())
}

/// Deletes the triggers of a dropped table or view, and returns the catalog without them.
pub(in crate::statement) fn drop_triggers(
    (stored, transaction): (&StoredCatalog<'_>, &mut Transaction),
    catalog: &Catalog,
    parent: ObjectId,
) -> Result<Catalog, StorageError> {
    let mut next = catalog.clone();
    for module in catalog.triggers_of(parent) {
        stored.delete_module(transaction, module)?;
        next = next.without_module(module);
    }
    Ok(next)
}

/// Moves the triggers of a table or view to another schema and returns the new catalog. Returns
/// `None` if a trigger's name is taken there.
pub(in crate::statement) fn move_triggers(
    catalog: &Catalog,
    next: Catalog,
    parent: ObjectId,
    schema: &str,
) -> Option<(Catalog, Moved)> {
    let (mut next, mut moved) = (next, Vec::new());
    for module in catalog.triggers_of(parent) {
        let new = Module { schema: schema.to_owned(), ..Module::clone(module) };
        next = next.without_module(module).with_module(new.clone())?;
        moved.push((Arc::clone(module), new));
    }
    Some((next, moved))
}

/// Moved triggers: the old and the new definition of each.
pub(in crate::statement) type Moved = Vec<(Arc<Module>, Module)>;
