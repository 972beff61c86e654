//! A lock that a statement takes before it runs: on a table that it uses, or a database that it names.

use crate::state::SessionState;
use sluice_plan::LockHints;
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
}

impl NeededLock {
    /// A lock that is waited for.
    pub fn new(resource: Resource, mode: LockMode) -> NeededLock {
        NeededLock { resource, mode, waits: true }
    }

    /// A lock on a table as its hints have it: NOWAIT does not work where TABLOCK is, too.
    pub fn hinted(resource: Resource, mode: LockMode, hints: &LockHints) -> NeededLock {
        NeededLock { resource, mode, waits: !hints.no_wait || hints.table.is_some() }
    }

    /// Takes it, in `mode` instead of its own; whether the session's transaction had less before.
    #[inline]
    pub fn take(&self, state: &mut SessionState, mode: LockMode) -> Result<bool, SqlError> {
        if self.waits {
            state.lock(self.resource, mode)
        } else {
            state.lock_within(self.resource, mode, Duration::ZERO)
        }
    }
}
