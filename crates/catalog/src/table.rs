//! A table as the catalog knows it.

use crate::column::{self, Column};
use sluice_base::ids::{ObjectId, PageId};

/// A user's table: a heap with its columns. Immutable; a change of the table is another `Table` under the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its id, never given to another object of the database.
    pub id: ObjectId,
    /// The schema it is in, spelled as the schema is; empty for a table variable, which is in no catalog.
    pub schema: String,
    /// Its name, spelled as defined.
    pub name: String,
    /// Its columns in order; at least one. The column's id is its place here plus one.
    pub columns: Vec<Column>,
    /// The root of its storage.
    pub root: PageId,
}

impl Table {
    /// Whether it is a table variable: its batch's own, in no catalog, and no part of the session's transaction.
    #[inline]
    pub fn is_variable(&self) -> bool {
        self.schema.is_empty()
    }

    /// The place of the column called `name`, if there is one.
    pub fn column(&self, name: &str) -> Option<usize> {
        column::position(&self.columns, name)
    }

    /// The place of the identity column, if there is one.
    pub fn identity(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.identity.is_some())
    }
}
