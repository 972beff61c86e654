//! Ids of a database's objects, schemas and types. An id is given once: never again after a
//! rollback, a drop or a crash.
//!
//! The recovery value on the IAM root of a system table is an upper bound of the ids given. It is
//! logged before the first record that names one of them, so a recovered catalog never has an id
//! beyond it. A crash loses at most one block.

use sluice_access as access;
use sluice_base::sync::{Arc, Mutex};
use sluice_txn::{Storage, StorageError};

/// Gives ids in ascending order, each once. `state` has the last id given and the last id reserved
/// on disk.
pub struct IdCounter {
    storage: Arc<Storage>,
    place: access::Sequence,
    state: Mutex<State>,
}

struct State {
    last: i32,
    // Ids up to this id are covered by the recovery value.
    reserved: i32,
}

impl IdCounter {
    /// Continues after the greater of the recovery value at `place` and `last`, the greatest id in
    /// use.
    pub fn open(storage: &Arc<Storage>, place: access::Sequence, last: i32) -> Result<IdCounter, StorageError> {
        let known = place.recovery_value(storage)?.and_then(|value| i32::try_from(value).ok());
        let last = known.map_or(last, |known| known.max(last));
        Ok(IdCounter { storage: Arc::clone(storage), place, state: Mutex::new(State { last, reserved: last }) })
    }

    /// Returns an id that was never given before. Reserves further ids on disk when the reserved
    /// ones are used up. An error of that write isn't returned.
    pub fn next(&self) -> i32 {
        let mut state = self.state.lock();
        state.last += 1;
        if state.last > state.reserved {
            state.reserved = state.last.saturating_add(BLOCK);
            // If this write of the log fails, no later transaction commits, so no committed record
            // has the id.
            let _ = self.place.set_recovery_value(&self.storage, Some(state.reserved.into()));
        }
        state.last
    }

    /// Returns the last id given, or a greater one that was never given.
    pub(crate) fn last(&self) -> i32 {
        self.state.lock().last
    }

    /// Writes the last id at a clean close. Doesn't harden: the clean close hardens the whole log.
    pub fn settle(&self) -> Result<(), StorageError> {
        let mut state = self.state.lock();
        if state.reserved > state.last {
            self.place.set_recovery_value(&self.storage, Some(state.last.into()))?;
            state.reserved = state.last;
        }
        Ok(())
    }
}

/// Number of ids that one record reserves.
const BLOCK: i32 = 64;
