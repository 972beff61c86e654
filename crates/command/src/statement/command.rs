//! Statements as values.
//!
//! A statement is compiled to a [`Command`], which the interpreter checks and runs. The file of a
//! statement has its compilation, its permissions, the class of its errors and its execution.
//! `statement::compile` has a line for each statement.

use crate::statement::Env;
use crate::statement::event::EventSource;
use sluice_base::sync::Arc;
use sluice_plan::{TypeNames, Variables, unsupported};
use sluice_query::code::{Reg, VariableRegisters};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, Expr, Name, ObjectName, Query};
use sluice_types::{DataType, SqlError, Value};

/// A compiled statement.
pub trait Command: Send + Sync {
    /// Fails if the session lacks a permission that the command needs. Called only for restricted
    /// sessions.
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError>;

    /// Returns the class that determines the effect of the command's errors.
    fn class(&self) -> StatementClass;

    /// Returns the DDL events that the command raises (`relational-databases/triggers/ddl-events`).
    fn events(&self) -> EventSource<'_>;

    /// Runs the command.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError>;

    /// Returns whether the command's end is sent to the client separately. This holds for
    /// statements without rows and without a return status.
    fn has_end(&self) -> bool {
        true
    }

    /// Returns the effect on the description of the first result of a batch.
    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Continues
    }
}

/// Registers whose values are known before the batch runs.
pub type Constants<'c> = &'c [(Reg, Value)];

/// The effect of a command on the description of a batch's first result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Description {
    /// The command has no result. The first result is that of a later statement.
    Continues,
    /// The batch ends with the command's error.
    Ends,
    /// The command may have a result, which is unknown before it runs.
    Unknown,
}

/// The error of a command.
pub enum CommandError {
    /// The command failed at run time.
    Run(SqlError),
    /// A text of the command couldn't be bound: a compilation error.
    Compile(SqlError),
    /// The defined module is invalid. All errors are sent, and the module or batch ends.
    Invalid(Vec<SqlError>),
    /// THROW raised the error. The statements after it don't run.
    Thrown(SqlError),
    /// RAISERROR raised the error and has completed normally. With NOWAIT, all pending output is
    /// sent behind the error.
    Raised {
        /// The error.
        error: SqlError,
        /// NOWAIT.
        goes_at_once: bool,
    },
    /// RAISERROR has sent a message, and `@@ERROR` has its value.
    Sent,
}

impl From<SqlError> for CommandError {
    fn from(error: SqlError) -> CommandError {
        CommandError::Run(error)
    }
}

/// The batch that a command is compiled for.
pub trait Compilation {
    /// Returns the user-defined types of the current database.
    fn types(&self) -> &dyn TypeNames;

    /// Emits code that computes `value` in the type `data_type`, and returns its register.
    fn emit(&mut self, value: &Expr, data_type: DataType) -> Result<Reg, SqlError>;

    /// Emits code that computes `value` in its own type, and returns the register and the type.
    fn emit_untyped(&mut self, value: &Expr) -> Result<(Reg, DataType), SqlError>;

    /// Returns the register and the type of a variable. Fails with 137 if it isn't declared.
    fn variable(&self, name: &str) -> Result<(Reg, DataType), SqlError>;

    /// Returns whether `name` is a cursor variable.
    fn is_cursor_variable(&self, name: &str) -> bool;

    /// Returns the variables declared so far, and their registers.
    fn shared_variables(&mut self) -> (Arc<Variables>, VariableRegisters);

    /// Fails with 137 if `query` names a variable that isn't declared.
    fn check_variables_of(&self, query: &Query) -> Result<(), SqlError>;

    /// Returns whether the statement is in a CATCH block.
    fn is_in_catch(&self) -> bool;

    /// Emits code that sets the variable of a call's return status to 0. The variable keeps its
    /// value if a command before fails.
    fn set_status(&mut self, execute: &Execute) -> Result<(), SqlError>;

    /// Compiles a call of a procedure.
    fn call(&mut self, execute: &Execute) -> Result<(), SqlError>;

    /// Adds a failure, raised when the program reaches it.
    fn fail(&mut self, error: SqlError);

    /// Adds a command to the program.
    fn add(&mut self, command: Box<dyn Command>);
}

/// A name in a statement.
#[derive(Clone, Debug)]
pub enum NameSource {
    /// As written in the statement.
    Text(Box<str>),
    /// In a variable's register.
    Register(Reg),
}

impl NameSource {
    /// Returns the source of `name`, which is a variable if it begins with `@`. Fails with 137 for
    /// an undeclared variable.
    pub fn new(name: &Name, to: &dyn Compilation) -> Result<NameSource, SqlError> {
        if name.text.starts_with('@') {
            Ok(NameSource::Register(to.variable(&name.text)?.0))
        } else {
            Ok(NameSource::Text(name.text.clone()))
        }
    }

    /// Returns the name, or `None` if the variable is NULL.
    pub fn text(&self, env: &Env<'_, '_>) -> Option<String> {
        match self {
            NameSource::Text(text) => Some(text.to_string()),
            NameSource::Register(register) => env.frame.get(*register).as_str().map(str::to_owned),
        }
    }
}

/// Runs a system procedure that is a command. Its end and status are sent like those of other
/// procedures. If `run` fails, the end is sent without a status.
pub fn procedure(
    env: &mut Env<'_, '_>,
    run: impl FnOnce(&mut Env<'_, '_>) -> Result<i32, SqlError>,
) -> Result<(), CommandError> {
    env.sink.enter_procedure();
    let status = run(env);
    env.sink.leave_procedure(status.as_ref().ok().copied());
    Ok(status.map(drop)?)
}

/// Fails with 40517 if the name contains a server.
pub fn refuse_server(name: &ObjectName) -> Result<(), SqlError> {
    if name.server.is_some() { Err(unsupported("linked server")) } else { Ok(()) }
}
