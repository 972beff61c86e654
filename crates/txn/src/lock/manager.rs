//! The instance's lock manager: one table of queues and waits for all databases and sessions.

use super::deadlock::{self, Deadlock, Process, ProcessFacts};
use super::facts::LockFacts;
use super::graph::cycle_through;
use super::inventory::{HeldLock, LockStatus};
use super::mode::LockMode;
use super::owner::LockOwner;
use super::owner_cell::{OwnerCell, OwnerId, PRIORITY_ZERO};
use super::queue::{Lock, Queue};
use super::resource::Resource;
use super::statistics::{LOCK_COUNTS, LockStatistics, StatisticsByType};
use crate::error::StorageError;
use sluice_base::events::{self, Context};
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId, TxnId};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::room::Room;
use sluice_base::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use sluice_base::waits::{WaitType, Waits};
use sluice_base::work_counts::{self, WorkCount};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

/// The lock manager of an instance. `main` has all queues of waited-for or strong locks; weak locks
/// are with their owners (`owner_cell`). `room` accounts the memory of row, page and key locks.
pub struct LockManager {
    pub(super) main: Mutex<Main>,
    /// Counts of strong locks and requests on objects, by a hash of the object (rule 2).
    strong: Vec<AtomicU32>,
    /// Counts of owners with locks or requests on parts of an object, by a hash of the object (rule
    /// 5).
    flags: Vec<AtomicU32>,
    next_owner: AtomicU64,
    pub(super) waits: Arc<Waits>,
    room: Room,
    /// The instance, for reports.
    pub(super) facts: OnceLock<Weak<dyn LockFacts>>,
    /// The lock memory, in bytes, from which on tables are locked instead of their rows.
    pressed_from: u64,
    /// Tables with LOCK_ESCALATION = DISABLE.
    without_escalation: Mutex<BTreeSet<(DatabaseId, ObjectId)>>,
}

#[derive(Default)]
pub(super) struct Main {
    queues: HashMap<Resource, Queue>,
    pub(super) owners: HashMap<OwnerId, Arc<OwnerCell>>,
    /// In the order of owner ids, so that the simulator wakes waiters in a deterministic order.
    waiting: BTreeMap<OwnerId, Wait>,
    waits_begun: u64,
    deadlocks: u64,
    statistics: StatisticsByType,
    /// The names of application locks in the queues.
    pub(super) names: HashMap<Resource, Box<str>>,
}

struct Wait {
    on: WaitFor,
    state: State,
    /// The position in the order in which waits began.
    number: u64,
    /// The start on the monotonic clock.
    since_ns: u64,
    /// The waiting session's facts, for the report of a deadlock.
    context: Option<Arc<dyn Context>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WaitFor {
    /// The owner's request in the queue of the resource.
    Lock(Resource),
    /// The end of a transaction that `holder` owns.
    Transaction { database: DatabaseId, txn: TxnId, holder: OwnerId },
}

impl WaitFor {
    fn request_count(self) -> WorkCount {
        match self {
            WaitFor::Lock(resource) => resource.request_count(),
            WaitFor::Transaction { .. } => WorkCount::TransactionLock,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    /// The lock is granted, or the transaction has ended.
    Over,
    /// Chosen as the deadlock victim; its request is withdrawn.
    Victim,
}

impl LockManager {
    /// Creates a lock manager. Waits are counted in `waits`; memory comes from `broker`. From a
    /// given share of the broker's limit on, statements lock tables instead of rows.
    pub fn new(waits: Arc<Waits>, broker: &Arc<MemoryBroker>) -> Arc<LockManager> {
        let cells = || (0..OBJECT_CELLS).map(|_| AtomicU32::new(0)).collect();
        Arc::new(LockManager {
            main: Mutex::default(),
            without_escalation: Mutex::default(),
            strong: cells(),
            flags: cells(),
            next_owner: AtomicU64::new(1),
            waits,
            room: Room::new(broker, Clerk::LockManager),
            facts: OnceLock::new(),
            pressed_from: broker.limit() / 100 * PRESSED_FROM_PERCENT,
        })
    }

    /// Creates an owner. Its waits end with an error when `cancel` is raised.
    pub fn owner(self: &Arc<LockManager>, cancel: Arc<AtomicBool>) -> LockOwner {
        let id = OwnerId(self.next_owner.fetch_add(1, Ordering::Relaxed));
        let owner = LockOwner::new(self.clone(), id, cancel);
        self.main.lock().owners.insert(id, owner.cell().clone());
        owner
    }

    /// Whether an owner may hold or request locks on pages, rows or keys of the table: one relaxed
    /// load. False is certain under the conditions of rule 5.
    #[inline]
    pub fn is_flagged(&self, database: DatabaseId, object: ObjectId) -> bool {
        self.flags[object_cell(database, object)].load(Ordering::Relaxed) != 0
    }

    /// Whether `owner` would have to wait for the resource, given the locks it holds on it. Does
    /// not wait, so it may be called under a latch. Only strong locks and the requests beside them
    /// are found; a weak lock is recorded with its owner alone (rule 2).
    pub fn excludes(&self, resource: Resource, mode: LockMode, owner: OwnerId) -> bool {
        self.excludes_any(&[(resource, mode)], owner)
    }

    /// Checks as [`LockManager::excludes`] does, for any of several resources. All are checked
    /// under one latch of the table, so the answer is of one moment. False without resources.
    pub fn excludes_any(&self, wanted: &[(Resource, LockMode)], owner: OwnerId) -> bool {
        let main = self.main.lock();
        let excludes = |(resource, mode): &(Resource, LockMode)| {
            main.queues.get(resource).is_some_and(|queue| queue.excludes(owner, *mode))
        };
        wanted.iter().any(excludes)
    }

    /// Whether locks take so much memory that statements should lock tables instead of rows
    /// (`relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`, "Lock
    /// escalation thresholds").
    pub fn is_pressed(&self) -> bool {
        self.room.used() > self.pressed_from
    }

    /// Sets whether a statement's locks within the table may be replaced by a lock on the table:
    /// LOCK_ESCALATION.
    pub fn set_escalation(&self, database: DatabaseId, object: ObjectId, escalates: bool) {
        let mut fixed = self.without_escalation.lock();
        if escalates {
            fixed.remove(&(database, object))
        } else {
            fixed.insert((database, object))
        };
    }

    /// Whether a statement's locks within the table may be replaced by a lock on the table.
    #[cold]
    pub fn escalates(&self, database: DatabaseId, object: ObjectId) -> bool {
        !self.without_escalation.lock().contains(&(database, object))
    }

    /// Reserves memory for one more lock.
    #[inline]
    pub(super) fn charge(&self) -> Result<(), StorageError> {
        self.room.take(LOCK_BYTES).map_err(|_| StorageError::OutOfLocks)
    }

    /// Releases the memory of `locks` locks.
    #[inline]
    pub(super) fn discharge(&self, locks: usize) {
        if locks > 0 {
            self.room.sub(LOCK_BYTES * locks as u64);
        }
    }

    /// Returns every lock and every request, in no order. A row's writer has no entry. Waits for
    /// the end of a transaction are listed with the transaction as resource. The table's latch is
    /// held meanwhile. An owner without a session has session 0.
    pub fn inventory(&self) -> Vec<HeldLock> {
        let main = self.main.lock();
        let mut found = Vec::new();
        let mut add = |owner: OwnerId, resource, mode, status| {
            let session = main.owners.get(&owner).map_or(0, |cell| cell.session.load(Ordering::Relaxed));
            let (session, is_transaction) = (SessionId((session >> 1) as u16), session & 1 == 1);
            found.push(HeldLock { resource, mode, status, owner, session, is_transaction });
        };
        main.queues.iter().for_each(|(resource, queue)| {
            queue.visit(|lock, status| add(lock.owner, *resource, lock.mode, status));
        });
        main.owners.values().for_each(|cell| {
            let weak = cell.weak.lock();
            weak.locks.iter().for_each(|(resource, mode)| add(cell.id, *resource, *mode, LockStatus::Granted));
        });
        for (owner, wait) in &main.waiting {
            if let WaitFor::Transaction { database, txn, .. } = wait.on {
                add(*owner, Resource::Transaction(database, txn), LockMode::Shared, LockStatus::Waiting);
            }
        }
        found
    }

    /// Returns the statistics of the waits for locks, by the kind of the request.
    pub fn statistics(&self) -> [(WorkCount, LockStatistics); LOCK_COUNTS.len()] {
        let statistics = self.main.lock().statistics;
        std::array::from_fn(|kind| (LOCK_COUNTS[kind], statistics[kind]))
    }

    /// Returns the session of an owner (0 without a session), and whether the owner is its
    /// transaction.
    pub fn session_of(&self, owner: OwnerId) -> (SessionId, bool) {
        let main = self.main.lock();
        let session = main.owners.get(&owner).map_or(0, |cell| cell.session.load(Ordering::Relaxed));
        (SessionId((session >> 1) as u16), session & 1 == 1)
    }

    /// Records the application's name for a resource while it is held or waited for, for the views.
    /// Does nothing if no lock or request on the resource is in the table; the first name stays.
    pub fn name_application(&self, resource: Resource, name: &str) {
        let mut main = self.main.lock();
        if main.queues.contains_key(&resource) {
            main.names.entry(resource).or_insert_with(|| name.into());
        }
    }

    /// Returns the application's name for a resource that is held; `None` for a free one and for
    /// resources of other kinds.
    pub fn application_name(&self, resource: Resource) -> Option<Box<str>> {
        self.main.lock().names.get(&resource).cloned()
    }

    /// Counts an owner that has locks on parts of the object. Objects with equal hashes share a
    /// counter.
    pub(super) fn flag(&self, database: DatabaseId, object: ObjectId) {
        self.flags[object_cell(database, object)].fetch_add(1, Ordering::Relaxed);
    }

    /// Reverses one call of [`LockManager::flag`].
    pub(super) fn unflag(&self, database: DatabaseId, object: ObjectId) {
        self.flags[object_cell(database, object)].fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the number of waiting owners.
    pub fn waiting(&self) -> usize {
        self.main.lock().waiting.len()
    }

    /// Grants a weak lock by recording it with its owner alone. Returns false if the table must be
    /// used (rule 2): while a strong lock or request on the resource (or on one with the same hash)
    /// exists, or if the owner's lock is already in the table. `is_first` means that the owner has
    /// no lock on the resource yet.
    #[inline]
    pub(super) fn lock_weak(&self, cell: &OwnerCell, resource: Resource, mode: LockMode, is_first: bool) -> bool {
        let Some(strong) = self.strong_cell(resource) else { return false };
        let mut weak = cell.weak.lock();
        // A requester of a strong lock counts itself first and then takes this lock. So it finds
        // this entry, or its count is seen here.
        if strong.load(Ordering::Relaxed) != 0 {
            return false;
        }
        match weak.locks.iter_mut().find(|(held, _)| *held == resource) {
            Some(lock) => lock.1 = mode,
            None if is_first => weak.locks.push((resource, mode)),
            None => return false,
        }
        true
    }

    /// Takes a lock through the table, waiting if needed. `limit` is the longest wait: zero fails
    /// at once with `LockTimeout`, `None` waits without end. Also fails as deadlock victim, or if
    /// `cancel` is set; then no request stays behind. The owner's record isn't changed here.
    pub(super) fn lock(
        &self,
        cell: &OwnerCell,
        resource: Resource,
        mode: LockMode,
        limit: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<(), StorageError> {
        let counted = self.strong_cell(resource).filter(|_| !mode.is_weak());
        if let Some(strong) = counted {
            strong.fetch_add(1, Ordering::SeqCst);
        }
        let mut main = self.main.lock();
        main.take_in(resource, cell, counted.is_some());
        let queue = main.queues.entry(resource).or_default();
        let was_counted = queue.mode_of(cell.id).is_some_and(|held| !held.is_weak());
        let outcome = match queue.request(cell.id, mode) {
            true => Ok(()),
            false if limit == Some(Duration::ZERO) => {
                main.withdraw(resource, cell.id);
                main.statistics[resource.request_count() as usize].timeouts += 1;
                self.report_timeout(main, cell, (resource, mode), 0);
                Err(StorageError::LockTimeout)
            }
            false => self.wait(main, cell, WaitFor::Lock(resource), mode.wait_type(), limit, cancel),
        };
        // A strong lock counts once, however often it is converted.
        if let Some(strong) = counted.filter(|_| was_counted || outcome.is_err()) {
            strong.fetch_sub(1, Ordering::SeqCst);
        }
        outcome
    }

    /// Waits until no other owner holds the resource in a mode that conflicts with `mode`, without
    /// taking a lock. Returns whether it waited. An owner with any lock on the resource does not
    /// wait. `cancel` and the owner's own wait limit end the wait with an error. It is done by
    /// taking the lock and giving it back.
    pub(super) fn pass(
        &self,
        cell: &OwnerCell,
        resource: Resource,
        mode: LockMode,
        cancel: &AtomicBool,
    ) -> Result<bool, StorageError> {
        if self.strong_cell(resource).is_some_and(|strong| strong.load(Ordering::SeqCst) == 0) {
            return Ok(false);
        }
        let main = self.main.lock();
        let is_excluded = main
            .queues
            .get(&resource)
            .is_some_and(|queue| queue.mode_of(cell.id).is_none() && queue.excludes(cell.id, mode));
        drop(main);
        if !is_excluded {
            return Ok(false);
        }
        if resource.is_charged() {
            self.charge()?;
        }
        match self.lock(cell, resource, mode, cell.limit(), cancel) {
            Ok(()) => self.unlock(cell.id, std::iter::once(resource)),
            Err(error) => {
                self.discharge(usize::from(resource.is_charged()));
                return Err(error);
            }
        }
        Ok(true)
    }

    /// Releases locks that are in the table. Grants what waits for them, and gives back the memory
    /// of row, page and key locks. Resources without a lock of the owner are skipped.
    pub(super) fn unlock(&self, owner: OwnerId, resources: impl Iterator<Item = Resource>) {
        let mut main = self.main.lock();
        let mut charged = 0;
        for resource in resources {
            let Some(queue) = main.queues.get_mut(&resource) else { continue };
            let Some(mode) = queue.mode_of(owner) else { continue };
            queue.release(owner);
            main.advance(resource);
            charged += usize::from(resource.is_charged());
            if let Some(strong) = self.strong_cell(resource).filter(|_| !mode.is_weak()) {
                strong.fetch_sub(1, Ordering::SeqCst);
            }
        }
        main.shrink();
        drop(main);
        self.discharge(charged);
    }

    /// Removes an owner without locks.
    pub(super) fn forget(&self, owner: OwnerId) {
        self.main.lock().owners.remove(&owner);
    }

    /// Waits until the transaction `txn` of `holder` has ended. `is_active` is called under the
    /// table's lock. The end of the transaction makes `is_active` return false before it calls
    /// [`LockManager::transaction_ended`]. Fails with `LockTimeout`, at once if the owner's limit
    /// is zero, and with `Deadlock` and `Cancelled`.
    pub(crate) fn wait_for_transaction(
        &self,
        owner: &LockOwner,
        (database, txn, holder): (DatabaseId, TxnId, OwnerId),
        wait_type: WaitType,
        is_active: impl Fn() -> bool,
    ) -> Result<(), StorageError> {
        let mut main = self.main.lock();
        if !is_active() {
            return Ok(());
        }
        work_counts::count(WorkCount::TransactionLock);
        let limit = owner.limit();
        if limit == Some(Duration::ZERO) {
            main.statistics[WorkCount::TransactionLock as usize].timeouts += 1;
            let resource = Resource::Transaction(database, txn);
            self.report_timeout(main, owner.cell(), (resource, LockMode::Shared), 0);
            return Err(StorageError::LockTimeout);
        }
        let on = WaitFor::Transaction { database, txn, holder };
        self.wait(main, owner.cell(), on, wait_type, limit, owner.cancel())
    }

    /// Wakes the waiters for the end of the transaction. They check again for themselves whether
    /// the row is free. Does nothing if nobody waits.
    pub(crate) fn transaction_ended(&self, database: DatabaseId, txn: TxnId) {
        let mut main = self.main.lock();
        let Main { waiting, owners, .. } = &mut *main;
        for (owner, wait) in waiting.iter_mut() {
            let is_it =
                matches!(wait.on, WaitFor::Transaction { database: d, txn: t, .. } if (d, t) == (database, txn));
            if is_it && wait.state == State::Waiting {
                wait.state = State::Over;
                notify(owners, *owner);
            }
        }
    }

    /// Wakes the owner's wait, if there is one: its cancel flag was raised.
    pub(super) fn wake(&self, cell: &OwnerCell) {
        let main = self.main.lock();
        if main.waiting.contains_key(&cell.id) {
            cell.woken.notify_one();
        }
    }

    /// Waits until the condition `on` holds. The caller's request is in its queue.
    fn wait<'m>(
        &'m self,
        mut main: MutexGuard<'m, Main>,
        cell: &OwnerCell,
        on: WaitFor,
        wait_type: WaitType,
        limit: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<(), StorageError> {
        let wanted = main.requested(on, cell.id);
        let guard = self.waits.begin(wait_type);
        let since_ns = self.waits.clock().monotonic_ns();
        main.waits_begun += 1;
        let number = main.waits_begun;
        let context = events::current();
        main.waiting.insert(cell.id, Wait { on, state: State::Waiting, number, since_ns, context });
        let deadlocks = main.resolve_deadlocks(cell.id, &self.waits);
        if !deadlocks.is_empty() {
            // Reports ask the instance for names, which takes other locks.
            drop(main);
            let facts = self.facts();
            deadlocks.into_iter().for_each(|found| deadlock::report(self.waits.events(), facts.as_deref(), found));
            main = self.main.lock();
        }
        let mut reports = 0;
        let outcome = loop {
            let waited = Duration::from_nanos(self.waits.clock().monotonic_ns().saturating_sub(since_ns));
            match main.waiting[&cell.id].state {
                State::Over => break Ok(()),
                State::Victim => break Err(StorageError::Deadlock),
                State::Waiting if cancel.load(Ordering::Relaxed) => break Err(StorageError::Cancelled),
                State::Waiting if limit.is_some_and(|limit| waited >= limit) => break Err(StorageError::LockTimeout),
                State::Waiting if self.is_report_due(waited, reports) => {
                    reports += 1;
                    main = self.report_blocked(main, cell, waited);
                }
                State::Waiting => {
                    let left = limit.map_or(WAIT_STEP, |limit| WAIT_STEP.min(limit - waited));
                    main = cell.woken.wait_timeout(main, left);
                }
            }
        };
        main.waiting.remove(&cell.id);
        if let (Err(_), WaitFor::Lock(resource)) = (&outcome, on) {
            main.withdraw(resource, cell.id);
        }
        let took_ns = guard.end();
        main.statistics[on.request_count() as usize].add_wait(took_ns, &outcome);
        if matches!(outcome, Err(StorageError::LockTimeout)) {
            self.report_timeout(main, cell, wanted, took_ns);
        }
        outcome
    }

    /// Returns the counter of strong locks on the resource, or `None` if its weak locks are always
    /// in the table.
    #[inline]
    fn strong_cell(&self, resource: Resource) -> Option<&AtomicU32> {
        match resource {
            Resource::Object(database, object) => self.strong.get(object_cell(database, object)),
            Resource::Metadata(database, _, hash) => {
                self.strong.get(object_cell(database, ObjectId((hash ^ (hash >> 32)) as i32)))
            }
            _ => None,
        }
    }
}

impl Main {
    /// Moves the owner's weak lock on the resource into its queue. Before a strong request, moves
    /// the locks of all owners.
    fn take_in(&mut self, resource: Resource, cell: &OwnerCell, of_all_owners: bool) {
        let Main { queues, owners, .. } = self;
        let queue = queues.entry(resource).or_default();
        let mut take = |cell: &OwnerCell, is_asking: bool| {
            let mut weak = cell.weak.lock();
            let place = weak.locks.iter().position(|(held, _)| *held == resource);
            weak.in_table |= is_asking || place.is_some();
            if let Some(place) = place {
                let (_, mode) = weak.locks.swap_remove(place);
                queue.admit(Lock { owner: cell.id, mode });
            }
        };
        take(cell, true);
        if of_all_owners {
            owners.values().filter(|other| other.id != cell.id).for_each(|other| take(other, false));
        }
    }

    /// Frees the memory of queues after many locks are gone.
    fn shrink(&mut self) {
        let (count, room) = (self.queues.len(), self.queues.capacity());
        if room > QUEUES_KEPT && count < room / 8 {
            self.queues.shrink_to((2 * count).max(QUEUES_KEPT / 2));
        }
    }

    /// Withdraws a request and grants the requests behind it that no longer wait.
    fn withdraw(&mut self, resource: Resource, owner: OwnerId) {
        if let Some(queue) = self.queues.get_mut(&resource) {
            queue.withdraw(owner);
        }
        self.advance(resource);
    }

    /// Grants the requests that no longer wait.
    fn advance(&mut self, resource: Resource) {
        let Main { queues, waiting, owners, names, .. } = self;
        let Some(queue) = queues.get_mut(&resource) else { return };
        queue.advance(|owner| {
            waiting.get_mut(&owner).expect("each owner in a queue waits").state = State::Over;
            notify(owners, owner);
        });
        if queue.is_empty() {
            queues.remove(&resource);
            names.remove(&resource);
        }
    }

    /// Returns the resource that an owner begins to wait for, and the mode.
    fn requested(&self, on: WaitFor, owner: OwnerId) -> (Resource, LockMode) {
        match on {
            WaitFor::Transaction { database, txn, .. } => (Resource::Transaction(database, txn), LockMode::Shared),
            WaitFor::Lock(resource) => {
                let mode = self.queues.get(&resource).and_then(|queue| queue.requested_by(owner));
                (resource, mode.unwrap_or(LockMode::Shared))
            }
        }
    }

    /// Returns what a waiting owner waits for, with the application's name for it.
    pub(super) fn request_of(&self, owner: OwnerId) -> Option<(Resource, Box<str>, LockMode)> {
        let (resource, wanted) = self.requested(self.waiting.get(&owner)?.on, owner);
        Some((resource, self.names.get(&resource).cloned().unwrap_or_default(), wanted))
    }

    /// Chooses deadlock victims until `start` waits in no cycle or is a victim itself (rule 4).
    /// Returns the deadlocks to report.
    fn resolve_deadlocks(&mut self, start: OwnerId, waits: &Waits) -> Vec<Deadlock> {
        let mut found = Vec::new();
        while self.waiting[&start].state == State::Waiting {
            let Some(cycle) = cycle_through(start, |owner| self.blockers(owner)) else { break };
            let price = |owner: &OwnerId| {
                let cell = self.owners.get(owner);
                let priority = cell.map_or(0, |cell| cell.priority.load(Ordering::Relaxed));
                let used = cell.map_or(0, |cell| cell.log_used.load(Ordering::Relaxed));
                (priority, used, std::cmp::Reverse(self.waiting.get(owner).map_or(0, |wait| wait.number)))
            };
            let victim = cycle.iter().copied().min_by_key(price).unwrap_or(start);
            self.deadlocks += 1;
            if waits.events().is_any_collected(deadlock::KINDS) {
                found.push(self.deadlock(&cycle, victim, waits.clock().monotonic_ns()));
            }
            let Some(wait) = self.waiting.get_mut(&victim) else { break };
            wait.state = State::Victim;
            let on = wait.on;
            notify(&self.owners, victim);
            if let WaitFor::Lock(resource) = on {
                self.withdraw(resource, victim);
            }
        }
        found
    }

    /// Describes a cycle of waits.
    #[cold]
    fn deadlock(&self, cycle: &[OwnerId], victim: OwnerId, now_ns: u64) -> Deadlock {
        let nexts = cycle.iter().cycle().skip(1);
        let processes = cycle.iter().zip(nexts).filter_map(|(owner, next)| self.process(*owner, *next, now_ns));
        Deadlock { number: self.deadlocks, victim, processes: processes.collect() }
    }

    /// Describes an owner that waits for `next`.
    fn process(&self, owner: OwnerId, next: OwnerId, now_ns: u64) -> Option<Process> {
        let (wait, cell) = (self.waiting.get(&owner)?, self.owners.get(&owner)?);
        let (resource, wanted, blocker) = match wait.on {
            WaitFor::Transaction { database, txn, .. } => {
                (Resource::Transaction(database, txn), LockMode::Shared, (LockMode::Exclusive, true))
            }
            WaitFor::Lock(resource) => {
                let queue = self.queues.get(&resource)?;
                let held = queue.mode_of(next).map(|mode| (mode, true));
                let blocker = held.or_else(|| Some((queue.requested_by(next)?, false)))?;
                (resource, queue.requested_by(owner)?, blocker)
            }
        };
        let session = SessionId((cell.session.load(Ordering::Relaxed) >> 1) as u16);
        Some(Process {
            owner,
            session,
            facts: ProcessFacts::from_context(wait.context.as_deref()),
            priority: i64::from(cell.priority.load(Ordering::Relaxed)) - i64::from(PRIORITY_ZERO),
            log_used: cell.log_used.load(Ordering::Relaxed),
            waited_ms: now_ns.saturating_sub(wait.since_ns) / NS_OF_MS,
            resource,
            resource_name: self.names.get(&resource).cloned().unwrap_or_default(),
            wanted,
            blocker,
        })
    }

    /// Returns the owners that this owner waits for.
    pub(super) fn blockers(&self, owner: OwnerId) -> Vec<OwnerId> {
        match self.waiting.get(&owner) {
            Some(Wait { on, state: State::Waiting, .. }) => match *on {
                WaitFor::Transaction { holder, .. } => vec![holder],
                WaitFor::Lock(resource) => {
                    self.queues.get(&resource).map_or(Vec::new(), |queue| queue.blockers_of(owner))
                }
            },
            _ => Vec::new(),
        }
    }
}

impl fmt::Debug for LockManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LockManager").finish_non_exhaustive()
    }
}

/// Returns the index of an object's counters. Two objects with one index only send each other to
/// the table.
#[inline]
fn object_cell(database: DatabaseId, object: ObjectId) -> usize {
    let hash = (object.0 as u32).wrapping_mul(HASH_FACTOR) ^ u32::from(database.0);
    (hash >> 7) as usize % OBJECT_CELLS
}

fn notify(owners: &HashMap<OwnerId, Arc<OwnerCell>>, owner: OwnerId) {
    if let Some(cell) = owners.get(&owner) {
        cell.woken.notify_one();
    }
}

/// The memory of a lock in bytes: its queue with some owners in a hash table at worst half empty,
/// and its owner's own entry.
const LOCK_BYTES: u64 =
    (2 * size_of::<(Resource, Queue)>() + 4 * size_of::<Lock>() + 2 * size_of::<(Resource, LockMode)>()) as u64;
/// The percentage of the instance's memory from which on [`LockManager::is_pressed`] is true.
const PRESSED_FROM_PERCENT: u64 = 24;
/// The capacity for queues that is always kept.
const QUEUES_KEPT: usize = 4096;
/// The number of counters that objects share.
const OBJECT_CELLS: usize = 1024;
const NS_OF_MS: u64 = 1_000_000;
const HASH_FACTOR: u32 = 0x9E37_79B1;
/// The interval at which a wait checks for a cancellation that didn't wake it.
const WAIT_STEP: Duration = Duration::from_millis(20);
