//! What a statement keeps of rows while it runs, within what the instance's memory has for that: sorts, groups, spooled rows.
//!
//! It is counted row by row as it is built, and given back with the operator's run. What can be kept in tempdb as well asks first
//! ([`Workspace::fits`]): a statement has half of the instance's memory for that, all statements together three fifths, and every operator a little
//! of its own beyond that ([`least`]), so that each one goes on. What can't be without memory takes it ([`Workspace::take`]): where it is not
//! there the statement fails (701, `relational-databases/errors-events/mssqlserver-701-database-engine-error.md`), and the session and the
//! instance go on.

use super::Run;
use crate::code::{CallContext, Row};
use crate::configuration_options::QUERY_WAIT;
use sluice_base::grants::{Grant, Refusal};
use sluice_base::memory::{Clerk, MemoryBroker, OutOfMemory};
use sluice_base::room::{Allowance, PIECE, Room};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};
use std::time::Duration;

/// The memory of one operator's run. The caller holds no page while it takes more.
pub struct Workspace {
    room: Room,
    /// So much it has whatever others have.
    least: u64,
    database: Arc<Database>,
}

impl Workspace {
    /// Nothing is kept yet. Operators that keep all their rows take the statement's grant before (`Run::take_grant`).
    pub fn new(run: &Run<'_, '_>) -> Workspace {
        let database = Arc::clone(&run.context.database);
        let broker = database.storage.pool.broker();
        let allowance = Arc::clone(run.notes.allowance(broker));
        Workspace { room: Room::within(broker, Clerk::QueryWorkspace, allowance), least: least(broker), database }
    }

    /// The same, for what is kept beyond a run in `database`.
    pub fn of(database: &Arc<Database>) -> Workspace {
        let database = Arc::clone(database);
        let broker = database.storage.pool.broker();
        let room = Room::within(broker, Clerk::QueryWorkspace, allowance(broker));
        Workspace { room, least: least(broker), database }
    }

    /// Nothing is kept yet, as little as in this one.
    pub fn another(&self) -> Workspace {
        Workspace::of(&self.database)
    }

    /// So many bytes more are kept, in a piece of their own, if they are there; else nothing has changed, and the caller keeps what it has in
    /// tempdb.
    #[inline]
    pub fn fits(&self, bytes: usize) -> bool {
        let bytes = (bytes + PIECE_OVERHEAD) as u64;
        if self.room.missing(bytes) == 0 {
            self.room.add(bytes);
            return true;
        }
        self.grows(bytes)
    }

    #[cold]
    fn grows(&self, bytes: u64) -> bool {
        let is_least = self.room.used() + bytes <= self.least;
        let is_granted = is_least || self.room.is_allowed(bytes) && self.leaves_enough(bytes);
        is_granted && self.room.take(bytes).or_else(|refused| self.take_from_pool(bytes, refused)).is_ok()
    }

    /// Whether others will find the least that they need.
    fn leaves_enough(&self, bytes: u64) -> bool {
        let pool = &self.database.storage.pool;
        let broker = pool.broker();
        let left = broker.limit().saturating_sub(broker.held()) + pool.dispensable_bytes();
        left >= self.room.missing(bytes) + broker.limit() / LEFT_PARTS
    }

    /// A row's values are kept, if there is memory for them.
    #[inline]
    pub fn fits_row(&self, values: &[Value]) -> bool {
        self.fits(row_bytes(values))
    }

    /// Nothing is kept any more, but what comes next has the same memory.
    pub fn empty(&self) {
        self.room.empty();
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

    /// A current row is kept, if there is memory for it.
    pub(super) fn fits_current(&self, row: &Row) -> bool {
        match row {
            Row::Nulls => self.fits(0),
            Row::Stored { bytes, .. } => self.fits(bytes.len()),
            Row::Values(values) => self.fits_row(values),
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

/// The memory grant of a statement whose plan has the estimated cost `cost`.
pub(super) fn grant(context: &CallContext<'_>, cost: f64) -> Result<Grant, SqlError> {
    let broker = context.database.storage.pool.broker();
    let most = usize::try_from(broker.limit() / 100 * STATEMENTS_PERCENT / (GRANT_OPERATORS * least(broker)));
    let most = most.unwrap_or(usize::MAX);
    let grants = context.host.grants();
    grants.try_acquire(most).map_or_else(|| wait_for_grant(context, most, cost), Ok)
}

#[cold]
fn wait_for_grant(context: &CallContext<'_>, most: usize, cost: f64) -> Result<Grant, SqlError> {
    let _wait = context.host.waits().begin(WaitType::ResourceSemaphore);
    let limit = grant_wait_max(context.host.configurations().in_use(QUERY_WAIT), cost);
    context.host.grants().wait(most, limit, || context.is_cancelled()).map_err(|refusal| match refusal {
        Refusal::TimedOut => SqlError::new(8645, 17, 1, Vec::new()),
        Refusal::Stopped => crate::consequence::cancelled(),
    })
}

/// How long a statement waits for its grant: as many seconds as the option 'query wait (s)' says, or 25 times the estimated cost if that is
/// -1 (`database-engine/configure-windows/configure-the-query-wait-server-configuration-option.md`). A cost below 1 counts as 1, since the
/// estimates leave out the time of the disk.
fn grant_wait_max(query_wait_s: i32, cost: f64) -> Duration {
    match u64::try_from(query_wait_s) {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => Duration::from_secs_f64((WAITED_COSTS * cost.max(1.0)).min(f64::from(i32::MAX))),
    }
}

/// What a statement may keep where tempdb would do as well.
pub(super) fn allowance(broker: &MemoryBroker) -> Arc<Allowance> {
    let part = |percent: u64| broker.limit() / 100 * percent;
    Allowance::new(part(STATEMENT_PERCENT), part(STATEMENTS_PERCENT))
}

/// What an operator may keep whatever its statement keeps already.
fn least(broker: &MemoryBroker) -> u64 {
    (broker.limit() / LEAST_PARTS).clamp(LEAST_MIN, LEAST_MAX)
}

/// 701 for a row that is longer than what there is.
#[cold]
pub(super) fn no_memory(run: &Run<'_, '_>) -> SqlError {
    let broker = run.context.database.storage.pool.broker();
    let refused = OutOfMemory { clerk: Clerk::QueryWorkspace, wanted: least(broker), limit: broker.limit() };
    SqlError::new(701, 17, 123, vec![refused.to_string()])
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

/// How much of the instance's memory one statement may keep, and all of them.
const STATEMENT_PERCENT: u64 = 50;
const STATEMENTS_PERCENT: u64 = 60;
/// A grant is for so many operators' own.
const GRANT_OPERATORS: u64 = 4;
/// How many times its estimated cost in seconds a statement waits.
const WAITED_COSTS: f64 = 25.0;
/// An operator's own: a part of the instance's memory, in bytes.
const LEAST_PARTS: u64 = 64;
const LEAST_MIN: u64 = PIECE;
const LEAST_MAX: u64 = 1 << 20;
/// What is left for others: a part of the instance's memory.
const LEFT_PARTS: u64 = 16;
/// What a piece of memory costs beyond its bytes: its place in a list that grows by doubling, and the allocator's part.
const PIECE_OVERHEAD: usize = 64;
/// The counts of something shared, and the allocator's part.
const SHARED_OVERHEAD: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grant_wait_follows_the_option_or_the_cost() {
        assert_eq!(grant_wait_max(-1, 4.0), Duration::from_secs(100));
        assert_eq!(grant_wait_max(-1, 0.001), Duration::from_secs(25));
        assert_eq!(grant_wait_max(-1, f64::INFINITY), Duration::from_secs(i32::MAX as u64));
        assert_eq!(grant_wait_max(0, 4.0), Duration::ZERO);
        assert_eq!(grant_wait_max(7500, 4.0), Duration::from_secs(7500));
    }
}
