//! EXECUTE: calls from one program to another.
//!
//! A called batch or module has registers of its own. It shares the session, the transaction and
//! the output with its caller. SET options, USE, table variables, temporary tables and
//! SCOPE_IDENTITY end with the call (`t-sql/statements/set-statements-transact-sql.md`,
//! `t-sql/language-elements/execute-transact-sql.md`).

use super::Batch;
use super::call_procedure::{ProcedureCall, ResolvedProcedure};
use super::compiler::rows_definition;
use super::ending::{Ending, Stop};
use super::failure::doom;
use super::interpreter::{Calls, Turn};
use super::parameter::{self, Argument, ArgumentValue, Binding, Parameter};
use super::program::Program;
use super::system_procedure::{STATEMENT_ARGUMENTS, SystemCall};
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Module, ModuleKind, ObjectName};
use sluice_command::statement::{self, ContextSource, Env, OptionSwitch};
use sluice_plan::options_in;
use sluice_query::code::{Globals, Pc, Reg};
use sluice_query::operator::NESTING_MAX;
use sluice_session::consequence::{self, Consequence};
use sluice_session::host::SystemView;
use sluice_session::sink::Message;
use sluice_session::table_variables::TableVariables;
use sluice_session::who::Chain;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::{DataType, SqlError, Value};

/// A compiled EXECUTE.
pub(super) enum Call {
    /// The string in a register, run as another principal if a context is given.
    Text(Reg, Option<ContextSource>),
    /// `sp_executesql`.
    Statement(StatementCall),
    /// A procedure or scalar function.
    Procedure(ProcedureCall),
    /// A system procedure.
    System(SystemCall),
    /// A system procedure that runs in the context of another database.
    Elsewhere(Box<str>, Box<Call>),
}

/// A call of `sp_executesql`.
pub(super) struct StatementCall {
    /// The statement, the parameter declarations, and the arguments.
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

impl Turn<'_, '_, '_, '_> {
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
        if let Call::System(_) | Call::Elsewhere(..) = call {
            self.call_text = program.statement_text(at).into();
        }
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
            Call::System(call) => self.call_system(call),
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

/// Copies OUTPUT parameters and the status of a returned program to the caller's variables.
pub(super) fn give_back(
    env: &mut Env<'_, '_>,
    batch: &Batch,
    outputs: &[(usize, Reg, DataType)],
    status: Option<(Reg, DataType, Value)>,
) -> Result<(), SqlError> {
    for (place, register, data_type) in outputs {
        let value = batch.frame.get(batch.execution.program.variables[*place]);
        let value = parameter::converted(value, batch.parameters[*place].data_type, *data_type)?;
        env.frame.set(*register, value);
    }
    status.map_or(Ok(()), |status| give_back_status(env, status))
}

/// Copies the handle of a prepared statement to the caller's OUTPUT variables.
pub(super) fn take_handle(
    env: &mut Env<'_, '_>,
    outputs: &[(usize, Reg, DataType)],
    handle: i32,
) -> Result<(), SqlError> {
    outputs
        .iter()
        .try_for_each(|(_, register, data_type)| give_back_status(env, (*register, *data_type, Value::Int(handle))))
}

/// Copies a return status to the caller's variable.
pub(super) fn give_back_status(
    env: &mut Env<'_, '_>,
    (register, data_type, status): (Reg, DataType, Value),
) -> Result<(), SqlError> {
    let value = parameter::converted(&status, DataType::Int, data_type)?;
    env.frame.set(register, value);
    Ok(())
}

/// The arguments and context of a batch or module that is entered.
pub(super) struct Entry<'d> {
    /// Number of nesting levels added.
    pub levels: u8,
    /// Values of the first variables.
    pub values: Vec<Value>,
    /// Table-valued parameters: the caller's table variable for each, or `None` for an empty table.
    pub rows: Vec<(usize, Option<Box<str>>)>,
    /// Cursor parameters and the caller's variables that receive their cursors.
    pub cursors: Vec<(usize, Box<str>)>,
    /// Database of the program; `None` for the current one.
    pub database: Option<&'d Arc<Database>>,
    /// The module; `None` for a batch.
    pub module: Option<&'d Module>,
    /// `inserted` and `deleted`, for a trigger.
    pub trigger: Option<[Arc<dyn SystemView>; 2]>,
}

impl Entry<'_> {
    /// Returns the entry of a dynamic batch.
    pub(super) fn of_text(levels: u8, values: Vec<Value>) -> Entry<'static> {
        let (rows, cursors) = (Vec::new(), Vec::new());
        Entry { levels, values, rows, cursors, database: None, module: None, trigger: None }
    }
}

/// Runs `batch` on behalf of the program whose environment is `env`. Fails with 217 if programs are
/// nested too deeply, and with 8631 if the stack is too low.
pub(super) fn enter(
    env: &mut Env<'_, '_>,
    calls: &mut Calls<'_>,
    batch: &mut Batch,
    entry: Entry<'_>,
) -> Result<Ending, SqlError> {
    let Entry { levels, values, rows, cursors, database: own, module, trigger } = entry;
    let outer = env.frame.globals;
    if outer.nest_level + levels > NESTING_MAX {
        return Err(SqlError::nesting_level_exceeded(NESTING_MAX));
    }
    if stack::is_low() {
        return Err(SqlError::out_of_stack());
    }
    cursors.iter().try_for_each(|(_, variable)| env.state.cursors.check_free(variable))?;
    let (options, database) = (env.state.options, Arc::clone(&env.state.database));
    let dates = env.state.values.date_settings();
    // Entering a database can fail, so it comes before the caller's state is put aside.
    if let Some(own) = own {
        env.change_database(own)?;
    }
    if let Some(module) = module {
        env.state.set_meaning(options_in(module, options.meaning));
    }
    // A trigger runs with XACT_ABORT ON, as if its first statement had set it.
    env.state.options.xact_abort |= module.is_some_and(|module| module.kind == ModuleKind::Trigger);
    let trigger_rows = std::mem::replace(&mut env.state.module.trigger_rows, trigger);
    let (variables, made) = (std::mem::take(&mut env.state.module.table_variables), env.state.temporary_tables.len());
    let caught = env.context.caught_error();
    env.state.cursors.enter();
    let (chain, impersonated) = (env.state.security.chain, env.state.security.impersonations.len());
    env.state.security.chain = module.and_then(|module| chain_of(env, module));
    if let (Some(context), Some(module)) = (&batch.context, module) {
        statement::enter_module(env, context, module);
    }
    let lent = lend(env, &variables, batch, &rows);
    let schema = std::mem::replace(&mut env.state.module.schema, module.and_then(schema_of));
    let before = env.state.run_plan(env.context.host, &batch.plan);
    batch.begin(Globals {
        nest_level: outer.nest_level + levels,
        procedure: module.map_or(0, |module| module.id.0),
        options: env.state.options.bits(),
        severity_max: 0,
        scope_identity: None,
        ..outer
    });
    for (register, value) in batch.execution.program.variables.iter().zip(values) {
        batch.frame.set(*register, value);
    }
    let mut inner = Env { state: env.state, frame: &mut batch.frame, context: env.context, sink: env.sink };
    let ending = match lent {
        Ok(()) => super::execute(&mut batch.execution, &mut inner, calls),
        Err(error) => {
            inner.state.module.table_variables.release();
            Ending::Raised(error)
        }
    };
    inner.state.activity.leave_plan(before);
    drop_temporary(&mut inner, made);
    statement::impersonation_over(inner.state, impersonated);
    inner.state.security.chain = chain;
    let lock_timeout_ms = batch.frame.globals.lock_timeout_ms;
    if lock_timeout_ms != outer.lock_timeout_ms {
        statement::switch(env, OptionSwitch::LockTimeout(outer.lock_timeout_ms.map_or(-1, i64::from)));
    }
    env.frame.globals = Globals {
        nest_level: outer.nest_level,
        procedure: outer.procedure,
        severity_max: outer.severity_max,
        row_limit: outer.row_limit,
        options: outer.options,
        scope_identity: outer.scope_identity,
        line: outer.line,
        lock_timeout_ms: outer.lock_timeout_ms,
        ..batch.frame.globals
    };
    env.state.module.schema = schema;
    env.state.module.trigger_rows = trigger_rows;
    env.state.module.table_variables = variables;
    // A program that hasn't returned gives back no cursors.
    let cursors = if matches!(ending, Ending::Returned) { cursors } else { Vec::new() };
    let given = cursors.into_iter().map(|(place, variable)| (batch.parameters[place].name.clone(), variable));
    env.state.cursors.leave(&given.collect::<Vec<_>>());
    env.state.options = options;
    env.state.values.show_options(options.meaning);
    env.state.values.restore_dates(dates);
    env.context.set_caught(caught);
    env.change_database(&database)?;
    Ok(ending)
}

/// Lends the caller's table `variables` to the table-valued parameters.
pub(super) fn lend(
    env: &mut Env<'_, '_>,
    variables: &TableVariables,
    batch: &Batch,
    rows: &[(usize, Option<Box<str>>)],
) -> Result<(), SqlError> {
    for (place, variable) in rows {
        let Parameter { name, rows: Some(user_type), .. } = &batch.parameters[*place] else { continue };
        match variable {
            Some(variable) => env.state.module.table_variables.lend(variables, variable, name),
            None => {
                let definition = rows_definition(user_type, &*env.state.transaction.work.catalog(&env.state.database))?;
                env.state.module.table_variables.make(env.context.host, &[(name.to_string(), definition)])?;
            }
        }
    }
    Ok(())
}

/// Returns the owner of the module's schema, for ownership chaining: objects of the same owner need
/// no permission of the caller.
fn chain_of(env: &Env<'_, '_>, module: &Module) -> Option<Chain> {
    if temporary::is_temporary(&module.name) {
        // Everybody can create one, so it starts no ownership chain.
        return None;
    }
    let catalog = env.state.transaction.work.catalog(&env.state.database);
    let schema = catalog.schema(&module.schema)?;
    Some((env.state.database.id, schema.owner))
}

/// Returns the schema in which a module's names are looked up first, unless it is the default
/// schema.
pub(super) fn schema_of(module: &Module) -> Option<Arc<str>> {
    (module.schema != DEFAULT_SCHEMA).then(|| Arc::from(&*module.schema))
}

/// Sends the errors that prevent a batch from running, or raises the first of them in the caller's
/// TRY block.
pub(super) fn refuse(env: &mut Env<'_, '_>, calls: &Calls<'_>, errors: Vec<SqlError>) -> Ending {
    env.frame.globals.error = errors.first().map_or(0, |error| error.number);
    env.frame.globals.row_count = 0;
    let ends_transaction = consequence::of_refusal(&errors, env.state.options.xact_abort) >= Consequence::Transaction;
    let mut errors = errors.into_iter();
    if calls.tries > 0
        && let Some(first) = errors.next()
    {
        if ends_transaction {
            doom(env);
        }
        return Ending::Raised(first);
    }
    errors.for_each(|error| env.sink.message(Message::Error(error)));
    if ends_transaction {
        statement::end_transaction(env);
        return Ending::BatchEnded;
    }
    Ending::ScopeEnded
}

/// Drops the session's temporary tables created after the first `made`. Tables that can't be
/// dropped now are dropped with the session.
fn drop_temporary(env: &mut Env<'_, '_>, made: usize) {
    if env.state.temporary_tables.len() == made {
        return;
    }
    let Some(tempdb) = env.context.host.database(temporary::TEMPDB) else { return };
    let catalog = env.state.transaction.work.catalog(&tempdb);
    let tables = env.state.temporary_tables[made..].iter().filter_map(|id| catalog.table_by_id(*id));
    let own: Vec<_> = tables.filter(|table| temporary::is_private(&table.name)).collect();
    if !env.is_autocommit() {
        env.state.transaction.ended_tables.extend(own.iter().map(|table| table.id));
    }
    let names: Vec<ObjectName> = own.iter().map(|table| ObjectName::unqualified(&table.name)).collect();
    let _ = statement::drop_tables(env, true, &names);
}
