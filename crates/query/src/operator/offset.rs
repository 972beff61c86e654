//! The OFFSET and FETCH clauses.

use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::{SqlError, Value};

/// Skips and limits the rows of its input. The counts are evaluated when it is opened; a negative
/// or NULL count fails.
pub(super) struct Offset {
    pub(super) input: Box<dyn Operator>,
    /// Number of rows to skip, a bigint.
    pub(super) skip: Piece,
    /// Number of rows to return, a bigint; `None` for all.
    pub(super) fetch: Option<Piece>,
}

struct Window<'r> {
    input: Box<dyn Cursor<'r> + 'r>,
    skip: u64,
    left: u64,
}

impl Operator for Offset {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        // 10742: the offset may not be negative; 10744: FETCH needs at least one row.
        let skip = count_of(&run.value(self.skip)?, 0, SqlError::negative_offset)?;
        let left = match self.fetch {
            Some(fetch) => count_of(&run.value(fetch)?, 1, SqlError::fetch_not_positive)?,
            None => u64::MAX,
        };
        Ok(Box::new(Window { input: self.input.open(run)?, skip, left }))
    }
}

impl<'r> Cursor<'r> for Window<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        while self.skip > 0 {
            self.skip -= 1;
            if !self.input.next(run)? {
                (self.skip, self.left) = (0, 0);
            }
        }
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.input.next(run)
    }
}

fn count_of(value: &Value, least: i64, refusal: fn() -> SqlError) -> Result<u64, SqlError> {
    match value {
        Value::BigInt(count) if *count >= least => Ok(count.unsigned_abs()),
        Value::BigInt(_) => Err(refusal()),
        // 10743: the number of rows must be an integer.
        _ => Err(SqlError::offset_not_integer()),
    }
}
