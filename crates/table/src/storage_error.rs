//! Maps storage errors to SQL errors. No other module does.

use sluice_txn::{DamageLocation, StorageError};
use sluice_types::SqlError;

/// Returns the SQL error for `error` in `database`. Every storage error has one: 9002 (log full),
/// 1105 (file full), 824 (damage), 9001 (poisoned log), 823 (I/O), 2601 (duplicate), 701, 3960,
/// 3958, 3966 and 3971 (versions), 3906 or 3908 (no changes), 926 or 945 (not open), 511 or 7119
/// (too long), 40517 (too many layers); locks as in [`lock_error`]. Names of tables and keys stay
/// empty for the caller.
pub fn sql_error(error: &StorageError, database: &str) -> SqlError {
    match error {
        // The log is full and can't grow.
        StorageError::LogFull { path, waits_for, .. } => {
            SqlError::log_is_full(database, waits_for.name(), path.display())
        }
        // The data file can't grow.
        StorageError::DataFull { path, filegroup } => SqlError::filegroup_is_full(path.display(), database, filegroup),
        StorageError::Damaged { path, place, what } => {
            let offset = match place {
                DamageLocation::Page(page) => format!("page {page}"),
                DamageLocation::Offset(offset) => format!("offset {offset:#x}"),
                DamageLocation::Record(lsn) => format!("log record {lsn:?}"),
            };
            SqlError::logical_io_error(what, offset, database, path.display())
        }
        StorageError::Poisoned(why) => SqlError::log_not_available(database, why),
        StorageError::PagesFailed(_) | StorageError::UndoFailed(_) => SqlError::os_io_error(error, database),
        StorageError::File(error) => SqlError::os_io_error(error, database).in_state(2),
        StorageError::Duplicate => SqlError::duplicate_index_key(database, "", ""),
        StorageError::TooLong { max: LOB_MAX, .. } => SqlError::lob_too_large(LOB_MAX),
        // A row longer than a page.
        StorageError::TooLong { bytes, max } => SqlError::row_too_large(bytes, max),
        StorageError::OutOfMemory(what) => SqlError::out_of_memory(what),
        // `table_error` adds the table's name.
        StorageError::UpdateConflict => SqlError::snapshot_update_conflict("", database),
        // SQL Server's error for a transaction that lost its snapshot when the version store
        // shrank.
        StorageError::SnapshotLost => SqlError::version_store_victim(),
        // SQL Server's error for a missing version that tempdb had no room for. `table_error` adds
        // the table's name.
        StorageError::VersionMissing => SqlError::row_version_not_found("", database),
        StorageError::Deadlock | StorageError::LockTimeout | StorageError::Cancelled | StorageError::OutOfLocks => {
            lock_error(error)
        }
        StorageError::InDoubt(what) => SqlError::database_is_suspect(database, what),
        StorageError::ReadOnly => SqlError::database_is_read_only(database),
        StorageError::Unrecovered => SqlError::database_is_in_emergency(database),
        StorageError::NotOpen(what) => SqlError::database_files_inaccessible(database, what),
        StorageError::TooManyLayers { max } => SqlError::unsupported_option(format_args!(
            "a snapshot or copy of a database beside those of {max} other states"
        )),
    }
}

/// Returns [`sql_error`], with its numbers, and the name of `table`, which may be prefixed with its
/// database. Only 3960 and 3958 show the table, without its database.
pub fn table_error(error: &StorageError, database: &str, table: &str) -> SqlError {
    let mut shown = sql_error(error, database);
    if matches!(error, StorageError::UpdateConflict | StorageError::VersionMissing) {
        let prefix = table.strip_prefix(database).and_then(|rest| rest.strip_prefix('.'));
        prefix.unwrap_or(table).clone_into(&mut shown.args[0]);
    }
    shown
}

/// Returns the SQL error for a lock that wasn't granted. 1205 for a deadlock, 1222 for a timeout,
/// 1204 without memory for locks, and 3617 if cancelled. Other errors get [`sql_error`] without a
/// database.
pub fn lock_error(error: &StorageError) -> SqlError {
    match error {
        // The session that reports the error adds its id.
        StorageError::Deadlock => SqlError::deadlock_victim(""),
        StorageError::LockTimeout => SqlError::lock_timeout(),
        StorageError::OutOfLocks => SqlError::out_of_locks(),
        StorageError::Cancelled => SqlError::cancelled(),
        other => sql_error(other, ""),
    }
}

/// Whether an error reports a lock that wasn't granted (1204, 1205, 1222, 3617). The caller then
/// waits for no other lock.
pub fn is_lock_error(error: &SqlError) -> bool {
    [1204, 1205, 1222, SqlError::cancelled().number].contains(&error.number)
}

/// Returns 824 for a row that doesn't fit its table's layout, although the page's checksum is
/// correct.
pub fn damaged_row(database: &str) -> SqlError {
    let what = "a row that its table's columns do not describe".to_owned();
    SqlError::logical_io_error(what, "row", database, "")
}

/// Returns 511 for a row that exceeds the row limit.
pub fn row_too_long(bytes: usize) -> SqlError {
    SqlError::row_too_large(bytes, ROW_BYTES_MAX)
}

/// Greatest length of a value, in bytes.
const LOB_MAX: u64 = (1 << 31) - 1;
/// Greatest length of a row within a page, in bytes, as in SQL Server.
const ROW_BYTES_MAX: usize = 8060;
