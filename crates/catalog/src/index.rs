//! An index of a table as the catalog knows it. PRIMARY KEY and UNIQUE constraints are indexes.

use crate::index_filter::IndexFilter;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;

/// An index: a tree beside the table's rows; or, clustered, the tree that has the rows themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    /// Its id within the table, as `sys.indexes` has it: 1 is the clustered index, others have 2 and above (0 would be a heap).
    pub id: u16,
    /// Its name, spelled as defined; a constraint's is the constraint's.
    pub name: String,
    /// The root of its storage; of the clustered index the table's.
    pub root: PageId,
    /// Whether no two rows have the same key; NULLs are the same.
    pub unique: bool,
    /// The constraint that it is there for, if it is.
    pub constraint: Option<KeyConstraint>,
    /// The columns of its key, in order; at least one.
    pub keys: Vec<IndexKey>,
    /// The places in the table of the columns that it has beside its key (INCLUDE).
    pub included: Vec<usize>,
    /// Which rows it has, if not all.
    pub filter: Option<Arc<IndexFilter>>,
    /// What WITH says of it.
    pub options: IndexOptions,
}

/// What WITH says of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IndexOptions {
    /// IGNORE_DUP_KEY: rows that an INSERT puts in twice are left out, and that is no error.
    pub ignore_dup_key: bool,
    /// FILLFACTOR, in percent; 0 if none is said.
    pub fill_factor: u8,
    /// PAD_INDEX.
    pub is_padded: bool,
}

/// A column of an index's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexKey {
    /// The column's place in the table.
    pub column: usize,
    /// Whether greater values come first.
    pub descending: bool,
}

/// A PRIMARY KEY or UNIQUE constraint. Its name is in the schema of its table, beside those of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyConstraint {
    /// Its own id, never given to another object of the database.
    pub id: ObjectId,
    /// PRIMARY KEY, else UNIQUE.
    pub is_primary: bool,
    /// Whether its name was made for it.
    pub is_system_named: bool,
}

impl Index {
    /// Whether it has the table's rows.
    #[inline]
    pub fn is_clustered(&self) -> bool {
        self.id == CLUSTERED
    }

    /// Whether it is there for the table's PRIMARY KEY.
    pub fn is_primary_key(&self) -> bool {
        self.constraint.is_some_and(|constraint| constraint.is_primary)
    }
}

/// The id of a clustered index.
pub const CLUSTERED: u16 = 1;
