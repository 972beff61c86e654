//! A program on the call stack, and what its end means to its caller.

use super::compiled_batch::Batch;
use super::ending::Ending;
use super::module_event::ModuleEvent;
use super::module_run::ModuleRun;
use super::suspended_step::SuspendedStep;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_command::statistics::Measurement;
use sluice_query::code::{Pc, Reg};
use sluice_session::host::SystemView;
use sluice_session::options::Options;
use sluice_session::running::Running;
use sluice_session::running_module::FirstSchema;
use sluice_session::state::DateSettings;
use sluice_session::table_variables::TableVariables;
use sluice_session::who::Chain;
use sluice_table::database::Database;
use sluice_types::{DataType, SqlError};

/// A program that runs, or that waits for a program that it has called.
pub(super) struct Activation {
    /// The program and its registers.
    pub batch: Box<Batch>,
    /// The call or SELECT that the program waits for.
    pub at: Pc,
    /// Last error caught by each handler.
    pub caught: Vec<Option<Arc<SqlError>>>,
    /// Error for which the caller's CATCH block was entered.
    pub inherited: Option<Arc<SqlError>>,
    /// Number of callers that are in a TRY block.
    pub tries: u32,
    /// The call that the program serves; `None` for a batch of the client.
    pub call: Option<Box<CallRecord>>,
}

/// The call of a program.
pub(super) struct CallRecord {
    /// The caller's state, restored at the end.
    pub caller: CallerState,
    /// Error that prevents the program from running.
    pub refusal: Option<SqlError>,
    /// Rest of the EXECUTE that called the program.
    pub completion: Option<Completion>,
    /// Number of impersonations before EXECUTE AS of the call.
    pub impersonations: Option<usize>,
    /// The caller's database, if the call names another one.
    pub home: Option<Arc<Database>>,
    /// `@@TRANCOUNT` before the call.
    pub transactions: i32,
    /// Measurement of the EXECUTE.
    pub measurement: Option<Measurement>,
    /// Figures of the run, if the program is a module.
    pub run: Option<ModuleRun>,
}

impl CallRecord {
    /// Returns the name under which a procedure was called. `None` for other programs.
    pub(super) fn spelled(&self) -> Option<&str> {
        match &self.completion {
            Some(Completion::Procedure { spelled, .. }) => Some(spelled),
            _ => None,
        }
    }
}

/// State of a caller that a called program replaces. The end of the called program puts it back.
pub(super) struct CallerState {
    pub options: Options,
    pub dates: DateSettings,
    pub database: Arc<Database>,
    pub trigger_rows: Option<[Arc<dyn SystemView>; 2]>,
    pub variables: TableVariables,
    /// Number of temporary tables.
    pub tables_made: usize,
    pub caught: Option<Arc<SqlError>>,
    pub chain: Option<Chain>,
    /// Number of impersonations.
    pub impersonated: usize,
    pub schema: FirstSchema,
    /// The running plans.
    pub plan: (Running, Running),
    /// Cursor parameters and the caller's variables that receive their cursors.
    pub cursors: Vec<(usize, Box<str>)>,
    /// The database that `DB_NAME()` and dynamic statements mean, if it isn't the current one.
    pub callers_database: Option<Arc<Database>>,
    /// Run of a module whose end is an event.
    pub event: Option<Box<ModuleEvent>>,
}

/// The OUTPUT arguments of a call: the parameter's position in the called program, from 0, then the
/// register and the type of the caller's variable. When the program returns, the variable gets the
/// parameter's value, converted to the variable's type.
pub(super) type Outputs = Vec<(usize, Reg, DataType)>;

/// Rest of an EXECUTE after its program has ended.
pub(super) enum Completion {
    /// EXECUTE of a string.
    Text(Box<str>),
    /// A statement with parameters.
    Statement {
        text: Box<str>,
        outputs: Outputs,
        /// The variable that receives the return status, and its type.
        status: Option<(Reg, DataType)>,
        /// Handle that is removed unless the statement returns.
        handle: Option<i32>,
    },
    /// A procedure.
    Procedure {
        database: Arc<Database>,
        module: Arc<Module>,
        /// The procedure's name as the EXECUTE has it, for messages.
        spelled: Arc<str>,
        outputs: Outputs,
        /// The variable that receives the return status, and its type.
        status: Option<(Reg, DataType)>,
    },
}

/// The result of a step that calls.
pub(super) enum Called {
    /// The call has ended.
    Ended(Ending),
    /// The called program is to run next.
    Entered(Activation),
}

/// A reason why control leaves the running program.
pub(super) enum Departure {
    /// The program has ended.
    Ended(Ending),
    /// The program waits for a called one.
    Entered(Activation),
    /// The program waits until the client takes output.
    Suspended(Box<SuspendedStep>),
}

impl Activation {
    /// Returns the activation of a batch whose registers are initialized. It starts at the first
    /// instruction, in no CATCH block, and nobody waits for its end.
    pub(super) fn new(batch: Box<Batch>) -> Activation {
        Activation { batch, at: 0, caught: Vec::new(), inherited: None, tries: 0, call: None }
    }
}

impl From<Ending> for Departure {
    fn from(ending: Ending) -> Departure {
        Departure::Ended(ending)
    }
}
