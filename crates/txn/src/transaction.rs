//! A transaction as its owner holds it.
//!
//! Invariants: id, slot and begin record exist from the first change on, and not before. A
//! transaction ends in `commit` or `rollback`, which consume it.

use crate::lock::OwnerId;
use crate::record;
use crate::table::{Active, Slot};
use crate::versions::KeptVersions;
use sluice_base::ids::{Lsn, TxnId};
use sluice_base::sync::{Arc, MutexGuard};

/// An active transaction. Its owner ends it with `Storage::commit` or `Storage::rollback`. Dropping
/// it instead is a bug: its changes would stay until the next recovery undoes them. `started` is
/// `None` before the first change.
#[derive(Debug)]
pub struct Transaction {
    pub(crate) started: Option<Started>,
    pub(crate) owner: OwnerId,
    ended: bool,
}

/// The state of a transaction that has changed the database.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) id: TxnId,
    pub(crate) slot: Arc<Slot>,
    /// The maximum log space of one of its compensation records, without the payload.
    pub(crate) undo_frame: u32,
    /// The last record, as in the slot: only the owner moves it.
    pub(crate) last: Lsn,
    /// The log space reserved for rollback and the last record, in bytes.
    pub(crate) reserved: u64,
    /// The row versions it has kept.
    pub(crate) kept: KeptVersions,
    /// Whether the commit releases pages that readers by snapshot may still need: the commit must
    /// then be published.
    pub(crate) releases: bool,
    /// Whether new snapshots see the transaction, or need not know it.
    pub(crate) published: bool,
}

/// A point of a transaction to roll back to. Valid for that transaction only, until a rollback to
/// an earlier savepoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Savepoint(pub(crate) Lsn);

impl Transaction {
    /// Returns a transaction without changes, id or log record.
    pub(crate) fn new(owner: OwnerId) -> Transaction {
        Transaction { started: None, owner, ended: false }
    }

    /// Returns a transaction that recovery found in the log, to be rolled back. It has no lock
    /// owner and no reserved log space.
    pub(crate) fn adopted(id: TxnId, slot: Arc<Slot>) -> Transaction {
        let last = slot.lock().last;
        let started = Some(Started::new(id, slot, last, 0));
        Transaction { started, owner: OwnerId::NONE, ended: false }
    }

    /// Returns the id; `None` before the first change.
    pub fn id(&self) -> Option<TxnId> {
        self.started.as_ref().map(|started| started.id)
    }

    /// Whether the transaction has logged a record.
    pub fn has_changes(&self) -> bool {
        self.started.is_some()
    }

    /// Returns the bytes of log that a rollback may need: the cost as a deadlock victim.
    pub fn log_used(&self) -> u64 {
        self.started.as_ref().map_or(0, |started| started.reserved)
    }

    /// Ends the owner's part, with any outcome. Returns its state, or `None` if the transaction has
    /// changed nothing.
    pub(crate) fn end(mut self) -> Option<Started> {
        self.ended = true;
        self.started.take()
    }
}

impl Started {
    /// Returns the state of a transaction whose newest record is `last` and that has `reserved`
    /// bytes of log space for its rollback.
    pub(crate) fn new(id: TxnId, slot: Arc<Slot>, last: Lsn, reserved: u64) -> Started {
        Started {
            id,
            slot,
            undo_frame: record::space_max(id, 0),
            last,
            reserved,
            kept: KeptVersions::default(),
            releases: false,
            published: false,
        }
    }

    /// Locks the transaction's slot and stores the owner's last record there.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Active> {
        let mut active = self.slot.lock();
        active.last = self.last;
        active
    }

    /// Takes up to `bytes` from the reservation. Returns the number of bytes taken.
    pub(crate) fn take(&mut self, bytes: u32) -> u32 {
        let taken = u64::from(bytes).min(self.reserved);
        self.reserved -= taken;
        taken as u32
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let forgotten = !self.ended && self.started.is_some();
        debug_assert!(!forgotten || std::thread::panicking(), "a transaction was neither committed nor rolled back");
    }
}
