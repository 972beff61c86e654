//! The snapshots that a session reads by, and what its statements read.
//!
//! Under SNAPSHOT a transaction has one, from its first access to data on until it ends; under READ COMMITTED with READ_COMMITTED_SNAPSHOT each
//! statement has one of its own. Both are taken when the statement has its tables' locks: from then on the tables are what
//! they were when the statement was bound.

use crate::database::Database;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::Snapshot;

/// A session's snapshots.
#[derive(Clone, Default)]
pub struct Snapshots {
    /// The transaction's (SNAPSHOT).
    pub transaction: Option<Arc<Snapshot>>,
    /// The statement's (READ_COMMITTED_SNAPSHOT).
    pub statement: Option<Arc<Snapshot>>,
    /// Whether BEGIN TRANSACTION was under SNAPSHOT: no other transaction may go over to it (3951).
    pub began_with: bool,
}

/// The tables that a statement names; temporary ones that are the session's alone are left out.
#[derive(Default)]
pub struct Sources {
    /// All of them.
    pub tables: Vec<(Arc<Database>, ObjectId)>,
    /// Databases of those that it reads.
    pub read: Vec<Arc<Database>>,
    /// Whether it reads a table, a table variable or a system view.
    pub has_rows: bool,
}

impl Snapshots {
    /// The statement is through.
    #[inline]
    pub fn end_statement(&mut self) {
        self.statement = None;
    }

    /// The transaction is over.
    #[inline]
    pub fn end(&mut self) {
        (self.transaction, self.statement) = (None, None);
    }
}
