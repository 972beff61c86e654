//! Rowversions: the numbers that a database gives its rows with every INSERT and UPDATE, each greater than all before it.
//!
//! `t-sql/data-types/rowversion-transact-sql`, `t-sql/functions/dbts-transact-sql`, `min-active-rowversion-transact-sql`.
//!
//! In memory are the number that was given last and how many are left before the next write of the recovery value, which lies on the IAM
//! root of sysobjects; a start after a crash goes on behind that, so that at most a block of numbers is lost and none is given twice. A
//! clean end writes the last number itself. Numbers belong to no transaction: a rollback gives none back.
//!
//! Durability: the block's recovery value is hardened before the first of its numbers is given. Who keeps a copy of the rows asks for
//! those with greater numbers than the last that it has seen (@@DBTS), also of transactions that a crash has undone.

use crate::catalog_store::SYS_OBJECTS;
use crate::storage_error::sql_error;
use sluice_access::{self as access, BTree, boot};
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Mutex};
use sluice_txn::{Storage, StorageError};
use sluice_types::{SqlError, Value};
use std::fmt;

/// What gives a database's rowversions.
pub struct RowVersions {
    storage: Arc<Storage>,
    place: access::Sequence,
    // For messages of the storage.
    database: String,
    state: Mutex<State>,
}

struct State {
    last: u64,
    left: u64,
    /// Sessions whose transactions are not over, each with the first number that its transaction was given.
    active: Vec<(SessionId, u64)>,
}

impl RowVersions {
    /// Those of a database: they go on behind its recovery value.
    pub fn open(storage: &Arc<Storage>, database: &str) -> Result<RowVersions, StorageError> {
        let objects = BTree { root: boot::get(storage, SYS_OBJECTS_SLOT)?, object: SYS_OBJECTS };
        let place = access::Sequence { root: objects.iam_root(), object: SYS_OBJECTS };
        let last = place.recovery_value(storage)?.and_then(|value| u64::try_from(value).ok()).unwrap_or(BEFORE_FIRST);
        let state = Mutex::new(State { last, left: 0, active: Vec::new() });
        Ok(RowVersions { storage: Arc::clone(storage), place, database: database.to_owned(), state })
    }

    /// The next number, for a row that `session` changes. It is active until [`RowVersions::ended`].
    pub fn next(&self, session: SessionId) -> Result<Value, SqlError> {
        let mut state = self.state.lock();
        if state.left == 0 {
            self.reserve(&mut state)?;
        }
        state.last += 1;
        state.left -= 1;
        let number = state.last;
        if !state.active.iter().any(|(active, _)| *active == session) {
            state.active.push((session, number));
        }
        Ok(value_of(number))
    }

    /// The transaction of `session` is over.
    pub fn ended(&self, session: SessionId) {
        self.state.lock().active.retain(|(active, _)| *active != session);
    }

    /// The number that was given last (@@DBTS).
    pub fn last(&self) -> u64 {
        self.state.lock().last
    }

    /// The least number of a transaction that is not over, or else the next number.
    pub fn least_active(&self) -> u64 {
        let state = self.state.lock();
        state.active.iter().map(|(_, first)| *first).min().unwrap_or(state.last + 1)
    }

    /// Writes down the last number, for a clean end. Not hardened: who ends cleanly hardens everything.
    pub fn settle(&self) -> Result<(), StorageError> {
        let mut state = self.state.lock();
        if state.left > 0 {
            self.place.set_recovery_value(&self.storage, Some(state.last.into()))?;
            state.left = 0;
        }
        Ok(())
    }

    #[cold]
    fn reserve(&self, state: &mut State) -> Result<(), SqlError> {
        let reserved = i128::from(state.last) + i128::from(BLOCK);
        let written = self.place.set_recovery_value(&self.storage, Some(reserved));
        let hardened = written.and_then(|record| access::Sequence::harden(&self.storage, record));
        hardened.map_err(|error| sql_error(&error, &self.database))?;
        state.left = BLOCK;
        Ok(())
    }
}

impl fmt::Debug for RowVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowVersions").field("place", &self.place).finish_non_exhaustive()
    }
}

/// A number as a rowversion: its bytes, the greatest first.
pub fn value_of(number: u64) -> Value {
    Value::bytes(number.to_be_bytes())
}

/// Where the boot page names sysobjects.
const SYS_OBJECTS_SLOT: u8 = 0;
/// What @@DBTS is in a new database, as in SQL Server's.
const BEFORE_FIRST: u64 = 2_000;
/// How many numbers are reserved at once: each block costs a flush, and a crash may lose one.
const BLOCK: u64 = 10_000;
