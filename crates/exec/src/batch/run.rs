//! Runs a batch that a client sent.

use super::activation::Activation;
use super::compiled_batch::Batch;
use super::ending::Ending;
use super::execution::{Execution, Resources};
use super::plans::Plans;
use super::table_function::FunctionBodies;
use sluice_base::sync::Arc;
use sluice_command::statement::{self, Env};
use sluice_session::call_context::CallContext;
use sluice_session::host::Host;
use sluice_session::sink::{Message, Sink};
use sluice_session::state::SessionState;
use sluice_types::{SqlError, Value};

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

/// Returns the context of the session's calls. Its gate and definitions are those of the
/// transaction.
pub(crate) fn context_of<'h>(
    state: &SessionState,
    host: &'h dyn Host,
    functions: &Arc<FunctionBodies>,
) -> CallContext<'h> {
    CallContext::new(host, Arc::clone(&state.database), state.id, Arc::clone(&state.activity.cancel))
        .with_locks(Arc::clone(&state.transaction.application_locks))
        .with_values(Arc::clone(&state.values))
        .with_sight(Arc::clone(&state.activity.sight))
        .with_definitions(Arc::clone(state.transaction.work.definitions()), Arc::clone(&state.transaction.gate))
        .with_functions(Arc::clone(functions) as _)
}

impl Batch {
    /// Runs a batch sent by a client, with these values for its parameters. Runs to its end,
    /// without suspension; output goes to `sink`. Returns the batch for the cache, and how it
    /// ended. A doomed transaction is rolled back at the end with 3998.
    pub(crate) fn run(
        self: Box<Batch>,
        values: &[Value],
        state: &mut SessionState,
        host: &dyn Host,
        sink: &mut dyn Sink,
        plans: &mut Plans,
        functions: &Arc<FunctionBodies>,
    ) -> (Box<Batch>, BatchEnd) {
        let mut context = context_of(state, host, functions);
        let mut execution = self.start(values, state, host);
        let mut resources = Resources { state, context: &mut context, sink, plans };
        let ending = execution.run(&mut resources);
        finish(execution, ending, &mut resources)
    }

    /// Returns the execution of a batch sent by a client, with these values for its parameters. Its
    /// registers are initialized, and its plan becomes the one that the session runs.
    pub(super) fn start(
        mut self: Box<Batch>,
        values: &[Value],
        state: &mut SessionState,
        host: &dyn Host,
    ) -> Execution {
        state.run_plan(host, &self.plan);
        self.begin(state.globals);
        for (register, value) in self.bound.program.variables.iter().zip(values) {
            self.frame.set(*register, value.clone());
        }
        Execution::new(Activation::new(self))
    }
}

/// Ends a client's batch whose program has ended. Local cursors end. A doomed transaction is rolled
/// back with 3998. The session gets the batch's figures.
pub(super) fn finish(
    execution: Execution,
    ending: Ending,
    resources: &mut Resources<'_, '_>,
) -> (Box<Batch>, BatchEnd) {
    let mut batch = execution.into_root().batch;
    let Resources { state, context, sink, .. } = resources;
    let mut env = Env { state, frame: &mut batch.frame, context, sink: *sink };
    env.state.cursors.end_local();
    env.frame.globals.cursor_rows = env.state.cursors.rows_opened_last(env.frame.globals.cursor_rows);
    if env.frame.globals.is_doomed {
        if matches!(ending, Ending::Returned | Ending::ScopeEnded) {
            // 3998: an uncommittable transaction is detected at the end of the batch.
            env.sink.message(Message::Error(SqlError::uncommittable_at_batch_end().at_line(1)));
        }
        statement::end_transaction(&mut env);
    }
    env.state.globals = env.frame.globals;
    let end = match ending {
        Ending::Returned => BatchEnd::Finished,
        // An error in the outermost program is sent, never raised further.
        Ending::ScopeEnded | Ending::BatchEnded | Ending::Raised(_) => BatchEnd::Failed,
        Ending::SessionEnded => BatchEnd::SessionEnded,
    };
    (batch, end)
}
