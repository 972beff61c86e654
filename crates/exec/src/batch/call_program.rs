//! EXECUTE: calls from one program to another.

use super::activation::{Activation, Called, Completion, Departure};
use super::call::{Call, ProcedureCall, ProcedureName, StatementCall, native_call};
use super::calls::refuse;
use super::compiled_batch::Batch;
use super::completion::{complete, end_call};
use super::ending::{Ending, Stop};
use super::enter::{Entry, enter};
use super::execution::{drain_batch, drain_call};
use super::interpreter::Interpreter;
use super::invocation::{Invocation, LastStatement};
use super::parameter::{self, Argument, ArgumentValue, Binding, Parameter};
use super::prepared_rpc::called_name;
use super::procedure_group::{group_number, in_group};
use super::procedure_name::ResolvedProcedure;
use super::program::{Program, Slot, Step};
use super::system_procedure::{STATEMENT_ARGUMENTS, SystemCall};
use sluice_base::sync::Arc;
use sluice_command::statement::{self, ContextSource};
use sluice_command::statistics::Measurement;
use sluice_query::code::{Op, Pc, Reg};
use sluice_session::state::SessionState;
use sluice_table::database::Database;
use sluice_types::{DataType, SqlError};

impl Interpreter<'_, '_, '_, '_> {
    /// Begins the call of the step at `at`. Returns the outcome of a call that has ended. A call
    /// that enters a program returns it as an error value for the execution, which pushes it on the
    /// stack and later calls [`Interpreter::resume`]. A procedure that ends with another
    /// transaction count than it began with reports 266.
    #[cold]
    pub(super) fn begin_call(&mut self, program: &Program, slots: &mut [Slot], at: Pc) -> Result<Stop, Departure> {
        let is_measured = Measurement::is_on(&self.env.state.options, self.env.context.host.waits().events());
        let measurement = is_measured.then(|| Measurement::begin(self.env, program.facts(at)));
        let stop = match step_and_slot(program, slots, at) {
            Some((Step::Call(call), Slot::Call(resolved))) => {
                let before = self.env.frame.globals.tran_count;
                let result = match self.call(program, at, call, resolved) {
                    Ok(Called::Entered(mut activation)) => {
                        if let Some(record) = &mut activation.call {
                            record.measurement = measurement;
                        }
                        self.at = at;
                        return Err(Departure::Entered(activation));
                    }
                    Ok(Called::Ended(ending)) => Ok(ending),
                    Err(error) => Err(error),
                };
                self.after_call(call, before, result)
            }
            Some((Step::DeclaredCall(call), Slot::Call(resolved))) => self.call_declared(program, at, call, resolved),
            Some((Step::InsertCall(insert), Slot::InsertCall(slot))) => self.insert_called(program, at, insert, slot),
            Some((Step::BulkInsert(insert), _)) => self.insert_file(insert, program.handler(at).is_some()),
            _ => Stop::Called(Ending::Returned),
        };
        self.end_measurement(measurement, &stop);
        Ok(stop)
    }

    /// Continues after the call at `at`, whose program has ended. Outputs and status are given to
    /// the caller's variables. Returns where the caller continues. Reports 266 if the program has
    /// changed the transaction count.
    #[cold]
    pub(super) fn resume(
        &mut self,
        (program, slots): (&Program, &mut [Slot]),
        at: Pc,
        mut called: Activation,
        ending: Ending,
    ) -> Result<Pc, Departure> {
        let record = called.call.as_mut();
        let (before, measurement) = record.map_or((0, None), |call| (call.transactions, call.measurement.take()));
        let result = end_call(self.env, self.calls.plans, called, ending);
        let stop = match step_and_slot(program, slots, at) {
            Some((Step::Call(call), Slot::Call(_))) => self.after_call(call, before, result),
            _ => unreachable!("only EXECUTE waits for a program"),
        };
        self.end_measurement(measurement, &stop);
        let next = self.stop(program, slots, at, stop)?;
        // Under FMTONLY the next statement in textual order follows, whatever the call's outcome.
        if self.is_skipping() { self.skip(program, slots, at + 1) } else { Ok(next) }
    }

    /// Runs the call of the step at `at` to its end. It uses an execution of its own, for calls in
    /// the middle of a statement. Reports 266 as [`Interpreter::resume`] does.
    pub(super) fn drain(
        &mut self,
        program: &Program,
        at: Pc,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Stop {
        let before = self.env.frame.globals.tran_count;
        let result = match self.call(program, at, call, resolved) {
            Ok(Called::Entered(activation)) => drain_call(self.env, self.calls, activation),
            Ok(Called::Ended(ending)) => Ok(ending),
            Err(error) => Err(error),
        };
        self.after_call(call, before, result)
    }

    fn end_measurement(&mut self, measurement: Option<Measurement>, stop: &Stop) {
        match (measurement, stop) {
            (Some(measurement), Stop::Called(Ending::Returned)) => measurement.tell(self.env),
            (Some(measurement), _) => measurement.end(self.env),
            (None, _) => {}
        }
    }

    /// Makes a call from a program. A TRY block around the call guards the called program.
    fn call(
        &mut self,
        program: &Program,
        at: Pc,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Called, SqlError> {
        let tries = self.calls.tries;
        self.calls.tries += u32::from(program.handler(at).is_some());
        if let Call::System(_) | Call::Elsewhere(..) = call {
            self.call_text = program.statement_text(at).into();
        }
        let called = self.call_it(call, resolved);
        self.calls.tries = tries;
        called
    }

    /// Returns the outcome of a call that has ended. `before` is `@@TRANCOUNT` before the call.
    fn after_call(&mut self, call: &Call, before: i32, result: Result<Ending, SqlError>) -> Stop {
        let ending = match result {
            Ok(ending) => ending,
            Err(error) => return Stop::Failed(error),
        };
        let globals = &self.env.frame.globals;
        // SET IMPLICIT_TRANSACTIONS lets the called program begin the caller's transaction.
        let is_asked_for = before == 0 && globals.tran_count == 1 && self.env.state.options.implicit_transactions;
        if matches!(ending, Ending::Returned | Ending::ScopeEnded) && globals.tran_count != before && !is_asked_for {
            // 266: the transaction count differs from the count before the call.
            let procedure = match call {
                Call::Procedure(call) => Some(call.spelled(self.env.frame).as_ref().into()),
                _ => None,
            };
            return Stop::Failed(
                SqlError::transaction_count_mismatch(before, globals.tran_count).in_procedure(procedure),
            );
        }
        Stop::Called(ending)
    }

    fn call_it(&mut self, call: &Call, resolved: &mut Option<ResolvedProcedure>) -> Result<Called, SqlError> {
        if let Some(caller) = &self.env.context.callers_database
            && caller.id != self.env.state.database.id
            && !matches!(call, Call::Procedure(_) | Call::Elsewhere(..))
        {
            let caller = Arc::clone(caller);
            return self.call_in(&caller, call, resolved);
        }
        match call {
            Call::Text(text, None) => self.call_text(*text),
            Call::Text(text, Some(context)) => self.call_text_as(*text, context),
            Call::Statement(call) => self.call_statement(call),
            Call::Procedure(call) => match self.native(call) {
                Some(_) if call.is_of_function => Err(SqlError::only_functions_in_function()),
                // A native call is never one of a procedure, so this goes one level down.
                Some(native) => self.call_it(&native, &mut None),
                None => self.call_procedure(call, resolved),
            },
            Call::System(call) => self.call_system(call),
            Call::Command(call) => self.enter_statement((&call.text, &call.declarations), &call.arguments, None, None),
            Call::Elsewhere(database, call) => self.call_elsewhere(database, call, resolved),
        }
    }

    /// Calls a system procedure. The statement that `sp_execute` runs is entered like that of
    /// `sp_executesql`.
    fn call_system(&mut self, call: &SystemCall) -> Result<Called, SqlError> {
        let text = std::mem::take(&mut self.call_text);
        let mut invocation = Invocation { env: self.env, programs: self.calls, last: None, text };
        let ending = invocation.call_system(call)?;
        match invocation.last {
            None => Ok(Called::Ended(ending)),
            Some(LastStatement { statement, arguments, .. }) if statement.is_procedure => {
                self.call_prepared_procedure(&statement.text, &call.arguments[arguments..], call.status)
            }
            Some(LastStatement { statement, arguments, handle }) => {
                let text = (&*statement.text, &*statement.declarations);
                self.enter_statement(text, &call.arguments[arguments..], call.status, handle)
            }
        }
    }

    /// Calls a procedure that a client has prepared by its name.
    #[cold]
    fn call_prepared_procedure(
        &mut self,
        text: &str,
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Called, SqlError> {
        let (name, number) = called_name(text).ok_or_else(|| SqlError::procedure_not_found(text))?;
        let name = in_group(name, group_number(number)?);
        let native = native_call(&name, arguments, status);
        let call = match (native, name.database.clone()) {
            (Some(native), Some(database)) => Call::Elsewhere(database.into(), Box::new(native)),
            (Some(native), None) => native,
            (None, _) => {
                let (name, arguments) = (ProcedureName::Written(name), arguments.to_vec());
                Call::Procedure(ProcedureCall::new(name, arguments, status))
            }
        };
        self.call_it(&call, &mut None)
    }

    /// Runs a system procedure in the database that qualifies its name
    /// (`relational-databases/system-stored-procedures/system-stored-procedures-transact-sql.md`).
    #[cold]
    fn call_elsewhere(
        &mut self,
        database: &str,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Called, SqlError> {
        let host = self.env.context.host;
        let there = host.database(database).ok_or_else(|| host.not_open(database))?;
        self.call_in(&there, call, resolved)
    }

    /// Makes a call in the database `there`, to which the session changes until the call ends.
    /// Fails if the session may not enter it.
    #[cold]
    fn call_in(
        &mut self,
        there: &Arc<Database>,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Called, SqlError> {
        let here = Arc::clone(&self.env.state.database);
        if self.env.state.security.is_restricted {
            self.env.state.enter(self.env.context.host, there)?;
        }
        self.env.change_database(there)?;
        match self.call_it(call, resolved) {
            Ok(Called::Entered(mut activation)) => {
                if let Some(record) = &mut activation.call {
                    record.home = Some(here);
                }
                Ok(Called::Entered(activation))
            }
            ended => {
                self.env.change_database(&here)?;
                ended
            }
        }
    }

    /// Enters the text as another principal.
    #[cold]
    fn call_text_as(&mut self, text: Reg, context: &ContextSource) -> Result<Called, SqlError> {
        let before = self.env.state.security.impersonations.len();
        let becoming = context.becoming(self.env);
        statement::execute_as(self.env, &becoming, false, None)?;
        match self.call_text(text) {
            Ok(Called::Entered(mut activation)) => {
                if let Some(record) = &mut activation.call {
                    record.impersonations = Some(before);
                }
                Ok(Called::Entered(activation))
            }
            ended => {
                statement::impersonation_over(self.env.state, self.env.context.host, before);
                ended
            }
        }
    }

    fn call_text(&mut self, text: Reg) -> Result<Called, SqlError> {
        let text = self.env.frame.get(text).as_str().unwrap_or_default().to_owned();
        let batch = match self.calls.plans.take(&text, "", self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(Called::Ended(refuse(self.env, self.calls, errors))),
        };
        self.enter(batch, Entry::of_text(1, Vec::new()), Completion::Text(text.into()))
    }

    /// Enters the program of an EXECUTE. A program that can't be entered completes the call with
    /// its error.
    pub(super) fn enter(
        &mut self,
        batch: Box<Batch>,
        entry: Entry<'_>,
        completion: Completion,
    ) -> Result<Called, SqlError> {
        match enter(self.env, self.calls, batch, entry) {
            Ok(mut activation) => {
                if let Some(record) = &mut activation.call {
                    record.completion = Some(completion);
                }
                Ok(Called::Entered(activation))
            }
            Err((batch, error)) => {
                complete(self.env, self.calls.plans, (completion, batch), Err(error)).map(Called::Ended)
            }
        }
    }

    /// Runs a text as a string that a procedure executes: two nesting levels. Syntax errors are
    /// reported and give an ending, not an error. The compiled text is cached.
    pub(super) fn run_text(&mut self, text: &str) -> Result<Ending, SqlError> {
        let batch = match self.calls.plans.take(text, "", self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let (batch, ending) = drain_batch(self.env, self.calls, batch, Entry::of_text(2, Vec::new()));
        self.calls.plans.put(text, batch);
        ending
    }

    fn call_statement(&mut self, call: &StatementCall) -> Result<Called, SqlError> {
        let (first, rest) = call.arguments.split_at(call.arguments.len().min(STATEMENT_ARGUMENTS));
        let text = self.unicode(first.first(), ("@statement", 2))?;
        let declarations = match first.get(1) {
            Some(_) => self.unicode(first.get(1), ("@params", 3))?,
            None => String::new(),
        };
        self.enter_statement((&text, &declarations), rest, call.status, None)
    }

    /// Runs a text with parameters to its end. Runs on an execution of its own. `status` gets the
    /// return status. Fails with 8178 for a missing parameter.
    pub(super) fn run_statement(
        &mut self,
        text: (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Ending, SqlError> {
        match self.enter_statement(text, arguments, status, None)? {
            Called::Entered(activation) => drain_call(self.env, self.calls, activation),
            Called::Ended(ending) => Ok(ending),
        }
    }

    /// Enters a text with parameters. The prepared statement `handle` is removed unless the text
    /// returns.
    fn enter_statement(
        &mut self,
        (text, declarations): (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
        handle: Option<i32>,
    ) -> Result<Called, SqlError> {
        let forget = |state: &mut SessionState| handle.map(|handle| state.client.prepared.remove(handle));
        let batch = match self.calls.plans.take(text, declarations, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => {
                forget(self.env.state);
                return Ok(Called::Ended(refuse(self.env, self.calls, errors)));
            }
        };
        let missing = |parameter: &Parameter| {
            // 8178: a parameter of the statement has no argument.
            SqlError::parameterized_query_needs_parameter(format_args!("({declarations}){text}"), &parameter.name)
        };
        match parameter::bind("", (&batch.parameters, arguments), self.env.frame, missing) {
            Ok(Binding { values, outputs, rows, cursors }) => {
                let entry = Entry { rows, cursors, ..Entry::of_text(2, values) };
                self.env.sink.enter_procedure();
                self.enter(batch, entry, Completion::Statement { text: text.into(), outputs, status, handle })
            }
            Err(error) => {
                forget(self.env.state);
                self.calls.plans.put(text, batch);
                Err(error)
            }
        }
    }

    /// Returns the text of an `sp_executesql` argument. Fails with 201 if it is missing, and with
    /// 214 if it isn't a Unicode string.
    fn unicode(&self, argument: Option<&Argument>, (name, state): (&str, u8)) -> Result<String, SqlError> {
        match argument.map(|argument| &argument.value) {
            None | Some(ArgumentValue::Default) => {
                Err(SqlError::parameter_not_supplied("sp_executesql", name).in_state(10))
            }
            Some(ArgumentValue::Value(register, DataType::NChar(_) | DataType::NVarChar(_))) => {
                let text = self.env.frame.get(*register).clone().into_whole()?;
                Ok(text.as_str().unwrap_or_default().to_owned())
            }
            Some(_) => Err(SqlError::parameter_type_mismatch(name, "ntext/nchar/nvarchar").in_state(state)),
        }
    }
}

/// Returns the step of the instruction at `at` and its state.
fn step_and_slot<'p>(program: &'p Program, slots: &'p mut [Slot], at: Pc) -> Option<(&'p Step, &'p mut Slot)> {
    let Op::Statement(number) = program.code.ops[at as usize] else { return None };
    Some((&program.steps[number as usize], &mut slots[number as usize]))
}
