//! Who uses a table, so that it is not dropped meanwhile; and who defines tables in a database, one transaction at a time.
//!
//! Rules:
//! 1. A statement holds a [`UseLock`] shared on every table that it reads or writes, until its transaction ends.
//! 2. DROP TABLE holds it alone until its transaction ends: whoever comes then waits, and finds the catalog changed.
//! 3. A transaction that defines or drops tables holds its database's lock alone until it ends: no two states of the names
//!    are ever to be merged.
//!
//! There is no graph of who waits for whom: a wait that lasts [`WAIT_MAX`] is taken for a deadlock (1205).

use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Condvar, Mutex};
use sluice_types::SqlError;
use std::time::Duration;

/// A lock of sessions, held across statements; not reentrant, the holder remembers what it has.
#[derive(Debug, Default)]
pub struct UseLock {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    shared: u32,
    alone: bool,
    // A notification costs a call of the system even where nobody waits.
    waiting: u32,
}

impl UseLock {
    /// Takes it shared.
    pub fn share(&self, cancel: &AtomicBool) -> Result<(), SqlError> {
        self.wait(cancel, |state| !state.alone, |state| state.shared += 1)
    }

    /// Takes it alone; `own_shares` is how many of the shared holds are the caller's own.
    pub fn own(&self, own_shares: u32, cancel: &AtomicBool) -> Result<(), SqlError> {
        self.wait(cancel, |state| !state.alone && state.shared == own_shares, |state| state.alone = true)
    }

    /// Gives back a shared hold.
    pub fn unshare(&self) {
        self.give_back(|state| state.shared -= 1);
    }

    /// Gives back the hold of the one who holds it alone.
    pub fn disown(&self) {
        self.give_back(|state| state.alone = false);
    }

    #[inline]
    fn give_back(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock();
        change(&mut state);
        let waiting = state.waiting;
        drop(state);
        if waiting > 0 {
            self.freed.notify_all();
        }
    }

    fn wait(
        &self,
        cancel: &AtomicBool,
        free: impl Fn(&State) -> bool,
        take: impl FnOnce(&mut State),
    ) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        let mut waited = Duration::ZERO;
        while !free(&state) {
            if cancel.load(Ordering::Relaxed) {
                return Err(crate::consequence::cancelled());
            }
            if waited >= WAIT_MAX {
                return Err(SqlError::new(1205, 13, 51, vec!["lock".to_owned()]));
            }
            state.waiting += 1;
            state = self.freed.wait_timeout(state, WAIT_STEP);
            state.waiting -= 1;
            waited += WAIT_STEP;
        }
        take(&mut state);
        Ok(())
    }
}

/// After how long a wait is taken for a deadlock. Each turn of the wait counts as a whole step, also one that was woken.
pub const WAIT_MAX: Duration = Duration::from_secs(5);
const WAIT_STEP: Duration = Duration::from_millis(50);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alone_or_many_together() {
        let lock = UseLock::default();
        let (go_on, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        lock.share(&go_on).expect("it is free");
        lock.share(&go_on).expect("many share it");
        assert_eq!(lock.own(1, &stop).expect_err("another shares it").number, crate::consequence::CANCELLED);
        lock.unshare();
        lock.own(1, &go_on).expect("the only share is the caller's");
        assert_eq!(lock.share(&stop).expect_err("it has an owner").number, crate::consequence::CANCELLED);
        lock.disown();
        lock.share(&go_on).expect("it is free again");
    }
}
