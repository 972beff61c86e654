//! UPDATE and DELETE of a heap's rows.
//!
//! Each row is changed as the scan comes to it, so that nothing is collected, however many they are. That is safe from meeting a row
//! twice (the Halloween problem): a row keeps its place whatever becomes of it, and the scan comes to every place once. Subqueries
//! have been run before.
//!
//! Rows are locked one by one, by their stamps. A row that another transaction has changed since the scan read it is judged again as it
//! is now (READ COMMITTED), and left alone if it is not wanted any more.

use super::Env;
use super::insert::encode;
use crate::code::Piece;
use crate::database::Database;
use crate::operator::{Notes, Routine, Run, row_count};
use crate::state::Sight;
use crate::storage_error::{damaged_row, sql_error};
use sluice_access::{AppendCursor, Changed, Granule, Heap, HeapWriter, Reader, Rid};
use sluice_base::sync::Arc;
use sluice_txn::{StorageError, Transaction};
use sluice_types::{RowLayout, SqlError, Value};

/// A compiled UPDATE or DELETE.
pub(super) struct Change {
    /// The database of the table.
    pub(super) database: Arc<Database>,
    /// The table's heap.
    pub(super) heap: Heap,
    /// Whether the table is a table variable.
    pub(super) is_variable: bool,
    /// Where the columns lie.
    pub(super) layout: RowLayout,
    /// Where the expressions find the row.
    pub(super) source: usize,
    /// The table's name for messages: database.schema.table.
    pub(super) table: Arc<str>,
    /// Which rows; all if none.
    pub(super) condition: Option<Piece>,
    /// How many of them at most.
    pub(super) top: Option<Piece>,
    /// What becomes of them.
    pub(super) kind: ChangeKind,
}

/// What becomes of the rows.
pub(super) enum ChangeKind {
    /// They go.
    Delete,
    /// Some columns get values.
    Update {
        /// For each of these columns, by place, the code of its value.
        columns: Vec<(usize, Piece)>,
        /// Those of them that may not be NULL: place and name.
        not_null: Vec<(usize, String)>,
        /// Where rows go that outgrow their page.
        cursor: AppendCursor,
        /// The row's values, kept for the next.
        values: Vec<Value>,
        /// Its bytes, too.
        row: Vec<u8>,
    },
}

impl Change {
    /// Changes the rows, as a whole or not at all.
    pub(super) fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let before = env.state.work.mark();
        let result = self.change_rows(env, routine);
        let count = env.settle(before, result)?;
        env.done(count);
        Ok(())
    }

    fn change_rows(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let database = Arc::clone(&self.database);
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let used = env.state.work.log_used();
        let transaction = &mut env.state.work.enlist_target(&database, self.is_variable).transaction;
        let used_before = used - transaction.log_used();
        let sight = Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots);
        // Who wants every row wants every page.
        let granule = if self.condition.is_some() || self.top.is_some() { Granule::Row } else { Granule::Growing };
        let reader = sight.change_reader(&database, granule);
        let mut notes = Notes::default();
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
        let most = match self.top {
            Some(top) => row_count(&mut run, top)?,
            None => u64::MAX,
        };
        let mut scan = self.heap.scan(&database.storage, reader).map_err(to_sql)?;
        let mut writer = self.heap.writer(&database.storage, &env.state.locks);
        if let Reader::Snapshot(snapshot, _) = reader {
            writer = writer.by_snapshot(snapshot);
        }
        let (mut count, mut seen) = (0, 0u64);
        while count < most
            && let Some((rid, bytes)) = scan.next().map_err(to_sql)?
        {
            seen += 1;
            if seen.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                run.check_cancelled()?;
            }
            let mut changed = self.change_row(&mut run, &mut writer, transaction, (rid, bytes))?;
            while let Changed::Newer(row) = changed {
                changed = self.change_row(&mut run, &mut writer, transaction, (rid, &row))?;
            }
            if changed == Changed::Done {
                count += 1;
                env.state.locks.set_log_used(used_before + transaction.log_used());
            }
        }
        Ok(count)
    }

    /// Changes a row if it is wanted; one that is not counts as gone.
    fn change_row(
        &mut self,
        run: &mut Run<'_, '_>,
        writer: &mut HeapWriter<'_>,
        transaction: &mut Transaction,
        (rid, bytes): (Rid, &[u8]),
    ) -> Result<Changed, SqlError> {
        let name = &self.database.name;
        run.frame.rows[self.source].store(bytes);
        if let Some(condition) = self.condition
            && !run.holds(condition)?
        {
            return Ok(Changed::Gone);
        }
        let changed = match &mut self.kind {
            ChangeKind::Delete => writer.delete(transaction, (rid, bytes)),
            ChangeKind::Update { columns, not_null, cursor, values, row: new } => {
                new_values(run, bytes, &self.layout, columns, values, name)?;
                encode(&self.layout, not_null, (&self.table, "UPDATE"), |place| &values[place], new)?;
                writer.update(transaction, cursor, (rid, bytes), new)
            }
        };
        changed.map_err(|error| match error {
            StorageError::UpdateConflict => {
                let table = self.table.strip_prefix(&format!("{name}.")).unwrap_or(&self.table).to_owned();
                SqlError::new(3960, 16, 2, vec![table, name.clone()])
            }
            error => sql_error(&error, name),
        })
    }
}

/// The values of a row's columns after the update; each expression sees the row as it was.
fn new_values(
    run: &mut Run<'_, '_>,
    bytes: &[u8],
    layout: &RowLayout,
    columns: &[(usize, Piece)],
    values: &mut Vec<Value>,
    database: &str,
) -> Result<(), SqlError> {
    values.clear();
    for place in 0..layout.len() {
        values.push(match columns.iter().find(|(column, _)| *column == place) {
            Some((_, piece)) => run.value(*piece)?,
            None => layout.read(bytes, place).map_err(|_| damaged_row(database))?,
        });
    }
    Ok(())
}

/// After how many rows it asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u64 = 256;
