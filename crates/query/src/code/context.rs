//! The surroundings of running code and operators.

use super::frame::Globals;
use sluice_base::account;
use sluice_base::grants::Grants;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::waits::Waits;
use sluice_catalog::Module;
use sluice_functions::FunctionContext;
use sluice_plan::LentTable;
use sluice_table::database::Database;
use sluice_table::databases::Databases;
use sluice_table::isolation::Sight;
use sluice_types::date_text::DateOrder;
use sluice_types::{SqlError, Value};
use std::any::Any;

/// Services of the running batch for code and operators. The register machine is generic over this
/// trait, so that the batch's program runs without dynamic calls.
pub trait Context {
    /// The databases of the instance.
    fn databases(&self) -> &dyn Databases;

    /// The memory grants of the instance.
    fn grants(&self) -> &Arc<Grants>;

    /// The option 'query wait (s)' of the instance; -1 if the wait depends on the estimated cost.
    fn query_wait_s(&self) -> i32;

    /// Returns the greatest number of threads for a plan of this estimated cost. `hint` is the
    /// value of OPTION (MAXDOP).
    fn degree(&self, cost: f64, hint: Option<u16>) -> usize;

    /// Runs `own` on this thread and `help` on up to `wanted` others, each with a context of its
    /// own. Returns when all have ended. The other threads' waits, memory and reads are charged to
    /// the session, and its cancellation stops them. Panics if one of them does.
    fn run_together(&self, wanted: usize, help: &(dyn Fn(&dyn Context) + Sync), own: &mut dyn FnMut());

    /// The instance's wait statistics.
    fn waits(&self) -> &Waits;

    /// The current database.
    fn database(&self) -> &Arc<Database>;

    /// The session. Its uncommitted rowversions are counted under this id.
    fn session(&self) -> SessionId;

    /// The flag that stops the batch when set.
    fn cancel_flag(&self) -> &Arc<AtomicBool>;

    /// The order of year, month and day in date strings.
    fn date_order(&self) -> DateOrder;

    /// Adds `rows` to the number of rows the session has read from tables.
    fn note_rows_read(&self, rows: u64);

    /// Begins the next statement of the program, which has its own time.
    fn next_statement(&self);

    /// Prepares the call of a built-in function by a program with these `globals`. Returns the
    /// function's context.
    fn enter_call(&self, globals: &Globals) -> &dyn FunctionContext;

    /// Fails if the called function's wait for a definition failed.
    fn leave_call(&self) -> Result<(), SqlError>;

    /// Returns the rows of a multi-statement function. Fails with 217 if calls are nested too
    /// deeply.
    fn function_rows(&self, call: FunctionCall<'_>) -> Result<RowsOfCall, SqlError>;

    /// Returns the rows of a system view.
    fn view_rows(&self, read: ViewRead<'_>) -> Result<RowsOfCall, SqlError>;

    /// Returns whether the batch is cancelled.
    #[inline]
    fn is_cancelled(&self) -> bool {
        self.cancel_flag().load(Ordering::Relaxed)
    }

    /// Lets other requests compute if this one has done so for long. Fails if the batch is
    /// cancelled or its request has exceeded its memory. Called about once per page of rows,
    /// without a latch.
    #[inline]
    fn check_cancelled(&self) -> Result<(), SqlError> {
        self.waits().give_way();
        if self.is_cancelled() {
            return Err(SqlError::cancelled());
        }
        account::check_request().map_err(SqlError::out_of_memory)
    }
}

/// A system view in the form that [`SourceNames`](crate::source_names::SourceNames) returns and
/// [`Context::view_rows`] reads.
pub type ViewHandle = Arc<dyn Any + Send + Sync>;

/// The rows of a system view or of a called function, one after another.
pub type RowsOfCall = Box<dyn Iterator<Item = Result<Vec<Value>, SqlError>> + Send>;

/// The state of a statement that functions and views within it need.
#[derive(Clone, Copy)]
pub struct CallSite<'c> {
    /// Session figures of the calling program.
    pub globals: &'c Globals,
    /// Rows visible to the calling statement, and the locks of its transaction.
    pub sight: Sight<'c>,
}

/// A call of a multi-statement function within a statement.
pub struct FunctionCall<'c> {
    /// The function and its database.
    pub function: (&'c Arc<Database>, &'c Arc<Module>),
    /// Arguments, converted to the parameters' types.
    pub arguments: Vec<Value>,
    /// Tables lent to table-valued parameters.
    pub lent: &'c [LentTable],
    /// The calling statement.
    pub site: CallSite<'c>,
}

/// The wanted values of a column by which a system view finds rows.
pub struct SoughtColumn {
    /// Ordinal of the column.
    pub column: usize,
    /// The values; empty if no row is wanted.
    pub values: Vec<SoughtValue>,
}

/// Wanted values of a column.
pub enum SoughtValue {
    /// A value that isn't NULL.
    Equal(Value),
    /// Texts that match a LIKE pattern.
    Like {
        /// The pattern.
        pattern: String,
        /// The escape character.
        escape: Option<u16>,
    },
}

/// A read of a system view within a statement.
pub struct ViewRead<'c> {
    /// The view.
    pub view: &'c ViewHandle,
    /// Database in which the view is read.
    pub database: &'c Arc<Database>,
    /// Arguments of a function, converted to the parameters' types.
    pub arguments: &'c [Value],
    /// Columns that the query uses; other columns may have any value.
    pub wanted: &'c [bool],
    /// Values that all wanted rows have. The view may return other rows too.
    pub sought: &'c [SoughtColumn],
    /// The reading statement.
    pub site: CallSite<'c>,
}
