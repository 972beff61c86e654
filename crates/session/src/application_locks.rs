//! Application locks of a session: names that `sp_getapplock` locks for the session's transaction
//! or for the session.
//!
//! The lock manager knows one owner for both, so that a session never blocks itself and deadlocks
//! are found across all locks. This module records which of the two owns each lock, and how often.

use crate::access::Access;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_catalog::security::{PrincipalId, ids};
use sluice_txn::{LockMode, LockOwner, OwnerId, Resource};
use sluice_types::SqlError;

/// The application locks of a session. Session and transaction may both own one resource, each with
/// a count.
#[derive(Debug)]
pub struct ApplicationLocks {
    // The session's owner in the lock manager.
    owner: OwnerId,
    held: Mutex<Vec<Lock>>,
    // Whether the transaction owns any.
    in_transaction: AtomicBool,
}

/// The owner of an application lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ApplicationOwner {
    /// The transaction; its locks end with it.
    Transaction,
    /// The session.
    Session,
}

#[derive(Clone, Copy, Debug)]
struct Lock {
    resource: Resource,
    owner: ApplicationOwner,
    mode: LockMode,
    // Number of releases needed.
    count: u32,
}

impl ApplicationLocks {
    /// Returns an empty set for the session with these locks.
    pub fn new(locks: &LockOwner) -> ApplicationLocks {
        let (held, in_transaction) = (Mutex::default(), AtomicBool::new(false));
        ApplicationLocks { owner: locks.id(), held, in_transaction }
    }

    /// Returns the session's owner in the lock manager. It holds all locks of the session and of
    /// its transaction, not only the application locks.
    pub fn owner(&self) -> OwnerId {
        self.owner
    }

    /// The mode in which `owner` holds the resource. `None` if it doesn't hold it.
    pub fn mode_of(&self, resource: Resource, owner: ApplicationOwner) -> Option<LockMode> {
        let held = self.held.lock();
        held.iter().find(|lock| (lock.resource, lock.owner) == (resource, owner)).map(|lock| lock.mode)
    }

    /// Records that the lock manager has granted `resource` for `owner`. A lock that `owner` has
    /// already gets the stronger of both modes and one more count. A session's lock is kept at the
    /// end of the transaction.
    pub fn taken(&self, locks: &LockOwner, resource: Resource, mode: LockMode, owner: ApplicationOwner) {
        let mut held = self.held.lock();
        match held.iter_mut().find(|lock| (lock.resource, lock.owner) == (resource, owner)) {
            Some(lock) => (lock.mode, lock.count) = (lock.mode.joined(mode), lock.count + 1),
            None => held.push(Lock { resource, owner, mode, count: 1 }),
        }
        match owner {
            ApplicationOwner::Session => locks.keep(resource, true),
            ApplicationOwner::Transaction => self.in_transaction.store(true, Ordering::Relaxed),
        }
    }

    /// Releases the resource once. Returns false if `owner` doesn't hold it. The lock is given back
    /// when neither session nor transaction holds it any more.
    pub fn release(&self, locks: &LockOwner, resource: Resource, owner: ApplicationOwner) -> bool {
        let mut held = self.held.lock();
        let place = held.iter().position(|lock| (lock.resource, lock.owner) == (resource, owner));
        let Some(place) = place else { return false };
        held[place].count -= 1;
        if held[place].count == 0 {
            held.swap_remove(place);
            if owner == ApplicationOwner::Session {
                locks.keep(resource, false);
            }
            if held.iter().all(|lock| lock.resource != resource) {
                locks.unlock(resource);
            }
        }
        true
    }

    /// Releases the session's application locks. A resource that the transaction also holds stays
    /// locked. Their counts don't matter.
    pub fn release_sessions(&self, locks: &LockOwner) {
        let mut held = self.held.lock();
        let released: Vec<Resource> =
            held.extract_if(.., |lock| lock.owner == ApplicationOwner::Session).map(|lock| lock.resource).collect();
        for resource in released {
            locks.keep(resource, false);
            if held.iter().all(|lock| lock.resource != resource) {
                locks.unlock(resource);
            }
        }
    }

    /// Forgets the transaction's application locks, after it ended and the lock manager released
    /// them.
    #[inline]
    pub fn transaction_ended(&self) {
        if self.in_transaction.swap(false, Ordering::Relaxed) {
            self.held.lock().retain(|lock| lock.owner == ApplicationOwner::Session);
        }
    }

    /// Forgets all locks, after the session ended and the lock manager released them.
    pub fn session_ended(&self) {
        self.held.lock().clear();
    }
}

/// Returns the principal of a lock (`sp-getapplock-transact-sql.md`). Fails with 1202 if it doesn't
/// exist or the session isn't a member. dbo and members of db_owner count as members of every
/// principal.
pub fn principal(access: &Access, name: &str) -> Result<PrincipalId, SqlError> {
    let id = access.database().named(name).map(|known| known.id);
    let is_member = |id: &PrincipalId| {
        access.privileges().is_owner() || access.user.contains(&ids::DB_OWNER) || access.user.contains(id)
    };
    id.filter(is_member).ok_or_else(|| SqlError::database_principal_not_found(name))
}

/// Returns the lock resource of a name, which belongs to a database and a principal. Names are
/// compared with case.
pub fn resource(database: DatabaseId, principal: PrincipalId, name: &str) -> Resource {
    Resource::application(database, &format!("{}:{name}", principal.0))
}

/// Returns the mode with this name in `sp_getapplock`. Compared without case; `None` for an unknown
/// name.
pub fn mode_named(name: &str) -> Option<LockMode> {
    let known = [
        ("Shared", LockMode::Shared),
        ("Update", LockMode::Update),
        ("IntentShared", LockMode::IntentShared),
        ("IntentExclusive", LockMode::IntentExclusive),
        ("Exclusive", LockMode::Exclusive),
    ];
    known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, mode)| *mode)
}

/// Returns the name of a mode in APPLOCK_MODE. A mode without a name of its own counts as
/// Exclusive.
pub fn mode_name(mode: Option<LockMode>) -> &'static str {
    match mode {
        None => "NoLock",
        Some(LockMode::Shared) => "Shared",
        Some(LockMode::Update) => "Update",
        Some(LockMode::IntentShared) => "IntentShared",
        Some(LockMode::IntentExclusive) => "IntentExclusive",
        Some(LockMode::SharedIntentExclusive) => "SharedIntentExclusive",
        Some(_) => "Exclusive",
    }
}

/// Returns a resource's description in views: the principal's id and up to 32 characters of the
/// name.
pub fn shown(principal: PrincipalId, name: &str) -> String {
    let start: String = name.chars().take(32).collect();
    format!("{}:[{start}]", principal.0)
}
