//! The catalog look-ups of a statement, with their answers.
//!
//! A watched catalog ([`crate::Catalog::watched`]) records every answer that it gives. A plan is
//! valid in another state of the catalog if that state gives the same answers, whatever else
//! differs.

use crate::name::Folded;
use crate::object::Object;
use crate::schema::{Schema, SchemaId};
use crate::security::Security;
use crate::type_id::TypeId;
use crate::user_type::UserType;
use sluice_base::ids::ObjectId;
use sluice_base::sync::{Arc, Mutex};
use std::collections::BTreeSet;

/// A folded name in a schema: schema, then name.
pub type NameKey = (Folded, Folded);

/// A look-up and its answer.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// The object with a name, or the table whose constraint has the name.
    Name(NameKey, Option<Object>),
    /// The object with an id.
    Id(ObjectId, Option<Object>),
    /// The tables whose foreign keys refer to a table.
    Referrers(ObjectId, Vec<Object>),
    /// The triggers of a table or view, or the DDL triggers of a scope.
    Triggers(ObjectId, Vec<Object>),
    /// The indexed views that read a table.
    IndexedViews(ObjectId, Vec<Object>),
    /// The type with a name.
    Type(NameKey, Option<Arc<UserType>>),
    /// The type with an id.
    TypeId(TypeId, Option<Arc<UserType>>),
    /// The schema with a name.
    Schema(Folded, Option<Schema>),
    /// The principals and permissions of the server (true) or of the database (false).
    Security(bool, Option<Arc<Security>>),
    /// A look-up of unbounded scope: its answer is the same only in this version.
    Everything(u64),
}

/// The look-ups of a statement and their answers, so that it can be checked later whether they
/// still hold.
#[derive(Default, Debug)]
pub struct Lookups {
    noted: Mutex<Noted>,
}

/// Look-ups in their order, and their questions.
#[derive(Default, Debug)]
struct Noted {
    lookups: Vec<Lookup>,
    asked: BTreeSet<Question>,
}

/// A look-up without its answer.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Question {
    Name(NameKey),
    Id(ObjectId),
    Referrers(ObjectId),
    Triggers(ObjectId),
    IndexedViews(ObjectId),
    Type(NameKey),
    TypeId(TypeId),
    Schema(Folded),
    Security(bool),
    Everything,
}

impl Lookups {
    /// Records a look-up and its answer. The first of repeated look-ups is kept.
    pub(crate) fn note(&self, lookup: Lookup) {
        let mut noted = self.noted.lock();
        if noted.asked.insert(lookup.question()) {
            noted.lookups.push(lookup);
        }
    }

    /// Whether no look-up was recorded.
    pub fn is_empty(&self) -> bool {
        self.noted.lock().lookups.is_empty()
    }

    /// Returns the look-ups so far, in their order.
    pub fn all(&self) -> Vec<Lookup> {
        self.noted.lock().lookups.clone()
    }

    /// Whether `is_so` holds for every look-up.
    pub fn all_hold(&self, is_so: impl FnMut(&Lookup) -> bool) -> bool {
        self.noted.lock().lookups.iter().all(is_so)
    }
}

impl Lookup {
    fn question(&self) -> Question {
        match self {
            Lookup::Name(key, _) => Question::Name(key.clone()),
            Lookup::Id(id, _) => Question::Id(*id),
            Lookup::Referrers(id, _) => Question::Referrers(*id),
            Lookup::Triggers(id, _) => Question::Triggers(*id),
            Lookup::IndexedViews(id, _) => Question::IndexedViews(*id),
            Lookup::Type(key, _) => Question::Type(key.clone()),
            Lookup::TypeId(id, _) => Question::TypeId(*id),
            Lookup::Schema(name, _) => Question::Schema(name.clone()),
            Lookup::Security(of_server, _) => Question::Security(*of_server),
            Lookup::Everything(_) => Question::Everything,
        }
    }

    /// Returns the object found by a look-up of a single object. `None` if it found nothing or is
    /// another look-up.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Lookup::Name(_, found) | Lookup::Id(_, found) => found.as_ref(),
            _ => None,
        }
    }

    /// Returns the schema found. `None` if the look-up found none or isn't of a schema.
    pub fn schema(&self) -> Option<SchemaId> {
        if let Lookup::Schema(_, found) = self { found.as_ref().map(|schema| schema.id) } else { None }
    }

    /// Returns the type found. `None` if the look-up found none or isn't of a type.
    pub fn user_type(&self) -> Option<TypeId> {
        match self {
            Lookup::Type(_, found) | Lookup::TypeId(_, found) => found.as_ref().map(|found| found.id),
            _ => None,
        }
    }
}
