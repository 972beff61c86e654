//! Rows of a multi-statement table function.

use super::view::Shown;
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use crate::code::context::{CallSite, FunctionCall};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_plan::LentTable;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A compiled call of a multi-statement table function. Opening it runs the body, which fills a
/// table variable; its rows are then returned.
pub(super) struct Invoke {
    pub(super) module: Arc<Module>,
    pub(super) database: Arc<Database>,
    pub(super) arguments: Vec<Piece>,
    /// Tables lent to table-valued parameters.
    pub(super) lent: Vec<LentTable>,
    /// Source of the result rows.
    pub(super) source: usize,
}

impl Operator for Invoke {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let arguments = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        let call = FunctionCall {
            function: (&self.database, &self.module),
            arguments,
            lent: &self.lent,
            site: CallSite { globals: &run.frame.globals, sight: run.sight },
        };
        Ok(Box::new(Shown::new(run.context.function_rows(call)?, self.source)))
    }
}
