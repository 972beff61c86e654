//! Pairs of rows whose keys are equal.
//!
//! The right rows are read first and kept, by their groups; the left ones look for theirs. Pairs come in the order of the left rows, and for
//! each of them in that of the right ones.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::Expression;
use super::groups::{Groups, NONE};
use super::source::{Chunks, ROWS, Source};
use crate::operator::{Run, Workspace};
use sluice_types::SqlError;

/// An inner join. Its columns are the left ones, then the right ones.
pub(super) struct Join {
    /// The left input and its keys.
    pub(super) left: (Box<dyn Source>, Vec<Expression>),
    /// The right one's.
    pub(super) right: (Box<dyn Source>, Vec<Expression>),
}

/// The right rows.
struct Right {
    groups: Groups,
    /// The rows, group by group: where each group's begin in `rows`, and where the last one's end.
    starts: Vec<u32>,
    rows: Vec<u32>,
    columns: Vec<Column>,
    _workspace: Workspace,
}

struct Joining<'r> {
    of: &'r Join,
    right: Right,
    left: Box<dyn Chunks<'r> + 'r>,
    /// The left rows that are gone through, and the group of each.
    chunk: Chunk,
    groups: Vec<u32>,
    /// The next of them, and how many of its partners have come out.
    row: usize,
    partner: usize,
    /// The pairs that come out next: numbers of left and right rows.
    pairs: (Vec<u32>, Vec<u32>),
}

impl Source for Join {
    fn width(&self) -> usize {
        self.left.0.width() + self.right.0.width()
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        let right = Right::read(&*self.right.0, &self.right.1, run)?;
        let (left, chunk) = (self.left.0.open(run)?, Chunk::new(self.left.0.width()));
        let (groups, pairs) = (Vec::new(), (Vec::new(), Vec::new()));
        Ok(Box::new(Joining { of: self, right, left, chunk, groups, row: 0, partner: 0, pairs }))
    }
}

impl Right {
    fn read<'r>(source: &'r dyn Source, keys: &[Expression], run: &mut Run<'_, 'r>) -> Result<Right, SqlError> {
        let workspace = Workspace::new(run);
        let mut groups = Groups::new(keys.len());
        let mut columns = vec![Column::default(); source.width()];
        let (mut input, mut chunk) = (source.open(run)?, Chunk::new(source.width()));
        let (mut of_chunk, mut of_rows) = (Vec::new(), Vec::new());
        while input.next(run, &mut chunk)? {
            // With the row's place among those of its group.
            workspace.take(chunk.len * (columns.len() * size_of::<i64>() + 2 * size_of::<u32>()))?;
            groups.find_equal((&chunk, run.frame), keys, &workspace, &mut of_chunk)?;
            of_rows.extend_from_slice(&of_chunk);
            columns.iter_mut().zip(&chunk.columns).for_each(|(all, column)| all.append(column));
        }
        let (starts, rows) = by_group(&of_rows, groups.len());
        Ok(Right { groups, starts, rows, columns, _workspace: workspace })
    }

    fn of_group(&self, group: u32) -> &[u32] {
        match group {
            NONE => &[],
            group => &self.rows[self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize],
        }
    }
}

/// The rows of each group, one group behind the other, and where each group begins; and at last where all end.
fn by_group(of_rows: &[u32], groups: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; groups + 1];
    let with_group = || of_rows.iter().enumerate().filter(|(_, group)| **group != NONE);
    with_group().for_each(|(_, group)| starts[*group as usize + 1] += 1);
    (1..starts.len()).for_each(|group| starts[group] += starts[group - 1]);
    let mut next = starts.clone();
    let mut rows = vec![0; starts.last().copied().unwrap_or_default() as usize];
    for (row, group) in with_group() {
        let place = &mut next[*group as usize];
        rows[*place as usize] = row as u32;
        *place += 1;
    }
    (starts, rows)
}

impl<'r> Chunks<'r> for Joining<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        loop {
            if self.row == self.chunk.len {
                if !self.left.next(run, &mut self.chunk)? {
                    return Ok(false);
                }
                self.right.groups.seek((&self.chunk, run.frame), &self.of.left.1, &mut self.groups)?;
                (self.row, self.partner) = (0, 0);
            }
            self.pair();
            if !self.pairs.0.is_empty() {
                break;
            }
            run.check_cancelled()?;
        }
        chunk.clear();
        chunk.len = self.pairs.0.len();
        let (left, right) = chunk.columns.split_at_mut(self.chunk.columns.len());
        left.iter_mut().zip(&self.chunk.columns).for_each(|(to, from)| to.pick(from, &self.pairs.0));
        right.iter_mut().zip(&self.right.columns).for_each(|(to, from)| to.pick(from, &self.pairs.1));
        Ok(true)
    }
}

impl Joining<'_> {
    /// Finds the next pairs, no more than a chunk's; of the left rows that are there.
    fn pair(&mut self) {
        let (lefts, rights) = &mut self.pairs;
        lefts.clear();
        rights.clear();
        while self.row < self.chunk.len && lefts.len() < ROWS {
            let partners = &self.right.of_group(self.groups[self.row])[self.partner..];
            let taken = partners.len().min(ROWS - lefts.len());
            lefts.resize(lefts.len() + taken, self.row as u32);
            rights.extend_from_slice(&partners[..taken]);
            if taken < partners.len() {
                self.partner += taken;
            } else {
                (self.row, self.partner) = (self.row + 1, 0);
            }
        }
    }
}
