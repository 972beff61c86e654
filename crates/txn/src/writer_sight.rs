//! The public view of a transaction that changes a database.

use crate::lock::OwnerId;
use sluice_base::ids::{Lsn, TxnId};

/// A transaction that has changed the database and has not ended, as of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriterSight {
    /// The transaction's id in its database.
    pub id: TxnId,
    /// The lock owner of the transaction; NONE once its end has failed.
    pub owner: OwnerId,
    /// The begin record; NONE in a temporary database, which logs none.
    pub first: Lsn,
    /// The last record.
    pub last: Lsn,
    /// The state of the transaction.
    pub phase: WriterPhase,
    /// The begin time, in nanoseconds since 1970; `None` in a temporary database.
    pub began_ns: Option<i64>,
    /// The number of records logged.
    pub log_records: u64,
    /// The length of these records in the log, in bytes.
    pub log_bytes: u64,
    /// The log space reserved for rollback, in bytes.
    pub log_reserved: u64,
}

/// The state of a transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriterPhase {
    /// No commit record is appended.
    Active,
    /// Prepared as part of a transaction across databases; waiting for the decision.
    Prepared,
    /// The commit record is appended, but perhaps not on disk.
    Committed,
    /// All changes are undone.
    RolledBack,
}
