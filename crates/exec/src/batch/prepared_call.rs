//! `sp_prepare`, `sp_prepexec`, `sp_prepexecrpc`, `sp_execute` and `sp_unprepare`: prepared
//! statements with handles
//! (`relational-databases/system-stored-procedures/sp-prepare-transact-sql` and related pages).
//!
//! Preparation reports syntax errors and binding errors, except for names that an earlier statement
//! of the text may define. Error 8180 follows, and no handle is returned.

use super::ending::Ending;
use super::invocation::{Invocation, LastStatement};
use super::parameter::{self, Argument, ArgumentValue, Binding, Parameter, give_back_status};
use super::prepared_rpc;
use super::system_procedure::{Body, SystemCall, SystemProcedure, needed, with_default};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::Env;
use sluice_query::code::Reg;
use sluice_session::prepared::PreparedStatement;
use sluice_types::{DataType, Length, SqlError, Value};

/// The procedures of prepared statements.
pub(super) static PREPARED: [SystemProcedure; 5] = [
    SystemProcedure {
        name: "sp_prepare",
        body: Body::Untyped {
            own: usize::MAX,
            run: |invocation, call| {
                let options = with_default("@options", DataType::Int, Value::Null);
                let parameters = [handle(true)].into_iter().chain(statement_parameters()).chain([options]).collect();
                invocation.call_prepared(call, parameters, Invocation::prepare_statement)
            },
        },
    },
    SystemProcedure {
        name: "sp_prepexec",
        body: Body::Untyped {
            own: 3,
            run: |invocation, call| {
                let parameters = [handle(true)].into_iter().chain(statement_parameters()).collect();
                invocation.call_prepared(call, parameters, Invocation::prepare_and_execute)
            },
        },
    },
    SystemProcedure {
        name: "sp_prepexecrpc",
        body: Body::Untyped {
            own: 2,
            run: |invocation, call| {
                let parameters = vec![handle(true), needed("@RPCCall", DataType::NVarChar(Length::Max))];
                invocation.call_prepared(call, parameters, Invocation::prepare_and_execute_call)
            },
        },
    },
    SystemProcedure {
        name: "sp_execute",
        body: Body::Untyped {
            own: 1,
            run: |invocation, call| invocation.call_prepared(call, vec![handle(false)], Invocation::execute_prepared),
        },
    },
    SystemProcedure {
        name: "sp_unprepare",
        body: Body::Untyped {
            own: usize::MAX,
            run: |invocation, call| invocation.call_prepared(call, vec![handle(false)], Invocation::unprepare),
        },
    },
];

fn handle(is_output: bool) -> Parameter {
    Parameter { is_output, ..needed("@handle", DataType::Int) }
}

fn statement_parameters() -> [Parameter; 2] {
    ["@params", "@stmt"].map(|name| needed(name, DataType::NVarChar(Length::Max)))
}

/// The arguments of a call: the procedure's own by parameter, and those of the statement.
struct Bound<'a> {
    own: Binding,
    rest: &'a [Argument],
    call: &'a SystemCall,
}

impl Bound<'_> {
    fn handle(&self) -> i32 {
        self.own.values[0].as_i64().and_then(|handle| i32::try_from(handle).ok()).unwrap_or_default()
    }

    /// Returns the statement in the second and third argument.
    fn statement(&self) -> PreparedStatement {
        let text = |place: usize| self.own.values[place].as_str().unwrap_or_default().to_owned();
        PreparedStatement { text: text(2), declarations: text(1), is_procedure: false }
    }

    /// Returns the statement as the end of the call.
    fn last(&self, statement: Arc<PreparedStatement>, handle: Option<i32>) -> LastStatement {
        LastStatement { statement, arguments: self.call.arguments.len() - self.rest.len(), handle }
    }

    /// Returns error 8179: unknown handle of a prepared statement.
    fn unknown_handle(&self) -> SqlError {
        let error = SqlError::prepared_handle_not_found(self.handle()).at_line(1);
        error.in_procedure(Some(self.call.procedure.name.into()))
    }
}

impl Invocation<'_, '_, '_> {
    /// Runs a call. Errors in its own arguments are attributed to the called procedure.
    fn call_prepared(
        &mut self,
        call: &SystemCall,
        parameters: Vec<Parameter>,
        run: fn(&mut Self, &Bound<'_>) -> Result<Ending, SqlError>,
    ) -> Result<Ending, SqlError> {
        let name = call.procedure.name;
        let of_procedure = |error: SqlError| error.in_procedure(Some(name.into()));
        let own = call.procedure.own_arguments().min(call.arguments.len());
        let (own, rest) = call.arguments.split_at(own);
        let missing = |parameter: &Parameter| SqlError::parameter_not_supplied(name, &parameter.name);
        self.check_texts(&parameters, own).map_err(of_procedure)?;
        let mut own = parameter::bind(name, (&parameters, own), self.env.frame, missing).map_err(of_procedure)?;
        own.values = own.values.into_iter().map(Value::into_whole).collect::<Result<_, SqlError>>()?;
        run(self, &Bound { own, rest, call })
    }

    fn prepare_statement(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        let statement = bound.statement();
        let tells = bound.own.values[3].as_i64().is_some_and(|options| options & RETURN_METADATA != 0);
        self.env.sink.enter_procedure();
        let looked = self.programs.check_statement(self.env, &statement, tells);
        self.env.sink.leave_procedure(looked.is_ok().then_some(0));
        if let Err(errors) = looked {
            return Ok(self.refuse(errors));
        }
        let handle = self.env.state.client.prepared.add(statement);
        take_handle(self.env, &bound.own.outputs, handle)?;
        self.succeed(bound)
    }

    fn prepare_and_execute(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        self.begin_prepared(bound, bound.statement())
    }

    fn prepare_and_execute_call(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        let call = bound.own.values[1].as_str().unwrap_or_default();
        self.begin_prepared(bound, prepared_rpc::statement(call, bound.rest)?)
    }

    /// Prepares the statement, returns its handle, and continues with the statement.
    fn begin_prepared(&mut self, bound: &Bound<'_>, statement: PreparedStatement) -> Result<Ending, SqlError> {
        // A statement that the handle replaces is unprepared.
        self.env.state.client.prepared.remove(bound.handle());
        if !statement.is_procedure
            && let Err(errors) = self.programs.check_statement(self.env, &statement, false)
        {
            return Ok(self.refuse(errors));
        }
        let handle = self.env.state.client.prepared.add(statement.clone());
        take_handle(self.env, &bound.own.outputs, handle)?;
        self.last = Some(bound.last(Arc::new(statement), Some(handle)));
        Ok(Ending::Returned)
    }

    fn execute_prepared(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        let statement = self.env.state.client.prepared.get(bound.handle()).map(Arc::clone);
        let statement = statement.ok_or_else(|| bound.unknown_handle())?;
        self.last = Some(bound.last(statement, None));
        Ok(Ending::Returned)
    }

    fn unprepare(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        let is_known = self.env.state.client.prepared.remove(bound.handle());
        self.env.sink.enter_procedure();
        self.env.sink.leave_procedure(is_known.then_some(0));
        if is_known { self.succeed(bound) } else { Err(bound.unknown_handle()) }
    }

    fn succeed(&mut self, bound: &Bound<'_>) -> Result<Ending, SqlError> {
        if let Some((register, data_type)) = bound.call.status {
            give_back_status(self.env, (register, data_type, Value::Int(0)))?;
        }
        Ok(Ending::Returned)
    }

    /// Fails with 214 if a text argument isn't a Unicode string. NULL may be of any type.
    fn check_texts(&self, parameters: &[Parameter], arguments: &[Argument]) -> Result<(), SqlError> {
        for (place, argument) in arguments.iter().enumerate() {
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|parameter| same(&parameter.name, name)),
                None => parameters.get(place),
            };
            let (Some(parameter), ArgumentValue::Value(register, data_type)) = (parameter, &argument.value) else {
                continue;
            };
            let is_text = matches!(data_type, DataType::NChar(_) | DataType::NVarChar(_));
            if matches!(parameter.data_type, DataType::NVarChar(_))
                && !is_text
                && !self.env.frame.get(*register).is_null()
            {
                return Err(SqlError::parameter_type_mismatch(&parameter.name, "ntext/nchar/nvarchar"));
            }
        }
        Ok(())
    }
}

/// Copies the handle of a prepared statement to the caller's OUTPUT variables.
fn take_handle(env: &mut Env<'_, '_>, outputs: &[(usize, Reg, DataType)], handle: i32) -> Result<(), SqlError> {
    outputs
        .iter()
        .try_for_each(|(_, register, data_type)| give_back_status(env, (*register, *data_type, Value::Int(handle))))
}

/// The bit of `@options` that requests the result columns.
const RETURN_METADATA: i64 = 1;
