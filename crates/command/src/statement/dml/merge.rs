//! MERGE.
//!
//! The plan that joins the target and source rows runs to its end first, and the clause of each row
//! is chosen. Target rows are then updated and deleted. Inserts come last, one clause at a time.

use super::insert::Insert;
use super::output::{Captured, OutputClause, WaitingRows, end_change, outgoing};
use super::references::Keeping;
use super::row_change::{ChangeKind, Changing, RowChange, stored_bytes};
use super::row_end::{RowEnd, RowJudge};
use super::stored::{SecondStep, StoredRowWriter};
use crate::statement::Env;
use crate::triggers::Firing;
use sluice_access::{Granule, Reader};
use sluice_base::hash::HashMap;
use sluice_base::sync::Arc;
use sluice_query::code::Piece;
use sluice_query::operator::{FoundRows, GivenRows, KeptRows, Notes, Routine, RowsSeen, Run, Wanted, row_count};
use sluice_table::isolation::Sight;
use sluice_types::{SqlError, Value};

/// A compiled MERGE.
pub(in crate::statement) struct Merge {
    /// Whether the target is a table variable.
    pub(in crate::statement) is_variable: bool,
    /// The join of target and source rows.
    pub(in crate::statement) found: FoundRows,
    /// NULL for a row without a source row.
    pub(in crate::statement) is_sourced: Piece,
    /// The TOP count, and whether it is a percentage.
    pub(in crate::statement) top: Option<(Piece, bool)>,
    /// The WHEN clauses; the first match applies.
    pub(in crate::statement) clauses: Vec<Clause>,
    pub(in crate::statement) output: Option<OutputClause>,
    /// The rows captured for triggers.
    pub(in crate::statement) capture: Option<Captured>,
}

/// A WHEN clause.
pub(in crate::statement) struct Clause {
    /// Whether the clause needs a target row.
    pub(in crate::statement) in_target: bool,
    /// Whether the clause needs a source row.
    pub(in crate::statement) in_source: bool,
    /// The AND condition.
    pub(in crate::statement) condition: Option<Piece>,
    pub(in crate::statement) action: Action,
}

/// The action of a clause.
pub(in crate::statement) enum Action {
    /// UPDATE or DELETE of the target row.
    Change(Box<RowChange>),
    /// INSERT of a row.
    Insert(Box<Insert>),
}

/// Rows with an action: the index of the clause, and the target row's locator.
type Chosen = Vec<(usize, Option<Arc<[u8]>>)>;

impl Merge {
    /// Runs the statement: all changes or none. Fails with 8672 if it updates a target row twice.
    /// Returns the rows for triggers if the table has any.
    pub(in crate::statement) fn run(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<Option<Box<Firing>>, SqlError> {
        self.check_identity(env)?;
        let before = env.begin_change()?;
        self.output.iter().for_each(|output| output.begin(env.sink));
        self.capture.iter_mut().for_each(|capture| capture.begin());
        let result = self.merge(env, routine);
        if let Some(capture) = &mut self.capture {
            for clause in &mut self.clauses {
                if let Action::Change(change) = &mut clause.action {
                    change.references.take_changes(&mut capture.cascaded);
                }
            }
        }
        end_change(env, before, result, (self.output.as_ref(), self.capture.as_mut()))
    }

    /// Fails with 544 or 545 if an INSERT clause doesn't match the IDENTITY_INSERT setting.
    pub(in crate::statement) fn check_identity(&self, env: &Env<'_, '_>) -> Result<(), SqlError> {
        self.clauses.iter().try_for_each(|clause| match &clause.action {
            Action::Insert(insert) => insert.check_identity(env),
            Action::Change(_) => Ok(()),
        })
    }

    fn merge(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let (count, waiting) = self.merge_rows(env, routine)?;
        if let Some(output) = &mut self.output {
            output.finish(env, routine, waiting)?;
        }
        Ok(count)
    }

    /// Applies the action of each row. Returns the number of rows, and the OUTPUT rows that wait
    /// for the end of the statement. First chooses the clause of each row, then updates and
    /// deletes, then inserts. Foreign keys are settled at the end. Fails with 8672 if two source
    /// rows change one target row and one of them updates it, and with 1031 for a bad TOP PERCENT.
    pub(in crate::statement) fn merge_rows(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<(u64, WaitingRows), SqlError> {
        for clause in &mut self.clauses {
            if let Action::Change(change) = &mut clause.action {
                change.references.begin();
            }
        }
        let mut notes = Notes::default();
        let (rows, chosen) = self.choose(env, routine, &mut notes)?;
        let count = chosen.len() as u64;
        let rows = Arc::new(rows);
        let mut waiting = WaitingRows::new(self.output.as_ref(), !self.judges_rows());
        self.change_rows(env, (routine, &mut notes), (&rows, &chosen), &mut waiting)?;
        for place in 0..self.clauses.len() {
            let numbers = chosen.iter().enumerate().filter(|(_, (clause, _))| *clause == place);
            let numbers: Vec<usize> = numbers.map(|(number, _)| number).collect();
            let Merge { clauses, output, capture, .. } = self;
            let Action::Insert(insert) = &mut clauses[place].action else { continue };
            notes.give(GivenRows::new(Arc::clone(&rows), numbers));
            let inserted =
                insert.insert_with(env, routine, &mut notes, (output.as_ref(), &mut waiting, capture.as_mut()))?;
            insert.rows.note_rows(inserted);
        }
        notes.take_given();
        self.settle_references(env, routine, &mut notes)?;
        Ok((count, waiting))
    }

    /// Whether each row can be checked right after its action. Keys removed by one clause may be
    /// added again by another clause.
    fn judges_rows(&self) -> bool {
        self.clauses.iter().all(|clause| match &clause.action {
            Action::Change(change) => change.judges_rows() && !change.references.has_incoming(),
            Action::Insert(insert) => insert.references.judges_rows(),
        })
    }

    /// Runs foreign-key cascades and checks after all clauses.
    fn settle_references(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        notes: &mut Notes,
    ) -> Result<(), SqlError> {
        let Merge { is_variable, clauses, .. } = self;
        let mut changes: Vec<&mut Box<RowChange>> = clauses
            .iter_mut()
            .filter_map(|clause| match &mut clause.action {
                Action::Change(change) if !change.references.is_empty() => Some(change),
                Action::Change(_) | Action::Insert(_) => None,
            })
            .collect();
        let Some(first) = changes.first() else { return Ok(()) };
        let database = Arc::clone(&first.rows.database);
        let transaction = &mut env.state.transaction.work.enlist_target(&database, *is_variable).transaction;
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let snapshot = match sight.change_reader(&database, Granule::Row) {
            Reader::Snapshot(snapshot, _) => Some(snapshot),
            _ => None,
        };
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let locks = &env.state.transaction.locks;
        let mut keeping = Keeping { statement: "MERGE", run: &mut run, transaction, locks, snapshot };
        changes.iter_mut().try_for_each(|change| change.references.follow(&mut keeping))?;
        changes.iter().try_for_each(|change| change.references.check(&mut keeping))
    }

    /// Chooses the rows with an action, in the plan's order. A target row that several source rows
    /// delete is chosen once. Fails with 8672 if a target row would be updated and changed again.
    fn choose(
        &self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        notes: &mut Notes,
    ) -> Result<(KeptRows, Chosen), SqlError> {
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let (most, percent) = match self.top {
            None => (u64::MAX, None),
            Some((count, false)) => (row_count(&mut run, count)?, None),
            Some((count, true)) => (u64::MAX, Some(percent_of(&run.value(count)?)?)),
        };
        // The target rows chosen so far, with whether their clause deletes.
        let (mut chosen, mut met): (Chosen, HashMap<Arc<[u8]>, bool>) = (Vec::new(), HashMap::default());
        let rows = self.found.collect(&mut run, |run, locator| {
            if chosen.len() as u64 >= most {
                return Ok(Wanted::Enough);
            }
            let in_source = !run.value(self.is_sourced)?.is_null();
            let Some(place) = self.clause_of(run, (locator.is_some(), in_source))? else { return Ok(Wanted::No) };
            if let (Some(locator), Action::Change(change)) = (locator, &self.clauses[place].action) {
                let deletes = matches!(change.kind, ChangeKind::Delete);
                match met.insert(Arc::clone(locator), deletes) {
                    None => {}
                    Some(true) if deletes => return Ok(Wanted::No),
                    Some(_) => return Err(SqlError::merge_changes_row_twice()),
                }
            }
            chosen.push((place, locator.cloned()));
            Ok(Wanted::Yes)
        })?;
        if let Some(percent) = percent {
            chosen.truncate((chosen.len() as f64 * percent / 100.0).ceil() as usize);
        }
        Ok((rows, chosen))
    }

    /// Returns the first clause that applies to the current row.
    fn clause_of(
        &self,
        run: &mut Run<'_, '_>,
        (in_target, in_source): (bool, bool),
    ) -> Result<Option<usize>, SqlError> {
        for (place, clause) in self.clauses.iter().enumerate() {
            if clause.in_target != in_target || clause.in_source != in_source {
                continue;
            }
            let fits = match clause.condition {
                Some(condition) => run.holds(condition)?,
                None => true,
            };
            if fits {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Updates and deletes the target rows.
    fn change_rows(
        &mut self,
        env: &mut Env<'_, '_>,
        (routine, notes): (Routine<'_>, &mut Notes),
        (kept_rows, chosen): (&KeptRows, &Chosen),
        waiting: &mut WaitingRows,
    ) -> Result<(), SqlError> {
        let Merge { is_variable, clauses, output, capture, found, .. } = self;
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let rows = clauses.iter().find_map(|clause| match &clause.action {
            Action::Change(change) => Some(Arc::clone(&change.rows)),
            Action::Insert(_) => None,
        });
        let Some(rows) = rows else { return Ok(()) };
        let transaction = &mut env.state.transaction.work.enlist_target(&rows.database, *is_variable).transaction;
        let snapshot = match sight.change_reader(&rows.database, Granule::Row) {
            Reader::Snapshot(snapshot, _) => Some(snapshot),
            _ => None,
        };
        let writer = StoredRowWriter::new(&rows, &env.state.transaction.locks, snapshot);
        let _held = rows.hold();
        let judge = RowJudge { statement: "MERGE", locks: &env.state.transaction.locks, snapshot };
        let judge = waiting.lets_through(output.as_ref()).then_some(judge);
        let outputs = outgoing(output.as_ref(), env.sink, waiting, capture.as_mut());
        let mut changing = Changing { writer, end: RowEnd { outputs, judge } };
        let mut lates: Vec<SecondStep> = clauses.iter().map(|_| SecondStep::default()).collect();
        let mut seen = RowsSeen::default();
        for (number, (place, locator)) in chosen.iter().enumerate() {
            let (Action::Change(change), Some(locator)) = (&mut clauses[*place].action, locator) else { continue };
            seen.one_more(&run)?;
            kept_rows.show(number, &mut run)?;
            let bytes = stored_bytes(&run, found.target);
            change.apply(&mut run, &mut changing, transaction, (locator, &bytes), &mut lates[*place])?;
        }
        let mut freed = changing.writer.finish();
        for (clause, late) in clauses.iter_mut().zip(&lates) {
            if let Action::Change(change) = &mut clause.action {
                change.put_back(&mut run, (transaction, &env.state.transaction.locks), late)?;
            }
        }
        rows.free(transaction, &mut freed)
    }
}

/// Returns a TOP percentage. Fails with 1031 unless it is between 0 and 100.
fn percent_of(value: &Value) -> Result<f64, SqlError> {
    match value {
        Value::Float(percent) if (0.0..=100.0).contains(percent) => Ok(*percent),
        _ => Err(SqlError::percent_out_of_range()),
    }
}
