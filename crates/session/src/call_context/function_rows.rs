//! Lets operators run multi-statement functions and describe batches. The interpreter implements
//! [`FunctionRows`]; this module doesn't depend on it.

use super::context::CallContext;
use crate::host::{FirstResultOf, FirstResults, ViewRows};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_plan::LentTable;
use sluice_query::code::Globals;
use sluice_table::database::Database;
use sluice_table::isolation::Sight;
use sluice_types::{SqlError, Value};

/// Runs functions for their rows.
pub trait FunctionRows: Send + Sync {
    /// Returns the rows of a call. Fails with 217 if calls are nested too deeply.
    fn rows(&self, call: FunctionCall<'_>) -> Result<ViewRows, SqlError>;

    /// Returns the columns of the first result set of `asked` in `database`, a row for each. Fails
    /// with the error of the described batch.
    fn first_result(
        &self,
        asked: &FirstResultOf<'_>,
        database: &Arc<Database>,
        caller: &Caller<'_>,
    ) -> Result<Vec<Vec<Value>>, SqlError>;
}

/// A call of a function within a statement.
pub struct FunctionCall<'c> {
    /// The function and its database.
    pub function: (&'c Arc<Database>, &'c Arc<Module>),
    /// Arguments, converted to the parameters' types.
    pub arguments: Vec<Value>,
    /// Tables lent to table-valued parameters.
    pub lent: &'c [LentTable],
    /// The calling statement.
    pub caller: Caller<'c>,
}

/// The state of a statement that functions called by it need.
#[derive(Clone, Copy)]
pub struct Caller<'c> {
    /// Context of the calling statement's functions.
    pub context: &'c CallContext<'c>,
    /// Session figures of the calling program.
    pub globals: &'c Globals,
    /// Rows visible to the calling statement, and the locks of its transaction.
    pub sight: Sight<'c>,
}

impl FirstResults for Caller<'_> {
    fn first_result(&self, asked: &FirstResultOf<'_>, database: &Arc<Database>) -> Result<Vec<Vec<Value>>, SqlError> {
        self.context.first_result(asked, database, self)
    }
}
