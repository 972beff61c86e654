//! A sequence, or an identity column, at work: the values that it gives.
//!
//! In memory are the current value and how many are left before the next write of the recovery value; on disk is the recovery value
//! (`access::sequence`), behind which a start after a crash goes on. So at most as many values as the cache holds are lost, and none is
//! given twice. Both are under a lock of the generator's own: it belongs to no transaction, and a rollback gives nothing back.
//!
//! Durability: a sequence's block of values is given only when its recovery value is hardened, in delayed transactions too, since a
//! value may leave the database otherwise than in a row (S3). An identity's is not hardened: its values live in rows alone, whose
//! records come after the recovery value's in the log, so that none of them survives without it (S4).

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

/// What gives the values of one sequence or identity column. There is one for each, whoever asks.
pub struct Generator {
    storage: Arc<Storage>,
    place: access::Sequence,
    progression: Progression,
    owner: Owner,
    // For messages of the storage.
    database: String,
    // Of an identity column.
    identity_cache: Option<Arc<IdentityCache>>,
    state: Mutex<State>,
}

/// Whether identity columns may keep values in memory (S4).
#[derive(Debug)]
pub struct IdentityCache {
    /// What the database says.
    pub is_on: AtomicBool,
    /// The instance's flags, one of which ends it.
    pub flags: Arc<TraceFlags>,
}

impl IdentityCache {
    fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed) && !self.flags.is_on(NO_IDENTITY_CACHE)
    }
}

/// Whose values they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A sequence's, of that name.
    Sequence(String),
    /// An identity column's.
    Identity,
}

/// What is in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The value that was given last; none if none ever was.
    pub current: Option<i128>,
    /// How many more may be given before the recovery value must be written.
    pub left: u64,
    /// Whether none was ever given, whatever `current` says: then that is what comes before the first.
    is_fresh: bool,
}

impl Generator {
    /// The generator whose recovery value is at `place`: it goes on behind that. `identity_cache` says at every block whether an
    /// identity column may keep values in memory (IDENTITY_CACHE); a sequence has none.
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

    /// The rule of its values.
    pub fn progression(&self) -> &Progression {
        &self.progression
    }

    /// What is in memory now.
    pub fn state(&self) -> State {
        *self.state.lock()
    }

    /// Whether no value is left.
    pub fn is_exhausted(&self) -> bool {
        let state = self.state();
        state.left == 0 && self.progression.block_after(state.current, 1).is_none()
    }

    /// The next value: 11728 where a sequence has none left, 8115 where an identity column's type has none.
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

    /// [`Generator::next`], as a value of its type.
    #[inline]
    pub fn next_value(&self) -> Result<Value, SqlError> {
        self.next().map(|number| self.progression.value(number))
    }

    /// `count` values at once: 11732 where there are not so many.
    pub fn take(&self, count: u64) -> Result<Range, SqlError> {
        let mut state = self.state.lock();
        let range = self.progression.range_after(state.current, count);
        let range = range.ok_or_else(|| SqlError::new(11732, 16, 1, vec![self.name().to_owned()]))?;
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

    /// A value was put into an identity column by hand: those that are given from now on lie beyond it.
    pub fn pass(&self, value: i128) -> Result<(), SqlError> {
        let mut state = self.state.lock();
        let is_beyond = match state.current {
            None => true,
            Some(current) if self.progression.increment > 0 => value > current,
            Some(current) => value < current,
        };
        if is_beyond {
            // The row's record comes behind this one's.
            self.write(Some(value))?;
            *state = State { current: Some(value), left: 0, is_fresh: false };
        }
        Ok(())
    }

    /// The value that was given last; none if none ever was.
    pub fn last_given(&self) -> Option<i128> {
        let state = self.state();
        state.current.filter(|_| !state.is_fresh)
    }

    /// Goes on behind `value`; with it, where no value was ever given. That none was is forgotten with the instance.
    pub fn reseed(&self, value: i128) -> Result<(), StorageError> {
        let mut state = self.state.lock();
        let current = if state.is_fresh { value - self.progression.increment } else { value };
        self.place.set_recovery_value(&self.storage, Some(current))?;
        *state = State { current: Some(current), left: 0, is_fresh: state.is_fresh };
        Ok(())
    }

    /// Writes down the current value, so that whoever opens the database next goes on right behind it; for a clean end and before
    /// the definition changes. Not hardened: who ends cleanly hardens everything.
    pub fn settle(&self) -> Result<Option<i128>, StorageError> {
        let mut state = self.state.lock();
        if state.left > 0 {
            self.place.set_recovery_value(&self.storage, state.current)?;
            state.left = 0;
        }
        Ok(state.current)
    }

    /// The first value of a new block, of which the recovery value is on disk then.
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
            Owner::Sequence(name) => SqlError::new(11728, 16, 1, vec![name.clone()]),
            Owner::Identity => SqlError::arithmetic_overflow("IDENTITY", self.progression.data_type.name(), 1),
        }
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("place", &self.place).finish_non_exhaustive()
    }
}
