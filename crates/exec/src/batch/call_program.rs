//! EXECUTE: calls from one program to another.

use super::call::{Call, StatementCall};
use super::calls::refuse;
use super::ending::{Ending, Stop};
use super::enter::{Entry, enter, give_back};
use super::interpreter::Interpreter;
use super::invocation::Invocation;
use super::parameter::{self, Argument, ArgumentValue, Binding, Parameter};
use super::procedure_name::ResolvedProcedure;
use super::program::Program;
use super::system_procedure::STATEMENT_ARGUMENTS;
use sluice_base::sync::Arc;
use sluice_command::statement::{self, ContextSource};
use sluice_query::code::{Pc, Reg};
use sluice_types::{DataType, SqlError, Value};

impl Interpreter<'_, '_, '_, '_> {
    /// Runs the call of the step at `at`.
    pub(super) fn call(
        &mut self,
        program: &Program,
        at: Pc,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Stop {
        let tries = self.calls.tries;
        self.calls.tries += u32::from(program.handler(at).is_some());
        let before = self.env.frame.globals.tran_count;
        let result = self.call_it(call, resolved);
        self.calls.tries = tries;
        let ending = match result {
            Ok(ending) => ending,
            Err(error) => return Stop::Failed(error),
        };
        let globals = &self.env.frame.globals;
        // SET IMPLICIT_TRANSACTIONS lets the called program begin the caller's transaction.
        let is_asked_for = before == 0 && globals.tran_count == 1 && self.env.state.options.implicit_transactions;
        if matches!(ending, Ending::Returned | Ending::ScopeEnded) && globals.tran_count != before && !is_asked_for {
            // 266: the transaction count differs from the count before the call.
            let is_procedure = matches!(call, Call::Procedure(_));
            let procedure = resolved.as_ref().filter(|_| is_procedure).map(|resolved| resolved.name().into());
            return Stop::Failed(
                SqlError::transaction_count_mismatch(before, globals.tran_count).in_procedure(procedure),
            );
        }
        Stop::Called(ending)
    }

    fn call_it(&mut self, call: &Call, resolved: &mut Option<ResolvedProcedure>) -> Result<Ending, SqlError> {
        match call {
            Call::Text(text, None) => self.call_text(*text),
            Call::Text(text, Some(context)) => self.call_text_as(*text, context),
            Call::Statement(call) => self.call_statement(call),
            Call::Procedure(call) => match self.native(call) {
                // A native call is never one of a procedure, so this goes one level down.
                Some(native) => self.call_it(&native, &mut None),
                None => self.call_procedure(call, resolved),
            },
            Call::System(call) => Invocation { env: self.env, programs: self.calls }.call_system(call),
            Call::Elsewhere(database, call) => self.call_elsewhere(database, call, resolved),
        }
    }

    /// Runs a system procedure in the database that qualifies its name
    /// (`relational-databases/system-stored-procedures/system-stored-procedures-transact-sql.md`).
    #[cold]
    fn call_elsewhere(
        &mut self,
        database: &str,
        call: &Call,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Ending, SqlError> {
        let host = self.env.context.host;
        let (here, there) = (Arc::clone(&self.env.state.database), host.database(database));
        let there = there.ok_or_else(|| host.not_open(database))?;
        if self.env.state.security.is_restricted {
            self.env.state.enter(host, &there)?;
        }
        self.env.change_database(&there)?;
        let result = self.call_it(call, resolved);
        self.env.change_database(&here)?;
        result
    }

    /// Runs the text as another principal.
    #[cold]
    fn call_text_as(&mut self, text: Reg, context: &ContextSource) -> Result<Ending, SqlError> {
        let before = self.env.state.security.impersonations.len();
        let becoming = context.becoming(self.env);
        statement::execute_as(self.env, &becoming, false, None)?;
        let ending = self.call_text(text);
        statement::impersonation_over(self.env.state, before);
        ending
    }

    fn call_text(&mut self, text: Reg) -> Result<Ending, SqlError> {
        let text = self.env.frame.get(text).as_str().unwrap_or_default().to_owned();
        let mut batch = match self.calls.plans.take(&text, "", self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let ending = enter(self.env, self.calls, &mut batch, Entry::of_text(1, Vec::new()));
        self.calls.plans.put(&text, batch);
        ending
    }

    /// Runs a text as a string that a procedure executes: two nesting levels.
    pub(super) fn run_text(&mut self, text: &str) -> Result<Ending, SqlError> {
        let mut batch = match self.calls.plans.take(text, "", self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let ending = enter(self.env, self.calls, &mut batch, Entry::of_text(2, Vec::new()));
        self.calls.plans.put(text, batch);
        ending
    }

    fn call_statement(&mut self, call: &StatementCall) -> Result<Ending, SqlError> {
        let (first, rest) = call.arguments.split_at(call.arguments.len().min(STATEMENT_ARGUMENTS));
        let text = self.unicode(first.first(), ("@statement", 2))?;
        let declarations = match first.get(1) {
            Some(_) => self.unicode(first.get(1), ("@params", 3))?,
            None => String::new(),
        };
        self.run_statement((&text, &declarations), rest, call.status)
    }

    /// Runs a text with parameters.
    pub(super) fn run_statement(
        &mut self,
        (text, declarations): (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Ending, SqlError> {
        let mut batch = match self.calls.plans.take(text, declarations, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let missing = |parameter: &Parameter| {
            // 8178: a parameter of the statement has no argument.
            SqlError::parameterized_query_needs_parameter(format_args!("({declarations}){text}"), &parameter.name)
        };
        let bound = parameter::bind("", (&batch.parameters, arguments), self.env.frame, missing);
        let result = bound.and_then(|Binding { values, outputs, rows, cursors }| {
            let entry = Entry { rows, cursors, ..Entry::of_text(2, values) };
            self.env.sink.enter_procedure();
            let ending = enter(self.env, self.calls, &mut batch, entry);
            let has_returned = matches!(ending, Ok(Ending::Returned));
            self.env.sink.leave_procedure(has_returned.then_some(0));
            if has_returned {
                let status = status.map(|(register, data_type)| (register, data_type, Value::Int(0)));
                give_back(self.env, &batch, &outputs, status)?;
            }
            ending
        });
        self.calls.plans.put(text, batch);
        result
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
