//! Runs interpreted functions within the calling statement: multi-statement table-valued functions,
//! and scalar functions with table variables, cursors, GOTO or EXECUTE AS.
//!
//! A call has its own session state. It borrows the calling session's locks and sees the same rows
//! (`LockOwner::lend`). The function can change only its table variables. Each such change is a
//! transaction of its own, so the call is possible in the middle of any statement. An error ends
//! the calling statement.

use super::calls::Calls;
use super::compiled_batch::Batch;
use super::describe::first_result;
use super::ending::Ending;
use super::enter::Entry;
use super::execution::drain_batch;
use super::plans::Plans;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{ModuleKind, Table};
use sluice_command::captured::Capture;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_query::code::Frame;
use sluice_session::call_context::{Caller, FunctionCall, FunctionRows};
use sluice_session::host::{FirstResultOf, ViewRows};
use sluice_session::sink::NullSink;
use sluice_session::state::SessionState;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};

/// Compiled bodies of the functions that a session has called.
#[derive(Default)]
pub(crate) struct FunctionBodies(Mutex<Option<Box<Plans>>>);

impl FunctionBodies {
    /// Removes all bodies. The next call of a function compiles it again.
    pub(crate) fn clear(&self) {
        *self.0.lock() = None;
    }

    fn take(&self, call: &FunctionCall<'_>, state: &SessionState) -> Result<Box<Batch>, Vec<SqlError>> {
        let (database, module) = call.function;
        self.0.lock().get_or_insert_default().take_procedure(database, module, state)
    }

    fn put(&self, call: &FunctionCall<'_>, body: Box<Batch>) {
        let (database, module) = call.function;
        self.0.lock().get_or_insert_default().put_procedure(database.id, Arc::clone(module), body);
    }
}

impl FunctionRows for FunctionBodies {
    fn rows(&self, call: FunctionCall<'_>) -> Result<ViewRows, SqlError> {
        within(&call.caller, call.function.0, |state| self.run(&call, state))
    }

    fn first_result(
        &self,
        asked: &FirstResultOf<'_>,
        database: &Arc<Database>,
        caller: &Caller<'_>,
    ) -> Result<Vec<Vec<Value>>, SqlError> {
        within(caller, database, |state| {
            let mut context = caller.context.within(Arc::clone(database), state.cursors.list());
            let mut frame = Frame { globals: state.globals, ..Frame::default() };
            let mut env = Env { state, frame: &mut frame, context: &mut context, sink: &mut NullSink };
            let mut calls = Calls { plans: &mut Plans::default(), tries: 1 };
            first_result(&mut env, &mut calls, asked)
        })
    }
}

/// Runs `work` in a separate session state that borrows the caller's locks.
fn within<T>(
    caller: &Caller<'_>,
    database: &Arc<Database>,
    work: impl FnOnce(&mut SessionState) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let locks = caller.sight.locks.lend();
    let mut state = SessionState::for_function(caller, database, locks);
    let result = work(&mut state);
    let ended = state.transaction.work.roll_back();
    caller.sight.locks.take_back(&state.give_locks());
    let done = result?;
    ended.map(|()| done)
}

impl FunctionBodies {
    fn run(&self, call: &FunctionCall<'_>, state: &mut SessionState) -> Result<ViewRows, SqlError> {
        let (database, module) = call.function;
        let first = |errors: Vec<SqlError>| errors.into_iter().next().unwrap_or_else(|| unsupported("function"));
        let body = self.take(call, state).map_err(first)?;
        let mut context = call.caller.context.within(Arc::clone(&state.database), state.cursors.list());
        let mut frame = Frame { globals: state.globals, ..Frame::default() };
        let (mut nowhere, mut plans) = (NullSink, Plans::default());
        let mut lent = Vec::with_capacity(call.lent.len());
        for (place, table) in call.lent {
            // The names of the caller's tables aren't visible, so the places serve as names.
            let name = table.as_ref().map(|_| format!("@{place}").into_boxed_str());
            if let (Some(table), Some(name)) = (table, &name) {
                let table = Table { name: name.to_string(), ..Table::clone(table) };
                state.module.table_variables.take_lent(Arc::new(table));
            }
            lent.push((*place, name));
        }
        let mut rows = Capture::new(&mut nowhere, context.host, None, database);
        let (body, ending) = {
            let mut env = Env { state, frame: &mut frame, context: &mut context, sink: &mut rows };
            let entry = Entry {
                levels: 1,
                values: call.arguments.clone(),
                rows: lent,
                cursors: Vec::new(),
                database: Some(database),
                module: Some(module),
                trigger: None,
                caller: None,
            };
            // Acts as a TRY block, so every error is returned here.
            drain_batch(&mut env, &mut Calls { plans: &mut plans, tries: 1 }, body, entry)
        };
        // The value of a scalar function is in the first variable after its parameters.
        let place = Some(body.parameters.len()).filter(|_| module.kind == ModuleKind::ScalarFunction);
        let value = place.map(|place| body.frame.get(body.bound.program.variables[place]).clone());
        self.put(call, body);
        match ending? {
            Ending::Returned => {}
            Ending::Raised(mut error) => {
                // The error is the calling statement's, with its line.
                (error.line, error.procedure) = (0, None);
                return Err(error);
            }
            Ending::ScopeEnded | Ending::BatchEnded | Ending::SessionEnded => {
                return Err(SqlError::cancelled());
            }
        }
        if let Some(value) = value {
            return Ok(Box::new(std::iter::once(Ok(vec![value]))));
        }
        Ok(rows.finish()?.map_or_else(|| Box::new(std::iter::empty()) as ViewRows, |rows| rows.all()))
    }
}
