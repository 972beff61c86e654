//! What may be seen of a transaction that changes a database.

use crate::lock::OwnerId;
use sluice_base::ids::{Lsn, TxnId};

/// A transaction that has changed something and is not over, as it was at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriterSight {
    /// Its id in its database.
    pub id: TxnId,
    /// Whose it is.
    pub owner: OwnerId,
    /// Its begin record; NONE in a temporary database, which logs none.
    pub first: Lsn,
    /// Its last record.
    pub last: Lsn,
    /// How far it is.
    pub phase: WriterPhase,
    /// When it began, in nanoseconds since 1970; none in a temporary database.
    pub began_ns: Option<i64>,
    /// How many records it has logged.
    pub log_records: u64,
    /// How many bytes of the log these take.
    pub log_bytes: u64,
    /// How many are kept for its rollback.
    pub log_reserved: u64,
}

/// How far a transaction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriterPhase {
    /// Without a commit record.
    Active,
    /// It is part of a transaction across databases, and waits for the decision.
    Prepared,
    /// Its commit record is appended, but perhaps not on disk.
    Committed,
    /// All is undone.
    RolledBack,
}
