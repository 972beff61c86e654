//! Locks and retries of statements that define objects.
//!
//! A definition reads one state of each catalog ([`Env::catalog`]) and locks the objects it finds
//! there. If a lock is new to the transaction and the catalog has changed by then, the definition
//! is undone and repeated with the locks held. Each attempt holds more locks, and the last attempt
//! holds all of them before it looks anything up. Nothing is written before the locks are taken.
//!
//! | resource | lock, until the transaction ends |
//! |---|---|
//! | name of an object created, dropped, renamed or moved; its constraints and triggers | X |
//! | object altered or dropped; table of a new foreign key or a trigger | Sch-M |
//! | schema, types and objects that the definition refers to | Sch-S |
//! | the database's definitions | IX |
//!
//! A session's own temporary tables need no name locks: no other session can see them.

use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, DdlScope, Table};
use sluice_session::transaction::Definition;
use sluice_session::work::Enlisted;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::{is_lock_error, sql_error};
use sluice_table::temporary::is_private;
use sluice_txn::{LockMode, Resource, StorageError};
use sluice_types::SqlError;

/// Makes a definition inside the session's transaction, or in a transaction of its own. The
/// definition succeeds as a whole or not at all.
pub(in crate::statement) fn define<T>(
    env: &mut Env<'_, '_>,
    make: impl FnMut(&mut Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let before = env.begin_change()?;
    let result = attempt(env, make);
    env.settle(before, result)
}

/// Drops objects, each as a definition of its own, so those dropped before a failure stay dropped.
/// The statement goes on after an object that doesn't exist (3701) and fails at its end.
pub(in crate::statement) fn define_each<N>(
    env: &mut Env<'_, '_>,
    names: &[N],
    mut drop_one: impl FnMut(&mut Env<'_, '_>, &N) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let mut missing: Option<SqlError> = None;
    for name in names {
        if let Err(error) = define(env, |env| drop_one(env, name)) {
            let goes_on = error.number == CANNOT_DROP;
            let error = match missing.take() {
                Some(before) => error.after(before),
                None => error,
            };
            if !goes_on {
                return Err(error);
            }
            missing = Some(error);
        }
    }
    missing.map_or(Ok(()), Err)
}

/// Makes a definition, as [`define`] does, within a statement that the caller settles. `make` may
/// run several times: what it did is undone before it is repeated, so it must depend on nothing
/// that it changed elsewhere. It's repeated if a lock was new and the names had changed meanwhile.
/// Returns the last result.
pub(in crate::statement) fn attempt<T>(
    env: &mut Env<'_, '_>,
    mut make: impl FnMut(&mut Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let before = env.state.transaction.work.mark();
    loop {
        let started = Definition { is_active: true, ..Definition::default() };
        let around = std::mem::replace(&mut env.state.transaction.definition, started);
        let result = make(env);
        let made = std::mem::replace(&mut env.state.transaction.definition, around);
        let is_again = match &result {
            _ if made.is_outdated => true,
            // The definition's own changes alter the look-ups; that needs no retry.
            Ok(_) if env.state.transaction.work.mark().has_defined_since(&before) => false,
            Err(error) if is_lock_error(error) => false,
            // The definition found an object being dropped, or missed an object being created: wait
            // for that transaction.
            outcome => env.state.transaction.wait_for_definers(&mut made.seen.dependencies(), outcome.is_err())?,
        };
        if !is_again {
            return result;
        }
        env.roll_back_to(before.clone())?;
    }
}

/// Writes a change to the stored catalog and makes `next` the current catalog of the transaction.
/// `write` writes the rows within the session's transaction. Other sessions see `next` after the
/// commit.
pub(in crate::statement) fn store(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    next: Catalog,
    write: impl Fn(&StoredCatalog<'_>, &mut Enlisted) -> Result<(), StorageError>,
) -> Result<(), SqlError> {
    let enlisted = env.state.transaction.work.enlist(database);
    let stored = StoredCatalog::open(&database.storage);
    let written = stored.and_then(|stored| write(&stored, enlisted));
    written.map_err(|error| sql_error(&error, &database.name))?;
    env.state.transaction.define(database, next)
}

impl Env<'_, '_> {
    /// The names of `database` as the current definition sees them.
    pub(in crate::statement) fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.state.transaction.definition.seen.catalog(database, self.state.transaction.work.definitions())
    }

    /// Locks the name of an object in a schema before the object is created, dropped or renamed. A
    /// session's private temporary table needs no lock. A name in an unknown schema needs none
    /// either.
    pub(in crate::statement) fn lock_name(
        &mut self,
        database: &Arc<Database>,
        schema: &str,
        name: &str,
    ) -> Result<(), SqlError> {
        if is_private(name) {
            return Ok(());
        }
        let resource = database.object_name(&self.catalog(database), schema, name);
        resource.map_or(Ok(()), |resource| self.state.transaction.lock_definition(resource, LockMode::Exclusive))
    }

    /// Locks the name of a DDL trigger before it is created, altered or dropped.
    pub(in crate::statement) fn lock_ddl_trigger(
        &mut self,
        database: &Arc<Database>,
        scope: DdlScope,
        name: &str,
    ) -> Result<(), SqlError> {
        let resource = database.ddl_trigger_name(scope, name);
        self.state.transaction.lock_definition(resource, LockMode::Exclusive)
    }

    /// Locks the name of a type in a schema. Does nothing if there is no such schema.
    pub(in crate::statement) fn lock_type_name(
        &mut self,
        database: &Arc<Database>,
        schema: &str,
        name: &str,
    ) -> Result<(), SqlError> {
        let resource = database.type_name(&self.catalog(database), schema, name);
        resource.map_or(Ok(()), |resource| self.state.transaction.lock_definition(resource, LockMode::Exclusive))
    }

    /// Locks the names of a table and its constraints. System-named constraints of temporary tables
    /// need no lock: only their own session can make them. Waits for their holders; the locks stay
    /// until the transaction ends.
    pub(in crate::statement) fn lock_table_names(
        &mut self,
        database: &Arc<Database>,
        table: &Table,
    ) -> Result<(), SqlError> {
        self.lock_name(database, &table.schema, &table.name)?;
        let is_shared = !is_private(&table.name);
        let of_keys = table.indexes.iter().filter_map(|index| Some((&index.name, index.constraint?.is_system_named)));
        let others = table.constraints.iter().map(|constraint| (&constraint.name, constraint.is_system_named));
        for (name, _) in of_keys.chain(others).filter(|(_, is_system_named)| is_shared || !is_system_named) {
            self.lock_name(database, &table.schema, name)?;
        }
        Ok(())
    }

    /// Locks an object with Sch-M to alter or drop it.
    pub(in crate::statement) fn lock_object(&mut self, object: Resource) -> Result<(), SqlError> {
        self.state.transaction.lock_definition(object, LockMode::SchemaModification)
    }

    /// Locks all objects that the definition refers to with Sch-S until the transaction ends. So
    /// none of them can be altered or dropped meanwhile. The locks survive the end of the
    /// statement.
    pub(in crate::statement) fn pin_found(&mut self) -> Result<(), SqlError> {
        for resource in self.state.transaction.definition.seen.dependencies().found() {
            self.state.transaction.lock_definition(resource, LockMode::SchemaStability)?;
            if !self.state.transaction.pinned.contains(&resource) {
                self.state.transaction.pinned.push(resource);
            }
        }
        Ok(())
    }
}

/// The number of "Cannot drop … because it does not exist or you do not have permission."
const CANNOT_DROP: i32 = 3701;
