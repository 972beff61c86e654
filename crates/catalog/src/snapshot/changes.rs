//! Snapshots derived from a snapshot by a change.

use super::{Catalog, Named, key};
use crate::change::Change;
use crate::module::Module;
use crate::object::Object;
use crate::schema::{Schema, SchemaId};
use crate::security::{Scope, Security};
use crate::sequence::Sequence;
use crate::table::Table;
use crate::type_id::TypeId;
use crate::user_type::UserType;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_base::trie_map::TrieMap;

impl Catalog {
    /// Returns this snapshot with a change, which is applied and recorded. The version is the next
    /// one.
    pub(super) fn changed(&self, change: Change) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.apply(&change);
        next.changes.push(change);
        next
    }

    /// Returns this snapshot with other principals or permissions: those of the database or, by
    /// their scope, of the server.
    pub fn with_security(&self, security: Security) -> Catalog {
        let before = match security.scope() {
            Scope::Database => Arc::clone(&self.security),
            Scope::Server => self.server.clone().unwrap_or_else(|| Arc::new(Security::empty(Scope::Server))),
        };
        self.changed(Change::Security(before, Arc::new(security)))
    }

    /// Returns this snapshot with an added table, or `None` if its name or the name of one of its
    /// constraints is taken in its schema. The new names aren't compared with each other.
    pub fn with_table(&self, table: Table) -> Option<Catalog> {
        let is_taken = |name| self.has_name(&table.schema, name);
        if is_taken(&table.name) || table.constraint_names().any(is_taken) {
            return None;
        }
        Some(self.changed(Change::Object(None, Some(Object::Table(Arc::new(table))))))
    }

    /// Returns this snapshot without the table `id`, its keys, constraints and indexes. Unchanged
    /// if there is no such table. Its triggers and extended properties stay.
    pub fn without_table(&self, id: ObjectId) -> Catalog {
        self.without(id)
    }

    /// Returns this snapshot with another definition of an existing table, or of the rows of an
    /// existing view. The table must keep its name, and the names of its new constraints must be
    /// free.
    pub fn with_changed(&self, table: Table) -> Catalog {
        let before = self.objects.get(&table.id).cloned();
        let after = match &before {
            Some(known) => known.with_stored(table),
            None => Object::Table(Arc::new(table)),
        };
        self.changed(Change::Object(before, Some(after)))
    }

    /// Returns this snapshot with a view that has no rows and indexes of its own any more.
    pub fn without_rows(&self, view: &Module) -> Catalog {
        let before = self.objects.get(&view.id).cloned();
        let after = Object::Module(Arc::new(Module { rows: None, ..view.clone() }));
        self.changed(Change::Object(before, Some(after)))
    }

    /// Returns this snapshot with an added sequence, or `None` if its name is taken.
    pub fn with_sequence(&self, sequence: Sequence) -> Option<Catalog> {
        self.with_named(Object::Sequence(Arc::new(sequence)))
    }

    /// Returns this snapshot without a sequence. Unchanged if there is no such sequence.
    pub fn without_sequence(&self, sequence: &Sequence) -> Catalog {
        self.without(sequence.id)
    }

    /// Returns this snapshot with an added module, or `None` if its name is taken.
    pub fn with_module(&self, module: Module) -> Option<Catalog> {
        self.with_named(Object::Module(Arc::new(module)))
    }

    /// Returns this snapshot without a module. Unchanged if there is no such module. The triggers
    /// of a view stay.
    pub fn without_module(&self, module: &Module) -> Catalog {
        self.without(module.id)
    }

    fn with_named(&self, object: Object) -> Option<Catalog> {
        let is_taken = self.has_name(object.schema(), object.name());
        (!is_taken).then(|| self.changed(Change::Object(None, Some(object))))
    }

    fn without(&self, id: ObjectId) -> Catalog {
        match self.objects.get(&id).cloned() {
            Some(object) => self.changed(Change::Object(Some(object), None)),
            None => self.clone(),
        }
    }

    /// Returns this snapshot with an added schema, whose name must be free.
    pub fn with_schema(&self, schema: Schema) -> Catalog {
        self.changed(Change::Schema(None, Some(schema)))
    }

    /// Returns this snapshot without a user-defined schema, which must be empty. Unchanged if there
    /// is no such schema.
    pub fn without_schema(&self, id: SchemaId) -> Catalog {
        match self.schemas.iter().find(|schema| schema.id == id).cloned() {
            Some(schema) => self.changed(Change::Schema(Some(schema), None)),
            None => self.clone(),
        }
    }

    /// Returns this snapshot with an added type, or `None` if its name is taken.
    pub fn with_type(&self, user_type: UserType) -> Option<Catalog> {
        if self.type_in(&user_type.schema, &user_type.name).is_some() {
            return None;
        }
        Some(self.changed(Change::Type(None, Some(Arc::new(user_type)))))
    }

    /// Returns this snapshot without a type. Unchanged if there is no such type.
    pub fn without_type(&self, id: TypeId) -> Catalog {
        match self.types.iter().find(|user_type| user_type.id == id).cloned() {
            Some(user_type) => self.changed(Change::Type(Some(user_type), None)),
            None => self.clone(),
        }
    }

    /// Returns this snapshot with a copy of a table in place of the table, so that plans for the
    /// table are chosen again. Version and recorded changes stay.
    pub fn with_renewed(&self, id: ObjectId) -> Catalog {
        let mut next = self.clone();
        let renewed = match self.objects.get(&id) {
            Some(Object::Table(table)) => Object::Table(Arc::new(Table::clone(table))),
            Some(Object::Module(view)) if view.rows.is_some() => Object::Module(Arc::new(Module::clone(view))),
            _ => return next,
        };
        next.objects.insert(id, renewed);
        next
    }

    /// Applies a change made to another state of these names. The changed thing is the same in both
    /// states, because its changer holds a lock on it. Dates and properties are replaced in the
    /// same way; security is merged, since many may change it at once.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Object(before, after) => {
                if let Some(before) = before {
                    debug_assert!(self.has_state(before), "two transactions have changed the same object");
                    self.take(before.id());
                }
                if let Some(after) = after {
                    debug_assert!(
                        !self.objects.contains_key(&after.id()),
                        "two transactions have created the same object"
                    );
                    self.put(after.clone());
                }
            }
            Change::Schema(before, after) => {
                let schemas = Arc::make_mut(&mut self.schemas);
                schemas.retain(|known| before.as_ref().is_none_or(|before| known.id != before.id));
                if let Some(after) = after {
                    schemas.insert(schemas.partition_point(|known| known.id < after.id), after.clone());
                }
            }
            Change::Type(before, after) => {
                let types = Arc::make_mut(&mut self.types);
                types.retain(|known| before.as_ref().is_none_or(|before| known.id != before.id));
                if let Some(after) = after {
                    types.insert(types.partition_point(|known| known.id < after.id), Arc::clone(after));
                }
            }
            Change::Dates(id, Some(dates)) => drop(self.dates.insert(*id, *dates)),
            Change::Dates(id, None) => drop(self.dates.remove(id)),
            Change::Property(before, after) => self.properties.replace(before.as_deref(), after.as_ref()),
            Change::Security(before, after) => {
                let own = match after.scope() {
                    Scope::Database => &mut self.security,
                    Scope::Server => self.server.get_or_insert_with(|| Arc::clone(before)),
                };
                *own = if Arc::ptr_eq(own, before) { Arc::clone(after) } else { Arc::new(own.merged(before, after)) };
            }
        }
    }

    /// Whether an object has the same state here, apart from statistics.
    fn has_state(&self, object: &Object) -> bool {
        match (self.objects.get(&object.id()), object) {
            (Some(Object::Table(known)), Object::Table(table)) => known.is_defined_as(table),
            (Some(Object::Module(known)), Object::Module(module)) => match (&known.rows, &module.rows) {
                (Some(known), Some(rows)) => known.is_defined_as(rows),
                _ => Arc::ptr_eq(known, module),
            },
            (Some(known), object) => known.is_same(object),
            (None, _) => false,
        }
    }

    /// Removes an object, its names and links. Does nothing if there is none. Its constraints, as
    /// referrer and as trigger, are unlinked; dates and properties stay.
    pub(super) fn take(&mut self, id: ObjectId) {
        let Some(object) = self.objects.remove(&id) else { return };
        if has_name(&object) {
            self.names.remove(&key(object.schema(), object.name()));
        }
        match &object {
            Object::Table(table) => {
                table.constraint_names().for_each(|name| {
                    self.names.remove(&key(&table.schema, name));
                });
                table.constraint_ids().for_each(|owned| {
                    self.owners.remove(&owned);
                });
                table.foreign_keys().for_each(|(_, key)| unlink(&mut self.referrers, key.referenced, id));
            }
            Object::Module(module) => {
                module.trigger_parent().into_iter().for_each(|parent| unlink(&mut self.triggers, parent, id));
                let bases = module.rows.iter().flat_map(|rows| &rows.bases);
                bases.for_each(|base| unlink(&mut self.indexed_views, *base, id));
            }
            Object::Sequence(_) => {}
        }
    }

    /// Adds an object, its names and links. The object must not be there. An object without a name
    /// is found by its id alone.
    pub(super) fn put(&mut self, object: Object) {
        let id = object.id();
        if has_name(&object) {
            self.names.insert(key(object.schema(), object.name()), Named::Object(id));
        }
        match &object {
            Object::Table(table) => {
                for name in table.constraint_names() {
                    self.names.insert(key(&table.schema, name), Named::Constraint(id));
                }
                table.constraint_ids().for_each(|owned| {
                    self.owners.insert(owned, id);
                });
                table.foreign_keys().for_each(|(_, key)| link(&mut self.referrers, key.referenced, id));
            }
            Object::Module(module) => {
                module.trigger_parent().into_iter().for_each(|parent| link(&mut self.triggers, parent, id));
                let bases = module.rows.iter().flat_map(|rows| &rows.bases);
                bases.for_each(|base| link(&mut self.indexed_views, *base, id));
            }
            Object::Sequence(_) => {}
        }
        self.objects.insert(id, object);
    }
}

/// Whether the object's name is among those of a schema. Names of DDL triggers are not.
fn has_name(object: &Object) -> bool {
    object.module().is_none_or(|module| module.ddl.is_none())
}

/// Adds `id` to the links to `to`, which stay ordered.
fn link(links: &mut TrieMap<ObjectId, Arc<[ObjectId]>>, to: ObjectId, id: ObjectId) {
    let mut ids = links.get(&to).map_or_else(Vec::new, |ids| ids.to_vec());
    if let Err(place) = ids.binary_search_by_key(&id.0, |known| known.0) {
        ids.insert(place, id);
        links.insert(to, ids.into());
    }
}

/// Removes `id` from the links to `to`.
fn unlink(links: &mut TrieMap<ObjectId, Arc<[ObjectId]>>, to: ObjectId, id: ObjectId) {
    let Some(ids) = links.get(&to) else { return };
    let left: Vec<ObjectId> = ids.iter().copied().filter(|known| *known != id).collect();
    if left.is_empty() { drop(links.remove(&to)) } else { drop(links.insert(to, left.into())) }
}
