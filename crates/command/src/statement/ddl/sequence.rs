//! CREATE, ALTER and DROP SEQUENCE.
//!
//! ALTER SEQUENCE stores the recovery value in a new place; the old place is freed when the
//! transaction commits. A rollback thus restores the old definition with its current value,
//! although changes of recovery values are never undone.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::binding::default_of_sequence;
use crate::statement::ddl::definition::{define, define_each};
use crate::statement::ddl::gone_permissions::without_permissions;
use crate::statement::ddl::module::namer_of;
use crate::statement::ddl::new_object::schema_of_new;
use crate::statement::ddl::other_object::refuse_other_kind;
use crate::statement::event::EventSource;
use sluice_access as access;
use sluice_access::defer_drop;
use sluice_base::sync::Arc;
use sluice_catalog::EventType;
use sluice_catalog::security::{SecurableClass, codes};
use sluice_catalog::{Catalog, CatalogStore, ObjectName, Sequence};
use sluice_plan::{SequenceOptions, object_name, sequence_options};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::{Rights, not_found};
use sluice_syntax::ast::{self, SequenceDefinition};
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// CREATE SEQUENCE.
struct SequenceCreation {
    name: ObjectName,
    options: SequenceOptions,
}

/// ALTER SEQUENCE.
struct SequenceChange {
    name: ObjectName,
    options: SequenceOptions,
}

/// DROP SEQUENCE.
struct SequenceRemoval {
    if_exists: bool,
    names: Vec<ObjectName>,
}

/// Compiles CREATE SEQUENCE. Options and the type are checked here. Fails with 40517 for a server
/// name.
pub(in crate::statement) fn compile_create(
    definition: &SequenceDefinition,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let options = sequence_options(definition, false, to.types())?;
    refuse_server(&definition.name)?;
    to.add(Box::new(SequenceCreation { name: object_name(&definition.name), options }));
    Ok(())
}

/// Compiles ALTER SEQUENCE. Options are checked as far as possible without the sequence. A server
/// name fails.
pub(in crate::statement) fn compile_alter(
    definition: &SequenceDefinition,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let options = sequence_options(definition, true, to.types())?;
    refuse_server(&definition.name)?;
    to.add(Box::new(SequenceChange { name: object_name(&definition.name), options }));
    Ok(())
}

/// Compiles DROP SEQUENCE. Fails with 40517 for a server name.
pub(in crate::statement) fn compile_drop(
    if_exists: bool,
    names: &[ast::ObjectName],
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    names.iter().try_for_each(refuse_server)?;
    to.add(Box::new(SequenceRemoval { if_exists, names: names.iter().map(object_name).collect() }));
    Ok(())
}

impl Command for SequenceCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.in_schema(&self.name, codes::CREATE_SEQUENCE)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Sequence
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let name = env.state.new_name(&self.name);
            env.object_event(EventType::CREATE_SEQUENCE, &name, "SEQUENCE").into_iter().collect()
        })
    }

    /// Creates the sequence, inside the session's transaction or in a transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let database = env.database_of(&self.name)?;
        Ok(define(env, |env| create(env, &database, &self.name, &self.options))?)
    }
}

impl Command for SequenceChange {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.alter(&self.name, &not_found("alter", "sequence", &self.name.object))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Sequence
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            env.object_event(EventType::ALTER_SEQUENCE, &self.name, "SEQUENCE").into_iter().collect()
        })
    }

    /// Alters the sequence, inside the session's transaction or in a transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let database = env.database_of(&self.name)?;
        Ok(define(env, |env| alter(env, &database, &self.name, &self.options))?)
    }
}

impl Command for SequenceRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.drop_each(&self.names, "sequence object")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| env.object_events(EventType::DROP_SEQUENCE, &self.names, "SEQUENCE"))
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define_each(env, &self.names, |env, name| drop_one(env, self.if_exists, name))?)
    }
}

fn create(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    name: &ObjectName,
    options: &SequenceOptions,
) -> Result<(), SqlError> {
    env.define_object(database)?;
    let catalog = env.catalog(database);
    let name = &env.state.new_name(name);
    let schema = schema_of_new(&catalog, name)?;
    env.lock_name(database, schema, &name.object)?;
    env.pin_found()?;
    if catalog.is_taken(schema, &name.object) {
        return Err(SqlError::object_exists(&name.object));
    }
    let progression = options.create(&name.to_string())?;
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let enlisted = env.state.transaction.work.enlist(database);
    let id = database.new_object();
    let place = access::Sequence::create(&database.storage, &mut enlisted.transaction, id).map_err(failed)?;
    let (schema, object) = (schema.to_owned(), name.object.clone());
    let sequence = Sequence { id, schema, name: object, progression, root: place.root };
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    stored.insert_sequence(&mut enlisted.transaction, &sequence).map_err(failed)?;
    database.forget_generator(&sequence);
    let next = catalog.with_sequence(sequence).ok_or_else(|| SqlError::object_exists(&name.object))?;
    env.state.transaction.define(database, next)
}

fn alter(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    name: &ObjectName,
    options: &SequenceOptions,
) -> Result<(), SqlError> {
    let unknown = || SqlError::invalid_object_name(name.to_string());
    let Some(old) = own(env, database, name)? else { return Err(unknown()) };
    let failed = |error: StorageError| sql_error(&error, &database.name);
    // Saves the exact current value: a rollback continues from it.
    let current = database.generator(&old).and_then(|generator| generator.settle()).map_err(failed)?;
    let progression = options.alter(&old, current, &name.to_string())?;
    let catalog = env.catalog(database);
    let enlisted = env.state.transaction.work.enlist(database);
    let transaction = &mut enlisted.transaction;
    let place = access::Sequence::create(&database.storage, transaction, old.id).map_err(failed)?;
    let sequence = Sequence { progression, root: place.root, ..Sequence::clone(&old) };
    if options.restart.is_none() {
        place.set_recovery_value(&database.storage, current).map_err(failed)?;
    }
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    stored.delete_sequence(transaction, &old).map_err(failed)?;
    stored.insert_sequence(transaction, &sequence).map_err(failed)?;
    defer_drop(&database.storage, transaction, old.root).map_err(failed)?;
    database.forget_generator(&sequence);
    let next = catalog.without_sequence(&old).with_sequence(sequence).ok_or_else(unknown)?;
    env.state.transaction.define(database, next)
}

fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, name: &ObjectName) -> Result<(), SqlError> {
    let unknown = || SqlError::cannot_drop("drop", "sequence object", name.to_string());
    let database = match env.find_database_of(name)? {
        Some(database) => database,
        None if if_exists => return Ok(()),
        None => return Err(unknown()),
    };
    let sequence = match own(env, &database, name)? {
        Some(sequence) => sequence,
        None => {
            let catalog = env.catalog(&database);
            refuse_other_kind(&catalog, &env.existing(name), ("sequence", &name.to_string()))?;
            return if if_exists { Ok(()) } else { Err(unknown()) };
        }
    };
    let failed = |error: StorageError| sql_error(&error, &database.name);
    env.lock_name(&database, &sequence.schema, &sequence.name)?;
    let catalog = env.catalog(&database);
    if let Some(user) = user_of(&catalog, &sequence) {
        return Err(SqlError::object_is_referenced("DROP SEQUENCE", name.to_string(), user));
    }
    let kept = without_permissions(env, &database, &catalog, (SecurableClass::Object, sequence.id.0))?;
    let enlisted = env.state.transaction.work.enlist(&database);
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    stored.delete_sequence(&mut enlisted.transaction, &sequence).map_err(failed)?;
    defer_drop(&database.storage, &mut enlisted.transaction, sequence.root).map_err(failed)?;
    env.state.transaction.define(&database, kept.without_sequence(&sequence))
}

/// Returns the name of a schema-bound module that names `sequence`, or of a DEFAULT constraint that
/// draws from it.
fn user_of(catalog: &Catalog, sequence: &Sequence) -> Option<String> {
    let (schema, name) = (&sequence.schema, &sequence.name);
    namer_of(catalog, schema, name).or_else(|| default_of_sequence(catalog, schema, name))
}

/// Returns the sequence `name`, locked with Sch-M until the transaction ends; `None` if it doesn't
/// exist.
fn own(env: &mut Env<'_, '_>, database: &Arc<Database>, name: &ObjectName) -> Result<Option<Arc<Sequence>>, SqlError> {
    let catalog = env.catalog(database);
    let Some(sequence) = catalog.sequence(&env.existing(name)) else { return Ok(None) };
    env.state.transaction.begin_defining(database)?;
    env.lock_object(database.table(sequence.id))?;
    Ok(Some(Arc::clone(sequence)))
}
