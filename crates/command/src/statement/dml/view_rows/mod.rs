//! The rows of indexed views, kept as their definitions say
//! (`relational-databases/views/create-indexed-views.md`).
//!
//! A statement that changes rows of a table changes the rows of the indexed views that read the
//! table, before the statement ends and before its AFTER triggers run:
//!
//! 1. The changed rows are captured as for triggers ([`ChangedTable`]).
//! 2. The view's query runs with the captured rows in the place of the table ([`stand_in`]). The
//!    new rows give view rows to add, the old rows give view rows to remove ([`delta`]). If a
//!    cascade has changed several tables of one view, the query runs for each combination of their
//!    changes.
//! 3. The sum of these rows is applied to the stored rows by their clustered key ([`apply`]).
//!
//! # Concurrency
//!
//! The query reads the other tables' newest committed rows and waits for writers of uncommitted
//! rows, at every isolation level. A transaction stamps its row of a table before it reads the
//! other tables of the view. So the later of two transactions that change rows of two joined tables
//! waits for the earlier one, as with foreign keys ([`super::references`]). The changed group or
//! row of the view has the stamp of its writer. Another transaction that changes the same group
//! waits for the writer's end and then starts from the newer row.

mod apply;
mod check;
mod delta;
mod query;
mod stand_in;

pub(in crate::statement) use check::differences;
pub(in crate::statement) use query::ViewQuery;

use crate::captured::CapturedRows;
use crate::statement::Env;
use crate::triggers::Firing;
use delta::Delta;
use sluice_access::Reader;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, LockHints};
use sluice_plan::{BoundView, IndexedView};
use sluice_query::code::context::Context;
use sluice_query::operator::Planner;
use sluice_session::sink::{ColumnInfo, Message, Sink};
use sluice_table::database::Database;
use sluice_table::isolation::Reach;
use sluice_table::row_writer::RowCursor;
use sluice_table::table_rows::TableRows;
use sluice_txn::LockMode;
use sluice_types::{SqlError, Value};
use stand_in::ChangedRows;

/// The rows of a table that a statement has changed.
pub(in crate::statement) struct ChangedTable {
    /// The table.
    pub(in crate::statement) table: ObjectId,
    /// New rows and rows after their change.
    pub(in crate::statement) inserted: Vec<Arc<CapturedRows>>,
    /// Deleted rows and rows before their change.
    pub(in crate::statement) deleted: Vec<Arc<CapturedRows>>,
}

/// The rows of an indexed view, for a statement that changes some of the view's tables.
pub(in crate::statement) struct ViewRows {
    rows: Arc<TableRows>,
    shape: IndexedView,
    /// The tables of the view that the statement may change.
    changed: Vec<ObjectId>,
    /// The rows that stand for these tables.
    stand_ins: Vec<Arc<ChangedRows>>,
    /// The view's query for each set of replaced tables. Bit `n` of a set is the table
    /// `changed[n]`.
    queries: Vec<ViewQuery>,
    cursor: RowCursor,
}

/// A sink that keeps the rows of a query.
#[derive(Default)]
struct QueryRows {
    rows: Vec<Vec<Value>>,
}

impl ChangedTable {
    /// Returns the rows captured for the triggers and views of a table.
    pub(in crate::statement) fn captured(table: ObjectId, firing: &Firing) -> ChangedTable {
        ChangedTable {
            table,
            inserted: firing.events.iter().map(|event| Arc::clone(&event.inserted)).collect(),
            deleted: firing.events.iter().map(|event| Arc::clone(&event.deleted)).collect(),
        }
    }

    /// Adds the rows to those of the same table, or to the end of `tables`.
    pub(in crate::statement) fn add_to(self, tables: &mut Vec<ChangedTable>) {
        match tables.iter_mut().find(|known| known.table == self.table) {
            Some(known) => {
                known.inserted.extend(self.inserted);
                known.deleted.extend(self.deleted);
            }
            None => tables.push(self),
        }
    }

    fn rows(&self, is_new: bool) -> &[Arc<CapturedRows>] {
        if is_new { &self.inserted } else { &self.deleted }
    }
}

impl ViewRows {
    /// Compiles the change of a view's rows by a statement that changes the tables `changed`, each
    /// with its columns. Registers the view's lock and its index uses with `planner`. Returns
    /// `None` for a view without rows. Tables that the view doesn't use are left out.
    pub(in crate::statement) fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundView,
        database: &Arc<Database>,
        changed: &[(ObjectId, Arc<[Column]>)],
    ) -> Result<Option<ViewRows>, SqlError> {
        let Some(table) = bound.view.rows.as_ref().map(|table| table.as_used()) else { return Ok(None) };
        planner.lock_target(database, &table, LockMode::IntentExclusive, (&LockHints::default(), Reach::Keys));
        let rows = TableRows::new(Arc::clone(database), &table);
        planner.changes(&rows, None)?;
        let is_own = |(id, _): &&(ObjectId, Arc<[Column]>)| table.bases.contains(id);
        let changed: Vec<_> = changed.iter().filter(is_own).cloned().collect();
        let stand_ins = changed.iter().enumerate().map(|(place, (_, columns))| ChangedRows::new(place, columns));
        let stand_ins = stand_ins.collect::<Result<Vec<_>, _>>()?;
        let sets = 1..1usize << changed.len();
        Ok(Some(ViewRows {
            queries: sets.map(|_| ViewQuery::new(&table.schema, &table.name)).collect(),
            rows: Arc::new(rows),
            shape: bound.shape.clone(),
            changed: changed.into_iter().map(|(id, _)| id).collect(),
            stand_ins,
            cursor: RowCursor::default(),
        }))
    }

    /// Changes the view's rows after the tables' rows have changed. Does nothing if none of them
    /// change.
    pub(in crate::statement) fn follow(
        &mut self,
        env: &mut Env<'_, '_>,
        tables: &[ChangedTable],
    ) -> Result<(), SqlError> {
        let delta = self.delta(env, tables)?;
        if delta.is_empty() {
            return Ok(());
        }
        let ViewRows { rows, cursor, .. } = self;
        let locks = &env.state.transaction.locks;
        let transaction = &mut env.state.transaction.work.enlist_target(&rows.database, false).transaction;
        let stop = env.context.cancel_flag();
        let _held = rows.hold();
        apply::apply((rows, &self.shape), (transaction, locks, stop), Reader::Committed(locks), cursor, delta)
    }

    /// Returns the view's rows that the changes of its tables add and remove.
    ///
    /// With one changed table, these are the query's rows over the new rows less those over the old
    /// rows. Let the table *n* be Tₙ after the statement and Δₙ the change of its rows. The view
    /// was the product of all Tₙ - Δₙ, so its change is the sum, over each set of changed tables,
    /// of the product of the set's Δₙ and the other tables' Tₙ; a set of an even number of tables
    /// counts negatively.
    fn delta(&mut self, env: &mut Env<'_, '_>, tables: &[ChangedTable]) -> Result<Delta, SqlError> {
        let mut delta = Delta::new(&self.rows.table, &self.shape);
        let own = |id: &ObjectId| tables.iter().find(|table| table.table == *id);
        let own: Vec<Option<&ChangedTable>> = self.changed.iter().map(own).collect();
        for set in 1..1usize << own.len() {
            let members: Vec<usize> = (0..own.len()).filter(|place| set >> place & 1 == 1).collect();
            // Each member is replaced by its new rows or by its old rows.
            for news in 0..1usize << members.len() {
                let mut sign = if members.len().is_multiple_of(2) { -1 } else { 1 };
                let mut is_empty = false;
                for (number, place) in members.iter().enumerate() {
                    let is_new = news >> number & 1 == 1;
                    sign *= if is_new { 1 } else { -1 };
                    let rows = own[*place].map_or(&[][..], |table| table.rows(is_new));
                    is_empty |= rows.iter().all(|rows| rows.count() == 0);
                    self.stand_ins[*place].fill(rows);
                }
                if !is_empty {
                    let rows = self.run(env, set, &members)?;
                    rows.into_iter().try_for_each(|row| delta.add(row, sign))?;
                }
                members.iter().for_each(|place| self.stand_ins[*place].fill(&[]));
            }
        }
        Ok(delta)
    }

    /// Runs the view's query with the tables `members` replaced.
    fn run(&mut self, env: &mut Env<'_, '_>, set: usize, members: &[usize]) -> Result<Vec<Vec<Value>>, SqlError> {
        let stand_ins = members.iter().map(|place| self.stand_ins[*place].stand_in(self.changed[*place])).collect();
        let mut sink = QueryRows::default();
        self.queries[set - 1].run(env, &self.rows.database, stand_ins, &mut sink)?;
        Ok(sink.rows)
    }
}

impl Sink for QueryRows {
    fn columns(&mut self, _: &[ColumnInfo]) {}

    fn row(&mut self, row: &[Value]) {
        self.rows.push(row.to_vec());
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, _: Message) {}
}
