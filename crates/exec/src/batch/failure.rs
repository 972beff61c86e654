//! An error of a step: told, or caught; and what it entails for the statement, the batch, the transaction.

use super::call;
use super::ending::{Ending, Stop};
use super::interpreter::Turn;
use super::program::{Program, Step};
use crate::code::Pc;
use crate::consequence::{self, Consequence};
use crate::sink::Message;
use crate::statement::Env;
use crate::statistics::Measurement;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

impl Turn<'_, '_, '_, '_> {
    /// Where the program goes on after the step at `at` did not just succeed, or how it ends.
    #[cold]
    pub(super) fn stop(&mut self, program: &mut Program, at: Pc, stop: Stop) -> Result<Pc, Ending> {
        self.env.context.timer.let_go();
        let xact_abort = self.env.state.options.xact_abort;
        let (error, consequence, binding) = match stop {
            Stop::Failed(error) => {
                let consequence = consequence::of(&error, xact_abort);
                (error, consequence, false)
            }
            // An error of binding ends its module, but nothing of the transaction.
            Stop::Unbound(error) => {
                let consequence = match consequence::of(&error, xact_abort) {
                    // Of what a trigger does nothing stays.
                    Consequence::Transaction if self.env.context.is_in_trigger() => Consequence::Transaction,
                    Consequence::Statement | Consequence::Transaction => Consequence::Scope,
                    consequence => consequence,
                };
                (error, consequence, true)
            }
            Stop::Thrown(error) if xact_abort => (error, Consequence::Transaction, false),
            Stop::Thrown(error) => (error, Consequence::Batch, false),
            // RAISERROR does not honour XACT_ABORT (`t-sql/language-elements/raiserror-transact-sql.md`).
            Stop::Raised(error) => (error, Consequence::Statement, false),
            Stop::Refused(errors) => return Err(call::refuse(self.env, self.calls, errors)),
            Stop::Leave(handler) => {
                let error = handler.and_then(|place| self.caught.get(place).cloned().flatten());
                self.env.context.set_caught(error.or_else(|| self.inherited.clone()));
                return Ok(at + 1);
            }
            Stop::Skip => return self.skip(program, at + 1),
            Stop::Call => {
                let measurement = self.env.state.options.is_measuring().then(|| Measurement::begin(self.env));
                let stop = match program.step(at) {
                    Some(Step::Call(call)) => self.call(program, at, call),
                    Some(Step::InsertCall(insert)) => self.insert_called(program, at, insert),
                    _ => return Ok(at + 1),
                };
                if let (Some(measurement), Stop::Called(Ending::Returned)) = (measurement, &stop) {
                    measurement.tell(self.env);
                }
                return self.stop(program, at, stop);
            }
            Stop::Fires(firing) => {
                self.is_guarded = program.handler(at).is_some();
                let stop = self.fire(&firing);
                return self.stop(program, at, stop);
            }
            Stop::Called(Ending::Returned | Ending::ScopeEnded) => {
                self.env.context.next_statement();
                return Ok(at + 1);
            }
            Stop::Called(Ending::Raised(error)) => return self.catch(program, at, error, false),
            Stop::Called(ending) => return Err(ending),
        };
        let next = self.fail(program, at, (error, consequence), binding);
        if let Some(Step::RaiseError(raise)) = program.step(at)
            && raise.goes_at_once
        {
            self.env.sink.flush();
        }
        next
    }

    fn fail(
        &mut self,
        program: &Program,
        at: Pc,
        (mut error, consequence): (SqlError, Consequence),
        binding: bool,
    ) -> Result<Pc, Ending> {
        let region = program.region(at);
        // What is wrong with a call is an error of the module that is called, of no line of its.
        if error.line == 0 && error.procedure.is_none() {
            error.line = region.map_or(1, |region| region.line);
            error.procedure = program.name.clone();
        }
        if error.number == consequence::DEADLOCK {
            error.args = vec![self.env.state.id.0.to_string()];
        }
        let follower = follower(program, at, &error);
        let env = &mut self.env;
        if !matches!(program.step(at), Some(Step::Call(_) | Step::InsertCall(_))) {
            let globals = &mut env.frame.globals;
            globals.severity_max = globals.severity_max.max(error.severity);
        }
        env.context.next_statement();
        env.frame.globals.error = follower.as_ref().map_or(error.number, |follower| follower.number);
        env.frame.globals.row_count = 0;
        let is_guarded = self.calls.tries > 0 || (!binding && program.handler(at).is_some());
        if is_guarded && consequence::is_catchable(&error) {
            // In a trigger also what RAISERROR raises leaves nothing that could be committed.
            let in_trigger = env.context.is_in_trigger() && env.state.options.xact_abort;
            if consequence >= Consequence::Transaction || in_trigger {
                doom(env);
            }
            return self.catch(program, at, follower.unwrap_or(error), binding);
        }
        // What SET IDENTITY_INSERT or a missing permission forbids is refused before the statement begins, as is a SELECT INTO whose table is there, and what nests.
        let began = !binding && !matches!(error.number, 544 | 545 | 229 | 230 | 916 | OBJECT_EXISTS | NESTED_INSERT);
        let terminated = began && consequence == Consequence::Statement && is_change(program, at, error.number);
        for mut cause in std::mem::take(&mut error.causes) {
            cause.line = error.line;
            env.sink.message(Message::Error(cause.in_procedure(error.procedure.clone())));
        }
        env.sink.message(Message::Error(error));
        if let Some(follower) = follower {
            env.sink.message(Message::Error(follower));
        }
        if terminated {
            // 3621: the statement has been terminated.
            env.inform(3621, Vec::new());
        }
        if consequence >= Consequence::Transaction {
            env.end_transaction();
        }
        match consequence {
            Consequence::Statement => Ok(region.map_or(at + 1, |region| region.resume)),
            Consequence::Scope => Err(Ending::ScopeEnded),
            Consequence::Batch | Consequence::Transaction => Err(Ending::BatchEnded),
            Consequence::Session => Err(Ending::SessionEnded),
        }
    }

    /// Goes to the CATCH block that guards the step at `at`: here (not for an error of binding), or in a caller's.
    fn catch(&mut self, program: &Program, at: Pc, error: SqlError, binding: bool) -> Result<Pc, Ending> {
        let Some(place) = program.handler(at).filter(|_| !binding) else { return Err(Ending::Raised(error)) };
        let error = Arc::new(error);
        self.caught.resize(program.handlers.len(), None);
        self.caught[place] = Some(Arc::clone(&error));
        self.env.context.set_caught(Some(error));
        Ok(program.handlers[place].catch)
    }
}

/// An error was caught that would have rolled the transaction back: all that is left to do with it is that. The one of a statement
/// that ran without BEGIN TRANSACTION is over by then.
fn doom(env: &mut Env<'_, '_>) {
    env.frame.globals.is_doomed = !env.is_autocommit();
}

/// Whether the statement at `at`, which failed with the error `number`, is one that changes rows.
fn is_change(program: &Program, at: Pc, number: i32) -> bool {
    match program.step(at) {
        Some(Step::Bound(slot)) => slot.is_change(),
        Some(Step::InsertCall(_) | Step::InsertBulk(_)) => true,
        // A new type or NOT NULL of a column is an update of all rows.
        Some(Step::AlterTable(_)) => matches!(number, 220 | 515 | 2628 | 8115),
        _ => false,
    }
}

/// 1802 behind what is wrong with the files of CREATE DATABASE, 5069 behind what ALTER DATABASE finds wrong, 3013 behind what BACKUP does; not where the statement as such is refused (as
/// written, ALTER in a transaction, or as not supported).
fn follower(program: &Program, at: Pc, error: &SqlError) -> Option<SqlError> {
    let mut follower = match program.step(at) {
        _ if matches!(error.number, 102 | 226 | consequence::UNSUPPORTED) => return None,
        // 5133, 5170: where a file was to be.
        Some(Step::CreateDatabase(..)) if matches!(error.number, 5133 | 5170) => SqlError::new(1802, 16, 4, Vec::new()),
        Some(Step::AlterDatabase(_) | Step::ChangeDatabase(_)) => SqlError::new(5069, 16, 1, Vec::new()),
        Some(Step::Backup(backup)) => {
            let what = if backup.of_log { "BACKUP LOG" } else { "BACKUP DATABASE" };
            SqlError::new(3013, 16, 1, vec![what.to_owned()])
        }
        _ => return None,
    };
    follower.line = error.line;
    Some(follower.in_procedure(error.procedure.clone()))
}

/// The number of the error for an INSERT ... EXECUTE within another one.
const NESTED_INSERT: i32 = 8164;
/// The number of the error for a name that is taken.
const OBJECT_EXISTS: i32 = 2714;
