//! EXECUTE of a stored procedure: name resolution, arguments, outputs and status.

use super::Batch;
use super::call::{Call, Entry, enter, give_back, refuse};
use super::ending::Ending;
use super::execute::{is_built_in, is_in_sys, native_call};
use super::interpreter::Turn;
use super::parameter::{self, Argument, Binding, Parameter};
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{Module, ModuleKind, ObjectName, numbered_name};
use sluice_plan::{UserFunction, check_synonym_chain, invalid_synonym, synonym_target, unsupported};
use sluice_query::code::Reg;
use sluice_session::dependencies::{Dependencies, SeenCatalogs};
use sluice_session::documented_procedures::is_documented;
use sluice_session::host::Host;
use sluice_session::quoted_name;
use sluice_session::state::SessionState;
use sluice_table::database::Database;
use sluice_table::temporary::{self, Scope, TEMPDB};
use sluice_types::{DataType, SqlError, Value};

/// A call of a procedure.
pub(super) struct ProcedureCall {
    /// Name of the procedure.
    pub name: ProcedureName,
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

/// Source of a procedure's name.
pub(super) enum ProcedureName {
    /// The name is in the statement.
    Written(ObjectName),
    /// The name is in a variable.
    Variable(Reg),
}

/// A resolved procedure and the dependencies of its resolution.
pub(super) struct ResolvedProcedure {
    // The current database at the time of resolution.
    around: Arc<Database>,
    found: DatabaseModule,
    dependencies: Dependencies,
}

impl ResolvedProcedure {
    /// Returns the procedure's name, for messages.
    pub(super) fn name(&self) -> &str {
        temporary::written(&self.found.1.name)
    }

    /// Returns the procedure and its database.
    pub(super) fn into_found(self) -> DatabaseModule {
        self.found
    }
}

/// A procedure and its database.
pub(super) type DatabaseModule = (Arc<Database>, Arc<Module>);

impl Turn<'_, '_, '_, '_> {
    /// Calls a procedure. `resolved` keeps the procedure for the next call.
    pub(super) fn call_procedure(
        &mut self,
        call: &ProcedureCall,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<Ending, SqlError> {
        let (database, module) = self.find_procedure(call, resolved)?;
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

    /// Resolves the called procedure. Fails with 2812 if it doesn't exist, and with 2809 if the
    /// object is of another kind.
    pub(super) fn find_procedure(
        &self,
        call: &ProcedureCall,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Result<DatabaseModule, SqlError> {
        let written;
        let name = match &call.name {
            ProcedureName::Written(name) => name,
            ProcedureName::Variable(register) => {
                let text = self.env.frame.get(*register).as_str().unwrap_or_default();
                written = quoted_name::parse(text).ok_or_else(|| SqlError::procedure_not_found(text))?;
                &written
            }
        };
        let (state, host) = (&*self.env.state, self.env.context.host);
        if let (ProcedureName::Written(_), Some(known)) = (&call.name, &mut *resolved) {
            let is_open = |database: &Arc<Database>| {
                host.database_by_id(database.id).is_some_and(|open| Arc::ptr_eq(&open, database))
            };
            let is_current = Arc::ptr_eq(&known.around, &state.database) && is_open(&known.found.0);
            if is_current && !state.transaction.wait_for_definers(&mut known.dependencies, true)? {
                return Ok(known.found.clone());
            }
        }
        let known = find(state, host, name)?;
        let found = known.found.clone();
        *resolved = Some(known);
        Ok(found)
    }
}

/// Returns the number of a procedure in its group, 0 for the first. Fails with 40517 for a number
/// that isn't from 1 to 32767.
pub(super) fn group_number(written: Option<u32>) -> Result<u16, SqlError> {
    match written {
        None | Some(1) => Ok(0),
        Some(number @ 2..=NUMBER_MAX) => Ok(number as u16),
        Some(number) => Err(unsupported(&format!("procedure with the number {number}"))),
    }
}

/// Returns the name of the group's procedure with this number.
pub(super) fn in_group(name: ObjectName, number: u16) -> ObjectName {
    match number {
        0 => name,
        _ => ObjectName { object: numbered_name(&name.object, number), ..name },
    }
}

fn database_of(state: &SessionState, host: &dyn Host, name: &ObjectName) -> Result<Arc<Database>, SqlError> {
    match &name.database {
        Some(other) => host.database(other).ok_or_else(|| host.not_open(other)),
        None => Ok(Arc::clone(&state.database)),
    }
}

/// Resolves a procedure name after other sessions' pending definitions have ended. Fails with 2812
/// if the procedure doesn't exist, and with 2809 if the object is of another kind.
pub(super) fn find(state: &SessionState, host: &dyn Host, name: &ObjectName) -> Result<ResolvedProcedure, SqlError> {
    loop {
        let seen = SeenCatalogs::default();
        let found = look_up(state, host, name, &seen);
        let mut dependencies = seen.dependencies();
        if !state.transaction.wait_for_definers(&mut dependencies, true)? {
            return Ok(ResolvedProcedure { around: Arc::clone(&state.database), found: found?, dependencies });
        }
    }
}

fn look_up(
    state: &SessionState,
    host: &dyn Host,
    name: &ObjectName,
    seen: &SeenCatalogs,
) -> Result<DatabaseModule, SqlError> {
    if temporary::is_temporary(&name.object) {
        return temporary_procedure(state, host, name, seen);
    }
    let database = database_of(state, host, name)?;
    if let Some(module) = system_procedure(host, name) {
        return Ok((database, module));
    }
    let names_of = |database: &Arc<Database>| seen.catalog(database, state.transaction.work.definitions());
    let catalog = names_of(&database);
    let wrong_kind = |kind: &str| SqlError::invalid_object_kind("procedure", name, name, kind);
    let own = match name.database {
        None => catalog.in_schema(name.clone(), state.module.schema.as_deref()),
        Some(_) => name.clone(),
    };
    let (database, catalog, own) = match catalog.module(&own) {
        Some(synonym) if synonym.kind == ModuleKind::Synonym => {
            let target = synonym_target(synonym, name.database.as_deref())?;
            let database = match &target.database {
                Some(other) => host.database(other).ok_or_else(|| invalid_synonym(synonym))?,
                None => database,
            };
            let of_target = names_of(&database);
            check_synonym_chain(synonym, &target, &of_target)?;
            if of_target.module(&target).is_none() {
                return Err(invalid_synonym(synonym));
            }
            (database, of_target, target)
        }
        _ => (database, catalog, own),
    };
    match catalog.module(&own) {
        Some(module) if matches!(module.kind, ModuleKind::Procedure | ModuleKind::ScalarFunction) => {
            Ok((database, Arc::clone(module)))
        }
        Some(module) => Err(wrong_kind(module.kind.noun())),
        None if is_built_in(name) => Err(unsupported("EXECUTE of a variable that names a system procedure")),
        None if catalog.table(name).is_some() => Err(wrong_kind("table")),
        None if is_in_sys(name) && is_documented(&name.object) => Err(unsupported(&name.object)),
        None => Err(SqlError::procedure_not_found(name.to_string())),
    }
}

/// Returns a temporary procedure. It runs in the session's current database.
fn temporary_procedure(
    state: &SessionState,
    host: &dyn Host,
    name: &ObjectName,
    seen: &SeenCatalogs,
) -> Result<DatabaseModule, SqlError> {
    let tempdb = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
    let scope = Scope { session: state.id, level: 0, age: state.activity.sight.age() };
    let catalog = seen.catalog(&tempdb, state.transaction.work.definitions());
    let found = catalog.module(&temporary::procedure_place(name, scope)).cloned();
    let module = found.ok_or_else(|| SqlError::procedure_not_found(name.to_string()))?;
    Ok((Arc::clone(&state.database), module))
}

/// Returns the system procedure of that name that is written in T-SQL. `sys` precedes `dbo`.
fn system_procedure(host: &dyn Host, name: &ObjectName) -> Option<Arc<Module>> {
    let found = if is_in_sys(name) { host.system_module(SYSTEM_SCHEMA, &name.object) } else { None };
    found.filter(|module| module.kind == ModuleKind::Procedure)
}

/// Variable that receives a function's value.
const RESULT: &str = "@_$value";
/// Status of a procedure before RETURN. No RETURN yields a value of this type.
const NO_STATUS: Value = Value::Bit(false);
/// The greatest number of a procedure in a group.
const NUMBER_MAX: u32 = 32_767;
