//! Rows of a system view or system function.

use super::seek_path::ViewSeekPath;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::context::{CallSite, RowsOfCall, ViewHandle, ViewRead};
use crate::code::{Piece, Row};
use sluice_base::sync::Arc;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A compiled read of a system view or function. Opening it evaluates the arguments and seek values
/// and asks the view for an iterator; `wanted` says which columns the query uses.
pub(super) struct ViewScan {
    pub(super) view: ViewHandle,
    /// Database in which the view is read.
    pub(super) database: Arc<Database>,
    /// Argument expressions of a function.
    pub(super) arguments: Vec<Piece>,
    pub(super) wanted: Vec<bool>,
    /// Values by which the view finds rows.
    pub(super) seeks: Vec<ViewSeekPath>,
    /// Source of the rows.
    pub(super) source: usize,
}

/// Cursor over rows from an iterator. Each row replaces the row of `source`; `seen` counts rows for
/// cancellation.
pub(super) struct Shown {
    rows: RowsOfCall,
    source: usize,
    seen: RowsSeen,
}

impl Shown {
    /// Returns a cursor that puts each row into `source`.
    pub(super) fn new(rows: RowsOfCall, source: usize) -> Shown {
        Shown { rows, source, seen: RowsSeen::default() }
    }
}

impl Operator for ViewScan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let arguments = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        let mut sought = Vec::new();
        for seek in &self.seeks {
            sought.extend(seek.values(run)?);
        }
        let site = CallSite { globals: &run.frame.globals, sight: run.sight };
        let (view, database, wanted) = (&self.view, &self.database, &self.wanted);
        let read = ViewRead { view, database, arguments: &arguments, wanted, sought: &sought, site };
        Ok(Box::new(Shown::new(run.context.view_rows(read)?, self.source)))
    }
}

impl<'r> Cursor<'r> for Shown {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(row) = self.rows.next() else { return Ok(false) };
        run.frame.rows[self.source] = Row::Values(row?);
        self.seen.one_more(run)?;
        Ok(true)
    }
}
