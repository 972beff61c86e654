//! The rows of a system view.

use super::{Flow, Operator, Output, Run};
use crate::code::Row;
use crate::database::Database;
use crate::host::{SystemView, ViewContext};
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Reads a system view.
pub(super) struct ViewScan {
    /// The view.
    pub(super) view: Arc<dyn SystemView>,
    /// The database that it is read in.
    pub(super) database: Arc<Database>,
}

impl Operator for ViewScan {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let context = ViewContext { host: run.context.host, database: &self.database, session: run.context.session };
        for row in self.view.rows(&context)? {
            if output(run, Row::Values(&row))? == Flow::Stop {
                return Ok(());
            }
        }
        Ok(())
    }
}
