//! The catalog on disk: B+trees in the database itself, found through the boot page
//! (`docs/file-format.md`, *The catalog*).
//!
//! Each entry names the boot slot, the tree, its key and its row. Ids in keys are order-preserving.
//! A long text follows its row in entries of its own, each with one UTF-8 piece; the piece number
//! ends the key, and row 0 counts the pieces.
//!
//! - 0 sysobjects, by object id: schema, name, root's file, root's page, number of columns,
//!   greatest column id so far with the table's options, ids of the tables that an indexed view
//!   reads. The rows of an indexed view have the id and the name of its module.
//! - 1 names of objects, by folded name and folded schema (collated key): the object id's key.
//! - 2 syscolumns, by object id and position from 0: name, type, length, precision, scale,
//!   nullable, identity seed, identity increment, column id, collation, user-defined type.
//! - 3 syssequences, by object id: schema, name, root's file, root's page, type, precision, start,
//!   increment, minimum, maximum, cycles, cache (0 for NO CACHE, NULL without a size).
//! - 4 sysmodules, by object id and piece: schema, name, type's code, number of pieces, a trigger's
//!   parent object, flags. The text is the definition.
//! - 5 sysindexes, by table id and index id: name, root's file, root's page, unique, the
//!   constraint's object id, primary, named by the system, columns, IGNORE_DUP_KEY, FILLFACTOR,
//!   PAD_INDEX.
//! - 6 sysconstraints, by table id, sort (0 computed column, 1 constraint, 2 index filter), id of
//!   the column, constraint or index, and piece: type's code, name, named by the system, persisted,
//!   column, disabled, not trusted, not for replication, number of pieces. A foreign key adds the
//!   referenced table, its columns, the referenced columns, and both actions. The text is the
//!   expression.
//! - 7 sysschemas, by schema id: name, owner; user-defined schemas only.
//! - 8 sysstats, by table id, statistics id and piece: name, origin, NORECOMPUTE, ids of the
//!   columns, time of the last update, rows, rows sampled, densities, number of steps. Each further
//!   piece is one histogram step: greatest value, rows since the previous step, rows equal to the
//!   greatest value, distinct values since the previous step.
//! - 9 systypes, by type id and piece: schema, name, type, length, precision, scale, nullable,
//!   object id of a table type's table, number of pieces. The text is the statement that defines a
//!   table type.
//! - 10 sysowners, by principal id: name, kind, owner, sid, created, changed, has a login, default
//!   schema, and a login's properties; only principals that users created or changed.
//! - 11 sysprivs, by class (u8), major id, column, grantee, grantor and code: D, G or W.
//! - 12 sysrolemembers, by role and member: 1.
//! - 19 sysdates, by object id (0 is the database): creation and modification time, i64 each.
//! - 20 sysprops, by class (u8), major id, minor id, folded name (collated key) and piece: name,
//!   value, in pieces of the encoded row. Created for the first property.
//! - 16, 18, 17 syslogins, sysservprivs, sysservermembers: as slots 10 to 12, for the server; in
//!   master only.
//!
//! The tree of names ensures that object names are unique; lookups by name use the catalog in
//! memory. Rows are encoded by `sluice_types::RowLayout`. Changes belong to the calling
//! transaction.

mod column_row;
mod dates;
mod index_row;
mod module_row;
mod object_row;
mod principal_row;
mod properties;
mod rule_row;
mod schema_row;
mod security;
mod sequence_row;
mod statistics_row;
mod stored;
mod system_table;
mod type_row;
mod types;

pub use dates::write_dates;
pub use stored::StoredCatalog;
pub use system_table::system_table;

mod rules;
mod statistics;

use crate::table_storage::note_filegroups;
use rules::TableRules;
use stored::{
    BOOT_PAGE, DATES, OBJECT_KEY, PROPERTIES, Trees, column_key, damaged, name_key, object_key, object_of, unreadable,
};

use sluice_access::{self as access, BTree, boot};
use sluice_base::hash::HashMap;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Member, Permission, Principal, PrincipalId, Scope, schemas_of_fixed_roles};
use sluice_catalog::{
    Catalog, CatalogStore, Column, Dates, DefinitionBinder, ExtendedProperty, Index, Module, Schema, SchemaId,
    Sequence, Table, UserType,
};
use sluice_txn::{CommitDurability, Storage, StorageError, Transaction};
use std::ops::Bound;

/// Creates the system tables. Committed in full on return. Creates empty trees, sets their boot
/// slots, adds the schemas of the fixed roles, and writes the creation date of the database. On an
/// error the transaction is rolled back, but boot slots that were set stay set.
pub fn create(storage: &Storage) -> Result<(), StorageError> {
    let mut transaction = storage.begin();
    let make = |transaction: &mut Transaction| {
        for (slot, object) in TREES.into_iter().chain(security::DATABASE_TREES) {
            let tree = BTree::create(storage, transaction, object)?;
            boot::set(storage, slot, tree.root)?;
        }
        let stored = StoredCatalog::open(storage)?;
        schemas_of_fixed_roles().try_for_each(|schema| stored.insert_schema(transaction, &schema))?;
        write_dates(storage, transaction, &[(ObjectId(0), Some(Dates::new(storage.local_ns())))])
    };
    if let Err(error) = make(&mut transaction) {
        storage.rollback(transaction)?;
        return Err(error);
    }
    storage.commit(transaction, CommitDurability::Full)?;
    Ok(())
}

/// Creates sysprops, if the database has none yet. Committed in full on return. One caller at a
/// time.
pub fn create_properties(storage: &Storage) -> Result<(), StorageError> {
    let (slot, object) = PROPERTIES;
    if !boot::get(storage, slot)?.is_none() {
        return Ok(());
    }
    // The slot is set after the commit: a crash before it leaves an unused page, not a slot of a
    // tree that was rolled back.
    let mut transaction = storage.begin();
    let tree = match BTree::create(storage, &mut transaction, object) {
        Ok(tree) => tree,
        Err(error) => return storage.rollback(transaction).and(Err(error)),
    };
    storage.commit(transaction, CommitDurability::Full)?;
    boot::set(storage, slot, tree.root)
}

/// Creates the additional system tables that master has for the server. Committed in full on
/// return.
pub fn create_server(storage: &Storage) -> Result<(), StorageError> {
    let mut transaction = storage.begin();
    if let Err(error) = security::create_server(storage, &mut transaction) {
        storage.rollback(transaction)?;
        return Err(error);
    }
    storage.commit(transaction, CommitDurability::Full)?;
    Ok(())
}

impl<'a> StoredCatalog<'a> {
    /// Opens the system tables that the boot page names. Fails with `Damaged` if a boot slot is
    /// empty; sysprops and the server's tables may be absent. Reads no rows.
    pub fn open(storage: &'a Storage) -> Result<StoredCatalog<'a>, StorageError> {
        let tree = |(slot, object): (u8, ObjectId)| {
            let root = boot::get(storage, slot)?;
            match root.is_none() {
                false => Ok(BTree { root, object }),
                true => Err(damaged(storage, PageId::primary(BOOT_PAGE), "the boot page names no system table")),
            }
        };
        let [objects, names, columns, sequences, modules, indexes, rules, schemas, statistics, types, dates] = TREES;
        let (objects, names, columns) = (tree(objects)?, tree(names)?, tree(columns)?);
        let (sequences, modules) = (tree(sequences)?, tree(modules)?);
        let (indexes, rules, schemas, statistics) = (tree(indexes)?, tree(rules)?, tree(schemas)?, tree(statistics)?);
        Ok(StoredCatalog {
            storage,
            objects,
            names,
            columns,
            sequences,
            modules,
            indexes,
            rules,
            schemas,
            statistics,
            types: tree(types)?,
            dates: tree(dates)?,
            properties: match boot::get(storage, PROPERTIES.0)? {
                root if root.is_none() => None,
                root => Some(BTree { root, object: PROPERTIES.1 }),
            },
            security: Trees {
                principals: tree(security::DATABASE_TREES[0])?,
                permissions: tree(security::DATABASE_TREES[1])?,
                members: tree(security::DATABASE_TREES[2])?,
            },
            server: security::server_trees(storage)?,
        })
    }

    /// Reads the roots of the system tables that are not in memory, together. Each is in an extent
    /// of its own, and most system tables have no other page. A root that can't be read fails its
    /// first scan.
    pub(crate) fn read_roots_ahead(&self) {
        let own = [self.objects, self.names, self.columns, self.sequences, self.modules, self.indexes, self.rules];
        let others = [self.schemas, self.statistics, self.types, self.dates];
        let securities = std::iter::once(self.security).chain(self.server);
        let of_security = securities.flat_map(|trees| [trees.principals, trees.permissions, trees.members]);
        let trees = own.into_iter().chain(others).chain(self.properties).chain(of_security);
        let mut roots: Vec<PageId> = trees.map(|tree| tree.root).collect();
        roots.sort_unstable();
        self.storage.pool.read_ahead(self.storage.id, &roots);
    }

    /// Places of the recovery values of object, schema and type ids.
    pub fn id_places(&self) -> [access::Sequence; 3] {
        [self.names, self.schemas, self.types]
            .map(|tree| access::Sequence { root: tree.iam_root(), object: tree.object })
    }

    /// Returns the greatest id of a table, sequence, module, constraint, key constraint or table of
    /// a table type; at least the greatest id reserved for the system. Scans the system tables.
    pub fn last_object(&self) -> Result<ObjectId, StorageError> {
        let mut last = self.last_constraint()?.max(FIRST_USER_OBJECT - 1);
        for tree in [&self.objects, &self.sequences, &self.modules] {
            let mut scan = tree.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
            while let Some((key, _)) = scan.next()? {
                last = last.max(
                    key.get(..OBJECT_KEY)
                        .and_then(object_of)
                        .ok_or_else(|| damaged(self.storage, tree.root, BAD_KEY))?
                        .0,
                );
            }
        }
        let constraints = self.load_indexes()?.into_iter().filter_map(|(_, index)| Some(index.constraint?.id.0));
        let of_types = self.last_type_table()?.map_or(last, |table| table.0);
        Ok(ObjectId(constraints.fold(last.max(of_types), i32::max)))
    }

    /// Returns all indexes with their tables, in the order of table id and index id.
    fn load_indexes(&self) -> Result<Vec<(ObjectId, Index)>, StorageError> {
        let broken = || damaged(self.storage, self.indexes.root, "a row of sysindexes cannot be read");
        let mut indexes = Vec::new();
        let mut scan = self.indexes.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let (table, id) = key.split_at_checked(OBJECT_KEY).ok_or_else(broken)?;
            let id = u16::from_be_bytes(id.try_into().map_err(|_| broken())?);
            let table = object_of(table).ok_or_else(broken)?;
            let unreadable =
                || unreadable(self.storage, ("sysindexes", self.indexes.root), (&index_row::layout(), row));
            indexes.push((table, index_row::decode(id, row).ok_or_else(unreadable)?));
        }
        Ok(indexes)
    }

    fn load_sequences(&self) -> Result<Vec<Sequence>, StorageError> {
        let mut sequences = Vec::new();
        let mut scan = self.sequences.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let sequence = object_of(key).and_then(|id| sequence_row::decode(id, row));
            let unreadable =
                || unreadable(self.storage, ("syssequences", self.sequences.root), (&sequence_row::layout(), row));
            sequences.push(sequence.ok_or_else(unreadable)?);
        }
        Ok(sequences)
    }

    fn load_modules(&self) -> Result<Vec<Module>, StorageError> {
        let broken = || damaged(self.storage, self.modules.root, "a row of sysmodules cannot be read");
        let mut modules = Vec::new();
        let mut scan = self.modules.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let id = key.get(..OBJECT_KEY).and_then(object_of).ok_or_else(broken)?;
            let unreadable =
                || unreadable(self.storage, ("sysmodules", self.modules.root), (&module_row::layout(), row));
            let row = module_row::decode(row).ok_or_else(unreadable)?;
            let mut text = Vec::new();
            for _ in 0..row.pieces {
                let (_, piece) = scan.next()?.ok_or_else(broken)?;
                text.extend_from_slice(piece);
            }
            modules.push(row.with_text(id, text).ok_or_else(broken)?);
        }
        Ok(modules)
    }

    fn load_schemas(&self) -> Result<Vec<Schema>, StorageError> {
        let mut schemas = Vec::new();
        let mut scan = self.schemas.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let schema = object_of(key).and_then(|id| schema_row::decode(SchemaId(id.0), row));
            let unreadable =
                || unreadable(self.storage, ("sysschemas", self.schemas.root), (&schema_row::layout(), row));
            schemas.push(schema.ok_or_else(unreadable)?);
        }
        Ok(schemas)
    }

    fn columns_of(&self, object: ObjectId, count: usize) -> Result<Vec<Column>, StorageError> {
        let mut columns = Vec::with_capacity(count);
        let mut row = Vec::new();
        for place in 0..count {
            let found = self.columns.get(self.storage, &column_key(object, place), &mut row)?;
            if !found {
                return Err(damaged(self.storage, self.columns.root, "a column of a table is missing"));
            }
            let unreadable =
                || unreadable(self.storage, ("syscolumns", self.columns.root), (&column_row::layout(), &row));
            columns.push(column_row::decode(&row).ok_or_else(unreadable)?);
        }
        Ok(columns)
    }
}

impl CatalogStore for StoredCatalog<'_> {
    type Transaction = Transaction;
    type Error = StorageError;

    fn load(&self, version: u64, binder: &dyn DefinitionBinder) -> Result<Catalog, StorageError> {
        let (mut tables, mut views, mut rules) = (Vec::new(), HashMap::default(), self.load_rules()?);
        let mut statistics = self.read_statistics()?;
        let mut indexes = self.load_indexes()?.into_iter().peekable();
        let mut scan = self.objects.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let id = object_of(key).ok_or_else(|| damaged(self.storage, self.objects.root, BAD_KEY))?;
            let unreadable =
                || unreadable(self.storage, ("sysobjects", self.objects.root), (&object_row::layout(), row));
            let object = object_row::decode(row).ok_or_else(unreadable)?;
            let mut columns = self.columns_of(id, object.columns)?;
            let TableRules { computed, constraints, filters, bound_defaults, bound_rules } =
                rules.remove(&id).unwrap_or_default();
            for (column, computed) in computed {
                let place = columns.iter().position(|known| known.id == column);
                let place =
                    place.ok_or_else(|| damaged(self.storage, self.rules.root, "a computed column is missing"))?;
                columns[place].computed = Some(computed);
            }
            for (is_rule, all) in [(false, bound_defaults), (true, bound_rules)] {
                for (column, bound) in all {
                    let broken = || damaged(self.storage, self.rules.root, "a column with a binding is missing");
                    let column = columns.iter_mut().find(|known| known.id == column).ok_or_else(broken)?;
                    *column.bound.of_kind_mut(is_rule) = Some(bound);
                }
            }
            let object_row::ObjectRow { schema, name, root, last_column, options, bases, .. } = object;
            let own = std::iter::from_fn(|| indexes.next_if(|(table, _)| *table == id)).map(|(_, index)| index);
            let mut indexes: Vec<Index> = own.collect();
            for (id, definition) in filters {
                let broken = || damaged(self.storage, self.rules.root, "the filter of an index cannot be read");
                let index = indexes.iter_mut().find(|index| index.id == id).ok_or_else(broken)?;
                let filter = binder.filter(&index.name, (&name, &columns), &definition);
                index.filter = Some(Arc::new(filter.map_err(|_| broken())?));
            }
            let entries = statistics.remove(&id).unwrap_or_default();
            let statistics = self.decode_statistics((&name, &columns), entries, binder)?;
            let empty = Table::empty(id, schema, name);
            let mut table =
                Table { columns, last_column, constraints, root, indexes, statistics, options, bases, ..empty };
            note_filegroups(self.storage, &mut table);
            match table.is_of_view() {
                true => drop(views.insert(id, Arc::new(table))),
                false => tables.push(table),
            }
        }
        let (sequences, schemas) = (self.load_sequences()?, self.load_schemas()?);
        let catalog = Catalog::from_tables(version, tables).and_sequences(sequences).and_schemas(schemas);
        let catalog = catalog.and_types(self.load_types(binder)?).and_dates(self.load_dates()?);
        let catalog = catalog.and_properties(self.load_properties()?);
        let server = self.server.map(|_| self.load_security(Scope::Server)).transpose()?;
        let catalog = catalog.and_security(self.load_security(Scope::Database)?, server);
        let modules = self.load_modules()?.into_iter();
        Ok(catalog.and_modules(modules.map(|module| Module { rows: views.remove(&module.id), ..module })))
    }

    fn insert_table(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        // The name comes first: its insertion fails if another object has it. The name of an
        // indexed view is its module's.
        if !table.is_of_view() {
            let name = name_key(&table.schema, &table.name);
            self.names.insert(self.storage, transaction, &name, &object_key(table.id))?;
        }
        self.objects.insert(self.storage, transaction, &object_key(table.id), &object_row::encode(table))?;
        for (place, column) in table.columns.iter().enumerate() {
            let key = column_key(table.id, place);
            self.columns.insert(self.storage, transaction, &key, &column_row::encode(column))?;
        }
        for index in &table.indexes {
            if let Some(constraint) = index.constraint {
                let name = name_key(&table.schema, &index.name);
                self.names.insert(self.storage, transaction, &name, &object_key(constraint.id))?;
            }
            let key = column_key(table.id, index.id.into());
            self.indexes.insert(self.storage, transaction, &key, &index_row::encode(index))?;
        }
        self.insert_rules(transaction, table)?;
        self.insert_statistics(transaction, table)
    }

    fn delete_table(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        if !table.is_of_view() {
            self.names.delete(self.storage, transaction, &name_key(&table.schema, &table.name))?;
        }
        self.objects.delete(self.storage, transaction, &object_key(table.id))?;
        for place in 0..table.columns.len() {
            self.columns.delete(self.storage, transaction, &column_key(table.id, place))?;
        }
        for index in &table.indexes {
            self.indexes.delete(self.storage, transaction, &column_key(table.id, index.id.into()))?;
        }
        self.delete_rules(transaction, table)?;
        self.delete_statistics(transaction, table)
    }

    fn insert_sequence(&self, transaction: &mut Transaction, sequence: &Sequence) -> Result<(), StorageError> {
        let (name, key) = (name_key(&sequence.schema, &sequence.name), object_key(sequence.id));
        self.names.insert(self.storage, transaction, &name, &key)?;
        self.sequences.insert(self.storage, transaction, &key, &sequence_row::encode(sequence))
    }

    fn delete_sequence(&self, transaction: &mut Transaction, sequence: &Sequence) -> Result<(), StorageError> {
        self.names.delete(self.storage, transaction, &name_key(&sequence.schema, &sequence.name))?;
        self.sequences.delete(self.storage, transaction, &object_key(sequence.id))?;
        Ok(())
    }

    fn insert_module(&self, transaction: &mut Transaction, module: &Module) -> Result<(), StorageError> {
        let name = name_key(&module.schema, &module.name);
        self.names.insert(self.storage, transaction, &name, &object_key(module.id))?;
        let first = module_row::encode(module);
        let rows = std::iter::once(first.as_slice()).chain(module_row::pieces(module));
        for (key, row) in self.module_keys(module).iter().zip(rows) {
            self.modules.insert(self.storage, transaction, key, row)?;
        }
        Ok(())
    }

    fn delete_module(&self, transaction: &mut Transaction, module: &Module) -> Result<(), StorageError> {
        self.names.delete(self.storage, transaction, &name_key(&module.schema, &module.name))?;
        for key in self.module_keys(module) {
            self.modules.delete(self.storage, transaction, &key)?;
        }
        Ok(())
    }

    fn insert_schema(&self, transaction: &mut Transaction, schema: &Schema) -> Result<(), StorageError> {
        let key = object_key(ObjectId(schema.id.0));
        self.schemas.insert(self.storage, transaction, &key, &schema_row::encode(schema))
    }

    fn delete_schema(&self, transaction: &mut Transaction, schema: &Schema) -> Result<(), StorageError> {
        self.schemas.delete(self.storage, transaction, &object_key(ObjectId(schema.id.0)))?;
        Ok(())
    }

    fn insert_type(&self, transaction: &mut Transaction, user_type: &UserType) -> Result<(), StorageError> {
        let first = type_row::encode(user_type);
        let rows = std::iter::once(first).chain(type_row::pieces(user_type));
        for (key, row) in types::keys(user_type).iter().zip(rows) {
            self.types.insert(self.storage, transaction, key, &row)?;
        }
        Ok(())
    }

    fn delete_type(&self, transaction: &mut Transaction, user_type: &UserType) -> Result<(), StorageError> {
        for key in types::keys(user_type) {
            self.types.delete(self.storage, transaction, &key)?;
        }
        Ok(())
    }

    fn insert_property(&self, transaction: &mut Transaction, property: &ExtendedProperty) -> Result<(), StorageError> {
        self.write_property(transaction, property)
    }

    fn delete_property(&self, transaction: &mut Transaction, property: &ExtendedProperty) -> Result<(), StorageError> {
        self.erase_property(transaction, property)
    }

    fn insert_principal(
        &self,
        transaction: &mut Transaction,
        scope: Scope,
        principal: &Principal,
    ) -> Result<(), StorageError> {
        let tree = self.trees(scope)?.principals;
        let (key, row) = (security::principal_key(principal.id), principal_row::encode(principal));
        tree.insert(self.storage, transaction, &key, &row)
    }

    fn delete_principal(
        &self,
        transaction: &mut Transaction,
        scope: Scope,
        id: PrincipalId,
    ) -> Result<(), StorageError> {
        self.trees(scope)?.principals.delete(self.storage, transaction, &security::principal_key(id))?;
        Ok(())
    }

    fn insert_member(&self, transaction: &mut Transaction, scope: Scope, member: Member) -> Result<(), StorageError> {
        let tree = self.trees(scope)?.members;
        tree.insert(self.storage, transaction, &security::member_key(member), &security::MEMBER_VALUE)
    }

    fn delete_member(&self, transaction: &mut Transaction, scope: Scope, member: Member) -> Result<(), StorageError> {
        self.trees(scope)?.members.delete(self.storage, transaction, &security::member_key(member))?;
        Ok(())
    }

    fn insert_permission(
        &self,
        transaction: &mut Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), StorageError> {
        let tree = self.trees(scope)?.permissions;
        let (key, value) = (security::permission_key(permission), security::permission_value(permission));
        tree.insert(self.storage, transaction, &key, &value)
    }

    fn delete_permission(
        &self,
        transaction: &mut Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), StorageError> {
        self.trees(scope)?.permissions.delete(self.storage, transaction, &security::permission_key(permission))?;
        Ok(())
    }
}

impl StoredCatalog<'_> {
    fn module_keys(&self, module: &Module) -> Vec<[u8; 6]> {
        (0..=module_row::pieces(module).count()).map(|number| column_key(module.id, number)).collect()
    }
}

/// Object id of sysobjects.
pub const SYS_OBJECTS: ObjectId = ObjectId(3);
const NAMES: ObjectId = ObjectId(4);
const COLUMNS: ObjectId = ObjectId(5);
const SEQUENCES: ObjectId = ObjectId(6);
const MODULES: ObjectId = ObjectId(7);
const INDEXES: ObjectId = ObjectId(8);
const RULES: ObjectId = ObjectId(9);
const SCHEMAS: ObjectId = ObjectId(10);
const STATISTICS: ObjectId = ObjectId(11);
const TYPES: ObjectId = ObjectId(12);
/// Boot slots and object ids of the system tables.
const TREES: [(u8, ObjectId); 11] = [
    (0, SYS_OBJECTS),
    (1, NAMES),
    (2, COLUMNS),
    (3, SEQUENCES),
    (4, MODULES),
    (5, INDEXES),
    (6, RULES),
    (7, SCHEMAS),
    (8, STATISTICS),
    (9, TYPES),
    DATES,
];
/// Smaller ids belong to the system.
const FIRST_USER_OBJECT: i32 = 1000;
const BAD_KEY: &str = "a key is no object id";
