//! ROW_NUMBER, RANK and DENSE_RANK without other window functions. Each row's numbers are known
//! when the row arrives, so no rows are kept and a TOP above can stop the input.

use super::{Cursor, Operator, Run};
use crate::code::{Piece, Row};
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};

/// Operator that numbers its input rows, which arrive by partition and in order.
pub(super) struct Ranking {
    pub(super) input: Box<dyn Operator>,
    /// Expressions of PARTITION BY.
    pub(super) partition: Vec<Piece>,
    /// Expressions of ORDER BY.
    pub(super) order: Vec<Piece>,
    pub(super) ranks: Vec<Number>,
    /// Source of the numbers.
    pub(super) source: usize,
}

/// A ranking function.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// ROW_NUMBER.
    Row,
    /// RANK: the number of the first row with equal ORDER BY values.
    Rank,
    /// DENSE_RANK: the number of distinct ORDER BY values so far.
    DenseRank,
}

struct Numbering<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    of: &'r Ranking,
    /// Values of PARTITION BY and ORDER BY of the last row; empty before the first row.
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

/// Whether the row's values differ from `last`. Stores them in `last`.
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
