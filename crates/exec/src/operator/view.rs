//! The rows of a system view.

use super::{Cursor, Operator, Run};
use crate::code::Row;
use crate::database::Database;
use crate::host::{SystemView, ViewContext};
use sluice_base::sync::Arc;
use sluice_types::{SqlError, Value};

/// Reads a system view.
pub(super) struct ViewScan {
    /// The view.
    pub(super) view: Arc<dyn SystemView>,
    /// The database that it is read in.
    pub(super) database: Arc<Database>,
    /// Where the row goes.
    pub(super) source: usize,
}

struct Shown {
    rows: std::vec::IntoIter<Vec<Value>>,
    source: usize,
}

impl Operator for ViewScan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let context = ViewContext { host: run.context.host, database: &self.database, session: run.context.session };
        Ok(Box::new(Shown { rows: self.view.rows(&context)?.into_iter(), source: self.source }))
    }
}

impl<'r> Cursor<'r> for Shown {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(row) = self.rows.next() else { return Ok(false) };
        run.frame.rows[self.source] = Row::Values(row);
        Ok(true)
    }
}
