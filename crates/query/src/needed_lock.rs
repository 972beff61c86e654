//! A lock that a statement takes before it runs, on a table or a database.

use sluice_catalog::LockHints;
use sluice_table::isolation::{Isolation, Reach};
use sluice_txn::{LockMode, Resource};

/// A lock to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeededLock {
    /// Resource to lock.
    pub resource: Resource,
    /// Mode under READ COMMITTED.
    pub mode: LockMode,
    /// Whether to wait for the lock (false under NOWAIT).
    pub waits: bool,
    /// Part of the table that is read; `None` if the isolation level doesn't affect the mode.
    pub reach: Option<Reach>,
}

impl NeededLock {
    /// Returns a lock with this mode under each isolation level, which is waited for.
    pub fn new(resource: Resource, mode: LockMode) -> NeededLock {
        NeededLock { resource, mode, waits: true, reach: None }
    }

    /// Returns a table's lock with hints applied. TABLOCK cancels NOWAIT. A hinted level decides
    /// the mode now; otherwise `reach` lets the session's level decide at the run. NOWAIT without a
    /// table hint fails at once with 1222 if the lock isn't free.
    pub fn hinted(resource: Resource, mode: LockMode, (hints, reach): (&LockHints, Reach)) -> NeededLock {
        let waits = !hints.no_wait || hints.table.is_some();
        match hints.level.map(Isolation::of_hint) {
            Some(level) => NeededLock { resource, mode: level.table_mode(mode, reach), waits, reach: None },
            None => NeededLock { resource, mode, waits, reach: Some(reach) },
        }
    }
}
