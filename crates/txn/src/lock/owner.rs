//! The owners of locks: a session's transaction, across all databases it uses.
//!
//! An owner records its own locks. So a lock it already holds costs a look into its own memory.
//! Releasing everything uses the shared table only if the table has locks of this owner (rule 2 of
//! the parent).

use super::held::Held;
use super::manager::LockManager;
use super::mode::LockMode;
use super::owner_cell::{OwnerCell, OwnerId, PRIORITY_ZERO};
use super::resource::Resource;
use crate::error::StorageError;
use sluice_base::exclusive_cell::ExclusiveCell;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::work_counts;
use std::time::Duration;

/// The locks of one owner. The holder locks, waits and releases from one thread at a time. A
/// suspended query shares the owner with its session. Dropping the owner releases all locks. `held`
/// is the owner's own record, `cell` what others see. `cancel` ends waits.
#[derive(Debug)]
pub struct LockOwner {
    manager: Arc<LockManager>,
    cell: Arc<OwnerCell>,
    held: ExclusiveCell<Held>,
    cancel: Arc<AtomicBool>,
    /// The number of releases of databases, tables and names.
    given_back: AtomicU64,
    /// For a lent owner, the number of databases, tables and names held by the lender, which stay
    /// locked.
    lent: Option<usize>,
}

impl LockOwner {
    /// Returns an owner without locks, with normal deadlock priority and no wait limit. `cancel` is
    /// the flag that interrupts its waits.
    pub(super) fn new(manager: Arc<LockManager>, id: OwnerId, cancel: Arc<AtomicBool>) -> LockOwner {
        LockOwner {
            manager,
            cell: Arc::new(OwnerCell::new(id)),
            held: ExclusiveCell::default(),
            cancel,
            given_back: AtomicU64::new(0),
            lent: None,
        }
    }

    /// Lends the owner with all its locks to a nested execution. This handle takes no locks until
    /// [`LockOwner::take_back`].
    pub fn lend(&self) -> LockOwner {
        let held = std::mem::take(&mut *self.held.borrow());
        LockOwner {
            manager: Arc::clone(&self.manager),
            cell: Arc::clone(&self.cell),
            lent: Some(held.whole_count()),
            held: ExclusiveCell::new(held),
            cancel: Arc::clone(&self.cancel),
            given_back: AtomicU64::new(self.given_back()),
        }
    }

    /// Takes back a lent owner, with the locks taken meanwhile.
    pub fn take_back(&self, lent: &LockOwner) {
        *self.held.borrow() = std::mem::take(&mut *lent.held.borrow());
        self.given_back.store(lent.given_back(), Ordering::Relaxed);
    }

    /// Returns a handle that waits as this owner and takes no lock.
    pub fn gate(&self) -> LockGate {
        let (manager, cell, cancel) = (Arc::clone(&self.manager), Arc::clone(&self.cell), Arc::clone(&self.cancel));
        LockGate { manager, cell, cancel }
    }

    /// Waits until no other owner holds `resource` in a mode that conflicts with `mode`, and keeps
    /// no lock. Returns whether it waited. Does the same as [`LockGate::pass`].
    #[inline]
    pub fn pass(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.manager.pass(&self.cell, resource, mode, &self.cancel)
    }

    /// Returns the owner's id.
    #[inline]
    pub fn id(&self) -> OwnerId {
        self.cell.id
    }

    /// Locks `resource` in `mode` on top of the held mode. Returns whether the held mode was
    /// weaker. Fails with `Deadlock` if chosen as the victim: the transaction must be rolled back.
    /// Other errors are `Cancelled` if the cancel flag is raised, `LockTimeout` after the wait
    /// limit, and `OutOfLocks` without memory for one more lock.
    #[inline]
    pub fn lock(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.lock_within(resource, mode, self.limit())
    }

    /// Locks as [`LockOwner::lock`] does, waiting at most `limit`. A limit of zero never waits. A
    /// mode held already is combined with `mode`. Returns whether the lock is new or stronger than
    /// before; false if the held mode covers it. On an error the held locks are unchanged.
    #[inline]
    pub fn lock_within(
        &self,
        resource: Resource,
        mode: LockMode,
        limit: Option<Duration>,
    ) -> Result<bool, StorageError> {
        let mut held = self.held.borrow();
        let before = held.mode_of(resource);
        if before.is_some_and(|before| before.covers(mode)) {
            return Ok(false);
        }
        work_counts::count(resource.request_count());
        let total = before.map_or(mode, |before| before.joined(mode));
        let quick = total.is_weak() && self.manager.lock_weak(&self.cell, resource, total, before.is_none());
        if !quick {
            if let Some((database, object)) = resource.part_of()
                && held.flag(database, object)
            {
                // The flag is raised before the lock is requested (rule 5).
                self.manager.flag(database, object);
            }
            let is_charged = before.is_none() && resource.is_charged();
            if is_charged {
                self.manager.charge()?;
            }
            if let Err(error) = self.manager.lock(&self.cell, resource, mode, limit, &self.cancel) {
                self.manager.discharge(usize::from(is_charged));
                return Err(error);
            }
        }
        held.set(resource, total);
        Ok(true)
    }

    /// Releases one resource, unless the lender holds it. Does nothing if the owner doesn't hold
    /// it. Waiting requests are granted at once.
    pub fn unlock(&self, resource: Resource) {
        let mut held = self.held.borrow();
        if self.lent.is_some_and(|lent| held.is_among(resource, lent)) || !held.remove(resource) {
            return;
        }
        drop(held);
        self.count_giving_back();
        let mut weak = self.cell.weak.lock();
        let quick = weak.locks.iter().position(|(held, _)| *held == resource);
        if let Some(quick) = quick {
            weak.locks.swap_remove(quick);
            return;
        }
        drop(weak);
        self.manager.unlock(self.cell.id, std::iter::once(resource));
    }

    fn count_giving_back(&self) {
        self.given_back.store(self.given_back() + 1, Ordering::Relaxed);
    }

    /// Returns the number of releases of databases, tables and names. While it is unchanged, such
    /// locks are still held.
    #[inline]
    pub fn given_back(&self) -> u64 {
        self.given_back.load(Ordering::Relaxed)
    }

    /// Releases the pages, rows and keys of a table that `mode` on the whole table covers.
    pub fn unlock_parts(&self, database: DatabaseId, object: ObjectId, mode: LockMode) {
        let given_back = self.held.borrow().remove_parts(database, object, mode);
        self.manager.unlock(self.cell.id, given_back.into_iter());
    }

    /// Releases every lock that is not kept. Does nothing on a lent owner. Locks are released in
    /// one step under the table's latch, then the flags of rule 5 are lowered.
    #[inline]
    pub fn unlock_all(&self) {
        if self.lent.is_some() {
            return;
        }
        self.cell.log_used.store(0, Ordering::Relaxed);
        let mut held = self.held.borrow();
        if held.is_empty() {
            return;
        }
        self.count_giving_back();
        let mut weak = self.cell.weak.lock();
        weak.locks.clear();
        let in_table = std::mem::replace(&mut weak.in_table, held.keeps_any());
        drop(weak);
        if in_table {
            self.manager.unlock(self.cell.id, held.passing());
        }
        held.flagged().for_each(|(database, object)| self.manager.unflag(database, object));
        held.clear();
    }

    /// Keeps a resource, which must be in the table, when the other locks are released, or stops
    /// keeping it.
    pub fn keep(&self, resource: Resource, keep: bool) {
        self.held.borrow().keep(resource, keep);
    }

    /// Releases every lock, kept ones included.
    pub fn unlock_kept(&self) {
        self.held.borrow().keep_nothing();
        self.unlock_all();
    }

    /// Returns the mode held on the resource. `None` if there is no lock on the resource itself.
    pub fn mode_of(&self, resource: Resource) -> Option<LockMode> {
        self.held.borrow().mode_of(resource)
    }

    /// Whether locks on pages, rows or keys of the table are held or were requested.
    pub fn has_parts_of(&self, resource: Resource) -> bool {
        let Resource::Object(database, object) = resource else { return false };
        self.held.borrow().is_flagged(database, object)
    }

    /// Sets the bytes of log a rollback would need: the cost of this owner as a deadlock victim.
    #[inline]
    pub fn set_log_used(&self, bytes: u64) {
        self.cell.log_used.store(bytes, Ordering::Relaxed);
    }

    /// Sets the deadlock priority; the lowest in a deadlock is the victim. The default is 0.
    pub fn set_priority(&self, priority: i16) {
        self.cell.priority.store(PRIORITY_ZERO.saturating_add_signed(priority.into()), Ordering::Relaxed);
    }

    /// Sets the session for the views: the locks belong to its transaction, or to its use of a
    /// database.
    pub fn belongs_to(&self, session: SessionId, is_transaction: bool) {
        self.cell.session.store(u32::from(session.0) << 1 | u32::from(is_transaction), Ordering::Relaxed);
    }

    /// Returns the maximum time of each wait; `None` means no limit.
    #[inline]
    pub fn limit(&self) -> Option<Duration> {
        self.cell.limit()
    }

    /// Sets the maximum time of each wait; `None` means no limit.
    pub fn set_wait_limit(&self, limit: Option<Duration>) {
        self.cell.set_limit(limit);
    }

    /// Returns the lock manager.
    pub(crate) fn manager(&self) -> &Arc<LockManager> {
        &self.manager
    }

    /// Returns the part of the owner that other owners read.
    pub(super) fn cell(&self) -> &Arc<OwnerCell> {
        &self.cell
    }

    /// Returns the flag that interrupts the owner's waits.
    pub(super) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

/// Waits as an owner does and takes no lock. Code that runs for the owner may use it: deadlocks
/// with the owner's locks are found. It shares the owner's identity, not its record of locks.
#[derive(Clone, Debug)]
pub struct LockGate {
    manager: Arc<LockManager>,
    cell: Arc<OwnerCell>,
    cancel: Arc<AtomicBool>,
}

impl LockGate {
    /// Waits until no other owner holds the resource in a mode that conflicts with `mode`. Returns
    /// whether it waited. An owner with any lock on the resource does not wait. Errors are those of
    /// [`LockOwner::lock`].
    #[inline]
    pub fn pass(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.manager.pass(&self.cell, resource, mode, &self.cancel)
    }

    /// Wakes the owner's wait, if there is one, to check its cancel flag. Does nothing else.
    pub fn wake(&self) {
        self.manager.wake(&self.cell);
    }
}

impl Drop for LockOwner {
    fn drop(&mut self) {
        if self.lent.take().is_some() {
            // Locks are left only if the lender has not taken them back.
            self.unlock_kept();
            return;
        }
        self.unlock_kept();
        self.manager.forget(self.cell.id);
    }
}
