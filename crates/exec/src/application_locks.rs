//! The application locks of a session: names that it locks by `sp_getapplock`, for its transaction or for itself.
//!
//! The lock manager knows one owner for both, so that a session is never in its own way and deadlocks are found across all locks; what
//! each of the two has, and how often it was asked for, is kept here.

use crate::access::Access;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_catalog::security::{PrincipalId, ids};
use sluice_txn::{LockMode, LockOwner, OwnerId, Resource};
use sluice_types::SqlError;

/// The application locks of a session.
#[derive(Debug)]
pub struct ApplicationLocks {
    // Of the session's transaction, in the lock manager.
    owner: OwnerId,
    held: Mutex<Vec<Lock>>,
    // The transaction has some.
    in_transaction: AtomicBool,
}

/// Whose a lock is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ApplicationOwner {
    /// The transaction's: it ends with it.
    Transaction,
    /// The session's.
    Session,
}

#[derive(Clone, Copy, Debug)]
struct Lock {
    resource: Resource,
    owner: ApplicationOwner,
    mode: LockMode,
    // How often it is to be released.
    count: u32,
}

impl ApplicationLocks {
    /// None yet, of the session that `locks` are of.
    pub fn new(locks: &LockOwner) -> ApplicationLocks {
        let (held, in_transaction) = (Mutex::default(), AtomicBool::new(false));
        ApplicationLocks { owner: locks.id(), held, in_transaction }
    }

    /// The session's owner in the lock manager.
    pub fn owner(&self) -> OwnerId {
        self.owner
    }

    /// How `owner` has the resource.
    pub fn mode_of(&self, resource: Resource, owner: ApplicationOwner) -> Option<LockMode> {
        let held = self.held.lock();
        held.iter().find(|lock| (lock.resource, lock.owner) == (resource, owner)).map(|lock| lock.mode)
    }

    /// `locks` has the resource now as `owner` asked for it.
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

    /// Releases the resource once; false if `owner` does not have it.
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

    /// Releases what the session has; what its transaction has as well stays that one's.
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

    /// The transaction is over, and its locks have been given back.
    #[inline]
    pub fn transaction_ended(&self) {
        if self.in_transaction.swap(false, Ordering::Relaxed) {
            self.held.lock().retain(|lock| lock.owner == ApplicationOwner::Session);
        }
    }

    /// The session is over, and its locks have been given back.
    pub fn session_ended(&self) {
        self.held.lock().clear();
    }
}

/// The principal that a lock is for (`sp-getapplock-transact-sql.md`): 1202 if it doesn't exist, or the session isn't a member of it. dbo and the
/// members of db_owner count as members of each.
pub fn principal(access: &Access, name: &str) -> Result<PrincipalId, SqlError> {
    let id = access.database().named(name).map(|known| known.id);
    let is_member = |id: &PrincipalId| {
        access.privileges().is_owner() || access.user.contains(&ids::DB_OWNER) || access.user.contains(id)
    };
    id.filter(is_member).ok_or_else(|| SqlError::new(1202, 16, 1, vec![name.to_owned()]))
}

/// The resource of an application lock: its name in a database and for a principal. Names differ by their capitals, too.
pub fn resource(database: DatabaseId, principal: PrincipalId, name: &str) -> Resource {
    Resource::application(database, &format!("{}:{name}", principal.0))
}

/// The mode that `sp_getapplock` calls so.
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

/// What APPLOCK_MODE calls a mode.
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

/// How the views show a resource: the principal's id and up to 32 characters of the name.
pub fn shown(principal: PrincipalId, name: &str) -> String {
    let start: String = name.chars().take(32).collect();
    format!("{}:[{start}]", principal.0)
}
