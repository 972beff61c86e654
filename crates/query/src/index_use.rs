//! An index use of a compiled statement.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Weak;
use sluice_table::database::Database;
use sluice_table::index_usage::UseKind;

/// An index that each run of a statement uses.
pub struct IndexUse {
    /// Database of the index.
    pub database: Weak<Database>,
    /// Table of the index.
    pub object: ObjectId,
    /// Id within the table; 0 for the heap.
    pub index: u16,
    /// Kind of the use.
    pub kind: UseKind,
}
