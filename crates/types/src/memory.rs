//! The memory of the request that runs on this thread ([`sluice_base::account`]), refused as SQL Server refuses it.

use crate::error::SqlError;
use sluice_base::account;

/// Before about so many bytes are allocated. Fails with 701 if there is no memory for them.
#[inline]
pub fn want(bytes: usize) -> Result<(), SqlError> {
    account::want(bytes).map_err(SqlError::out_of_memory)
}

/// While something grows bit by bit. Fails with 701 if there is no memory for more.
#[inline]
pub fn checkpoint() -> Result<(), SqlError> {
    account::checkpoint().map_err(SqlError::out_of_memory)
}
