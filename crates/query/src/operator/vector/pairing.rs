//! The partners of left rows among the right rows of a hash join.
//!
//! Pairs come in the order of the left rows; pairs of one left row come in the order of the right
//! rows. A left row without a partner comes in its place. A further condition is evaluated for the
//! pairs of equal keys, a chunk of pairs at a time.

use super::chunk::Chunk;
use super::groups::Hashed;
use super::join::{Join, Right};
use super::rows::{NONE, Rows};
use super::source::{Chunks, ROWS};
use crate::operator::Run;
use sluice_base::sync::Arc;
use sluice_plan::JoinKind;
use sluice_types::{DataType, SqlError};

/// The left rows of one chunk with their partners among the right rows.
pub(super) struct Pairing<'r> {
    of: &'r Join,
    /// The right rows, which several threads may share.
    right: Arc<Right>,
    /// The current left rows, and the group and the hash of each.
    chunk: Chunk,
    groups: Vec<u32>,
    hashed: Hashed,
    /// Whether each current left row has met a partner.
    met: Vec<bool>,
    /// The current left row, and the number of its partners that have come out.
    row: usize,
    partner: usize,
    /// The next pairs, as numbers of left and right rows. A left row alone has [`NONE`].
    pairs: (Vec<u32>, Vec<u32>),
    /// The pairs for which the further condition is evaluated.
    candidates: Chunk,
    selected: Vec<u32>,
    blocks: Option<Blocks>,
}

/// Notes of all left rows if the right rows come block by block.
struct Blocks {
    /// Whether each left row has met a partner.
    met: Vec<bool>,
    /// The number of the first current left row.
    first: usize,
    /// Whether this is the last block.
    is_last: bool,
}

impl<'r> Pairing<'r> {
    /// Returns a pairing without left rows.
    pub(super) fn new(of: &'r Join, right: Arc<Right>) -> Pairing<'r> {
        let pair_types: Vec<DataType> = of.left.0.types().iter().chain(of.right.0.types()).copied().collect();
        Pairing {
            of,
            right,
            chunk: Chunk::new(of.left.0.types()),
            groups: Vec::new(),
            hashed: Hashed::default(),
            met: Vec::new(),
            row: 0,
            partner: 0,
            pairs: (Vec::new(), Vec::new()),
            candidates: Chunk::new(if of.on.is_some() { &pair_types } else { &[] }),
            selected: Vec::new(),
            blocks: None,
        }
    }

    /// Makes this the pairing with one of several blocks of right rows. `met` has what
    /// [`Pairing::into_met`] returned for the block before; it is empty for the first block of
    /// `count` left rows.
    pub(super) fn in_blocks(&mut self, mut met: Vec<bool>, count: usize, is_last: bool) {
        met.resize(count, false);
        self.blocks = Some(Blocks { met, first: 0, is_last });
    }

    /// Returns whether each left row has met a partner in the blocks so far; empty without blocks.
    pub(super) fn into_met(self) -> Vec<bool> {
        self.blocks.map(|blocks| blocks.met).unwrap_or_default()
    }

    /// Begins with these left rows.
    pub(super) fn begin(&mut self, chunk: Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        self.chunk = chunk;
        self.begin_chunk(run)
    }

    fn begin_chunk(&mut self, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        self.right.groups.seek(&self.chunk, &self.of.left.1, (&mut self.groups, &mut self.hashed), run)?;
        (self.row, self.partner) = (0, 0);
        self.met.clear();
        match &self.blocks {
            Some(blocks) => self.met.extend_from_slice(&blocks.met[blocks.first..blocks.first + self.chunk.len]),
            None => self.met.resize(self.chunk.len, false),
        }
        // A NULL is not known to differ from any right row.
        if self.of.kind == JoinKind::NotIn && !self.right.is_empty() {
            self.hashed.note_nulls(&mut self.met);
        }
        Ok(())
    }

    fn end_chunk(&mut self) {
        if let Some(blocks) = &mut self.blocks {
            blocks.met[blocks.first..blocks.first + self.chunk.len].copy_from_slice(&self.met);
            blocks.first += self.chunk.len;
        }
        self.chunk.clear();
        self.row = 0;
    }

    /// Puts the next rows into `chunk`. Reads left rows as needed. Returns false at the end of the
    /// left rows.
    pub(super) fn next<'c>(
        &mut self,
        (left, run): (&mut dyn Chunks<'c>, &mut Run<'_, 'c>),
        chunk: &mut Chunk,
    ) -> Result<bool, SqlError> {
        loop {
            if self.row == self.chunk.len {
                self.end_chunk();
                if !left.next(run, &mut self.chunk)? {
                    return Ok(false);
                }
                self.begin_chunk(run)?;
            }
            let first = self.row;
            self.pair();
            self.select(run)?;
            self.pairs.0.iter().for_each(|row| self.met[*row as usize] = true);
            self.add_alone(first);
            if !self.pairs.0.is_empty() {
                break;
            }
            run.check_cancelled()?;
        }
        chunk.clear();
        chunk.len = self.pairs.0.len();
        let (left, right) = chunk.columns.split_at_mut(self.chunk.columns.len());
        left.iter_mut().zip(&self.chunk.columns).for_each(|(to, from)| to.pick(from, &self.pairs.0));
        let may_be_alone = self.of.kind == JoinKind::Left;
        for (to, from) in right.iter_mut().zip(&self.right.columns) {
            if may_be_alone { to.pick_or_null(from, &self.pairs.1) } else { to.pick(from, &self.pairs.1) }
        }
        Ok(true)
    }

    /// Finds the next pairs of the current left rows, at most [`ROWS`]. Without a further
    /// condition, a kind that returns no right rows needs one partner of each left row.
    fn pair(&mut self) {
        let (lefts, rights) = &mut self.pairs;
        lefts.clear();
        rights.clear();
        let needs_one = !self.of.kind.returns_right() && self.of.on.is_none();
        while self.row < self.chunk.len && lefts.len() < ROWS {
            let partners = &self.right.of_group(self.groups[self.row])[self.partner..];
            let most = if needs_one { 1 } else { ROWS - lefts.len() };
            let taken = partners.len().min(most);
            lefts.resize(lefts.len() + taken, self.row as u32);
            rights.extend_from_slice(&partners[..taken]);
            if taken < partners.len() && !needs_one {
                self.partner += taken;
            } else {
                (self.row, self.partner) = (self.row + 1, 0);
            }
        }
    }

    /// Keeps the pairs for which the further condition is true.
    fn select(&mut self, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let Some(on) = &self.of.on else { return Ok(()) };
        let (lefts, rights) = &mut self.pairs;
        self.candidates.clear();
        self.candidates.len = lefts.len();
        let (left, right) = self.candidates.columns.split_at_mut(self.chunk.columns.len());
        left.iter_mut().zip(&self.chunk.columns).for_each(|(to, from)| to.pick(from, lefts));
        right.iter_mut().zip(&self.right.columns).for_each(|(to, from)| to.pick(from, rights));
        on.select(&self.candidates, (Rows::All(lefts.len()), &mut self.selected), run)?;
        for side in [lefts, rights] {
            *side = self.selected.iter().map(|pair| side[*pair as usize]).collect();
        }
        Ok(())
    }

    /// Replaces the pairs by what the join returns for the left rows from `first` on: with an outer
    /// join the pairs and the rows that have met no partner, with a semi-join and its like left
    /// rows alone. The row at `row` isn't complete, and comes later.
    fn add_alone(&mut self, first: usize) {
        let is_last = self.blocks.as_ref().is_none_or(|blocks| blocks.is_last);
        let wants = match self.of.kind {
            JoinKind::Inner | JoinKind::Full => return,
            JoinKind::Left if !is_last => return,
            JoinKind::Semi => true,
            JoinKind::Left | JoinKind::Anti | JoinKind::NotIn => false,
        };
        let (lefts, rights) = &mut self.pairs;
        if self.of.kind != JoinKind::Left {
            lefts.clear();
            rights.clear();
            if is_last {
                lefts.extend((first..self.row).filter(|row| self.met[*row] == wants).map(|row| row as u32));
            }
            return;
        }
        let (mut all, mut next) = ((Vec::new(), Vec::new()), 0);
        for row in first..self.row {
            while next < lefts.len() && lefts[next] as usize == row {
                all.0.push(lefts[next]);
                all.1.push(rights[next]);
                next += 1;
            }
            if !self.met[row] {
                all.0.push(row as u32);
                all.1.push(NONE);
            }
        }
        all.0.extend_from_slice(&lefts[next..]);
        all.1.extend_from_slice(&rights[next..]);
        self.pairs = all;
    }
}
