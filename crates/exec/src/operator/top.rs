//! The first rows.

use super::{Flow, Operator, Output, Run};
use crate::code::{Piece, Row};
use sluice_types::{SqlError, Value};

/// As many rows as an expression says, then no more.
pub(super) struct Top {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// How many, a bigint.
    pub(super) count: Piece,
}

impl Operator for Top {
    fn run(&self, run: &mut Run<'_>, output: &mut Output<'_>) -> Result<(), SqlError> {
        let mut left = top_count(&run.value(self.count, Row::None)?)?;
        if left == 0 {
            return Ok(());
        }
        self.input.run(run, &mut |run, row| {
            left -= 1;
            let flow = output(run, row)?;
            Ok(if left == 0 { Flow::Stop } else { flow })
        })
    }
}

/// How many rows a TOP lets through.
pub fn top_count(count: &Value) -> Result<u64, SqlError> {
    match count {
        Value::BigInt(count) => u64::try_from(*count).map_err(|_| SqlError::new(127, 15, 1, Vec::new())),
        // 1060: the number of rows must be an integer.
        _ => Err(SqlError::new(1060, 15, 1, Vec::new())),
    }
}
