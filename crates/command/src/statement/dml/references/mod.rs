//! Foreign-key checks and cascades in statements that change rows.
//!
//! While a statement changes rows, it only records keys: keys that its new rows refer to, and keys
//! that changed rows have lost. After the last row, the cascades run on rows that refer to lost
//! keys (CASCADE, SET NULL, SET DEFAULT), and recursively on their own referrers. Then all recorded
//! keys are checked. As in SQL Server, a statement is judged by its final state.
//!
//! No two transactions can break a key together, at any isolation level. An inserting transaction
//! stamps its row before it looks for the referenced row. A deleting transaction stamps its row
//! before it looks for referencing rows. Both read the newest rows, never a snapshot, and wait for
//! the writers of stamped rows. The later of the two look-ups sees the other transaction's stamp
//! and waits for its end. If both see the other's stamp, the result is a deadlock with a victim.

mod cascaded_rows;
mod incoming;
mod key;
mod outgoing;

pub(in crate::statement) use cascaded_rows::CascadedFiring;
use incoming::Incoming;
use outgoing::Outgoing;
use sluice_base::sync::Arc;
use sluice_plan::BoundReferences;
use sluice_query::operator::{Planner, Run};
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::{SqlError, Value};

/// Foreign keys from and to a table, and the keys recorded by the current statement.
#[derive(Default)]
pub(in crate::statement) struct References {
    outgoing: Vec<Outgoing>,
    incoming: Vec<Incoming>,
}

/// The context of foreign-key checks and cascades. All references are borrowed for one statement.
pub(in crate::statement) struct Keeping<'k, 'a, 'r> {
    /// INSERT, UPDATE, DELETE, MERGE or ALTER TABLE, for messages.
    pub(in crate::statement) statement: &'k str,
    pub(in crate::statement) run: &'k mut Run<'a, 'r>,
    pub(in crate::statement) transaction: &'k mut Transaction,
    pub(in crate::statement) locks: &'k LockOwner,
    /// The transaction's snapshot under SNAPSHOT isolation. The transaction then changes only rows
    /// whose newest version it sees.
    pub(in crate::statement) snapshot: Option<&'k Snapshot>,
}

impl References {
    /// Compiles the foreign keys of a table in the database `name`, or in the current one. Takes no
    /// lock itself: locks are registered with `planner`.
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

    /// Returns whether the table has no foreign keys of its own and none refer to it.
    #[inline]
    pub(in crate::statement) fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty()
    }

    /// Starts a statement: drops keys recorded by an earlier statement that failed.
    #[inline]
    pub(in crate::statement) fn begin(&mut self) {
        self.outgoing.iter_mut().for_each(Outgoing::forget);
        self.incoming.iter_mut().for_each(Incoming::forget);
    }

    /// Records the keys that an inserted or updated row refers to.
    #[inline]
    pub(in crate::statement) fn note_new(
        &mut self,
        value: &dyn Fn(usize) -> Result<Value, SqlError>,
    ) -> Result<(), SqlError> {
        self.outgoing.iter_mut().try_for_each(|key| key.note(value))
    }

    /// Records the keys lost by a row: deleted, or updated to the values `new`.
    #[inline]
    pub(in crate::statement) fn note_old(
        &mut self,
        old: &dyn Fn(usize) -> Result<Value, SqlError>,
        new: Option<&dyn Fn(usize) -> Result<Value, SqlError>>,
    ) -> Result<(), SqlError> {
        self.incoming.iter_mut().try_for_each(|key| key.note(old, new))
    }

    /// Whether each row can be checked as soon as it has changed. Requires that no key refers to
    /// the statement's own table and that no cascade runs: later rows then don't affect earlier
    /// ones.
    pub(in crate::statement) fn judges_rows(&self) -> bool {
        self.outgoing.iter().all(Outgoing::judges_rows) && self.incoming.iter().all(Incoming::judges_rows)
    }

    /// Whether foreign keys refer to the table.
    pub(in crate::statement) fn has_incoming(&self) -> bool {
        !self.incoming.is_empty()
    }

    /// Checks the row recorded last and drops its keys. Requires [`References::judges_rows`]. Fails
    /// with 547.
    pub(in crate::statement) fn judge(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.check(keeping)?;
        self.begin();
        Ok(())
    }

    /// Ends a statement's changes: [`References::follow`], then [`References::check`]. Fails with
    /// 547.
    #[inline]
    pub(in crate::statement) fn settle(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        if self.is_empty() {
            return Ok(());
        }
        self.follow(keeping)?;
        self.check(keeping)
    }

    /// Adds the captured rows of the tables that cascades have changed. A table comes after the
    /// tables that its own cascades have changed; the youngest foreign key comes first (recorded
    /// answers of SQL Server).
    pub(in crate::statement) fn take_changes(&mut self, into: &mut Vec<CascadedFiring>) {
        self.incoming.iter_mut().rev().for_each(|key| key.take_changes(into));
    }

    /// Runs the cascades on rows that refer to lost keys.
    pub(in crate::statement) fn follow(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.incoming.iter_mut().try_for_each(|key| key.follow(keeping))
    }

    /// Checks all recorded keys. Fails with 547 if a new row refers to a missing key, or if a row
    /// still refers to a lost key.
    pub(in crate::statement) fn check(&self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        self.outgoing.iter().try_for_each(|key| key.check(keeping))?;
        self.incoming.iter().try_for_each(|key| key.check(keeping))
    }
}

/// Returns the column's name for messages if there is only one.
fn only_column(rows: &Arc<TableRows>, places: &[usize]) -> Option<String> {
    match places {
        [place] => Some(rows.table.columns[*place].name.clone()),
        _ => None,
    }
}
