//! Changes through a partitioned view: several tables in one statement, with one count.
//!
//! An UPDATE of the partitioning column first deletes the rows that leave their member, and keeps
//! their new values. All rows are read by then, so no row is met again after it has moved. The
//! other rows are changed in place, and the kept rows are inserted last.

use super::change::Change;
use super::compile::{compile_change, compile_insert};
use super::insert::Insert;
use super::output::end_change;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_plan::{BoundPartitioned, PartitionedKind, RoutedRows};
use sluice_query::code::Row;
use sluice_query::operator::{GivenRows, KeptRows, Notes, Plan, Planner, Routine};
use sluice_table::long_values::{WorkPlace, kept_long};
use sluice_types::SqlError;

/// A compiled change through a partitioned view.
pub(in crate::statement) struct Partitioned {
    kind: PartitionedKind,
    routed: Option<Routed>,
    /// The changes of the rows that stay in their member.
    changes: Vec<Change>,
}

/// Rows that are inserted into the members to which they belong.
struct Routed {
    /// The rows of an INSERT.
    source: Option<Plan>,
    /// Frame source of the kept rows.
    kept: usize,
    /// The deletions of the rows that an UPDATE moves.
    moves: Vec<Change>,
    /// The kept rows that no member takes.
    unplaced: Plan,
    /// The INSERT into each member.
    inserts: Vec<Insert>,
}

impl Partitioned {
    /// Compiles a change through a partitioned view. Registers the locks and index uses of all
    /// members with `planner`.
    pub(in crate::statement) fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundPartitioned,
    ) -> Result<Partitioned, SqlError> {
        let is_delete = bound.kind == PartitionedKind::Delete;
        let routed = bound.routed.as_ref().map(|routed| Routed::compile(planner, routed, bound.kind)).transpose()?;
        let changes = bound.changes.iter().map(|change| compile_change(planner, change, is_delete));
        Ok(Partitioned { kind: bound.kind, routed, changes: changes.collect::<Result<_, _>>()? })
    }

    /// Changes the rows, all or none, and sends their number. Fails with 4457 for a row that
    /// belongs to no member.
    pub(in crate::statement) fn run(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let before = env.begin_change()?;
        let globals = &mut env.frame.globals;
        let limit = globals.row_limit;
        let result = self.change_all(env, routine, limit);
        let globals = &mut env.frame.globals;
        globals.row_limit = limit;
        // The rows that an UPDATE moves keep their identity values, which aren't published.
        globals.drawn_identity = None;
        if self.kind == PartitionedKind::Insert {
            globals.identity = None;
        }
        end_change(env, before, result, (None, None)).map(drop)
    }

    /// Changes the rows and returns their number. On an error some rows may be changed; the caller
    /// rolls back. `limit` is that of SET ROWCOUNT.
    fn change_all(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>, limit: u64) -> Result<u64, SqlError> {
        let Partitioned { routed, changes, .. } = self;
        let mut count = 0;
        let kept = match routed {
            Some(routed) => {
                let kept = routed.keep(env, routine, (&mut count, limit))?;
                routed.check_placed(env, routine, &kept)?;
                kept
            }
            None => Vec::new(),
        };
        for change in changes {
            change_member(change, env, routine, (&mut count, limit))?;
        }
        if let Some(routed) = routed {
            env.frame.globals.row_limit = 0;
            let inserted = routed.insert(env, routine, &kept)?;
            if routed.source.is_some() {
                count = inserted;
            }
        }
        Ok(count)
    }
}

impl Routed {
    fn compile(planner: &mut Planner<'_>, routed: &RoutedRows, kind: PartitionedKind) -> Result<Routed, SqlError> {
        let source = routed.source.as_ref().map(|source| planner.long_plan(source)).transpose()?;
        let kept = planner.builder.source(&routed.columns, None);
        let mut moves = Vec::with_capacity(routed.moves.len());
        for moved in &routed.moves {
            let mut change = compile_change(planner, moved, true)?;
            change.output.iter_mut().for_each(|output| output.rows.into = Some(kept));
            moves.push(change);
        }
        let unplaced = planner.plan(&routed.unplaced)?;
        let mut inserts = Vec::with_capacity(routed.inserts.len());
        for insert in &routed.inserts {
            let insert = compile_insert(planner, insert)?;
            let statement = if kind == PartitionedKind::Update { "UPDATE" } else { insert.statement };
            inserts.push(Insert { statement, ..insert });
        }
        Ok(Routed { source, kept, moves, unplaced, inserts })
    }

    /// Keeps the rows of the INSERT, or deletes the rows that move and keeps their new values.
    fn keep(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        (count, limit): (&mut u64, u64),
    ) -> Result<Vec<Arc<KeptRows>>, SqlError> {
        let Some(source) = &self.source else {
            let mut all = Vec::with_capacity(self.moves.len());
            for change in &mut self.moves {
                all.extend(change_member(change, env, routine, (&mut *count, limit))?.map(Arc::new));
            }
            return Ok(all);
        };
        let (mut notes, mut kept) = (Notes::default(), KeptRows::for_sources(&[self.kept]));
        let (mut run, _) = env.run_and_sink(routine, &mut notes);
        source.for_each(&mut run, |run, values| {
            let place = WorkPlace { host: run.context.databases(), stop: run.context.cancel_flag() };
            let values = values.iter().map(|value| kept_long(value.clone(), place)).collect::<Result<Vec<_>, _>>()?;
            run.frame.rows[self.kept] = Row::Values(values);
            kept.keep(run)
        })?;
        Ok(vec![Arc::new(kept)])
    }

    /// Fails with 4457 if a kept row belongs to no member.
    fn check_placed(
        &self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        kept: &[Arc<KeptRows>],
    ) -> Result<(), SqlError> {
        for rows in kept {
            let mut notes = Notes::default();
            notes.give(all_of(rows));
            let (mut run, _) = env.run_and_sink(routine, &mut notes);
            self.unplaced.for_each(&mut run, |_, _| Err(SqlError::no_partition_for_value()))?;
        }
        Ok(())
    }

    /// Inserts the kept rows into their members. Returns their number.
    fn insert(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>, kept: &[Arc<KeptRows>]) -> Result<u64, SqlError> {
        let (mut count, mut has_left_out) = (0, false);
        for insert in &mut self.inserts {
            let mut inserted = 0;
            for rows in kept {
                let mut notes = Notes::default();
                notes.give(all_of(rows));
                inserted += insert.insert_rows(env, routine, &mut notes)?;
                has_left_out |= std::mem::take(&mut insert.has_left_out);
            }
            insert.rows.note_rows(inserted);
            count += inserted;
        }
        if has_left_out {
            env.inform(SqlError::duplicate_key_ignored());
        }
        Ok(count)
    }
}

/// Changes the rows of one member, as far as SET ROWCOUNT allows after the members before it. Adds
/// their number to `count`. Returns the rows that the change keeps, or none if it isn't run.
fn change_member(
    change: &mut Change,
    env: &mut Env<'_, '_>,
    routine: Routine<'_>,
    (count, limit): (&mut u64, u64),
) -> Result<Option<KeptRows>, SqlError> {
    if limit > 0 && *count >= limit {
        return Ok(None);
    }
    env.frame.globals.row_limit = limit.saturating_sub(*count);
    let (changed, waiting) = change.change_rows(env, routine)?;
    *count += changed;
    Ok(Some(waiting.kept))
}

fn all_of(rows: &Arc<KeptRows>) -> GivenRows {
    GivenRows::new(Arc::clone(rows), (0..rows.count()).collect())
}
