//! CHECKPOINT, and the procedure that hardens the log's tail (L2d).

use super::Env;
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// CHECKPOINT of the current database.
pub fn checkpoint(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    database.storage.checkpoint().map_err(|error| sql_error(&error, &database.name))
}

/// `sys.sp_flush_log` in the current database: whatever was committed before is on disk when it returns (L3). In tempdb
/// nothing ever is (T2).
pub fn flush_log(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    if database.storage.is_temporary() {
        return Ok(());
    }
    database.storage.log.flush_tail().map_err(|error| sql_error(&StorageError::from(error), &database.name))
}
