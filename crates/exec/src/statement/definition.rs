//! How a definition comes to have what it needs for itself.
//!
//! A definition reads one state of each catalog ([`Env::catalog`]) and locks what it finds there. If a lock is new to the
//! transaction and the catalog gives other answers by then, the definition is undone and made again, with the locks that it has:
//! so each attempt has more of them, and the last one has all before it looks. Nothing is written before the locks are taken.
//!
//! | what | lock, until the transaction ends |
//! |---|---|
//! | the name of what is made, dropped, renamed or moved, and of its constraints and triggers | X on the name |
//! | what is altered or dropped; the table that a new foreign key refers to; the table of a trigger | Sch-M |
//! | schema, types and objects that the definition was bound to | Sch-S |
//! | the database's definitions | IX |
//!
//! Names of a session's own temporary tables take no lock: nobody else has them.

use super::Env;
use crate::state::Definition;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Table};
use sluice_table::database::Database;
use sluice_table::storage_error::is_lock_error;
use sluice_table::temporary::is_private;
use sluice_txn::{LockMode, Resource};
use sluice_types::SqlError;

/// Makes a definition, inside the session's transaction or as one of its own: as a whole or not at all.
pub(super) fn define<T>(
    env: &mut Env<'_, '_>,
    make: impl FnMut(&mut Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let before = env.begin_change()?;
    let result = attempt(env, make);
    env.settle(before, result)
}

/// The same, within a statement that the caller settles.
pub(super) fn attempt<T>(
    env: &mut Env<'_, '_>,
    mut make: impl FnMut(&mut Env<'_, '_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let before = env.state.work.mark();
    loop {
        let started = Definition { is_active: true, ..Definition::default() };
        let around = std::mem::replace(&mut env.state.definition, started);
        let result = make(env);
        let made = std::mem::replace(&mut env.state.definition, around);
        let is_again = match &result {
            _ if made.is_outdated => true,
            // The look-ups have other answers after its own changes.
            Ok(_) if env.state.work.mark().has_defined_since(&before) => false,
            Err(error) if is_lock_error(error) => false,
            // It has found what somebody is about to drop, or not found what somebody is about to make.
            outcome => env.state.wait_for_definers(&mut made.seen.dependencies(), outcome.is_err())?,
        };
        if !is_again {
            return result;
        }
        env.state.work.roll_back_to(before.clone())?;
    }
}

impl Env<'_, '_> {
    /// The names of `database` as the definition that is being made sees them.
    pub(super) fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.state.definition.seen.catalog(database, self.state.work.definitions())
    }

    /// Locks the name of an object in a schema before it is made, dropped or renamed.
    pub(super) fn lock_name(&mut self, database: &Arc<Database>, schema: &str, name: &str) -> Result<(), SqlError> {
        if is_private(name) {
            return Ok(());
        }
        let resource = database.object_name(&self.catalog(database), schema, name);
        resource.map_or(Ok(()), |resource| self.state.lock_definition(resource, LockMode::Exclusive))
    }

    /// Locks the name of a type in a schema.
    pub(super) fn lock_type_name(
        &mut self,
        database: &Arc<Database>,
        schema: &str,
        name: &str,
    ) -> Result<(), SqlError> {
        let resource = database.type_name(&self.catalog(database), schema, name);
        resource.map_or(Ok(()), |resource| self.state.lock_definition(resource, LockMode::Exclusive))
    }

    /// Locks the names of a table and of its constraints. Nobody but its session makes constraints of a temporary table whose
    /// names the system has chosen.
    pub(super) fn lock_table_names(&mut self, database: &Arc<Database>, table: &Table) -> Result<(), SqlError> {
        self.lock_name(database, &table.schema, &table.name)?;
        let is_shared = !is_private(&table.name);
        let of_keys = table.indexes.iter().filter_map(|index| Some((&index.name, index.constraint?.is_system_named)));
        let others = table.constraints.iter().map(|constraint| (&constraint.name, constraint.is_system_named));
        for (name, _) in of_keys.chain(others).filter(|(_, is_system_named)| is_shared || !is_system_named) {
            self.lock_name(database, &table.schema, name)?;
        }
        Ok(())
    }

    /// Has an object for itself, to alter or drop it.
    pub(super) fn lock_object(&mut self, object: Resource) -> Result<(), SqlError> {
        self.state.lock_definition(object, LockMode::SchemaModification)
    }

    /// Keeps all that the definition has found as it is until the transaction ends.
    pub(super) fn pin_found(&mut self) -> Result<(), SqlError> {
        for resource in self.state.definition.seen.dependencies().found() {
            self.state.lock_definition(resource, LockMode::SchemaStability)?;
            if !self.state.pinned.contains(&resource) {
                self.state.pinned.push(resource);
            }
        }
        Ok(())
    }
}
