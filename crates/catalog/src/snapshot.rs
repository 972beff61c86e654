//! One state of a database's names.
//!
//! Invariants: a snapshot never changes; making another from it gives the other a greater version; no two objects (tables,
//! their constraints, sequences, modules) of a snapshot share an id or a (schema, name); no two schemas share an id or a name. Every object is in a schema
//! that is there; none is in `sys` or `INFORMATION_SCHEMA`. The same holds of users' types, whose names are no objects' names.

use crate::dates::{Dated, Dates, Differing};
use crate::module::Module;
use crate::name::{self, Folded, ObjectName};
use crate::rule::{Constraint, ForeignKey};
use crate::schema::{self, Schema, SchemaId};
use crate::security::{Scope, Security};
use crate::sequence::Sequence;
use crate::table::Table;
use crate::type_id::TypeId;
use crate::user_type::{self, UserType};
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

pub use crate::schema::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};

/// An immutable snapshot of a database's objects.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    version: u64,
    by_name: HashMap<(Folded, Folded), Arc<Table>>,
    by_id: HashMap<ObjectId, Arc<Table>>,
    // Of constraints, with the tables that have them.
    constraints: HashMap<(Folded, Folded), ObjectId>,
    sequences: HashMap<(Folded, Folded), Arc<Sequence>>,
    modules: HashMap<(Folded, Folded), Arc<Module>>,
    // Those that users made, in the order of their ids.
    schemas: Vec<Schema>,
    // Types have names of their own, and so have they an order, that of their ids.
    types: Vec<Arc<UserType>>,
    // Of objects, and of the database itself (object 0).
    dates: HashMap<ObjectId, Dates>,
    security: Arc<Security>,
    // Of master alone.
    server: Option<Arc<Security>>,
}

impl Catalog {
    /// The snapshot of a database without tables, version 0.
    pub fn empty() -> Catalog {
        Catalog::default()
    }

    /// A snapshot of `tables` with the version `version`.
    pub fn of(version: u64, tables: impl IntoIterator<Item = Table>) -> Catalog {
        let mut catalog = Catalog { version, ..Catalog::default() };
        for table in tables {
            catalog.put(Arc::new(table));
        }
        catalog
    }

    /// The same snapshot and these sequences.
    pub fn and_sequences(mut self, sequences: impl IntoIterator<Item = Sequence>) -> Catalog {
        sequences.into_iter().for_each(|sequence| self.put_sequence(Arc::new(sequence)));
        self
    }

    /// The same snapshot and these modules.
    pub fn and_modules(mut self, modules: impl IntoIterator<Item = Module>) -> Catalog {
        modules.into_iter().for_each(|module| self.put_module(module));
        self
    }

    /// The same snapshot and these schemas of users', in the order of their ids.
    pub fn and_schemas(mut self, schemas: Vec<Schema>) -> Catalog {
        self.schemas = schemas;
        self
    }

    /// The same snapshot and these types of users', in the order of their ids.
    pub fn and_types(mut self, types: Vec<Arc<UserType>>) -> Catalog {
        self.types = types;
        self
    }

    /// The same snapshot, whose objects were made and altered then; object 0 is the database.
    pub fn and_dates(mut self, dates: impl IntoIterator<Item = (ObjectId, Dates)>) -> Catalog {
        self.dates = dates.into_iter().collect();
        self
    }

    /// When objects were made and altered, and the database (object 0), in no order.
    pub fn dates(&self) -> &HashMap<ObjectId, Dates> {
        &self.dates
    }

    /// Dates what is new or other than in `before`: what is to be written down for it, `None` of objects that are gone.
    pub fn date(&mut self, before: &Catalog, now_ns: i64) -> Vec<(ObjectId, Option<Dates>)> {
        let mut differing = Differing::default();
        differing.add(&before.by_id, &self.by_id, Dated::Table);
        differing.add(&before.sequences, &self.sequences, Dated::Sequence);
        differing.add(&before.modules, &self.modules, Dated::Module);
        differing.add_types(&before.types, &self.types);
        let changes = differing.changes(&self.dates, now_ns);
        for (id, dates) in &changes {
            match dates {
                Some(dates) => self.dates.insert(*id, *dates),
                None => self.dates.remove(id),
            };
        }
        changes
    }

    /// The same snapshot with these users, roles and permissions; and those of the server, if it is master's.
    pub fn and_security(mut self, database: Security, server: Option<Security>) -> Catalog {
        self.security = Arc::new(database);
        self.server = server.map(Arc::new);
        self
    }

    /// Who is known in the database, and what they may do there.
    pub fn security(&self) -> &Arc<Security> {
        &self.security
    }

    /// Who is known to the server; in master's snapshots alone.
    pub fn server(&self) -> Option<&Arc<Security>> {
        self.server.as_ref()
    }

    /// This snapshot with others who are known, or other permissions.
    pub fn with_security(&self, security: Security) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        match security.scope() {
            Scope::Database => next.security = Arc::new(security),
            Scope::Server => next.server = Some(Arc::new(security)),
        }
        next
    }

    /// Grows with every change of names in the database; plans made under another version are made again.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The same names under the version `version`.
    pub fn at_version(&self, version: u64) -> Catalog {
        Catalog { version, ..self.clone() }
    }

    /// This snapshot and one more table, or `None` where its name, or one of its constraints', is taken.
    pub fn with_table(&self, table: Table) -> Option<Catalog> {
        let is_taken = |name| self.is_taken(&table.schema, name);
        if is_taken(&table.name) || table.constraint_names().any(is_taken) {
            return None;
        }
        let mut next = self.at_version(self.version + 1);
        next.put(Arc::new(table));
        Some(next)
    }

    /// This snapshot without the table `id`.
    pub fn without_table(&self, id: ObjectId) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.take(id);
        next
    }

    /// This snapshot with another definition of a table that it has. The table keeps its name.
    pub fn with_changed(&self, table: Table) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.take(table.id);
        next.put(Arc::new(table));
        next
    }

    /// This snapshot and one more sequence, or `None` where its name is taken.
    pub fn with_sequence(&self, sequence: Sequence) -> Option<Catalog> {
        if self.is_taken(&sequence.schema, &sequence.name) {
            return None;
        }
        let mut next = self.at_version(self.version + 1);
        next.put_sequence(Arc::new(sequence));
        Some(next)
    }

    /// This snapshot without a sequence of its own.
    pub fn without_sequence(&self, sequence: &Sequence) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.sequences.remove(&key(&sequence.schema, &sequence.name));
        next
    }

    /// This snapshot and one more module, or `None` where its name is taken.
    pub fn with_module(&self, module: Module) -> Option<Catalog> {
        if self.is_taken(&module.schema, &module.name) {
            return None;
        }
        let mut next = self.at_version(self.version + 1);
        next.put_module(module);
        Some(next)
    }

    /// This snapshot without a module of its own.
    pub fn without_module(&self, module: &Module) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.modules.remove(&key(&module.schema, &module.name));
        next
    }

    /// This snapshot and one more schema, whose name no other has.
    pub fn with_schema(&self, schema: Schema) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        let place = next.schemas.partition_point(|known| known.id < schema.id);
        next.schemas.insert(place, schema);
        next
    }

    /// This snapshot without a schema of users', in which there is nothing.
    pub fn without_schema(&self, id: SchemaId) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.schemas.retain(|schema| schema.id != id);
        next
    }

    /// This snapshot and one more type, or `None` where its name is taken.
    pub fn with_type(&self, user_type: UserType) -> Option<Catalog> {
        if self.type_in(&user_type.schema, &user_type.name).is_some() {
            return None;
        }
        let mut next = self.at_version(self.version + 1);
        let place = next.types.partition_point(|known| known.id < user_type.id);
        next.types.insert(place, Arc::new(user_type));
        Some(next)
    }

    /// This snapshot without a type.
    pub fn without_type(&self, id: TypeId) -> Catalog {
        let mut next = self.at_version(self.version + 1);
        next.types.retain(|user_type| user_type.id != id);
        next
    }

    /// This snapshot with those objects and types alone that are kept; a table's constraints and triggers go with it. It is to be shown: no
    /// plan is made by it.
    pub fn limited_to(
        &self,
        keeps: impl Fn(&str, ObjectId) -> bool,
        keeps_type: impl Fn(&UserType) -> bool,
    ) -> Catalog {
        let mut next = self.clone();
        next.by_id.retain(|id, table| keeps(&table.schema, *id));
        let tables = &next.by_id;
        next.by_name.retain(|_, table| tables.contains_key(&table.id));
        next.constraints.retain(|_, table| tables.contains_key(table));
        next.sequences.retain(|_, sequence| keeps(&sequence.schema, sequence.id));
        next.modules
            .retain(|_, module| keeps(&module.schema, module.trigger.map_or(module.id, |trigger| trigger.parent)));
        next.types.retain(|user_type| keeps_type(user_type));
        next
    }

    /// The user's type that `name` means (its database part has been dealt with by the caller).
    pub fn user_type(&self, name: &ObjectName) -> Option<&Arc<UserType>> {
        self.type_in(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object)
    }

    /// The user's type with the number `id`.
    pub fn type_by_id(&self, id: TypeId) -> Option<&Arc<UserType>> {
        self.types.iter().find(|user_type| user_type.id == id)
    }

    /// All types of users', in the order of their ids.
    pub fn user_types(&self) -> &[Arc<UserType>] {
        &self.types
    }

    /// The tables of table types: those that a variable of the type is made like.
    pub fn type_tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.types.iter().filter_map(|user_type| user_type.table())
    }

    /// A number that no type has.
    pub fn new_type_id(&self) -> TypeId {
        self.types.last().map_or(user_type::FIRST, |last| TypeId(last.id.0 + 1))
    }

    fn type_in(&self, schema: &str, name: &str) -> Option<&Arc<UserType>> {
        let is_it = |known: &&Arc<UserType>| name::same(&known.name, name) && name::same(&known.schema, schema);
        self.types.iter().find(is_it)
    }

    /// The module that `name` means in this database (its database part has been dealt with by the caller).
    pub fn module(&self, name: &ObjectName) -> Option<&Arc<Module>> {
        self.modules.get(&key(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object))
    }

    /// All modules, in the order of their ids.
    pub fn modules(&self) -> Vec<&Arc<Module>> {
        let mut modules: Vec<_> = self.modules.values().collect();
        modules.sort_by_key(|module| module.id.0);
        modules
    }

    /// Whether an object has that name.
    pub fn is_taken(&self, schema: &str, name: &str) -> bool {
        let key = key(schema, name);
        self.by_name.contains_key(&key)
            || self.sequences.contains_key(&key)
            || self.modules.contains_key(&key)
            || self.constraints.contains_key(&key)
    }

    /// The schema called `name`, if the database has it.
    pub fn schema(&self, name: &str) -> Option<&Schema> {
        Schema::built_in(name).or_else(|| self.schemas.iter().find(|schema| name::same(&schema.name, name)))
    }

    /// All schemas, in the order of their ids.
    pub fn schemas(&self) -> impl Iterator<Item = &Schema> {
        schema::BUILT_IN.iter().chain(&self.schemas)
    }

    /// An id that no schema has.
    pub fn new_schema_id(&self) -> SchemaId {
        let last = self.schemas.last().map_or(schema::LAST_BUILT_IN, |schema| schema.id);
        SchemaId(last.0 + 1)
    }

    /// The name of an object in the schema called `schema`, if it has any: that with the smallest id.
    pub fn first_in_schema(&self, schema: &str) -> Option<&str> {
        let tables = self.by_name.values().map(|table| (table.id, &table.schema, &table.name));
        let sequences = self.sequences.values().map(|sequence| (sequence.id, &sequence.schema, &sequence.name));
        let modules = self.modules.values().map(|module| (module.id, &module.schema, &module.name));
        let inside = tables.chain(sequences).chain(modules).filter(|(_, known, _)| name::same(known, schema));
        let object = inside.min_by_key(|(id, ..)| id.0).map(|(.., name)| name.as_str());
        let of_types = || self.types.iter().find(|known| name::same(&known.schema, schema));
        object.or_else(|| of_types().map(|user_type| user_type.name.as_str()))
    }

    /// `name`, with `schema` where it says none and that schema has an object so called: what a name inside a module means.
    pub fn in_schema(&self, name: ObjectName, schema: Option<&str>) -> ObjectName {
        match schema {
            Some(schema) if name.schema.is_none() && self.is_taken(schema, &name.object) => {
                ObjectName { schema: Some(schema.to_owned()), ..name }
            }
            _ => name,
        }
    }

    /// The module with the id `id`.
    pub fn module_by_id(&self, id: ObjectId) -> Option<&Arc<Module>> {
        self.modules.values().find(|module| module.id == id)
    }

    /// The triggers of the table or view `parent`, in the order in which they were made.
    pub fn triggers_of(&self, parent: ObjectId) -> Vec<&Arc<Module>> {
        let is_of = |module: &&Arc<Module>| module.trigger.is_some_and(|trigger| trigger.parent == parent);
        let mut triggers: Vec<_> = self.modules.values().filter(is_of).collect();
        triggers.sort_by_key(|module| module.id.0);
        triggers
    }

    /// The table that `name` means in this database (its database part has been dealt with by the caller).
    pub fn table(&self, name: &ObjectName) -> Option<&Arc<Table>> {
        let schema = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        self.by_name.get(&(Folded::new(schema), Folded::new(&name.object)))
    }

    /// The sequence that `name` means in this database (its database part has been dealt with by the caller).
    pub fn sequence(&self, name: &ObjectName) -> Option<&Arc<Sequence>> {
        self.sequences.get(&key(name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &name.object))
    }

    /// All sequences, in the order of their ids.
    pub fn sequences(&self) -> Vec<&Arc<Sequence>> {
        let mut sequences: Vec<_> = self.sequences.values().collect();
        sequences.sort_by_key(|sequence| sequence.id.0);
        sequences
    }

    /// The tables that refer to the table `id` by foreign keys (perhaps itself), with these; in the order of their ids.
    pub fn referrers(&self, id: ObjectId) -> Vec<(&Arc<Table>, &Constraint, &ForeignKey)> {
        let mut found = Vec::new();
        for table in self.tables() {
            let keys = table.foreign_keys().filter(|(_, key)| key.referenced == id);
            found.extend(keys.map(|(constraint, key)| (table, constraint, key)));
        }
        found
    }

    /// The table with the id `id`.
    pub fn table_by_id(&self, id: ObjectId) -> Option<&Arc<Table>> {
        self.by_id.get(&id)
    }

    /// Whether there is an object with the id `id`.
    pub fn has_object(&self, id: ObjectId) -> bool {
        let is_of = |found: ObjectId| found == id;
        self.by_id.contains_key(&id)
            || self.sequences.values().any(|sequence| is_of(sequence.id))
            || self.modules.values().any(|module| is_of(module.id))
    }

    /// All tables, in the order of their ids.
    pub fn tables(&self) -> Vec<&Arc<Table>> {
        let mut tables: Vec<_> = self.by_name.values().collect();
        tables.sort_by_key(|table| table.id.0);
        tables
    }

    /// The greatest id of a table, if there is a table.
    pub fn max_id(&self) -> Option<ObjectId> {
        self.by_name.values().map(|table| table.id.0).max().map(ObjectId)
    }

    fn put_module(&mut self, module: Module) {
        self.modules.insert(key(&module.schema, &module.name), Arc::new(module));
    }

    fn put_sequence(&mut self, sequence: Arc<Sequence>) {
        self.sequences.insert(key(&sequence.schema, &sequence.name), sequence);
    }

    fn take(&mut self, id: ObjectId) {
        let Some(table) = self.by_id.remove(&id) else { return };
        self.by_name.remove(&key_of(&table));
        for name in table.constraint_names() {
            self.constraints.remove(&key(&table.schema, name));
        }
    }

    fn put(&mut self, table: Arc<Table>) {
        self.by_id.insert(table.id, Arc::clone(&table));
        self.constraints.extend(table.constraint_names().map(|name| (key(&table.schema, name), table.id)));
        self.by_name.insert(key_of(&table), table);
    }
}

fn key_of(table: &Table) -> (Folded, Folded) {
    key(&table.schema, &table.name)
}

fn key(schema: &str, name: &str) -> (Folded, Folded) {
    (Folded::new(schema), Folded::new(name))
}
