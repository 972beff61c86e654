//! `sp_addextendedproperty`, `sp_updateextendedproperty` and `sp_dropextendedproperty`
//! (`relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md` and its
//! sibling pages).

use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use crate::statement::event::DdlEvent;
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, EventType, ExtendedProperty, PropertyClass};
use sluice_session::property_owners::{OwnerFound, PropertyLevel, PropertyOwners, is_valid};
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_txn::{LockMode, MetadataKind};
use sluice_types::{SqlError, Value};

/// A change of an extended property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyVerb {
    /// `sp_addextendedproperty`.
    Add,
    /// `sp_updateextendedproperty`.
    Update,
    /// `sp_dropextendedproperty`.
    Drop,
}

/// A call of `sp_addextendedproperty`, `sp_updateextendedproperty` or `sp_dropextendedproperty`.
pub struct PropertyCall<'a> {
    /// The change.
    pub verb: PropertyVerb,
    /// The procedure's name.
    pub procedure: &'static str,
    /// The property's name.
    pub name: Option<&'a str>,
    /// The value, a sql_variant.
    pub value: &'a Value,
    /// Kind and name of each level, `None` if not given.
    pub levels: [(Option<&'a str>, Option<&'a str>); 3],
}

/// Changes an extended property, inside the session's transaction or in a transaction of its own.
/// Fails with 15600 for missing or unknown arguments, and with 15097 for a value that is too large.
/// Fails with 15135 for an unknown target or without permission, with 15233 if a new property
/// exists, and with 15217 if an old one doesn't.
pub fn change_property(env: &mut Env<'_, '_>, call: &PropertyCall<'_>) -> Result<(), SqlError> {
    // 15600: an argument is missing, unknown or given without its counterpart.
    let invalid = || SqlError::invalid_procedure_option(call.procedure);
    let name = call.name.filter(|name| !name.is_empty()).ok_or_else(invalid)?;
    let given = call.levels.iter().take_while(|(kind, _)| kind.is_some()).count();
    if call.levels.iter().enumerate().any(|(place, (kind, name))| {
        let is_given = place < given;
        kind.is_some() != is_given || name.is_some() != is_given
    }) {
        return Err(invalid());
    }
    let levels = call.levels.iter().filter_map(|(kind, name)| Some(PropertyLevel { kind: (*kind)?, name: *name }));
    let levels: Vec<PropertyLevel<'_>> = levels.collect();
    if !is_valid(&levels) {
        return Err(invalid());
    }
    if size(call.value) > VALUE_BYTES_MAX {
        return Err(SqlError::property_too_large());
    }
    define(env, |env| apply(env, call, (name, &levels)))
}

/// Returns the event of a call. It carries kind and name of each level.
pub fn property_event(env: &Env<'_, '_>, call: &PropertyCall<'_>) -> DdlEvent {
    let event = match call.verb {
        PropertyVerb::Add => EventType::CREATE_EXTENDED_PROPERTY,
        PropertyVerb::Update => EventType::ALTER_EXTENDED_PROPERTY,
        PropertyVerb::Drop => EventType::DROP_EXTENDED_PROPERTY,
    };
    let mut event = env.database_event(event).about(call.name.unwrap_or_default(), "EXTENDED PROPERTY");
    for (place, (kind, name)) in call.levels.iter().enumerate() {
        let level = format!("Level{place}");
        event = event.with(&format!("{level}Type"), kind.unwrap_or_default());
        event = event.with(&format!("{level}Name"), name.unwrap_or_default());
    }
    event
}

fn apply(
    env: &mut Env<'_, '_>,
    call: &PropertyCall<'_>,
    (name, levels): (&str, &[PropertyLevel<'_>]),
) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.define_object(&database)?;
    let catalog = env.catalog(&database);
    let shown: Vec<&str> = levels.iter().filter_map(|level| level.name).collect();
    let shown = if shown.is_empty() { NO_LEVEL.to_owned() } else { shown.join(".") };
    let unknown = || SqlError::property_target_not_found(&shown);
    let owners = PropertyOwners { host: env.context.host, database: &database, catalog: &catalog };
    let found = owners.find(levels).into_iter().next().ok_or_else(unknown)?;
    env.permitted(|rights| rights.change_properties(found.securable, unknown()))?;
    lock_owner(env, &database, &found)?;
    let before = catalog.properties().named(found.owner, name).cloned();
    match (call.verb, &before) {
        (PropertyVerb::Add, Some(_)) => return Err(SqlError::property_exists(name, shown)),
        (PropertyVerb::Update | PropertyVerb::Drop, None) => {
            return Err(SqlError::property_not_found(name, shown));
        }
        _ => {}
    }
    if call.verb == PropertyVerb::Add {
        database.create_properties().map_err(|error| sql_error(&error, &database.name))?;
    }
    let name = before.as_ref().map_or_else(|| name.to_owned(), |before| before.name.clone());
    let after = (call.verb != PropertyVerb::Drop)
        .then(|| Arc::new(ExtendedProperty { owner: found.owner, name, value: call.value.clone() }));
    let next = catalog.with_property(before.clone(), after.clone());
    store(env, &database, next, |stored, enlisted| {
        before.iter().try_for_each(|before| stored.delete_property(&mut enlisted.transaction, before))?;
        after.iter().try_for_each(|after| stored.insert_property(&mut enlisted.transaction, after))
    })
}

/// Keeps the owner from being dropped, and its properties from being changed by another session,
/// until the transaction ends.
fn lock_owner(env: &mut Env<'_, '_>, database: &Arc<Database>, found: &OwnerFound) -> Result<(), SqlError> {
    let (class, major) = (found.owner.class, found.owner.major);
    env.pin_found()?;
    if class == PropertyClass::Principal {
        env.state.transaction.lock_definition(database.metadata(MetadataKind::Principals, 0), LockMode::Shared)?;
    }
    env.state.transaction.lock_definition(database.properties(class, major), LockMode::Exclusive)
}

/// Returns the bytes of a property's value.
fn size(value: &Value) -> usize {
    match value {
        Value::Variant(variant) => match &variant.value {
            Value::Str(text) if variant.data_type.is_unicode() => 2 * text.encode_utf16().count(),
            Value::Str(text) => text.chars().count(),
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        },
        _ => 0,
    }
}

/// Most bytes of a value.
const VALUE_BYTES_MAX: usize = 7500;
/// The database itself in messages.
const NO_LEVEL: &str = "object specified";
