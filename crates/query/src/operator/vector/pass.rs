//! A pass of an aggregation over rows: the groups in memory and their aggregates.

use super::chunk::Chunk;
use super::expression::Expression;
use super::groups::Groups;
use super::rows::NONE;
use super::source::Source;
use super::sums::{Aggregated, GroupsOfRows, Taken};
use crate::code::Piece;
use crate::operator::partitions::Partitions;
use crate::operator::{Run, Workspace};
use sluice_types::{DataType, SqlError};

/// A compiled GROUP BY. One thread returns the groups in the same order as
/// [`crate::operator::aggregate::Aggregate`].
pub(in crate::operator) struct Aggregate {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The grouping expressions. Without any, all rows are one group, which exists even for no
    /// rows.
    pub(super) keys: Vec<Expression>,
    /// The types of the grouping expressions.
    pub(super) types: Vec<DataType>,
    /// Whether the input is sorted by group. Then a group comes out after its last row, and only
    /// the last group is kept.
    pub(super) is_stream: bool,
    /// Values for several threads that aggregate together; `None` if only one may.
    pub(super) parallel: Option<Parallel>,
    /// The aggregates.
    pub(super) aggregates: Vec<Aggregated>,
    /// The source in the frame that gets a result row: the group's values, then the aggregates.
    pub(super) source: usize,
}

/// A part of a plan that several threads can compute.
pub(super) struct Parallel {
    /// Values without columns that the part uses. They are computed before.
    pub(super) computed_once: Vec<Piece>,
}

impl Parallel {
    /// Returns the number of threads for the part, by the statement's cost and the settings, after
    /// the values that don't depend on rows have been computed. Returns 1 if one of these fails:
    /// then it may fail only for a row that uses it.
    pub(super) fn degree(&self, run: &mut Run<'_, '_>) -> usize {
        let code = run.routine.code;
        let degree = run.context.degree(code.grant.cost, code.degree_hint);
        let are_computed = degree > 1
            && self.computed_once.iter().all(|piece| {
                let is_computed = run.notes.is_computed(piece.result);
                if !is_computed && run.evaluate(*piece).is_err() {
                    return false;
                }
                run.notes.note_computed(piece.result);
                true
            });
        if are_computed { degree } else { 1 }
    }
}

/// The groups of one pass over rows, and the partitions with the rows of other groups.
pub(super) struct Pass {
    pub(super) groups: Groups,
    pub(super) taken: Vec<Taken>,
    pub(super) count: usize,
    pub(super) parts: Option<Partitions>,
    /// The group of each row of the current chunk.
    pub(super) of_rows: Vec<u32>,
    /// The bytes of the groups that the workspace has counted.
    memory: usize,
    workspace: Workspace,
}

impl Pass {
    /// Returns a pass that has seen no row.
    pub(super) fn new(of: &Aggregate, run: &Run<'_, '_>) -> Pass {
        Pass {
            groups: Groups::new(&of.types),
            taken: of.aggregates.iter().map(Taken::new).collect(),
            count: usize::from(of.keys.is_empty()),
            parts: None,
            of_rows: Vec::new(),
            memory: 0,
            workspace: Workspace::new(run),
        }
    }

    /// Finds the groups of a chunk's rows. Once there is no memory for more groups, none is added.
    /// Returns false if a row has no group.
    pub(super) fn find(&mut self, of: &Aggregate, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
        if of.keys.is_empty() {
            return Ok(true);
        }
        self.groups.find(chunk, &of.keys, &mut self.of_rows, run)?;
        if !self.fits(of) {
            self.groups.close();
        }
        self.count = self.groups.len();
        Ok(!self.groups.is_full() || !self.of_rows.contains(&NONE))
    }

    /// Counts the memory of the groups. Returns false if there is not enough.
    fn fits(&mut self, of: &Aggregate) -> bool {
        let bytes: usize = of.aggregates.iter().map(Aggregated::group_bytes).sum();
        let now = self.groups.memory() + self.groups.len() * bytes;
        let before = std::mem::replace(&mut self.memory, now);
        now <= before || self.workspace.fits(now - before)
    }

    /// Adds the rows of a chunk to their groups. Their groups are those of the last [`Pass::find`].
    pub(super) fn take(&mut self, of: &Aggregate, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let of_rows = if of.keys.is_empty() { GroupsOfRows::Only } else { GroupsOfRows::Each(&self.of_rows) };
        for (aggregate, taken) in of.aggregates.iter().zip(&mut self.taken) {
            let has_nulls = aggregate.take(chunk, (of_rows, self.count), taken, run)?;
            run.notes.nulls_passed_over |= has_nulls;
        }
        Ok(())
    }

    /// Adds the groups of `other`. Returns false if there is no memory for them. Fails with 8115 if
    /// a sum overflows its type.
    pub(super) fn merge(&mut self, of: &Aggregate, other: &Pass) -> Result<bool, SqlError> {
        match of.keys.is_empty() {
            true => self.of_rows = vec![0],
            false => self.groups.merge(&other.groups, &mut self.of_rows),
        }
        if !self.fits(of) {
            return Ok(false);
        }
        self.count = self.count.max(self.groups.len());
        for (aggregate, (taken, more)) in of.aggregates.iter().zip(self.taken.iter_mut().zip(&other.taken)) {
            aggregate.merge(taken, (more, &self.of_rows, self.count))?;
        }
        Ok(true)
    }
}
