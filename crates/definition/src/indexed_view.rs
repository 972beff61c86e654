//! An indexed view as statements that change its tables see it
//! (`relational-databases/views/create-indexed-views.md`).

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, IndexKey, Module, Table};
use sluice_types::SqlError;

/// An indexed view: its columns and their origins.
#[derive(Clone, Debug)]
pub struct IndexedView {
    /// The columns, as the view shows them.
    pub columns: Vec<Column>,
    /// The tables that the view reads, in the order of FROM.
    pub bases: Vec<Arc<Table>>,
    /// The origin of each column.
    pub parts: Vec<ViewPart>,
    /// Ordinals of columns that can't be part of a key, because their values are floating-point
    /// numbers or are computed from such.
    pub imprecise: Vec<usize>,
}

/// An indexed view that a statement changes along with a table.
#[derive(Clone, Debug)]
pub struct BoundView {
    /// The view.
    pub view: Arc<Module>,
    /// Its columns and their origins.
    pub shape: IndexedView,
}

/// The origin of a column of an indexed view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewPart {
    /// A value of one row of the joined tables, or of all rows of a group.
    Value,
    /// `COUNT_BIG(*)`: the number of rows of the group.
    Rows,
    /// A sum over the group: `SUM`, or `COUNT_BIG` of an expression.
    Sum,
}

impl IndexedView {
    /// Whether the view has GROUP BY.
    pub fn is_grouped(&self) -> bool {
        self.parts.contains(&ViewPart::Rows)
    }

    /// Checks the key of an index. Fails with 1976 for a column that is imprecise, and with 8661
    /// for a column of the clustered index that isn't in GROUP BY.
    pub fn check_key(&self, view: &str, index: &str, keys: &[IndexKey], is_clustered: bool) -> Result<(), SqlError> {
        for key in keys {
            if is_clustered && self.parts[key.column] != ViewPart::Value {
                return Err(SqlError::indexed_view_key_not_grouped(index, view));
            }
            if self.imprecise.contains(&key.column) {
                return Err(SqlError::indexed_view_key_imprecise(index, view, &self.columns[key.column].name));
            }
        }
        Ok(())
    }
}

/// Returns the ids of the tables that a view reads, in the order of the ids.
pub fn ids_of(bases: &[Arc<Table>]) -> Vec<ObjectId> {
    let mut ids: Vec<ObjectId> = bases.iter().map(|base| base.id).collect();
    ids.sort_by_key(|id| id.0);
    ids
}
