//! A transaction as its owner holds it.
//!
//! Invariants: it has an id, a slot in the table and a begin record from its first change on, and none before; it ends
//! in `commit` or `rollback`, which consume it.

use crate::lock::OwnerId;
use crate::record;
use crate::table::{Active, Slot};
use crate::versions::Kept;
use sluice_base::ids::{Lsn, TxnId};
use sluice_base::sync::{Arc, MutexGuard};

/// An active transaction. Its owner ends it with `Storage::commit` or `Storage::rollback`; dropping it instead is a
/// mistake of the program (its changes would stay, undone only by the next recovery).
#[derive(Debug)]
pub struct Transaction {
    pub(crate) started: Option<Started>,
    pub(crate) owner: OwnerId,
    ended: bool,
}

/// What a transaction that has changed something has.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) id: TxnId,
    pub(crate) slot: Arc<Slot>,
    /// The log space that a compensation record of it needs at most, but for its payload.
    pub(crate) undo_frame: u32,
    /// Its last record, as its slot has it: the owner alone moves it.
    pub(crate) last: Lsn,
    /// Log space kept for its rollback and its last record, in bytes.
    pub(crate) reserved: u64,
    /// The row versions that it has kept.
    pub(crate) kept: Kept,
    /// Something goes when it commits, which whoever reads by a snapshot may still want: it is to be remembered.
    pub(crate) releases: bool,
    /// Snapshots from now on see it, or need not know of it.
    pub(crate) published: bool,
}

/// A point of a transaction to roll back to. Of use for that transaction only, and no more once it has rolled back to
/// an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Savepoint(pub(crate) Lsn);

impl Transaction {
    pub(crate) fn new(owner: OwnerId) -> Transaction {
        Transaction { started: None, owner, ended: false }
    }

    pub(crate) fn adopted(id: TxnId, slot: Arc<Slot>) -> Transaction {
        let last = slot.lock().last;
        let started = Some(Started::new(id, slot, last, 0));
        Transaction { started, owner: OwnerId::NONE, ended: false }
    }

    /// Its id; none before its first change.
    pub fn id(&self) -> Option<TxnId> {
        self.started.as_ref().map(|started| started.id)
    }

    /// Whether it has logged anything.
    pub fn has_changes(&self) -> bool {
        self.started.is_some()
    }

    /// Bytes of log that its rollback may need: what it costs to make it give way to others.
    pub fn log_used(&self) -> u64 {
        self.started.as_ref().map_or(0, |started| started.reserved)
    }

    /// The owner's part is over, whatever becomes of it.
    pub(crate) fn end(mut self) -> Option<Started> {
        self.ended = true;
        self.started.take()
    }
}

impl Started {
    /// A transaction that has just got its id and its place in the table.
    pub(crate) fn new(id: TxnId, slot: Arc<Slot>, last: Lsn, reserved: u64) -> Started {
        Started {
            id,
            slot,
            undo_frame: record::space_max(id, 0),
            last,
            reserved,
            kept: Kept::default(),
            releases: false,
            published: false,
        }
    }

    /// The transaction's own lock, by its owner, who knows its last record.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Active> {
        let mut active = self.slot.lock();
        active.last = self.last;
        active
    }

    /// Takes up to `bytes` from the reservation.
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
