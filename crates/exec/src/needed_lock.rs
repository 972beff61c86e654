//! A lock that a statement takes before it runs: on a table that it uses, or a database that it names.

use crate::state::SessionState;
use sluice_catalog::LockHints;
use sluice_table::isolation::{Isolation, Reach};
use sluice_txn::{LockMode, Resource};
use sluice_types::SqlError;
use std::time::Duration;

/// One lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeededLock {
    /// What is locked.
    pub resource: Resource,
    /// How.
    pub mode: LockMode,
    /// Whether it is waited for (not under NOWAIT).
    pub waits: bool,
    /// How much of the table is read; none where the session's isolation level has nothing to say of the mode.
    pub reach: Option<Reach>,
}

impl NeededLock {
    /// A lock that is waited for, in this mode under each level.
    pub fn new(resource: Resource, mode: LockMode) -> NeededLock {
        NeededLock { resource, mode, waits: true, reach: None }
    }

    /// A lock on a table as its hints have it: NOWAIT does not work where TABLOCK is, too.
    pub fn hinted(resource: Resource, mode: LockMode, (hints, reach): (&LockHints, Reach)) -> NeededLock {
        let waits = !hints.no_wait || hints.table.is_some();
        match hints.level.map(Isolation::of_hint) {
            Some(level) => NeededLock { resource, mode: level.table_mode(mode, reach), waits, reach: None },
            None => NeededLock { resource, mode, waits, reach: Some(reach) },
        }
    }

    /// Takes it, as the session's isolation level has it; whether the session's transaction had less before.
    #[inline]
    pub fn take(&self, state: &mut SessionState) -> Result<bool, SqlError> {
        let isolation = state.options.isolation;
        let mode = self.reach.map_or(self.mode, |reach| isolation.table_mode(self.mode, reach));
        if self.waits {
            state.lock(self.resource, mode)
        } else {
            state.lock_within(self.resource, mode, Duration::ZERO)
        }
    }
}
