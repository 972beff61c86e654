//! MERGE.
//!
//! The plan that brings the table's rows beside the source's runs to its end first, and each row's clause is chosen. Then the table's rows are changed and
//! deleted, and last rows are put in, each clause's at once.

use super::Env;
use super::capture::Captured;
use super::insert::Insert;
use super::output::{OutputClause, WaitingRows, end_change, outgoing};
use super::references::Keeping;
use super::row_change::{Changing, RowChange, RowJudge, stored_bytes};
use crate::code::Piece;
use crate::operator::{Found, GivenRows, KeptRows, Notes, Routine, RowsSeen, Run, Spool, Wanted, row_count};
use crate::triggers::Firing;
use sluice_access::{Granule, Reader};
use sluice_base::hash::HashSet;
use sluice_base::sync::Arc;
use sluice_table::isolation::Sight;
use sluice_table::row_writer::RowWriter;
use sluice_types::{SqlError, Value};
use std::rc::Rc;

/// A compiled MERGE.
pub(super) struct Merge {
    /// Whether the table is a table variable.
    pub(super) is_variable: bool,
    /// Brings the rows side by side.
    pub(super) found: Found,
    /// NULL where there is no row of the source.
    pub(super) is_sourced: Piece,
    /// How many rows are changed at most, and whether that is a part of them in percent.
    pub(super) top: Option<(Piece, bool)>,
    /// What is done; the first that fits.
    pub(super) clauses: Vec<Clause>,
    /// What is put out.
    pub(super) output: Option<OutputClause>,
    /// What triggers see.
    pub(super) capture: Option<Captured>,
}

/// A clause.
pub(super) struct Clause {
    /// Whether it is about rows that are in the table.
    pub(super) in_target: bool,
    /// Whether it is about rows that are in the source.
    pub(super) in_source: bool,
    /// What else has to hold.
    pub(super) condition: Option<Piece>,
    /// What is done.
    pub(super) action: Action,
}

/// What a clause does.
pub(super) enum Action {
    /// The table's row is changed.
    Change(Box<RowChange>),
    /// A row is put in.
    Insert(Box<Insert>),
}

/// The rows for which something is done: the clause, and where the table's row is.
type Chosen = Vec<(usize, Option<Arc<[u8]>>)>;

impl Merge {
    /// Does all of it, or nothing.
    pub(super) fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<Option<Box<Firing>>, SqlError> {
        self.check_identity(env)?;
        let before = env.begin_change()?;
        self.output.iter().for_each(|output| output.begin(env.sink));
        self.capture.iter_mut().for_each(|capture| capture.rows.begin());
        let result = self.merge(env, routine);
        end_change(env, before, result, (self.output.as_ref(), self.capture.as_mut()))
    }

    /// 544 and 545, of each INSERT.
    pub(super) fn check_identity(&self, env: &Env<'_, '_>) -> Result<(), SqlError> {
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

    /// Does what is to be done with each row: with how many, and what was put out and kept.
    pub(super) fn merge_rows(
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
        let rows = Rc::new(rows);
        let mut waiting = WaitingRows::new(self.output.as_ref(), !self.judges_rows());
        self.change_rows(env, (routine, &mut notes), (&rows, &chosen), &mut waiting)?;
        for place in 0..self.clauses.len() {
            let numbers = chosen.iter().enumerate().filter(|(_, (clause, _))| *clause == place);
            let numbers: Vec<usize> = numbers.map(|(number, _)| number).collect();
            let Merge { clauses, output, capture, .. } = self;
            let Action::Insert(insert) = &mut clauses[place].action else { continue };
            notes.give(GivenRows::new(Rc::clone(&rows), numbers));
            let inserted =
                insert.insert_with(env, routine, &mut notes, (output.as_ref(), &mut waiting, capture.as_mut()))?;
            insert.rows.note_rows(inserted);
        }
        notes.take_given();
        self.settle_references(env, routine, &mut notes)?;
        Ok((count, waiting))
    }

    /// Whether all checks of a row are over as soon as its clause is done with it. A key that one clause takes away another
    /// may bring back.
    fn judges_rows(&self) -> bool {
        self.clauses.iter().all(|clause| match &clause.action {
            Action::Change(change) => change.judges_rows() && !change.references.has_incoming(),
            Action::Insert(insert) => insert.references.judges_rows(),
        })
    }

    /// What foreign keys ask, once all clauses are through.
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
        let transaction = &mut env.state.work.enlist_target(&database, *is_variable).transaction;
        let sight = Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots);
        let snapshot = match sight.change_reader(&database, Granule::Row) {
            Reader::Snapshot(snapshot, _) => Some(snapshot),
            _ => None,
        };
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let locks = &env.state.locks;
        let mut keeping = Keeping { statement: "MERGE", run: &mut run, transaction, locks, snapshot };
        changes.iter_mut().try_for_each(|change| change.references.follow(&mut keeping))?;
        changes.iter().try_for_each(|change| change.references.check(&mut keeping))
    }

    /// The rows for which a clause does something, in the plan's order: 8672 where one of the table's would be changed twice.
    fn choose(
        &self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        notes: &mut Notes,
    ) -> Result<(KeptRows, Chosen), SqlError> {
        let sight = Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let (most, percent) = match self.top {
            None => (u64::MAX, None),
            Some((count, false)) => (row_count(&mut run, count)?, None),
            Some((count, true)) => (u64::MAX, Some(percent_of(&run.value(count)?)?)),
        };
        let (mut chosen, mut met): (Chosen, HashSet<Arc<[u8]>>) = (Vec::new(), HashSet::default());
        let rows = self.found.collect(&mut run, |run, locator| {
            if chosen.len() as u64 >= most {
                return Ok(Wanted::Enough);
            }
            let in_source = !run.value(self.is_sourced)?.is_null();
            let Some(place) = self.clause_of(run, (locator.is_some(), in_source))? else { return Ok(Wanted::No) };
            if let (Some(locator), Action::Change(_)) = (locator, &self.clauses[place].action)
                && !met.insert(Arc::clone(locator))
            {
                return Err(SqlError::new(8672, 16, 1, Vec::new()));
            }
            chosen.push((place, locator.cloned()));
            Ok(Wanted::Yes)
        })?;
        if let Some(percent) = percent {
            chosen.truncate((chosen.len() as f64 * percent / 100.0).ceil() as usize);
        }
        Ok((rows, chosen))
    }

    /// The first clause that fits the current row.
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

    /// Changes and deletes the table's rows.
    fn change_rows(
        &mut self,
        env: &mut Env<'_, '_>,
        (routine, notes): (Routine<'_>, &mut Notes),
        (kept_rows, chosen): (&KeptRows, &Chosen),
        waiting: &mut WaitingRows,
    ) -> Result<(), SqlError> {
        let Merge { is_variable, clauses, output, capture, found, .. } = self;
        let sight = Sight::new(env.state.options.isolation, &env.state.locks, &env.state.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let rows = clauses.iter().find_map(|clause| match &clause.action {
            Action::Change(change) => Some(Arc::clone(&change.rows)),
            Action::Insert(_) => None,
        });
        let Some(rows) = rows else { return Ok(()) };
        let transaction = &mut env.state.work.enlist_target(&rows.database, *is_variable).transaction;
        let snapshot = match sight.change_reader(&rows.database, Granule::Row) {
            Reader::Snapshot(snapshot, _) => Some(snapshot),
            _ => None,
        };
        let writer = RowWriter::new(&rows, &env.state.locks, snapshot);
        let _held = rows.hold();
        let judge = RowJudge { statement: "MERGE", locks: &env.state.locks, snapshot };
        let judge = waiting.lets_through(output.as_ref()).then_some(judge);
        let outputs = outgoing(output.as_ref(), env.sink, waiting, capture.as_mut());
        let mut changing = Changing { writer, freed: Vec::new(), outputs, judge };
        let mut lates: Vec<Spool> = clauses.iter().map(|_| Spool::default()).collect();
        let mut seen = RowsSeen::default();
        for (number, (place, locator)) in chosen.iter().enumerate() {
            let (Action::Change(change), Some(locator)) = (&mut clauses[*place].action, locator) else { continue };
            seen.one_more(&run)?;
            kept_rows.show(number, &mut run)?;
            let bytes = stored_bytes(&run, found.target);
            change.apply(&mut run, &mut changing, transaction, (locator, &bytes), &mut lates[*place])?;
        }
        let Changing { mut freed, .. } = changing;
        for (clause, late) in clauses.iter_mut().zip(&lates) {
            if let Action::Change(change) = &mut clause.action {
                change.put_back(transaction, &env.state.locks, late)?;
            }
        }
        rows.free(transaction, &mut freed)
    }
}

/// 1031: percent values must be between 0 and 100.
fn percent_of(value: &Value) -> Result<f64, SqlError> {
    match value {
        Value::Float(percent) if (0.0..=100.0).contains(percent) => Ok(*percent),
        _ => Err(SqlError::new(1031, 15, 1, Vec::new())),
    }
}
