//! The rows of a part of a bulk load, as a system view that only the load's INSERT sees. Each run
//! of the INSERT reads them once and takes them.

use crate::captured::NAME;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Column, SystemViewDef, ViewPermission, ViewReach};
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_types::{DataType, SqlError, Value};

/// The rows of the current part. The INSERT of the load is compiled once against the view and sees
/// other rows at each run.
pub(super) struct RowsView {
    def: Arc<SystemViewDef>,
    /// `None` once they have been read.
    rows: Mutex<Option<Vec<Vec<Value>>>>,
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
        *self.rows.lock() = Some(rows);
    }
}

impl SystemView for RowsView {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let rows = self.rows.lock().take();
        // A plan that reads the rows twice would lose rows without a word.
        let rows = rows.ok_or_else(|| sluice_plan::unsupported("a bulk load that reads its rows twice"))?;
        Ok(Box::new(rows.into_iter().map(Ok)))
    }
}
