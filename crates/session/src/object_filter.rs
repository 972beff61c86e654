//! The objects that a statement wants from a system view.
//!
//! A query that equates a view's column with an object's id or name reads the rows of few objects.
//! The view then looks these objects up instead of enumerating all. The filter accepts every wanted
//! object, and possibly others: the query evaluates its conditions for each row.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::object::Object;
use sluice_catalog::{Catalog, Index, Module, Sequence, SystemViewDef, Table, UserType};
use sluice_query::code::context::{SoughtColumn, SoughtValue};
use sluice_types::pattern::{Reading, matches};
use sluice_types::{CollationId, collation};

/// The wanted objects of a database. Without ids and names it accepts every object.
#[derive(Default)]
pub struct ObjectFilter<'a> {
    ids: Option<Vec<ObjectId>>,
    // Whether the ids are those of tables to which foreign keys refer.
    are_referenced: bool,
    names: Option<&'a [SoughtValue]>,
}

impl<'a> ObjectFilter<'a> {
    /// Creates the filter of a read of the view `def` for these values. Values of other columns
    /// don't restrict it. Ids of objects come before ids of referenced objects.
    pub fn new(def: &SystemViewDef, sought: &'a [SoughtColumn]) -> ObjectFilter<'a> {
        let reach = &def.reach;
        let mut by_id = sought.iter().filter(|sought| reach.ids.contains(&sought.column));
        let by_referenced = || sought.iter().find(|sought| reach.referenced == Some(sought.column));
        let by_name = sought.iter().find(|sought| reach.name == Some(sought.column));
        let (ids, are_referenced) = match by_id.find_map(ids_of) {
            Some(ids) => (Some(ids), false),
            None => (by_referenced().and_then(ids_of), true),
        };
        ObjectFilter { ids, are_referenced, names: by_name.map(|sought| sought.values.as_slice()) }
    }

    /// Whether rows of an object with this id and name are wanted. Ids of referenced tables exclude
    /// no object here.
    pub fn accepts(&self, id: ObjectId, name: &str) -> bool {
        let has_id = self.are_referenced || self.ids.as_ref().is_none_or(|ids| ids.contains(&id));
        has_id && self.accepts_name(name)
    }

    /// Whether rows of an object with this name are wanted.
    fn accepts_name(&self, name: &str) -> bool {
        self.names.is_none_or(|names| names.iter().any(|sought| is_wanted(name, sought)))
    }

    fn accepts_table(&self, table: &Table) -> bool {
        self.accepts_name(&table.name) || table.constraint_names().any(|name| self.accepts_name(name))
    }

    /// Returns the objects found by the ids in the order of their ids, or `None` if the query gives
    /// no ids.
    fn found<'c>(&self, catalog: &'c Catalog) -> Option<Vec<&'c Object>> {
        let mut found = Vec::new();
        for id in self.ids.as_ref()? {
            if self.are_referenced {
                let referring = catalog.referrers(*id).into_iter().map(|(table, ..)| table.id);
                found.extend(referring.filter_map(|id| catalog.object_by_id(id)));
                continue;
            }
            found.extend(catalog.owner_of(*id));
            let triggers = catalog.triggers_of(*id).into_iter().map(|trigger| trigger.id);
            found.extend(triggers.filter_map(|id| catalog.object_by_id(id)));
        }
        found.sort_by_key(|object| object.id().0);
        found.dedup_by_key(|object| object.id());
        Some(found)
    }

    /// Returns the tables of `catalog` that the filter accepts, looked up by id or name if it has
    /// either.
    pub fn tables<'c>(&self, catalog: &'c Catalog) -> Vec<&'c Arc<Table>> {
        let mut tables = self.stored_tables(catalog);
        tables.retain(|table| !table.is_of_view());
        tables
    }

    /// Returns the tables and the rows of indexed views that the filter accepts, as
    /// [`ObjectFilter::tables`] looks them up.
    pub fn stored_tables<'c>(&self, catalog: &'c Catalog) -> Vec<&'c Arc<Table>> {
        let found = self.found(catalog).map(|found| found.into_iter().filter_map(Object::stored).collect());
        let mut tables: Vec<_> = found.unwrap_or_else(|| catalog.stored_tables());
        tables.retain(|table| self.accepts_table(table));
        tables
    }

    /// Returns the modules of `catalog` that the filter accepts, without DDL triggers.
    pub fn modules<'c>(&self, catalog: &'c Catalog) -> Vec<&'c Arc<Module>> {
        let found = self.found(catalog).map(|found| found.into_iter().filter_map(Object::module).collect());
        let mut modules: Vec<_> = found.unwrap_or_else(|| catalog.modules());
        modules.retain(|module| module.ddl.is_none() && self.accepts_name(&module.name));
        modules
    }

    /// Returns the sequences of `catalog` that the filter accepts.
    pub fn sequences<'c>(&self, catalog: &'c Catalog) -> Vec<&'c Arc<Sequence>> {
        let found = self.found(catalog).map(|found| found.into_iter().filter_map(Object::sequence).collect());
        let mut sequences: Vec<_> = found.unwrap_or_else(|| catalog.sequences());
        sequences.retain(|sequence| self.accepts_name(&sequence.name));
        sequences
    }

    /// Returns the tables of table types that are wanted, or that have a wanted constraint.
    pub fn type_tables<'c>(&self, catalog: &'c Catalog) -> impl Iterator<Item = &'c Arc<Table>> {
        let tables = catalog.user_types().iter().filter_map(|user_type: &Arc<UserType>| user_type.table());
        tables.filter(|table| {
            let of_key = |index: &'c Index| Some((index.constraint?.id, index.name.as_str()));
            let keys = table.indexes.iter().filter_map(of_key);
            let others = table.constraints.iter().map(|constraint| (constraint.id, constraint.name.as_str()));
            keys.chain(others).chain([(table.id, table.name.as_str())]).any(|(id, name)| self.accepts(id, name))
        })
    }
}

/// Returns the ids among the wanted values of a column of ids. Returns `None` if 0 is among them:
/// rows without a parent object have it as their parent's id.
fn ids_of(sought: &SoughtColumn) -> Option<Vec<ObjectId>> {
    let id = |value: &SoughtValue| match value {
        SoughtValue::Equal(value) => value.as_i64().and_then(|id| i32::try_from(id).ok()).map(ObjectId),
        SoughtValue::Like { .. } => None,
    };
    let ids: Vec<ObjectId> = sought.values.iter().filter_map(id).collect();
    (!ids.contains(&ObjectId(0))).then_some(ids)
}

/// Whether a name is equal to a value, or matches its pattern, in the collation of system views.
fn is_wanted(name: &str, sought: &SoughtValue) -> bool {
    match sought {
        SoughtValue::Equal(value) => value.as_str().is_some_and(|wanted| collation::equal(name, wanted)),
        SoughtValue::Like { pattern, escape } => {
            let collation = CollationId::DEFAULT.rules();
            matches(name, pattern, Reading { escape: *escape, ignores_trailing_blanks: true, collation })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::Value;

    #[test]
    fn patterns_and_names_ignore_case() {
        let equal = |wanted: &str| SoughtValue::Equal(Value::text(wanted));
        assert!(is_wanted("Orders", &equal("orders")) && is_wanted("Orders", &equal("ORDERS  ")));
        assert!(!is_wanted("Orders", &equal("order")));
        let like = |pattern: &str| SoughtValue::Like { pattern: pattern.into(), escape: Some(u16::from(b'!')) };
        assert!(is_wanted("my_table", &like("MY!_t%")) && !is_wanted("my1table", &like("MY!_t%")));
    }
}
