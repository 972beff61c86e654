//! Hash and stream aggregation, chunk by chunk.
//!
//! Rows of groups for which there is no memory go to tempdb in partitions, as in
//! `crate::operator::aggregate`. The partitions are aggregated after the groups in memory have come
//! out.

use super::chunk::Chunk;
use super::expression::Expression;
use super::groups::{Groups, NONE};
use super::source::{Chunks, Source};
use super::sums::{Aggregated, GroupsOfRows, Taken};
use super::work_chunks::{WorkChunks, put_off};
use crate::code::Row;
use crate::operator::partitions::Partitions;
use crate::operator::work_rows::WorkRows;
use crate::operator::{Cursor, Operator, Run, Workspace};
use sluice_types::{DataType, SqlError, Value};

/// Groups rows, and returns the groups in the same order as
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
    /// The aggregates.
    pub(super) aggregates: Vec<Aggregated>,
    /// The source in the frame that gets a result row: the group's values, then the aggregates.
    pub(super) source: usize,
}

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        if !self.is_stream && !self.keys.is_empty() {
            run.take_grant()?;
        }
        let mut chunks = self.input.open(run)?;
        if self.is_stream {
            let pass = Pass {
                groups: Groups::new(&self.types),
                taken: self.aggregates.iter().map(Taken::new).collect(),
                count: 0,
                parts: None,
                _workspace: Workspace::new(run),
            };
            let chunk = Chunk::new(self.input.types());
            return Ok(Box::new(Streamed {
                of: self,
                chunks: Some(chunks),
                chunk,
                of_rows: Vec::new(),
                pass,
                next: 0,
            }));
        }
        let pass = self.take_all(&mut *chunks, 0, run)?;
        drop(chunks);
        Ok(Box::new(Grouped { of: self, pass, next: 0, left_over: Vec::new() }))
    }
}

impl Aggregate {
    /// Reads all rows and groups them. Rows of groups for which there is no memory are written to
    /// tempdb, to the partitions of the result. `level` selects their hash.
    fn take_all<'r>(
        &'r self,
        chunks: &mut dyn Chunks<'r>,
        level: u32,
        run: &mut Run<'_, 'r>,
    ) -> Result<Pass, SqlError> {
        let workspace = Workspace::new(run);
        let mut groups = Groups::new(&self.types);
        let mut taken: Vec<Taken> = self.aggregates.iter().map(Taken::new).collect();
        let mut chunk = Chunk::new(self.input.types());
        let (mut of_rows, mut parts) = (Vec::new(), None);
        let (mut counted, mut memory) = (usize::from(self.keys.is_empty()), 0);
        let bytes: usize = self.aggregates.iter().map(Aggregated::group_bytes).sum();
        while chunks.next(run, &mut chunk)? {
            if !self.keys.is_empty() {
                groups.find(&chunk, &self.keys, &mut of_rows, run)?;
                let now = groups.memory() + groups.len() * bytes;
                if now > memory && !workspace.fits(now - memory) {
                    groups.close();
                }
                (counted, memory) = (groups.len(), now);
                if groups.is_full() {
                    self.put_off((&mut chunk, &mut of_rows), parts.get_or_insert_with(|| Partitions::new(level)), run)?;
                }
            }
            let of_rows = if self.keys.is_empty() { GroupsOfRows::Only } else { GroupsOfRows::Each(&of_rows) };
            for (aggregate, taken) in self.aggregates.iter().zip(&mut taken) {
                let has_nulls = aggregate.take(&chunk, (of_rows, counted), taken, run)?;
                run.notes.nulls_passed_over |= has_nulls;
            }
        }
        Ok(Pass { groups, taken, count: counted, parts, _workspace: workspace })
    }

    /// Returns the result row of a group. Fails if a result overflows its type.
    fn row_of(&self, pass: &Pass, group: usize) -> Result<Row, SqlError> {
        let mut values: Vec<Value> = (0..self.keys.len()).map(|number| pass.groups.value(group, number)).collect();
        for (aggregate, taken) in self.aggregates.iter().zip(&pass.taken) {
            values.push(aggregate.finish(taken, group)?);
        }
        Ok(Row::Values(values))
    }

    /// Writes the rows of a chunk that have no group to their partitions, and removes them from the
    /// chunk.
    #[cold]
    fn put_off(
        &self,
        (chunk, of_rows): (&mut Chunk, &mut Vec<u32>),
        parts: &mut Partitions,
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        put_off(chunk, &self.keys, (|row: usize| of_rows[row] == NONE, false), parts, run)?;
        let keeps: Vec<bool> = of_rows.iter().map(|group| *group != NONE).collect();
        chunk.keep(&keeps);
        of_rows.retain(|group| *group != NONE);
        Ok(())
    }
}

/// The groups of one pass over rows, and the partitions with the rows of other groups.
struct Pass {
    groups: Groups,
    taken: Vec<Taken>,
    count: usize,
    parts: Option<Partitions>,
    _workspace: Workspace,
}

/// Returns the groups of hash aggregation. After the groups of one pass it aggregates a partition.
struct Grouped<'r> {
    of: &'r Aggregate,
    pass: Pass,
    next: usize,
    /// Partitions that are not aggregated yet, each with its level of partitioning.
    left_over: Vec<(WorkRows, u32)>,
}

/// Returns the groups of a sorted input.
struct Streamed<'r> {
    of: &'r Aggregate,
    /// The input; `None` after its end.
    chunks: Option<Box<dyn Chunks<'r> + 'r>>,
    chunk: Chunk,
    of_rows: Vec<u32>,
    /// The groups of the last chunk. Those before its `count` are complete.
    pass: Pass,
    next: usize,
}

impl<'r> Grouped<'r> {
    /// Aggregates the next partition. Returns false if none is left.
    #[cold]
    fn next_pass(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if let Some(parts) = self.pass.parts.take() {
            let level = parts.level() + 1;
            self.left_over.extend(parts.into_parts().flatten().map(|rows| (rows, level)));
        }
        let Some((rows, level)) = self.left_over.pop() else { return Ok(false) };
        // The memory of the groups that have come out is freed first.
        self.pass = Pass {
            groups: Groups::new(&self.of.types),
            taken: Vec::new(),
            count: 0,
            parts: None,
            _workspace: Workspace::new(run),
        };
        self.pass = self.of.take_all(&mut WorkChunks::new(&rows), level, run)?;
        self.next = 0;
        Ok(true)
    }
}

impl<'r> Cursor<'r> for Grouped<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        while self.next == self.pass.count {
            if !self.next_pass(run)? {
                return Ok(false);
            }
        }
        run.frame.rows[self.of.source] = self.of.row_of(&self.pass, self.next)?;
        self.next += 1;
        Ok(true)
    }
}

impl<'r> Cursor<'r> for Streamed<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        while self.next == self.pass.count {
            let Some(chunks) = &mut self.chunks else { return Ok(false) };
            let Pass { groups, taken, count, .. } = &mut self.pass;
            if *count > 0 {
                groups.keep_last();
                taken.iter_mut().for_each(Taken::keep_last);
            }
            self.next = 0;
            if !chunks.next(run, &mut self.chunk)? {
                self.chunks = None;
                *count = groups.len();
                continue;
            }
            groups.find(&self.chunk, &self.of.keys, &mut self.of_rows, run)?;
            let of_rows = GroupsOfRows::Each(&self.of_rows);
            for (aggregate, taken) in self.of.aggregates.iter().zip(taken) {
                let has_nulls = aggregate.take(&self.chunk, (of_rows, groups.len()), taken, run)?;
                run.notes.nulls_passed_over |= has_nulls;
            }
            // The next chunk may have more rows of the last group.
            *count = groups.len() - 1;
        }
        run.frame.rows[self.of.source] = self.of.row_of(&self.pass, self.next)?;
        self.next += 1;
        Ok(true)
    }
}
