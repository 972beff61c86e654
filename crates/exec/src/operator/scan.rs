//! All rows of a heap.

use super::{Cursor, Operator, Run};
use crate::database::Database;
use crate::storage_error::sql_error;
use sluice_access::heap::HeapScan;
use sluice_access::{Granule, Heap, Reader};
use sluice_base::sync::Arc;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// Reads a heap from end to end.
pub(super) struct Scan {
    /// The database that the heap is in.
    pub(super) database: Arc<Database>,
    /// The heap.
    pub(super) heap: Heap,
    /// Whether it is a table variable's, which only this batch sees.
    pub(super) is_variable: bool,
    /// By what its rows are locked where they are.
    pub(super) granule: Granule,
    /// Where the row goes.
    pub(super) source: usize,
}

struct Scanning<'r> {
    of: &'r Scan,
    rows: HeapScan<'r>,
    seen: u32,
}

impl Operator for Scan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let reader = if self.is_variable { Reader::Dirty } else { run.sight.reader(&self.database, self.granule) };
        let rows = self.heap.scan(&self.database.storage, reader).map_err(|error| self.to_sql(&error))?;
        Ok(Box::new(Scanning { of: self, rows, seen: 0 }))
    }
}

impl Scan {
    fn to_sql(&self, error: &StorageError) -> SqlError {
        sql_error(error, &self.database.name)
    }
}

impl<'r> Cursor<'r> for Scanning<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let next = self.rows.next().map_err(|error| self.of.to_sql(&error))?;
        let Some((_, row)) = next else { return Ok(false) };
        run.frame.rows[self.of.source].store(row);
        self.seen = self.seen.wrapping_add(1);
        if self.seen.is_multiple_of(ROWS_BETWEEN_CHECKS) {
            run.check_cancelled()?;
        }
        Ok(true)
    }
}

/// After how many rows a scan asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u32 = 256;
