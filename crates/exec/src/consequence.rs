//! What an error ends: the statement, the batch, the transaction, the session.
//!
//! SQL Server has no rule that a severity or number follows; what is known of it is this table. It holds for errors at
//! run time under `XACT_ABORT OFF`; an error met while a statement is bound ends the batch and leaves the transaction.

use sluice_types::SqlError;

/// What an error ends, from little to much.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Consequence {
    /// The statement is undone, the batch goes on.
    Statement,
    /// The batch ends; the transaction stays open.
    Batch,
    /// The batch ends and the transaction is rolled back.
    Transaction,
    /// All that, and the session ends.
    Session,
}

/// What `error` ends where it was raised at run time.
pub fn of(error: &SqlError, xact_abort: bool) -> Consequence {
    if error.severity >= 20 {
        return Consequence::Session;
    }
    match error.number {
        _ if error.severity < 11 => Consequence::Statement,
        // Conversions of a string that is no such value, and the victim of a deadlock.
        241 | 245 | DEADLOCK | 8114 => Consequence::Transaction,
        // A transaction by a snapshot that can't go on: it would not be one any more.
        3951 | 3952 | 3954 | 3956 | 3960 | 3961 => Consequence::Transaction,
        // Their texts say so, also where it was a statement's own snapshot that could not be kept.
        3958 | 3966 => Consequence::Transaction,
        // A cancelled batch, a USE of a database that is not there, and what is not supported: whatever comes after it
        // may rely on it.
        CANCELLED | 911 | 40517 => Consequence::Batch,
        _ if xact_abort => Consequence::Transaction,
        // "The current batch process is terminated" (`relational-databases/errors-events/database-engine-error-severities.md`).
        _ if error.severity == 19 => Consequence::Batch,
        _ => Consequence::Statement,
    }
}

/// Chosen to give way in a deadlock.
pub const DEADLOCK: i32 = 1205;

/// The batch was cancelled by its client.
pub const CANCELLED: i32 = 3617;

/// The error of a cancelled batch.
pub fn cancelled() -> SqlError {
    SqlError::new(CANCELLED, 11, 1, Vec::new())
}
