//! Rows of a system view or system function.

use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::{Caller, Piece, Row};
use crate::host::{SystemView, ViewContext, ViewRows};
use crate::visible::{limits, visible};
use sluice_base::sync::Arc;
use sluice_table::database::Database;
use sluice_types::SqlError;

pub(super) struct ViewScan {
    pub(super) view: Arc<dyn SystemView>,
    /// Database in which the view is read.
    pub(super) database: Arc<Database>,
    /// Argument expressions of a function.
    pub(super) arguments: Vec<Piece>,
    pub(super) wanted: Vec<bool>,
    /// Source of the rows.
    pub(super) source: usize,
}

/// Cursor over rows from an iterator.
pub(super) struct Shown {
    rows: ViewRows,
    source: usize,
    seen: RowsSeen,
}

impl Shown {
    /// Returns a cursor that puts each row into `source`.
    pub(super) fn new(rows: ViewRows, source: usize) -> Shown {
        Shown { rows, source, seen: RowsSeen::default() }
    }
}

impl Operator for ViewScan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let arguments = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        let (host, who) = (run.context.host, run.context.who());
        let definitions = run.context.definitions();
        let catalog = definitions.catalog(&self.database);
        let limits = match who.is_unrestricted() {
            true => None,
            false => limits(&who, run.context.master().as_deref(), (&self.database, &catalog)),
        };
        let limited = limits.as_ref().map(|access| Arc::new(visible(access, &catalog)));
        let caller = Caller { context: run.context, globals: &run.frame.globals, sight: run.sight };
        let context = ViewContext {
            host,
            database: &self.database,
            catalog: limited.as_ref().unwrap_or(&catalog),
            whole: &catalog,
            definitions,
            limits: limits.as_ref(),
            session: run.context.session,
            who,
            permissions: run.context,
            first_results: &caller,
            arguments: &arguments,
            wanted: &self.wanted,
        };
        Ok(Box::new(Shown::new(self.view.rows(&context)?, self.source)))
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
