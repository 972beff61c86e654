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
    /// The triggers of a table or view.
    Triggers(ObjectId, Vec<Object>),
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

/// The look-ups of a statement.
#[derive(Default, Debug)]
pub struct Lookups {
    noted: Mutex<Vec<Lookup>>,
}

impl Lookups {
    /// Records a look-up in a catalog of this version. Repeated look-ups are recorded once.
    pub(crate) fn note(&self, version: u64, lookup: Lookup) {
        let mut noted = self.noted.lock();
        if noted.len() >= NOTED_MAX || noted.iter().any(|known| known.is_same_lookup(&lookup)) {
            return;
        }
        let is_last = noted.len() + 1 == NOTED_MAX;
        noted.push(if is_last { Lookup::Everything(version) } else { lookup });
    }

    /// Whether no look-up was recorded.
    pub fn is_empty(&self) -> bool {
        self.noted.lock().is_empty()
    }

    /// Returns the look-ups so far.
    pub fn all(&self) -> Vec<Lookup> {
        self.noted.lock().clone()
    }

    /// Whether `is_so` holds for every look-up.
    pub fn all_hold(&self, is_so: impl FnMut(&Lookup) -> bool) -> bool {
        self.noted.lock().iter().all(is_so)
    }
}

impl Lookup {
    /// Whether both look up the same thing.
    fn is_same_lookup(&self, other: &Lookup) -> bool {
        match (self, other) {
            (Lookup::Name(one, _), Lookup::Name(other, _)) => one == other,
            (Lookup::Type(one, _), Lookup::Type(other, _)) => one == other,
            (Lookup::Id(one, _), Lookup::Id(other, _)) => one == other,
            (Lookup::Referrers(one, _), Lookup::Referrers(other, _)) => one == other,
            (Lookup::Triggers(one, _), Lookup::Triggers(other, _)) => one == other,
            (Lookup::TypeId(one, _), Lookup::TypeId(other, _)) => one == other,
            (Lookup::Schema(one, _), Lookup::Schema(other, _)) => one == other,
            (Lookup::Security(one, _), Lookup::Security(other, _)) => one == other,
            (Lookup::Everything(_), Lookup::Everything(_)) => true,
            _ => false,
        }
    }

    /// Returns the object found, if the look-up is for a single object.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Lookup::Name(_, found) | Lookup::Id(_, found) => found.as_ref(),
            _ => None,
        }
    }

    /// Returns the schema found.
    pub fn schema(&self) -> Option<SchemaId> {
        if let Lookup::Schema(_, found) = self { found.as_ref().map(|schema| schema.id) } else { None }
    }

    /// Returns the type found.
    pub fn user_type(&self) -> Option<TypeId> {
        match self {
            Lookup::Type(_, found) | Lookup::TypeId(_, found) => found.as_ref().map(|found| found.id),
            _ => None,
        }
    }
}

/// A statement with more look-ups is valid in a single version only.
const NOTED_MAX: usize = 512;
