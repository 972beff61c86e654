//! Errors and messages of SQL Server, as a number with arguments.
//!
//! [`catalogue`] declares each message with its constructor. `engine::messages` fills the
//! arguments into the text when the message is sent.

pub mod catalogue;

use std::fmt;
use std::ops::{Deref, DerefMut};

/// A SQL Server message: number, severity (11 and above is an error), state, and the text's
/// arguments. The type is a single pointer, so that results, which are usually not errors, are
/// passed in registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SqlError(Box<Report>);

/// The contents of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The message's number in `sys.messages`.
    pub number: i32,
    /// 0 to 10: information; 11 to 16: errors that the user can correct; 17 and above: system
    /// errors.
    pub severity: u8,
    /// Distinguishes the code locations that raise the same number.
    pub state: u8,
    /// The arguments of the text's placeholders, in order.
    pub args: Vec<String>,
    /// The line of the batch, from 1; 0 while unknown.
    pub line: u32,
    /// The error's position in the batch's text, if known.
    pub place: TextRange,
    /// The module that raised the error; `None` for the batch itself.
    pub procedure: Option<Box<str>>,
    /// Errors that led to this error and are reported before it. A TRY block catches this error
    /// only.
    pub causes: Vec<SqlError>,
    /// Whether a change of rows in a function failed with the error, which then ends the calling
    /// statement. Message 3621 follows.
    pub is_of_change: bool,
}

/// A byte range of a batch's text, end exclusive, where an error was found. The position is not
/// part of the error's identity: two positions always compare equal.
#[derive(Clone, Copy, Default, Debug)]
pub struct TextRange(pub Option<(u32, u32)>);

impl PartialEq for TextRange {
    fn eq(&self, _: &TextRange) -> bool {
        true
    }
}

impl Eq for TextRange {}

impl SqlError {
    /// The number of [`SqlError::cancelled`].
    pub const CANCELLED: i32 = 3617;

    /// Whether the error is an overflow, a division by zero or a domain error, which SET ARITHABORT
    /// and ARITHIGNORE decide about.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self.number, 220 | 232 | 237 | 244 | 248 | 3623 | 8115 | 8134)
    }

    /// Whether a conversion failed because of its value, so that TRY_CAST returns NULL: neither an
    /// attention nor a limit of memory or of type json stopped it.
    pub fn is_conversion(&self) -> bool {
        let stops = [SqlError::cancelled().number, OUT_OF_MEMORY, JSON_ITEMS_LIMIT];
        !stops.contains(&self.number)
    }

    /// Fails with [`SqlError::cancelled`] (3617) if this thread's work must stop.
    pub fn check_interruption() -> Result<(), SqlError> {
        if sluice_base::interruption::is_raised() { Err(SqlError::cancelled()) } else { Ok(()) }
    }

    /// Returns the errors of a compilation as the client gets them, each after its causes. A
    /// cancelled compilation has one error, not one for each statement that it hasn't reached.
    pub fn of_compilation(mut errors: Vec<SqlError>) -> Vec<SqlError> {
        match errors.iter().position(|error| error.number == SqlError::CANCELLED) {
            Some(place) => vec![errors.swap_remove(place)],
            None => errors.into_iter().flat_map(SqlError::with_causes).collect(),
        }
    }

    /// Returns the errors that led to this error, each in its place, and then this error. A cause
    /// without a module is attributed to this error's module and line.
    pub fn with_causes(mut self) -> Vec<SqlError> {
        let mut all = std::mem::take(&mut self.causes);
        for cause in all.iter_mut().filter(|cause| cause.procedure.is_none()) {
            (cause.line, cause.procedure) = (self.line, self.procedure.clone());
        }
        all.push(self);
        all
    }

    /// Returns error 195 for a name that no built-in function has.
    pub fn unknown_function(name: &str) -> SqlError {
        SqlError::not_recognized(name, "built-in function name")
    }

    /// Returns a message of the catalogue.
    fn from_catalogue(number: i32, severity: u8, state: u8, arguments: &[&dyn fmt::Display]) -> SqlError {
        // Messages of severity 10 are sent with severity 0.
        let severity = if severity > INFORMATION { severity } else { 0 };
        SqlError::new(number, severity, state, arguments.iter().map(ToString::to_string).collect())
    }

    /// Returns the error `number` with `args` for its text's placeholders. It has no line, place,
    /// procedure or causes yet.
    pub fn new(number: i32, severity: u8, state: u8, args: Vec<String>) -> SqlError {
        SqlError(Box::new(Report {
            number,
            severity,
            state,
            args,
            line: 0,
            place: TextRange::default(),
            procedure: None,
            causes: Vec::new(),
            is_of_change: false,
        }))
    }

    /// Returns the error with another state.
    pub fn in_state(mut self, state: u8) -> SqlError {
        self.state = state;
        self
    }

    /// Returns the error as raised by `procedure`, or by the batch itself if `None`.
    pub fn in_procedure(mut self, procedure: Option<Box<str>>) -> SqlError {
        self.procedure = procedure;
        self
    }

    /// Returns the error with an error that led to it.
    pub fn after(mut self, cause: SqlError) -> SqlError {
        self.causes.push(cause);
        self
    }

    /// Returns the error at these bytes of the batch's text, unless it has a position already. The
    /// innermost known position wins.
    pub fn at_bytes(mut self, start: u32, end: u32) -> SqlError {
        self.place.0.get_or_insert((start, end));
        self
    }

    /// Returns the error on `line`, unless it has a line already. The innermost known line wins.
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

/// The highest severity of messages that aren't errors.
const INFORMATION: u8 = 10;
const OUT_OF_MEMORY: i32 = 701;
const JSON_ITEMS_LIMIT: i32 = 13647;
