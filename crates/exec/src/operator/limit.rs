//! How many rows a clause asks for.

use super::run::Run;
use crate::code::Piece;
use sluice_types::{SqlError, Value};

/// How many rows an expression lets through, a bigint: 127 where it is below zero, 1060 where it is NULL.
pub fn row_count(run: &mut Run<'_, '_>, count: Piece) -> Result<u64, SqlError> {
    match run.value(count)? {
        Value::BigInt(count) => u64::try_from(count).map_err(|_| SqlError::new(127, 15, 1, Vec::new())),
        // 1060: the number of rows must be an integer.
        _ => Err(SqlError::new(1060, 15, 1, Vec::new())),
    }
}
