//! Evaluates the row count of a TOP, OFFSET or FETCH clause; negative numbers fail with 127, NULL
//! with 1014.

use super::run::Run;
use crate::code::Piece;
use sluice_types::{SqlError, Value};

/// Returns the value of a bigint expression as a row count. Fails with 127 if it is negative, with
/// 1014 if it is NULL.
pub fn row_count(run: &mut Run<'_, '_>, count: Piece) -> Result<u64, SqlError> {
    match run.value(count)? {
        Value::BigInt(count) => u64::try_from(count).map_err(|_| SqlError::negative_row_count()),
        _ => Err(SqlError::invalid_row_count()),
    }
}
