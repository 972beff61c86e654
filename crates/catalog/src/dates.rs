//! When objects were made and last altered (`relational-databases/system-catalog-views/sys-objects-transact-sql`): told from what two states of
//! the names have in common, so that no statement has to think of it.
//!
//! Invariant: every object of a stored catalog that `sys.objects` shows has its dates, and so has the database itself, as object 0.

use crate::index::Index;
use crate::module::Module;
use crate::rule::Constraint;
use crate::sequence::Sequence;
use crate::table::Table;
use crate::user_type::UserType;
use sluice_base::hash::HashMap;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use std::hash::Hash;

/// When an object was made, and when it was last altered: local nanoseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dates {
    /// When it was made.
    pub created_ns: i64,
    /// When ALTER, or what does the same, changed it last; of a table also when an index of it was made or changed.
    pub modified_ns: i64,
}

impl Dates {
    /// Of what is made now.
    pub fn new(now_ns: i64) -> Dates {
        Dates { created_ns: now_ns, modified_ns: now_ns }
    }
}

/// An object that has dates.
#[derive(Clone, Copy)]
pub(crate) enum Dated<'c> {
    Table(&'c Table),
    Key(&'c Index),
    Constraint(&'c Constraint),
    Sequence(&'c Sequence),
    Module(&'c Module),
    Type(&'c UserType),
}

/// What is in one of two states of the names alone, or otherwise than in the other.
#[derive(Default)]
pub(crate) struct Differing<'c> {
    before: HashMap<ObjectId, Dated<'c>>,
    after: HashMap<ObjectId, Dated<'c>>,
}

impl<'c> Differing<'c> {
    /// Adds what differs between two maps.
    pub(crate) fn add<K: Hash + Eq, T>(
        &mut self,
        before: &'c HashMap<K, Arc<T>>,
        after: &'c HashMap<K, Arc<T>>,
        dated: fn(&'c T) -> Dated<'c>,
    ) {
        let is_in = |map: &HashMap<K, Arc<T>>, key: &K, object: &Arc<T>| {
            map.get(key).is_some_and(|other| Arc::ptr_eq(other, object))
        };
        // The order does not matter: they are put under their ids.
        let gone = before.iter().filter(|(key, old)| !is_in(after, key, old));
        gone.for_each(|(_, old)| put(&mut self.before, dated(old)));
        let new = after.iter().filter(|(key, new)| !is_in(before, key, new));
        new.for_each(|(_, new)| put(&mut self.after, dated(new)));
    }

    /// Adds what differs between two lists of types.
    pub(crate) fn add_types(&mut self, before: &'c [Arc<UserType>], after: &'c [Arc<UserType>]) {
        let only_in = |user_type: &&Arc<UserType>, others: &[Arc<UserType>]| {
            !others.iter().any(|other| Arc::ptr_eq(user_type, other))
        };
        let gone = before.iter().filter(|user_type| only_in(user_type, after));
        gone.for_each(|user_type| put(&mut self.before, Dated::Type(user_type)));
        let new = after.iter().filter(|user_type| only_in(user_type, before));
        new.for_each(|user_type| put(&mut self.after, Dated::Type(user_type)));
    }

    /// The dates that objects have now, or that they are gone; in the order of their ids.
    pub(crate) fn changes(self, known: &HashMap<ObjectId, Dates>, now_ns: i64) -> Vec<(ObjectId, Option<Dates>)> {
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

/// Whether an object that was written anew was altered: a table's keys and constraints come with any change of it.
fn is_altered(before: Dated<'_>, after: Dated<'_>) -> bool {
    match (before, after) {
        (Dated::Key(old), Dated::Key(new)) => old.name != new.name,
        (Dated::Constraint(old), Dated::Constraint(new)) => old != new,
        _ => true,
    }
}

/// Puts an object in, with the keys and constraints of a table.
fn put<'c>(objects: &mut HashMap<ObjectId, Dated<'c>>, dated: Dated<'c>) {
    let id = match dated {
        Dated::Table(table) => {
            objects.extend(table.constraints.iter().map(|constraint| (constraint.id, Dated::Constraint(constraint))));
            let keys = table.indexes.iter().filter_map(|index| Some((index.constraint?.id, Dated::Key(index))));
            objects.extend(keys);
            table.id
        }
        Dated::Sequence(sequence) => sequence.id,
        Dated::Module(module) => module.id,
        // Aliases are in no view of objects.
        Dated::Type(user_type) => match user_type.table() {
            Some(table) => table.id,
            None => return,
        },
        Dated::Key(_) | Dated::Constraint(_) => return,
    };
    objects.insert(id, dated);
}
