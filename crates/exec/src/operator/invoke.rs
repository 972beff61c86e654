//! The rows of a user's function of several statements.

use super::view::Shown;
use super::{Cursor, Operator, Run};
use crate::code::{Caller, FunctionCall, Piece};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Calls a function for its rows.
pub(super) struct Invoke {
    /// The function.
    pub(super) module: Arc<Module>,
    /// The database that it is in.
    pub(super) database: Arc<Database>,
    /// Its arguments.
    pub(super) arguments: Vec<Piece>,
    /// Where the row goes.
    pub(super) source: usize,
}

impl Operator for Invoke {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let arguments = self.arguments.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        let call = FunctionCall {
            function: (&self.database, &self.module),
            arguments,
            caller: Caller { context: run.context, globals: &run.frame.globals, sight: run.sight },
        };
        Ok(Box::new(Shown::new(run.context.function_rows(call)?, self.source)))
    }
}
