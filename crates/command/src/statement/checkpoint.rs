//! CHECKPOINT, and the procedure that flushes the log's tail (L2d).

use super::Env;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// Runs CHECKPOINT in the current database.
pub fn checkpoint(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    database.storage.checkpoint().map_err(|error| sql_error(&error, &database.name))
}

/// Runs `sys.sp_flush_log` in the current database. On return, all earlier commits are durable
/// (L3). Does nothing in tempdb (T2).
pub fn flush_log(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    if database.storage.is_temporary() {
        return Ok(());
    }
    database.storage.log.flush_tail().map_err(|error| sql_error(&StorageError::from(error), &database.name))
}
