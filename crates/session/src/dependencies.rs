//! The catalog lookups of a statement. They decide whether its plan is still valid, which
//! definitions it locks, and for which uncommitted definitions it waits.
//!
//! Invariant: a plan runs only while every lookup that it was made from returns the same answer.
//! Catalog versions are compared first, because most often nothing has changed.

use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{Catalog, Lookup, Lookups, NameKey, Object};
use sluice_table::database::Database;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::temporary::is_private;
use sluice_txn::{LockGate, LockMode, MetadataKind, Resource, StorageError};

/// The catalogs that a statement reads while it is bound. Each is read in one state, and its
/// lookups are recorded.
#[derive(Default)]
pub struct SeenCatalogs(Mutex<Vec<Seen>>);

struct Seen {
    database: Arc<Database>,
    catalog: Arc<Catalog>,
    lookups: Arc<Lookups>,
}

impl SeenCatalogs {
    /// Returns the catalog of `database` with the transaction's `definitions` applied. The result
    /// is the same for the whole statement. It records each lookup made through it.
    pub fn catalog(&self, database: &Arc<Database>, definitions: &OwnDefinitions) -> Arc<Catalog> {
        let mut seen = self.0.lock();
        if let Some(known) = seen.iter().find(|known| Arc::ptr_eq(&known.database, database)) {
            return Arc::clone(&known.catalog);
        }
        let lookups = Arc::default();
        let catalog = Arc::new(definitions.catalog(database).watched(&lookups));
        seen.push(Seen { database: Arc::clone(database), catalog: Arc::clone(&catalog), lookups });
        catalog
    }

    /// Returns the lookups so far. One entry for each database that was read.
    pub fn dependencies(&self) -> Dependencies {
        let one = |seen: &Seen| Dependency {
            database: Arc::clone(&seen.database),
            version: seen.catalog.version(),
            lookups: seen.lookups.all(),
        };
        Dependencies(self.0.lock().iter().map(one).collect())
    }

    /// Waits by `gate` for transactions that are creating, altering or dropping the looked-up
    /// objects. Returns whether any answer has changed. Fails if the wait fails, as by a timeout or
    /// deadlock.
    pub fn wait_for_definers(&self, gate: &LockGate, definitions: &OwnDefinitions) -> Result<bool, StorageError> {
        self.dependencies().pass(true, &mut |resource, mode| gate.pass(resource, mode))?;
        Ok(!self.are_current(definitions))
    }

    /// Whether all lookups so far still return the same answers. A catalog of the same version
    /// isn't compared.
    pub fn are_current(&self, definitions: &OwnDefinitions) -> bool {
        self.0.lock().iter().all(|seen| {
            seen.catalog.version() == definitions.version(&seen.database)
                || definitions.catalog(&seen.database).answers_as(&seen.lookups)
        })
    }
}

/// The lookups of a statement, by database.
#[derive(Clone, Default)]
pub struct Dependencies(Vec<Dependency>);

#[derive(Clone)]
struct Dependency {
    database: Arc<Database>,
    // Newest catalog version in which the answers are known to hold.
    version: u64,
    lookups: Vec<Lookup>,
}

impl Dependencies {
    /// Whether all lookups still return the same answers. Remembers the catalogs' versions for
    /// which they do.
    #[inline]
    pub fn are_current(&mut self, definitions: &OwnDefinitions) -> bool {
        let is_same =
            |one: &mut Dependency| one.version == definitions.version(&one.database) || one.holds(definitions);
        self.0.iter_mut().all(is_same)
    }

    /// Whether the statement looked up a private temporary table.
    pub fn has_private_names(&self) -> bool {
        let is_private = |lookup: &Lookup| matches!(lookup, Lookup::Name((_, name), _) if is_private(name.as_str()));
        self.0.iter().any(|one| one.database.storage.is_temporary() && one.lookups.iter().any(is_private))
    }

    /// Returns the lock resources of the modules and sequences found. Tables are locked separately
    /// for their rows.
    pub fn modules(&self) -> impl Iterator<Item = Resource> + '_ {
        let others = self.objects().filter(|(_, object)| !matches!(object, Object::Table(_)));
        others.map(|(database, object)| database.table(object.id()))
    }

    /// Returns the lock resources that protect everything found (objects, schemas and types) from
    /// ALTER and DROP.
    pub fn found(&self) -> Vec<Resource> {
        let objects = self.objects().map(|(database, object)| database.table(object.id()));
        let others = self.0.iter().flat_map(|one| one.lookups.iter().filter_map(|lookup| one.metadata(lookup)));
        objects.chain(others).collect()
    }

    /// The objects found, with their databases: triggers and indexed views too, private temporary
    /// tables not. An object that was found repeatedly is there repeatedly.
    fn objects(&self) -> impl Iterator<Item = (&Arc<Database>, &Object)> {
        self.0.iter().flat_map(|one| {
            let is_own = |object: &&Object| !is_private(object.name());
            let found = one.lookups.iter().flat_map(|lookup| match lookup {
                Lookup::Triggers(_, found) | Lookup::IndexedViews(_, found) => found.as_slice(),
                other => other.object().map_or(&[][..], std::slice::from_ref),
            });
            found.filter(is_own).map(|object| (&one.database, object))
        })
    }

    /// Waits by `pass` until no other transaction is creating an object that the statement looked
    /// up and didn't find. If `finds_too`, also waits for transactions that alter or drop what was
    /// found. `pass` waits for a resource without keeping it, and returns whether it waited; its
    /// errors end the call.
    pub fn pass(
        &self,
        finds_too: bool,
        pass: &mut dyn FnMut(Resource, LockMode) -> Result<bool, StorageError>,
    ) -> Result<(), StorageError> {
        for one in &self.0 {
            for lookup in &one.lookups {
                match lookup {
                    Lookup::Name(key, None) => {
                        if let Some(name) = one.name(key) {
                            pass(name, LockMode::Shared)?;
                        }
                    }
                    Lookup::Type(key, None) => {
                        if let Some(name) = one.type_name(key) {
                            pass(name, LockMode::Shared)?;
                        }
                    }
                    Lookup::Schema(name, None) => {
                        pass(one.database.schema_name(name.as_str()), LockMode::Shared)?;
                    }
                    found if finds_too => {
                        if let Some(resource) = one.metadata(found) {
                            pass(resource, LockMode::SchemaStability)?;
                        }
                    }
                    _ => {}
                }
            }
        }
        if finds_too {
            for (database, object) in self.objects() {
                pass(database.table(object.id()), LockMode::SchemaStability)?;
            }
        }
        Ok(())
    }
}

impl Dependency {
    /// Whether the lookups return the same answers now. If so, notes the version of the catalog.
    #[cold]
    fn holds(&mut self, definitions: &OwnDefinitions) -> bool {
        let catalog = definitions.catalog(&self.database);
        let holds = self.lookups.iter().all(|lookup| catalog.still_holds(lookup));
        if holds {
            self.version = catalog.version();
        }
        holds
    }

    /// The lock resource of a name; `None` if no other session can create the name.
    fn name(&self, (schema, name): &NameKey) -> Option<Resource> {
        if is_private(name.as_str()) || schema.as_str().eq_ignore_ascii_case(SYSTEM_SCHEMA) {
            return None;
        }
        self.database.object_name(&self.database.catalog(), schema.as_str(), name.as_str())
    }

    /// The lock resource of the name of a type; `None` if no other session can create it.
    fn type_name(&self, (schema, name): &NameKey) -> Option<Resource> {
        self.database.type_name(&self.database.catalog(), schema.as_str(), name.as_str())
    }

    /// The lock resource of a schema or type that was found; `None` for another lookup.
    fn metadata(&self, lookup: &Lookup) -> Option<Resource> {
        let metadata = |kind, number: i32| self.database.metadata(kind, number);
        let schema = lookup.schema().map(|id| metadata(MetadataKind::Schema, id.0));
        schema.or_else(|| lookup.user_type().map(|id| metadata(MetadataKind::Type, id.0)))
    }
}
