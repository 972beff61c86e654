//! CREATE, ALTER and DROP SCHEMA (`t-sql/statements/create-schema-transact-sql.md` and its sibling
//! pages).
//!
//! The AUTHORIZATION clause sets the owner of a schema; the default is its creator. The schema's
//! owner owns its objects too. A CREATE SCHEMA with objects succeeds or fails as a whole. An object
//! moved to another schema keeps its id and its text.

use crate::statement::Env;
use crate::statement::ddl::alter_table::{TableChange, alter};
use crate::statement::ddl::binding::bound_to;
use crate::statement::ddl::create_table::make_table;
use crate::statement::ddl::definition::store;
use crate::statement::ddl::gone_permissions::without_permissions;
use crate::statement::ddl::module::{DefinitionError, ModuleDefinition, define as define_module, namer_of};
use crate::statement::ddl::new_object::schema_of_new;
use crate::statement::ddl::user_type;
use crate::statement::security::change_permissions;
use crate::statement::trigger::definition::{lock_triggers, move_triggers};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{SecurableClass, ids};
use sluice_catalog::{Catalog, CatalogStore, Module, ObjectName, Schema, Sequence, Table, UserType, name};
use sluice_plan::{TableDefinition, unsupported};
use sluice_session::work::Enlisted;
use sluice_syntax::ast::PermissionStatement;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_txn::{LockMode, MetadataKind, StorageError};
use sluice_types::SqlError;

/// CREATE SCHEMA.
pub(super) struct SchemaDefinition {
    /// The schema's name. Without a name, no schema is created, and the objects go to dbo.
    pub(super) name: Option<Box<str>>,
    /// The AUTHORIZATION clause.
    pub(super) owner: Option<Box<str>>,
    /// Tables to create in the schema, without their foreign keys.
    pub(super) tables: Vec<(ObjectName, TableDefinition)>,
    /// The foreign keys, added last so that the tables may be in any order.
    pub(super) foreign_keys: Vec<(ObjectName, TableChange)>,
    /// Views to create in the schema.
    pub(super) views: Vec<ModuleDefinition>,
    /// GRANT, DENY and REVOKE, in written order, after all objects.
    pub(super) permissions: Vec<PermissionStatement>,
}

/// Runs CREATE SCHEMA: the schema, then its tables, foreign keys, views and permissions. Fails with
/// 15151 for an unknown owner and with 2714 for a name in use. The caller settles the statement.
/// Holds the schema's name locked.
pub(super) fn create(env: &mut Env<'_, '_>, definition: &SchemaDefinition) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.define_object(&database)?;
    let catalog = env.catalog(&database);
    let owner = match &definition.owner {
        Some(owner) => {
            let known = catalog.security().named(owner).filter(|known| known.id != ids::PUBLIC);
            known.ok_or_else(|| not_found("find", "user", owner))?.id
        }
        None => env.state.access(env.context.host, &database, &catalog).user_id().unwrap_or(ids::DBO),
    };
    if let Some(name) = &definition.name {
        env.state.transaction.lock_definition(database.schema_name(name), LockMode::Exclusive)?;
        if catalog.schema(name).is_some() {
            return Err(SqlError::object_exists(name).in_state(6));
        }
        let schema = Schema { id: database.new_schema(), name: name.to_string().into(), owner };
        let next = catalog.with_schema(schema.clone());
        store(env, &database, next, |stored, enlisted| stored.insert_schema(&mut enlisted.transaction, &schema))?;
    }
    for (name, table) in &definition.tables {
        make_table(env, name, table)?;
    }
    definition.foreign_keys.iter().try_for_each(|(table, keys)| alter(env, table, keys))?;
    definition.views.iter().try_for_each(|view| define_module(env, view).map_err(DefinitionError::into_error))?;
    definition.permissions.iter().try_for_each(|permission| change_permissions(env, permission))
}

/// Moves a table, module or sequence to another schema, with its constraints and triggers.
/// Permissions on it are dropped. Fails with 15151 if it or the schema doesn't exist, with 15530 if
/// its name is taken there, and with 15348 if a schema-bound module names it. A trigger and a
/// constraint fail with 15347, since they move with their table. A target schema that holds no
/// objects fails with 15150. Locks the old and the new names, and the object with Sch-M.
pub(super) fn transfer_object(env: &mut Env<'_, '_>, schema: &str, object: &ObjectName) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let to = target_schema(&catalog, schema)?;
    let object = &env.existing(object);
    let unknown = || not_found("find", "object", &object.object);
    if object.database.as_deref().is_some_and(|written| !name::same(written, &database.name)) {
        return Err(unknown());
    }
    // 15530: the target schema has an object of that name, perhaps the moved object itself.
    let taken = || SqlError::named_object_exists("object", &object.object);
    if let Some(table) = catalog.table(object) {
        if bound_to(&catalog, (&table.schema, &table.name), table.id).is_some() {
            // 15348: a schema-bound module refers to the table.
            return Err(SqlError::transfer_of_schema_bound_object());
        }
        let moved = Table { schema: to, ..Table::clone(table) };
        env.lock_table_names(&database, table)?;
        env.lock_table_names(&database, &moved)?;
        env.lock_object(database.table(table.id))?;
        lock_moved(env, &database, table.id, &moved.schema)?;
        if name::same(&moved.schema, &table.schema) {
            return Err(taken());
        }
        let kept = without_permissions(env, &database, &catalog, (SecurableClass::Object, table.id.0))?;
        let next = kept.without_table(table.id).with_table(moved.clone()).ok_or_else(taken)?;
        let (next, triggers) = move_triggers(&catalog, next, table.id, &moved.schema).ok_or_else(taken)?;
        return store(env, &database, next, |stored, enlisted| {
            stored.delete_table(&mut enlisted.transaction, table)?;
            stored.insert_table(&mut enlisted.transaction, &moved)?;
            triggers.iter().try_for_each(|(old, new)| replace_module(stored, enlisted, old, new))
        });
    }
    if catalog.sequence(object).is_some() || catalog.module(object).is_some() {
        if catalog.is_taken(&to, &object.object) {
            return Err(taken());
        }
        return transfer_other(env, &database, (&catalog, object), to);
    }
    let written = schema_of_new(&catalog, object)?;
    if catalog.is_taken(written, &object.object) {
        // 15347: a constraint moves only with its table.
        return Err(SqlError::transfer_of_owned_object());
    }
    Err(unknown())
}

/// Returns the target schema's name as spelled in the catalog.
fn target_schema(catalog: &Catalog, schema: &str) -> Result<String, SqlError> {
    match catalog.schema(schema) {
        Some(schema) if schema.takes_objects() => Ok(schema.name.to_string()),
        Some(_) => Err(SqlError::cannot_change_fixed("alter", "schema", schema)),
        None => Err(not_found("alter", "schema", schema)),
    }
}

/// Moves a type. Columns of that type keep it. Permissions on it are dropped. Fails with 15151 if
/// it or the schema doesn't exist, and with 15530 if the name is taken. A target schema that holds
/// no objects fails with 15150.
pub(super) fn transfer_type(env: &mut Env<'_, '_>, schema: &str, name: &ObjectName) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let schema = target_schema(&catalog, schema)?;
    let name = &env.state.type_in_default_schema(&catalog, name.clone());
    let old = catalog.user_type(name).filter(|_| name.database.is_none());
    let old = Arc::clone(old.ok_or_else(|| not_found("find", "type", &name.object))?);
    let moved = UserType { schema, ..UserType::clone(&old) };
    let is_there = name::same(&moved.schema, &old.schema);
    let replaced = match is_there {
        true => None,
        false => {
            let kept = without_permissions(env, &database, &catalog, (SecurableClass::Type, old.id.0))?;
            user_type::replace(env, &database, &kept, (&old, moved))?
        }
    };
    replaced.ok_or_else(|| SqlError::named_object_exists("type", &name.object))
}

/// Moves a sequence or a module. The caller has checked that its name is free in the target schema.
fn transfer_other(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (catalog, object): (&Catalog, &ObjectName),
    to: String,
) -> Result<(), SqlError> {
    // 15348: another object's definition names the object.
    let bound = |schema: &str, name: &str| match namer_of(catalog, schema, name) {
        Some(_) => Err(SqlError::transfer_of_schema_bound_object()),
        None => Ok(()),
    };
    if let Some(sequence) = catalog.sequence(object) {
        bound(&sequence.schema, &sequence.name)?;
        env.lock_object(database.table(sequence.id))?;
        env.lock_name(database, &sequence.schema, &sequence.name)?;
        env.lock_name(database, &to, &sequence.name)?;
        let moved = Sequence { schema: to, ..Sequence::clone(sequence) };
        let kept = without_permissions(env, database, catalog, (SecurableClass::Object, sequence.id.0))?;
        let next = kept.without_sequence(sequence).with_sequence(moved.clone());
        let Some(next) = next else { return Ok(()) };
        return store(env, database, next, |stored, enlisted| {
            stored.delete_sequence(&mut enlisted.transaction, sequence)?;
            stored.insert_sequence(&mut enlisted.transaction, &moved)
        });
    }
    let Some(module) = catalog.module(object) else { return Ok(()) };
    bound(&module.schema, &module.name)?;
    if !catalog.numbered(module).is_empty() {
        return Err(unsupported("ALTER SCHEMA TRANSFER of a group of procedures"));
    }
    if module.trigger.is_some() {
        // 15347: a trigger moves only with its table.
        return Err(SqlError::transfer_of_owned_object());
    }
    env.lock_object(database.table(module.id))?;
    env.lock_name(database, &module.schema, &module.name)?;
    env.lock_name(database, &to, &module.name)?;
    lock_moved(env, database, module.id, &to)?;
    let moved = Module { schema: to, ..Module::clone(module) };
    let kept = without_permissions(env, database, catalog, (SecurableClass::Object, module.id.0))?;
    let Some(next) = kept.without_module(module).with_module(moved.clone()) else { return Ok(()) };
    let Some((next, triggers)) = move_triggers(catalog, next, module.id, &moved.schema) else { return Ok(()) };
    store(env, database, next, |stored, enlisted| {
        replace_module(stored, enlisted, module, &moved)?;
        triggers.iter().try_for_each(|(old, new)| replace_module(stored, enlisted, old, new))
    })
}

/// Locks the triggers of a moved object, and their names in both schemas. Pins the target schema.
fn lock_moved(env: &mut Env<'_, '_>, database: &Arc<Database>, parent: ObjectId, to: &str) -> Result<(), SqlError> {
    lock_triggers(env, database, parent)?;
    let catalog = env.catalog(database);
    for module in catalog.triggers_of(parent) {
        env.lock_name(database, to, &module.name)?;
    }
    env.pin_found()
}

fn replace_module(
    stored: &StoredCatalog<'_>,
    enlisted: &mut Enlisted,
    old: &Module,
    new: &Module,
) -> Result<(), StorageError> {
    stored.delete_module(&mut enlisted.transaction, old)?;
    stored.insert_module(&mut enlisted.transaction, new)
}

/// Drops a schema without objects and its permissions. Fails with 15151 if it doesn't exist, unless
/// `if_exists`, with 15150 for a built-in schema, and with 3729 if it has objects. Locks the schema
/// and its name exclusively.
pub(super) fn drop_empty(env: &mut Env<'_, '_>, if_exists: bool, written: &str) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    let catalog = env.catalog(&database);
    let schema = match catalog.schema(written) {
        Some(schema) if schema.is_built_in() => {
            return Err(SqlError::cannot_change_fixed("drop", "schema", written));
        }
        Some(schema) => schema.clone(),
        None if if_exists => return Ok(()),
        None => return Err(not_found("drop", "schema", written)),
    };
    // New databases lack a schema that model lacks.
    env.define_object(&database)?;
    env.state.transaction.lock_definition(database.schema_name(&schema.name), LockMode::Exclusive)?;
    env.lock_object(database.metadata(MetadataKind::Schema, schema.id.0))?;
    if let Some(object) = catalog.first_in_schema(&schema.name) {
        // 3729: the schema isn't empty.
        return Err(SqlError::object_is_referenced("drop schema", written, object));
    }
    let next = without_permissions(env, &database, &catalog, (SecurableClass::Schema, schema.id.0))?;
    let next = next.without_schema(schema.id);
    store(env, &database, next, |stored, enlisted| stored.delete_schema(&mut enlisted.transaction, &schema))
}

/// 15151: the object doesn't exist, or the session lacks permission.
fn not_found(verb: &str, kind: &str, name: &str) -> SqlError {
    SqlError::cannot_find(verb, kind, name)
}
