//! The part of a lock owner that other owners read, and its id.

use super::mode::LockMode;
use super::resource::Resource;
use sluice_base::ids::SessionId;
use sluice_base::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Condvar, Mutex};
use std::time::Duration;

/// The id of a lock owner; never reused while the instance runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OwnerId(pub(crate) u64);

impl OwnerId {
    /// A transaction of the engine itself, which never waits.
    pub(crate) const NONE: OwnerId = OwnerId(0);
}

/// The part of an owner that other owners read.
#[derive(Debug)]
pub(super) struct OwnerCell {
    pub(super) id: OwnerId,
    /// The weak locks that are not in the table.
    pub(super) weak: Mutex<WeakLocks>,
    /// The bytes of log that a rollback would need; the cost of this owner as a deadlock victim.
    pub(super) log_used: AtomicU64,
    /// The deadlock priority: the lowest priority is the victim, whatever the cost. Shifted so that
    /// no value is negative.
    pub(super) priority: AtomicU32,
    /// The session and the kind of owner, packed; 0 without a session.
    pub(super) session: AtomicU32,
    /// The maximum time of each wait, in nanoseconds; [`NO_LIMIT`] for none.
    limit_ns: AtomicU64,
    /// Notified, under the table's mutex, when the wait is over.
    pub(super) woken: Condvar,
}

/// The weak locks of an owner (rule 2).
#[derive(Default, Debug)]
pub(super) struct WeakLocks {
    pub(super) locks: Vec<(Resource, LockMode)>,
    /// Whether the table has locks of this owner.
    pub(super) in_table: bool,
}

impl OwnerCell {
    /// Returns the shared part of an owner without locks, with normal priority, no session and no
    /// wait limit.
    pub(super) fn new(id: OwnerId) -> OwnerCell {
        OwnerCell {
            id,
            weak: Mutex::new(WeakLocks::default()),
            log_used: AtomicU64::new(0),
            priority: AtomicU32::new(PRIORITY_ZERO),
            session: AtomicU32::new(0),
            limit_ns: AtomicU64::new(NO_LIMIT),
            woken: Condvar::new(),
        }
    }

    /// Returns the owner's session; 0 without one.
    pub(super) fn session_id(&self) -> SessionId {
        SessionId((self.session.load(Ordering::Relaxed) >> 1) as u16)
    }

    /// Sets how long the owner's waits last; `None` for no limit. Running waits keep their limit.
    pub(super) fn set_limit(&self, limit: Option<Duration>) {
        let limit_ns = limit.map_or(NO_LIMIT, |limit| u64::try_from(limit.as_nanos()).unwrap_or(NO_LIMIT));
        self.limit_ns.store(limit_ns, Ordering::Relaxed);
    }

    /// Returns how long a wait may last; `None` without a limit.
    #[inline]
    pub(super) fn limit(&self) -> Option<Duration> {
        let limit_ns = self.limit_ns.load(Ordering::Relaxed);
        (limit_ns != NO_LIMIT).then(|| Duration::from_nanos(limit_ns))
    }
}

/// The value of `limit_ns` without a limit.
const NO_LIMIT: u64 = u64::MAX;
/// The stored value of priority 0.
pub(super) const PRIORITY_ZERO: u32 = 1 << 16;
