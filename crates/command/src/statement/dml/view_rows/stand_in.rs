//! Changed rows in the place of their table.

use crate::captured::CapturedRows;
use sluice_base::ids::ObjectId;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::view::RowsGuess;
use sluice_catalog::{Column, SystemViewDef, ViewPermission, ViewReach};
use sluice_plan::unsupported;
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_session::running_module::StandIn;
use sluice_types::SqlError;

/// Changed rows of a table, readable as a view that only the query of an indexed view sees. Each
/// run of the query fills them.
pub(super) struct ChangedRows {
    def: Arc<SystemViewDef>,
    rows: Mutex<Vec<Arc<CapturedRows>>>,
}

impl ChangedRows {
    /// Returns the rows of the changed table at `place` among those of the view, without a row yet.
    /// Fails with 40517 for too many tables.
    pub(super) fn new(place: usize, columns: &[Column]) -> Result<Arc<ChangedRows>, SqlError> {
        let name = NAMES.get(place);
        let name = name.ok_or_else(|| unsupported("cascades through more than four tables of an indexed view"))?;
        let def = Arc::new(SystemViewDef {
            schema: "sys",
            name,
            permission: ViewPermission::Own,
            columns: columns.to_vec(),
            parameters: None,
            reach: ViewReach { rows: RowsGuess::About(FEW), ..ViewReach::default() },
        });
        Ok(Arc::new(ChangedRows { def, rows: Mutex::new(Vec::new()) }))
    }

    /// Sets the rows of the next run.
    pub(super) fn fill(&self, rows: &[Arc<CapturedRows>]) {
        *self.rows.lock() = rows.to_vec();
    }

    /// Returns the rows in the place of `table`.
    pub(super) fn stand_in(self: &Arc<ChangedRows>, table: ObjectId) -> StandIn {
        StandIn { table, rows: Arc::clone(self) as Arc<dyn SystemView> }
    }
}

impl SystemView for ChangedRows {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let (rows, width) = (self.rows.lock().clone(), self.def.columns.len());
        Ok(Box::new(rows.into_iter().flat_map(move |rows| {
            let count = rows.count();
            (0..count).map(move |place| rows.get(place, width))
        })))
    }
}

/// Names of the rows. A user can't write them without brackets, and no system view has them.
const NAMES: [&str; 4] = [" changed 1", " changed 2", " changed 3", " changed 4"];
/// The estimated number of rows of a change.
const FEW: u32 = 10;
