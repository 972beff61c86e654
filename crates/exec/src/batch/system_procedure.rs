//! System procedures that aren't written in T-SQL: what each one declares, and how it is called.
//!
//! A procedure is a `static` beside the code that runs it; `procedures` lists them all.

use super::ending::Ending;
use super::invocation::Invocation;
use super::parameter::{self, Argument, Binding, Parameter, ParameterDefault, give_back_status};
use sluice_command::statement::{CommandProcedure, EventSource};
use sluice_query::code::Reg;
use sluice_session::rights::Rights;
use sluice_types::{DataType, SqlError, Value};

/// A system procedure.
pub(super) struct SystemProcedure {
    /// The name, as documented.
    pub(super) name: &'static str,
    /// How calls run.
    pub(super) body: Body,
}

/// How the calls of a procedure run, and the permission that they need.
pub(super) enum Body {
    /// The arguments are converted to the parameters' types, as in a user's procedure.
    Typed(Typed),
    /// The procedure reads its arguments itself. Those of a statement follow its own, of which
    /// there are at most `own`. The statement checks its permissions.
    Untyped {
        /// Number of leading arguments that belong to the procedure.
        own: usize,
        /// Runs a call.
        run: fn(&mut Invocation<'_, '_, '_>, &SystemCall) -> Result<Ending, SqlError>,
    },
    /// `sp_executesql`.
    Statement,
    /// The call is compiled to a command, which declares the permission.
    Command(&'static CommandProcedure),
}

/// A procedure with typed parameters.
pub(super) struct Typed {
    /// Returns the parameters.
    pub(super) parameters: fn() -> Vec<Parameter>,
    /// Fails if a session may not make the call. Called for restricted sessions only.
    pub(super) needs: fn(&Rights<'_>, &CallArguments<'_>) -> Result<(), SqlError>,
    /// Returns the DDL events that a call raises (`relational-databases/triggers/ddl-events`).
    pub(super) events: for<'a> fn(&'a CallArguments<'a>) -> EventSource<'a>,
    /// Runs a call.
    pub(super) run: fn(&mut Invocation<'_, '_, '_>, &CallArguments<'_>) -> Result<Ending, SqlError>,
}

/// The arguments of a call, by parameter.
pub(super) struct CallArguments<'a> {
    /// The procedure's name.
    pub(super) procedure: &'static str,
    /// The values.
    pub(super) values: &'a [Value],
    /// The variable that receives a cursor.
    pub(super) cursor: Option<&'a str>,
}

/// A compiled call.
pub(super) struct SystemCall {
    /// The procedure.
    pub(super) procedure: &'static SystemProcedure,
    /// The arguments.
    pub(super) arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub(super) status: Option<(Reg, DataType)>,
}

impl SystemProcedure {
    /// Returns a procedure with typed parameters, to which the arguments are converted before its
    /// body runs.
    pub(super) const fn typed(name: &'static str, typed: Typed) -> SystemProcedure {
        SystemProcedure { name, body: Body::Typed(typed) }
    }

    /// Returns a procedure whose calls are compiled to a command.
    pub(super) const fn command(procedure: &'static CommandProcedure) -> SystemProcedure {
        SystemProcedure { name: procedure.name, body: Body::Command(procedure) }
    }

    /// Returns the number of leading arguments that belong to the procedure. The others are the
    /// arguments of a statement.
    pub(super) fn own_arguments(&self) -> usize {
        match self.body {
            Body::Untyped { own, .. } => own,
            Body::Statement => STATEMENT_ARGUMENTS,
            Body::Typed(_) | Body::Command(_) => usize::MAX,
        }
    }
}

impl<'a> CallArguments<'a> {
    /// Returns the text argument at `place`; `None` if it is NULL or no text.
    pub(super) fn text(&self, place: usize) -> Option<&'a str> {
        self.values[place].as_str()
    }

    /// Returns the integer argument at `place`; `None` if it is NULL or no integer.
    pub(super) fn number(&self, place: usize) -> Option<i64> {
        self.values[place].as_i64()
    }
}

impl Invocation<'_, '_, '_> {
    /// Runs a call of a system procedure. Its arguments are those of the call; typed ones are
    /// converted to the declared parameters first. Fails with 201 for a missing argument.
    pub(super) fn call_system(&mut self, call: &SystemCall) -> Result<Ending, SqlError> {
        match &call.procedure.body {
            Body::Typed(typed) => self.call_typed(typed, call),
            Body::Untyped { run, .. } => run(self, call),
            Body::Statement | Body::Command(_) => unreachable!("the compiler makes other calls of these"),
        }
    }

    /// Errors are attributed to the procedure.
    fn call_typed(&mut self, typed: &Typed, call: &SystemCall) -> Result<Ending, SqlError> {
        let name = call.procedure.name;
        let of_procedure = |mut error: SqlError| {
            error.procedure.get_or_insert_with(|| name.into());
            error
        };
        let parameters = (typed.parameters)();
        let missing = |parameter: &Parameter| SqlError::parameter_not_supplied(name, &parameter.name);
        let bound = parameter::bind(name, (&parameters, &call.arguments), self.env.frame, missing);
        let Binding { values, cursors, .. } = bound.map_err(of_procedure)?;
        let values = values.into_iter().map(Value::into_whole).collect::<Result<Vec<Value>, SqlError>>()?;
        let cursor = cursors.first().map(|(_, variable)| &**variable);
        let given = CallArguments { procedure: name, values: &values, cursor };
        if self.env.state.security.is_restricted {
            let rights = Rights::new(self.env.state, self.env.context.host);
            (typed.needs)(&rights, &given).map_err(|error| of_procedure(error.at_line(1)))?;
        }
        self.env.sink.enter_procedure();
        let ending = self.raising(&(typed.events)(&given), |invocation| (typed.run)(invocation, &given));
        self.env.sink.leave_procedure(matches!(ending, Ok(Ending::Returned)).then_some(0));
        // An error inside TRY leaves the procedure at once. Otherwise the caller's variable gets 1.
        let status = match &ending {
            Ok(Ending::Returned) => Some(0),
            Ok(_) => None,
            Err(_) => (!self.programs.is_in_try()).then_some(1),
        };
        if let (Some(status), Some((register, data_type))) = (status, call.status) {
            give_back_status(self.env, (register, data_type, Value::Int(status)))?;
        }
        ending.map_err(|error| of_procedure(error.at_line(1)))
    }
}

/// Returns a parameter without a default.
pub(super) fn needed(name: &str, data_type: DataType) -> Parameter {
    Parameter {
        name: name.into(),
        data_type,
        is_output: false,
        default: None,
        rows: None,
        is_cursor: false,
        user_type: None,
    }
}

/// Returns a parameter whose default is NULL.
pub(super) fn optional(name: &str, data_type: DataType) -> Parameter {
    with_default(name, data_type, Value::Null)
}

/// Returns a parameter with a default.
pub(super) fn with_default(name: &str, data_type: DataType, default: Value) -> Parameter {
    Parameter { default: Some(ParameterDefault::Constant(default)), ..needed(name, data_type) }
}

/// Number of `sp_executesql`'s own arguments.
pub(super) const STATEMENT_ARGUMENTS: usize = 2;
/// Name of the procedure that runs a statement with parameters.
pub(super) const EXECUTE_STATEMENT: &str = "sp_executesql";
