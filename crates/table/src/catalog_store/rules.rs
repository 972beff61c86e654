//! Constraints, computed columns and index filters in sysconstraints. They are loaded for all
//! tables at once and written with their table.

use super::rule_row::{self, Entry, RuleRow};
use super::stored::{OBJECT_KEY, StoredCatalog, damaged, name_key, object_key, object_of, unreadable};
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{BoundObject, Computed, Constraint, Table};
use sluice_txn::{StorageError, Transaction};
use std::ops::Bound;

/// A table's entries in sysconstraints.
#[derive(Default)]
pub(super) struct TableRules {
    /// Computed columns by column id.
    pub(super) computed: Vec<(u16, Computed)>,
    /// Constraints in the order of their ids.
    pub(super) constraints: Vec<Constraint>,
    /// Index filters by index id.
    pub(super) filters: Vec<(u16, Arc<str>)>,
    /// Bound defaults by column id.
    pub(super) bound_defaults: Vec<(u16, BoundObject)>,
    /// Bound rules by column id.
    pub(super) bound_rules: Vec<(u16, BoundObject)>,
}

impl StoredCatalog<'_> {
    /// Reads all entries by table. Fails with `Damaged` if a row or one of its pieces is missing or
    /// can't be read.
    pub(super) fn load_rules(&self) -> Result<HashMap<ObjectId, TableRules>, StorageError> {
        let broken = || damaged(self.storage, self.rules.root, "a row of sysconstraints cannot be read");
        let mut tables: HashMap<ObjectId, TableRules> = HashMap::default();
        let mut scan = self.rules.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, row)) = scan.next()? {
            let (table, id) = ids_of(key).ok_or_else(broken)?;
            let unreadable =
                || unreadable(self.storage, ("sysconstraints", self.rules.root), (&rule_row::layout(), row));
            let row = RuleRow::decode(row).ok_or_else(unreadable)?;
            let mut text = Vec::new();
            for _ in 0..row.pieces {
                let (_, piece) = scan.next()?.ok_or_else(broken)?;
                text.extend_from_slice(piece);
            }
            let rules = tables.entry(table).or_default();
            match row.with_text(id, text).ok_or_else(broken)? {
                Entry::Computed(column, computed) => rules.computed.push((column, computed)),
                Entry::Constraint(constraint) => rules.constraints.push(constraint),
                Entry::Filter(index, definition) => rules.filters.push((index, definition)),
                Entry::BoundDefault(column, bound) => rules.bound_defaults.push((column, bound)),
                Entry::BoundRule(column, bound) => rules.bound_rules.push((column, bound)),
            }
        }
        Ok(tables)
    }

    /// The greatest id of a constraint, or 0.
    pub(super) fn last_constraint(&self) -> Result<i32, StorageError> {
        let rules = self.load_rules()?;
        let ids = rules.values().flat_map(|rules| &rules.constraints).map(|constraint| constraint.id.0);
        Ok(ids.max().unwrap_or_default())
    }

    /// Writes the entries of a table's constraints, computed columns and filters, and reserves the
    /// constraints' names in sysnames. Fails with `Duplicate` if a name is taken.
    pub(super) fn insert_rules(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        for constraint in &table.constraints {
            let name = name_key(&table.schema, &constraint.name);
            self.names.insert(self.storage, transaction, &name, &object_key(constraint.id))?;
        }
        for entry in entries(table) {
            for (piece, row) in entry.rows().iter().enumerate() {
                self.rules.insert(self.storage, transaction, &rule_key(table.id, entry.key(), piece), row)?;
            }
        }
        Ok(())
    }

    /// Deletes what [`StoredCatalog::insert_rules`] wrote for the same definition of the table,
    /// names in sysnames included.
    pub(super) fn delete_rules(&self, transaction: &mut Transaction, table: &Table) -> Result<(), StorageError> {
        for name in table.constraint_names() {
            self.names.delete(self.storage, transaction, &name_key(&table.schema, name))?;
        }
        for entry in entries(table) {
            for piece in 0..entry.rows().len() {
                self.rules.delete(self.storage, transaction, &rule_key(table.id, entry.key(), piece))?;
            }
        }
        Ok(())
    }
}

fn entries(table: &Table) -> impl Iterator<Item = Entry> + '_ {
    let computed = table.columns.iter().filter_map(|column| Some(Entry::Computed(column.id, column.computed.clone()?)));
    let filters = table.indexes.iter().filter_map(|index| {
        let filter = index.filter.as_ref()?;
        Some(Entry::Filter(index.id, Arc::clone(&filter.definition)))
    });
    let defaults = table.columns.iter().filter_map(|column| {
        let bound = column.bound.default.clone()?;
        Some(Entry::BoundDefault(column.id, bound))
    });
    let rules = table.columns.iter().filter_map(|column| {
        let bound = column.bound.rule.clone()?;
        Some(Entry::BoundRule(column.id, bound))
    });
    let bound = defaults.chain(rules);
    computed.chain(table.constraints.iter().cloned().map(Entry::Constraint)).chain(filters).chain(bound)
}

/// Encodes table, sort, id and piece number, all big-endian, the ids with flipped sign bits.
fn rule_key(table: ObjectId, (sort, id): (u8, i32), piece: usize) -> [u8; RULE_KEY] {
    let mut key = [0; RULE_KEY];
    key[..OBJECT_KEY].copy_from_slice(&object_key(table));
    key[OBJECT_KEY] = sort;
    key[OBJECT_KEY + 1..RULE_KEY - 2].copy_from_slice(&object_key(ObjectId(id)));
    key[RULE_KEY - 2..].copy_from_slice(&(piece as u16).to_be_bytes());
    key
}

/// Returns the table, and the id of the column, constraint or index.
fn ids_of(key: &[u8]) -> Option<(ObjectId, i32)> {
    let table = object_of(key.get(..OBJECT_KEY)?)?;
    Some((table, object_of(key.get(OBJECT_KEY + 1..RULE_KEY - 2)?)?.0))
}

/// Bytes of a key.
const RULE_KEY: usize = OBJECT_KEY + 1 + OBJECT_KEY + 2;
