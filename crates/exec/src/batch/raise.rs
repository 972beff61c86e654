//! Runs the triggers of DDL events (`relational-databases/triggers/ddl-triggers`).
//!
//! The triggers run within the definition's transaction, before it commits, so that a ROLLBACK in
//! a trigger undoes the definition (3609).

use super::calls::refuse;
use super::ending::{Ending, Raised, Stop};
use super::enter::Entry;
use super::execution::drain_batch;
use super::fire::ended;
use super::interpreter::Interpreter;
use sluice_base::sync::Arc;
use sluice_command::statement::{self, Raising, Watcher};
use sluice_session::running_triggers::{RunningEvent, RunningTrigger};
use sluice_types::SqlError;

impl Interpreter<'_, '_, '_, '_> {
    /// Runs the triggers of a definition's events and ends the definition. `text` is the text of
    /// the statement. `is_guarded` says whether a TRY block of the program encloses it. In
    /// autocommit, commits, or rolls back a doomed transaction. An error of the definition itself
    /// follows the triggers.
    pub(super) fn raise(&mut self, raised: Raised, text: &str, is_guarded: bool) -> Stop {
        let Raised { raising, failure, end } = raised;
        let is_alone = raising.is_alone;
        let run = |interpreter: &mut Self| interpreter.run_watchers(&raising, text);
        if let Err(stop) = self.within_statement((is_alone, is_guarded), run) {
            return stop;
        }
        let env = &mut *self.env;
        if is_alone && env.frame.globals.is_doomed {
            statement::end_transaction(env);
        } else if is_alone {
            let row_count = env.frame.globals.row_count;
            if let Err(error) = statement::commit(env, false) {
                return Stop::Failed(error);
            }
            env.frame.globals.row_count = row_count;
        }
        if let Some(failure) = failure {
            return failure;
        }
        env.frame.globals.error = 0;
        if let Some(words) = end {
            env.end_statement(&words);
        }
        Stop::Called(Ending::Returned)
    }

    fn run_watchers(&mut self, raising: &Raising, text: &str) -> Result<Option<Ending>, SqlError> {
        for (event, watchers) in &raising.events {
            for watcher in watchers {
                if !self.env.context.fires(&watcher.1) {
                    continue;
                }
                let data = event.data(self.env, text);
                let ending = self.run_watcher(watcher, data)?;
                if ending.is_some() {
                    return Ok(ending);
                }
            }
        }
        Ok(None)
    }

    /// Runs a DDL or logon trigger, for which EVENTDATA returns `data`. Returns the ending if it
    /// ends the batch. Fails with 3609 or 3616 as [`Interpreter::end_trigger`] does.
    pub(super) fn run_watcher(&mut self, watcher: &Watcher, data: String) -> Result<Option<Ending>, SqlError> {
        let (database, module) = watcher;
        let batch = match self.calls.plans.take_procedure(database, module, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(Some(ended(refuse(self.env, self.calls, errors)))),
        };
        let level = self.env.frame.globals.nest_level + 1;
        let event = Some(RunningEvent { data: Arc::from(data), level });
        self.env.context.enter_trigger(RunningTrigger { module: Arc::clone(module), updated: Arc::default(), event });
        let entry = Entry { database: Some(database), module: Some(module), ..Entry::of_text(1, Vec::new()) };
        let (batch, result) = drain_batch(self.env, self.calls, batch, entry);
        self.env.context.leave_trigger();
        self.calls.plans.put_procedure(database.id, Arc::clone(module), batch);
        self.end_trigger(result)
    }
}
