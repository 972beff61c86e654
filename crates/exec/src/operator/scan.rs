//! All rows of a heap, each read in place.

use super::{Flow, Operator, Output, Run};
use crate::code::Row;
use crate::storage_error::table_error;
use crate::table_rows::{TableRow, TableRows};
use sluice_access::{Granule, Reader};
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// Reads a heap from end to end.
pub(super) struct Scan {
    /// What it reads.
    pub(super) rows: TableRows,
    /// Whose rows these are.
    pub(super) table: Arc<Table>,
    /// Whether it is a table variable's, which only this batch sees.
    pub(super) is_variable: bool,
    /// By what its rows are locked where they are.
    pub(super) granule: Granule,
}

impl Operator for Scan {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let to_sql = |error: StorageError| {
            let table = format!("{}.{}", self.table.schema, self.table.name);
            table_error(&error, &self.rows.database.name, &table)
        };
        let database = &self.rows.database;
        let reader = if self.is_variable { Reader::Dirty } else { run.sight.reader(database, self.granule) };
        let is_dirty = matches!(reader, Reader::Dirty);
        let _held = self.rows.hold();
        let mut scan = self.rows.heap.scan(&database.storage, reader).map_err(to_sql)?;
        let mut rows: u32 = 0;
        while let Some((_, bytes)) = scan.next().map_err(to_sql)? {
            if output(run, Row::Encoded(TableRow { rows: &self.rows, bytes, is_dirty }))? == Flow::Stop {
                return Ok(());
            }
            rows = rows.wrapping_add(1);
            if rows.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                run.check_cancelled()?;
            }
        }
        Ok(())
    }
}

/// After how many rows a scan asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u32 = 256;
