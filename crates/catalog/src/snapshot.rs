//! A state of a database's names.
//!
//! # Invariants
//! - A snapshot never changes. A snapshot derived from it has a greater version.
//! - No two objects (tables, their constraints, sequences, modules) of a snapshot share an id or a
//!   (schema, name). No two schemas share an id or a name.
//! - Every object is in an existing schema; no object is in `sys` or `INFORMATION_SCHEMA`.
//! - The same holds for user-defined types, whose names are separate from the names of objects.

use crate::change::Change;
use crate::dates::Dates;
use crate::dating::Differing;
use crate::ddl_trigger::DdlScope;
use crate::lookups::{Lookup, Lookups, NameKey};
use crate::module::Module;
use crate::name::{self, Folded, ObjectName};
use crate::object::Object;
use crate::property::{ExtendedProperty, Properties};
use crate::rule::{Constraint, ForeignKey};
use crate::schema::{self, Schema, SchemaId};
use crate::security::{ObjectKind, Security};
use crate::sequence::Sequence;
use crate::table::Table;
use crate::type_id::TypeId;
use crate::user_type::{self, UserType};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_base::trie_map::TrieMap;

mod changes;

pub use crate::schema::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};

/// An immutable snapshot of a database's objects. Clones share their common parts. The maps are
/// persistent trees, so a derived snapshot costs only what differs. A watched snapshot notes each
/// look-up with its answer, also that nothing was found.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    version: u64,
    objects: TrieMap<ObjectId, Object>,
    names: TrieMap<NameKey, Named>,
    // Tables with foreign keys to a table, in the order of their ids.
    referrers: TrieMap<ObjectId, Arc<[ObjectId]>>,
    // The table of a key or constraint.
    owners: TrieMap<ObjectId, ObjectId>,
    // Triggers of a table or view, in the order of their ids.
    triggers: TrieMap<ObjectId, Arc<[ObjectId]>>,
    // Indexed views that read a table, in the order of their ids.
    indexed_views: TrieMap<ObjectId, Arc<[ObjectId]>>,
    // User-defined schemas and those of fixed roles, in the order of their ids.
    schemas: Arc<Vec<Schema>>,
    // User-defined types, in the order of their ids.
    types: Arc<Vec<Arc<UserType>>>,
    // Dates of objects and of the database itself (object 0).
    dates: TrieMap<ObjectId, Dates>,
    properties: Properties,
    security: Arc<Security>,
    // The server's principals, in master only.
    server: Option<Arc<Security>>,
    // Differences from the snapshot that this snapshot was derived from.
    changes: Vec<Change>,
    // The record of the answers, if the snapshot is watched.
    lookups: Option<Arc<Lookups>>,
}

/// The kinds of named things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    Object(ObjectId),
    /// A constraint, found through its table.
    Constraint(ObjectId),
}

impl Catalog {
    /// Returns the snapshot of a database without tables, version 0.
    pub fn empty() -> Catalog {
        Catalog::default()
    }

    /// Returns a snapshot of `tables` with the version `version` and nothing else.
    pub fn from_tables(version: u64, tables: impl IntoIterator<Item = Table>) -> Catalog {
        let mut catalog = Catalog { version, ..Catalog::default() };
        tables.into_iter().for_each(|table| catalog.put(Object::Table(Arc::new(table))));
        catalog
    }

    /// Adds sequences to a snapshot under construction.
    pub fn and_sequences(mut self, sequences: impl IntoIterator<Item = Sequence>) -> Catalog {
        sequences.into_iter().for_each(|sequence| self.put(Object::Sequence(Arc::new(sequence))));
        self
    }

    /// Adds modules to a snapshot under construction.
    pub fn and_modules(mut self, modules: impl IntoIterator<Item = Module>) -> Catalog {
        modules.into_iter().for_each(|module| self.put(Object::Module(Arc::new(module))));
        self
    }

    /// Sets the user-defined schemas, in the order of their ids.
    pub fn and_schemas(mut self, schemas: Vec<Schema>) -> Catalog {
        self.schemas = Arc::new(schemas);
        self
    }

    /// Sets the user-defined types, in the order of their ids.
    pub fn and_types(mut self, types: Vec<Arc<UserType>>) -> Catalog {
        self.types = Arc::new(types);
        self
    }

    /// Sets the dates of the objects; object 0 is the database.
    pub fn and_dates(mut self, dates: impl IntoIterator<Item = (ObjectId, Dates)>) -> Catalog {
        self.dates = dates.into_iter().collect();
        self
    }

    /// Sets the extended properties.
    pub fn and_properties(mut self, properties: Properties) -> Catalog {
        self.properties = properties;
        self
    }

    /// Returns the extended properties.
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Returns this snapshot with an extended property replaced, added (no `before`) or removed (no
    /// `after`). Both name the same property; the change is recorded.
    pub fn with_property(
        &self,
        before: Option<Arc<ExtendedProperty>>,
        after: Option<Arc<ExtendedProperty>>,
    ) -> Catalog {
        self.changed(Change::Property(before, after))
    }

    /// Returns the dates of the objects and of the database (object 0), in no order.
    pub fn dates(&self) -> &TrieMap<ObjectId, Dates> {
        &self.dates
    }

    /// Dates the objects that the snapshot's changes create or alter. Returns the dates to be
    /// stored, `None` for dropped objects.
    pub fn date(&mut self, now_ns: i64) -> Vec<(ObjectId, Option<Dates>)> {
        let mut differing = Differing::default();
        self.changes.iter().for_each(|change| differing.add(change));
        let dated = differing.changes(&self.dates, now_ns);
        for (id, dates) in &dated {
            let change = Change::Dates(*id, *dates);
            self.apply(&change);
            self.changes.push(change);
        }
        dated
    }

    /// Returns the differences from the snapshot that this snapshot was derived from.
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Sets the users, roles and permissions, and those of the server for master.
    pub fn and_security(mut self, database: Security, server: Option<Security>) -> Catalog {
        self.security = Arc::new(database);
        self.server = server.map(Arc::new);
        self
    }

    /// Returns the database's principals and permissions.
    pub fn security(&self) -> &Arc<Security> {
        self.note(|| Lookup::Security(false, Some(Arc::clone(&self.security))));
        &self.security
    }

    /// Returns the server's principals and permissions. `None` in snapshots of databases other than
    /// master.
    pub fn server(&self) -> Option<&Arc<Security>> {
        self.note(|| Lookup::Security(true, self.server.clone()));
        self.server.as_ref()
    }

    /// Returns the version. No two states of a database's names have the same version.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the same names under the version `version`.
    pub fn at_version(&self, version: u64) -> Catalog {
        Catalog { version, ..self.clone() }
    }

    /// Returns the differences from the snapshot that this snapshot was derived from, in order, and
    /// clears them.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Returns this snapshot with its answers recorded in `lookups` from now on. A question about
    /// all objects is recorded as such.
    pub fn watched(&self, lookups: &Arc<Lookups>) -> Catalog {
        Catalog { lookups: Some(Arc::clone(lookups)), ..self.clone() }
    }

    /// Whether this snapshot gives the same answers as recorded in another state of the same
    /// database's names.
    pub fn answers_as(&self, lookups: &Lookups) -> bool {
        lookups.all_hold(|lookup| self.still_holds(lookup))
    }

    /// Whether this snapshot gives the same answer to a look-up. Compares by identity, so an object
    /// changed and changed back does not hold. Lists must have the same members in the same order.
    pub fn still_holds(&self, lookup: &Lookup) -> bool {
        let same = |one: Option<&Object>, other: Option<&Object>| match (one, other) {
            (Some(one), Some(other)) => one.is_same(other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let all_same = |ids: Option<&Arc<[ObjectId]>>, known: &[Object]| {
            let ids = ids.map_or(&[][..], |ids| ids);
            ids.len() == known.len() && ids.iter().zip(known).all(|(id, known)| same(self.objects.get(id), Some(known)))
        };
        match lookup {
            Lookup::Name(key, found) => same(self.named(key).map(|(_, object)| object), found.as_ref()),
            Lookup::Id(id, found) => same(self.objects.get(id), found.as_ref()),
            Lookup::Referrers(id, found) => all_same(self.referrers.get(id), found),
            Lookup::Triggers(id, found) => all_same(self.triggers.get(id), found),
            Lookup::IndexedViews(id, found) => all_same(self.indexed_views.get(id), found),
            Lookup::Type(key, found) => {
                let is_it = |known: &&Arc<UserType>| self::key(&known.schema, &known.name) == *key;
                is_same(self.types.iter().find(is_it), found.as_ref())
            }
            Lookup::TypeId(id, found) => is_same(self.types.iter().find(|known| known.id == *id), found.as_ref()),
            Lookup::Schema(name, found) => {
                self.schemas.iter().find(|schema| Folded::new(&schema.name) == *name) == found.as_ref()
            }
            Lookup::Security(of_server, found) => {
                let own = if *of_server { self.server.as_ref() } else { Some(&self.security) };
                is_same(own, found.as_ref())
            }
            Lookup::Everything(version) => *version == self.version,
        }
    }

    /// Returns this snapshot limited to the accepted objects and types; a table's constraints and
    /// triggers go with the table. For display only: no plan is made from the result. A trigger is
    /// shown with its table or view. Schemas and principals stay.
    pub fn limited_to(
        &self,
        keeps: impl Fn(&str, ObjectId, ObjectKind) -> bool,
        keeps_type: impl Fn(&UserType) -> bool,
    ) -> Catalog {
        let mut next = self.clone();
        // A trigger is seen by those who see its table or view.
        let watched = |object: &Object| match object {
            Object::Module(module) => module.trigger.and_then(|trigger| self.objects.get(&trigger.parent)).cloned(),
            _ => None,
        };
        let is_kept = |object: &Object| {
            let of = watched(object).unwrap_or_else(|| object.clone());
            keeps(object.schema(), of.id(), of.kind())
        };
        let hidden = self.objects.values().filter(|object| !is_kept(object));
        hidden.for_each(|object| next.take(object.id()));
        Arc::make_mut(&mut next.types).retain(|user_type| keeps_type(user_type));
        next
    }

    /// Returns the user-defined type called `name`, or `None`. A name without a schema is one of
    /// `dbo`. The caller has resolved the name's database part.
    pub fn user_type(&self, name: &ObjectName) -> Option<&Arc<UserType>> {
        self.type_in(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object)
    }

    /// Returns the user-defined type with the id `id`, or `None`.
    pub fn type_by_id(&self, id: TypeId) -> Option<&Arc<UserType>> {
        let found = self.types.iter().find(|user_type| user_type.id == id);
        self.note(|| Lookup::TypeId(id, found.cloned()));
        found
    }

    /// Returns all user-defined types in the order of their ids.
    pub fn user_types(&self) -> &[Arc<UserType>] {
        self.note_all();
        &self.types
    }

    /// Returns the tables of table types, the templates of their variables.
    pub fn type_tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.note_all();
        self.types.iter().filter_map(|user_type| user_type.table())
    }

    /// Returns an id above the ids of all types that exist; the id of a dropped last type returns.
    pub fn next_type_id(&self) -> TypeId {
        self.types.last().map_or(user_type::FIRST, |last| TypeId(last.id.0 + 1))
    }

    fn type_in(&self, schema: &str, name: &str) -> Option<&Arc<UserType>> {
        let is_it = |known: &&Arc<UserType>| name::same(&known.name, name) && name::same(&known.schema, schema);
        let found = self.types.iter().find(is_it);
        self.note(|| Lookup::Type(key(schema, name), found.cloned()));
        found
    }

    /// Returns the module called `name` in this database, found like [`Catalog::object`]. `None` if
    /// the name is that of no module.
    pub fn module(&self, name: &ObjectName) -> Option<&Arc<Module>> {
        self.object(name)?.module()
    }

    /// Returns all modules in the order of their ids, without the further procedures of groups and
    /// without DDL triggers.
    pub fn modules(&self) -> Vec<&Arc<Module>> {
        let mut modules = self.all_modules();
        modules.retain(|module| module.options.number == 0 && module.ddl.is_none());
        modules
    }

    /// Returns all modules in the order of their ids.
    pub fn all_modules(&self) -> Vec<&Arc<Module>> {
        self.note_all();
        let mut modules: Vec<_> = self.objects.values().filter_map(Object::module).collect();
        modules.sort_by_key(|module| module.id.0);
        modules
    }

    /// Returns the further procedures of the group whose first procedure is `first`. In the order
    /// of their numbers; dropped ones are missing.
    pub fn numbered(&self, first: &Module) -> Vec<&Arc<Module>> {
        let mut all = self.all_modules();
        all.retain(|module| {
            let is_same = |group: &str| crate::name::same(group, &first.name);
            module.group().is_some_and(is_same) && crate::name::same(&module.schema, &first.schema)
        });
        all.sort_by_key(|module| module.options.number);
        all
    }

    /// Whether an object, key or constraint has this name.
    pub fn is_taken(&self, schema: &str, name: &str) -> bool {
        self.look_up(key(schema, name)).is_some()
    }

    /// Returns the object of any kind called `name` in this database, or `None`; keys and
    /// constraints are no objects here. A name without a schema is one of `dbo`. The caller has
    /// resolved the name's database part.
    pub fn object(&self, name: &ObjectName) -> Option<&Object> {
        let key = key(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object);
        self.look_up(key).filter(|(named, _)| matches!(named, Named::Object(_))).map(|(_, object)| object)
    }

    /// Returns the table that has a constraint or key called `name`, or `None`. Without a schema
    /// the name is one of `dbo`.
    pub fn table_of_constraint(&self, name: &ObjectName) -> Option<&Arc<Table>> {
        let key = key(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object);
        self.look_up(key)
            .filter(|(named, _)| matches!(named, Named::Constraint(_)))
            .and_then(|(_, object)| object.table())
    }

    /// Returns the schema called `name`, in any case, or `None`. A built-in one is found without
    /// noting a look-up, since it cannot change.
    pub fn schema(&self, name: &str) -> Option<&Schema> {
        if let Some(known) = Schema::built_in(name) {
            return Some(known);
        }
        let found = self.schemas.iter().find(|schema| name::same(&schema.name, name));
        self.note(|| Lookup::Schema(Folded::new(name), found.cloned()));
        found
    }

    /// Returns all schemas in the order of their ids.
    pub fn schemas(&self) -> impl Iterator<Item = &Schema> {
        self.note_all();
        schema::BUILT_IN.iter().chain(self.schemas.iter())
    }

    /// Returns an id above the ids of all schemas that exist, built-in ones included, but not those
    /// of fixed roles; the id of a dropped last schema returns.
    pub fn next_schema_id(&self) -> SchemaId {
        let last = self.schemas.iter().rev().map(|schema| schema.id).find(|id| !id.is_of_fixed_role());
        let last = last.unwrap_or(schema::LAST_BUILT_IN);
        SchemaId(last.0 + 1)
    }

    /// Returns the objects in `schema` in the order of their ids. Constraints are not among them.
    /// Noted as a look-up of everything.
    pub fn objects_in(&self, schema: &str) -> Vec<&Object> {
        self.note_all();
        let mut inside: Vec<_> = self.objects.values().filter(|object| name::same(object.schema(), schema)).collect();
        inside.sort_by_key(|object| object.id().0);
        inside
    }

    /// Returns the name of the object with the smallest id in `schema`, or of a type in it if the
    /// schema has no objects. A watched snapshot notes a look-up of everything.
    pub fn first_in_schema(&self, schema: &str) -> Option<&str> {
        self.note_all();
        let inside = self.objects.values().filter(|object| name::same(object.schema(), schema));
        let object = inside.min_by_key(|object| object.id().0).map(Object::name);
        let of_types = || self.types.iter().find(|known| name::same(&known.schema, schema));
        object.or_else(|| of_types().map(|user_type| user_type.name.as_str()))
    }

    /// Resolves a name that is looked up in `schema` before dbo: returns `name` with `schema` added
    /// if `name` has no schema and that schema has such an object, key or constraint. Otherwise
    /// returns `name` unchanged.
    pub fn in_schema(&self, name: ObjectName, schema: Option<&str>) -> ObjectName {
        match schema {
            Some(schema) if name.schema.is_none() && self.is_taken(schema, &name.object) => {
                ObjectName { schema: Some(schema.to_owned()), ..name }
            }
            _ => name,
        }
    }

    /// Returns the name of a type, as [`Catalog::in_schema`] does for an object.
    pub fn type_in_schema(&self, name: ObjectName, schema: Option<&str>) -> ObjectName {
        match schema {
            Some(schema) if name.schema.is_none() && self.type_in(schema, &name.object).is_some() => {
                ObjectName { schema: Some(schema.to_owned()), ..name }
            }
            _ => name,
        }
    }

    /// Returns the module with the id `id`. `None` if the id is that of no module.
    pub fn module_by_id(&self, id: ObjectId) -> Option<&Arc<Module>> {
        self.object_by_id(id)?.module()
    }

    /// Returns the triggers of the table or view `parent`, or of the scope with this key
    /// ([`crate::DdlScope::parent`]), in the order of their creation.
    pub fn triggers_of(&self, parent: ObjectId) -> Vec<&Arc<Module>> {
        let found = self.all_of(self.triggers.get(&parent));
        self.note(|| Lookup::Triggers(parent, found.iter().copied().cloned().collect()));
        found.into_iter().filter_map(Object::module).collect()
    }

    /// Returns the indexed views that read the table `base`, in the order of their ids. Views whose
    /// clustered index is disabled are among them.
    pub fn indexed_views_of(&self, base: ObjectId) -> Vec<&Arc<Module>> {
        let found = self.all_of(self.indexed_views.get(&base));
        self.note(|| Lookup::IndexedViews(base, found.iter().copied().cloned().collect()));
        found.into_iter().filter_map(Object::module).collect()
    }

    /// Returns the table called `name`, or the rows of the indexed view of that name. `None` for
    /// anything else.
    pub fn stored_table(&self, name: &ObjectName) -> Option<&Arc<Table>> {
        self.object(name)?.stored()
    }

    /// Returns the table with the id `id`, or the rows of the indexed view with that id. `None` for
    /// anything else.
    pub fn stored_table_by_id(&self, id: ObjectId) -> Option<&Arc<Table>> {
        self.object_by_id(id)?.stored()
    }

    /// Returns all tables and the rows of all indexed views, in the order of their ids.
    pub fn stored_tables(&self) -> Vec<&Arc<Table>> {
        self.note_all();
        let mut tables: Vec<_> = self.objects.values().filter_map(Object::stored).collect();
        tables.sort_by_key(|table| table.id.0);
        tables
    }

    /// Returns the DDL trigger of `scope` called `name`, or `None`. Such triggers have no schema.
    pub fn ddl_trigger(&self, scope: DdlScope, name: &str) -> Option<&Arc<Module>> {
        self.triggers_of(scope.parent()).into_iter().find(|module| name::same(&module.name, name))
    }

    /// Returns the table called `name` in this database, found like [`Catalog::object`]. `None` if
    /// the name is that of no table.
    pub fn table(&self, name: &ObjectName) -> Option<&Arc<Table>> {
        self.object(name)?.table()
    }

    /// Returns the sequence called `name` in this database, found like [`Catalog::object`]. `None`
    /// if the name is that of no sequence.
    pub fn sequence(&self, name: &ObjectName) -> Option<&Arc<Sequence>> {
        self.object(name)?.sequence()
    }

    /// Returns all sequences in the order of their ids. Noted as a look-up of everything.
    pub fn sequences(&self) -> Vec<&Arc<Sequence>> {
        self.note_all();
        let mut sequences: Vec<_> = self.objects.values().filter_map(Object::sequence).collect();
        sequences.sort_by_key(|sequence| sequence.id.0);
        sequences
    }

    /// Returns the foreign keys that refer to the table `id`, with their tables (maybe the table
    /// itself), in the order of the tables' ids. The referring tables are noted as one look-up.
    pub fn referrers(&self, id: ObjectId) -> Vec<(&Arc<Table>, &Constraint, &ForeignKey)> {
        let referring = self.all_of(self.referrers.get(&id));
        self.note(|| Lookup::Referrers(id, referring.iter().copied().cloned().collect()));
        let mut found = Vec::new();
        for table in referring.into_iter().filter_map(Object::table) {
            let keys = table.foreign_keys().filter(|(_, key)| key.referenced == id);
            found.extend(keys.map(|(constraint, key)| (table, constraint, key)));
        }
        found
    }

    /// Returns the table with the id `id`.
    pub fn table_by_id(&self, id: ObjectId) -> Option<&Arc<Table>> {
        self.object_by_id(id)?.table()
    }

    /// Whether an object has the id `id`. Keys and constraints have ids too, and are none.
    pub fn has_object(&self, id: ObjectId) -> bool {
        self.object_by_id(id).is_some()
    }

    /// Returns all tables in the order of their ids.
    pub fn tables(&self) -> Vec<&Arc<Table>> {
        self.note_all();
        let mut tables: Vec<_> = self.objects.values().filter_map(Object::table).collect();
        tables.sort_by_key(|table| table.id.0);
        tables
    }

    /// Returns the object of any kind with the id `id`.
    pub fn object_by_id(&self, id: ObjectId) -> Option<&Object> {
        let found = self.objects.get(&id);
        self.note(|| Lookup::Id(id, found.cloned()));
        found
    }

    /// Returns the number of tables, sequences and modules. It doesn't count as a dependency of the
    /// statement's plan.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// Returns the object with the id `id`, or the table whose key or constraint has that id.
    /// `None` if neither exists.
    pub fn owner_of(&self, id: ObjectId) -> Option<&Object> {
        self.note_all();
        self.objects.get(self.owners.get(&id).unwrap_or(&id))
    }

    /// Returns the thing with a name, and its object or the table of a constraint.
    fn look_up(&self, key: NameKey) -> Option<(Named, &Object)> {
        let found = self.named(&key);
        self.note(|| Lookup::Name(key, found.map(|(_, object)| object.clone())));
        found
    }

    fn named(&self, key: &NameKey) -> Option<(Named, &Object)> {
        let named = *self.names.get(key)?;
        let (Named::Object(id) | Named::Constraint(id)) = named;
        Some((named, self.objects.get(&id)?))
    }

    fn has_name(&self, schema: &str, name: &str) -> bool {
        self.names.contains_key(&key(schema, name))
    }

    fn all_of(&self, ids: Option<&Arc<[ObjectId]>>) -> Vec<&Object> {
        ids.map_or(&[][..], |ids| ids).iter().filter_map(|id| self.objects.get(id)).collect()
    }

    #[inline]
    fn note(&self, lookup: impl FnOnce() -> Lookup) {
        if let Some(lookups) = &self.lookups {
            lookups.note(lookup());
        }
    }

    fn note_all(&self) {
        self.note(|| Lookup::Everything(self.version));
    }
}

/// Whether both are the same state of the same thing, or both are `None`.
fn is_same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn key(schema: &str, name: &str) -> NameKey {
    (Folded::new(schema), Folded::new(name))
}
