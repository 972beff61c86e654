//! The snapshots that a session's statements read from.
//!
//! Under SNAPSHOT, a transaction has one snapshot from its first access to data until it ends.
//! Under READ COMMITTED with READ_COMMITTED_SNAPSHOT, each statement has its own. A snapshot is
//! taken after the statement's tables are locked, so their definitions don't change after it.

use crate::database::Database;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::Snapshot;

/// A session's snapshots.
#[derive(Clone, Default)]
pub struct Snapshots {
    /// Snapshot of the transaction (SNAPSHOT).
    pub transaction: Option<Arc<Snapshot>>,
    /// Snapshot of the statement (READ_COMMITTED_SNAPSHOT).
    pub statement: Option<Arc<Snapshot>>,
    /// Whether the session was under SNAPSHOT at BEGIN TRANSACTION. Other transactions can't switch
    /// to SNAPSHOT (3951).
    pub began_with: bool,
}

/// Tables that a statement names, except the session's private temporary tables.
#[derive(Default)]
pub struct Sources {
    /// All tables.
    pub tables: Vec<(Arc<Database>, ObjectId)>,
    /// Databases of the tables that are read.
    pub read: Vec<Arc<Database>>,
    /// Whether the statement reads a table, a table variable or a system view.
    pub has_rows: bool,
}

impl Snapshots {
    /// Releases the statement's snapshot when the statement ends.
    #[inline]
    pub fn end_statement(&mut self) {
        self.statement = None;
    }

    /// Releases both snapshots when the transaction ends.
    #[inline]
    pub fn end(&mut self) {
        (self.transaction, self.statement) = (None, None);
    }
}
