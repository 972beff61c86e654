//! The modification times set by a change of the names. They are derived from the old and new
//! states of the changed objects, so statements need not set them.

use crate::change::Change;
use crate::dates::Dates;
use crate::index::Index;
use crate::module::Module;
use crate::object::Object;
use crate::rule::Constraint;
use crate::sequence::Sequence;
use crate::table::Table;
use crate::user_type::UserType;
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::trie_map::TrieMap;

/// An object with creation and modification times.
#[derive(Clone, Copy)]
pub(crate) enum Dated<'c> {
    Table(&'c Table),
    Key(&'c Index),
    Constraint(&'c Constraint),
    Sequence(&'c Sequence),
    Module(&'c Module),
    Type(&'c UserType),
}

/// The objects that exist in only one of two states of the names, or differ between both.
#[derive(Default)]
pub(crate) struct Differing<'c> {
    before: HashMap<ObjectId, Dated<'c>>,
    after: HashMap<ObjectId, Dated<'c>>,
}

impl<'c> Differing<'c> {
    /// Adds a change of an object or a type; other changes have no dates. Changes of the same
    /// object must be added in order. Only the state before the first change and the one after the
    /// last are kept.
    pub(crate) fn add(&mut self, change: &'c Change) {
        match change {
            Change::Object(before, after) => {
                self.replace(before.as_ref().map(dated), after.as_ref().map(dated));
            }
            Change::Type(before, after) => {
                self.replace(before.as_deref().map(Dated::Type), after.as_deref().map(Dated::Type));
            }
            Change::Schema(..) | Change::Dates(..) | Change::Property(..) | Change::Security(..) => {}
        }
    }

    fn replace(&mut self, before: Option<Dated<'c>>, after: Option<Dated<'c>>) {
        for (id, dated) in before.into_iter().flat_map(parts) {
            // Objects added by these changes did not exist before.
            if self.after.remove(&id).is_none() {
                self.before.entry(id).or_insert(dated);
            }
        }
        self.after.extend(after.into_iter().flat_map(parts));
    }

    /// Returns the new dates of the objects in the order of their ids, or `None` for dropped
    /// objects. An object that is there without a real alteration keeps its dates and is left out.
    /// `now_ns` becomes the time of its change, and of its creation if new.
    pub(crate) fn changes(self, known: &TrieMap<ObjectId, Dates>, now_ns: i64) -> Vec<(ObjectId, Option<Dates>)> {
        let Differing { before, after } = self;
        let gone = before.keys().filter(|id| !after.contains_key(id)).map(|id| (*id, None));
        let there = after.iter().filter_map(|(id, new)| {
            let dates = match before.get(id) {
                None => Dates::new(now_ns),
                Some(old) if !is_altered(*old, *new) => return None,
                Some(_) => Dates { modified_ns: now_ns, ..known.get(id).copied().unwrap_or(Dates::new(now_ns)) },
            };
            Some((*id, Some(dates)))
        });
        let mut changes: Vec<_> = gone.chain(there).collect();
        changes.sort_unstable_by_key(|(id, _)| id.0);
        changes
    }
}

/// Whether a rewritten object was actually altered: any change of a table rewrites its keys and
/// constraints.
fn is_altered(before: Dated<'_>, after: Dated<'_>) -> bool {
    match (before, after) {
        (Dated::Key(old), Dated::Key(new)) => old.name != new.name,
        (Dated::Constraint(old), Dated::Constraint(new)) => old != new,
        _ => true,
    }
}

fn dated(object: &Object) -> Dated<'_> {
    match object {
        Object::Table(table) => Dated::Table(table),
        Object::Sequence(sequence) => Dated::Sequence(sequence),
        Object::Module(module) => Dated::Module(module),
    }
}

/// Returns an object, and the keys and constraints of a table, each by its id.
fn parts(dated: Dated<'_>) -> Vec<(ObjectId, Dated<'_>)> {
    let mut parts = Vec::new();
    let id = match dated {
        Dated::Table(table) => {
            parts.extend(table.constraints.iter().map(|constraint| (constraint.id, Dated::Constraint(constraint))));
            parts.extend(table.indexes.iter().filter_map(|index| Some((index.constraint?.id, Dated::Key(index)))));
            Some(table.id)
        }
        Dated::Sequence(sequence) => Some(sequence.id),
        Dated::Module(module) => Some(module.id),
        // No view of objects shows aliases.
        Dated::Type(user_type) => user_type.table().map(|table| table.id),
        Dated::Key(_) | Dated::Constraint(_) => None,
    };
    parts.extend(id.map(|id| (id, dated)));
    parts
}
