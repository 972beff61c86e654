//! Foreign keys at work, in every statement that changes rows.
//!
//! While the statement changes rows it only notes keys: those that its new rows refer to, and those that rows have lost which others may refer to.
//! Once it is through, rows that refer to lost keys follow (CASCADE, SET NULL, SET DEFAULT), and those that refer to them, and so on; then all
//! that was noted is looked at. So a statement is judged by what it leaves, as in SQL Server.
//!
//! Why no two transactions can break a key between them, at whatever isolation level: who puts a row in has stamped it before it looks for
//! the row referred to, and who takes a row away has stamped that before it looks for rows that refer to it; both look at the newest rows, never at a
//! snapshot's, and wait for whoever has stamped what they find. One of the two looks later than the other has stamped, and so sees the
//! stamp and waits for its end. (Each may see the other's: a deadlock, which has a victim.)

mod incoming;
mod key;
mod outgoing;

use crate::operator::{Planner, Run};
use incoming::Incoming;
use outgoing::Outgoing;
use sluice_base::sync::Arc;
use sluice_plan::BoundReferences;
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::{SqlError, Value};

/// The foreign keys that are about rows of a table, and what a statement has noted for them.
#[derive(Default)]
pub(in crate::statement) struct References {
    outgoing: Vec<Outgoing>,
    incoming: Vec<Incoming>,
}

/// What a statement works with when it looks after foreign keys.
pub(in crate::statement) struct Keeping<'k, 'a, 'r> {
    /// INSERT, UPDATE, DELETE, ALTER TABLE: for messages.
    pub(in crate::statement) statement: &'k str,
    pub(in crate::statement) run: &'k mut Run<'a, 'r>,
    pub(in crate::statement) transaction: &'k mut Transaction,
    pub(in crate::statement) locks: &'k LockOwner,
    /// By which the transaction works, if by one: it changes no row whose newest state it does not see.
    pub(in crate::statement) snapshot: Option<&'k Snapshot>,
}

/// What rows have no more, and no reader wants.
type Freed = Vec<sluice_access::Freed>;

impl References {
    /// Compiles those of a table in the database `name`, the current one if there is no name.
    pub(in crate::statement) fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundReferences,
        name: Option<&str>,
    ) -> Result<References, SqlError> {
        let outgoing = bound.outgoing.iter().map(|key| Outgoing::compile(planner, key, name));
        let outgoing = outgoing.collect::<Result<_, _>>()?;
        let incoming = bound.incoming.iter().map(|key| Incoming::compile(planner, key, name));
        Ok(References { outgoing, incoming: incoming.collect::<Result<_, _>>()? })
    }

    /// Whether there is none.
    #[inline]
    pub(in crate::statement) fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty()
    }

    /// Another statement begins: what an earlier one that failed has noted is forgotten.
    #[inline]
    pub(in crate::statement) fn begin(&mut self) {
        self.outgoing.iter_mut().for_each(Outgoing::forget);
        self.incoming.iter_mut().for_each(Incoming::forget);
    }

    /// A row with these values has been put in, or is what a row has become.
    #[inline]
    pub(in crate::statement) fn note_new(
        &mut self,
        value: &dyn Fn(usize) -> Result<Value, SqlError>,
    ) -> Result<(), SqlError> {
        self.outgoing.iter_mut().try_for_each(|key| key.note(value))
    }

    /// A row with these values is no more; or it has become one with the values `new`.
    #[inline]
    pub(in crate::statement) fn note_old(
        &mut self,
        old: &dyn Fn(usize) -> Result<Value, SqlError>,
        new: Option<&dyn Fn(usize) -> Result<Value, SqlError>>,
    ) -> Result<(), SqlError> {
        self.incoming.iter_mut().try_for_each(|key| key.note(old, new))
    }

    /// Whether each row can be checked as soon as it has changed: no key refers to the statement's own table, and no row
    /// elsewhere follows. What a later row changes then makes no difference to an earlier one.
    pub(in crate::statement) fn judges_rows(&self) -> bool {
        self.outgoing.iter().all(Outgoing::judges_rows) && self.incoming.iter().all(Incoming::judges_rows)
    }

    /// Whether rows elsewhere refer to the table.
    pub(in crate::statement) fn has_incoming(&self) -> bool {
        !self.incoming.is_empty()
    }

    /// Checks the row that was noted last, and forgets it. Only if [`References::judges_rows`]. 547.
    pub(in crate::statement) fn judge(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.check(keeping)?;
        self.begin();
        Ok(())
    }

    /// [`References::follow`], then [`References::check`].
    ///
    /// The statement has changed its rows: rows that refer to what is no more follow, and all that was noted is looked at. 547.
    #[inline]
    pub(in crate::statement) fn settle(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        if self.is_empty() {
            return Ok(());
        }
        self.follow(keeping)?;
        self.check(keeping)
    }

    /// Rows that refer to what is no more follow.
    pub(in crate::statement) fn follow(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.incoming.iter_mut().try_for_each(|key| key.follow(keeping))
    }

    /// All that was noted is looked at: 547.
    pub(in crate::statement) fn check(&self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.outgoing.iter().try_for_each(|key| key.check(keeping))?;
        self.incoming.iter().try_for_each(|key| key.check(keeping))
    }
}

/// The name of the only one of these columns, for messages.
fn only_column(rows: &Arc<TableRows>, places: &[usize]) -> Option<String> {
    match places {
        [place] => Some(rows.table.columns[*place].name.clone()),
        _ => None,
    }
}
