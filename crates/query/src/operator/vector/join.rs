//! Hash joins of chunks: pairs of left and right rows with equal keys, or left rows alone.
//!
//! The right rows are read first, and are kept in groups of equal keys; `pairing` finds the
//! partners of the left rows. If there is no memory for the right rows, both sides are partitioned
//! by key into tempdb, and the partitions are joined one after the other. A partition that stays
//! too large is joined block by block of its right rows. Left rows without a partner come out with
//! the last block.

use super::chunk::Chunk;
use super::column::Column;
use super::condition::Condition;
use super::expression::{Expression, columns_of};
use super::gathering::each_chunk;
use super::groups::Groups;
use super::pairing::Pairing;
use super::pass::Parallel;
use super::rows::NONE;
use super::sought::Sought;
use super::source::{Chunks, Opened, Source, Start};
use super::work_chunks::{WorkChunks, put_off};
use crate::operator::join_parts::LEVEL_MAX;
use crate::operator::partitions::Partitions;
use crate::operator::work_rows::WorkRows;
use crate::operator::workspace::no_memory;
use crate::operator::{Run, Workspace};
use sluice_base::sync::Arc;
use sluice_plan::JoinKind;
use sluice_types::{DataType, SqlError};

/// A join. Its columns are the left ones, then the right ones if its kind returns them.
pub(super) struct Join {
    /// The kind: any but a full join.
    pub(super) kind: JoinKind,
    /// The left input and its keys.
    pub(super) left: (Box<dyn Source>, Vec<Expression>),
    /// The right input and its keys.
    pub(super) right: (Box<dyn Source>, Vec<Expression>),
    /// A further condition on pairs, over the columns of both sides.
    pub(super) on: Option<Condition>,
    /// The types of the columns.
    pub(super) types: Vec<DataType>,
    /// Whether neither keys nor condition can fail.
    pub(super) cannot_fail: bool,
    /// Whether a semi-join reads the right rows before it looks for a left one. Then the left input
    /// may leave out rows from the start. Reading the right rows must not fail by an expression.
    pub(super) right_first: bool,
    /// How several threads read the right input; `None` if only one may.
    pub(super) parallel: Option<Parallel>,
}

/// The rows of one side in memory: the right side's, or the left side's for `marking`.
pub(super) struct Right {
    /// The groups of equal keys.
    pub(super) groups: Groups,
    /// The number of rows.
    count: usize,
    /// The start of each group in `rows`, and the end of the last group.
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// The rows.
    pub(super) columns: Vec<Column>,
    _workspace: Workspace,
}

/// A join whose right rows are in memory.
struct Joining<'r> {
    left: Box<dyn Chunks<'r> + 'r>,
    pairing: Pairing<'r>,
}

/// A join whose rows are in tempdb.
struct JoiningParts<'r> {
    of: &'r Join,
    left_over: Vec<Part>,
    current: Option<Current>,
    pairing: Pairing<'r>,
}

/// The partition that is being joined.
struct Current {
    part: Part,
    /// The place of the next left row.
    left: u64,
    /// The place of the next block of right rows; `None` at the last.
    next: Option<u64>,
    /// The memory of what is noted of its left rows.
    workspace: Workspace,
}

/// A partition of both sides. A side without rows has no file.
struct Part {
    left: WorkRows,
    right: Option<WorkRows>,
    level: u32,
}

/// A join that returns no row.
pub(super) struct NoRows;

/// The result of reading the right rows.
enum Reading {
    /// They are in memory.
    Whole(Arc<Right>),
    /// They are in tempdb.
    Parts(Partitions),
    /// A right row of NOT IN has no key, so no left row is known to differ from it.
    Unknown,
}

impl Source for Join {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    /// Threads share the left rows and the table of the right rows, which this thread makes.
    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        run.take_grant()?;
        let start = if self.cannot_fail { start } else { start.unfiltered() };
        let left_count = self.left.0.types().len();
        let mut left_start = start.of_input(0..left_count);
        let sought = match self.kind {
            JoinKind::Inner | JoinKind::Semi => Sought::new(&self.left.1),
            JoinKind::Left | JoinKind::Full | JoinKind::Anti | JoinKind::NotIn => None,
        };
        left_start.sought.extend(sought.clone());
        let fill = |reading: &Reading| {
            if let (Some(sought), Reading::Whole(right)) = (&sought, reading) {
                sought.fill(&right.groups);
            }
        };
        if !self.kind.returns_right() && !self.right_first {
            // A semi-join without left rows reads no right row, as the EXISTS that it replaces.
            let mut input = self.left.0.begin(left_start.alone(), run)?.single();
            let mut chunk = Chunk::new(self.left.0.types());
            if !input.next(run, &mut chunk)? {
                return Ok(Opened::Single(Box::new(NoRows)));
            }
            let reading = self.read_right(Vec::new(), run)?;
            fill(&reading);
            return self.with_right(reading, (input, chunk), run).map(Opened::Single);
        }
        let right_start = match self.kind {
            JoinKind::Inner => start.of_input(left_count..self.types.len()),
            _ => Start::default(),
        };
        let left_start = if self.kind.returns_right() { left_start } else { left_start.alone() };
        match self.read_right(right_start.sought, run)? {
            Reading::Whole(right) => {
                // The left input may read rows as it starts.
                sought.iter().for_each(|sought| sought.fill(&right.groups));
                let left = self.left.0.begin(left_start, run)?;
                Ok(left.under(move |left| Box::new(Joining { left, pairing: Pairing::new(self, Arc::clone(&right)) })))
            }
            reading => {
                let input = self.left.0.begin(left_start.alone(), run)?.single();
                let left = (input, Chunk::new(self.left.0.types()));
                self.with_right(reading, left, run).map(Opened::Single)
            }
        }
    }
}

/// A run of the left input, and the rows that it has returned.
type LeftRows<'r> = (Box<dyn Chunks<'r> + 'r>, Chunk);

impl Join {
    /// Starts a run over the right rows that were read.
    fn with_right<'r>(
        &'r self,
        reading: Reading,
        (mut input, mut chunk): LeftRows<'r>,
        run: &mut Run<'_, 'r>,
    ) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        match reading {
            Reading::Unknown => Ok(Box::new(NoRows)),
            Reading::Whole(right) => {
                let mut pairing = Pairing::new(self, right);
                if chunk.len > 0 {
                    pairing.begin(chunk, run)?;
                }
                Ok(Box::new(Joining { left: input, pairing }))
            }
            Reading::Parts(right) => {
                let mut left = Partitions::new(0);
                if chunk.len > 0 {
                    put_off(&chunk, &self.left.1, (|_| true, !self.keeps_nulls()), &mut left, run)?;
                }
                while input.next(run, &mut chunk)? {
                    put_off(&chunk, &self.left.1, (|_| true, !self.keeps_nulls()), &mut left, run)?;
                }
                drop(input);
                Ok(self.join_parts(left, right, run))
            }
        }
    }

    /// Joins the partitions of both sides.
    pub(super) fn join_parts<'r>(
        &'r self,
        left: Partitions,
        right: Partitions,
        run: &Run<'_, 'r>,
    ) -> Box<dyn Chunks<'r> + 'r> {
        let pairing = Pairing::new(self, Right::none(self, run));
        let mut joining = JoiningParts { of: self, left_over: Vec::new(), current: None, pairing };
        joining.add(left, right);
        Box::new(joining)
    }

    /// Whether left rows with a NULL in their key may be returned.
    pub(super) fn keeps_nulls(&self) -> bool {
        matches!(self.kind, JoinKind::Left | JoinKind::Anti)
    }

    /// Reads all right rows, into memory or into partitions of tempdb. Rows that `sought` leaves
    /// out may be missing.
    fn read_right<'r>(&'r self, sought: Vec<Sought>, run: &mut Run<'_, 'r>) -> Result<Reading, SqlError> {
        let keys = &self.right.1;
        let mut building = Some(Building::new(self.right.0.types(), keys, run));
        let (mut parts, mut is_unknown) = (None, false);
        each_chunk((&*self.right.0, sought), self.parallel.as_ref(), run, &mut |chunk, run| {
            if self.kind == JoinKind::NotIn && has_null(chunk, keys, run)? {
                is_unknown = true;
                return Ok(false);
            }
            if let Some(rows) = &mut building {
                if rows.takes(chunk, keys, run)? {
                    return Ok(true);
                }
                let rows = building.take().map(Building::into_rows).unwrap_or_else(|| Chunk::new(&[]));
                put_off(&rows, keys, (|_| true, true), parts.insert(Partitions::new(0)), run)?;
            }
            if let Some(parts) = &mut parts {
                put_off(chunk, keys, (|_| true, true), parts, run)?;
            }
            Ok(true)
        })?;
        Ok(match (building, parts) {
            _ if is_unknown => Reading::Unknown,
            (_, Some(parts)) => Reading::Parts(parts),
            (building, None) => Reading::Whole(building.map_or_else(|| Right::none(self, run), Building::finish)),
        })
    }
}

/// Collects the rows of one side in memory.
pub(super) struct Building {
    groups: Groups,
    columns: Vec<Column>,
    of_chunk: Vec<u32>,
    of_rows: Vec<u32>,
    workspace: Workspace,
}

impl Building {
    /// Returns a side without rows. Memory is counted in a workspace of its own.
    pub(super) fn new(types: &[DataType], keys: &[Expression], run: &Run<'_, '_>) -> Building {
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
    pub(super) fn takes(
        &mut self,
        chunk: &Chunk,
        keys: &[Expression],
        run: &mut Run<'_, '_>,
    ) -> Result<bool, SqlError> {
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

    /// Whether there are no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.of_rows.is_empty()
    }

    /// Returns the rows, and forgets their groups.
    pub(super) fn into_rows(self) -> Chunk {
        Chunk { len: self.of_rows.len(), columns: self.columns }
    }

    /// Returns the rows, grouped by key, for the probe. Rows of one group are in the order in which
    /// they were read.
    pub(super) fn finish(self) -> Arc<Right> {
        let Building { groups, columns, of_rows, workspace, .. } = self;
        let (starts, rows) = by_group(&of_rows, groups.len());
        Arc::new(Right { groups, count: of_rows.len(), starts, rows, columns, _workspace: workspace })
    }
}

impl Right {
    fn none(of: &Join, run: &Run<'_, '_>) -> Arc<Right> {
        Building::new(of.right.0.types(), &of.right.1, run).finish()
    }

    /// Whether there are no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of rows.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the rows of a group. `NONE` has no rows.
    pub(super) fn of_group(&self, group: u32) -> &[u32] {
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

/// Whether the key of any row has a NULL.
fn has_null(chunk: &Chunk, keys: &[Expression], run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
    let columns = columns_of(keys, chunk, run)?;
    Ok(columns.iter().any(|column| column.nulls.contains(&true)))
}

impl<'r> Chunks<'r> for NoRows {
    fn next(&mut self, _run: &mut Run<'_, 'r>, _chunk: &mut Chunk) -> Result<bool, SqlError> {
        Ok(false)
    }
}

impl<'r> Chunks<'r> for Joining<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        self.pairing.next((&mut *self.left, run), chunk)
    }
}

impl<'r> Chunks<'r> for JoiningParts<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        loop {
            if let Some(current) = &mut self.current {
                let mut left = WorkChunks::from(&current.part.left, current.left);
                let is_some = self.pairing.next((&mut left, run), chunk)?;
                current.left = left.place();
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
        let is_wanted = |part: &Part| part.right.is_some() || self.of.kind.returns_alone();
        let pairs = left.into_parts().zip(right.into_parts());
        let parts = pairs.filter_map(|(left, right)| Some(Part { left: left?, right, level })).filter(is_wanted);
        self.left_over.extend(parts);
    }

    /// Reads the next block of right rows into memory. Partitions a partition again if it is too
    /// large. Returns false if none is left. Fails with 701 if there is no memory for one chunk.
    fn next_rows(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let of = self.of;
        // The previous block's memory is freed first.
        let met = std::mem::replace(&mut self.pairing, Pairing::new(of, Right::none(of, run))).into_met();
        let (part, place, met, workspace) = match self.current.take() {
            Some(Current { part, next: Some(place), workspace, .. }) => (part, place, met, workspace),
            _ => match self.left_over.pop() {
                Some(part) => {
                    let workspace = Workspace::new(run);
                    if part.level > LEVEL_MAX {
                        // Such a part may need flags of its left rows; a block leaves no memory.
                        workspace.take(part.left.count() as usize)?;
                    }
                    (part, 0, Vec::new(), workspace)
                }
                None => return Ok(false),
            },
        };
        let mut building = Building::new(of.right.0.types(), &of.right.1, run);
        let mut next = None;
        if let Some(right) = &part.right {
            let (mut input, mut chunk) = (WorkChunks::from(right, place), Chunk::new(of.right.0.types()));
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
                    let left = (of.left.0.types(), &of.left.1[..], !of.keeps_nulls());
                    let left = parted(&part.left, left, part.level, run)?;
                    let right = parted(right, (of.right.0.types(), &of.right.1, true), part.level, run)?;
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
        }
        self.pairing = Pairing::new(of, building.finish());
        if next.is_some() || !met.is_empty() {
            self.pairing.in_blocks(met, part.left.count() as usize, next.is_none());
        }
        self.current = Some(Current { part, left: 0, next, workspace });
        Ok(true)
    }
}

/// Partitions rows again by their keys. With the flag, rows with a NULL in their key are left out.
fn parted(
    rows: &WorkRows,
    (types, keys, without_nulls): (&[DataType], &[Expression], bool),
    level: u32,
    run: &mut Run<'_, '_>,
) -> Result<Partitions, SqlError> {
    let (mut chunks, mut chunk) = (WorkChunks::new(rows), Chunk::new(types));
    let mut parts = Partitions::new(level);
    while chunks.read(run, &mut chunk)? {
        put_off(&chunk, keys, (|_| true, without_nulls), &mut parts, run)?;
    }
    Ok(parts)
}
