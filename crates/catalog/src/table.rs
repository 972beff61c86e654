//! A table as statements see it: columns, constraints, indexes, statistics and options. The rows
//! are in other crates' hands; this file knows only the root of their storage.

use crate::column::{self, Column};
use crate::compression::Compression;
use crate::index::{Index, IndexKey};
use crate::name;
use crate::rule::{Constraint, ForeignKey, Rule};
use crate::statistics::Statistics;
use sluice_base::ids::{FilegroupId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_types::DataType;

/// A user's table, whose rows are in a heap or in its clustered index. Immutable: a change of the
/// table creates another `Table` with the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The table's id, never reused in the database.
    pub id: ObjectId,
    /// The schema's name, spelled as in the schema. Empty for a table variable, which is in no
    /// catalog.
    pub schema: String,
    /// The name as defined.
    pub name: String,
    /// The columns in order, at least one. Rows have the same order.
    pub columns: Vec<Column>,
    /// The largest column id ever used in the table.
    pub last_column: u16,
    /// Constraints other than keys, in the order of their ids.
    pub constraints: Vec<Constraint>,
    /// The root of the rows' storage.
    pub root: PageId,
    /// The indexes in the order of their ids. A clustered index is the first.
    pub indexes: Vec<Index>,
    /// The statistics in the order of their ids. An index has statistics once its rows have been
    /// read for them.
    pub statistics: Vec<Arc<Statistics>>,
    /// The options of ALTER TABLE SET and `sp_tableoption`.
    pub options: TableOptions,
    /// The filegroups of its storage. Not stored: the file of the root determines them.
    pub filegroups: TableFilegroups,
    /// For the rows of an indexed view, which has the same id and name: the ids of the tables that
    /// the view reads. Empty for a user's table.
    pub bases: Vec<ObjectId>,
}

/// The filegroups of a table's storage, as far as they are known or wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableFilegroups {
    /// The filegroup of the rows; `None` is the filegroup of the present storage, or the default
    /// filegroup.
    pub rows: Option<FilegroupId>,
    /// The filegroup of long values; `None` is that of the present storage, or of the rows.
    pub long_values: Option<FilegroupId>,
}

/// Options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableOptions {
    /// LOCK_ESCALATION.
    pub lock_escalation: LockEscalation,
    /// `table lock on bulk load`: a bulk load locks the whole table.
    pub locks_on_bulk_load: bool,
    /// `large value types out of row`: kept and shown. The engine stores a value by its size.
    pub large_values_out_of_row: bool,
    /// DATA_COMPRESSION of the rows. A clustered index inherits it from the heap, and leaves it to
    /// the heap when it is dropped (`relational-databases/data-compression/data-compression`).
    pub compression: Compression,
    /// Marked by `sp_MS_marksystemobject`: an object of the system.
    pub is_marked: bool,
}

/// LOCK_ESCALATION (`t-sql/statements/alter-table-transact-sql`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LockEscalation {
    /// Locks escalate to the table.
    #[default]
    Table,
    /// Locks don't escalate.
    Disable,
    /// Locks escalate to the partition, or to the table if it has no partitions.
    Auto,
}

impl LockEscalation {
    /// Returns the number and the name in `sys.tables`.
    pub fn number(self) -> (u8, &'static str) {
        match self {
            LockEscalation::Table => (0, "TABLE"),
            LockEscalation::Disable => (1, "DISABLE"),
            LockEscalation::Auto => (2, "AUTO"),
        }
    }

    /// Returns the escalation with this name in any case. `None` for another name.
    pub fn named(name: &str) -> Option<LockEscalation> {
        LockEscalation::ALL.into_iter().find(|own| own.number().1.eq_ignore_ascii_case(name))
    }

    /// Returns the escalation with this number. `None` for another number.
    pub fn numbered(number: u8) -> Option<LockEscalation> {
        LockEscalation::ALL.into_iter().find(|own| own.number().0 == number)
    }

    const ALL: [LockEscalation; 3] = [LockEscalation::Table, LockEscalation::Disable, LockEscalation::Auto];
}

impl Table {
    /// Returns a table to be defined, without columns and storage.
    pub fn empty(id: ObjectId, schema: String, name: String) -> Table {
        let (columns, constraints, indexes, statistics, options, filegroups) = Default::default();
        let (last_column, root, bases) = (0, PageId::NONE, Vec::new());
        Table {
            id,
            schema,
            name,
            columns,
            last_column,
            constraints,
            root,
            indexes,
            statistics,
            options,
            filegroups,
            bases,
        }
    }

    /// Whether this is a table variable, which belongs to its batch. It is in no catalog and not
    /// part of the session's transaction.
    #[inline]
    pub fn is_variable(&self) -> bool {
        self.schema.is_empty()
    }

    /// Whether this is the storage of an indexed view ([`crate::Module::rows`]).
    #[inline]
    pub fn is_of_view(&self) -> bool {
        !self.bases.is_empty()
    }

    /// Returns the ordinal of the column called `name`, in any case, or `None`.
    pub fn column(&self, name: &str) -> Option<usize> {
        column::position(&self.columns, name)
    }

    /// Returns the clustered index, even if it is disabled, or `None` for a heap.
    pub fn clustered(&self) -> Option<&Index> {
        self.indexes.first().filter(|index| index.is_clustered())
    }

    /// Returns the DATA_COMPRESSION of the nonclustered index with this id. Any other id gives that
    /// of the rows: 0 for the heap, 1 for the clustered index.
    pub fn compression_of(&self, index: u16) -> Compression {
        let nonclustered = self.indexes.iter().find(|own| own.id == index && !own.is_clustered());
        nonclustered.map_or(self.options.compression, |own| own.compression)
    }

    /// Whether a column is sparse.
    pub fn has_sparse(&self) -> bool {
        self.columns.iter().any(|column| column.flags.is_sparse)
    }

    /// Returns the ordinal of the column set, or `None`.
    pub fn column_set(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.flags.is_column_set)
    }

    /// Returns the id of the single partition of the heap (0) or of an index, as views show it.
    pub fn partition_id(&self, index: u16) -> i64 {
        i64::from(self.id.0) << 16 | i64::from(index)
    }

    /// Returns the clustered index if it is disabled. Then the rows can't be read or changed.
    pub fn disabled_clustered(&self) -> Option<&Index> {
        self.clustered().filter(|index| index.is_disabled)
    }

    /// Returns the table as statements use it, without disabled nonclustered indexes. Shares the
    /// table if no such index exists.
    pub fn as_used(self: &Arc<Table>) -> Arc<Table> {
        let is_used = |index: &Index| index.is_clustered() || !index.is_disabled;
        if self.indexes.iter().all(is_used) {
            return Arc::clone(self);
        }
        let mut used = Table::clone(self);
        used.indexes.retain(is_used);
        Arc::new(used)
    }

    /// Returns the ordinals of the columns stored in the entries of `index` beside its key:
    /// included columns without a `max` type. Values of `max` types stay in the table's row.
    pub fn stored_beside<'t>(&'t self, index: &'t Index) -> impl Iterator<Item = usize> + 't {
        index.included.iter().copied().filter(|place| !self.columns[*place].data_type.is_max())
    }

    /// Returns the index of the PRIMARY KEY, or `None` without one.
    pub fn primary_key(&self) -> Option<&Index> {
        self.indexes.iter().find(|index| index.is_primary_key())
    }

    /// Whether `index` is unique and has exactly the columns that `key` references. The order of
    /// its columns may differ; a filtered index doesn't count.
    pub fn is_referenced_key(&self, index: &Index, key: &ForeignKey) -> bool {
        let is_referenced = |own: &IndexKey| key.referenced_columns.contains(&self.columns[own.column].id);
        index.unique
            && index.filter.is_none()
            && index.keys.len() == key.referenced_columns.len()
            && index.keys.iter().all(is_referenced)
    }

    /// Returns the ordinal of the column with the id `id`, or `None`.
    pub fn column_by_id(&self, id: u16) -> Option<usize> {
        self.columns.iter().position(|column| column.id == id)
    }

    /// Returns the names of the constraints, which are unique in the schema.
    pub fn constraint_names(&self) -> impl Iterator<Item = &str> {
        let of_keys = self.indexes.iter().filter(|index| index.constraint.is_some()).map(|index| index.name.as_str());
        of_keys.chain(self.constraints.iter().map(|constraint| constraint.name.as_str()))
    }

    /// Returns the ids of the keys and constraints.
    pub fn constraint_ids(&self) -> impl Iterator<Item = ObjectId> {
        let of_keys = self.indexes.iter().filter_map(|index| Some(index.constraint?.id));
        of_keys.chain(self.constraints.iter().map(|constraint| constraint.id))
    }

    /// Whether an index of the table allows neither row locks nor page locks.
    pub fn allows_only_table_locks(&self) -> bool {
        self.indexes.iter().any(|index| index.options.denies_row_locks && index.options.denies_page_locks)
    }

    /// Returns the index called `name`, in any case, or `None`. A disabled one is found, too.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| name::same(&index.name, name))
    }

    /// Returns the default of the column at `place`, counted from 0: the id of the constraint or
    /// bound default, and the text of its value. Panics if the table has no such column. `None`
    /// without either.
    pub fn default_of(&self, place: usize) -> Option<(ObjectId, &str)> {
        let bound = || self.columns[place].bound.default.as_ref().map(|bound| (bound.id, &*bound.definition));
        self.default_constraint(place).map(|(constraint, text)| (constraint.id, text)).or_else(bound)
    }

    /// Returns the DEFAULT constraint of the column at `place` and its text. Panics if the table
    /// has no such column. `None` without one.
    pub fn default_constraint(&self, place: usize) -> Option<(&Constraint, &str)> {
        let id = self.columns[place].id;
        self.constraints.iter().find_map(|constraint| match &constraint.rule {
            Rule::Default { column, definition } if *column == id => Some((constraint, &**definition)),
            _ => None,
        })
    }

    /// Returns the foreign keys with their constraints. In the order in which the table keeps its
    /// constraints; defaults and checks are left out.
    pub fn foreign_keys(&self) -> impl Iterator<Item = (&Constraint, &ForeignKey)> {
        self.constraints.iter().filter_map(|constraint| match &constraint.rule {
            Rule::ForeignKey(key) => Some((constraint, key)),
            Rule::Default { .. } | Rule::Check { .. } => None,
        })
    }

    /// Returns the ordinals of the columns with these ids, in their order. An id without a column
    /// is left out.
    pub fn places(&self, ids: &[u16]) -> Vec<usize> {
        ids.iter().filter_map(|id| self.column_by_id(*id)).collect()
    }

    /// Returns the ordinal of the rowversion column. `None` without one; a computed column doesn't
    /// count.
    pub fn rowversion(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.data_type == DataType::RowVersion && column.computed.is_none())
    }

    /// Returns the ordinal of the ROWGUIDCOL column, or `None`.
    pub fn row_guid(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.flags.is_row_guid)
    }

    /// Returns the ordinal of the identity column, or `None` without one.
    pub fn identity(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.identity.is_some())
    }
}
