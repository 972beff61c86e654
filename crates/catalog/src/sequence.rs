//! Sequences. The current value isn't here, for taking one doesn't change the definition.

use crate::progression::Progression;
use sluice_base::ids::{ObjectId, PageId};

/// A sequence object. Immutable: ALTER creates another `Sequence` with the same id and a root of
/// its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequence {
    /// The sequence's id, never reused in the database.
    pub id: ObjectId,
    /// The schema's name, spelled as in the schema.
    pub schema: String,
    /// The name as defined.
    pub name: String,
    /// The rule of its values.
    pub progression: Progression,
    /// The page with its recovery value.
    pub root: PageId,
}
