//! UPDATE and DELETE of a table's rows.
//!
//! Each row is changed as the scan comes to it, so that nothing is collected, however many they are. That is safe from meeting a row
//! twice (the Halloween problem) as long as a row keeps its place: the scan comes to every place once. An UPDATE that moves rows in what they
//! are found by, or that changes keys which are unique, collects the new rows and puts them in when the scan is through
//! (`row_writer`, rule 3). Subqueries have been run before.
//!
//! Rows are locked one by one, by their stamps. A row that another transaction has changed since the scan read it is judged again as it
//! is now (READ COMMITTED), and left alone if it is not wanted any more.

use super::Env;
use super::insert::check_not_null;
use super::references::{Keeping, References};
use super::rules::{Place, Rules};
use crate::code::Piece;
use crate::operator::{Notes, Routine, Run, SeekPath, Spool, row_count};
use crate::row_writer::{RowCursor, RowWriter, Touched};
use crate::state::Sight;
use crate::storage_error::table_error;
use crate::table_rows::{TableRow, TableRows};
use sluice_access::{Changed, Granule, LobPointer, Reader};
use sluice_base::sync::Arc;
use sluice_txn::{LockOwner, StorageError, Transaction};
use sluice_types::row::LINK_BYTES;
use sluice_types::{SqlError, Value};

/// A compiled UPDATE or DELETE.
pub(super) struct Change {
    /// The table's rows.
    pub(super) rows: Arc<TableRows>,
    /// Where the expressions find the row.
    pub(super) source: usize,
    /// The columns that are computed when they are read: where expressions find them, and their values.
    pub(super) computed: Option<(usize, Vec<Piece>)>,
    /// Whether the table is a table variable.
    pub(super) is_variable: bool,
    /// The table's name for messages: database.schema.table.
    pub(super) table: Arc<str>,
    /// Which rows; all if none.
    pub(super) condition: Option<Piece>,
    /// How they are found, if not by a scan from end to end.
    pub(super) seek: Option<SeekPath>,
    /// How many of them at most.
    pub(super) top: Option<Piece>,
    /// What becomes of them.
    pub(super) kind: ChangeKind,
    /// The foreign keys that are about them.
    pub(super) references: References,
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
        /// What the rows are held against, beside that.
        rules: Option<Box<Rules>>,
        /// Which indexes these columns are in.
        touched: Touched,
        /// Where rows and entries go.
        cursor: Box<RowCursor>,
        /// The row's values, kept for the next.
        values: Vec<Value>,
        /// Its bytes, too.
        row: Vec<u8>,
    },
}

impl Change {
    /// Changes the rows, as a whole or not at all.
    pub(super) fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let before = env.begin_change()?;
        let result = self.change_rows(env, routine);
        let count = env.settle(before, result)?;
        env.done(count);
        Ok(())
    }

    fn change_rows(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let (database, table) = (Arc::clone(&self.rows.database), Arc::clone(&self.table));
        let to_sql = |error: StorageError| table_error(&error, &database.name, &table);
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
        self.references.begin();
        let _held = self.rows.hold();
        let rows = Arc::clone(&self.rows);
        let scan = match &self.seek {
            Some(path) => path.open(&rows, reader, false, &mut run)?,
            None => rows.scan(reader),
        };
        let mut scan = scan.map_err(to_sql)?;
        let snapshot = if let Reader::Snapshot(snapshot, _) = reader { Some(snapshot) } else { None };
        let mut writer = RowWriter::new(&rows, &env.state.locks, snapshot);
        let mut late = Spool::new(&run);
        let (mut count, mut seen, mut freed) = (0, 0u64, Vec::new());
        while count < most
            && let Some((locator, bytes)) = scan.next().map_err(to_sql)?
        {
            seen += 1;
            if seen.is_multiple_of(ROWS_BETWEEN_CHECKS) {
                run.check_cancelled()?;
            }
            let mut changed = self.change_row(&mut run, &mut writer, transaction, (locator, bytes), &mut freed)?;
            while let Changed::Newer(row) = changed {
                changed = self.change_row(&mut run, &mut writer, transaction, (locator, &row), &mut freed)?;
            }
            if freed.len() >= FREED_AT_ONCE {
                self.rows.free(transaction, &mut freed)?;
            }
            if changed == Changed::Done {
                count += 1;
                self.keep_late(&mut late, locator)?;
                env.state.locks.set_log_used(used_before + transaction.log_used());
            }
        }
        let locks = &env.state.locks;
        self.put_back(transaction, locks, &late)?;
        self.rows.free(transaction, &mut freed)?;
        let statement = if matches!(self.kind, ChangeKind::Delete) { "DELETE" } else { "UPDATE" };
        self.references.settle(&mut Keeping { statement, run: &mut run, transaction, locks, snapshot })?;
        Ok(count)
    }

    /// Keeps the new row of an update in two steps, which was at `locator`.
    fn keep_late(&mut self, late: &mut Spool, locator: &[u8]) -> Result<(), SqlError> {
        if let ChangeKind::Update { touched: Touched { in_two_steps: true, .. }, row, .. } = &self.kind {
            late.push(locator)?;
            late.push(row)?;
        }
        Ok(())
    }

    /// The second step.
    fn put_back(&mut self, transaction: &mut Transaction, locks: &LockOwner, late: &Spool) -> Result<(), SqlError> {
        let ChangeKind::Update { touched, cursor, .. } = &mut self.kind else { return Ok(()) };
        let mut kept = late.rows();
        while let (Some(locator), Some(row)) = (kept.next(), kept.next()) {
            self.rows.put_back(transaction, locks, cursor, (locator, row), touched)?;
        }
        Ok(())
    }

    /// Changes a row if it is wanted; one that is not counts as gone. Into `freed` comes what nothing leads to any more.
    fn change_row(
        &mut self,
        run: &mut Run<'_, '_>,
        writer: &mut RowWriter<'_>,
        transaction: &mut Transaction,
        (locator, bytes): (&[u8], &[u8]),
        freed: &mut Vec<LobPointer>,
    ) -> Result<Changed, SqlError> {
        let table_row = TableRow { rows: &self.rows, bytes, is_dirty: false };
        run.frame.rows[self.source].store(bytes, false);
        if let Some((source, values)) = &self.computed {
            run.take_values(*source, values)?;
        }
        if let Some(condition) = self.condition
            && !run.holds(condition)?
        {
            return Ok(Changed::Gone);
        }
        match &mut self.kind {
            ChangeKind::Delete => {
                let changed = writer.delete(transaction, (locator, bytes))?;
                if changed == Changed::Done {
                    self.rows.forget(freed, bytes, None)?;
                    self.references.note_old(&|place| table_row.column(place), None)?;
                }
                Ok(changed)
            }
            ChangeKind::Update { columns, not_null, touched, rules, cursor, values, row: new } => {
                let kept = new_values(run, table_row, columns, values)?;
                if let Some(rules) = rules {
                    // What a rule uses is read, also where it is elsewhere and stays there.
                    for (place, _) in kept.iter().filter(|(place, _)| rules.used.contains(place)) {
                        values[*place] = table_row.column(*place)?;
                    }
                    let database = &self.rows.database.name;
                    let place = Place { statement: "UPDATE", database, table: &self.table, not_null };
                    *values = rules.hold(run, std::mem::take(values), place)?;
                }
                check_not_null(not_null, (&self.table, "UPDATE"), |place| &values[place])?;
                let link = |place: usize| kept.iter().find(|(column, _)| *column == place).map(|(_, link)| *link);
                self.rows.encode(transaction, |place| &values[place], link, new)?;
                let changed = match touched.in_two_steps {
                    true => writer.take_out(transaction, cursor, (locator, bytes), new, touched)?,
                    false => writer.update(transaction, cursor, (locator, bytes), new, touched)?,
                };
                match changed {
                    Changed::Done => {
                        self.rows.forget(freed, bytes, Some(new))?;
                        let value = |place: usize| match link(place) {
                            Some(_) => table_row.column(place),
                            None => Ok(values[place].clone()),
                        };
                        self.references.note_old(&|place| table_row.column(place), Some(&value))?;
                        self.references.note_new(&value)?;
                    }
                    // What was written for it is of no use.
                    Changed::Gone | Changed::Newer(_) => self.rows.forget(freed, new, Some(bytes))?,
                }
                Ok(changed)
            }
        }
    }
}

/// The values of a row's columns after the update; each expression sees the row as it was. What is elsewhere and stays is not read:
/// the result has its links.
fn new_values<'b>(
    run: &mut Run<'_, '_>,
    row: TableRow<'b>,
    columns: &[(usize, Piece)],
    values: &mut Vec<Value>,
) -> Result<Vec<(usize, &'b [u8; LINK_BYTES])>, SqlError> {
    let mut kept = Vec::new();
    values.clear();
    for place in 0..row.rows.layout.len() {
        values.push(match columns.iter().find(|(column, _)| *column == place) {
            Some((_, piece)) => run.value(*piece)?,
            None => match row.link(place)? {
                None => row.column(place)?,
                Some(link) => {
                    kept.push((place, link));
                    Value::Null
                }
            },
        });
    }
    Ok(kept)
}

/// How many values are given back by one record of the log.
const FREED_AT_ONCE: usize = 128;
/// After how many rows it asks whether it is to stop.
const ROWS_BETWEEN_CHECKS: u64 = 256;
