//! INSERT ... EXECUTE: inserts the result sets of a called program into a table.
//!
//! The called program is part of the statement: both succeed or fail together. The program can
//! neither end the transaction nor contain another INSERT ... EXECUTE (8164). After the call an
//! ordinary INSERT inserts the captured rows.

use super::call::InsertCall;
use super::ending::{Ending, Stop};
use super::interpreter::Interpreter;
use super::procedure_name::ResolvedProcedure;
use super::program::Program;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_command::captured::Capture;
use sluice_command::statement::{BoundSlot, Env, Outcome};
use sluice_plan::Names;
use sluice_query::code::Pc;
use sluice_types::SqlError;

impl Interpreter<'_, '_, '_, '_> {
    /// Runs the step at `at`. Fails with 8164 within another INSERT … EXECUTE, and with 556 if the
    /// call alters the target. The call's changes and the insert are undone together if either
    /// fails.
    pub(super) fn insert_called(
        &mut self,
        program: &Program,
        at: Pc,
        step: &InsertCall,
        (slot, resolved): &mut (BoundSlot, Option<ResolvedProcedure>),
    ) -> Stop {
        if self.env.state.module.inserting.is_some() {
            return Stop::Failed(SqlError::nested_insert_exec());
        }
        let before = match self.env.begin_change() {
            Ok(before) => before,
            Err(error) => return Stop::Failed(error),
        };
        let is_alone = self.env.is_autocommit();
        self.env.frame.globals.tran_count += i32::from(is_alone);
        self.env.state.module.inserting = Some(self.env.frame.globals.tran_count);
        let database = Arc::clone(&self.env.state.database);
        let target = table_of(self.env, step);
        let mut capture = Capture::new(self.env.sink, self.env.context.host, step.listed, &database);
        let mut inner =
            Env { state: self.env.state, frame: self.env.frame, context: self.env.context, sink: &mut capture };
        let called = Interpreter::new(&mut inner, self.calls).drain(program, at, &step.call, resolved);
        let captured = capture.finish();
        self.env.state.module.inserting = None;
        let stop = match (called, captured) {
            (Stop::Called(Ending::Returned | Ending::ScopeEnded), Ok(captured)) => {
                if table_of(self.env, step) != target {
                    // 556: the called program altered the table.
                    return self.end(is_alone, before, Stop::Failed(SqlError::insert_exec_schema_changed()));
                }
                self.env.state.module.captured = captured.map(|captured| Arc::new(captured) as _);
                let inserted = insert(self.env, slot);
                self.env.state.module.captured = None;
                match inserted {
                    Stop::Fires(firing) => self.fire(&firing, program.handler(at).is_some()),
                    inserted => inserted,
                }
            }
            (Stop::Called(Ending::Returned | Ending::ScopeEnded), Err(error)) => Stop::Failed(error),
            (stop, _) => stop,
        };
        self.end(is_alone, before, stop)
    }

    /// Commits or rolls back the statement's changes.
    fn end(&mut self, is_alone: bool, before: sluice_session::work::Mark, stop: Stop) -> Stop {
        let env = &mut *self.env;
        let is_done = matches!(stop, Stop::Called(Ending::Returned));
        let is_open = env.frame.globals.tran_count > 0;
        let result = match (is_alone, is_done) {
            (true, true) => {
                env.frame.globals.tran_count = 0;
                env.state.transaction.commit(false)
            }
            (true, false) => {
                (env.frame.globals.tran_count, env.frame.globals.is_doomed) = (0, false);
                env.state.transaction.roll_back()
            }
            (false, false) if is_open && !env.frame.globals.is_doomed => env.roll_back_to(before),
            (false, _) => Ok(()),
        };
        match result {
            Ok(()) => stop,
            Err(error) => Stop::Failed(error),
        }
    }
}

/// Returns the current definition of the target table.
fn table_of(env: &Env<'_, '_>, step: &InsertCall) -> Option<Arc<Table>> {
    let (names, name) = (env.names(), step.target.as_ref()?);
    let place = names.place(name);
    names.catalog(place.database.as_deref()).ok()??.table(&place).cloned()
}

fn insert(env: &mut Env<'_, '_>, slot: &mut BoundSlot) -> Stop {
    if env.state.module.captured.is_none() {
        env.done(0);
        return Stop::Called(Ending::Returned);
    }
    let result = slot.run(env);
    slot.forget();
    match result {
        Ok(Outcome::Fires(firing)) => Stop::Fires(firing),
        Ok(_) => Stop::Called(Ending::Returned),
        // A wrong number of columns is detected only here and counts as a run-time error.
        Err((_, error)) if error.number == COUNT_MISMATCH => Stop::of_bound((false, error.in_state(7))),
        Err(failed) => Stop::of_bound(failed),
    }
}

/// Error number of a column count mismatch.
const COUNT_MISMATCH: i32 = 213;
