//! Rowversions: numbers that a database gives to rows with every INSERT and UPDATE, in ascending
//! order.
//!
//! `t-sql/data-types/rowversion-transact-sql`, `t-sql/functions/dbts-transact-sql`,
//! `min-active-rowversion-transact-sql`.
//!
//! Memory holds the last number given and how many are left before the next write of the recovery
//! value. The recovery value is on the IAM root of sysobjects. After a crash the numbers continue
//! after it, so at most one block is lost and no number is given twice. A clean close writes the
//! last number. Numbers belong to no transaction: a rollback returns no numbers.
//!
//! Durability: the block's recovery value is hardened before the first of its numbers is given. A
//! client that mirrors rows asks for numbers above the last one it has seen (@@DBTS), even if a
//! crash undid that transaction.

use crate::catalog_store::SYS_OBJECTS;
use crate::storage_error::sql_error;
use sluice_access::{self as access, BTree, boot};
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Mutex};
use sluice_txn::{Storage, StorageError};
use sluice_types::{SqlError, Value};
use std::fmt;

/// The generator of a database's rowversions. `state` holds the last number, the numbers in reserve
/// and those of open transactions.
pub struct RowVersions {
    storage: Arc<Storage>,
    place: access::Sequence,
    // The database's name, for error messages.
    database: String,
    state: Mutex<State>,
}

struct State {
    last: u64,
    left: u64,
    /// Sessions with an active transaction, each with the first number that its transaction was
    /// given.
    active: Vec<(SessionId, u64)>,
}

impl RowVersions {
    /// Opens the generator, which continues after the recovery value. Without a recovery value it
    /// starts at the first number. Nothing is reserved yet.
    pub fn open(storage: &Arc<Storage>, database: &str) -> Result<RowVersions, StorageError> {
        let objects = BTree { root: boot::get(storage, SYS_OBJECTS_SLOT)?, object: SYS_OBJECTS };
        let place = access::Sequence { root: objects.iam_root(), object: SYS_OBJECTS };
        let last = place.recovery_value(storage)?.and_then(|value| u64::try_from(value).ok()).unwrap_or(BEFORE_FIRST);
        let state = Mutex::new(State { last, left: 0, active: Vec::new() });
        Ok(RowVersions { storage: Arc::clone(storage), place, database: database.to_owned(), state })
    }

    /// Returns the next number, for a row that `session` changes. The session counts as active
    /// until [`RowVersions::ended`]. Now and then it writes to the log, which may fail; no number
    /// is taken then.
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

    /// Registers that the transaction of `session` has ended.
    pub fn ended(&self, session: SessionId) {
        self.state.lock().active.retain(|(active, _)| *active != session);
    }

    /// The last number given (@@DBTS).
    pub fn last(&self) -> u64 {
        self.state.lock().last
    }

    /// The least number of an active transaction, or the next number if none is active
    /// (MIN_ACTIVE_ROWVERSION).
    pub fn least_active(&self) -> u64 {
        let state = self.state.lock();
        state.active.iter().map(|(_, first)| *first).min().unwrap_or(state.last + 1)
    }

    /// Writes the last number at a clean close. Doesn't harden: the clean close hardens the whole
    /// log.
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

/// Encodes a number as a rowversion: eight bytes, big-endian.
pub fn value_of(number: u64) -> Value {
    Value::bytes(number.to_be_bytes())
}

/// Boot slot of sysobjects.
const SYS_OBJECTS_SLOT: u8 = 0;
/// @@DBTS of a new database, as in SQL Server.
const BEFORE_FIRST: u64 = 2_000;
/// Numbers reserved at once. Each block costs a flush, and a crash may lose one.
const BLOCK: u64 = 10_000;
