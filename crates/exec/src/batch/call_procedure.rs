//! EXECUTE of a stored procedure or scalar function: arguments, outputs and status.

use super::activation::{Called, Completion};
use super::call::{Call, ProcedureCall, ProcedureName, native_call};
use super::calls::refuse;
use super::compiled_batch::Batch;
use super::completion::{NO_STATUS, give_back};
use super::ending::Ending;
use super::enter::Entry;
use super::execution::drain_batch;
use super::interpreter::Interpreter;
use super::parameter::{self, Binding, Parameter};
use super::procedure_name::{FoundProcedure, ResolvedProcedure, find_procedure};
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind, ObjectName};
use sluice_session::client_requests::FunctionValue;
use sluice_session::quoted_name;
use sluice_syntax::ast::ModuleContext;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::{DataType, SqlError, Value};

impl Interpreter<'_, '_, '_, '_> {
    /// Enters a procedure, or executes a scalar function. `resolved` keeps it for the next call.
    /// Waits for sessions that define it. Checks EXECUTE permission except on temporary procedures.
    /// Fails with 2812 if there is none, with 2809 for an object of another kind, with 557 for a
    /// procedure that a function calls, and with 201 for a missing argument. If the body can't be
    /// compiled, TRY catches the first error; outside TRY all are sent, and may end the transaction
    /// and the batch.
    pub(super) fn call_procedure(
        &mut self,
        call: &ProcedureCall,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Called, SqlError> {
        let found = find_procedure(self.env, &call.name, resolved)?;
        if call.is_of_function && found.module.kind != ModuleKind::ScalarFunction {
            return Err(SqlError::only_functions_in_function());
        }
        let FoundProcedure { database, home, module, caller } = self.in_callers_database(found)?;
        // A session finds only its own `#p`, and every session may execute `##p`.
        if self.env.state.security.is_restricted && !temporary::is_temporary(&module.name) {
            let first = self.first_of_group(&home, &module);
            self.env.state.check_execute(self.env.context.host, &home, &first)?;
        }
        if module.kind == ModuleKind::ScalarFunction {
            return self.call_function(call, (&database, &module)).map(Called::Ended);
        }
        let spelled = call.spelled(self.env.frame);
        let invalid = |errors: Vec<SqlError>| errors.into_iter().map(|error| respelled(error, &spelled)).collect();
        let batch = match self.calls.plans.take_procedure(&database, &module, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(Called::Ended(refuse(self.env, self.calls, invalid(errors)))),
        };
        if matches!(batch.context, None | Some(ModuleContext::Caller)) || Arc::ptr_eq(&database, &home) {
            return self.enter_procedure((call, spelled), (database, module, caller), batch);
        }
        // A procedure with EXECUTE AS runs as a user of the database that defines it.
        self.calls.plans.put_procedure(database.id, Arc::clone(&module), batch);
        match self.calls.plans.take_procedure(&home, &module, self.env.state) {
            Ok(batch) => self.enter_procedure((call, spelled), (home, module, Some(database)), batch),
            Err(errors) => Ok(Called::Ended(refuse(self.env, self.calls, invalid(errors)))),
        }
    }

    /// Returns `found` as a procedure of master calls it: a procedure of the system runs in the
    /// database of the caller. Fails if the session may not enter it.
    fn in_callers_database(&self, found: FoundProcedure) -> Result<FoundProcedure, SqlError> {
        let is_of_system = found.module.id.0 < 0 || found.module.options.is_marked;
        let Some(caller) = &self.env.context.callers_database else { return Ok(found) };
        if !is_of_system || !Arc::ptr_eq(&found.database, &self.env.state.database) {
            return Ok(found);
        }
        if self.env.state.security.is_restricted {
            self.env.state.enter(self.env.context.host, caller)?;
        }
        Ok(FoundProcedure { database: Arc::clone(caller), caller: None, ..found })
    }

    /// Returns the procedure whose permissions count: the first of the module's group.
    fn first_of_group(&self, database: &Arc<Database>, module: &Arc<Module>) -> Arc<Module> {
        let Some(group) = module.group() else { return Arc::clone(module) };
        let name = ObjectName { database: None, schema: Some(module.schema.clone()), object: group.to_owned() };
        let catalog = self.env.state.transaction.work.catalog(database);
        Arc::clone(catalog.module(&name).unwrap_or(module))
    }

    /// Returns the call of the system procedure in Rust that the call's variable names. `None` if
    /// it names something else.
    pub(super) fn native(&self, call: &ProcedureCall) -> Option<Call> {
        let ProcedureName::Variable(register) = call.name else { return None };
        let name = quoted_name::parse(self.env.frame.get(register).as_str()?)?;
        let native = native_call(&name, &call.arguments, call.status)?;
        Some(match name.database {
            Some(database) => Call::Elsewhere(database.into(), Box::new(native)),
            None => native,
        })
    }

    /// Executes a scalar function. Its value goes to the variable for a procedure's status.
    fn call_function(
        &mut self,
        call: &ProcedureCall,
        (database, module): (&Arc<Database>, &Arc<Module>),
    ) -> Result<Ending, SqlError> {
        let name = module.name.as_str();
        let catalog = self.env.state.transaction.work.catalog(database);
        let function = sluice_binder::scalar_function(None, module, &*catalog)?;
        let parameters = Parameter::declared(&function.definition.parameters, &*catalog)?;
        let missing = |parameter: &Parameter| SqlError::parameter_not_supplied(name, &parameter.name);
        let of_function = |error: SqlError| error.in_procedure(Some(name.into()));
        let bound = parameter::bind(name, (&parameters, &call.arguments), self.env.frame, missing);
        let bound = bound.map_err(of_function)?;
        let mut values = vec![Value::Null];
        values.extend(bound.values);
        // The result comes before the parameters.
        let rows = bound.rows.into_iter().map(|(place, variable)| (place + 1, variable)).collect();
        // The function runs like the statement `SET @variable = function(...)`.
        let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
        let quoted = sluice_types::bracketed;
        let text = format!("SET {RESULT} = {}.{}({})", quoted(&module.schema), quoted(name), names.join(", "));
        let mut declarations = format!("{RESULT} {}", function.returns);
        for parameter in &parameters {
            let name = &parameter.name;
            declarations.push_str(&match &parameter.rows {
                Some(rows) => format!(", {name} {}.{} READONLY", quoted(&rows.schema), quoted(&rows.name)),
                None => format!(", {name} {}", parameter.data_type),
            });
        }
        let batch = match self.calls.plans.take(&text, &declarations, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let entry = Entry {
            levels: 0,
            values,
            rows,
            cursors: Vec::new(),
            database: Some(database),
            module: Some(module),
            trigger: None,
            caller: None,
        };
        let (batch, ending) = drain_batch(self.env, self.calls, batch, entry);
        let given = match ending {
            // A failed function has no value.
            Ok(Ending::Returned) if self.env.frame.globals.error == 0 => {
                self.give_value(call, &batch, function.returns)
            }
            _ => Ok(()),
        };
        self.calls.plans.put(&text, batch);
        given.and(ending)
    }

    /// Gives the value of a function to the client that calls it by RPC, or else to the variable
    /// for a procedure's status.
    fn give_value(&mut self, call: &ProcedureCall, batch: &Batch, returns: DataType) -> Result<(), SqlError> {
        let awaited = &mut self.env.state.client.function_value;
        if self.env.frame.globals.nest_level == 0 && matches!(awaited, FunctionValue::Awaited) {
            *awaited = FunctionValue::Returned(returns, batch.parameter(0).clone());
            return Ok(());
        }
        let outputs: Vec<_> = call.status.iter().map(|(register, data_type)| (0, *register, *data_type)).collect();
        give_back(self.env, batch, &outputs, None)
    }

    fn enter_procedure(
        &mut self,
        (call, spelled): (&ProcedureCall, Arc<str>),
        (database, module, caller): (Arc<Database>, Arc<Module>, Option<Arc<Database>>),
        batch: Box<Batch>,
    ) -> Result<Called, SqlError> {
        let name = temporary::written(&module.name);
        let missing = |parameter: &Parameter| {
            // 201: a parameter without a default has no argument.
            SqlError::parameter_not_supplied(name, &parameter.name)
        };
        let bound = parameter::bind(name, (&batch.parameters, &call.arguments), self.env.frame, missing);
        let Binding { mut values, outputs, rows, cursors } = match bound {
            Ok(bound) => bound,
            Err(error) => {
                // Errors in the arguments are the procedure's errors, without a line.
                let error = error.in_procedure(Some((&*spelled).into()));
                self.calls.plans.put_procedure(database.id, module, batch);
                return Err(error);
            }
        };
        values.push(NO_STATUS);
        let (called, body) = (Arc::clone(&database), Arc::clone(&module));
        let own = Entry::of_text(1, values);
        let entry = Entry { rows, cursors, database: Some(&called), module: Some(&body), caller, ..own };
        self.env.sink.enter_procedure();
        self.enter(batch, entry, Completion::Procedure { database, module, spelled, outputs, status: call.status })
    }
}

/// Returns an error of a procedure's body, which names the procedure, with the name of the call.
fn respelled(error: SqlError, spelled: &str) -> SqlError {
    let is_named = error.procedure.is_some();
    error.in_procedure(is_named.then(|| spelled.into()))
}

/// Variable that receives a function's value.
const RESULT: &str = "@_$value";
