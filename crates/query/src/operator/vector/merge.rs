//! Merge joins of chunks: pairs of rows with equal keys, from two inputs sorted by these keys. On
//! one side, the keys are unique.
//!
//! The row of the unique side stays while the other side's rows with its key pass. So no row is
//! kept longer than its chunk.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::{Expression, columns_of, have_columns};
use super::keys::compare_rows;
use super::source::{Chunks, Opened, Source, Start};
use crate::operator::Run;
use sluice_types::{DataType, SqlError};
use std::borrow::Cow;
use std::cmp::Ordering;

/// An inner merge join. Its columns are the left ones, then the right ones.
pub(super) struct Merge {
    /// The left input and its keys.
    pub(super) left: (Box<dyn Source>, Vec<Expression>),
    /// The right input and its keys.
    pub(super) right: (Box<dyn Source>, Vec<Expression>),
    /// For each pair of keys, whether its order is descending.
    pub(super) descending: Vec<bool>,
    /// Whether the keys are unique on the left side; otherwise they are unique on the right side.
    pub(super) is_left_unique: bool,
    /// The types of the left columns, then of the right ones.
    pub(super) types: Vec<DataType>,
}

struct Merging<'r> {
    of: &'r Merge,
    left: Side<'r>,
    right: Side<'r>,
    /// The next pairs, as numbers of left and right rows.
    pairs: (Vec<u32>, Vec<u32>),
}

struct Side<'r> {
    chunks: Box<dyn Chunks<'r> + 'r>,
    chunk: Chunk,
    /// The next row of `chunk`.
    row: usize,
}

impl Source for Merge {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        let start = if have_columns(&self.left.1, &self.right.1) { start } else { start.unfiltered() };
        let left_count = self.left.0.types().len();
        let left = Side::new(&*self.left.0, start.of_input(0..left_count), run)?;
        let right = Side::new(&*self.right.0, start.of_input(left_count..self.types.len()), run)?;
        Ok(Opened::Single(Box::new(Merging { of: self, left, right, pairs: (Vec::new(), Vec::new()) })))
    }
}

impl<'r> Side<'r> {
    fn new(source: &'r dyn Source, start: Start, run: &mut Run<'_, 'r>) -> Result<Side<'r>, SqlError> {
        Ok(Side { chunks: source.begin(start.alone(), run)?.single(), chunk: Chunk::new(source.types()), row: 0 })
    }

    /// Returns whether there is a next row. Reads the next chunk if necessary.
    fn has_row(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.row < self.chunk.len {
            return Ok(true);
        }
        self.row = 0;
        self.chunks.next(run, &mut self.chunk)
    }
}

impl<'r> Chunks<'r> for Merging<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        loop {
            if !self.left.has_row(run)? || !self.right.has_row(run)? {
                return Ok(false);
            }
            let left = columns_of(&self.of.left.1, &self.left.chunk, run)?;
            let right = columns_of(&self.of.right.1, &self.right.chunk, run)?;
            let lengths = (self.left.chunk.len, self.right.chunk.len);
            let rows = (&mut self.left.row, &mut self.right.row);
            let integers = match (&left[..], &right[..], &self.of.descending[..]) {
                ([left], [right], [false]) => plain(left).zip(plain(right)),
                _ => None,
            };
            if let Some((left, right)) = integers {
                let order = |one: usize, other: usize| left[one].cmp(&right[other]);
                pair(rows, lengths, self.of.is_left_unique, order, &mut self.pairs);
            } else {
                let order = |one, other| order_of((&left[..], one), (&right[..], other), &self.of.descending);
                pair(rows, lengths, self.of.is_left_unique, order, &mut self.pairs);
            }
            if !self.pairs.0.is_empty() {
                break;
            }
        }
        chunk.clear();
        chunk.len = self.pairs.0.len();
        let (left, right) = chunk.columns.split_at_mut(self.left.chunk.columns.len());
        left.iter_mut().zip(&self.left.chunk.columns).for_each(|(to, from)| to.pick(from, &self.pairs.0));
        right.iter_mut().zip(&self.right.chunk.columns).for_each(|(to, from)| to.pick(from, &self.pairs.1));
        Ok(true)
    }
}

/// Finds the pairs of the rows from `left` and `right` on, up to the end of either chunk. Advances
/// both.
#[inline(always)]
fn pair(
    (left, right): (&mut usize, &mut usize),
    (left_end, right_end): (usize, usize),
    is_left_unique: bool,
    order: impl Fn(usize, usize) -> Ordering,
    (lefts, rights): &mut (Vec<u32>, Vec<u32>),
) {
    lefts.clear();
    rights.clear();
    while *left < left_end && *right < right_end {
        match order(*left, *right) {
            Ordering::Less => *left += 1,
            Ordering::Greater => *right += 1,
            Ordering::Equal => {
                lefts.push(*left as u32);
                rights.push(*right as u32);
                // The side that may have another row with this key advances.
                *(if is_left_unique { &mut *right } else { &mut *left }) += 1;
            }
        }
    }
}

/// Returns the integers of a column of 64 bits without NULLs.
fn plain(column: &Column) -> Option<&[i64]> {
    column.as_narrow().filter(|_| !column.has_nulls())
}

/// Compares the keys of two rows in the order of the inputs. A row with a NULL in its key comes
/// first, since it has no partner.
fn order_of(
    (left, left_row): (&[Cow<'_, Column>], usize),
    (right, right_row): (&[Cow<'_, Column>], usize),
    descending: &[bool],
) -> Ordering {
    if left.iter().any(|key| key.is_null(left_row)) {
        return Ordering::Less;
    }
    if right.iter().any(|key| key.is_null(right_row)) {
        return Ordering::Greater;
    }
    for ((left, right), descending) in left.iter().zip(right).zip(descending) {
        let order = compare_rows((&**left, left_row), (&**right, right_row));
        if order.is_ne() {
            return if *descending { order.reverse() } else { order };
        }
    }
    Ordering::Equal
}
