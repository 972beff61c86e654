//! What an error ends: the statement, the batch, the transaction, the session.
//!
//! SQL Server has no rule that a severity or number follows; what is known of it is this table. It holds for errors at
//! run time under `XACT_ABORT OFF`; an error met while a statement is bound ends its module and leaves the transaction.
//!
//! In reach of a TRY block nothing ends but the block: an error that would have rolled a transaction back dooms it instead
//! (`t-sql/language-elements/try-catch-transact-sql.md`, *Uncommittable transactions and XACT_STATE*).

use sluice_types::SqlError;

/// What an error ends, from little to much.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Consequence {
    /// The statement is undone, the batch goes on.
    Statement,
    /// The module, or the batch of a string, ends; who called it goes on.
    Scope,
    /// The batch ends with all that it called; the transaction stays open.
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
        // A trigger has caught what has doomed the transaction.
        3616 => Consequence::Transaction,
        // Calls nested too deeply: nothing is left standing of them.
        217 => Consequence::Transaction,
        // A transaction by a snapshot that can't go on: it would not be one any more.
        3951 | 3952 | 3954 | 3956 | 3960 | 3961 => Consequence::Transaction,
        // Their texts say so, also where it was a statement's own snapshot that could not be kept.
        3958 | 3966 => Consequence::Transaction,
        // Its transaction stays open unless XACT_ABORT is ON: the client says what becomes of it.
        CANCELLED if xact_abort => Consequence::Transaction,
        // The transaction ended in a trigger: the batch is aborted.
        3609 => Consequence::Batch,
        // A cancelled batch, a USE of a database that is not there, and what is not supported: whatever comes after it
        // may rely on it.
        CANCELLED | 911 | UNSUPPORTED => Consequence::Batch,
        _ if xact_abort => Consequence::Transaction,
        // "The current batch process is terminated" (`relational-databases/errors-events/database-engine-error-severities.md`).
        _ if error.severity == 19 => Consequence::Batch,
        _ => Consequence::Statement,
    }
}

/// Whether a TRY block catches `error`: severity 11 to 19; neither a client's wish to stop, nor the refusal of what is not supported,
/// which no script is to pass over.
pub fn is_catchable(error: &SqlError) -> bool {
    (11..20).contains(&error.severity) && !matches!(error.number, CANCELLED | UNSUPPORTED)
}

/// The number of the refusal of what is not supported.
pub const UNSUPPORTED: i32 = 40517;

/// Chosen to give way in a deadlock.
pub const DEADLOCK: i32 = 1205;

/// The batch was cancelled by its client.
pub const CANCELLED: i32 = 3617;

/// The error of a cancelled batch.
pub fn cancelled() -> SqlError {
    SqlError::new(CANCELLED, 11, 1, Vec::new())
}
