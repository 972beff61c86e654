//! Hash joins of chunks: pairs of left and right rows with equal keys.
//!
//! The right rows are read first, and are kept in groups of equal keys. Pairs come in the order of
//! the left rows; pairs of one left row come in the order of the right rows. If there is no memory
//! for the right rows, both sides are partitioned by key into tempdb, and the partitions are joined
//! one after the other. A partition that stays too large is joined block by block of its right
//! rows.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::Expression;
use super::groups::{Groups, NONE};
use super::source::{Chunks, ROWS, Source};
use super::work_chunks::{WorkChunks, put_off};
use crate::operator::join_parts::LEVEL_MAX;
use crate::operator::partitions::Partitions;
use crate::operator::work_rows::WorkRows;
use crate::operator::workspace::no_memory;
use crate::operator::{Run, Workspace};
use sluice_types::{DataType, SqlError};

/// An inner join. Its columns are the left ones, then the right ones.
pub(super) struct Join {
    /// The left input and its keys.
    pub(super) left: (Box<dyn Source>, Vec<Expression>),
    /// The right input and its keys.
    pub(super) right: (Box<dyn Source>, Vec<Expression>),
    /// The types of the left columns, then of the right ones.
    pub(super) types: Vec<DataType>,
}

/// Right rows in memory.
struct Right {
    groups: Groups,
    /// The start of each group in `rows`, and the end of the last group.
    starts: Vec<u32>,
    rows: Vec<u32>,
    columns: Vec<Column>,
    _workspace: Workspace,
}

/// The left rows of one chunk with their partners among the right rows.
struct Pairing {
    right: Right,
    /// The current left rows.
    chunk: Chunk,
    groups: Vec<u32>,
    /// The current left row, and the number of its partners that have come out.
    row: usize,
    partner: usize,
    /// The next pairs, as numbers of left and right rows.
    pairs: (Vec<u32>, Vec<u32>),
}

/// A join whose right rows are in memory.
struct Joining<'r> {
    of: &'r Join,
    left: Box<dyn Chunks<'r> + 'r>,
    pairing: Pairing,
}

/// A join whose rows are in tempdb.
struct JoiningParts<'r> {
    of: &'r Join,
    left_over: Vec<Part>,
    /// The partition that is being joined, the place of its next left row, and the place of the
    /// next block of right rows.
    current: Option<(Part, u64, Option<u64>)>,
    pairing: Pairing,
}

/// A partition of both sides.
struct Part {
    left: WorkRows,
    right: WorkRows,
    level: u32,
}

/// The result of reading the right rows.
enum Reading {
    /// They are in memory.
    Whole(Box<Right>),
    /// They are in tempdb.
    Parts(Partitions),
}

impl Source for Join {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let reading = {
            let mut input = self.right.0.open(run)?;
            self.read_right(&mut *input, run)?
        };
        match reading {
            Reading::Whole(right) => {
                let left = self.left.0.open(run)?;
                Ok(Box::new(Joining { of: self, left, pairing: Pairing::new(*right, self.left.0.types()) }))
            }
            Reading::Parts(right) => {
                let (mut input, mut chunk) = (self.left.0.open(run)?, Chunk::new(self.left.0.types()));
                let mut left = Partitions::new(0);
                while input.next(run, &mut chunk)? {
                    put_off(&chunk, &self.left.1, (|_| true, true), &mut left, run)?;
                }
                drop(input);
                let none = Right::none(run);
                let pairing = Pairing::new(none, self.left.0.types());
                let mut joining = JoiningParts { of: self, left_over: Vec::new(), current: None, pairing };
                joining.add(left, right);
                Ok(Box::new(joining))
            }
        }
    }
}

impl Join {
    /// Reads all right rows, into memory or into partitions of tempdb.
    fn read_right<'r>(&'r self, input: &mut dyn Chunks<'r>, run: &mut Run<'_, 'r>) -> Result<Reading, SqlError> {
        let mut building = Building::new(self.right.0.types(), &self.right.1, run);
        let mut chunk = Chunk::new(self.right.0.types());
        while input.next(run, &mut chunk)? {
            if building.takes(&chunk, &self.right.1, run)? {
                continue;
            }
            let mut parts = Partitions::new(0);
            let rows = Chunk { len: building.of_rows.len(), columns: std::mem::take(&mut building.columns) };
            drop(building);
            put_off(&rows, &self.right.1, (|_| true, true), &mut parts, run)?;
            drop(rows);
            loop {
                put_off(&chunk, &self.right.1, (|_| true, true), &mut parts, run)?;
                if !input.next(run, &mut chunk)? {
                    return Ok(Reading::Parts(parts));
                }
            }
        }
        Ok(Reading::Whole(Box::new(building.finish())))
    }
}

/// Collects right rows in memory.
struct Building {
    groups: Groups,
    columns: Vec<Column>,
    of_chunk: Vec<u32>,
    of_rows: Vec<u32>,
    workspace: Workspace,
}

impl Building {
    fn new(types: &[DataType], keys: &[Expression], run: &Run<'_, '_>) -> Building {
        let keys: Vec<DataType> = keys.iter().map(|key| key.data_type).collect();
        Building {
            groups: Groups::new(&keys),
            columns: Chunk::new(types).columns,
            of_chunk: Vec::new(),
            of_rows: Vec::new(),
            workspace: Workspace::new(run),
        }
    }

    /// Adds the rows of a chunk. Returns false, and adds none, if there is no memory for them.
    fn takes(&mut self, chunk: &Chunk, keys: &[Expression], run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
        // The second number is the row's place in its group.
        let bytes = chunk.memory() + chunk.len * 2 * size_of::<u32>();
        if self.groups.is_full() || !self.workspace.fits(bytes) {
            return Ok(false);
        }
        let before = self.groups.memory();
        self.groups.find_equal(chunk, keys, &mut self.of_chunk, run)?;
        self.of_rows.extend_from_slice(&self.of_chunk);
        self.columns.iter_mut().zip(&chunk.columns).for_each(|(all, column)| all.append(column));
        let more = self.groups.memory() - before;
        if more > 0 && !self.workspace.fits(more) {
            // The groups of these rows exist already; further groups are refused.
            self.groups.close();
        }
        Ok(true)
    }

    fn finish(self) -> Right {
        let Building { groups, columns, of_rows, workspace, .. } = self;
        let (starts, rows) = by_group(&of_rows, groups.len());
        Right { groups, starts, rows, columns, _workspace: workspace }
    }
}

impl Right {
    fn none(run: &Run<'_, '_>) -> Right {
        Building::new(&[], &[], run).finish()
    }

    fn of_group(&self, group: u32) -> &[u32] {
        match group {
            NONE => &[],
            group => &self.rows[self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize],
        }
    }
}

/// Sorts row numbers by group. Returns the start of each group with the end of the last, and the
/// row numbers.
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
        let Joining { of, left, pairing } = self;
        pairing.next(&of.left.1, (&mut **left, run), chunk)
    }
}

impl<'r> Chunks<'r> for JoiningParts<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        loop {
            if let Some((part, read, _)) = &mut self.current {
                let mut left = WorkChunks::from(&part.left, *read);
                let is_some = self.pairing.next(&self.of.left.1, (&mut left, run), chunk)?;
                *read = left.place();
                if is_some {
                    return Ok(true);
                }
            }
            if !self.next_rows(run)? {
                return Ok(false);
            }
        }
    }
}

impl<'r> JoiningParts<'r> {
    fn add(&mut self, left: Partitions, right: Partitions) {
        let level = left.level() + 1;
        let pairs = left.into_parts().zip(right.into_parts());
        self.left_over.extend(pairs.filter_map(|(left, right)| Some(Part { left: left?, right: right?, level })));
    }

    /// Reads the next block of right rows into memory. Partitions a partition again if it is too
    /// large. Returns false if none is left. Fails with 701 if there is no memory for one chunk.
    fn next_rows(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let (of, types) = (self.of, self.of.left.0.types());
        // The previous block's memory is freed first.
        self.pairing = Pairing::new(Right::none(run), types);
        let (part, place) = match self.current.take() {
            Some((part, _, Some(place))) => (part, place),
            _ => match self.left_over.pop() {
                Some(part) => (part, 0),
                None => return Ok(false),
            },
        };
        let mut input = WorkChunks::from(&part.right, place);
        let (mut building, mut chunk) =
            (Building::new(of.right.0.types(), &of.right.1, run), Chunk::new(of.right.0.types()));
        let mut next = None;
        loop {
            let place = input.place();
            if !input.read(run, &mut chunk)? {
                break;
            }
            if building.takes(&chunk, &of.right.1, run)? {
                continue;
            }
            if part.level <= LEVEL_MAX {
                drop(building);
                let (left, right) = (
                    parted(&part.left, types, (&of.left.1, part.level), run)?,
                    parted(&part.right, of.right.0.types(), (&of.right.1, part.level), run)?,
                );
                self.add(left, right);
                return self.next_rows(run);
            }
            if building.of_rows.is_empty() {
                // 701: there is no memory for one chunk.
                return Err(no_memory(run));
            }
            next = Some(place);
            break;
        }
        self.pairing = Pairing::new(building.finish(), types);
        self.current = Some((part, 0, next));
        Ok(true)
    }
}

/// Partitions rows again by their keys. Rows with a NULL in their key have no partner and are left
/// out.
fn parted(
    rows: &WorkRows,
    types: &[DataType],
    (keys, level): (&[Expression], u32),
    run: &mut Run<'_, '_>,
) -> Result<Partitions, SqlError> {
    let (mut chunks, mut chunk) = (WorkChunks::new(rows), Chunk::new(types));
    let mut parts = Partitions::new(level);
    while chunks.read(run, &mut chunk)? {
        put_off(&chunk, keys, (|_| true, true), &mut parts, run)?;
    }
    Ok(parts)
}

impl Pairing {
    /// Returns a pairing without left rows; left chunks have columns of these types.
    fn new(right: Right, types: &[DataType]) -> Pairing {
        let (groups, pairs) = (Vec::new(), (Vec::new(), Vec::new()));
        Pairing { right, chunk: Chunk::new(types), groups, row: 0, partner: 0, pairs }
    }

    /// Puts the next pairs into `chunk`. Reads left rows as needed. Returns false at the end of the
    /// left rows.
    fn next<'r>(
        &mut self,
        keys: &[Expression],
        (left, run): (&mut dyn Chunks<'r>, &mut Run<'_, 'r>),
        chunk: &mut Chunk,
    ) -> Result<bool, SqlError> {
        loop {
            if self.row == self.chunk.len {
                if !left.next(run, &mut self.chunk)? {
                    return Ok(false);
                }
                self.right.groups.seek(&self.chunk, keys, &mut self.groups, run)?;
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

    /// Finds the next pairs of the current left rows, at most [`ROWS`].
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
