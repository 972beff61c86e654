//! Hash and stream aggregation, chunk by chunk.
//!
//! Rows of groups for which there is no memory go to tempdb in partitions, as in
//! `crate::operator::aggregate`. The partitions are aggregated after the groups in memory have come
//! out.

use super::chunk::Chunk;
use super::pass::{Aggregate, Pass};
use super::rows::NONE;
use super::sought::Sought;
use super::source::{Chunks, Start};
use super::sums::{GroupsOfRows, Taken};
use super::together::Together;
use super::work_chunks::{WorkChunks, put_off};
use crate::code::Row;
use crate::operator::partitions::Partitions;
use crate::operator::work_rows::WorkRows;
use crate::operator::{Cursor, Operator, Run};
use sluice_types::{SqlError, Value};

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        self.open_seeking(Vec::new(), run)
    }
}

impl Aggregate {
    /// Starts a run in which groups may be left out whose values the filters of keys, with the
    /// numbers of grouping expressions as their columns, leave out.
    pub(super) fn open_seeking<'r>(
        &'r self,
        sought: Vec<Sought>,
        run: &mut Run<'_, 'r>,
    ) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let of_input = |sought: &Sought| sought.mapped(|number| self.keys[number].as_column());
        let start = Start { is_shared: false, sought: sought.iter().filter_map(of_input).collect() };
        if self.is_stream {
            let chunks = Some(self.input.begin(start, run)?.single());
            let (chunk, pass) = (Chunk::new(self.input.types()), Pass::new(self, run));
            return Ok(Box::new(Streamed { of: self, chunks, chunk, pass, next: 0 }));
        }
        if !self.keys.is_empty() {
            run.take_grant()?;
        }
        let pass = match self.take_together(start, run)? {
            Together::Taken(pass) => *pass,
            Together::Alone(mut chunks) => self.take_all(&mut *chunks, 0, run)?,
        };
        Ok(Box::new(Grouped { of: self, pass, next: 0, left_over: Vec::new() }))
    }

    /// Reads all rows and groups them. Rows of groups for which there is no memory are written to
    /// tempdb, to the partitions of the result. `level` selects their hash.
    fn take_all<'r>(
        &'r self,
        chunks: &mut dyn Chunks<'r>,
        level: u32,
        run: &mut Run<'_, 'r>,
    ) -> Result<Pass, SqlError> {
        let (mut pass, mut chunk) = (Pass::new(self, run), Chunk::new(self.input.types()));
        while chunks.next(run, &mut chunk)? {
            if !pass.find(self, &chunk, run)? {
                self.put_off(&mut chunk, level, (&mut pass, run))?;
            }
            pass.take(self, &chunk, run)?;
        }
        Ok(pass)
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
        chunk: &mut Chunk,
        level: u32,
        (pass, run): (&mut Pass, &mut Run<'_, '_>),
    ) -> Result<(), SqlError> {
        let (of_rows, parts) = (&mut pass.of_rows, pass.parts.get_or_insert_with(|| Partitions::new(level)));
        put_off(chunk, &self.keys, (|row: usize| of_rows[row] == NONE, false), parts, run)?;
        let keeps: Vec<bool> = of_rows.iter().map(|group| *group != NONE).collect();
        chunk.keep(&keeps);
        of_rows.retain(|group| *group != NONE);
        Ok(())
    }
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
        self.pass = Pass::new(self.of, run);
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
            let Pass { groups, taken, count, of_rows, .. } = &mut self.pass;
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
            groups.find(&self.chunk, &self.of.keys, of_rows, run)?;
            let of_rows = GroupsOfRows::Each(of_rows);
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
