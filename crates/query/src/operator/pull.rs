//! A query that stops between two rows and continues later, perhaps on another thread.
//!
//! The cursors borrow the compiled parts, the locks and the snapshots from [`PullOwner`]. The
//! registers and the context belong to the batch and are passed in again for each part of the run.
//! Dropping the query drops its cursors, its work files and its share of the locks and snapshots.

use super::run::{Notes, Run};
use super::run_parts::RowsSeen;
use super::send::are_offered;
use super::{Cursor, Plan, RoutineParts};
use crate::code::Frame;
use crate::code::context::Context;
use crate::row_sink::RowSink;
use sluice_base::borrowed::{Borrowed, Borrower};
use sluice_base::sync::Arc;
use sluice_table::isolation::{Isolation, Sight};
use sluice_table::snapshots::Snapshots;
use sluice_txn::LockOwner;
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

/// Owner of the parts that the cursors of a suspended query borrow.
pub struct PullOwner {
    /// Compiled parts of the statement.
    pub parts: Arc<RoutineParts>,
    /// The query.
    pub plan: Arc<Plan>,
    /// Isolation level at the statement's start.
    pub isolation: Isolation,
    /// Locks of the session's transaction.
    pub locks: Arc<LockOwner>,
    /// Snapshots that the statement reads from.
    pub snapshots: Snapshots,
}

/// The batch's part of a run.
pub struct PullSite<'a> {
    /// Registers and current rows. The rows must be as the last part of the run left them.
    pub frame: &'a mut Frame,
    /// Context of function calls.
    pub context: &'a dyn Context,
    /// State of the run.
    pub notes: &'a mut Notes,
}

/// A query that has begun. `opened` has the cursors and what they borrow; `rows` the number of rows
/// taken so far; `is_stored` whether the sink takes stored rows.
pub struct Pull {
    opened: Borrowed<PullOwner, OpenedQuery>,
    rows: u64,
    seen: RowsSeen,
    is_stored: bool,
}

struct OpenedQuery;

struct Opened<'o> {
    cursor: Box<dyn Cursor<'o> + 'o>,
    origins: Vec<CellOrigin<'o>>,
}

impl Borrower for OpenedQuery {
    type Of<'o> = Opened<'o>;
}

impl PullOwner {
    fn run<'a, 'r>(&'r self, site: PullSite<'a>) -> Run<'a, 'r> {
        let PullSite { frame, context, notes } = site;
        let sight = Sight::new(self.isolation, &self.locks, &self.snapshots);
        Run { frame, routine: self.parts.routine(), context, sight, notes }
    }
}

impl Pull {
    /// Opens the query's cursors. No row has been read yet, except by operators that read their
    /// whole input first.
    pub fn open(owner: PullOwner, site: PullSite<'_>) -> Result<Pull, SqlError> {
        let opened = Borrowed::new(owner, |owner| {
            let cursor = owner.plan.operator.open(&mut owner.run(site))?;
            Ok::<_, SqlError>(Opened { cursor, origins: owner.plan.origins(&owner.parts.code) })
        })?;
        Ok(Pull { opened, rows: 0, seen: RowsSeen::default(), is_stored: false })
    }

    /// Offers the rows in stored form to a sink. Later parts of the run need a sink that takes them
    /// in the same way.
    pub fn offer(&mut self, sink: &mut (impl RowSink + ?Sized)) {
        self.is_stored = self.opened.with(|_, opened| are_offered(&opened.origins) && sink.origins(&opened.origins));
    }

    /// Sends rows until the query ends or the sink is full. Returns whether the query has
    /// ended, by its rows or by SET ROWCOUNT. Adds the number of rows sent to `count`. Rows that
    /// aren't sent in stored form go through `send`. Fails if the batch was cancelled meanwhile.
    pub fn send<S: RowSink + ?Sized>(
        &mut self,
        site: PullSite<'_>,
        sink: &mut S,
        send: impl Fn(&mut S, &[Value]) -> Result<(), SqlError>,
        count: &mut u64,
    ) -> Result<bool, SqlError> {
        let Pull { opened, rows, seen, is_stored } = self;
        opened.with(|owner, opened| {
            let run = &mut owner.run(site);
            run.check_cancelled()?;
            let limit = run.frame.globals.row_limit;
            loop {
                let is_over = limit != 0 && *rows >= limit;
                if is_over || !opened.cursor.next(run)? {
                    return Ok(true);
                }
                *count += 1;
                *rows += 1;
                if *is_stored {
                    owner.plan.send_stored(&opened.origins, run, sink)?;
                } else {
                    owner.plan.take(run, &mut |_, values| send(sink, values))?;
                }
                seen.one_more(run)?;
                if sink.is_full() {
                    return Ok(false);
                }
            }
        })
    }
}
