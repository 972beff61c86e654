//! A sequence as the catalog knows it.

use crate::progression::Progression;
use sluice_base::ids::{ObjectId, PageId};

/// A sequence object. Immutable; altering it makes another `Sequence` under the same id, with a root of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    /// Its id, never given to another object of the database.
    pub id: ObjectId,
    /// The schema it is in, spelled as the schema is.
    pub schema: String,
    /// Its name, spelled as defined.
    pub name: String,
    /// Its values.
    pub progression: Progression,
    /// Where its recovery value is.
    pub root: PageId,
}
