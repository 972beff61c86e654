//! The extended properties whose owner a change has dropped.

use crate::change::Change;
use crate::index::Index;
use crate::object::Object;
use crate::property::{ExtendedProperty, PropertyClass};
use crate::snapshot::Catalog;
use crate::table::Table;
use sluice_base::sync::Arc;

impl Catalog {
    /// Returns this snapshot without the extended properties whose owner its changes have dropped,
    /// and those properties.
    pub fn without_orphans(self) -> (Catalog, Vec<Arc<ExtendedProperty>>) {
        let (mut next, mut dropped) = (self, Vec::new());
        for place in 0..next.changes().len() {
            if next.properties().is_empty() {
                break;
            }
            for orphan in orphans(&next, &next.changes()[place]) {
                next = next.with_property(Some(Arc::clone(&orphan)), None);
                dropped.push(orphan);
            }
        }
        (next, dropped)
    }
}

/// Returns the properties that `change`, which `catalog` already has, leaves without an owner.
fn orphans(catalog: &Catalog, change: &Change) -> Vec<Arc<ExtendedProperty>> {
    let mut orphans = Orphans { catalog, found: Vec::new() };
    match change {
        Change::Object(Some(before), _) => orphans.of_object(before),
        Change::Schema(Some(before), _) if !catalog.schemas().any(|known| known.id == before.id) => {
            orphans.of_thing(PropertyClass::Schema, before.id.0);
        }
        Change::Type(Some(before), _) if catalog.type_by_id(before.id).is_none() => {
            orphans.of_thing(PropertyClass::Type, before.id.0);
            orphans.of_thing(PropertyClass::TypeColumn, before.id.0);
        }
        Change::Security(before, after) => {
            let dropped = before.own().iter().filter(|known| after.principal(known.id).is_none());
            dropped.for_each(|principal| orphans.of_thing(PropertyClass::Principal, principal.id.0));
        }
        _ => {}
    }
    orphans.found
}

struct Orphans<'c> {
    catalog: &'c Catalog,
    found: Vec<Arc<ExtendedProperty>>,
}

impl Orphans<'_> {
    fn of_object(&mut self, before: &Object) {
        let id = before.id();
        let now = self.catalog.object_by_id(id).cloned();
        match &now {
            None => {
                for class in [PropertyClass::ObjectOrColumn, PropertyClass::Parameter, PropertyClass::Index] {
                    self.of_thing(class, id.0);
                }
            }
            Some(Object::Table(now)) => {
                self.of_parts(PropertyClass::ObjectOrColumn, id.0, |column| now.column_by_id(column).is_none());
                let is_gone = |index: u16| !now.indexes.iter().any(|known| known.id == index);
                self.of_parts(PropertyClass::Index, id.0, is_gone);
            }
            Some(_) => {}
        }
        if let Some(table) = before.table() {
            let kept = now.as_ref().and_then(Object::table).map_or_else(Vec::new, |now| constraint_ids(now));
            let dropped = constraint_ids(table).into_iter().filter(|id| !kept.contains(id));
            dropped.for_each(|id| self.of_thing(PropertyClass::ObjectOrColumn, id));
        }
    }

    fn of_thing(&mut self, class: PropertyClass, major: i32) {
        self.found.extend(self.catalog.properties().of_thing(class, major).iter().cloned());
    }

    /// Adds the properties of the parts of a thing for which `is_gone` holds.
    fn of_parts(&mut self, class: PropertyClass, major: i32, is_gone: impl Fn(u16) -> bool) {
        let of_part = |known: &&Arc<ExtendedProperty>| {
            known.owner.minor != 0 && u16::try_from(known.owner.minor).is_ok_and(&is_gone)
        };
        self.found.extend(self.catalog.properties().of_thing(class, major).iter().filter(of_part).cloned());
    }
}

fn constraint_ids(table: &Table) -> Vec<i32> {
    let of_keys = table.indexes.iter().filter_map(|index: &Index| Some(index.constraint?.id.0));
    table.constraints.iter().map(|constraint| constraint.id.0).chain(of_keys).collect()
}
