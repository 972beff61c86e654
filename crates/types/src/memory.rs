//! The memory of this thread's running request ([`sluice_base::account`]), with SQL Server's error.

use crate::error::SqlError;
use sluice_base::account;

/// Asks for memory before about `bytes` bytes are allocated. Fails with 701 if memory is short.
#[inline]
pub fn want(bytes: usize) -> Result<(), SqlError> {
    account::want(bytes).map_err(SqlError::out_of_memory)
}

/// Checks memory while a structure grows in small steps. Fails with 701 if memory is short.
#[inline]
pub fn checkpoint() -> Result<(), SqlError> {
    account::checkpoint().map_err(SqlError::out_of_memory)
}
