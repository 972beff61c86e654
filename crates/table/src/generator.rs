//! Generates the values of one sequence or identity column.
//!
//! Memory holds the current value and the number of values left before the next write of the
//! recovery value. The disk holds the recovery value (`access::sequence`), and generation continues
//! after it when the database is opened after a crash. So a crash loses at most as many values as
//! the cache holds, and no value is given twice. A lock of the generator guards both. It belongs to
//! no transaction: a rollback returns no values.
//!
//! Durability: a sequence gives a block's values only after the block's recovery value is hardened,
//! even in delayed transactions. A sequence value may leave the database without a row (S3). An
//! identity's recovery value isn't hardened: its values exist only in rows. The rows' records
//! follow the recovery value's record in the log, so no row survives without it (S4).

use crate::storage_error::sql_error;
use crate::trace_flags::{NO_IDENTITY_CACHE, TraceFlags};
use sluice_access as access;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::Progression;
use sluice_catalog::progression::Range;
use sluice_txn::{Storage, StorageError};
use sluice_types::{SqlError, Value};
use std::fmt;

/// The generator of one sequence or identity column. All sessions share it.
pub struct Generator {
    storage: Arc<Storage>,
    place: access::Sequence,
    progression: Progression,
    owner: Owner,
    // The database's name, for error messages.
    database: String,
    // Present for an identity column only.
    identity_cache: Option<Arc<IdentityCache>>,
    state: Mutex<State>,
}

/// Whether identity columns may keep values in memory (S4).
#[derive(Debug)]
pub struct IdentityCache {
    /// The database's option IDENTITY_CACHE.
    pub is_on: AtomicBool,
    /// The instance's trace flags: flag 272 turns the cache off.
    pub flags: Arc<TraceFlags>,
}

impl IdentityCache {
    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed) && !self.flags.is_on(NO_IDENTITY_CACHE)
    }
}

/// The object that owns the values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A sequence of this name.
    Sequence(String),
    /// An identity column.
    Identity,
}

/// The generator's state in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The last value given; `None` if there was none.
    pub current: Option<i128>,
    /// Number of values left before the next write of the recovery value.
    pub left: u64,
    /// Whether no value was ever given. Then `current`, if present, precedes the first value.
    is_fresh: bool,
}

impl Generator {
    /// Opens the generator whose recovery value is at `place`, and continues after that value.
    /// `identity_cache` is `None` for a sequence; an identity column checks it at every block.
    pub fn open(
        storage: &Arc<Storage>,
        database: &str,
        place: access::Sequence,
        progression: Progression,
        owner: Owner,
        identity_cache: Option<Arc<IdentityCache>>,
    ) -> Result<Generator, StorageError> {
        let current = place.recovery_value(storage)?;
        let state = Mutex::new(State { current, left: 0, is_fresh: current.is_none() });
        let (storage, database) = (Arc::clone(storage), database.to_owned());
        Ok(Generator { storage, place, progression, owner, database, identity_cache, state })
    }

    /// The rule that the values follow.
    pub fn progression(&self) -> &Progression {
        &self.progression
    }

    /// A copy of the state in memory.
    pub fn state(&self) -> State {
        *self.state.lock()
    }

    /// Whether the generator has no further value.
    pub fn is_exhausted(&self) -> bool {
        let state = self.state();
        state.left == 0 && self.progression.block_after(state.current, 1).is_none()
    }

    /// Returns the next value. Fails with 11728 if the sequence is exhausted, with 8115 if the
    /// identity column's type is, and with the errors of the log. Once the values in reserve are
    /// used up, the next block is reserved first: its recovery value is written to the log and, for
    /// a sequence, hardened. Other callers wait meanwhile, since the generator's lock is held.
    #[inline]
    pub fn next(&self) -> Result<i128, SqlError> {
        let mut state = self.state.lock();
        let value = match state.current {
            Some(current) if state.left > 0 => {
                state.left -= 1;
                current + self.progression.increment
            }
            _ => self.begin_block(&mut state)?,
        };
        state.current = Some(value);
        Ok(value)
    }

    /// Returns [`Generator::next`] as a value of the sequence's or column's type. Fails as it does.
    #[inline]
    pub fn next_value(&self) -> Result<Value, SqlError> {
        self.next().map(|number| self.progression.value(number))
    }

    /// Takes `count` values at once. Fails with 11732 if fewer are left. Returns the range of
    /// values. A range beyond the values in reserve writes the recovery value to the log before it
    /// returns; the values are used up even if the caller's transaction rolls back.
    pub fn take(&self, count: u64) -> Result<Range, SqlError> {
        let mut state = self.state.lock();
        let range = self.progression.range_after(state.current, count);
        let range = range.ok_or_else(|| SqlError::sequence_range_too_large(self.name()))?;
        if count <= state.left {
            state.left -= count;
        } else {
            self.write(Some(range.last))?;
            state.left = 0;
            state.is_fresh = false;
        }
        state.current = Some(range.last);
        Ok(range)
    }

    /// Moves the generator past `value`, which an INSERT gave to the identity column explicitly.
    /// Does nothing if the current value is already at or beyond `value` in the direction of the
    /// increment, or if no value was ever given and `value` precedes the first one. Otherwise logs
    /// `value` as the recovery value.
    pub fn pass(&self, value: i128) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        let is_up = self.progression.increment > 0;
        let is_beyond = match state.current {
            None if is_up => value >= self.progression.start,
            None => value <= self.progression.start,
            Some(current) if is_up => value > current,
            Some(current) => value < current,
        };
        if is_beyond {
            // This record precedes the row's record in the log.
            self.write(Some(value))?;
            *state = State { current: Some(value), left: 0, is_fresh: false };
        }
        Ok(())
    }

    /// Returns the last value given; `None` if there was none.
    pub fn last_given(&self) -> Option<i128> {
        let state = self.state();
        state.current.filter(|_| !state.is_fresh)
    }

    /// Continues after `value`, or with `value` if no value was ever given. The distinction is lost
    /// when the database is closed.
    pub fn reseed(&self, value: i128) -> Result<(), StorageError> {
        let mut state = self.state.lock();
        let current = if state.is_fresh { value - self.progression.increment } else { value };
        self.place.set_recovery_value(&self.storage, Some(current))?;
        *state = State { current: Some(current), left: 0, is_fresh: state.is_fresh };
        Ok(())
    }

    /// Writes the current value, so that the next open continues right after it. Called at a clean
    /// close and before the definition changes. Doesn't harden: the clean close hardens the whole
    /// log. Returns the current value, or `None` if none was given yet.
    pub fn settle(&self) -> Result<Option<i128>, StorageError> {
        let mut state = self.state.lock();
        if state.left > 0 {
            self.place.set_recovery_value(&self.storage, state.current)?;
            state.left = 0;
        }
        Ok(state.current)
    }

    /// Begins a block: writes its recovery value and returns its first value.
    #[cold]
    fn begin_block(&self, state: &mut State) -> Result<i128, SqlError> {
        let cached = self.identity_cache.as_ref().is_none_or(|cache| cache.is_on());
        let size = if cached { self.progression.cache.size() } else { 1 };
        let block = self.progression.block_after(state.current, size);
        let block = block.ok_or_else(|| self.exhausted())?;
        self.write(Some(block.last))?;
        state.left = block.count - 1;
        state.is_fresh = false;
        Ok(block.first)
    }

    fn write(&self, value: Option<i128>) -> Result<(), SqlError> {
        let written = self.place.set_recovery_value(&self.storage, value);
        let hardened = written.and_then(|record| match self.owner {
            Owner::Sequence(_) => access::Sequence::harden(&self.storage, record),
            Owner::Identity => Ok(()),
        });
        hardened.map_err(|error| sql_error(&error, &self.database))
    }

    fn name(&self) -> &str {
        match &self.owner {
            Owner::Sequence(name) => name,
            Owner::Identity => "IDENTITY",
        }
    }

    #[cold]
    fn exhausted(&self) -> SqlError {
        match &self.owner {
            Owner::Sequence(name) => SqlError::sequence_exhausted(name),
            Owner::Identity => SqlError::arithmetic_overflow("IDENTITY", self.progression.data_type.name()).in_state(1),
        }
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("place", &self.place).finish_non_exhaustive()
    }
}
