//! UPDATE and DELETE.
//!
//! If one scan of the table finds the rows, each row is changed as the scan reaches it, and no rows
//! are collected. The scan can't meet a row twice (the Halloween problem): a row keeps its locator
//! when it changes, and the scan visits each locator once.
//!
//! An UPDATE that changes the keys it searches by, or unique keys, collects the new rows and
//! inserts them after the scan (`row_writer`, rule 3). Subqueries run before the scan.
//!
//! If a plan finds the rows (joins, views, subqueries that read the table for each row), the plan
//! runs to its end first. A row found several times is changed once, for its first match. Values
//! that read the table beside assigned variables are computed as the rows are found.

use super::output::{Captured, OutputClause, WaitingRows, end_change, outgoing};
use super::references::Keeping;
use super::row_change::{Changing, RowChange, stored_bytes};
use super::row_end::{RowEnd, RowJudge};
use super::stored::{SecondStep, StoredRowWriter};
use crate::statement::Env;
use crate::triggers::Firing;
use sluice_access::Reader;
use sluice_base::hash::HashSet;
use sluice_base::sync::Arc;
use sluice_query::code::Piece;
use sluice_query::operator::{FoundRows, Notes, Routine, RowsSeen, Run, SeekPath, Wanted, row_count};
use sluice_table::isolation::{Reading, Sight};
use sluice_table::storage_error::table_error;
use sluice_txn::{StorageError, Transaction};
use sluice_types::SqlError;

/// A compiled UPDATE or DELETE. A run keeps state here: the recorded foreign keys, and the rows
/// captured for triggers. So only one run uses it at a time.
pub(in crate::statement) struct Change {
    /// Whether the target is a table variable.
    pub(in crate::statement) is_variable: bool,
    /// Lock granule, hints and reach of the read.
    pub(in crate::statement) reading: Reading,
    /// The plan that finds the rows; `None` for a scan of the table.
    pub(in crate::statement) found: Option<FoundRows>,
    /// Values computed when the plan finds a row, and the frame source of their columns.
    pub(in crate::statement) first: Option<(usize, Vec<Piece>)>,
    /// The index path of that scan; `None` for a full scan.
    pub(in crate::statement) seek: Option<SeekPath>,
    /// The TOP row count.
    pub(in crate::statement) top: Option<Piece>,
    /// The change made to each row.
    pub(in crate::statement) change: RowChange,
    pub(in crate::statement) output: Option<OutputClause>,
    /// The rows captured for triggers.
    pub(in crate::statement) capture: Option<Captured>,
}

impl Change {
    /// Changes the rows, all or none. Returns rows for triggers if there are any triggers; then the
    /// row count is the caller's.
    pub(in crate::statement) fn run(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<Option<Box<Firing>>, SqlError> {
        let before = env.begin_change()?;
        self.output.iter().for_each(|output| output.begin(env.sink));
        self.capture.iter_mut().for_each(|capture| capture.begin());
        let result = self.change_all(env, routine);
        if let Some(capture) = &mut self.capture {
            self.change.references.take_changes(&mut capture.cascaded);
        }
        end_change(env, before, result, (self.output.as_ref(), self.capture.as_mut()))
    }

    fn change_all(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let (count, waiting) = self.change_rows(env, routine)?;
        if let Some(output) = &mut self.output {
            output.finish(env, routine, waiting)?;
        }
        Ok(count)
    }

    /// Changes the rows. Returns their number, and the OUTPUT rows that wait for the end of the
    /// statement. Checks keys at the end of the statement. On an error some rows may be changed;
    /// the caller rolls back.
    pub(in crate::statement) fn change_rows(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<(u64, WaitingRows), SqlError> {
        let Change { is_variable, reading, found, first, seek, top, change, output, capture } = self;
        let (rows, table) = (Arc::clone(&change.rows), Arc::clone(&change.table));
        let database = &rows.database;
        let to_sql = |error: StorageError| table_error(&error, &database.name, &table);
        let used = env.state.transaction.work.log_used();
        let transaction = &mut env.state.transaction.work.enlist_target(database, *is_variable).transaction;
        let used_before = used - transaction.log_used();
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let reader = sight.hinted_change_reader(database, reading)?;
        let mut notes = Notes::default();
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
        let most = match top {
            Some(top) => row_count(&mut run, *top)?,
            None => u64::MAX,
        };
        let most = match run.frame.globals.row_limit {
            0 => most,
            limit => most.min(limit),
        };
        change.references.begin();
        let _held = rows.hold();
        let snapshot = if let Reader::Snapshot(snapshot, _) = reader { Some(snapshot) } else { None };
        let writer = StoredRowWriter::new(&rows, &env.state.transaction.locks, snapshot);
        let statement = change.kind.statement();
        let mut waiting = WaitingRows::new(output.as_ref(), !change.judges_rows());
        let judge = RowJudge { statement, locks: &env.state.transaction.locks, snapshot };
        let judge = waiting.lets_through(output.as_ref()).then_some(judge);
        let outputs = outgoing(output.as_ref(), env.sink, &mut waiting, capture.as_mut());
        let mut changing = Changing { writer, end: RowEnd { outputs, judge } };
        let mut late = SecondStep::default();
        let mut count = 0;
        let mut apply = |run: &mut Run<'_, '_>, transaction: &mut Transaction, row: (&[u8], &[u8])| {
            if change.apply(run, &mut changing, transaction, row, &mut late)? {
                count += 1;
                env.state.transaction.locks.set_log_used(used_before + transaction.log_used());
            }
            Ok::<u64, SqlError>(count)
        };
        match found {
            None => {
                let scan = match seek {
                    Some(path) => path.open(&rows, reader, false, &mut run)?,
                    None => rows.scan(reader),
                };
                let mut scan = scan.map_err(to_sql)?;
                let (mut seen, mut changed) = (RowsSeen::default(), 0);
                while changed < most
                    && let Some((locator, bytes)) = scan.next().map_err(to_sql)?
                {
                    seen.one_more(&run)?;
                    changed = apply(&mut run, transaction, (locator, bytes))?;
                }
            }
            Some(found) => {
                let source = found.target;
                let (mut seen, mut locators) = (HashSet::default(), Vec::new());
                let rows = found.collect(&mut run, |run, locator| {
                    let Some(locator) = locator.filter(|locator| seen.insert(Arc::clone(locator))) else {
                        return Ok(Wanted::No);
                    };
                    locators.push(Arc::clone(locator));
                    if let Some((source, values)) = first {
                        run.take_values(*source, values)?;
                    }
                    Ok(Wanted::Yes)
                })?;
                let mut seen = RowsSeen::default();
                for (number, locator) in locators.iter().enumerate() {
                    seen.one_more(&run)?;
                    rows.show(number, &mut run)?;
                    let bytes = stored_bytes(&run, source);
                    apply(&mut run, transaction, (locator, &bytes))?;
                }
            }
        }
        let mut freed = changing.writer.finish();
        let locks = &env.state.transaction.locks;
        change.put_back(&mut run, (transaction, locks), &late)?;
        rows.free(transaction, &mut freed)?;
        change.references.settle(&mut Keeping { statement, run: &mut run, transaction, locks, snapshot })?;
        Ok((count, waiting))
    }
}
