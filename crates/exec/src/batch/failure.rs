//! Handles the error of a step: sends it or enters a CATCH block, then ends the scope that
//! `consequence` determines.

use super::activation::Departure;
use super::calls::{doom, refuse};
use super::ending::{Ending, Stop};
use super::interpreter::Interpreter;
use super::program::{Program, Slot, Step};
use sluice_base::sync::Arc;
use sluice_command::statement;
use sluice_query::code::Pc;
use sluice_query::code::context::Context;
use sluice_session::consequence::{self, Consequence, FollowUp, Outcome, Phase, Site, StatementClass};
use sluice_session::error_event::report_error;
use sluice_session::sink::Message;
use sluice_types::SqlError;

impl Interpreter<'_, '_, '_, '_> {
    /// Returns where the program continues after the step at `at` was interrupted, or how it ends.
    /// An error goes to the CATCH block around the step, or to the client; `consequence` then
    /// decides what ends: the statement, the module, the batch, the transaction or the session. A
    /// call is begun here. Where SQL Server does so, 3621 follows the error.
    #[cold]
    pub(super) fn stop(&mut self, program: &Program, slots: &mut [Slot], at: Pc, stop: Stop) -> Result<Pc, Departure> {
        self.env.context.timer.let_go();
        let mut goes_at_once = false;
        let (error, site) = match stop {
            Stop::Failed(error) => (error, Site { class: program.class(at), phase: Phase::Run }),
            Stop::Unbound(error) => (error, Site { class: program.class(at), phase: Phase::Compile }),
            Stop::Thrown(error) => (error, Site { class: StatementClass::Throw, phase: Phase::Run }),
            Stop::Raised(error, at_once) => {
                goes_at_once = at_once;
                (error, Site { class: StatementClass::RaiseError, phase: Phase::Run })
            }
            Stop::Refused(errors) => return Err(refuse(self.env, self.calls, errors).into()),
            Stop::Leave(handler) => {
                let error = handler.and_then(|place| self.caught.get(place).cloned().flatten());
                self.env.context.set_caught(error.or_else(|| self.inherited.clone()));
                return Ok(at + 1);
            }
            Stop::Suspended(step) => {
                self.at = at;
                return Err(Departure::Suspended(step));
            }
            Stop::Skip => return self.skip(program, slots, at + 1),
            Stop::Call => {
                let stop = self.begin_call(program, slots, at)?;
                return self.stop(program, slots, at, stop);
            }
            Stop::Fires(firing) => {
                let stop = self.fire(&firing, program.handler(at).is_some());
                return self.stop(program, slots, at, stop);
            }
            Stop::Raises(raised) => {
                let stop = self.raise(*raised, program.statement_text(at), program.handler(at).is_some());
                return self.stop(program, slots, at, stop);
            }
            Stop::Called(Ending::Returned | Ending::ScopeEnded) => {
                self.env.context.next_statement();
                return Ok(at + 1);
            }
            Stop::Called(Ending::Raised(error)) => return self.catch(program, at, error, false),
            Stop::Called(ending) => return Err(ending.into()),
        };
        let next = self.fail(program, at, error, site);
        if goes_at_once {
            self.env.sink.flush();
        }
        next
    }

    fn fail(&mut self, program: &Program, at: Pc, mut error: SqlError, site: Site) -> Result<Pc, Departure> {
        let region = program.region(at);
        // An error in the arguments of a call belongs to the called module and has no line.
        if error.line == 0 && error.procedure.is_none() {
            error.line = region.map_or(1, |region| region.line);
            error.procedure = self.spelled.map(Into::into).or_else(|| program.name.clone());
        }
        if error.number == consequence::DEADLOCK {
            error.args = vec![self.env.state.id.0.to_string()];
        }
        let binding = site.phase == Phase::Compile;
        let env = &mut self.env;
        let options = &env.state.options;
        // ARITHABORT ON without ANSI_WARNINGS ends the batch and its transaction
        // (`t-sql/statements/set-arithabort-transact-sql.md`).
        let aborts = options.meaning.aborts_on_arithmetic() && error.is_arithmetic();
        let xact_abort = options.xact_abort || aborts;
        let Outcome { mut ends, follow_ups, is_terminated, escapes_own_try } =
            consequence::outcome(&error, site, xact_abort);
        if binding && xact_abort && env.context.is_in_trigger() {
            // The statement that fired the trigger fails with the trigger.
            ends = ends.max(Consequence::Transaction);
        }
        let follow_ups: Vec<SqlError> = follow_ups.iter().map(|follow_up| follow(&error, *follow_up)).collect();
        if !matches!(program.step(at), Some(Step::Call(_) | Step::DeclaredCall(_) | Step::InsertCall(_))) {
            let globals = &mut env.frame.globals;
            globals.severity_max = globals.severity_max.max(error.severity);
        }
        env.context.next_statement();
        env.frame.globals.error = follow_ups.last().map_or(error.number, |follow_up| follow_up.number);
        env.frame.globals.row_count = 0;
        let escapes = binding || escapes_own_try;
        let is_guarded = self.calls.tries > 0 || (!escapes && program.handler(at).is_some());
        if is_guarded && consequence::is_catchable(&error) {
            // Under XACT_ABORT ON a caught RAISERROR dooms the transaction, though one that no TRY
            // block catches ends nothing. In a trigger every error does.
            let is_raised = site.class == StatementClass::RaiseError;
            if ends >= Consequence::Transaction || (xact_abort && (is_raised || env.context.is_in_trigger())) {
                doom(env);
            }
            error.is_of_change |= is_terminated;
            return self.catch(program, at, follow_ups.into_iter().next_back().unwrap_or(error), escapes);
        }
        for mut cause in std::mem::take(&mut error.causes) {
            // A cause inside a view names the view and its line there.
            if cause.procedure.is_none() {
                cause.line = error.line;
                cause = cause.in_procedure(error.procedure.clone());
            }
            env.sink.message(Message::Error(cause));
        }
        let is_fatal = site.class == StatementClass::RaiseError && ends == Consequence::Session;
        if is_fatal {
            // 2745 precedes a RAISERROR that ends the session, and 596 follows it.
            let cause = SqlError::process_raised_fatal_error(env.state.id.0, error.number, error.severity);
            env.sink.message(Message::Error(cause.at_line(error.line).in_procedure(error.procedure.clone())));
        }
        let is_terminated = is_terminated || error.is_of_change && ends == Consequence::Statement;
        env.sink.message(Message::Error(error));
        if is_fatal {
            env.sink.message(Message::Error(SqlError::session_is_killed()));
        }
        follow_ups.into_iter().for_each(|follow_up| env.sink.message(Message::Error(follow_up)));
        if is_terminated {
            // 3621: the statement has been terminated.
            env.inform(SqlError::statement_terminated());
        }
        if ends >= Consequence::Transaction {
            statement::end_transaction(env);
        }
        match ends {
            Consequence::Statement => {
                env.sink.fail_statement();
                Ok(region.map_or(at + 1, |region| region.resume))
            }
            Consequence::Scope => Err(Ending::ScopeEnded.into()),
            Consequence::Batch | Consequence::Transaction => Err(Ending::BatchEnded.into()),
            Consequence::Session => Err(Ending::SessionEnded.into()),
        }
    }

    /// Returns the CATCH block for an error of the step at `at`, or raises the error in the caller.
    /// An error that escapes, such as an error of binding, isn't caught in the same program.
    fn catch(&mut self, program: &Program, at: Pc, mut error: SqlError, escapes: bool) -> Result<Pc, Departure> {
        let Some(place) = program.handler(at).filter(|_| !escapes) else { return Err(Ending::Raised(error).into()) };
        error.is_of_change = false;
        report_error(self.env.context.host, &error, true);
        let error = Arc::new(error);
        self.caught.resize(program.handlers.len(), None);
        self.caught[place] = Some(Arc::clone(&error));
        self.env.context.set_caught(Some(error));
        Ok(program.handlers[place].catch)
    }
}

/// Returns a follow-up message of `error`, with the same line and procedure.
fn follow(error: &SqlError, follow_up: FollowUp) -> SqlError {
    follow_up().at_line(error.line).in_procedure(error.procedure.clone())
}
