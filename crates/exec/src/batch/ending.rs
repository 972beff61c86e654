//! The ways in which a step interrupts a program and in which a program ends.

use super::suspended_step::SuspendedStep;
use sluice_command::statement::{CommandError, Raising};
use sluice_command::triggers::Firing;
use sluice_types::SqlError;

/// The way in which a program's run ended.
pub(super) enum Ending {
    /// The program reached its end or a RETURN.
    Returned,
    /// An error, already sent, ended the program. The caller continues.
    ScopeEnded,
    /// An error, already sent, ended the whole batch.
    BatchEnded,
    /// An error, already sent, ended the batch and the session.
    SessionEnded,
    /// An uncaught error ended the program. A caller's TRY block catches it.
    Raised(SqlError),
}

/// A reason why execution doesn't continue with the next instruction.
pub(super) enum Stop {
    /// The step failed at run time.
    Failed(SqlError),
    /// Binding failed. TRY blocks of the same module don't catch the error.
    Unbound(SqlError),
    /// The defined module is invalid. All errors are sent, and the module or batch ends.
    Refused(Vec<SqlError>),
    /// THROW raised the error. The statements after it don't run.
    Thrown(SqlError),
    /// RAISERROR raised the error and has completed normally. With the flag, all pending output is
    /// sent behind the error.
    Raised(SqlError, bool),
    /// The step is suspended until the client takes output.
    Suspended(Box<SuspendedStep>),
    /// The step calls another program.
    Call,
    /// The step has changed rows, and its triggers must run.
    Fires(Box<Firing>),
    /// A definition has run, and the triggers of its events must run.
    Raises(Box<Raised>),
    /// The called program ended.
    Called(Ending),
    /// NOEXEC or FMTONLY is on. Statements are skipped until it is off.
    Skip,
    /// Execution leaves a CATCH block into that of another handler, or out of all.
    Leave(Option<usize>),
}

/// A definition that has run, and whose events triggers watch.
pub(super) struct Raised {
    /// The events and their triggers.
    pub raising: Raising,
    /// The error of the definition.
    pub failure: Option<Stop>,
    /// The words of the definition's end, if it is sent to the client separately.
    pub end: Option<Box<str>>,
}

impl Stop {
    /// Returns the stop for an error that was raised during binding or execution.
    pub(super) fn of_bound((binding, error): (bool, SqlError)) -> Stop {
        if binding { Stop::Unbound(error) } else { Stop::Failed(error) }
    }

    /// Returns the stop for a command's error. It decides whether the error counts as one of
    /// compilation or of the run. `Sent` counts as returned: the client has the error already.
    pub(super) fn of_command(error: CommandError) -> Stop {
        match error {
            CommandError::Run(error) => Stop::Failed(error),
            CommandError::Compile(error) => Stop::Unbound(error),
            CommandError::Invalid(errors) => Stop::Refused(errors),
            CommandError::Thrown(error) => Stop::Thrown(error),
            CommandError::Raised { error, goes_at_once } => Stop::Raised(error, goes_at_once),
            CommandError::Sent => Stop::Called(Ending::Returned),
        }
    }
}
