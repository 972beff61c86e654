//! EXECUTE of a stored procedure or scalar function: arguments, outputs and status.

use super::call::{Call, ProcedureCall, ProcedureName, native_call};
use super::calls::refuse;
use super::compiled_batch::Batch;
use super::ending::Ending;
use super::enter::{Entry, enter, give_back};
use super::interpreter::Interpreter;
use super::parameter::{self, Binding, Parameter};
use super::procedure_name::{ResolvedProcedure, find_procedure};
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind, ObjectName};
use sluice_plan::UserFunction;
use sluice_session::quoted_name;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::{SqlError, Value};

impl Interpreter<'_, '_, '_, '_> {
    /// Calls a procedure. `resolved` keeps the procedure for the next call.
    pub(super) fn call_procedure(
        &mut self,
        call: &ProcedureCall,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Ending, SqlError> {
        let (database, module) = find_procedure(self.env, &call.name, resolved)?;
        // A session finds only its own `#p`, and every session may execute `##p`.
        if self.env.state.security.is_restricted && !temporary::is_temporary(&module.name) {
            let first = self.first_of_group(&database, &module);
            self.env.state.check_execute(self.env.context.host, &database, &first)?;
        }
        if module.kind == ModuleKind::ScalarFunction {
            return self.call_function(call, (&database, &module));
        }
        let mut batch = match self.calls.plans.take_procedure(&database, &module, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let result = self.run_procedure(call, (&database, &module), &mut batch);
        self.calls.plans.put_procedure(database.id, module, batch);
        result
    }

    /// Returns the procedure whose permissions count: the first of the module's group.
    fn first_of_group(&self, database: &Arc<Database>, module: &Arc<Module>) -> Arc<Module> {
        let Some(group) = module.group() else { return Arc::clone(module) };
        let name = ObjectName { database: None, schema: Some(module.schema.clone()), object: group.to_owned() };
        let catalog = self.env.state.transaction.work.catalog(database);
        Arc::clone(catalog.module(&name).unwrap_or(module))
    }

    /// Returns the call of the system procedure in Rust that the call's variable names.
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
        let function = UserFunction::from_module(None, module, &*catalog)?;
        let parameters = Parameter::declared(&function.definition.parameters, &*catalog)?;
        let missing = |parameter: &Parameter| SqlError::parameter_not_supplied(name, &parameter.name);
        let of_function = |error: SqlError| error.in_procedure(Some(name.into()));
        let bound = parameter::bind(name, (&parameters, &call.arguments), self.env.frame, missing);
        let mut values = vec![Value::Null];
        values.extend(bound.map_err(of_function)?.values);
        // The function runs like the statement `SET @variable = function(...)`.
        let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
        let quoted = |name: &str| format!("[{}]", name.replace(']', "]]"));
        let text = format!("SET {RESULT} = {}.{}({})", quoted(&module.schema), quoted(name), names.join(", "));
        let mut declarations = format!("{RESULT} {}", function.returns);
        for parameter in &parameters {
            declarations.push_str(&format!(", {} {}", parameter.name, parameter.data_type));
        }
        let mut batch = match self.calls.plans.take(&text, &declarations, self.env.state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(refuse(self.env, self.calls, errors)),
        };
        let entry = Entry {
            levels: 0,
            values,
            rows: Vec::new(),
            cursors: Vec::new(),
            database: Some(database),
            module: Some(module),
            trigger: None,
        };
        let ending = enter(self.env, self.calls, &mut batch, entry);
        let outputs: Vec<_> = call.status.iter().map(|(register, data_type)| (0, *register, *data_type)).collect();
        let given = match ending {
            // A failed function has no value.
            Ok(Ending::Returned) if self.env.frame.globals.error == 0 => give_back(self.env, &batch, &outputs, None),
            _ => Ok(()),
        };
        self.calls.plans.put(&text, batch);
        given.and(ending)
    }

    fn run_procedure(
        &mut self,
        call: &ProcedureCall,
        (database, module): (&Arc<Database>, &Module),
        batch: &mut Batch,
    ) -> Result<Ending, SqlError> {
        let name = temporary::written(&module.name);
        let missing = |parameter: &Parameter| {
            // 201: a parameter without a default has no argument.
            SqlError::parameter_not_supplied(name, &parameter.name)
        };
        // Errors in the arguments are the procedure's errors, without a line.
        let of_procedure = |error: SqlError| error.in_procedure(Some(name.into()));
        let bound = parameter::bind(name, (&batch.parameters, &call.arguments), self.env.frame, missing);
        let Binding { mut values, outputs, rows, cursors } = bound.map_err(of_procedure)?;
        values.push(NO_STATUS);
        let (database, module) = (Some(database), Some(module));
        let entry = Entry { levels: 1, values, rows, cursors, database, module, trigger: None };
        self.env.sink.enter_procedure();
        let ending = enter(self.env, self.calls, batch, entry);
        let status = matches!(ending, Ok(Ending::Returned)).then(|| {
            match batch.frame.get(batch.execution.program.variables[batch.parameters.len()]) {
                Value::Null => {
                    // 282: a NULL status becomes 0.
                    self.env.inform(SqlError::null_return_status(name));
                    Value::Int(0)
                }
                // Without RETURN the status reflects the greatest severity among the procedure's
                // own errors.
                status if *status == NO_STATUS => Value::Int(10 - i32::from(batch.frame.globals.severity_max.max(10))),
                status => status.clone(),
            }
        });
        let told = status.as_ref().and_then(Value::as_i64).and_then(|status| i32::try_from(status).ok());
        self.env.sink.leave_procedure(told);
        if let Some(status) = status {
            let status = call.status.map(|(register, data_type)| (register, data_type, status));
            give_back(self.env, batch, &outputs, status).map_err(of_procedure)?;
        }
        ending
    }
}

/// Variable that receives a function's value.
const RESULT: &str = "@_$value";
/// Status of a procedure before RETURN. No RETURN yields a value of this type.
const NO_STATUS: Value = Value::Bit(false);
