//! Hash semi-joins and anti-joins of chunks that keep their left rows.
//!
//! The left rows are read first, and are kept in groups of equal keys. Each right row marks the
//! left rows of which it is a partner. The marked rows come out of a semi-join, the others out of
//! an anti-join, in the order in which they were read. If there is no memory for the left rows,
//! both sides are partitioned into tempdb and joined as `join` does.

use super::chunk::Chunk;
use super::gathering::each_chunk;
use super::groups::Hashed;
use super::join::{Building, Join, NoRows, Right};
use super::rows::{NONE, Rows};
use super::sought::Sought;
use super::source::{Chunks, Opened, ROWS, Source, Start};
use super::work_chunks::put_off;
use crate::operator::partitions::Partitions;
use crate::operator::{Run, Workspace};
use sluice_base::sync::Arc;
use sluice_plan::JoinKind;
use sluice_types::{DataType, SqlError};

/// A semi-join or anti-join that keeps its left rows.
pub(super) struct MarkingJoin(pub(super) Join);

/// Left rows in memory, and whether each has a partner.
struct Marked {
    left: Arc<Right>,
    /// Whether each left row has met a partner.
    met: Vec<bool>,
    /// The flag of the rows that come out.
    wanted: bool,
    /// The next row that may come out.
    next: usize,
    rows: Vec<u32>,
    _workspace: Workspace,
}

/// Marks left rows by chunks of right rows.
struct Marking<'r> {
    of: &'r Join,
    left: Arc<Right>,
    met: Vec<bool>,
    /// The group of each right row of a chunk.
    groups: Vec<u32>,
    hashed: Hashed,
    /// Groups whose rows have all met a partner.
    done: Vec<bool>,
    /// Pairs of equal keys, as numbers of left and right rows, whose further condition isn't
    /// evaluated yet.
    pairs: (Vec<u32>, Vec<u32>),
    candidates: Chunk,
    selected: Vec<u32>,
}

impl Source for MarkingJoin {
    fn types(&self) -> &[DataType] {
        self.0.types()
    }

    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        run.take_grant()?;
        let of = &self.0;
        let start = if of.cannot_fail { start.alone() } else { Start::default() };
        let mut building = Building::new(of.left.0.types(), &of.left.1, run);
        let mut input = of.left.0.begin(start, run)?.single();
        let mut chunk = Chunk::new(of.left.0.types());
        while input.next(run, &mut chunk)? {
            if !building.takes(&chunk, &of.left.1, run)? {
                return in_parts(of, (building, &mut *input, &mut chunk), run).map(Opened::Single);
            }
        }
        drop(input);
        if building.is_empty() {
            // A semi-join without left rows reads no right row, as the EXISTS that it replaces.
            return Ok(Opened::Single(Box::new(NoRows)));
        }
        let (left, workspace) = (building.finish(), Workspace::new(run));
        let mut marking = Marking::new(of, left);
        workspace.take(marking.met.len() + marking.done.len())?;
        let sought = Sought::new(&of.right.1);
        let right = (&*of.right.0, sought.iter().cloned().collect());
        sought.iter().for_each(|sought| sought.fill(&marking.left.groups));
        each_chunk(right, of.parallel.as_ref(), run, &mut |chunk, run| marking.mark(chunk, run).map(|()| true))?;
        let Marking { left, met, .. } = marking;
        let wanted = of.kind == JoinKind::Semi;
        Ok(Opened::Single(Box::new(Marked { left, met, wanted, next: 0, rows: Vec::new(), _workspace: workspace })))
    }
}

/// Partitions both sides. `building` has the left rows before those of `chunk`.
fn in_parts<'r>(
    of: &'r Join,
    (building, input, chunk): (Building, &mut dyn Chunks<'r>, &mut Chunk),
    run: &mut Run<'_, 'r>,
) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
    let mut left = Partitions::new(0);
    let wanted = |_: usize| true;
    let rows = building.into_rows();
    put_off(&rows, &of.left.1, (wanted, !of.keeps_nulls()), &mut left, run)?;
    drop(rows);
    loop {
        put_off(chunk, &of.left.1, (wanted, !of.keeps_nulls()), &mut left, run)?;
        if !input.next(run, chunk)? {
            break;
        }
    }
    let mut right = Partitions::new(0);
    let (mut input, mut chunk) = (of.right.0.open(run)?, Chunk::new(of.right.0.types()));
    while input.next(run, &mut chunk)? {
        put_off(&chunk, &of.right.1, (wanted, true), &mut right, run)?;
    }
    Ok(of.join_parts(left, right, run))
}

impl<'r> Marking<'r> {
    fn new(of: &'r Join, left: Arc<Right>) -> Marking<'r> {
        let pair_types: Vec<DataType> = of.left.0.types().iter().chain(of.right.0.types()).copied().collect();
        Marking {
            of,
            met: vec![false; left.count()],
            groups: Vec::new(),
            hashed: Hashed::default(),
            done: vec![false; left.groups.len()],
            pairs: (Vec::new(), Vec::new()),
            candidates: Chunk::new(if of.on.is_some() { &pair_types } else { &[] }),
            selected: Vec::new(),
            left,
        }
    }

    /// Marks the left rows of which the rows of `chunk` are partners.
    fn mark(&mut self, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let mut groups = std::mem::take(&mut self.groups);
        self.left.groups.seek(chunk, &self.of.right.1, (&mut groups, &mut self.hashed), run)?;
        for (row, group) in groups.iter().enumerate() {
            if *group == NONE || self.done[*group as usize] {
                continue;
            }
            if self.of.on.is_none() {
                self.left.of_group(*group).iter().for_each(|left| self.met[*left as usize] = true);
                self.done[*group as usize] = true;
                continue;
            }
            self.pair(*group, row, chunk, run)?;
        }
        self.groups = groups;
        self.select(chunk, run)
    }

    /// Pairs a right row with the rows of a group that have met no partner.
    fn pair(&mut self, group: u32, row: usize, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let mut is_done = true;
        for place in 0..self.left.of_group(group).len() {
            let left = self.left.of_group(group)[place];
            if self.met[left as usize] {
                continue;
            }
            is_done = false;
            self.pairs.0.push(left);
            self.pairs.1.push(row as u32);
            if self.pairs.0.len() == ROWS {
                self.select(chunk, run)?;
                run.check_cancelled()?;
            }
        }
        self.done[group as usize] = is_done;
        Ok(())
    }

    /// Marks the left rows of the pairs for which the further condition is true.
    fn select(&mut self, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let Some(on) = &self.of.on else { return Ok(()) };
        let (lefts, rights) = &mut self.pairs;
        self.candidates.clear();
        self.candidates.len = lefts.len();
        let (left, right) = self.candidates.columns.split_at_mut(self.left.columns.len());
        left.iter_mut().zip(&self.left.columns).for_each(|(to, from)| to.pick(from, lefts));
        right.iter_mut().zip(&chunk.columns).for_each(|(to, from)| to.pick(from, rights));
        on.select(&self.candidates, (Rows::All(lefts.len()), &mut self.selected), run)?;
        self.selected.iter().for_each(|pair| self.met[lefts[*pair as usize] as usize] = true);
        lefts.clear();
        rights.clear();
        Ok(())
    }
}

impl<'r> Chunks<'r> for Marked {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        run.check_cancelled()?;
        let left = (self.next..self.met.len()).filter(|row| self.met[*row] == self.wanted);
        self.rows.clear();
        self.rows.extend(left.take(ROWS).map(|row| row as u32));
        self.next = self.rows.last().map_or(self.met.len(), |row| *row as usize + 1);
        chunk.clear();
        chunk.len = self.rows.len();
        chunk.columns.iter_mut().zip(&self.left.columns).for_each(|(to, from)| to.pick(from, &self.rows));
        Ok(chunk.len > 0)
    }
}
