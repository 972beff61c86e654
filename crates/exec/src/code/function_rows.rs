//! How an operator comes to the rows of a user's function of several statements, and to what a batch would give: those who run programs tell
//! it, whom nobody here knows.

use super::context::CallContext;
use super::frame::Globals;
use crate::host::{FirstResultOf, FirstResults, ViewRows};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_table::database::Database;
use sluice_table::isolation::Sight;
use sluice_types::{SqlError, Value};

/// Runs functions for their rows.
pub trait FunctionRows: Send + Sync {
    /// The rows of a call. 217 where calls are nested too deeply.
    fn rows(&self, call: FunctionCall<'_>) -> Result<ViewRows, SqlError>;

    /// The columns of the first result of what is asked about in `database`, a row for each; or what is wrong with it.
    fn first_result(
        &self,
        asked: &FirstResultOf<'_>,
        database: &Arc<Database>,
        caller: &Caller<'_>,
    ) -> Result<Vec<Vec<Value>>, SqlError>;
}

/// A call of a function within a statement.
pub struct FunctionCall<'c> {
    /// The function, and the database that it is in.
    pub function: (&'c Arc<Database>, &'c Arc<Module>),
    /// Its arguments, of its parameters' types.
    pub arguments: Vec<Value>,
    /// Where it is called.
    pub caller: Caller<'c>,
}

/// A place in a statement where something is called that runs within it.
#[derive(Clone, Copy)]
pub struct Caller<'c> {
    /// What the calling statement's functions see.
    pub context: &'c CallContext<'c>,
    /// The figures of the calling program.
    pub globals: &'c Globals,
    /// What the calling statement sees, and the locks of its transaction.
    pub sight: Sight<'c>,
}

impl FirstResults for Caller<'_> {
    fn first_result(&self, asked: &FirstResultOf<'_>, database: &Arc<Database>) -> Result<Vec<Vec<Value>>, SqlError> {
        self.context.first_result(asked, database, self)
    }
}
