//! What the lock manager tells the views: its locks and requests as they are at a moment.

use super::mode::LockMode;
use super::owner::OwnerId;
use super::resource::Resource;
use sluice_base::ids::SessionId;

/// A lock that somebody has, or wants.
#[derive(Clone, Debug)]
pub struct HeldLock {
    /// What is locked.
    pub resource: Resource,
    /// How; of a request that converts, how it will be.
    pub mode: LockMode,
    /// Whether its owner has it.
    pub status: LockStatus,
    /// Its owner.
    pub owner: OwnerId,
    /// The session whose owner that is; 0 if it is none's.
    pub session: SessionId,
    /// Whether the session's transaction has it; else the session's use of a database.
    pub is_transaction: bool,
}

/// How far a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockStatus {
    /// The owner has the lock.
    Granted,
    /// It has a weaker one, and waits.
    Converting,
    /// It has none, and waits.
    Waiting,
}
