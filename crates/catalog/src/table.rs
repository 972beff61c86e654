//! A table as the catalog knows it.

use crate::column::{self, Column};
use crate::index::Index;
use crate::name;
use crate::rule::{Constraint, ForeignKey, Rule};
use crate::statistics::Statistics;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_types::DataType;

/// A user's table: its rows are in a heap, or, if it has a clustered index, in that. Immutable; a change of the table is another `Table` under the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its id, never given to another object of the database.
    pub id: ObjectId,
    /// The schema it is in, spelled as the schema is; empty for a table variable, which is in no catalog.
    pub schema: String,
    /// Its name, spelled as defined.
    pub name: String,
    /// Its columns in order; at least one. Rows have them in this order.
    pub columns: Vec<Column>,
    /// The greatest id that any column of it has ever had.
    pub last_column: u16,
    /// Its constraints but for keys, in the order of their ids.
    pub constraints: Vec<Constraint>,
    /// The root of its rows' storage.
    pub root: PageId,
    /// Its indexes in the order of their ids: the clustered one, if there is one, is the first.
    pub indexes: Vec<Index>,
    /// What is known of its columns' values, in the order of their ids; of an index once rows have been looked at for it.
    pub statistics: Vec<Arc<Statistics>>,
}

impl Table {
    /// A table that is about to be defined: it has no columns yet, and no storage.
    pub fn empty(id: ObjectId, schema: String, name: String) -> Table {
        let (columns, constraints, indexes, statistics) = Default::default();
        Table { id, schema, name, columns, last_column: 0, constraints, root: PageId::NONE, indexes, statistics }
    }

    /// Whether it is a table variable: its batch's own, in no catalog, and no part of the session's transaction.
    #[inline]
    pub fn is_variable(&self) -> bool {
        self.schema.is_empty()
    }

    /// The place of the column called `name`, if there is one.
    pub fn column(&self, name: &str) -> Option<usize> {
        column::position(&self.columns, name)
    }

    /// The index that has its rows; none if they are in a heap.
    pub fn clustered(&self) -> Option<&Index> {
        self.indexes.first().filter(|index| index.is_clustered())
    }

    /// The places of the columns whose values the entries of `index` have beside its key: those included that are of no `max` type. A
    /// value of a `max` type stays in the table's row.
    pub fn stored_beside<'t>(&'t self, index: &'t Index) -> impl Iterator<Item = usize> + 't {
        index.included.iter().copied().filter(|place| !self.columns[*place].data_type.is_max())
    }

    /// The index of its PRIMARY KEY.
    pub fn primary_key(&self) -> Option<&Index> {
        self.indexes.iter().find(|index| index.is_primary_key())
    }

    /// The place of the column with the id `id`, if there is one.
    pub fn column_by_id(&self, id: u16) -> Option<usize> {
        self.columns.iter().position(|column| column.id == id)
    }

    /// The names of its constraints, which no other object of its schema has.
    pub fn constraint_names(&self) -> impl Iterator<Item = &str> {
        let of_keys = self.indexes.iter().filter(|index| index.constraint.is_some()).map(|index| index.name.as_str());
        of_keys.chain(self.constraints.iter().map(|constraint| constraint.name.as_str()))
    }

    /// The index called `name`.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| name::same(&index.name, name))
    }

    /// The DEFAULT of the column at `place`: its constraint and its text.
    pub fn default_of(&self, place: usize) -> Option<(&Constraint, &str)> {
        let id = self.columns[place].id;
        self.constraints.iter().find_map(|constraint| match &constraint.rule {
            Rule::Default { column, definition } if *column == id => Some((constraint, &**definition)),
            _ => None,
        })
    }

    /// Its foreign keys, with their constraints.
    pub fn foreign_keys(&self) -> impl Iterator<Item = (&Constraint, &ForeignKey)> {
        self.constraints.iter().filter_map(|constraint| match &constraint.rule {
            Rule::ForeignKey(key) => Some((constraint, key)),
            Rule::Default { .. } | Rule::Check { .. } => None,
        })
    }

    /// The places of the columns of these ids.
    pub fn places(&self, ids: &[u16]) -> Vec<usize> {
        ids.iter().filter_map(|id| self.column_by_id(*id)).collect()
    }

    /// The place of the rowversion column, if there is one.
    pub fn rowversion(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.data_type == DataType::RowVersion && column.computed.is_none())
    }

    /// The place of the identity column, if there is one.
    pub fn identity(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.identity.is_some())
    }
}
