//! How a step stops a program's straight way, and how a program's run ends.

use crate::statement::ModuleError;
use crate::triggers::Firing;
use sluice_types::SqlError;

/// How the run of a program ended.
pub(super) enum Ending {
    /// It ran to its end, or came to a RETURN.
    Returned,
    /// An error, which has been told, ended it; who called it goes on.
    ScopeEnded,
    /// An error, which has been told, ended the whole batch.
    BatchEnded,
    /// That, and the session.
    SessionEnded,
    /// An error ended it that a TRY block of whoever called it catches.
    Raised(SqlError),
}

/// Why a step does not just go on to the next instruction.
pub(super) enum Stop {
    /// It failed at run time.
    Failed(SqlError),
    /// It failed while it was bound: no TRY block of its own module catches that.
    Unbound(SqlError),
    /// What it defines is wrong: all of it is told, and the module or batch ends.
    Refused(Vec<SqlError>),
    /// It threw an error: nothing behind it runs.
    Thrown(SqlError),
    /// It raised an error of its own: the statement has done what it is for.
    Raised(SqlError),
    /// It calls another program.
    Call,
    /// It has done its part, and its triggers come now.
    Fires(Box<Firing>),
    /// What it called ended so.
    Called(Ending),
    /// NOEXEC or FMTONLY is on: nothing runs until it is off.
    Skip,
    /// A CATCH block is left for that of another handler, or for where there is none.
    Leave(Option<usize>),
}

impl Stop {
    /// An error, and whether it was met while the statement was bound.
    pub(super) fn of_bound((binding, error): (bool, SqlError)) -> Stop {
        if binding { Stop::Unbound(error) } else { Stop::Failed(error) }
    }

    /// The error of a module's definition.
    pub(super) fn of_module(error: ModuleError) -> Stop {
        match error {
            ModuleError::Statement(error) => Stop::Failed(error),
            ModuleError::Text(error) => Stop::Unbound(error),
        }
    }
}
