//! Memory for the rows that a statement keeps while it runs, in sorts, groups and spools.
//!
//! Memory is counted row by row and released with the operator's run. Operators that can use tempdb
//! instead ask first ([`Workspace::fits`]). One statement may use half of the instance's memory in
//! this way, all statements together three fifths. Each operator may also use a small minimum
//! ([`least`]), so that it always makes progress. Operators that can't use tempdb take the memory
//! ([`Workspace::take`]). If there is none, the statement fails with 701
//! (`relational-databases/errors-events/mssqlserver-701-database-engine-error.md`), while the
//! session and the instance continue.

use super::run_parts::RunParts;
use crate::code::GrantEstimate;
use crate::code::Row;
use crate::code::context::Context;
use sluice_base::grants::{self, Grant, Refusal, Wanted};
use sluice_base::memory::{Clerk, MemoryBroker, OutOfMemory};
use sluice_base::room::{Allowance, PIECE, Room};
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};
use std::time::Duration;

/// Memory of one operator's run. The caller must hold no page when it takes more.
pub struct Workspace {
    room: Room,
    /// Bytes that the operator may use regardless of others.
    least: u64,
    database: Arc<Database>,
}

impl Workspace {
    /// Returns an empty workspace. Operators that keep all their rows take the statement's grant
    /// first (`Run::take_grant`).
    pub fn new(run: &impl RunParts) -> Workspace {
        let database = Arc::clone(run.context().database());
        let broker = database.storage.pool.broker();
        let allowance = Arc::clone(run.allowance(broker));
        Workspace { room: Room::within(broker, Clerk::QueryWorkspace, allowance), least: least(broker), database }
    }

    /// Returns an empty workspace for rows that outlive a run, in `database`. It may grow to the
    /// allowance of one statement.
    pub fn for_database(database: &Arc<Database>) -> Workspace {
        let database = Arc::clone(database);
        let broker = database.storage.pool.broker();
        let room = Room::within(broker, Clerk::QueryWorkspace, allowance(broker));
        Workspace { room, least: least(broker), database }
    }

    /// Returns another empty workspace in the same database.
    pub fn another(&self) -> Workspace {
        Workspace::for_database(&self.database)
    }

    /// Counts an allocation of `bytes` if there is memory for it. Otherwise returns false and
    /// changes nothing, and the caller uses tempdb. Never fails and never waits.
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
        // The pool writes pages for memory that the statement was promised, not for more: writing a
        // page for each piece of memory costs more than the statement's own use of tempdb.
        if self.room.used() + bytes <= self.least || self.room.is_promised(bytes) {
            return self.room.take(bytes).or_else(|refused| self.take_from_pool(bytes, refused)).is_ok();
        }
        self.room.is_allowed(bytes) && self.leaves_enough(bytes) && self.room.take(bytes).is_ok()
    }

    /// Whether enough memory is left for other operators' minimum.
    fn leaves_enough(&self, bytes: u64) -> bool {
        let pool = &self.database.storage.pool;
        let broker = pool.broker();
        let left = broker.limit().saturating_sub(broker.held()) + pool.dispensable_bytes();
        left >= self.room.missing(bytes) + broker.limit() / LEFT_PARTS
    }

    /// Counts the values of a row if there is memory for them. Otherwise returns false and counts
    /// nothing.
    #[inline]
    pub fn fits_row(&self, values: &[Value]) -> bool {
        self.fits(row_bytes(values))
    }

    /// Counts everything as free, but keeps the memory reserved for the next rows.
    pub fn empty(&self) {
        self.room.empty();
    }

    /// Counts an allocation of `bytes`. Fails with 701 if there is no memory for it.
    #[inline]
    pub fn take(&self, bytes: usize) -> Result<(), SqlError> {
        let bytes = (bytes + PIECE_OVERHEAD) as u64;
        self.room.take(bytes).or_else(|refused| self.take_from_pool(bytes, refused))
    }

    /// Counts the values of a row. Fails with 701 if there is no memory for them.
    #[inline]
    pub fn take_row(&self, values: &[Value]) -> Result<(), SqlError> {
        self.take(row_bytes(values))
    }

    /// Releases an allocation of `bytes`.
    pub(super) fn give_back(&self, bytes: usize) {
        self.room.sub((bytes + PIECE_OVERHEAD) as u64);
    }

    /// Counts a current row if there is memory for it. Otherwise returns false and counts nothing.
    pub(super) fn fits_current(&self, row: &Row) -> bool {
        match row {
            Row::Nulls => self.fits(0),
            Row::Stored { bytes, .. } => self.fits(bytes.len()),
            Row::Values(values) => self.fits_row(values),
        }
    }

    /// Lets the buffer pool write dirty pages, which it couldn't release at once, and tries again.
    #[cold]
    fn take_from_pool(&self, bytes: u64, mut refused: OutOfMemory) -> Result<(), SqlError> {
        let missing = bytes.max(PIECE);
        // A write error of the pool isn't reported here; the page's next user gets it. The
        // statement fails for lack of memory.
        while self.database.storage.pool.give_back_writing(missing) > 0 {
            match self.room.take(bytes) {
                Ok(()) => return Ok(()),
                Err(again) => refused = again,
            }
        }
        Err(SqlError::out_of_memory(refused))
    }
}

/// Acquires the memory grant of a statement. Waits in a queue if the others leave too little. Fails
/// with 8645 after the wait's limit, which grows with the statement's cost, and with 3617 if the
/// batch is cancelled.
pub(super) fn grant(context: &dyn Context, estimate: GrantEstimate) -> Result<Grant, SqlError> {
    let broker = context.database().storage.pool.broker();
    let wanted = Wanted { bytes: grant_bytes(broker, estimate.bytes), cost: estimate.cost };
    context.grants().try_acquire(wanted, broker.limit()).map_or_else(|| wait_for_grant(context, wanted), Ok)
}

/// Returns the bytes of the grant of a statement that is estimated to keep `estimated` bytes: a
/// little more, but at least the minimum of four operators, and at most a quarter of the instance's
/// memory, which is SQL Server's bound for one request
/// (`t-sql/statements/alter-workload-group-transact-sql.md`, REQUEST_MAX_MEMORY_GRANT_PERCENT).
fn grant_bytes(broker: &MemoryBroker, estimated: f64) -> u64 {
    let least = GRANT_OPERATORS * least(broker);
    // A cast of a float saturates.
    ((estimated * GRANT_RESERVE) as u64).clamp(least, (broker.limit() / 100 * REQUEST_PERCENT).max(least))
}

#[cold]
fn wait_for_grant(context: &dyn Context, wanted: Wanted) -> Result<Grant, SqlError> {
    let _wait = context.waits().begin(WaitType::ResourceSemaphore);
    let longest = grant_wait_max(context.query_wait_s(), wanted.cost);
    let limit = context.database().storage.pool.broker().limit();
    context.grants().wait(wanted, limit, longest, || context.is_cancelled()).map_err(|refusal| match refusal {
        Refusal::TimedOut => SqlError::memory_grant_timeout(),
        Refusal::Stopped => SqlError::cancelled(),
    })
}

/// The longest wait for a grant: the option 'query wait (s)' in seconds, or 25 times the estimated
/// cost if the option is -1
/// (`database-engine/configure-windows/configure-the-query-wait-server-configuration-option.md`). A
/// cost below 1 counts as 1, because estimates exclude disk time.
fn grant_wait_max(query_wait_s: i32, cost: f64) -> Duration {
    match u64::try_from(query_wait_s) {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => Duration::from_secs_f64((WAITED_COSTS * cost.max(1.0)).min(f64::from(i32::MAX))),
    }
}

/// Returns a statement's allowance of memory that tempdb could replace.
pub(super) fn allowance(broker: &MemoryBroker) -> Arc<Allowance> {
    let part = |percent: u64| broker.limit() / 100 * percent;
    Allowance::new(part(STATEMENT_PERCENT), grants::most_granted(broker.limit()))
}

/// Bytes that an operator may use regardless of its statement's use.
fn least(broker: &MemoryBroker) -> u64 {
    (broker.limit() / LEAST_PARTS).clamp(LEAST_MIN, LEAST_MAX)
}

/// Returns 701 for a row that exceeds the available memory.
#[cold]
pub(super) fn no_memory(run: &impl RunParts) -> SqlError {
    let broker = run.context().database().storage.pool.broker();
    let refused = OutOfMemory { clerk: Clerk::QueryWorkspace, wanted: least(broker), limit: broker.limit() };
    SqlError::out_of_memory(refused)
}

/// Returns the memory of a row: its values, and the bytes that the values own on the heap.
#[inline]
pub(super) fn row_bytes(values: &[Value]) -> usize {
    size_of_val(values) + values.iter().map(owned_bytes).sum::<usize>()
}

/// Bytes that a value owns beyond its own size.
#[inline]
pub(super) fn owned_bytes(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len() + SHARED_OVERHEAD,
        Value::Bytes(bytes) => bytes.len() + SHARED_OVERHEAD,
        _ => 0,
    }
}

/// Percentage of the instance's memory that one statement may use.
const STATEMENT_PERCENT: u64 = 50;
/// Percentage of the instance's memory that one statement is granted at most.
const REQUEST_PERCENT: u64 = 25;
/// A grant as a multiple of the estimated memory.
const GRANT_RESERVE: f64 = 1.2;
/// Number of operators whose minimum a grant covers.
const GRANT_OPERATORS: u64 = 4;
/// Seconds to wait per unit of estimated cost.
const WAITED_COSTS: f64 = 25.0;
/// An operator's minimum: a fraction of the instance's memory, within limits in bytes.
const LEAST_PARTS: u64 = 64;
const LEAST_MIN: u64 = PIECE;
const LEAST_MAX: u64 = 1 << 20;
/// Fraction of the instance's memory that is left for others.
const LEFT_PARTS: u64 = 16;
/// Overhead of an allocation in bytes: its entry in a growing list, and the allocator's share.
const PIECE_OVERHEAD: usize = 64;
/// Overhead of shared bytes: reference counts, and the allocator's share.
const SHARED_OVERHEAD: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grant_follows_the_estimate_within_bounds() {
        let broker = MemoryBroker::new(512 << 20);
        assert_eq!(grant_bytes(&broker, 0.0), 4 << 20);
        assert_eq!(grant_bytes(&broker, 10e6), 12_000_000);
        let quarter = (512 << 20) / 100 * 25;
        assert_eq!(grant_bytes(&broker, f64::INFINITY), quarter);
        assert_eq!(grant_bytes(&MemoryBroker::new(1 << 20), 1e9), 4 * PIECE, "the minimum comes first");
    }

    #[test]
    fn grant_wait_follows_the_option_or_the_cost() {
        assert_eq!(grant_wait_max(-1, 4.0), Duration::from_secs(100));
        assert_eq!(grant_wait_max(-1, 0.001), Duration::from_secs(25));
        assert_eq!(grant_wait_max(-1, f64::INFINITY), Duration::from_secs(i32::MAX as u64));
        assert_eq!(grant_wait_max(0, 4.0), Duration::ZERO);
        assert_eq!(grant_wait_max(7500, 4.0), Duration::from_secs(7500));
    }
}
