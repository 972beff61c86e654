//! Lock waits: the waiting session, the blocking session and the resource, for
//! `sys.dm_exec_requests` and `sys.dm_os_waiting_tasks`.
//!
//! The entity of an index or a heap is its table's object id here, not the `hobt_id` that
//! `sys.dm_tran_locks` shows. Locks have no addresses; a digest takes the address's place. The
//! documentation doesn't describe a transaction lock (XACT); it is formatted like the others.

use crate::view::bytes;
use sluice_base::ids::SessionId;
use sluice_functions::sha1;
use sluice_session::{Host, ViewContext};
use sluice_txn::{HeldLock, LockManager, LockMode, LockStatus, Resource};
use sluice_types::Value;

/// A session that waits for a lock.
pub(crate) struct Blocked {
    session: SessionId,
    /// The blocking session.
    pub(crate) blocker: SessionId,
    resource: Resource,
    /// The mode in which the blocker holds or requests the lock.
    held: LockMode,
}

/// Returns the sessions that wait for a lock, each with one blocker: the first holder of a
/// conflicting lock, or an earlier waiter for the same lock. A wait for a transaction is blocked by
/// its session, in whichever database it is. A waiter whose blocker has gone meanwhile is left out.
pub(crate) fn blocked(context: &ViewContext<'_>) -> Vec<Blocked> {
    let manager = &context.database.storage.locks;
    let locks = manager.inventory();
    let mut found = Vec::new();
    for (place, waiting) in locks.iter().enumerate().filter(|(_, lock)| lock.status != LockStatus::Granted) {
        let blocker = match waiting.resource {
            Resource::Transaction(database, txn) => {
                let database = context.host.database_by_id(context.host.id_of_storage(database));
                let writers = database.map(|database| database.storage.active_transactions()).unwrap_or_default();
                let writer = writers.into_iter().find(|(id, _)| *id == txn);
                writer.map(|(_, owner)| (manager.session_of(owner).0, LockMode::Exclusive))
            }
            resource => {
                let stands_in_the_way = |(other, lock): &(usize, &HeldLock)| {
                    lock.resource == resource
                        && lock.session != waiting.session
                        && (lock.status == LockStatus::Granted || *other < place)
                        && !waiting.mode.is_compatible(lock.mode)
                };
                locks.iter().enumerate().find(stands_in_the_way).map(|(_, lock)| (lock.session, lock.mode))
            }
        };
        let (session, resource) = (waiting.session, shown(context.host, waiting.resource));
        found.extend(blocker.map(|(blocker, held)| Blocked { session, blocker, resource, held }));
    }
    found
}

/// Returns the identifier of a session's lock request, documented as an address: the
/// `lock_owner_address` of `sys.dm_tran_locks`, and the `resource_address` of the waiting task in
/// `sys.dm_os_waiting_tasks`. `resource` has the database's id as users know it.
pub(crate) fn request_address(session: SessionId, resource: Resource, is_granted: bool) -> Value {
    let request = format!("{} {resource:?} {is_granted}", session.0);
    bytes(sha1(request.as_bytes())[..ADDRESS_BYTES].to_vec())
}

/// Returns a locked resource with the id of its database, as users know it, instead of its
/// storage's.
pub(crate) fn shown(host: &dyn Host, resource: Resource) -> Resource {
    resource.in_database(host.id_of_storage(resource.database()))
}

/// Returns the lock wait of `session` among `blocked`. `None` if it doesn't wait for a lock.
pub(crate) fn blocked_of(blocked: &[Blocked], session: SessionId) -> Option<&Blocked> {
    blocked.iter().find(|blocked| blocked.session == session)
}

impl Blocked {
    /// Returns the `resource_address` of `sys.dm_os_waiting_tasks`.
    pub(crate) fn resource_address(&self) -> Value {
        request_address(self.session, self.resource, false)
    }

    /// Returns the `resource_description` of `sys.dm_os_waiting_tasks`
    /// (`sys-dm-os-waiting-tasks-transact-sql.md`, "resource_description column").
    pub(crate) fn description(&self, manager: &LockManager) -> String {
        self.resource.description(&self.application_name(manager)).text(self.held)
    }

    /// Returns the `wait_resource` of `sys.dm_exec_requests`.
    pub(crate) fn wait_resource(&self, manager: &LockManager) -> String {
        self.resource.wait_resource(&self.application_name(manager))
    }

    fn application_name(&self, manager: &LockManager) -> Box<str> {
        manager.application_name(self.resource).unwrap_or_default()
    }
}

/// The size of an address.
const ADDRESS_BYTES: usize = 8;
