//! Who owns locks: a session's transaction, across all databases that it uses.
//!
//! The owner remembers what it has, so that a lock that it has already costs a look into its own memory, and giving all
//! back asks nobody else unless the table knows of it (rule 2 of the parent).

use super::held::Held;
use super::manager::LockManager;
use super::mode::LockMode;
use super::resource::Resource;
use crate::error::StorageError;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// An owner of locks; never given again while the instance runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OwnerId(pub(crate) u64);

impl OwnerId {
    /// Nobody who could wait: a transaction of the engine's own.
    pub(crate) const NONE: OwnerId = OwnerId(0);
}

/// The locks of one owner. Whoever holds it locks, waits and gives back, one thing at a time; it is dropped with nothing left.
#[derive(Debug)]
pub struct LockOwner {
    manager: Arc<LockManager>,
    cell: Arc<OwnerCell>,
    held: RefCell<Held>,
    cancel: Arc<AtomicBool>,
    /// How often it has given something back.
    given_back: Cell<u64>,
    /// Of what is lent: how many databases, tables and names its lender had. Those stay.
    lent: Option<usize>,
}

/// What others see of an owner.
#[derive(Debug)]
pub(super) struct OwnerCell {
    pub(super) id: OwnerId,
    /// Its weak locks that the table does not know of.
    pub(super) weak: Mutex<WeakLocks>,
    /// Bytes of log that its transaction would need for its rollback; the price of making it a victim.
    pub(super) log_used: AtomicU64,
    /// Of several in a deadlock the one of least priority gives way, whatever it costs. Shifted, so that none is below zero.
    pub(super) priority: AtomicU32,
    /// The session that it is of, and of what in it; 0 if of none.
    pub(super) session: AtomicU32,
    /// How long each of its waits may take, in nanoseconds; [`NO_LIMIT`]: as long as it takes.
    limit_ns: AtomicU64,
    /// Notified, under the table's lock, when its wait is over.
    pub(super) woken: Condvar,
}

/// The weak locks of an owner (rule 2).
#[derive(Default, Debug)]
pub(super) struct WeakLocks {
    pub(super) locks: Vec<(Resource, LockMode)>,
    /// The table knows of locks of this owner.
    pub(super) in_table: bool,
}

impl LockOwner {
    pub(super) fn new(manager: Arc<LockManager>, id: OwnerId, cancel: Arc<AtomicBool>) -> LockOwner {
        let cell = OwnerCell {
            id,
            weak: Mutex::new(WeakLocks::default()),
            log_used: AtomicU64::new(0),
            priority: AtomicU32::new(PRIORITY_ZERO),
            session: AtomicU32::new(0),
            limit_ns: AtomicU64::new(NO_LIMIT),
            woken: Condvar::new(),
        };
        LockOwner {
            manager,
            cell: Arc::new(cell),
            held: RefCell::default(),
            cancel,
            given_back: Cell::new(0),
            lent: None,
        }
    }

    /// The same owner, with all that it has, for somebody who works within what it does. It does nothing itself until it has taken that back.
    pub fn lend(&self) -> LockOwner {
        let held = self.held.take();
        LockOwner {
            manager: Arc::clone(&self.manager),
            cell: Arc::clone(&self.cell),
            lent: Some(held.whole_count()),
            held: RefCell::new(held),
            cancel: Arc::clone(&self.cancel),
            given_back: self.given_back.clone(),
        }
    }

    /// Takes back what it has lent, with what has been locked meanwhile.
    pub fn take_back(&self, lent: LockOwner) {
        self.held.replace(lent.held.take());
        self.given_back.set(lent.given_back.get());
    }

    /// A handle that waits as this owner and takes no lock.
    pub fn gate(&self) -> LockGate {
        let (manager, cell, cancel) = (Arc::clone(&self.manager), Arc::clone(&self.cell), Arc::clone(&self.cancel));
        LockGate { manager, cell, cancel }
    }

    /// As [`LockGate::pass`].
    #[inline]
    pub fn pass(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.manager.pass(&self.cell, resource, mode, &self.cancel)
    }

    /// Its id.
    #[inline]
    pub fn id(&self) -> OwnerId {
        self.cell.id
    }

    /// Waits until it may have `resource` in `mode`, besides what it has of it already. Whether it had less before. `Deadlock` when it
    /// is chosen to give way: its transaction is to be rolled back. `Cancelled` when its cancel flag is raised, `LockTimeout`
    /// when it waited as long as it may, `OutOfLocks` when there is no memory for one more.
    #[inline]
    pub fn lock(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.lock_within(resource, mode, self.limit())
    }

    /// As [`LockOwner::lock`], for at most `limit`: `LockTimeout` then. With a limit of zero nothing is waited for.
    #[inline]
    pub fn lock_within(
        &self,
        resource: Resource,
        mode: LockMode,
        limit: Option<Duration>,
    ) -> Result<bool, StorageError> {
        let mut held = self.held.borrow_mut();
        let before = held.mode_of(resource);
        if before.is_some_and(|before| before.covers(mode)) {
            return Ok(false);
        }
        let total = before.map_or(mode, |before| before.joined(mode));
        let quick = total.is_weak() && self.manager.lock_weak(&self.cell, resource, total, before.is_none());
        if !quick {
            if let Some((database, object)) = resource.part_of()
                && held.flag(database, object)
            {
                // Before the lock is asked for (rule 5).
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

    /// Gives one resource back; not one that its lender had.
    pub fn unlock(&self, resource: Resource) {
        let mut held = self.held.borrow_mut();
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
        self.given_back.set(self.given_back.get() + 1);
    }

    /// How often it has given back databases, tables or names. As long as that stays, whoever has taken such locks has them still.
    #[inline]
    pub fn given_back(&self) -> u64 {
        self.given_back.get()
    }

    /// Gives back the pages, rows and keys of a table that it has no stronger than `mode`: it has the whole table so now.
    pub fn unlock_parts(&self, database: DatabaseId, object: ObjectId, mode: LockMode) {
        let given_back = self.held.borrow_mut().remove_parts(database, object, mode);
        self.manager.unlock(self.cell.id, given_back.into_iter());
    }

    /// Gives everything back but what it keeps; nothing, where it is lent.
    #[inline]
    pub fn unlock_all(&self) {
        if self.lent.is_some() {
            return;
        }
        self.cell.log_used.store(0, Ordering::Relaxed);
        let mut held = self.held.borrow_mut();
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

    /// Keeps a resource, which the table knows of, when everything is given back; or does so no more.
    pub fn keep(&self, resource: Resource, keep: bool) {
        self.held.borrow_mut().keep(resource, keep);
    }

    /// Gives back even what it keeps.
    pub fn unlock_kept(&self) {
        self.held.borrow_mut().keep_nothing();
        self.unlock_all();
    }

    /// How it has the resource.
    pub fn mode_of(&self, resource: Resource) -> Option<LockMode> {
        self.held.borrow().mode_of(resource)
    }

    /// Whether it has, or has asked for, locks on pages, rows or keys of the table.
    pub fn has_parts_of(&self, resource: Resource) -> bool {
        let Resource::Object(database, object) = resource else { return false };
        self.held.borrow().is_flagged(database, object)
    }

    /// How many bytes of log its transaction would need for its rollback: the price at which it gives way in a deadlock.
    #[inline]
    pub fn set_log_used(&self, bytes: u64) {
        self.cell.log_used.store(bytes, Ordering::Relaxed);
    }

    /// Which of several in a deadlock gives way: one of the least priority. 0 unless set.
    pub fn set_priority(&self, priority: i16) {
        self.cell.priority.store(PRIORITY_ZERO.saturating_add_signed(priority.into()), Ordering::Relaxed);
    }

    /// Says for the views whose locks these are: of the session's transaction, or of its use of a database.
    pub fn belongs_to(&self, session: SessionId, is_transaction: bool) {
        self.cell.session.store(u32::from(session.0) << 1 | u32::from(is_transaction), Ordering::Relaxed);
    }

    /// How long each of its waits may take now; none: as long as it takes.
    #[inline]
    pub fn limit(&self) -> Option<Duration> {
        self.cell.limit()
    }

    /// How long each of its waits may take from now on; none: as long as it takes.
    pub fn set_wait_limit(&mut self, limit: Option<Duration>) {
        let limit_ns = limit.map_or(NO_LIMIT, |limit| u64::try_from(limit.as_nanos()).unwrap_or(NO_LIMIT));
        self.cell.limit_ns.store(limit_ns, Ordering::Relaxed);
    }

    pub(crate) fn manager(&self) -> &Arc<LockManager> {
        &self.manager
    }

    pub(super) fn cell(&self) -> &Arc<OwnerCell> {
        &self.cell
    }

    pub(super) fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

/// Waits as an owner does, for what others hold, and takes nothing. Whoever runs for the owner may have one: it finds deadlocks with
/// what the owner holds.
#[derive(Clone, Debug)]
pub struct LockGate {
    manager: Arc<LockManager>,
    cell: Arc<OwnerCell>,
    cancel: Arc<AtomicBool>,
}

impl LockGate {
    /// Waits until nobody else has the resource in a mode that excludes `mode`; whether it has waited. An owner that has the resource
    /// itself does not wait. Errors as of [`LockOwner::lock`].
    #[inline]
    pub fn pass(&self, resource: Resource, mode: LockMode) -> Result<bool, StorageError> {
        self.manager.pass(&self.cell, resource, mode, &self.cancel)
    }
}

impl OwnerCell {
    #[inline]
    pub(super) fn limit(&self) -> Option<Duration> {
        let limit_ns = self.limit_ns.load(Ordering::Relaxed);
        (limit_ns != NO_LIMIT).then(|| Duration::from_nanos(limit_ns))
    }
}

impl Drop for LockOwner {
    fn drop(&mut self) {
        if self.lent.take().is_some() {
            // Only if nobody has taken it back is there anything left.
            self.unlock_kept();
            return;
        }
        self.unlock_kept();
        self.manager.forget(self.cell.id);
    }
}

/// The limit of an owner that waits as long as it takes.
const NO_LIMIT: u64 = u64::MAX;
/// Where the priority 0 lies.
const PRIORITY_ZERO: u32 = 1 << 16;
