//! An index of a table. PRIMARY KEY and UNIQUE constraints are indexes. Included columns, options
//! and the filter are here too.

use crate::compression::Compression;
use crate::index_filter::IndexFilter;
use sluice_base::ids::{FilegroupId, ObjectId, PageId};
use sluice_base::sync::Arc;

/// An index: a tree beside the table's rows or, if clustered, the tree that contains the rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    /// The index's id within the table, as in `sys.indexes`: 1 is the clustered index, others have
    /// 2 and above (0 would be a heap).
    pub id: u16,
    /// The name as defined. For a constraint's index, the name of the constraint.
    pub name: String,
    /// The root of the index's storage. For the clustered index, the table's root.
    pub root: PageId,
    /// Whether keys are unique. NULLs compare equal.
    pub unique: bool,
    /// The constraint that the index implements, if any.
    pub constraint: Option<KeyConstraint>,
    /// The key columns in order, at least one.
    pub keys: Vec<IndexKey>,
    /// The ordinals of the INCLUDE columns in the table.
    pub included: Vec<usize>,
    /// The filter, for a filtered index.
    pub filter: Option<Arc<IndexFilter>>,
    /// The options of the WITH clause.
    pub options: IndexOptions,
    /// DATA_COMPRESSION of a nonclustered index. That of a clustered index is its table's
    /// ([`crate::Table::compression_of`]).
    pub compression: Compression,
    /// ALTER INDEX DISABLE: a nonclustered index has no storage, and the rows of a clustered index
    /// can't be accessed.
    pub is_disabled: bool,
    /// The filegroup of the index's storage. `None` is the table's filegroup. Not stored: the file
    /// of the root determines it.
    pub filegroup: Option<FilegroupId>,
}

/// Index options of the WITH clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IndexOptions {
    /// IGNORE_DUP_KEY: an INSERT skips rows with duplicate keys without an error.
    pub ignore_dup_key: bool,
    /// FILLFACTOR in percent; 0 if not specified.
    pub fill_factor: u8,
    /// PAD_INDEX.
    pub is_padded: bool,
    /// ALLOW_ROW_LOCKS = OFF.
    pub denies_row_locks: bool,
    /// ALLOW_PAGE_LOCKS = OFF.
    pub denies_page_locks: bool,
    /// OPTIMIZE_FOR_SEQUENTIAL_KEY: recorded; all trees take insertions at their end without a
    /// queue.
    pub is_for_sequential_key: bool,
}

/// A column of an index's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexKey {
    /// The column's ordinal in the table.
    pub column: usize,
    /// Whether the order is descending.
    pub descending: bool,
}

/// A PRIMARY KEY or UNIQUE constraint. Its name is in the schema of its table and shares the name
/// space of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyConstraint {
    /// The constraint's id, never reused in the database.
    pub id: ObjectId,
    /// Whether this is a PRIMARY KEY rather than a UNIQUE constraint.
    pub is_primary: bool,
    /// Whether the system generated the name.
    pub is_system_named: bool,
}

impl Index {
    /// Whether the index contains the table's rows.
    #[inline]
    pub fn is_clustered(&self) -> bool {
        self.id == CLUSTERED
    }

    /// Whether the index implements the table's PRIMARY KEY.
    pub fn is_primary_key(&self) -> bool {
        self.constraint.is_some_and(|constraint| constraint.is_primary)
    }
}

/// The most bytes that the values of an index's key may have, as in SQL Server.
#[inline]
pub fn key_bytes_max(is_clustered: bool) -> usize {
    if is_clustered { 900 } else { 1_700 }
}

/// The id of a clustered index.
pub const CLUSTERED: u16 = 1;
