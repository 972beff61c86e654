//! The rows of a part of a bulk load, as a system view that only the load's INSERT sees.

use crate::captured::NAME;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Column, SystemViewDef, ViewPermission, ViewReach};
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_types::{DataType, SqlError, Value};

/// The rows of the current part. The INSERT of the load is compiled once against the view and sees
/// other rows at each run.
pub(super) struct RowsView {
    def: Arc<SystemViewDef>,
    rows: Mutex<Arc<Vec<Vec<Value>>>>,
}

impl RowsView {
    /// Returns a view without rows, with nullable columns c0, c1 and so on of these types.
    pub(super) fn with_columns(types: &[DataType]) -> Arc<RowsView> {
        let column = |(place, data_type): (usize, &DataType)| Column::nullable(&format!("c{place}"), *data_type);
        let columns = types.iter().enumerate().map(column).collect();
        let def = Arc::new(SystemViewDef {
            schema: "sys",
            name: NAME,
            permission: ViewPermission::Own,
            columns,
            parameters: None,
            reach: ViewReach::default(),
        });
        Arc::new(RowsView { def, rows: Mutex::default() })
    }

    /// Replaces the rows.
    pub(super) fn show(&self, rows: Vec<Vec<Value>>) {
        *self.rows.lock() = Arc::new(rows);
    }
}

impl SystemView for RowsView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = Arc::clone(&self.rows.lock());
        Ok(Box::new((0..rows.len()).map(move |place| Ok(rows[place].clone()))))
    }
}
