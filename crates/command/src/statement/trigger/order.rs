//! `sp_settriggerorder`
//! (`relational-databases/system-stored-procedures/sp-settriggerorder-transact-sql.md`).

use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use crate::statement::event::DdlEvent;
use crate::statement::trigger::ddl_trigger;
use sluice_base::sync::Arc;
use sluice_catalog::{
    CatalogStore, DdlScope, DdlTrigger, EventType, Module, ObjectName, Trigger, TriggerEvent, TriggerEvents,
};
use sluice_session::quoted_name;
use sluice_types::SqlError;

/// The arguments of a call of `sp_settriggerorder`.
pub struct TriggerOrder<'a> {
    /// The trigger's name.
    pub name: &'a str,
    /// First, Last or None.
    pub order: &'a str,
    /// The statement type.
    pub event: &'a str,
    /// The scope of a DDL trigger.
    pub scope: Option<DdlScope>,
}

/// The place of a trigger among those of an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FiringOrder {
    First,
    Last,
    Undefined,
}

/// Sets the order of a trigger for an event.
///
/// Fails with 15126 if the trigger doesn't exist, 15133 for an INSTEAD OF trigger, 15125 if the
/// event doesn't fire it, and 15130 if another trigger has the place. Fails with 15600 for another
/// order.
pub fn set_trigger_order(env: &mut Env<'_, '_>, call: &TriggerOrder<'_>) -> Result<(), SqlError> {
    let order = match call.order.trim_end().to_uppercase().as_str() {
        "FIRST" => FiringOrder::First,
        "LAST" => FiringOrder::Last,
        "NONE" => FiringOrder::Undefined,
        _ => return Err(SqlError::invalid_procedure_option("sys.sp_settriggerorder")),
    };
    match call.scope {
        Some(scope) => define(env, |env| order_ddl(env, call, (scope, order))),
        None => define(env, |env| order_dml(env, call, order)),
    }
}

/// Returns the event of a call. Empty for a trigger of a temporary table or in a database that
/// isn't open.
pub fn trigger_order_events(env: &Env<'_, '_>, call: &TriggerOrder<'_>) -> Vec<DdlEvent> {
    let written = quoted_name::parse(call.name).unwrap_or_else(|| ObjectName::unqualified(call.name));
    match call.scope {
        Some(scope) => vec![ddl_trigger::ddl_trigger_event(env, EventType::ALTER_TRIGGER, scope, &written.object)],
        None => env.object_event(EventType::ALTER_TRIGGER, &written, "TRIGGER").into_iter().collect(),
    }
}

fn order_ddl(
    env: &mut Env<'_, '_>,
    call: &TriggerOrder<'_>,
    (scope, order): (DdlScope, FiringOrder),
) -> Result<(), SqlError> {
    env.permitted(|rights| rights.ddl_triggers(scope))?;
    let name = quoted_name::parse(call.name).filter(|name| name.schema.is_none());
    let name = name.ok_or_else(|| SqlError::trigger_to_order_not_found(call.name))?.object;
    let database = ddl_trigger::home(env, scope)?;
    let catalog = env.catalog(&database);
    let triggers = catalog.triggers_of(scope.parent());
    let known = catalog.ddl_trigger(scope, &name).ok_or_else(|| SqlError::trigger_to_order_not_found(call.name))?;
    let event = EventType::of_name(call.event).filter(|event| !event.is_group());
    let is_watched = |event: &EventType| {
        known.ddl.as_ref().is_some_and(|ddl| ddl.events.iter().any(|written| event.is_within(*written)))
    };
    let event = event.filter(is_watched).ok_or_else(|| SqlError::trigger_not_for_event(call.name, call.event))?;
    let has_place = |ddl: &DdlTrigger| match order {
        FiringOrder::First => ddl.first.contains(&event),
        FiringOrder::Last => ddl.last.contains(&event),
        FiringOrder::Undefined => false,
    };
    if triggers.iter().any(|other| other.id != known.id && other.ddl.as_ref().is_some_and(|ddl| has_place(ddl))) {
        return Err(SqlError::ordered_trigger_exists(call.order, call.event));
    }
    ddl_trigger::change(env, scope, std::slice::from_ref(&known.name), |ddl| {
        ddl.first.retain(|other| *other != event);
        ddl.last.retain(|other| *other != event);
        match order {
            FiringOrder::First => ddl.first.push(event),
            FiringOrder::Last => ddl.last.push(event),
            FiringOrder::Undefined => {}
        }
    })
}

fn order_dml(env: &mut Env<'_, '_>, call: &TriggerOrder<'_>, order: FiringOrder) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    let catalog = env.catalog(&database);
    let unknown = || SqlError::trigger_to_order_not_found(call.name);
    let written = quoted_name::parse(call.name).filter(|name| name.database.is_none()).ok_or_else(unknown)?;
    let module = catalog.module(&env.existing(&written)).ok_or_else(unknown)?;
    let trigger = module.trigger.ok_or_else(unknown)?;
    let watched = catalog.object_by_id(trigger.parent).ok_or_else(unknown)?;
    let target = ObjectName::qualified(watched.schema(), watched.name());
    env.permitted(|rights| rights.switch_triggers(&target, &unknown()))?;
    if trigger.instead_of {
        return Err(SqlError::order_of_instead_of_trigger(call.name));
    }
    let event = TriggerEvent::of_word(call.event).filter(|event| trigger.events.has(*event));
    let event = event.ok_or_else(|| SqlError::trigger_not_for_event(call.name, call.event))?;
    let own = TriggerEvents::default().and(event);
    let has_place = |trigger: Trigger| match order {
        FiringOrder::First => trigger.first.has(event),
        FiringOrder::Last => trigger.last.has(event),
        FiringOrder::Undefined => false,
    };
    let siblings = catalog.triggers_of(trigger.parent);
    if siblings.iter().any(|other| other.id != module.id && other.trigger.is_some_and(has_place)) {
        return Err(SqlError::ordered_trigger_exists(call.order, call.event));
    }
    env.state.transaction.begin_defining(&database)?;
    env.lock_object(database.table(trigger.parent))?;
    env.lock_object(database.table(module.id))?;
    let (mut first, mut last) = (trigger.first.without(own), trigger.last.without(own));
    match order {
        FiringOrder::First => first = first.and(event),
        FiringOrder::Last => last = last.and(event),
        FiringOrder::Undefined => {}
    }
    let new = Module { trigger: Some(Trigger { first, last, ..trigger }), ..Module::clone(module) };
    let next = catalog.without_module(module).with_module(new.clone()).ok_or_else(unknown)?;
    store(env, &database, next, |stored, enlisted| {
        stored.delete_module(&mut enlisted.transaction, module)?;
        stored.insert_module(&mut enlisted.transaction, &new)
    })
}
