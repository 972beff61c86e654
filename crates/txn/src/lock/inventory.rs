//! The locks and requests of the lock manager as the views show them.

use super::mode::LockMode;
use super::owner_cell::OwnerId;
use super::resource::Resource;
use sluice_base::ids::SessionId;

/// A lock that an owner holds or requests.
#[derive(Clone, Debug)]
pub struct HeldLock {
    /// The locked resource.
    pub resource: Resource,
    /// The mode; for a conversion, the requested mode.
    pub mode: LockMode,
    /// Whether the lock is granted.
    pub status: LockStatus,
    /// The owner.
    pub owner: OwnerId,
    /// The session of the owner; 0 without a session.
    pub session: SessionId,
    /// Whether the session's transaction owns the lock, rather than the session's use of a
    /// database.
    pub is_transaction: bool,
}

/// The state of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockStatus {
    /// The owner holds the lock.
    Granted,
    /// The owner holds a weaker lock and waits.
    Converting,
    /// The owner holds no lock on the resource and waits.
    Waiting,
}
