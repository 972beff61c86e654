//! Captures the rows that a cascade changes, for the AFTER triggers and the indexed views of their
//! table.

use crate::statement::dml::output_rows::{Output, compile_output_rows};
use crate::statement::trigger::capture::Capturing;
use crate::triggers::Firing;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::TriggerEvent;
use sluice_plan::BoundCapture;
use sluice_query::code::Row;
use sluice_query::operator::{Planner, Run};
use sluice_table::database::Database;
use sluice_table::long_values::{WorkPlace, kept_long};
use sluice_table::table_rows::TableRow;
use sluice_types::{SqlError, Value};

/// A table that a cascade has changed, with its rows and its triggers.
pub(in crate::statement) struct CascadedFiring {
    /// The table.
    pub(in crate::statement) table: ObjectId,
    /// The rows, and the triggers that get them.
    pub(in crate::statement) firing: Firing,
}

/// The captured rows of a cascade.
pub(super) struct CascadedRows {
    table: ObjectId,
    rows: Capturing,
    /// The values that triggers and views see, of one row, old or new.
    row: Output,
    count: u64,
}

impl CascadedRows {
    /// Compiles the capture of the rows of `table`.
    pub(super) fn compile(
        planner: &mut Planner<'_>,
        capture: &BoundCapture,
        (database, table): (&Arc<Database>, ObjectId),
    ) -> Result<CascadedRows, SqlError> {
        let row = compile_output_rows(planner, &capture.rows)?;
        Ok(CascadedRows { table, rows: Capturing::new(&capture.firing, Arc::clone(database)), row, count: 0 })
    }

    /// Starts a statement without rows.
    pub(super) fn begin(&mut self) {
        self.rows.begin();
        self.count = 0;
    }

    /// Captures a changed row. `new` is `None` after a delete.
    pub(super) fn keep(
        &mut self,
        run: &mut Run<'_, '_>,
        old: TableRow<'_>,
        new: Option<&[Value]>,
    ) -> Result<(), SqlError> {
        let width = old.rows.table.columns.len();
        let old = (0..width).map(|place| old.column(place)).collect::<Result<Vec<_>, _>>()?;
        let mut values = match new {
            Some(new) => self.shown(run, new.to_vec())?,
            None => Vec::new(),
        };
        values.extend(self.shown(run, old)?);
        let event = if new.is_some() { TriggerEvent::Update } else { TriggerEvent::Delete };
        self.count += 1;
        self.rows.keep(run.context.databases(), values, event)
    }

    /// Adds the rows to `into` if there are any. They are forgotten here.
    pub(super) fn take(&mut self, into: &mut Vec<CascadedFiring>) {
        if self.count > 0 {
            into.push(CascadedFiring { table: self.table, firing: self.rows.finish(self.count) });
            self.count = 0;
        }
    }

    /// Returns the values of a row with the columns that are computed when read. Long values are
    /// copied, because the row of the table may go before the triggers run.
    fn shown(&self, run: &mut Run<'_, '_>, row: Vec<Value>) -> Result<Vec<Value>, SqlError> {
        run.frame.rows[self.row.inserted] = Row::Values(row);
        if let Some((source, values)) = &self.row.computed {
            run.take_values(*source, values)?;
        }
        let place = WorkPlace { host: run.context.databases(), stop: run.context.cancel_flag() };
        self.row.values.iter().map(|piece| kept_long(run.value(*piece)?, place)).collect()
    }
}
