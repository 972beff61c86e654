//! An error or message of SQL Server, as a number and its arguments.
//!
//! Nothing here knows a text: `engine::messages` turns number and arguments into one. A constructor is named after the
//! situation and fixes number, severity, state and the order of the arguments.

mod conversion;
mod names;
mod operators;
mod parameters;
mod statements;

use std::fmt;
use std::ops::{Deref, DerefMut};

/// What SQL Server calls a message: number, severity (11 and above is an error), state, and the text's arguments. It is one word: results
/// that mostly hold none are passed in registers, and what there is to say stands behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SqlError(Box<Report>);

/// What an error says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The message's number in `sys.messages`.
    pub number: i32,
    /// 0 to 10: information; 11 to 16: the user can mend it; 17 and above: the system's trouble.
    pub severity: u8,
    /// Tells apart the places that raise one number.
    pub state: u8,
    /// What fills the text's placeholders, in their order.
    pub args: Vec<String>,
    /// The line of the batch, from 1; 0 while it is not known.
    pub line: u32,
    /// Where in the batch's text it was found, if that is known.
    pub place: Place,
    /// The module that raised it, if not the batch itself.
    pub procedure: Option<Box<str>>,
    /// What was found wrong and led to it: told before it. A TRY block catches it alone.
    pub causes: Vec<SqlError>,
}

/// The bytes of a batch's text, end exclusive, at which an error was found. No part of what the error is: two places are always equal.
#[derive(Clone, Copy, Default, Debug)]
pub struct Place(pub Option<(u32, u32)>);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

impl SqlError {
    /// The number of [`SqlError::cancelled`].
    pub const CANCELLED: i32 = 3617;

    /// Error 3617: the client or KILL stops the batch.
    pub fn cancelled() -> SqlError {
        SqlError::new(SqlError::CANCELLED, 11, 1, Vec::new())
    }

    /// [`SqlError::cancelled`] once this thread's work is to stop.
    pub fn check_interruption() -> Result<(), SqlError> {
        if sluice_base::interruption::is_raised() { Err(SqlError::cancelled()) } else { Ok(()) }
    }

    /// The error `number` with `args` for its text's placeholders.
    pub fn new(number: i32, severity: u8, state: u8, args: Vec<String>) -> SqlError {
        SqlError(Box::new(Report {
            number,
            severity,
            state,
            args,
            line: 0,
            place: Place::default(),
            procedure: None,
            causes: Vec::new(),
        }))
    }

    /// The same error in another state.
    pub fn in_state(mut self, state: u8) -> SqlError {
        self.state = state;
        self
    }

    /// The same error as `procedure` raised it; as the batch itself did if it is none.
    pub fn in_procedure(mut self, procedure: Option<Box<str>>) -> SqlError {
        self.procedure = procedure;
        self
    }

    /// The same error behind one more that led to it.
    pub fn after(mut self, cause: SqlError) -> SqlError {
        self.causes.push(cause);
        self
    }

    /// The same error at these bytes of the batch's text, unless it has a place already: the innermost that knows wins.
    pub fn at_bytes(mut self, start: u32, end: u32) -> SqlError {
        self.place.0.get_or_insert((start, end));
        self
    }

    /// The same error on `line`, unless it has one already: the innermost place that knows wins.
    pub fn at_line(mut self, line: u32) -> SqlError {
        if self.line == 0 {
            self.line = line;
        }
        self
    }
}

impl Deref for SqlError {
    type Target = Report;
    #[inline]
    fn deref(&self) -> &Report {
        &self.0
    }
}

impl DerefMut for SqlError {
    #[inline]
    fn deref_mut(&mut self) -> &mut Report {
        &mut self.0
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Msg {}, Level {}, State {}, Line {}", self.number, self.severity, self.state, self.line)?;
        if self.args.is_empty() { Ok(()) } else { write!(f, " [{}]", self.args.join("; ")) }
    }
}

impl std::error::Error for SqlError {}

/// The arguments of a message.
fn args<const N: usize>(values: [&dyn fmt::Display; N]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}
