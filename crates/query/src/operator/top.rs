//! The TOP clause.

use super::kept_rows::KeptRows;
use super::limit::row_count;
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};

/// Returns the first rows of its input, then stops reading. A percentage needs all rows to be
/// counted first; it is rounded up.
pub(super) struct Top {
    pub(super) input: Box<dyn Operator>,
    pub(super) sources: Vec<usize>,
    /// Number of rows, a bigint, or percentage of the rows, a float.
    pub(super) count: Piece,
    /// Whether `count` is a percentage.
    pub(super) percent: bool,
    /// WITH TIES: ORDER BY expressions. Rows with the same values as the last row are returned too.
    pub(super) ties: Option<Vec<Piece>>,
}

struct First<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    of: &'r Top,
    left: u64,
    last: Vec<Value>,
}

/// All input rows, read first to count them.
struct Counted {
    rows: KeptRows,
    numbers: std::ops::Range<usize>,
}

impl Operator for Top {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let (left, input) = if self.percent {
            let percent = percent_of(&run.value(self.count)?)?;
            let mut input = self.input.open(run)?;
            let (mut rows, mut count) = (KeptRows::for_sources(&self.sources), 0);
            while input.next(run)? {
                rows.keep(run)?;
                count += 1;
            }
            // A fraction of a row is rounded up.
            let left = (count as f64 * percent / 100.0).ceil() as u64;
            let counted: Box<dyn Cursor<'r> + 'r> = Box::new(Counted { rows, numbers: 0..count });
            (left, counted)
        } else {
            let left = row_count(run, self.count)?;
            (left, self.input.open(run)?)
        };
        Ok(Box::new(First { input, of: self, left, last: Vec::new() }))
    }
}

impl<'r> Cursor<'r> for First<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.left > 0 {
            self.left -= 1;
            let found = self.input.next(run)?;
            if let (true, 0, Some(ties)) = (found, self.left, &self.of.ties) {
                self.last = ties.iter().map(|piece| run.value(*piece)).collect::<Result<_, _>>()?;
            }
            return Ok(found);
        }
        let Some(ties) = self.of.ties.as_ref().filter(|_| !self.last.is_empty()) else { return Ok(false) };
        if !self.input.next(run)? {
            return Ok(false);
        }
        for (piece, last) in ties.iter().zip(&self.last) {
            if compare_nulls_first(&run.value(*piece)?, last).is_ne() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<'r> Cursor<'r> for Counted {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(number) = self.numbers.next() else { return Ok(false) };
        self.rows.give(number, run)?;
        Ok(true)
    }
}

/// Returns a percentage. Fails with 1031 if it isn't between 0 and 100, with 1014 if it is NULL.
fn percent_of(value: &Value) -> Result<f64, SqlError> {
    match value {
        Value::Float(percent) if (0.0..=100.0).contains(percent) => Ok(*percent),
        Value::Null => Err(SqlError::invalid_row_count()),
        _ => Err(SqlError::percent_out_of_range()),
    }
}
