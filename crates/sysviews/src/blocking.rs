//! Who waits for a lock, and who has it: as `sys.dm_exec_requests` and `sys.dm_os_waiting_tasks` tell it.

use sluice_base::ids::SessionId;
use sluice_exec::ViewContext;
use sluice_txn::{HeldLock, LockStatus, Resource};

/// The sessions that wait for a lock, each with the one that keeps it from it: who has what it wants in a way that does not go with that, or who was there
/// before it and wants the same.
pub(crate) fn blocked(context: &ViewContext<'_>) -> Vec<(SessionId, SessionId)> {
    let manager = &context.database.storage.locks;
    let locks = manager.inventory();
    let mut found = Vec::new();
    for (place, waiting) in locks.iter().enumerate().filter(|(_, lock)| lock.status != LockStatus::Granted) {
        let blocker = match waiting.resource {
            Resource::Transaction(database, txn) => {
                let database = context.host.database_by_id(database);
                let writers = database.map(|database| database.storage.active_transactions()).unwrap_or_default();
                writers.into_iter().find(|(id, _)| *id == txn).map(|(_, owner)| manager.session_of(owner).0)
            }
            resource => {
                let stands_in_the_way = |(other, lock): &(usize, &HeldLock)| {
                    lock.resource == resource
                        && lock.session != waiting.session
                        && (lock.status == LockStatus::Granted || *other < place)
                        && !waiting.mode.is_compatible(lock.mode)
                };
                locks.iter().enumerate().find(stands_in_the_way).map(|(_, lock)| lock.session)
            }
        };
        found.extend(blocker.map(|blocker| (waiting.session, blocker)));
    }
    found
}

/// Who keeps `session` from its lock, among those.
pub(crate) fn blocker_of(blocked: &[(SessionId, SessionId)], session: SessionId) -> Option<SessionId> {
    blocked.iter().find(|(waiting, _)| *waiting == session).map(|(_, blocker)| *blocker)
}
