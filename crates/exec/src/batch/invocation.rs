//! A call of a system procedure written in Rust: the caller's environment, and the programs that
//! the procedure may run.
//!
//! The procedures know neither the interpreter nor the compiler. The interpreter supplies both as
//! [`Programs`].

use super::ending::{Ending, Raised, Stop};
use super::parameter::Argument;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ObjectName};
use sluice_command::captured::{Capture, Captured};
use sluice_command::statement::{Env, EventSource, Raising};
use sluice_query::code::Reg;
use sluice_session::prepared::PreparedStatement;
use sluice_types::{DataType, SqlError};

/// A running call of a system procedure.
pub(super) struct Invocation<'i, 'e, 'h> {
    /// The caller's environment.
    pub env: &'i mut Env<'e, 'h>,
    /// Compiles and runs programs for the procedure.
    pub programs: &'i mut dyn Programs,
    /// Statement that runs in the place of the procedure after its end.
    pub last: Option<LastStatement>,
    /// Text of the call.
    pub text: Box<str>,
}

/// A statement that continues a call of a system procedure.
pub(super) struct LastStatement {
    /// The statement.
    pub statement: Arc<PreparedStatement>,
    /// Index of the call's first argument that is one of the statement's.
    pub arguments: usize,
    /// Handle that is removed unless the statement returns.
    pub handle: Option<i32>,
}

/// Compiles, describes and runs programs on behalf of a caller.
pub(super) trait Programs {
    /// Runs a text as a string that a procedure executes: two nesting levels. Syntax errors are
    /// sent, or raised in the caller's TRY block, and give an ending, not an error. Fails if the
    /// text can't be entered, such as for too many nesting levels (217).
    fn run_text(&mut self, env: &mut Env<'_, '_>, text: &str) -> Result<Ending, SqlError>;

    /// Runs a text with declared parameters.
    fn run_statement(
        &mut self,
        env: &mut Env<'_, '_>,
        text: (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Ending, SqlError>;

    /// Finds a procedure to call. `None` for one written in Rust.
    fn procedure(&self, env: &Env<'_, '_>, name: &ObjectName) -> Result<Option<Arc<Module>>, SqlError>;

    /// Whether an error of the call goes to a TRY block of a caller.
    fn is_in_try(&self) -> bool;

    /// Sends the errors that prevent a program from running, or raises the first of them in the
    /// caller's TRY block.
    fn refuse(&self, env: &mut Env<'_, '_>, errors: Vec<SqlError>) -> Ending;

    /// Compiles and binds a statement. Fails with its errors, followed by 8180. If `tells`, sends
    /// the columns of the first result.
    fn check_statement(
        &mut self,
        env: &mut Env<'_, '_>,
        statement: &PreparedStatement,
        tells: bool,
    ) -> Result<(), Vec<SqlError>>;

    /// Runs the triggers of a procedure's events and ends the procedure's transaction. `text` is
    /// the text of the call.
    fn raise(&mut self, env: &mut Env<'_, '_>, raised: Raised, text: &str) -> Result<Ending, SqlError>;

    /// Runs `sp_describe_first_result_set`.
    fn describe(
        &mut self,
        env: &mut Env<'_, '_>,
        text: (&str, &str),
        browse_mode: Option<i64>,
    ) -> Result<Ending, SqlError>;

    /// Runs `sp_describe_undeclared_parameters`.
    fn describe_undeclared(&mut self, env: &mut Env<'_, '_>, text: (&str, &str)) -> Result<Ending, SqlError>;
}

impl Invocation<'_, '_, '_> {
    /// Runs a text as a string that a procedure executes: two nesting levels. Syntax errors are
    /// sent, or raised in the caller's TRY block, and give an ending, not an error. Fails if the
    /// text can't be entered, such as for too many nesting levels (217).
    pub(super) fn run_text(&mut self, text: &str) -> Result<Ending, SqlError> {
        self.programs.run_text(self.env, text)
    }

    /// Runs a text with declared parameters, as sp_executesql does: `text` is the statement and its
    /// declarations.
    pub(super) fn run_statement(
        &mut self,
        text: (&str, &str),
        arguments: &[Argument],
        status: Option<(Reg, DataType)>,
    ) -> Result<Ending, SqlError> {
        self.programs.run_statement(self.env, text, arguments, status)
    }

    /// Runs a procedure that raises these events. Triggers on the events run afterwards, within the
    /// same transaction. Without triggers, only runs it. After a failure, triggers still run for
    /// the events that have happened. A transaction begun for the call is then committed, unless
    /// it is doomed. A trigger's error replaces the procedure's.
    pub(super) fn raising(
        &mut self,
        source: &EventSource<'_>,
        run: impl FnOnce(&mut Self) -> Result<Ending, SqlError>,
    ) -> Result<Ending, SqlError> {
        let Some(mut raising) = Raising::begin(self.env, source) else { return run(self) };
        let failure = match run(self) {
            Ok(Ending::Returned) => None,
            Ok(ending) => Some(Stop::Called(ending)),
            Err(error) => Some(Stop::Failed(error)),
        };
        raising.ran(self.env, source, failure.is_some());
        let text = std::mem::take(&mut self.text);
        self.programs.raise(self.env, Raised { raising, failure, end: None }, &text)
    }

    /// Sends errors, or raises the first of them in the caller's TRY block. Returns how the call
    /// ends.
    pub(super) fn refuse(&mut self, errors: Vec<SqlError>) -> Ending {
        self.programs.refuse(self.env, errors)
    }

    /// Runs the statement and captures its rows instead of sending them to the client. Returns the
    /// ending, whether an error was reported, and the rows. Messages still go to the client. `None`
    /// for the rows without a result set.
    pub(super) fn captured(
        &mut self,
        text: (&str, &str),
        values: &[Argument],
    ) -> Result<(Ending, bool, Option<Captured>), SqlError> {
        let database = Arc::clone(&self.env.state.database);
        let mut capture = Capture::new(self.env.sink, self.env.context.host, None, &database);
        let mut inner =
            Env { state: self.env.state, frame: self.env.frame, context: self.env.context, sink: &mut capture };
        let ending = self.programs.run_statement(&mut inner, text, values, None)?;
        let had_error = capture.had_error();
        Ok((ending, had_error, capture.finish()?))
    }
}
