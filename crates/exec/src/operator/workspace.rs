//! What a statement keeps of rows while it runs, within what the instance's memory has for that: sorts, groups, spooled rows.
//!
//! It is counted row by row as it is built, and given back with the operator's run. Where the memory is not there the statement fails
//! (701, `relational-databases/errors-events/mssqlserver-701-database-engine-error.md`), and the session and the instance go on.

use super::Run;
use crate::code::Row;
use crate::database::Database;
use sluice_base::memory::{Clerk, OutOfMemory};
use sluice_base::room::{PIECE, Room};
use sluice_base::sync::Arc;
use sluice_types::{SqlError, Value};

/// The memory of one operator's run. The caller holds no page while it takes more.
pub struct Workspace {
    room: Room,
    database: Arc<Database>,
}

impl Workspace {
    /// Nothing is kept yet.
    pub fn new(run: &Run<'_, '_>) -> Workspace {
        Workspace::of(&run.context.database)
    }

    /// The same, for what is kept beyond a run in `database`.
    pub fn of(database: &Arc<Database>) -> Workspace {
        let database = Arc::clone(database);
        Workspace { room: Room::new(database.storage.pool.broker(), Clerk::QueryWorkspace), database }
    }

    /// So many bytes more are kept, in a piece of their own: 701 if they are not there.
    #[inline]
    pub fn take(&self, bytes: usize) -> Result<(), SqlError> {
        let bytes = (bytes + PIECE_OVERHEAD) as u64;
        self.room.take(bytes).or_else(|refused| self.take_from_pool(bytes, refused))
    }

    /// A row's values are kept.
    #[inline]
    pub fn take_row(&self, values: &[Value]) -> Result<(), SqlError> {
        self.take(row_bytes(values))
    }

    /// A piece of so many bytes is kept no longer.
    pub(super) fn give_back(&self, bytes: usize) {
        self.room.sub((bytes + PIECE_OVERHEAD) as u64);
    }

    /// A current row is kept.
    pub(super) fn take_current(&self, row: &Row) -> Result<(), SqlError> {
        match row {
            Row::Nulls => self.take(0),
            Row::Stored { bytes, .. } => self.take(bytes.len()),
            Row::Values(values) => self.take_row(values),
        }
    }

    /// Waits for the pool to write dirty pages, which it could not give back at once.
    #[cold]
    fn take_from_pool(&self, bytes: u64, mut refused: OutOfMemory) -> Result<(), SqlError> {
        let missing = bytes.max(PIECE);
        // A disk that fails is told to whoever needs the page; here there is just no memory.
        while self.database.storage.pool.give_back_writing(missing).is_ok_and(|given| given > 0) {
            match self.room.take(bytes) {
                Ok(()) => return Ok(()),
                Err(again) => refused = again,
            }
        }
        Err(SqlError::new(701, 17, 123, vec![refused.to_string()]))
    }
}

/// What a row's values take.
#[inline]
pub(super) fn row_bytes(values: &[Value]) -> usize {
    size_of_val(values) + values.iter().map(owned_bytes).sum::<usize>()
}

/// What a value has beside itself.
#[inline]
pub(super) fn owned_bytes(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len() + SHARED_OVERHEAD,
        Value::Bytes(bytes) => bytes.len() + SHARED_OVERHEAD,
        _ => 0,
    }
}

/// What a piece of memory costs beyond its bytes: its place in a list that grows by doubling, and the allocator's part.
const PIECE_OVERHEAD: usize = 64;
/// The counts of something shared, and the allocator's part.
const SHARED_OVERHEAD: usize = 32;
