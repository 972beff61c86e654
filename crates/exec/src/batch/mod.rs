//! Compiles batches to programs and runs the programs.

mod body;
mod call;
mod call_procedure;
mod compilation;
mod compiler;
mod control_flow;
mod cursor_call;
mod cursor_change;
mod cursor_report;
mod ddl_trigger;
mod declared_parameters;
mod describe;
mod ending;
mod execute;
mod failure;
mod fire;
mod formats;
mod insert_bulk;
mod insert_call;
mod interpreter;
mod module;
mod parameter;
mod parse_only;
mod plans;
mod positioned;
mod prepare;
mod prepared_call;
mod procedures;
mod program;
mod raise;
mod statement_class;
mod trigger;
mod try_catch;

mod set_option;
mod showplan;
mod simple_step;
mod step_permission;
mod system_procedure;
mod table_function;
mod types;
mod undeclared;
mod wanted_rows;

pub use declared_parameters::{DeclaredParameter, declared_parameters};
pub use describe::first_result_columns;
pub use parse_only::read_only;
pub use plans::Plans;
pub use procedures::system_procedure_names;
pub use sluice_command::statement::dbcc_commands;
pub use wanted_rows::wanted_type;

use ending::Ending;
use interpreter::Calls;
use parameter::Parameter;
use program::{Execution, Program, Slot};
use sluice_base::sync::Arc;
use sluice_command::given_rows;
use sluice_command::statement::{self, BoundSlot, Env};
use sluice_command::triggers::TriggerTables;
use sluice_plan::SetOptions;
use sluice_query::code::{Frame, Globals};
use sluice_session::cached_plan::CachedPlan;
use sluice_session::call_context::CallContext;
use sluice_session::host::Host;
use sluice_session::sink::{Message, Sink};
use sluice_session::spent::Spent;
use sluice_session::state::SessionState;
use sluice_session::work::Work;
use sluice_syntax::ast::ModuleContext;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};
pub(crate) use types::Types;
use types::TypesSeen;

/// A compiled batch, which can run repeatedly. Bound statements are reused until the catalog
/// changes.
pub struct Batch {
    execution: Execution,
    frame: Frame,
    // Plan and text that system views show.
    plan: Arc<CachedPlan>,
    // The parameters, and the text that declares them.
    parameters: Vec<Parameter>,
    declarations: Box<str>,
    // Context of EXECUTE AS, if the batch is a module's body.
    context: Option<ModuleContext>,
    // Types that the batch was compiled with.
    types: Option<TypesSeen>,
    // The `inserted` and `deleted` tables, if the batch is a trigger's body.
    trigger: Option<TriggerTables>,
    // Heap bytes of the thread when the batch was taken out of the cache.
    began: i64,
}

/// The result of a batch's run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchEnd {
    /// The batch reached its end. Single statements may have failed.
    Finished,
    /// An error ended the batch or prevented its start.
    Failed,
    /// An error ended the batch and the session.
    SessionEnded,
}

impl Batch {
    /// Compiles a batch and the declarations of its parameters, which are mostly empty. Tables
    /// aren't looked up yet. Returns all syntax errors, or otherwise all undeclared variables and
    /// similar errors.
    pub(crate) fn compile(text: &str, declarations: &str, types: Types) -> Result<Batch, Vec<SqlError>> {
        let written = sluice_syntax::parse_parameters(declarations);
        let written = written.map_err(|errors| errors.iter().map(compiler::syntax_error).collect::<Vec<_>>())?;
        let parameters = Parameter::declared(&written, &types).map_err(|error| vec![error.at_line(1)])?;
        let program = compiler::compile(text, &parameters, types);
        // The error for a duplicate parameter has no line.
        let program = program.map_err(|errors| errors.into_iter().map(|error| error.at_line(1)).collect::<Vec<_>>())?;
        let plan = CachedPlan::of_batch(text, declarations);
        Ok(Batch::of_program(program, plan, parameters, declarations))
    }

    fn of_program(
        (program, types): (Program, Option<TypesSeen>),
        plan: Arc<CachedPlan>,
        parameters: Vec<Parameter>,
        declarations: &str,
    ) -> Batch {
        let execution = Execution::new(program, &plan);
        let (frame, declarations) = (Frame::default(), declarations.into());
        Batch { execution, frame, plan, parameters, declarations, context: None, types, trigger: None, began: 0 }
    }

    /// Runs a batch sent by a client, with these values for its parameters.
    pub fn run(
        &mut self,
        values: &[Value],
        state: &mut SessionState,
        host: &dyn Host,
        sink: &mut dyn Sink,
        plans: &mut Plans,
    ) -> BatchEnd {
        state.run_plan(host, &self.plan);
        self.begin(state.globals);
        for (register, value) in self.execution.program.variables.iter().zip(values) {
            self.frame.set(*register, value.clone());
        }
        let mut context =
            CallContext::new(host, Arc::clone(&state.database), state.id, Arc::clone(&state.activity.cancel))
                .with_locks(Arc::clone(&state.transaction.application_locks))
                .with_values(Arc::clone(&state.values))
                .with_sight(Arc::clone(&state.activity.sight))
                .with_definitions(Arc::clone(state.transaction.work.definitions()), Arc::clone(&state.transaction.gate))
                .with_functions(plans.functions());
        let mut env = Env { state, frame: &mut self.frame, context: &mut context, sink };
        let ending = execute(&mut self.execution, &mut env, &mut Calls { plans, tries: 0 });
        env.state.cursors.end_local();
        if env.frame.globals.is_doomed {
            if matches!(ending, Ending::Returned | Ending::ScopeEnded) {
                // 3998: an uncommittable transaction is detected at the end of the batch.
                env.sink.message(Message::Error(SqlError::uncommittable_at_batch_end().at_line(1)));
            }
            statement::end_transaction(&mut env);
        }
        state.globals = self.frame.globals;
        match ending {
            Ending::Returned => BatchEnd::Finished,
            // An error in the outermost program is sent, never raised further.
            Ending::ScopeEnded | Ending::BatchEnded | Ending::Raised(_) => BatchEnd::Failed,
            Ending::SessionEnded => BatchEnd::SessionEnded,
        }
    }

    /// Returns the last value of the parameter at `place`.
    pub fn parameter(&self, place: usize) -> &Value {
        self.frame.get(self.execution.program.variables[place])
    }

    /// Returns whether the types that the batch was compiled with are still current in `database`.
    pub(crate) fn is_current(&self, work: &Work, database: &Arc<Database>) -> bool {
        self.types.as_ref().is_none_or(|types| types.are_current(work, database))
    }

    /// Returns the SET options that the batch was compiled with.
    fn options(&self) -> SetOptions {
        self.execution.program.options
    }

    /// Returns whether the batch leaves PARSEONLY on, in which case it does nothing else.
    pub fn parses_only(&self) -> bool {
        self.execution.program.parses_only
    }

    /// Unbinds statements over dropped table variables and drops long values after a run.
    fn forget_variables(&mut self) {
        self.frame.drop_long();
        if self.execution.program.tables.is_empty() && self.parameters.iter().all(|parameter| parameter.rows.is_none())
        {
            return;
        }
        self.execution.slots.iter_mut().filter_map(Slot::bound).for_each(BoundSlot::forget);
    }

    /// Initializes the registers.
    fn begin(&mut self, globals: Globals) {
        let frame = &mut self.frame;
        frame.globals = globals;
        frame.grow_to(self.execution.program.code.registers);
        for (register, value) in &self.execution.program.code.constants {
            frame.set(*register, value.clone());
        }
        for register in self.execution.program.variables.iter() {
            frame.set(*register, Value::Null);
        }
    }
}

/// Runs a program whose registers are initialized.
fn execute(execution: &mut Execution, env: &mut Env<'_, '_>, calls: &mut Calls<'_>) -> Ending {
    let began = (env.state.options.statistics_time && prepare::is_needed(execution))
        .then(|| Spent::now(&**env.context.host.clock()));
    let made =
        env.state.module.table_variables.make(env.context.host, &execution.program.tables).map_err(|error| vec![error]);
    env.state.cursors.declare_variables(&execution.program.cursors);
    let is_shown = showplan::is_wanted(env) && !showplan::is_switch(&execution.program);
    let given = std::mem::take(&mut env.state.client.given_rows);
    let inserted = |error: SqlError| vec![error.at_line(1)];
    let made =
        made.and_then(|()| given.into_iter().try_for_each(|rows| given_rows::insert(env, rows).map_err(inserted)));
    let ending = match made.and_then(|()| if is_shown { Ok(()) } else { prepare::prepare(execution, env) }) {
        Ok(()) if is_shown => match showplan::tell(execution, env) {
            Ok(()) => Ending::Returned,
            Err(errors) => call::refuse(env, calls, errors),
        },
        Ok(()) => {
            env.tell_compiled(began);
            interpreter::run(execution, env, calls)
        }
        Err(errors) => call::refuse(env, calls, errors),
    };
    env.state.module.table_variables.release();
    ending
}
