//! ROW_NUMBER, RANK and DENSE_RANK where nothing else is asked: each row's number is known when the row comes, so that none is kept and a
//! TOP above stops what is below.

use super::{Cursor, Operator, Run};
use crate::code::{Piece, Row};
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};

/// Numbers the rows of its input, which come partition by partition and in order.
pub(super) struct Ranking {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// What a partition's rows have in common.
    pub(super) partition: Vec<Piece>,
    /// What rows of one rank have in common beside.
    pub(super) order: Vec<Piece>,
    /// The numbers.
    pub(super) ranks: Vec<Number>,
    /// Where they go.
    pub(super) source: usize,
}

/// How rows are numbered.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// One by one.
    Row,
    /// By the number of the first row that is equal in the order.
    Rank,
    /// By how many ranks there are.
    DenseRank,
}

struct Numbering<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    of: &'r Ranking,
    /// The last row's values of partition and order; empty before the first row.
    partition: Vec<Value>,
    order: Vec<Value>,
    row_number: i64,
    rank: i64,
    dense_rank: i64,
}

impl Operator for Ranking {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let (partition, order) = (Vec::new(), Vec::new());
        let input = self.input.open(run)?;
        Ok(Box::new(Numbering { input, of: self, partition, order, row_number: 0, rank: 0, dense_rank: 0 }))
    }
}

impl<'r> Cursor<'r> for Numbering<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if !self.input.next(run)? {
            return Ok(false);
        }
        let begins = changed(&self.of.partition, &mut self.partition, run)?;
        let differs = changed(&self.of.order, &mut self.order, run)?;
        if begins {
            (self.row_number, self.dense_rank) = (0, 0);
        }
        self.row_number += 1;
        if begins || differs || self.row_number == 1 {
            self.rank = self.row_number;
            self.dense_rank += 1;
        }
        let number = |rank: &Number| match rank {
            Number::Row => self.row_number,
            Number::Rank => self.rank,
            Number::DenseRank => self.dense_rank,
        };
        let numbers = self.of.ranks.iter().map(|rank| Value::BigInt(number(rank)));
        match &mut run.frame.rows[self.of.source] {
            Row::Values(values) => {
                values.clear();
                values.extend(numbers);
            }
            row => *row = Row::Values(numbers.collect()),
        }
        Ok(true)
    }
}

/// Whether the row has other values than `last`, which become its.
fn changed(pieces: &[Piece], last: &mut Vec<Value>, run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
    let is_first = last.is_empty();
    let mut is_changed = is_first && !pieces.is_empty();
    for (place, piece) in pieces.iter().enumerate() {
        let value = run.value(*piece)?;
        if is_first {
            last.push(value);
        } else if compare_nulls_first(&value, &last[place]).is_ne() {
            is_changed = true;
            last[place] = value;
        }
    }
    Ok(is_changed)
}
